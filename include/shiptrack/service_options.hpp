// Settings of a service, and its callbacks. Do not include this file; include shiptrack.hpp.
#ifndef SHIPTRACK_SERVICE_OPTIONS_HPP
#define SHIPTRACK_SERVICE_OPTIONS_HPP

#include <shiptrack/carriers.hpp>

namespace shiptrack {

/// A document to read; valid during the callback.
class Attachment {
 public:
  explicit Attachment(const shiptrack_attachment *raw) : raw_(raw) {}
  std::string_view name() const { return detail::view(shiptrack_attachment_name(raw_)); }
  std::string_view content_type() const { return detail::view(shiptrack_attachment_content_type(raw_)); }
  std::string_view content() const { return detail::view(shiptrack_attachment_content(raw_)); }
  std::optional<std::string_view> email_body() const { return detail::text(shiptrack_attachment_email_body(raw_)); }

 private:
  const shiptrack_attachment *raw_;
};

/// The data that was extracted from a document, or its `text`, in which the built-in reader finds the data.
struct Extraction {
  std::optional<std::string> document_type;
  std::string schema_version = "";
  /// A JSON object.
  std::string payload_json = "{}";
  /// Why it has this type, for people.
  std::optional<std::string> notes = std::nullopt;
  /// Text of the document. The built-in reader searches it, and adds the members that `payload_json` does not have, and the type and
  /// the version if they are missing.
  std::optional<std::string> text = std::nullopt;
};

/// One activity of a service. Its texts are valid during the callback. It contains no secret. A member that does not apply to
/// the kind has no value or is 0.
struct Activity {
  explicit Activity(const shiptrack_activity &raw)
      : kind(ActivityKind(raw.kind)), is_problem(raw.is_problem != 0), id(detail::text(raw.id)),
        webhook_id(detail::text(raw.webhook_id)), scac(detail::text(raw.scac)), number(detail::text(raw.number)),
        attempt(raw.attempt), outcome(Outcome(raw.outcome)), reason(detail::text(raw.reason)), http_status(raw.http_status),
        status(raw.status), message(detail::text(raw.message)), url(detail::text(raw.url)),
        account_id(detail::text(raw.account_id)),
        doubts(detail::each(raw.doubts_count, [&](std::size_t i) { return std::string_view(raw.doubts[i]); })) {
    if (raw.retry_after_ms >= 0) retry_after = Milliseconds(raw.retry_after_ms);
  }

  /// What happened.
  ActivityKind kind;
  /// Whether it is a failure that an operator may want to investigate.
  bool is_problem;
  /// The id of the tracking request, the notification, the document, or the record that was omitted.
  std::optional<std::string_view> id;
  /// A delivery, a suspension or a disabled webhook: the id of the webhook.
  std::optional<std::string_view> webhook_id;
  /// A look-up, doubtful facts: the code of the carrier, if it is known, and the number as it was submitted.
  std::optional<std::string_view> scac, number;
  /// A look-up: the number of consecutive tries, from 1. A delivery: the number of the attempt.
  std::uint32_t attempt;
  /// A look-up: its outcome.
  Outcome outcome;
  /// A look-up: the failed reason or stop reason of the outcome. A disabled webhook: `gone` or `failing_too_long`.
  std::optional<std::string_view> reason;
  /// A look-up: the pause that the carrier asked for.
  std::optional<Milliseconds> retry_after;
  /// A delivery: the HTTP status of the receiver; 0 if there was no response.
  std::int32_t http_status;
  /// SHIPTRACK_OK, or the error.
  std::int32_t status;
  /// The error as a text for people. A look-up: what() of the exception that left the callback, or the text of
  /// Answer::problem().
  std::optional<std::string_view> message;
  /// A delivery, a suspension or a disabled webhook: scheme, host and port of the URL of the webhook.
  std::optional<std::string_view> url;
  /// The id of the account; empty if the activity is about none or several.
  std::optional<std::string_view> account_id;
  /// Doubtful facts: what looks wrong, one sentence each.
  std::vector<std::string_view> doubts;
};

/// Settings of a service, and its callbacks; each has a default.
///
/// An exception that leaves a callback is thrown by the call of this library that runs on the same thread (run_due(), wait(),
/// ingest_email(), …):
///
/// * The effects of the call remain: the work is done, the request created, the message ingested. Its result is freed, and its
///   own error is not reported.
/// * It is thrown when the call ends, not at once; wait() ends at its next fetch. Of several exceptions the first one is
///   thrown.
/// * If a callback calls the library, the outermost call throws: the inner call, whose callbacks threw, behaves as if they had
///   reported a failure.
/// * On a thread of the worker or of a server there is no such call.
///
/// In all cases a look-up or a document whose callback threw has failed (LookUpResult::unreadable), and what() of the exception
/// appears in Activity::message and in the log. Exceptions of on_activity(), on_log() and on_wake() on a thread of the library
/// are lost: catch them in the callback.
class ServiceOptions : public detail::Object<shiptrack_service_options, shiptrack_service_options_free> {
 public:
  /// Adds facts to the answer and returns LookUpResult::ok, or returns the reason why it has no facts.
  using Carrier = std::function<LookUpResult(const LookUp &, const Answer &)>;
  /// Reads a document; `std::nullopt` if it does not handle such documents.
  using Extractor = std::function<std::optional<Extraction>(const Attachment &)>;
  /// Called after every activity of the service.
  using OnActivity = std::function<void(const Activity &)>;
  /// Receives log lines: `look-up of MAEU123456789 at MAEU: not_found, try 1`.
  using OnLog = std::function<void(bool is_problem, std::string_view line)>;

