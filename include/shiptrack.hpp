/// shiptrack for C++17: the C interface with RAII, exceptions, std::string_view, std::optional and std::chrono.
///
///     #include <shiptrack.hpp>
///
///     auto service = shiptrack::Service::open("tracking.db");
///     auto client = service.client();
///     auto request = client.track("container", "TEST-TR-SUCCEEDED", "TEST");
///     client.wait(request->id(), std::chrono::minutes(5));
///     for (shiptrack::Container container : client.containers())
///       std::cout << container.number().value_or("?") << '\n';
///
/// Objects that own something are move-only. Resources are views, as cheap to copy as a pointer, and live as long as what
/// they were read from: an Owned<…> (reached through `->`), a page, or the step of a range-for. A view of a temporary does
/// not compile. Everything that fails throws an Error. Which threads may use an object is written at its type in
/// shiptrack.h.
#ifndef SHIPTRACK_HPP
#define SHIPTRACK_HPP

#include <shiptrack.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shiptrack {

using Milliseconds = std::chrono::milliseconds;
using TimePoint = std::chrono::system_clock::time_point;

namespace detail {

inline std::optional<std::string_view> text(shiptrack_text text) {
  if (text.data == nullptr) return std::nullopt;
  return std::string_view(text.data, text.length);
}

inline std::string owned(shiptrack_text text) { return text.data ? std::string(text.data, text.length) : std::string(); }

inline std::int64_t unix_ms(TimePoint at) {
  return std::chrono::floor<Milliseconds>(at.time_since_epoch()).count();
}

inline TimePoint time_point(std::int64_t unix_ms) { return TimePoint(Milliseconds(unix_ms)); }

inline const std::uint8_t *bytes(std::string_view text) { return reinterpret_cast<const std::uint8_t *>(text.data()); }

/// A pointer that frees what it points at.
template <class T, void (*Free)(T *)>
struct Deleter {
  void operator()(T *object) const { Free(object); }
};
template <class T, void (*Free)(T *)>
using Handle = std::unique_ptr<T, Deleter<T, Free>>;

using BufferHandle = Handle<shiptrack_buffer, shiptrack_buffer_free>;
using CancelHandle = Handle<shiptrack_cancel, shiptrack_cancel_free>;
using ClientHandle = Handle<shiptrack_client, shiptrack_client_free>;
using ClientOptionsHandle = Handle<shiptrack_client_options, shiptrack_client_options_free>;
using ClockHandle = Handle<shiptrack_clock, shiptrack_clock_free>;
using DraftHandle = Handle<shiptrack_draft, shiptrack_draft_free>;
using ErrorHandle = Handle<shiptrack_error, shiptrack_error_free>;
using EventsHandle = Handle<shiptrack_events, shiptrack_events_free>;
using HeadersHandle = Handle<shiptrack_headers, shiptrack_headers_free>;
using InferenceHandle = Handle<shiptrack_inference, shiptrack_inference_free>;
using IngestedHandle = Handle<shiptrack_ingested, shiptrack_ingested_free>;
using NumberHandle = Handle<shiptrack_number, shiptrack_number_free>;
using PageHandle = Handle<shiptrack_page, shiptrack_page_free>;
using PagesHandle = Handle<shiptrack_pages, shiptrack_pages_free>;
using QueryHandle = Handle<shiptrack_query, shiptrack_query_free>;
using ResourceHandle = Handle<shiptrack_resource, shiptrack_resource_free>;
using ResponseHandle = Handle<shiptrack_response, shiptrack_response_free>;
using ServerHandle = Handle<shiptrack_server, shiptrack_server_free>;
using ServerOptionsHandle = Handle<shiptrack_server_options, shiptrack_server_options_free>;
using ServiceHandle = Handle<shiptrack_service, shiptrack_service_free>;
using ServiceOptionsHandle = Handle<shiptrack_service_options, shiptrack_service_options_free>;
using VerifierHandle = Handle<shiptrack_verifier, shiptrack_verifier_free>;

}  // namespace detail

/// Everything that goes wrong. The classes below are the kinds one usually tells apart.
class Error : public std::runtime_error {
 public:
  Error(std::int32_t status, const shiptrack_error *error)
      : std::runtime_error(error ? detail::owned(shiptrack_error_message(error))
                                 : detail::owned(shiptrack_status_name(status))),
        status_(status) {
    if (error == nullptr) return;
    http_status_ = shiptrack_error_http_status(error);
    code_ = keep(shiptrack_error_code(error));
    pointer_ = keep(shiptrack_error_pointer(error));
    detail_ = keep(shiptrack_error_detail(error));
    request_id_ = keep(shiptrack_error_request_id(error));
    resume_from_ = keep(shiptrack_error_resume_from(error));
    objects_json_ = detail::owned(shiptrack_error_objects_json(error));
    std::int64_t pause = 0;
    if (shiptrack_error_retry_after_ms(error, &pause) == SHIPTRACK_OK) retry_after_ = Milliseconds(pause);
    retryable_ = shiptrack_error_is_retryable(error) != 0;
    in_doubt_ = shiptrack_error_is_in_doubt(error) != 0;
  }

  /// SHIPTRACK_ERROR_…
  std::int32_t status() const noexcept { return status_; }
  /// The HTTP status of the answer; 0 when none arrived.
  std::int32_t http_status() const noexcept { return http_status_; }
  /// The machine code of the answer, `duplicate`.
  const std::optional<std::string> &code() const noexcept { return code_; }
  /// Where the problem is: a JSON pointer, or the name of a parameter.
  const std::optional<std::string> &pointer() const noexcept { return pointer_; }
  /// What the service said about this occurrence.
  const std::optional<std::string> &detail() const noexcept { return detail_; }
  /// The identifier the server gave the exchange.
  const std::optional<std::string> &request_id() const noexcept { return request_id_; }
  /// Where a walk over a listing that broke off can be taken up again.
  const std::optional<std::string> &resume_from() const noexcept { return resume_from_; }
  /// All error objects of the answer, a JSON array.
  const std::string &objects_json() const noexcept { return objects_json_; }
  /// How long the other side asked to wait.
  std::optional<Milliseconds> retry_after() const noexcept { return retry_after_; }
  /// Whether trying the same again later can help.
  bool is_retryable() const noexcept { return retryable_; }
  /// Whether this was a write that may have taken effect.
  bool is_in_doubt() const noexcept { return in_doubt_; }

 private:
  static std::optional<std::string> keep(shiptrack_text text) {
    if (text.data == nullptr) return std::nullopt;
    return std::string(text.data, text.length);
  }

  std::int32_t status_;
  std::int32_t http_status_ = 0;
  std::optional<std::string> code_, pointer_, detail_, request_id_, resume_from_;
  std::string objects_json_ = "[]";
  std::optional<Milliseconds> retry_after_;
  bool retryable_ = false;
  bool in_doubt_ = false;
};

/// A value was refused: an argument, or HTTP 400 or 422.
class InvalidError : public Error { using Error::Error; };
/// A live tracking request for this number and carrier exists.
class DuplicateError : public InvalidError { using InvalidError::InvalidError; };
/// A client, service or server was set up in a way that cannot work.
class ConfigurationError : public Error { using Error::Error; };
/// The key is missing, wrong, revoked, or may not do this.
class UnauthorizedError : public Error { using Error::Error; };
/// Nothing is there for this account.
class NotFoundError : public Error { using Error::Error; };
/// Too many requests.
class RateLimitedError : public Error { using Error::Error; };
/// No connection, one that broke, or a service that is not there right now.
class ConnectionError : public Error { using Error::Error; };
/// The deadline passed.
class TimeoutError : public Error { using Error::Error; };
/// The call was cancelled.
class CancelledError : public Error { using Error::Error; };
/// The disk, the file, or another process that holds it.
class StoreError : public Error { using Error::Error; };
/// The signature of a delivery does not verify.
class SignatureError : public Error { using Error::Error; };
/// An object was used in a way its contract forbids: moved from, closed, from before a fork.
class MisuseError : public Error { using Error::Error; };

