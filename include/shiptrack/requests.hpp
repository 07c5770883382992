// Queries, drafts, responses and inferences. Do not include this file; include shiptrack.hpp.
#ifndef SHIPTRACK_REQUESTS_HPP
#define SHIPTRACK_REQUESTS_HPP

#include <shiptrack/listing.hpp>

namespace shiptrack {

// Setters can be chained, on a named object and on a temporary. Setters that take a number or a list in braces have a handwritten second
// version, because such arguments cannot be forwarded.
#define SHIPTRACK_HPP_CHAIN(type, name)                           \
  template <class... Arguments>                                   \
  type &&name(Arguments &&...arguments) && {                      \
    return std::move(name(std::forward<Arguments>(arguments)...)); \
  }

/// Parameters of a listing.
class Query : public detail::Object<shiptrack_query, shiptrack_query_free> {
 public:
  Query() : Object(detail::make<Object>(shiptrack_query_new)) {}

  /// Sets a parameter by its name in the interface, and replaces an earlier value: `filter[status]`, `include`, … A service
  /// ignores a name that is no parameter of any operation, such as a misspelt one: Page::warnings_json() reports it.
  Query &set(const Text &name, const Text &value) & {
    return detail::run(shiptrack_query_set, raw(), name.c_str(), value.c_str()), *this;
  }
  /// Adds a path of related resources to include. Dots lead to resources of those resources:
  /// `documents.last_document_representation`.
  Query &include(const Text &path) & { return detail::run(shiptrack_query_include, raw(), path.c_str()), *this; }
  /// Ends the listing after this many items; 0 means no items.
  Query &max_items(std::size_t items) & { return detail::run(shiptrack_query_max_items, raw(), items), *this; }
  /// Starts at the page of Error::resume_from() or Page::next_link().
  Query &resume_from(const Text &url) & { return detail::run(shiptrack_query_resume_from, raw(), url.c_str()), *this; }
  /// Sets the number of items on a page, from 1; a number above 100 has the effect of 100.
  Query &page_size(unsigned items) & { return set("page[size]", std::to_string(items)); }

  SHIPTRACK_HPP_CHAIN(Query, set)
  SHIPTRACK_HPP_CHAIN(Query, include)
  SHIPTRACK_HPP_CHAIN(Query, resume_from)
  Query &&max_items(std::size_t items) && { return std::move(max_items(items)); }
  Query &&page_size(unsigned items) && { return std::move(page_size(items)); }
};

/// Attributes of a resource that is to be created or updated, by their names in the interface.
class Draft : public detail::Object<shiptrack_draft, shiptrack_draft_free> {
 public:
  Draft() : Object(detail::make<Object>(shiptrack_draft_new)) {}

  /// Sets an attribute to a text.
  Draft &text(const Text &name, const Text &value) & {
    return detail::run(shiptrack_draft_text, raw(), name.c_str(), value.c_str()), *this;
  }
  /// Sets an attribute to true or false.
  Draft &flag(const Text &name, bool value) & {
    return detail::run(shiptrack_draft_flag, raw(), name.c_str(), value), *this;
  }
  /// Appends to an attribute that is a list.
  Draft &add(const Text &name, const Text &value) & {
    return detail::run(shiptrack_draft_add, raw(), name.c_str(), value.c_str()), *this;
  }
  /// Adds a header of the deliveries of a webhook.
  Draft &header(const Text &name, const Text &value) & {
    return detail::run(shiptrack_draft_header, raw(), name.c_str(), value.c_str()), *this;
  }
  /// Adds these headers to the deliveries of a webhook: those of a webhook that was read, or a list of yours.
  Draft &headers(const std::vector<Webhook::Header> &headers) & {
    for (auto &[name, value] : headers) header(name, value);
    return *this;
  }
  /// Sets an attribute to any JSON value.
  Draft &json(const Text &name, const Text &value) & {
    return detail::run(shiptrack_draft_json, raw(), name.c_str(), value.c_str()), *this;
  }

  SHIPTRACK_HPP_CHAIN(Draft, text)
  SHIPTRACK_HPP_CHAIN(Draft, flag)
  Draft &&headers(const std::vector<Webhook::Header> &headers) && { return std::move(this->headers(headers)); }
  SHIPTRACK_HPP_CHAIN(Draft, add)
  SHIPTRACK_HPP_CHAIN(Draft, header)
  SHIPTRACK_HPP_CHAIN(Draft, json)
};

/// Cancels calls that wait; from any thread.
class Cancel : public detail::Object<shiptrack_cancel, shiptrack_cancel_free> {
 public:
  Cancel() : Object(detail::make<Object>(shiptrack_cancel_new)) {}