  ServiceOptions() : Object(detail::make<Object>(shiptrack_service_options_new)) {}

  /// Runs the service on a manual clock.
  ServiceOptions &clock(const Clock &clock) & {
    return detail::run(shiptrack_service_options_clock, raw(), clock.raw()), *this;
  }
  /// Answers look-ups for a carrier, or without `scac` for every carrier without another source. Several threads may run it at
  /// the same time.
  ServiceOptions &carrier(const OptionalText &scac, Carrier callback) & {
    detail::plug_in(std::move(callback), [&](void *kept, auto destroy, auto error) {
      auto look_up_callback = [](void *data, const shiptrack_look_up *look_up, const shiptrack_answer *answer) {
        return detail::guard(
            [&] { return static_cast<std::int32_t>((*static_cast<Carrier *>(data))(LookUp(look_up), Answer(answer))); },
                             [&](const char *words) { return shiptrack_answer_problem(answer, words, nullptr); });
      };
      return shiptrack_service_options_carrier(raw(), scac.c_str(), look_up_callback, kept, destroy, error);
    });
    return *this;
  }
  /// Sets the name of an added carrier that the table of shipping lines does not have. See
  /// shiptrack_service_options_carrier_name().
  ServiceOptions &carrier_name(const Text &scac, const Text &name) & {
    return detail::run(shiptrack_service_options_carrier_name, raw(), scac.c_str(), name.c_str()), *this;
  }
  /// Lets a simulated carrier answer look-ups, without `scac` for every carrier without another source.
  ServiceOptions &simulator(const OptionalText &scac, const Simulator &simulator) & {
    return detail::run(shiptrack_service_options_simulator, raw(), scac.c_str(), simulator.raw()), *this;
  }
  /// Lets an account at a hosted service answer look-ups about the numbers that it tracks, without `scac` for every carrier
  /// without another source. With `create_missing` it starts tracking numbers that it does not track yet; with
  /// `use_for_detection` it is also asked to which carrier a number belongs. See shiptrack_service_options_hosted().
  ServiceOptions &hosted(const OptionalText &scac, const Client &client, bool create_missing = false, bool use_for_detection = false) & {
    return detail::run(shiptrack_service_options_hosted, raw(), scac.c_str(), client.raw(), std::int32_t(create_missing),
                       std::int32_t(use_for_detection)),
           *this;
  }
  /// Sets the carriers that are asked over HTTP; it replaces earlier ones.
  ServiceOptions &carrier_access(const CarrierAccess &access) & {
    return detail::run(shiptrack_service_options_carrier_access, raw(), access.raw()), *this;
  }
  /// Defines what EDI senders mean by their codes, in addition to the built-in definitions: a JSON object of senders. See
  /// shiptrack_service_options_edi_senders().
  ServiceOptions &edi_senders(const Text &senders_json) & {
    return detail::run(shiptrack_service_options_edi_senders, raw(), senders_json.c_str()), *this;
  }
  /// Reads documents of messages and uploads, after earlier extractors and before the built-in one. Several threads may run it
  /// at the same time.
  ServiceOptions &extractor(Extractor callback) & {
    detail::plug_in(std::move(callback), [&](void *kept, auto destroy, auto error) {
      auto look_up_callback = [](void *data, const shiptrack_attachment *attachment, const shiptrack_extraction *extraction) {
        auto give = [&]() -> std::int32_t {
          auto read = (*static_cast<Extractor *>(data))(Attachment(attachment));
          if (!read) return SHIPTRACK_OK;
          OptionalText type(read->document_type);
          if (read->notes) detail::run(shiptrack_extraction_notes, extraction, read->notes->c_str());
          if (read->text) detail::run(shiptrack_extraction_text, extraction, read->text->c_str());
          return detail::run(shiptrack_extraction_set, extraction, type.c_str(), Text(read->schema_version).c_str(),
                             Text(read->payload_json).c_str());
        };
        return detail::guard(
            give, [&](const char *words) { return shiptrack_extraction_problem(extraction, words, nullptr); });
      };
      return shiptrack_service_options_extractor(raw(), look_up_callback, kept, destroy, error);
    });
    return *this;
  }
  /// Sets the program that reads PDF, XLSX and HTML documents. See shiptrack_service_options_reader_command().
  ServiceOptions &reader_command(const Text &program, const std::vector<std::string> &arguments = {}) & {
    return detail::run(shiptrack_service_options_reader_command, raw(), program.c_str(),
                       detail::pointers(arguments, "arguments").data(), arguments.size()),
           *this;
  }
  /// Calls `callback` after every activity of the service, on the thread that did the work; it replaces an earlier callback.
  ServiceOptions &on_activity(OnActivity callback) & {
    detail::plug_in(std::move(callback), [this](void *kept, auto destroy, auto error) {
      auto on_event = [](void *data, const shiptrack_activity *activity) {
        detail::guard([&] { return (*static_cast<OnActivity *>(data))(Activity(*activity)), SHIPTRACK_OK; });
      };
      return shiptrack_service_options_on_activity(raw(), on_event, kept, destroy, error);
    });
    return *this;
  }
  /// Passes `callback` a log line for every activity of the service; it replaces an earlier callback.
  ServiceOptions &on_log(OnLog callback) & {
    detail::plug_in(std::move(callback), [this](void *kept, auto destroy, auto error) {
      return shiptrack_service_options_on_log(raw(), detail::call_log<OnLog>, kept, destroy, error);
    });
    return *this;
  }
  /// Ends the wait while another process has the file open. See shiptrack_service_options_cancel_opening().
  ServiceOptions &cancel_opening(const Cancel &cancel) & {
    return detail::run(shiptrack_service_options_cancel_opening, raw(), cancel.raw()), *this;
  }
  /// Encrypts the secrets in the store with this key of 32 bytes. See shiptrack_service_options_store_key().
  ServiceOptions &store_key(std::string_view key) & {
    return detail::run(shiptrack_service_options_store_key, raw(), detail::bytes(key), key.size()), *this;
  }
  /// Permits deliveries to loopback addresses of this machine. By default, deliveries are sent to public addresses only.
  ServiceOptions &allow_loopback() & { return detail::run(shiptrack_service_options_allow_loopback, raw()), *this; }
  /// Permits deliveries to this network: `10.0.0.0/8`.
  ServiceOptions &allow_network(const Text &network) & {
    return detail::run(shiptrack_service_options_allow_network, raw(), network.c_str()), *this;
  }
  /// Adds an address to the list of addresses from which deliveries are sent. See shiptrack_service_options_webhook_ip().
  ServiceOptions &webhook_ip(const Text &address) & {
    return detail::run(shiptrack_service_options_webhook_ip, raw(), address.c_str()), *this;
  }
  /// Sets the rate limit of a bucket for each API key: at most `requests` requests in any `window`, which is the same for all
  /// buckets; `std::nullopt` for no limit.
  ServiceOptions &limit(Bucket bucket, std::optional<std::int64_t> requests,
                        Milliseconds window = std::chrono::minutes(1)) & {
    return detail::run(shiptrack_service_options_limit, raw(), static_cast<std::int32_t>(bucket),
                       requests.value_or(SHIPTRACK_NO_LIMIT), detail::milliseconds(window, "window_ms")),
           *this;
  }
  /// Sets the pauses between the attempts of a delivery, which has one attempt more than there are pauses.
  ServiceOptions &delivery_retries(const std::vector<Milliseconds> &pauses) & {
    auto numbers = detail::each(pauses.size(), [&](std::size_t i) -> std::int64_t {
      return detail::milliseconds(pauses[i], "pauses_ms");
    });
    return detail::run(shiptrack_service_options_delivery_retries, raw(), numbers.data(), numbers.size()), *this;
  }
  /// Sets a numeric setting: shiptrack_service_options_number() lists the names. The name of a time ends in `_ms`: milliseconds.
  ServiceOptions &number(const Text &name, double value) & {
    return detail::run(shiptrack_service_options_number, raw(), name.c_str(), value), *this;
  }

  SHIPTRACK_HPP_CHAIN(ServiceOptions, clock)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, carrier)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, carrier_name)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, carrier_access)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, simulator)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, hosted)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, edi_senders)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, extractor)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, reader_command)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, on_activity)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, on_log)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, cancel_opening)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, store_key)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, allow_loopback)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, allow_network)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, webhook_ip)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, limit)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, number)
  ServiceOptions &&delivery_retries(const std::vector<Milliseconds> &pauses) && {
    return std::move(delivery_retries(pauses));
  }
};

/// Makes this program able to read documents: call it as the first line of `main`. See shiptrack_serve_reader().
inline void serve_reader() noexcept { shiptrack_serve_reader(); }

}  // namespace shiptrack

#endif  // SHIPTRACK_SERVICE_OPTIONS_HPP