namespace detail {

[[noreturn]] inline void fail(std::int32_t status, shiptrack_error *raw) {
  ErrorHandle error(raw);
  switch (status) {
    case SHIPTRACK_ERROR_DUPLICATE: throw DuplicateError(status, raw);
    case SHIPTRACK_ERROR_INVALID:
    case SHIPTRACK_ERROR_BAD_REQUEST:
    case SHIPTRACK_ERROR_EGRESS_REFUSED:
    case SHIPTRACK_ERROR_NOT_UTF8:
    case SHIPTRACK_ERROR_LENGTH: throw InvalidError(status, raw);
    case SHIPTRACK_ERROR_CONFIGURATION: throw ConfigurationError(status, raw);
    case SHIPTRACK_ERROR_UNAUTHORIZED:
    case SHIPTRACK_ERROR_FORBIDDEN: throw UnauthorizedError(status, raw);
    case SHIPTRACK_ERROR_NOT_FOUND: throw NotFoundError(status, raw);
    case SHIPTRACK_ERROR_RATE_LIMITED: throw RateLimitedError(status, raw);
    case SHIPTRACK_ERROR_CONNECT:
    case SHIPTRACK_ERROR_CONNECTION:
    case SHIPTRACK_ERROR_UNAVAILABLE: throw ConnectionError(status, raw);
    case SHIPTRACK_ERROR_TIMEOUT: throw TimeoutError(status, raw);
    case SHIPTRACK_ERROR_CANCELLED: throw CancelledError(status, raw);
    case SHIPTRACK_ERROR_STORE:
    case SHIPTRACK_ERROR_STORE_BUSY:
    case SHIPTRACK_ERROR_STORE_VERSION: throw StoreError(status, raw);
    case SHIPTRACK_ERROR_SIGNATURE: throw SignatureError(status, raw);
    case SHIPTRACK_ERROR_CLOSED:
    case SHIPTRACK_ERROR_FORKED:
    case SHIPTRACK_ERROR_FREED:
    case SHIPTRACK_ERROR_NULL_ARGUMENT:
    case SHIPTRACK_ERROR_WRONG_OBJECT: throw MisuseError(status, raw);
    default: throw Error(status, raw);
  }
}

/// What a callback threw on this thread, on its way to whoever called the library here: the outermost of nested calls.
struct Thrown {
  int depth = 0;
  std::exception_ptr exception;
};
inline Thrown &thrown() {
  thread_local Thrown thrown;
  return thrown;
}

/// Keeps the exception that is being handled for the call that is under way on this thread. Without one (a thread of the
/// worker's) there is nobody to tell.
inline void carry() noexcept {
  if (thrown().depth > 0 && !thrown().exception) thrown().exception = std::current_exception();
}

/// Calls the library: what a callback threw meanwhile is thrown here, else the call's own failure.
/// Answers SHIPTRACK_OK, SHIPTRACK_DONE or SHIPTRACK_ABSENT.
template <class Call>
std::int32_t call(Call &&body) {
  struct Depth {
    Depth() { thrown().depth++; }
    ~Depth() { thrown().depth--; }
  };
  shiptrack_error *error = nullptr;
  std::int32_t status;
  {
    Depth depth;
    status = body(&error);
  }
  if (thrown().depth == 0 && thrown().exception) {
    ErrorHandle unused(error);
    std::rethrow_exception(std::exchange(thrown().exception, nullptr));
  }
  if (status != SHIPTRACK_OK && status != SHIPTRACK_DONE && status != SHIPTRACK_ABSENT) fail(status, error);
  return status;
}

/// Calls the library for an object. It has its owner before anything is thrown: a call whose callback threw may have
/// succeeded all the same.
template <class Owner, class Call>
Owner make(Call &&body) {
  Owner owner;
  call([&](auto error) {
    typename Owner::pointer raw = nullptr;
    std::int32_t status = body(&raw, error);
    owner.reset(raw);
    return status;
  });
  return owner;
}
template <class Call>
ResourceHandle make_resource(Call &&body) {
  return make<ResourceHandle>(body);
}

}  // namespace detail

/// A text that may be left out. A null pointer is no text, and does not compile.
class OptionalText {
 public:
  OptionalText() = default;
  OptionalText(std::nullopt_t) {}
  OptionalText(std::nullptr_t) = delete;
  OptionalText(const char *text) : text_(text) {}
  OptionalText(std::string text) : text_(std::move(text)) {}
  OptionalText(std::string_view text) : text_(text) {}
  OptionalText(std::optional<std::string> text) : text_(std::move(text)) {}
  OptionalText(std::optional<std::string_view> text) : text_(text) {}

  /// For C: a null pointer for no text.
  const char *c_str() const noexcept { return text_ ? text_->c_str() : nullptr; }

 private:
  std::optional<std::string> text_;
};

/// A time stamp: the text as it came, read when asked.
class Timestamp {
 public:
  explicit Timestamp(std::string_view text) : text_(text) {}

  /// The text as it came.
  std::string_view text() const noexcept { return text_; }
  /// The moment; nothing for a day without a time, and for text that is no time stamp.
  std::optional<TimePoint> instant() const {
    auto read = parts();
    if (!read || read->is_date) return std::nullopt;
    return detail::time_point(read->unix_ms);
  }
  /// Year, month and day of its writer's calendar, and the rest of it.
  std::optional<shiptrack_time> parts() const {
    shiptrack_time time;
    if (shiptrack_time_parse(std::string(text_).c_str(), &time, nullptr) != SHIPTRACK_OK) return std::nullopt;
    return time;
  }

 private:
  std::string_view text_;
};

/// A resource of any type: a view, which lives as long as what it was read from.
class Resource {
 public:
  Resource() = default;
  explicit Resource(const shiptrack_resource *raw) : raw_(raw) {}

  /// The C object.
  const shiptrack_resource *raw() const noexcept { return raw_; }
  explicit operator bool() const noexcept { return raw_ != nullptr; }

  std::string_view id() const { return detail::text(shiptrack_resource_id(raw_)).value_or(""); }
  std::string_view type() const { return detail::text(shiptrack_resource_type(raw_)).value_or(""); }
  /// The whole resource as JSON.
  std::string_view json() const { return detail::text(shiptrack_resource_json(raw_)).value_or("null"); }
  /// The document it came in.
  std::optional<std::string_view> document_json() const { return detail::text(shiptrack_resource_document_json(raw_)); }
  /// An attribute of any name, as text.
  std::optional<std::string_view> attribute(const std::string &name) const {
    return detail::text(shiptrack_resource_attribute(raw_, name.c_str()));
  }
  /// An attribute of any name, as JSON.
  std::optional<std::string_view> attribute_json(const std::string &name) const {
    return detail::text(shiptrack_resource_attribute_json(raw_, name.c_str()));
  }
  /// How many resources a relationship points at; nothing when the document does not say.
  std::optional<std::size_t> related_count(const std::string &relationship) const {
    std::size_t count = 0;
    auto status = detail::call(
        [&](auto error) { return shiptrack_resource_related_count(raw_, relationship.c_str(), &count, error); });
    if (status == SHIPTRACK_ABSENT) return std::nullopt;
    return count;
  }
  /// The id of a resource that a relationship points at.
  std::optional<std::string_view> related_id(const std::string &relationship, std::size_t index = 0) const {
    return detail::text(shiptrack_resource_related_id(raw_, relationship.c_str(), index));
  }
  /// The included resources that a relationship points at: those the document holds. When there are fewer of them than
  /// related_count() says, the resource was read without including them.
  template <class T = Resource>
  std::vector<T> related(const std::string &relationship) const {
    std::vector<T> all;
    for (std::size_t i = 0, count = related_count(relationship).value_or(0); i < count; i++)
      if (auto found = shiptrack_resource_related(raw_, relationship.c_str(), i)) all.push_back(T(found));
    return all;
  }
  /// The same resource as one of type T; nothing when it is another.
  template <class T>
  std::optional<T> as() const {
    if (type() != T::type_name) return std::nullopt;
    return T(raw_);
  }

 private:
  const shiptrack_resource *raw_ = nullptr;
};