  /// Ends every call that was given this object, now and in the future, with a CancelledError.
  void now() const {
    detail::call([&](auto) { return shiptrack_cancel_now(raw()); });
  }
  /// Whether it was cancelled: for your callbacks and loops.
  bool is_cancelled() const { return shiptrack_cancel_is_cancelled(raw()) != 0; }
};

/// An HTTP response.
class Response : public detail::Object<shiptrack_response, shiptrack_response_free> {
 public:
  using Object::Object;

  std::int32_t http_status() const { return shiptrack_response_http_status(raw()); }
  std::string_view body() const & SHIPTRACK_HPP_LIFETIMEBOUND { return detail::view(shiptrack_response_body(raw())); }
  std::string_view body() const && = delete;
  /// The first value of a header field. Case is ignored.
  std::optional<std::string_view> header(const Text &name) const & SHIPTRACK_HPP_LIFETIMEBOUND {
    return detail::text(shiptrack_response_header(raw(), name.c_str()));
  }
  std::optional<std::string_view> header(const Text &name) const && = delete;
  /// All header fields, in the order in which they were received.
  HeaderList headers() const {
    return detail::each(shiptrack_response_headers_count(raw()), [this](std::size_t i) {
      return HeaderList::value_type(detail::owned(shiptrack_response_header_name(raw(), i)),
                                    detail::owned(shiptrack_response_header_value(raw(), i)));
    });
  }
};

/// What the service infers from a number.
class Inference : public detail::Object<shiptrack_inference, shiptrack_inference_free> {
 public:
  using Object::Object;

  /// The type of the number, as for a tracking request.
  std::optional<std::string_view> request_type() const & SHIPTRACK_HPP_LIFETIMEBOUND {
    return detail::text(shiptrack_inference_request_type(raw()));
  }
  std::optional<std::string_view> request_type() const && = delete;
  /// The number as the service parsed it.
  std::optional<std::string_view> parsed_number() const & SHIPTRACK_HPP_LIFETIMEBOUND {
    return detail::text(shiptrack_inference_parsed_number(raw()));
  }
  std::optional<std::string_view> parsed_number() const && = delete;
  /// The code of the most likely carrier.
  std::optional<std::string_view> selected_scac() const & SHIPTRACK_HPP_LIFETIMEBOUND {
    return detail::text(shiptrack_inference_selected_scac(raw()));
  }
  std::optional<std::string_view> selected_scac() const && = delete;
  /// How certain the carrier is.
  std::optional<std::string_view> decision() const & SHIPTRACK_HPP_LIFETIMEBOUND { return detail::text(shiptrack_inference_decision(raw())); }
  std::optional<std::string_view> decision() const && = delete;
  /// The same as a value of an enumeration.
  LineDecision decision_code() const { return LineDecision(shiptrack_inference_decision_code(raw())); }
  /// Why the number is valid or not, in a text of the service.
  std::optional<std::string_view> reason() const & SHIPTRACK_HPP_LIFETIMEBOUND { return detail::text(shiptrack_inference_reason(raw())); }
  std::optional<std::string_view> reason() const && = delete;
  /// Whether the number can be valid; `std::nullopt` if the service does not know.
  std::optional<bool> is_valid() const { return detail::flag(shiptrack_inference_is_valid(raw())); }
  /// Whether the check digit of a container number is correct; `std::nullopt` if the service did not report it.
  std::optional<bool> check_digit_passed() const { return detail::flag(shiptrack_inference_check_digit_passed(raw())); }
  /// The response, as it was received.
  std::string_view json() const & SHIPTRACK_HPP_LIFETIMEBOUND { return detail::view(shiptrack_inference_json(raw())); }
  std::string_view json() const && = delete;

  /// A carrier to which the number may belong.
  struct Candidate {
    std::string_view scac, name;
    /// How likely it is, from 0 to 1; `std::nullopt` if the service did not report it.
    std::optional<double> confidence;
  };

  /// The carriers to which the number may belong, the most likely one first.
  std::vector<Candidate> candidates() const & SHIPTRACK_HPP_LIFETIMEBOUND {
    return detail::each(shiptrack_inference_candidates_count(raw()), [this](std::size_t i) {
      double confidence = 0;
      auto known = shiptrack_inference_candidate_confidence(raw(), i, &confidence) == SHIPTRACK_OK;
      return Candidate{detail::view(shiptrack_inference_candidate_scac(raw(), i)),
                       detail::view(shiptrack_inference_candidate_name(raw(), i)),
                       known ? std::optional(confidence) : std::nullopt};
    });
  }
  std::vector<Candidate> candidates() const && = delete;
};

}  // namespace shiptrack

#endif  // SHIPTRACK_REQUESTS_HPP