#define SHIPTRACK_HPP_TEXT(type, name) \
  std::optional<std::string_view> name() const { return detail::text(shiptrack_##type##_##name(raw())); }
#define SHIPTRACK_HPP_TIME(type, name)                                  \
  std::optional<Timestamp> name() const {                               \
    auto text = detail::text(shiptrack_##type##_##name(raw()));         \
    return text ? std::optional<Timestamp>(Timestamp(*text)) : std::nullopt; \
  }
#define SHIPTRACK_HPP_LIST(type, name)                                                         \
  std::vector<std::string_view> name() const {                                                 \
    std::vector<std::string_view> all;                                                         \
    for (std::size_t i = 0, count = shiptrack_##type##_##name##_count(raw()); i < count; i++)  \
      all.push_back(detail::text(shiptrack_##type##_##name##_at(raw(), i)).value_or(""));      \
    return all;                                                                                \
  }
#define SHIPTRACK_HPP_NUMBER(type, name, number)                                     \
  std::optional<number> name() const {                                               \
    number value{};                                                                  \
    if (shiptrack_##type##_##name(raw(), &value) != SHIPTRACK_OK) return std::nullopt; \
    return value;                                                                    \
  }
#define SHIPTRACK_HPP_FLAG(type, name)                        \
  std::optional<bool> name() const {                          \
    auto flag = shiptrack_##type##_##name(raw());             \
    return flag < 0 ? std::nullopt : std::optional(flag != 0); \
  }
#define SHIPTRACK_HPP_CODE(type, name) \
  std::int32_t name() const { return shiptrack_##type##_##name(raw()); }

/// A request to track a number at a carrier.
class TrackingRequest : public Resource {
 public:
  static constexpr const char *type_name = "tracking_request";
  using Resource::Resource;

  SHIPTRACK_HPP_TEXT(tracking_request, request_type)
  SHIPTRACK_HPP_TEXT(tracking_request, request_number)
  SHIPTRACK_HPP_TEXT(tracking_request, scac)
  SHIPTRACK_HPP_TEXT(tracking_request, status)
  SHIPTRACK_HPP_TEXT(tracking_request, failed_reason)
  SHIPTRACK_HPP_TIME(tracking_request, created_at)
  SHIPTRACK_HPP_TIME(tracking_request, updated_at)
  SHIPTRACK_HPP_LIST(tracking_request, ref_numbers)
  SHIPTRACK_HPP_LIST(tracking_request, shipment_tags)
  SHIPTRACK_HPP_NUMBER(tracking_request, retry_count, std::int64_t)
  SHIPTRACK_HPP_FLAG(tracking_request, is_retrying)
  SHIPTRACK_HPP_CODE(tracking_request, request_type_code)
  SHIPTRACK_HPP_CODE(tracking_request, status_code)
  SHIPTRACK_HPP_CODE(tracking_request, failed_reason_code)
};

/// What travels under one bill of lading or booking.
class Shipment : public Resource {
 public:
  static constexpr const char *type_name = "shipment";
  using Resource::Resource;

  SHIPTRACK_HPP_TEXT(shipment, bill_of_lading_number)
  SHIPTRACK_HPP_TEXT(shipment, normalized_number)
  SHIPTRACK_HPP_TIME(shipment, created_at)
  SHIPTRACK_HPP_TEXT(shipment, port_of_lading_locode)
  SHIPTRACK_HPP_TEXT(shipment, port_of_lading_name)
  SHIPTRACK_HPP_TEXT(shipment, port_of_discharge_locode)
  SHIPTRACK_HPP_TEXT(shipment, port_of_discharge_name)
  SHIPTRACK_HPP_TEXT(shipment, destination_locode)
  SHIPTRACK_HPP_TEXT(shipment, destination_name)
  SHIPTRACK_HPP_TEXT(shipment, shipping_line_scac)
  SHIPTRACK_HPP_TEXT(shipment, shipping_line_name)
  SHIPTRACK_HPP_TEXT(shipment, shipping_line_short_name)
  SHIPTRACK_HPP_TEXT(shipment, customer_name)
  SHIPTRACK_HPP_TEXT(shipment, pod_vessel_name)
  SHIPTRACK_HPP_TEXT(shipment, pod_vessel_imo)
  SHIPTRACK_HPP_TEXT(shipment, pod_voyage_number)
  SHIPTRACK_HPP_TIME(shipment, pol_etd_at)
  SHIPTRACK_HPP_TIME(shipment, pol_original_etd_at)
  SHIPTRACK_HPP_TIME(shipment, pol_atd_at)
  SHIPTRACK_HPP_TIME(shipment, pod_eta_at)
  SHIPTRACK_HPP_TIME(shipment, pod_original_eta_at)
  SHIPTRACK_HPP_TIME(shipment, pod_ata_at)
  SHIPTRACK_HPP_TIME(shipment, destination_eta_at)
  SHIPTRACK_HPP_TIME(shipment, destination_original_eta_at)
  SHIPTRACK_HPP_TIME(shipment, destination_ata_at)
  SHIPTRACK_HPP_TEXT(shipment, pol_timezone)
  SHIPTRACK_HPP_TEXT(shipment, pod_timezone)
  SHIPTRACK_HPP_TEXT(shipment, destination_timezone)
  SHIPTRACK_HPP_TIME(shipment, line_tracking_last_attempted_at)
  SHIPTRACK_HPP_TIME(shipment, line_tracking_last_succeeded_at)
  SHIPTRACK_HPP_TIME(shipment, line_tracking_stopped_at)
  SHIPTRACK_HPP_TEXT(shipment, line_tracking_stopped_reason)
  SHIPTRACK_HPP_LIST(shipment, ref_numbers)
  SHIPTRACK_HPP_LIST(shipment, tags)
  SHIPTRACK_HPP_CODE(shipment, line_tracking_stopped_reason_code)
};

/// A container of a shipment.
class Container : public Resource {
 public:
  static constexpr const char *type_name = "container";
  using Resource::Resource;

  SHIPTRACK_HPP_TEXT(container, number)
  SHIPTRACK_HPP_TEXT(container, equipment_type)
  SHIPTRACK_HPP_TEXT(container, equipment_height)
  SHIPTRACK_HPP_TIME(container, created_at)
  SHIPTRACK_HPP_TEXT(container, seal_number)
  SHIPTRACK_HPP_TIME(container, pickup_lfd)
  SHIPTRACK_HPP_TIME(container, pickup_appointment_at)
  SHIPTRACK_HPP_TIME(container, pod_arrived_at)
  SHIPTRACK_HPP_TIME(container, pod_discharged_at)
  SHIPTRACK_HPP_TIME(container, pod_full_out_at)
  SHIPTRACK_HPP_TIME(container, terminal_checked_at)
  SHIPTRACK_HPP_TEXT(container, pod_full_out_chassis_number)
  SHIPTRACK_HPP_TEXT(container, location_at_pod_terminal)
  SHIPTRACK_HPP_TIME(container, final_destination_full_out_at)
  SHIPTRACK_HPP_TIME(container, empty_terminated_at)
  SHIPTRACK_HPP_TEXT(container, pod_timezone)
  SHIPTRACK_HPP_TEXT(container, final_destination_timezone)
  SHIPTRACK_HPP_TEXT(container, empty_terminated_timezone)
  SHIPTRACK_HPP_TEXT(container, pod_rail_carrier_scac)
  SHIPTRACK_HPP_TEXT(container, ind_rail_carrier_scac)
  SHIPTRACK_HPP_TIME(container, pod_last_tracking_request_at)
  SHIPTRACK_HPP_TIME(container, shipment_last_tracking_request_at)
  SHIPTRACK_HPP_TIME(container, pod_rail_loaded_at)
  SHIPTRACK_HPP_TIME(container, pod_rail_departed_at)
  SHIPTRACK_HPP_TIME(container, ind_eta_at)
  SHIPTRACK_HPP_TIME(container, ind_ata_at)
  SHIPTRACK_HPP_TIME(container, ind_rail_unloaded_at)
  SHIPTRACK_HPP_TIME(container, ind_facility_lfd_on)
  SHIPTRACK_HPP_TIME(container, pickup_lfd_terminal)
  SHIPTRACK_HPP_TIME(container, pickup_lfd_rail)
  SHIPTRACK_HPP_TIME(container, pickup_lfd_line)
  SHIPTRACK_HPP_TEXT(container, current_status)
  SHIPTRACK_HPP_TIME(container, delivered_at)
  SHIPTRACK_HPP_TIME(container, empty_out_at)
  SHIPTRACK_HPP_TIME(container, pol_full_in_at)
  SHIPTRACK_HPP_TIME(container, pol_vessel_loaded_at)
  SHIPTRACK_HPP_TIME(container, pol_vessel_departed_at)
  SHIPTRACK_HPP_TIME(container, rail_last_tracking_request_at)
  SHIPTRACK_HPP_LIST(container, ref_numbers)
  SHIPTRACK_HPP_NUMBER(container, equipment_length, std::int64_t)
  SHIPTRACK_HPP_NUMBER(container, weight_in_lbs, double)
  SHIPTRACK_HPP_FLAG(container, availability_known)
  SHIPTRACK_HPP_FLAG(container, available_for_pickup)
  SHIPTRACK_HPP_CODE(container, current_status_code)

  /// A hold at a terminal.
  struct Hold {
    std::string_view name, status;
    std::optional<std::string_view> description;
  };

  /// The holds; none when it is clear.
  std::vector<Hold> holds() const {
    std::vector<Hold> all;
    for (std::size_t i = 0; i < shiptrack_container_hold_count(raw()); i++)
      all.push_back({detail::text(shiptrack_container_hold_name(raw(), i)).value_or(""),
                     detail::text(shiptrack_container_hold_status(raw(), i)).value_or(""),
                     detail::text(shiptrack_container_hold_description(raw(), i))});
    return all;
  }

  /// A fee at a terminal; the amount in the digits it came in.
  struct Fee {
    std::string_view type, amount;
    std::optional<std::string_view> currency_code;
  };

  /// The fees.
  std::vector<Fee> fees() const {
    std::vector<Fee> all;
    for (std::size_t i = 0; i < shiptrack_container_fee_count(raw()); i++)
      all.push_back({detail::text(shiptrack_container_fee_type(raw(), i)).value_or(""),
                     detail::text(shiptrack_container_fee_amount(raw(), i)).value_or(""),
                     detail::text(shiptrack_container_fee_currency_code(raw(), i))});
    return all;
  }
};

/// What happened, or is expected to happen, to a container.
class TransportEvent : public Resource {
 public:
  static constexpr const char *type_name = "transport_event";
  using Resource::Resource;

  SHIPTRACK_HPP_TEXT(transport_event, event)
  SHIPTRACK_HPP_TEXT(transport_event, voyage_number)
  SHIPTRACK_HPP_TIME(transport_event, timestamp)
  SHIPTRACK_HPP_TEXT(transport_event, timezone)
  SHIPTRACK_HPP_TEXT(transport_event, location_locode)
  SHIPTRACK_HPP_TIME(transport_event, created_at)
  SHIPTRACK_HPP_TEXT(transport_event, data_source)
  SHIPTRACK_HPP_TIME(transport_event, invalidated_at)
  SHIPTRACK_HPP_TEXT(transport_event, value)
  SHIPTRACK_HPP_CODE(transport_event, event_code)
  SHIPTRACK_HPP_CODE(transport_event, data_source_code)
};

/// A message an account received.
class EmailSubmission : public Resource {
 public:
  static constexpr const char *type_name = "email_submission";
  using Resource::Resource;

  SHIPTRACK_HPP_TEXT(email_submission, subject)
  SHIPTRACK_HPP_TEXT(email_submission, body)
  SHIPTRACK_HPP_TEXT(email_submission, body_preview)
  SHIPTRACK_HPP_TIME(email_submission, sent_at)
  SHIPTRACK_HPP_TEXT(email_submission, message_id)
  SHIPTRACK_HPP_TEXT(email_submission, in_reply_to)
  SHIPTRACK_HPP_TEXT(email_submission, content_type)
  SHIPTRACK_HPP_TIME(email_submission, created_at)
  SHIPTRACK_HPP_TIME(email_submission, updated_at)
  SHIPTRACK_HPP_LIST(email_submission, from)
  SHIPTRACK_HPP_LIST(email_submission, to)
  SHIPTRACK_HPP_LIST(email_submission, cc)
  SHIPTRACK_HPP_LIST(email_submission, references)
  SHIPTRACK_HPP_NUMBER(email_submission, documents_count, std::int64_t)
};

/// A document.
class Document : public Resource {
 public:
  static constexpr const char *type_name = "document";
  using Resource::Resource;

  SHIPTRACK_HPP_TEXT(document, name)
  SHIPTRACK_HPP_TEXT(document, source)
  SHIPTRACK_HPP_TEXT(document, document_type)
  SHIPTRACK_HPP_TEXT(document, document_type_manual)
  SHIPTRACK_HPP_TEXT(document, classification_notes)
  SHIPTRACK_HPP_TEXT(document, file_name)
  SHIPTRACK_HPP_TEXT(document, file_content_type)
  SHIPTRACK_HPP_TIME(document, created_at)
  SHIPTRACK_HPP_TIME(document, updated_at)
  SHIPTRACK_HPP_NUMBER(document, file_size_bytes, std::int64_t)
  SHIPTRACK_HPP_CODE(document, source_code)
};

/// What was read out of a document.
class DocumentRepresentation : public Resource {
 public:
  static constexpr const char *type_name = "document_representation";
  using Resource::Resource;

  SHIPTRACK_HPP_TEXT(document_representation, schema_version)
  SHIPTRACK_HPP_TEXT(document_representation, payload)
  SHIPTRACK_HPP_TIME(document_representation, created_at)
  SHIPTRACK_HPP_TIME(document_representation, updated_at)
};

/// A URL that is told of events.
class Webhook : public Resource {
 public:
  static constexpr const char *type_name = "webhook";
  using Resource::Resource;

  SHIPTRACK_HPP_TEXT(webhook, url)
  SHIPTRACK_HPP_TEXT(webhook, secret)
  SHIPTRACK_HPP_TIME(webhook, created_at)
  SHIPTRACK_HPP_LIST(webhook, events)
  SHIPTRACK_HPP_FLAG(webhook, active)
};

/// One event, told to one webhook.
class WebhookNotification : public Resource {
 public:
  static constexpr const char *type_name = "webhook_notification";
  using Resource::Resource;

  SHIPTRACK_HPP_TEXT(webhook_notification, event)
  SHIPTRACK_HPP_TEXT(webhook_notification, delivery_status)
  SHIPTRACK_HPP_TIME(webhook_notification, created_at)
  SHIPTRACK_HPP_TEXT(webhook_notification, version)
  SHIPTRACK_HPP_CODE(webhook_notification, event_code)
  SHIPTRACK_HPP_CODE(webhook_notification, delivery_status_code)
};

/// An ocean carrier whose numbers can be tracked.
class ShippingLine : public Resource {
 public:
  static constexpr const char *type_name = "shipping_line";
  using Resource::Resource;

  SHIPTRACK_HPP_TEXT(shipping_line, scac)
  SHIPTRACK_HPP_TEXT(shipping_line, name)
  SHIPTRACK_HPP_TEXT(shipping_line, short_name)
  SHIPTRACK_HPP_TEXT(shipping_line, provided_data)
  SHIPTRACK_HPP_TEXT(shipping_line, tracking_url)
  SHIPTRACK_HPP_TEXT(shipping_line, contact_url)
  SHIPTRACK_HPP_LIST(shipping_line, alternative_scacs)
  SHIPTRACK_HPP_FLAG(shipping_line, bill_of_lading_tracking_support)
  SHIPTRACK_HPP_FLAG(shipping_line, booking_number_tracking_support)
  SHIPTRACK_HPP_FLAG(shipping_line, container_number_tracking_support)
};

/// An account.
class Account : public Resource {
 public:
  static constexpr const char *type_name = "account";
  using Resource::Resource;

  SHIPTRACK_HPP_TEXT(account, company_name)
};

#undef SHIPTRACK_HPP_TEXT
#undef SHIPTRACK_HPP_TIME
#undef SHIPTRACK_HPP_LIST
#undef SHIPTRACK_HPP_NUMBER
#undef SHIPTRACK_HPP_FLAG
#undef SHIPTRACK_HPP_CODE

/// A resource of one's own, with everything that came along with it: `owned->id()`, `*owned`. It becomes a view of itself
/// as long as it has a name; a view of what is gone at the end of the statement does not compile.
template <class T>
class Owned {
 public:
  explicit Owned(shiptrack_resource *raw) : handle_(raw), view_(raw) {}
  Owned(Owned &&other) noexcept : handle_(std::move(other.handle_)), view_(std::exchange(other.view_, T())) {}
  Owned &operator=(Owned &&other) noexcept {
    handle_ = std::move(other.handle_);
    view_ = std::exchange(other.view_, T());
    return *this;
  }

  const T *operator->() const & noexcept { return &view_; }
  const T *operator->() const && = delete;
  const T &operator*() const & noexcept { return view_; }
  const T &operator*() const && = delete;
  operator T() const & noexcept { return view_; }
  operator T() const && = delete;
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  /// The C object.
  const shiptrack_resource *raw() const & noexcept { return handle_.get(); }
  const shiptrack_resource *raw() const && = delete;

 private:
  detail::ResourceHandle handle_;
  T view_;
};

/// Makes an owned copy, which outlives what the view was read from.
template <class T>
Owned<T> copy(const T &view) {
  auto raw = detail::make_resource([&](auto place, auto error) {
    return shiptrack_resource_copy(view.raw(), place, error);
  });
  return Owned<T>(raw.release());
}
template <class T>
Owned<T> copy(const Owned<T> &owned) {
  return copy(*owned);
}

/// One page of a listing: a range of T.
template <class T>
class Page {
 public:
  explicit Page(shiptrack_page *raw) : handle_(raw) {}

  /// Reads a document as a page.
  static Page parse(std::string_view json) {
    auto raw = detail::make<detail::PageHandle>([&](auto place, auto error) {
      return shiptrack_page_parse(T::type_name, detail::bytes(json), json.size(), place, error);
    });
    return Page(raw.release());
  }

  std::size_t size() const { return shiptrack_page_count(handle_.get()); }
  bool empty() const { return size() == 0; }
  /// How many items the whole listing has, when the document says so.
  std::optional<std::int64_t> total() const {
    auto total = shiptrack_page_total(handle_.get());
    return total < 0 ? std::nullopt : std::optional(total);
  }
  /// An item; throws when it cannot be read, or `index` is past the end.
  T at(std::size_t index) const && = delete;
  T at(std::size_t index) const & {
    const shiptrack_resource *item = nullptr;
    if (detail::call([&](auto error) { return shiptrack_page_read(handle_.get(), index, &item, error); }) != SHIPTRACK_OK)
      throw std::out_of_range("shiptrack::Page::at");
    return T(item);
  }
  /// An included resource by id.
  template <class U>
  std::optional<U> included(const std::string &id) const && = delete;
  template <class U>
  std::optional<U> included(const std::string &id) const & {
    auto found = shiptrack_page_included(handle_.get(), U::type_name, id.c_str());
    return found ? std::optional<U>(U(found)) : std::nullopt;
  }
  std::string_view json() const && = delete;
  std::string_view json() const & { return detail::text(shiptrack_page_json(handle_.get())).value_or(""); }

  class iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = const T *;
    using reference = T;

    iterator(const Page *page, std::size_t index) : page_(page), index_(index) {}
    T operator*() const { return page_->at(index_); }
    iterator &operator++() { return index_++, *this; }
    iterator operator++(int) { return iterator(page_, index_++); }
    bool operator==(const iterator &other) const { return index_ == other.index_; }
    bool operator!=(const iterator &other) const { return index_ != other.index_; }

   private:
    const Page *page_;
    std::size_t index_;
  };
  iterator begin() const { return iterator(this, 0); }
  iterator end() const { return iterator(this, size()); }

 private:
  detail::PageHandle handle_;
};

/// A listing on its way. It can be walked once: page by page with next(), or item by item with a range-for, in which an
/// item lives until the loop moves on.
template <class T>
class Pages {
 public:
  explicit Pages(shiptrack_pages *raw) : handle_(raw) {}

  /// Fetches the next page; nothing when there is none.
  std::optional<Page<T>> next() {
    auto page = detail::make<detail::PageHandle>(
        [&](auto place, auto error) { return shiptrack_pages_next(handle_.get(), place, error); });
    return page ? std::optional(Page<T>(page.release())) : std::nullopt;
  }

  class iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = const T *;
    using reference = T;

    iterator() = default;
    explicit iterator(Pages *pages) : pages_(pages) { fetch(); }
    T operator*() const { return page_->at(index_); }
    iterator &operator++() {
      if (++index_ >= page_->size()) fetch();
      return *this;
    }
    bool operator==(const iterator &other) const { return pages_ == other.pages_; }
    bool operator!=(const iterator &other) const { return !(*this == other); }

   private:
    /// Goes to the next page that has items; to the end when there is none.
    void fetch() {
      index_ = 0;
      for (;;) {
        auto next = pages_->next();
        if (!next) {
          pages_ = nullptr;
          page_.reset();
          return;
        }
        page_ = std::make_shared<Page<T>>(std::move(*next));
        if (!page_->empty()) return;
      }
    }

    Pages *pages_ = nullptr;
    std::shared_ptr<Page<T>> page_;
    std::size_t index_ = 0;
  };
  iterator begin() { return iterator(this); }
  iterator end() { return iterator(); }

 private:
  detail::PagesHandle handle_;
};

/// Parameters of a listing.
class Query {
 public:
  Query() {
    auto raw = detail::make<detail::QueryHandle>([&](auto place, auto error) {
      return shiptrack_query_new(place, error);
    });
    handle_ = std::move(raw);
  }
  Query &set(const std::string &name, const std::string &value) & {
    detail::call([&](auto error) { return shiptrack_query_set(raw(), name.c_str(), value.c_str(), error); });
    return *this;
  }
  Query &include(const std::string &path) & {
    detail::call([&](auto error) { return shiptrack_query_include(raw(), path.c_str(), error); });
    return *this;
  }
  Query &max_items(std::size_t items) & {
    detail::call([&](auto error) { return shiptrack_query_max_items(raw(), items, error); });
    return *this;
  }
  Query &resume_from(const std::string &url) & {
    detail::call([&](auto error) { return shiptrack_query_resume_from(raw(), url.c_str(), error); });
    return *this;
  }
  Query &page_size(unsigned items) & { return set("page[size]", std::to_string(items)); }
  Query &&set(const std::string &name, const std::string &value) && { return std::move(set(name, value)); }
  Query &&include(const std::string &path) && { return std::move(include(path)); }
  Query &&max_items(std::size_t items) && { return std::move(max_items(items)); }
  Query &&resume_from(const std::string &url) && { return std::move(resume_from(url)); }
  Query &&page_size(unsigned items) && { return std::move(page_size(items)); }
  const shiptrack_query *raw() const noexcept { return handle_.get(); }

 private:
  detail::QueryHandle handle_;
};

/// Attributes of a resource that is to be created or changed.
class Draft {
 public:
  Draft() {
    auto raw = detail::make<detail::DraftHandle>([&](auto place, auto error) {
      return shiptrack_draft_new(place, error);
    });
    handle_ = std::move(raw);
  }
  Draft &text(const std::string &name, const std::string &value) & {
    detail::call([&](auto error) { return shiptrack_draft_text(raw(), name.c_str(), value.c_str(), error); });
    return *this;
  }
  Draft &flag(const std::string &name, bool value) & {
    detail::call([&](auto error) { return shiptrack_draft_flag(raw(), name.c_str(), value, error); });
    return *this;
  }
  /// Adds to an attribute that is a list.
  Draft &add(const std::string &name, const std::string &value) & {
    detail::call([&](auto error) { return shiptrack_draft_add(raw(), name.c_str(), value.c_str(), error); });
    return *this;
  }
  /// Adds a header of a webhook's deliveries.
  Draft &header(const std::string &name, const std::string &value) & {
    detail::call([&](auto error) { return shiptrack_draft_header(raw(), name.c_str(), value.c_str(), error); });
    return *this;
  }
  Draft &json(const std::string &name, const std::string &value) & {
    detail::call([&](auto error) { return shiptrack_draft_json(raw(), name.c_str(), value.c_str(), error); });
    return *this;
  }
  Draft &&text(const std::string &name, const std::string &value) && { return std::move(text(name, value)); }
  Draft &&flag(const std::string &name, bool value) && { return std::move(flag(name, value)); }
  Draft &&add(const std::string &name, const std::string &value) && { return std::move(add(name, value)); }
  Draft &&header(const std::string &name, const std::string &value) && { return std::move(header(name, value)); }
  Draft &&json(const std::string &name, const std::string &value) && { return std::move(json(name, value)); }
  const shiptrack_draft *raw() const noexcept { return handle_.get(); }

 private:
  detail::DraftHandle handle_;
};

/// Tells waiting calls to give up; from any thread.
class Cancel {
 public:
  Cancel() {
    auto raw = detail::make<detail::CancelHandle>([&](auto place, auto error) {
      return shiptrack_cancel_new(place, error);
    });
    handle_ = std::move(raw);
  }
  void now() const { shiptrack_cancel_now(handle_.get()); }
  const shiptrack_cancel *raw() const noexcept { return handle_.get(); }

 private:
  detail::CancelHandle handle_;
};

/// An answer as it came.
class Response {
 public:
  explicit Response(shiptrack_response *raw) : handle_(raw) {}
  std::int32_t http_status() const { return shiptrack_response_http_status(handle_.get()); }
  std::string_view body() const && = delete;
  std::string_view body() const & { return detail::text(shiptrack_response_body(handle_.get())).value_or(""); }
  std::optional<std::string_view> header(const std::string &name) const && = delete;
  std::optional<std::string_view> header(const std::string &name) const & {
    return detail::text(shiptrack_response_header(handle_.get(), name.c_str()));
  }

 private:
  detail::ResponseHandle handle_;
};

/// What the service makes of a bare number.
class Inference {
 public:
  explicit Inference(shiptrack_inference *raw) : handle_(raw) {}
  std::optional<std::string_view> request_type() const && = delete;
  std::optional<std::string_view> request_type() const & {
    return detail::text(shiptrack_inference_request_type(raw()));
  }
  std::optional<std::string_view> parsed_number() const && = delete;
  std::optional<std::string_view> parsed_number() const & {
    return detail::text(shiptrack_inference_parsed_number(raw()));
  }
  std::optional<std::string_view> selected_scac() const && = delete;
  std::optional<std::string_view> selected_scac() const & {
    return detail::text(shiptrack_inference_selected_scac(raw()));
  }
  std::optional<std::string_view> decision() const && = delete;
  std::optional<std::string_view> decision() const & { return detail::text(shiptrack_inference_decision(raw())); }
  std::optional<std::string_view> reason() const && = delete;
  std::optional<std::string_view> reason() const & { return detail::text(shiptrack_inference_reason(raw())); }
  std::optional<bool> is_valid() const {
    auto valid = shiptrack_inference_is_valid(raw());
    return valid < 0 ? std::nullopt : std::optional(valid != 0);
  }
  const shiptrack_inference *raw() const noexcept { return handle_.get(); }

 private:
  detail::InferenceHandle handle_;
};

/// Settings of a client.
class ClientOptions {
 public:
  /// Is told of every attempt; its members are borrowed for the call.
  using Attempt = std::function<void(const shiptrack_attempt &)>;
  /// Is given a line for people about every attempt.
  using Log = std::function<void(bool is_problem, std::string_view line)>;

  ClientOptions() {
    auto raw = detail::make<detail::ClientOptionsHandle>([&](auto place, auto error) {
      return shiptrack_client_options_new(place, error);
    });
    handle_ = std::move(raw);
  }
  ClientOptions &timeout(Milliseconds time) {
    detail::call([&](auto error) { return shiptrack_client_options_timeout(raw(), time.count(), error); });
    return *this;
  }
  ClientOptions &retries(std::uint32_t attempts, Milliseconds base, Milliseconds cap) {
    detail::call([&](auto error) {
      return shiptrack_client_options_retries(raw(), attempts, base.count(), cap.count(), error);
    });
    return *this;
  }
  ClientOptions &allow_insecure_http() {
    detail::call([&](auto error) { return shiptrack_client_options_allow_insecure_http(raw(), error); });
    return *this;
  }
  ClientOptions &header(const std::string &name, const std::string &value) {
    detail::call([&](auto error) {
      return shiptrack_client_options_header(raw(), name.c_str(), value.c_str(), error);
    });
    return *this;
  }
  ClientOptions &on_attempt(Attempt callback) {
    auto kept = std::make_unique<Attempt>(std::move(callback));
    detail::call([&](auto error) {
      return shiptrack_client_options_on_attempt(
          raw(),
          [](void *data, const shiptrack_attempt *attempt) {
            try {
              (*static_cast<Attempt *>(data))(*attempt);
            } catch (...) {
              detail::carry();
            }
          },
          kept.get(), [](void *data) { delete static_cast<Attempt *>(data); }, error);
    });
    (void)kept.release();
    return *this;
  }
  ClientOptions &on_log(Log callback) {
    auto kept = std::make_unique<Log>(std::move(callback));
    detail::call([&](auto error) {
      return shiptrack_client_options_on_log(
          raw(),
          [](void *data, std::int32_t is_problem, const char *line) {
            try {
              (*static_cast<Log *>(data))(is_problem != 0, line);
            } catch (...) {
              detail::carry();
            }
          },
          kept.get(), [](void *data) { delete static_cast<Log *>(data); }, error);
    });
    (void)kept.release();
    return *this;
  }
  /// For settings this class does not name: the C functions shiptrack_client_options_…
  const shiptrack_client_options *raw() const noexcept { return handle_.get(); }

 private:
  detail::ClientOptionsHandle handle_;
};

/// A client of the service, hosted or in this process.
class Client {
 public:
  /// Is shown a tracking request at every look; answers false to stop waiting.
  using Progress = std::function<bool(TrackingRequest)>;

  explicit Client(shiptrack_client *raw) : handle_(raw) {}

  /// A client of the service at `base_url` (`https://host/v2`).
  static Client open(const std::string &base_url, const std::string &api_key, const ClientOptions &options = {}) {
    auto raw = detail::make<detail::ClientHandle>([&](auto place, auto error) {
      return shiptrack_client_open(base_url.c_str(), api_key.c_str(), options.raw(), place, error);
    });
    return Client(raw.release());
  }
  /// A client set up by SHIPTRACK_BASE_URL and SHIPTRACK_API_KEY.
  static Client from_env(const ClientOptions &options = {}) {
    auto raw = detail::make<detail::ClientHandle>([&](auto place, auto error) {
      return shiptrack_client_from_env(options.raw(), place, error);
    });
    return Client(raw.release());
  }
  /// The same client, its calls limited to this time each.
  Client with_timeout(Milliseconds time) const {
    auto derived = detail::make<detail::ClientHandle>([&](auto place, auto error) {
      return shiptrack_client_with_timeout(raw(), time.count(), place, error);
    });
    return Client(derived.release());
  }
  /// The same client, its calls ended by `cancel`.
  Client with_cancel(const Cancel &cancel) const {
    auto derived = detail::make<detail::ClientHandle>([&](auto place, auto error) {
      return shiptrack_client_with_cancel(raw(), cancel.raw(), place, error);
    });
    return Client(derived.release());
  }
  void close() const {
    detail::call([&](auto error) { return shiptrack_client_close(raw(), error); });
  }

  /// Creates a tracking request. Without `scac` the service finds the carrier.
  Owned<TrackingRequest> create(const std::string &type, const std::string &number,
                                const OptionalText &scac, const Draft &draft = {}) const {
    return fetch<TrackingRequest>([&](auto resource, auto error) {
      return shiptrack_tracking_request_create(raw(), type.c_str(), number.c_str(), scac.c_str(),
                                               draft.raw(), resource, error);
    });
  }
  /// Creates a tracking request, or takes over the live one there is. Safe to call twice.
  Owned<TrackingRequest> track(const std::string &type, const std::string &number,
                               const OptionalText &scac, const Draft &draft = {},
                               std::int32_t *how = nullptr) const {
    return fetch<TrackingRequest>([&](auto resource, auto error) {
      return shiptrack_tracking_request_track(raw(), type.c_str(), number.c_str(), scac.c_str(),
                                              draft.raw(), how, resource, error);
    });
  }
  /// Waits until a tracking request is settled.
  Owned<TrackingRequest> wait(std::string_view id, Milliseconds timeout = std::chrono::minutes(5),
                              const Progress &progress = nullptr, Milliseconds poll = Milliseconds(0)) const {
    return wait_with(shiptrack_tracking_request_wait, id, timeout, progress, poll);
  }
  /// Waits until the carrier has answered for the first time: settled, or awaiting its manifest.
  Owned<TrackingRequest> wait_until_answered(std::string_view id, Milliseconds timeout = std::chrono::minutes(5),
                                             const Progress &progress = nullptr,
                                             Milliseconds poll = Milliseconds(0)) const {
    return wait_with(shiptrack_tracking_request_wait_until_answered, id, timeout, progress, poll);
  }
  /// Asks the service what a number is.
  Inference infer(const std::string &number) const {
    auto inference = detail::make<detail::InferenceHandle>([&](auto place, auto error) {
      return shiptrack_tracking_request_infer(raw(), number.c_str(), place, error);
    });
    return Inference(inference.release());
  }

  Owned<TrackingRequest> tracking_request(std::string_view id, const Query &query = {}) const {
    return get<TrackingRequest>(shiptrack_tracking_request_get, id, query);
  }
  Owned<Shipment> shipment(std::string_view id, const Query &query = {}) const {
    return get<Shipment>(shiptrack_shipment_get, id, query);
  }
  Owned<Container> container(std::string_view id, const Query &query = {}) const {
    return get<Container>(shiptrack_container_get, id, query);
  }
  Owned<EmailSubmission> email_submission(std::string_view id, const Query &query = {}) const {
    return get<EmailSubmission>(shiptrack_email_submission_get, id, query);
  }
  Owned<Document> document(std::string_view id, const Query &query = {}) const {
    return get<Document>(shiptrack_document_get, id, query);
  }
  Owned<WebhookNotification> webhook_notification(std::string_view id, const Query &query = {}) const {
    return get<WebhookNotification>(shiptrack_webhook_notification_get, id, query);
  }
  Owned<Webhook> webhook(std::string_view id) const { return get_alone<Webhook>(shiptrack_webhook_get, id); }
  Owned<ShippingLine> shipping_line(std::string_view id) const {
    return get_alone<ShippingLine>(shiptrack_shipping_line_get, id);
  }

  Pages<TrackingRequest> tracking_requests(const Query &query = {}) const {
    return list<TrackingRequest>(shiptrack_tracking_request_list, query);
  }
  Pages<Shipment> shipments(const Query &query = {}) const {
    return list<Shipment>(shiptrack_shipment_list, query);
  }
  Pages<Container> containers(const Query &query = {}) const {
    return list<Container>(shiptrack_container_list, query);
  }
  Pages<EmailSubmission> email_submissions(const Query &query = {}) const {
    return list<EmailSubmission>(shiptrack_email_submission_list, query);
  }
  Pages<Document> documents(const Query &query = {}) const {
    return list<Document>(shiptrack_document_list, query);
  }
  Pages<Webhook> webhooks(const Query &query = {}) const { return list<Webhook>(shiptrack_webhook_list, query); }
  Pages<WebhookNotification> webhook_notifications(const Query &query = {}) const {
    return list<WebhookNotification>(shiptrack_webhook_notification_list, query);
  }
  Pages<ShippingLine> shipping_lines(const Query &query = {}) const {
    return list<ShippingLine>(shiptrack_shipping_line_list, query);
  }
  /// The events of a container, in no order of time.
  Pages<TransportEvent> transport_events(std::string_view container_id, const Query &query = {}) const {
    auto pages = detail::make<detail::PagesHandle>([&](auto place, auto error) {
      return shiptrack_transport_event_list(raw(), std::string(container_id).c_str(), query.raw(),
                                            place, error);
    });
    return Pages<TransportEvent>(pages.release());
  }

  Owned<TrackingRequest> update_tracking_request(std::string_view id, const Draft &draft) const {
    return update<TrackingRequest>(shiptrack_tracking_request_update, id, draft);
  }
  Owned<Shipment> update_shipment(std::string_view id, const Draft &draft) const {
    return update<Shipment>(shiptrack_shipment_update, id, draft);
  }
  Owned<Shipment> stop_tracking(std::string_view id) const {
    return get_alone<Shipment>(shiptrack_shipment_stop_tracking, id);
  }
  Owned<Shipment> resume_tracking(std::string_view id) const {
    return get_alone<Shipment>(shiptrack_shipment_resume_tracking, id);
  }
  Owned<Webhook> create_webhook(const std::string &url, const Draft &draft = {}) const {
    return fetch<Webhook>([&](auto resource, auto error) {
      return shiptrack_webhook_create(raw(), url.c_str(), draft.raw(), resource, error);
    });
  }
  Owned<Webhook> update_webhook(std::string_view id, const Draft &draft) const {
    return update<Webhook>(shiptrack_webhook_update, id, draft);
  }
  void delete_webhook(std::string_view id) const {
    detail::call([&](auto error) { return shiptrack_webhook_delete(raw(), std::string(id).c_str(), error); });
  }

  /// Sends any request.
  Response send(const std::string &method, const std::string &path, const Query &query = {},
                std::string_view json = {}) const {
    auto response = detail::make<detail::ResponseHandle>([&](auto place, auto error) {
      return shiptrack_client_send(raw(), method.c_str(), path.c_str(), query.raw(),
                                   detail::bytes(json), json.size(), place, error);
    });
    return Response(response.release());
  }
  /// Puts another API key in place, also for the clients made from this one.
  void set_api_key(const std::string &api_key) const {
    detail::call([&](auto error) { return shiptrack_client_set_api_key(raw(), api_key.c_str(), error); });
  }
  /// How many requests of a bucket (SHIPTRACK_BUCKET_…) could go now; nothing without a limit.
  std::optional<std::int64_t> allowance(std::int32_t bucket = SHIPTRACK_BUCKET_DEFAULT) const {
    std::int64_t left = -1;
    detail::call([&](auto error) { return shiptrack_client_allowance(raw(), bucket, &left, error); });
    return left < 0 ? std::nullopt : std::optional(left);
  }
  /// For what this class does not name: the C functions.
  const shiptrack_client *raw() const noexcept { return handle_.get(); }

 private:
  template <class Wait>
  Owned<TrackingRequest> wait_with(Wait verb, std::string_view id, Milliseconds timeout, const Progress &progress,
                                   Milliseconds poll) const {
    struct Watch {
      const Progress &progress;
      bool pending;
    } watch{progress, detail::thrown().exception != nullptr};
    auto look = [](void *data, const shiptrack_resource *request) -> std::int32_t {
      auto &told = *static_cast<const Watch *>(data);
      // A callback threw meanwhile: whoever waits is to know at once.
      if (!told.pending && detail::thrown().exception) return 1;
      try {
        return !told.progress || told.progress(TrackingRequest(request)) ? 0 : 1;
      } catch (...) {
        detail::carry();
        return 1;
      }
    };
    return fetch<TrackingRequest>([&](auto resource, auto error) {
      return verb(raw(), std::string(id).c_str(), timeout.count(), poll.count(), +look, &watch, resource,
                  error);
    });
  }
  template <class T, class Ask>
  Owned<T> fetch(Ask &&ask) const {
    auto resource = detail::make_resource([&](auto place, auto error) { return ask(place, error); });
    return Owned<T>(resource.release());
  }
  template <class T, class Get>
  Owned<T> get(Get verb, std::string_view id, const Query &query) const {
    return fetch<T>([&](auto resource, auto error) {
      return verb(raw(), std::string(id).c_str(), query.raw(), resource, error);
    });
  }
  template <class T, class Get>
  Owned<T> get_alone(Get verb, std::string_view id) const {
    return fetch<T>([&](auto resource, auto error) { return verb(raw(), std::string(id).c_str(), resource, error); });
  }
  template <class T, class Update>
  Owned<T> update(Update verb, std::string_view id, const Draft &draft) const {
    return fetch<T>([&](auto resource, auto error) {
      return verb(raw(), std::string(id).c_str(), draft.raw(), resource, error);
    });
  }
  template <class T, class List>
  Pages<T> list(List verb, const Query &query) const {
    auto pages = detail::make<detail::PagesHandle>([&](auto place, auto error) {
      return verb(raw(), query.raw(), place, error);
    });
    return Pages<T>(pages.release());
  }

  detail::ClientHandle handle_;
};

/// A clock that is moved by hand.
class Clock {
 public:
  explicit Clock(TimePoint at) {
    auto raw = detail::make<detail::ClockHandle>([&](auto place, auto error) {
      return shiptrack_clock_new(detail::unix_ms(at), place, error);
    });
    handle_ = std::move(raw);
  }
  TimePoint now() const {
    std::int64_t unix_ms = 0;
    detail::call([&](auto error) { return shiptrack_clock_now(raw(), &unix_ms, error); });
    return detail::time_point(unix_ms);
  }
  void advance(Milliseconds by) const {
    detail::call([&](auto error) { return shiptrack_clock_advance(raw(), by.count(), error); });
  }
  const shiptrack_clock *raw() const noexcept { return handle_.get(); }

 private:
  detail::ClockHandle handle_;
};

/// What a carrier is asked; borrowed for the call.
class LookUp {
 public:
  explicit LookUp(const shiptrack_look_up *raw) : raw_(raw) {}
  std::string_view scac() const { return detail::text(shiptrack_look_up_scac(raw_)).value_or(""); }
  std::string_view request_type() const { return detail::text(shiptrack_look_up_request_type(raw_)).value_or(""); }
  std::string_view number() const { return detail::text(shiptrack_look_up_number(raw_)).value_or(""); }
  std::string_view normalized_number() const {
    return detail::text(shiptrack_look_up_normalized_number(raw_)).value_or("");
  }
  std::uint32_t attempt() const { return shiptrack_look_up_attempt(raw_); }
  TimePoint now() const { return detail::time_point(shiptrack_look_up_now_unix_ms(raw_)); }
  bool is_cancelled() const { return shiptrack_look_up_is_cancelled(raw_) != 0; }

 private:
  const shiptrack_look_up *raw_;
};

/// Where a carrier puts what it knows; borrowed for the call.
class Answer {
 public:
  explicit Answer(const shiptrack_answer *raw) : raw_(raw) {}
  /// Adds facts, as JSON.
  void facts(std::string_view json) const {
    detail::call([&](auto error) { return shiptrack_answer_facts(raw_, detail::bytes(json), json.size(), error); });
  }
  /// The facts are everything the source knows.
  void complete() const {
    detail::call([&](auto error) { return shiptrack_answer_complete(raw_, error); });
  }
  void reference(const std::string &number) const {
    detail::call([&](auto error) { return shiptrack_answer_reference(raw_, number.c_str(), error); });
  }
  void retry_after(Milliseconds pause) const {
    detail::call([&](auto error) { return shiptrack_answer_retry_after(raw_, pause.count(), error); });
  }

 private:
  const shiptrack_answer *raw_;
};

/// A document to be read; borrowed for the call.
class Attachment {
 public:
  explicit Attachment(const shiptrack_attachment *raw) : raw_(raw) {}
  std::string_view name() const { return detail::text(shiptrack_attachment_name(raw_)).value_or(""); }
  std::string_view content_type() const { return detail::text(shiptrack_attachment_content_type(raw_)).value_or(""); }
  std::string_view content() const { return detail::text(shiptrack_attachment_content(raw_)).value_or(""); }
  std::optional<std::string_view> email_body() const { return detail::text(shiptrack_attachment_email_body(raw_)); }

 private:
  const shiptrack_attachment *raw_;
};

/// What was read out of a document.
struct Extraction {
  std::optional<std::string> document_type;
  std::string schema_version;
  /// A JSON object.
  std::string payload_json = "{}";
};

/// Settings of a service, and what the host plugs in.
///
/// An exception that leaves a callback comes out of the call of this library that runs on the same thread (run_due(),
/// wait(), ingest_email() …):
///
/// * What the call did has happened all the same: the work is done, the request created, the message taken in. Its result
///   is freed, and what it would have failed with is not told.
/// * It comes out when the call ends, not at once; wait() ends at its next look. Of several the first comes out.
/// * When a callback calls the library itself, the outermost call throws: the inner one, whose own callbacks threw, answers
///   as if they had reported a failure.
/// * On a thread of the worker's, or of a server's, there is no such call: the look-up or reading has failed, and that is
///   all.
class ServiceOptions {
 public:
  /// Puts facts into the answer; answers 0, or why there are none (SHIPTRACK_LOOK_UP_…).
  using Carrier = std::function<std::int32_t(const LookUp &, const Answer &)>;
  /// Reads a document; nothing when such documents are not for it.
  using Extractor = std::function<std::optional<Extraction>(const Attachment &)>;

  ServiceOptions() {
    auto raw = detail::make<detail::ServiceOptionsHandle>([&](auto place, auto error) {
      return shiptrack_service_options_new(place, error);
    });
    handle_ = std::move(raw);
  }
  ServiceOptions &clock(const Clock &clock) {
    detail::call([&](auto error) { return shiptrack_service_options_clock(raw(), clock.raw(), error); });
    return *this;
  }
  /// Answers look-ups for a carrier, or without `scac` for every one nothing else is set for.
  ServiceOptions &carrier(const OptionalText &scac, Carrier callback) {
    auto kept = std::make_unique<Carrier>(std::move(callback));
    detail::call([&](auto error) {
      return shiptrack_service_options_carrier(
          raw(), scac.c_str(),
          [](void *data, const shiptrack_look_up *look_up, const shiptrack_answer *answer) -> std::int32_t {
            try {
              return (*static_cast<Carrier *>(data))(LookUp(look_up), Answer(answer));
            } catch (...) {
              detail::carry();
              return SHIPTRACK_ERROR_CALLBACK;
            }
          },
          kept.get(), [](void *data) { delete static_cast<Carrier *>(data); }, error);
    });
    (void)kept.release();
    return *this;
  }
  ServiceOptions &extractor(Extractor callback) {
    auto kept = std::make_unique<Extractor>(std::move(callback));
    detail::call([&](auto error) {
      return shiptrack_service_options_extractor(
          raw(),
          [](void *data, const shiptrack_attachment *attachment, const shiptrack_extraction *extraction) -> std::int32_t {
            try {
              auto read = (*static_cast<Extractor *>(data))(Attachment(attachment));
              if (!read) return SHIPTRACK_OK;
              return detail::call([&](auto problem) {
                return shiptrack_extraction_set(extraction, read->document_type ? read->document_type->c_str() : nullptr,
                                                read->schema_version.c_str(), read->payload_json.c_str(), problem);
              });
            } catch (...) {
              detail::carry();
              return SHIPTRACK_ERROR_CALLBACK;
            }
          },
          kept.get(), [](void *data) { delete static_cast<Extractor *>(data); }, error);
    });
    (void)kept.release();
    return *this;
  }
  ServiceOptions &allow_loopback() {
    detail::call([&](auto error) { return shiptrack_service_options_allow_loopback(raw(), error); });
    return *this;
  }
  ServiceOptions &number(const std::string &name, double value) {
    detail::call([&](auto error) { return shiptrack_service_options_number(raw(), name.c_str(), value, error); });
    return *this;
  }
  /// For settings this class does not name: the C functions shiptrack_service_options_…
  const shiptrack_service_options *raw() const noexcept { return handle_.get(); }

 private:
  detail::ServiceOptionsHandle handle_;
};

/// One event of the feed.
struct Event {
  std::uint64_t sequence;
  /// SHIPTRACK_EVENT_…
  std::int32_t code;
  std::string name;
  std::string created_at;
  std::string document_json;
};

/// The tracking service inside this process.
class Service {
 public:
  explicit Service(shiptrack_service *raw) : handle_(raw) {}

  /// The service in the file at `path`.
  static Service open(const std::string &path, const ServiceOptions &options = {}) {
    auto raw = detail::make<detail::ServiceHandle>([&](auto place, auto error) {
      return shiptrack_service_open(path.c_str(), options.raw(), place, error);
    });
    return Service(raw.release());
  }
  /// A service that lives in memory.
  static Service in_memory(const ServiceOptions &options = {}) {
    auto raw = detail::make<detail::ServiceHandle>([&](auto place, auto error) {
      return shiptrack_service_open_in_memory(options.raw(), place, error);
    });
    return Service(raw.release());
  }
  /// The host's own client.
  Client client(const OptionalText &account_id = {}) const {
    auto client = detail::make<detail::ClientHandle>([&](auto place, auto error) {
      return shiptrack_service_client(raw(), account_id.c_str(), place, error);
    });
    return Client(client.release());
  }
  /// Does what is due; answers how much.
  std::size_t run_due(std::size_t max_items = 0) const {
    std::size_t done = 0;
    detail::call([&](auto error) { return shiptrack_service_run_due(raw(), max_items, &done, error); });
    return done;
  }
  /// When the next work is due.
  std::optional<TimePoint> next_due() const {
    std::int64_t due = 0;
    if (detail::call([&](auto error) { return shiptrack_service_next_due(raw(), &due, error); }) == SHIPTRACK_ABSENT)
      return std::nullopt;
    return detail::time_point(due);
  }
  void start_worker(std::size_t threads) const {
    detail::call([&](auto error) { return shiptrack_service_start_worker(raw(), threads, error); });
  }
  void stop_worker() const {
    detail::call([&](auto error) { return shiptrack_service_stop_worker(raw(), error); });
  }
  /// The events behind `after`.
  std::vector<Event> events(std::uint64_t after = 0, std::size_t limit = 1000,
                            const OptionalText &account_id = {}) const {
    return read(detail::make<detail::EventsHandle>([&](auto place, auto error) {
      return shiptrack_service_events(raw(), account_id.c_str(), after, limit, place, error);
    }));
  }
  /// The same, waiting up to `timeout` for at least one, and doing due work meanwhile, on this thread.
  std::vector<Event> wait_events(std::uint64_t after, Milliseconds timeout, std::size_t limit = 1000,
                                 const OptionalText &account_id = {}, const Cancel *cancel = nullptr) const {
    return read(detail::make<detail::EventsHandle>([&](auto place, auto error) {
      return shiptrack_service_wait_events(raw(), account_id.c_str(), after, limit, timeout.count(),
                                           cancel ? cancel->raw() : nullptr, place, error);
    }));
  }
  /// Has `callback` called whenever something happened; on the thread where it happened. It must not throw.
  void on_wake(std::function<void()> callback) const {
    auto kept = std::make_unique<std::function<void()>>(std::move(callback));
    detail::call([&](auto error) {
      return shiptrack_service_on_wake(
          raw(),
          [](void *data) {
            try {
              (*static_cast<std::function<void()> *>(data))();
            } catch (...) {
              detail::carry();
            }
          },
          kept.get(), [](void *data) { delete static_cast<std::function<void()> *>(data); }, error);
    });
    (void)kept.release();
  }
  /// Takes in a message; a copy of the submission.
  Owned<EmailSubmission> ingest_email(std::string_view message,
                                      const OptionalText &account_id = {}) const {
    auto taken = detail::make<detail::IngestedHandle>([&](auto place, auto error) {
      return shiptrack_service_ingest_email(raw(), account_id.c_str(), detail::bytes(message), message.size(),
                                            nullptr, place, error);
    });
    return copy(EmailSubmission(shiptrack_ingested_submission(taken.get())));
  }
  /// The bytes of a document.
  std::optional<std::string> document_content(std::string_view id,
                                              const OptionalText &account_id = {}) const {
    auto content = detail::make<detail::BufferHandle>([&](auto place, auto error) {
      return shiptrack_service_document_content(raw(), account_id.c_str(), std::string(id).c_str(), place, error);
    });
    if (!content) return std::nullopt;
    return detail::owned(shiptrack_buffer_view(content.get()));
  }
  /// Makes an API key: a resource with the attribute `key`.
  Owned<Resource> create_key(const std::string &name, bool read_only = false,
                             const OptionalText &account_id = {}) const {
    auto key = detail::make_resource([&](auto place, auto error) {
      return shiptrack_service_create_key(raw(), account_id.c_str(), name.c_str(), read_only, place, error);
    });
    return Owned<Resource>(key.release());
  }
  /// The keys of an account, oldest first.
  Page<Resource> keys(const OptionalText &account_id = {}) const {
    auto keys = detail::make<detail::PageHandle>(
        [&](auto place, auto error) { return shiptrack_service_keys(raw(), account_id.c_str(), place, error); });
    return Page<Resource>(keys.release());
  }
  /// Revokes a key at once. Revoking it again changes nothing.
  void revoke_key(std::string_view key_id, const OptionalText &account_id = {}) const {
    detail::call([&](auto error) {
      return shiptrack_service_revoke_key(raw(), account_id.c_str(), std::string(key_id).c_str(), error);
    });
  }
  /// Makes an account. `name` is what the host calls it; it must be new.
  Owned<Account> create_account(const std::string &name, const std::string &company_name) const {
    auto account = detail::make_resource([&](auto place, auto error) {
      return shiptrack_service_create_account(raw(), name.c_str(), company_name.c_str(), place, error);
    });
    return Owned<Account>(account.release());
  }
  /// All accounts, oldest first.
  Page<Account> accounts() const {
    auto accounts = detail::make<detail::PageHandle>(
        [&](auto place, auto error) { return shiptrack_service_accounts(raw(), place, error); });
    return Page<Account>(accounts.release());
  }
  /// A descriptor that becomes readable whenever something happened: see shiptrack_service_event_fd().
  int event_fd() const {
    std::int32_t descriptor = -1;
    detail::call([&](auto error) { return shiptrack_service_event_fd(raw(), &descriptor, error); });
    return descriptor;
  }
  /// How long poll() may sleep before work is due, in milliseconds; -1 when none will be.
  int poll_timeout() const {
    std::int32_t milliseconds = -1;
    detail::call([&](auto error) { return shiptrack_service_poll_timeout(raw(), &milliseconds, error); });
    return milliseconds;
  }
  /// Closes the service with its clients and servers: see shiptrack_service_close().
  void close() const {
    detail::call([&](auto error) { return shiptrack_service_close(raw(), error); });
  }
  /// For what this class does not name: the C functions.
  const shiptrack_service *raw() const noexcept { return handle_.get(); }

 private:
  static std::vector<Event> read(const detail::EventsHandle &events) {
    auto found = events.get();
    std::vector<Event> all;
    for (std::size_t i = 0; i < shiptrack_events_count(found); i++)
      all.push_back({shiptrack_events_sequence(found, i), shiptrack_events_code(found, i),
                     detail::owned(shiptrack_events_name(found, i)), detail::owned(shiptrack_events_created_at(found, i)),
                     detail::owned(shiptrack_events_document_json(found, i))});
    return all;
  }

  detail::ServiceHandle handle_;
};

/// Settings of a server.
class ServerOptions {
 public:
  ServerOptions() { handle_ = detail::make<detail::ServerOptionsHandle>(shiptrack_server_options_new); }
  /// Listens on this address: an IP or `localhost`, and a port; port 0 takes a free one.
  ServerOptions &address(const std::string &address) {
    detail::call([&](auto error) { return shiptrack_server_options_address(raw(), address.c_str(), error); });
    return *this;
  }
  /// What links in answers start with: needed behind a proxy, and when listening on every address of the machine.
  ServerOptions &public_url(const std::string &url) {
    detail::call([&](auto error) { return shiptrack_server_options_public_url(raw(), url.c_str(), error); });
    return *this;
  }
  /// Allows an address that other machines can reach.
  ServerOptions &allow_remote() {
    detail::call([&](auto error) { return shiptrack_server_options_allow_remote(raw(), error); });
    return *this;
  }
  /// Sets a limit: see shiptrack_server_options_limit().
  ServerOptions &limit(const std::string &name, std::int64_t number) {
    detail::call([&](auto error) { return shiptrack_server_options_limit(raw(), name.c_str(), number, error); });
    return *this;
  }
  const shiptrack_server_options *raw() const noexcept { return handle_.get(); }

 private:
  detail::ServerOptionsHandle handle_;
};

/// The service behind a socket, until it goes out of scope.
class Server {
 public:
  explicit Server(const Service &service, const ServerOptions &options = {}) {
    handle_ = detail::make<detail::ServerHandle>(
        [&](auto place, auto error) { return shiptrack_server_start(service.raw(), options.raw(), place, error); });
  }
  Server(const Service &service, const std::string &address) : Server(service, ServerOptions().address(address)) {}
  std::string_view url() const & { return detail::text(shiptrack_server_url(handle_.get())).value_or(""); }
  std::string_view url() const && = delete;
  void stop() const {
    detail::call([&](auto error) { return shiptrack_server_stop(handle_.get(), error); });
  }

 private:
  detail::ServerHandle handle_;
};

/// Header fields of a delivery.
using HeaderList = std::vector<std::pair<std::string, std::string>>;

/// Verifies deliveries of webhooks.
class Verifier {
 public:
  explicit Verifier(const std::vector<std::string> &secrets, bool require_timestamp = false,
                    Milliseconds tolerance = std::chrono::minutes(5)) {
    std::vector<const char *> texts;
    for (auto &secret : secrets) texts.push_back(secret.c_str());
    auto raw = detail::make<detail::VerifierHandle>([&](auto place, auto error) {
      return shiptrack_verifier_new(texts.data(), texts.size(), tolerance.count(), require_timestamp, place, error);
    });
    handle_ = std::move(raw);
  }
  /// Verifies the raw bytes of a delivery, then reads it. Throws SignatureError.
  Owned<WebhookNotification> receive(const HeaderList &fields, std::string_view body,
                                     TimePoint now = std::chrono::system_clock::now()) const {
    auto headers = detail::make<detail::HeadersHandle>(shiptrack_headers_new);
    auto made = headers.get();
    for (auto &[name, value] : fields)
      detail::call([&, n = name.c_str(), v = value.c_str()](auto error) { return shiptrack_headers_add(made, n, v, error); });
    detail::call([&](auto error) {
      return shiptrack_verifier_verify(handle_.get(), made, detail::bytes(body), body.size(), detail::unix_ms(now), nullptr,
                                       nullptr, nullptr, error);
    });
    auto notification = detail::make_resource([&](auto place, auto error) {
      return shiptrack_notification_parse(detail::bytes(body), body.size(), place, error);
    });
    return Owned<WebhookNotification>(notification.release());
  }

 private:
  detail::VerifierHandle handle_;
};

/// Signs a delivery: for tests of receivers.
inline HeaderList sign(const std::string &secret, const std::string &id, std::string_view body,
                       TimePoint now = std::chrono::system_clock::now()) {
  const char *text = secret.c_str();
  auto headers = detail::make<detail::HeadersHandle>([&](auto place, auto error) {
    return shiptrack_webhook_sign(&text, 1, id.c_str(), detail::bytes(body), body.size(), detail::unix_ms(now), place, error);
  });
  auto made = headers.get();
  HeaderList all;
  for (std::size_t i = 0; i < shiptrack_headers_count(made); i++)
    all.emplace_back(detail::owned(shiptrack_headers_name(made, i)), detail::owned(shiptrack_headers_value(made, i)));
  return all;
}

/// A freight number that was checked; throws InvalidError for one that cannot be right.
struct Number {
  std::string kind, text, normalised;
  std::optional<std::string> evidence, scac;

  /// Checks a number of a known kind: `container`, `bill_of_lading`, `booking_number`, `scac`, `imo`, `un_locode`.
  static Number check(const std::string &kind, const std::string &text) {
    auto raw = detail::make<detail::NumberHandle>([&](auto place, auto error) {
      return shiptrack_number_check(kind.c_str(), text.c_str(), place, error);
    });
    return Number(raw.get());
  }
  /// Reads a number whose kind nobody stated.
  static Number infer(const std::string &text) {
    auto raw = detail::make<detail::NumberHandle>([&](auto place, auto error) {
      return shiptrack_infer_number(text.c_str(), place, error);
    });
    return Number(raw.get());
  }

 private:
  explicit Number(const shiptrack_number *raw) {
    kind = detail::owned(shiptrack_number_kind(raw));
    text = detail::owned(shiptrack_number_text(raw));
    normalised = detail::owned(shiptrack_number_normalised(raw));
    if (auto found = detail::text(shiptrack_number_evidence(raw))) evidence = *found;
    if (auto found = detail::text(shiptrack_number_scac(raw))) scac = *found;
  }
};

/// Version of the library that is running.
inline std::string_view version() { return shiptrack_version(); }

}  // namespace shiptrack

#endif  // SHIPTRACK_HPP
