// Settings of a service, and what the host plugs in. shiptrack.hpp includes this file: include that one.
#ifndef SHIPTRACK_SERVICE_OPTIONS_HPP
#define SHIPTRACK_SERVICE_OPTIONS_HPP

#include <shiptrack/carriers.hpp>

namespace shiptrack {

/// A document to be read; borrowed for the call.
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

/// What was read out of a document.
struct Extraction {
  std::optional<std::string> document_type;
  std::string schema_version;
  /// A JSON object.
  std::string payload_json = "{}";
  /// Why it is taken for that type, for people.
  std::optional<std::string> notes = std::nullopt;
};

/// One thing a service did by itself, told while it is borrowed for the call. It holds no secret. What the kind has no value
/// for is nothing or 0.
struct Activity {
  explicit Activity(const shiptrack_activity &raw)
      : kind(ActivityKind(raw.kind)), is_problem(raw.is_problem != 0), id(detail::text(raw.id)),
        webhook_id(detail::text(raw.webhook_id)), scac(detail::text(raw.scac)), number(detail::text(raw.number)),
        attempt(raw.attempt), outcome(Outcome(raw.outcome)), reason(detail::text(raw.reason)), http_status(raw.http_status),
        status(raw.status), message(detail::text(raw.message)),
        doubts(detail::each(raw.doubts_count, [&](std::size_t i) { return std::string_view(raw.doubts[i]); })) {
    if (raw.retry_after_ms >= 0) retry_after = Milliseconds(raw.retry_after_ms);
  }

  /// What happened.
  ActivityKind kind;
  /// Whether it went wrong in a way that somebody may want to look into.
  bool is_problem;
  /// What it is about: the id of the tracking request, the notification, the document, or the record left out.
  std::optional<std::string_view> id;
  /// A delivery: the id of the webhook.
  std::optional<std::string_view> webhook_id;
  /// A look-up, doubtful facts: the carrier's code, when it is known, and the number as it was submitted.
  std::optional<std::string_view> scac, number;
  /// A look-up: which try in a row it was, from 1. A delivery: which attempt.
  std::uint32_t attempt;
  /// A look-up: what came of it.
  Outcome outcome;
  /// A look-up: the failed reason or stop reason that goes with the outcome.
  std::optional<std::string_view> reason;
  /// A look-up: the pause the carrier asked for.
  std::optional<Milliseconds> retry_after;
  /// A delivery: the HTTP status the receiver answered with; 0 when no answer came.
  std::int32_t http_status;
  /// SHIPTRACK_OK; or what was wrong.
  std::int32_t status;
  /// The same for people. A look-up: what() of the exception that left the callback, or what Answer::problem() was given.
  std::optional<std::string_view> message;
  /// Doubtful facts: what looks wrong, one sentence each.
  std::vector<std::string_view> doubts;
};

/// Settings of a service, and what the host plugs in; everything has a default.
///
/// An exception that leaves a callback comes out of the call of this library that runs on the same thread (run_due(),
/// wait(), ingest_email() …):
///
/// * What the call did has happened all the same: the work is done, the request created, the message taken in. Its result
///   is freed, and what it would have failed with is not told.
/// * It comes out when the call ends, not at once; wait() ends at its next look. Of several the first comes out.
/// * When a callback calls the library itself, the outermost call throws: the inner one, whose own callbacks threw, answers
///   as if they had reported a failure.
/// * On a thread of the worker's, or of a server's, there is no such call.
///
/// In either case a look-up or a reading whose callback threw has failed (LookUpResult::unreadable), and what() of the
/// exception goes with it into on_activity(), as Activity::message, and on_log(). What the callbacks that only listen
/// (on_activity(), on_log(), on_wake()) throw on a thread of the library's is told to nobody: catch it there.
class ServiceOptions : public detail::Object<shiptrack_service_options, shiptrack_service_options_free> {
 public:
  /// Puts facts into the answer, and returns LookUpResult::ok or why there are none.
  using Carrier = std::function<LookUpResult(const LookUp &, const Answer &)>;
  /// Reads a document; nothing when such documents are not for it.
  using Extractor = std::function<std::optional<Extraction>(const Attachment &)>;
  /// Is told of everything the service does by itself.
  using OnActivity = std::function<void(const Activity &)>;
  /// Is given a line for people: `look-up of MAEU123456789 at MAEU: not_found, try 1`.
  using OnLog = std::function<void(bool is_problem, std::string_view line)>;

  ServiceOptions() : Object(detail::make<Object>(shiptrack_service_options_new)) {}

  /// Runs the service on a clock that is moved by hand.
  ServiceOptions &clock(const Clock &clock) & {
    return detail::run(shiptrack_service_options_clock, raw(), clock.raw()), *this;
  }
  /// Answers look-ups for a carrier, or without `scac` for every one nothing else is set for. Several threads may run it
  /// at a time.
  ServiceOptions &carrier(const OptionalText &scac, Carrier callback) & {
    detail::plug_in(std::move(callback), [&](void *kept, auto destroy, auto error) {
      auto asked = [](void *data, const shiptrack_look_up *look_up, const shiptrack_answer *answer) {
        return detail::guard(
            [&] { return static_cast<std::int32_t>((*static_cast<Carrier *>(data))(LookUp(look_up), Answer(answer))); },
                             [&](const char *words) { return shiptrack_answer_problem(answer, words, nullptr); });
      };
      return shiptrack_service_options_carrier(raw(), scac.c_str(), asked, kept, destroy, error);
    });
    return *this;
  }
  /// Has a simulated carrier answer look-ups, for every carrier nothing else is set for without `scac`.
  ServiceOptions &simulator(const OptionalText &scac, const Simulator &simulator) & {
    return detail::run(shiptrack_service_options_simulator, raw(), scac.c_str(), simulator.raw()), *this;
  }
  /// Has a hosted account answer look-ups about the numbers that it follows, for every carrier nothing else is set for without `scac`.
  /// `create_missing` has it follow what it does not follow yet, `use_for_detection` has it asked whose a number is. See
  /// shiptrack_service_options_hosted().
  ServiceOptions &hosted(const OptionalText &scac, const Client &client, bool create_missing = false, bool use_for_detection = false) & {
    return detail::run(shiptrack_service_options_hosted, raw(), scac.c_str(), client.raw(), std::int32_t(create_missing),
                       std::int32_t(use_for_detection)),
           *this;
  }
  /// Has the carriers of these profiles asked over HTTP, in place of those given before.
  ServiceOptions &carrier_access(const CarrierAccess &access) & {
    return detail::run(shiptrack_service_options_carrier_access, raw(), access.raw()), *this;
  }
  /// Says what single senders of EDI mean by their codes, beside what comes along: a JSON object of senders. See
  /// shiptrack_service_options_edi_senders().
  ServiceOptions &edi_senders(const Text &senders_json) & {
    return detail::run(shiptrack_service_options_edi_senders, raw(), senders_json.c_str()), *this;
  }
  /// Reads the documents of messages, after the extractors set before and ahead of the built-in one. Several threads may
  /// run it at a time.
  ServiceOptions &extractor(Extractor callback) & {
    detail::plug_in(std::move(callback), [&](void *kept, auto destroy, auto error) {
      auto asked = [](void *data, const shiptrack_attachment *attachment, const shiptrack_extraction *extraction) {
        auto give = [&]() -> std::int32_t {
          auto read = (*static_cast<Extractor *>(data))(Attachment(attachment));
          if (!read) return SHIPTRACK_OK;
          OptionalText type(read->document_type);
          if (read->notes) detail::run(shiptrack_extraction_notes, extraction, read->notes->c_str());
          return detail::run(shiptrack_extraction_set, extraction, type.c_str(), Text(read->schema_version).c_str(),
                             Text(read->payload_json).c_str());
        };
        return detail::guard(
            give, [&](const char *words) { return shiptrack_extraction_problem(extraction, words, nullptr); });
      };
      return shiptrack_service_options_extractor(raw(), asked, kept, destroy, error);
    });
    return *this;
  }
  /// Has `callback` told of everything the service does by itself, in place of one set before; on the thread that did it.
  ServiceOptions &on_activity(OnActivity callback) & {
    detail::plug_in(std::move(callback), [this](void *kept, auto destroy, auto error) {
      auto told = [](void *data, const shiptrack_activity *activity) {
        detail::guard([&] { return (*static_cast<OnActivity *>(data))(Activity(*activity)), SHIPTRACK_OK; });
      };
      return shiptrack_service_options_on_activity(raw(), told, kept, destroy, error);
    });
    return *this;
  }
  /// Has `callback` given a line for people about everything the service does by itself, in place of one set before.
  ServiceOptions &on_log(OnLog callback) & {
    detail::plug_in(std::move(callback), [this](void *kept, auto destroy, auto error) {
      return shiptrack_service_options_on_log(raw(), detail::tell_line<OnLog>, kept, destroy, error);
    });
    return *this;
  }
  /// Keeps secrets in the store under this key of 32 bytes alone. See shiptrack_service_options_store_key().
  ServiceOptions &store_key(std::string_view key) & {
    return detail::run(shiptrack_service_options_store_key, raw(), detail::bytes(key), key.size()), *this;
  }
  /// Lets deliveries reach this machine's loopback addresses; without it they reach public addresses only.
  ServiceOptions &allow_loopback() & { return detail::run(shiptrack_service_options_allow_loopback, raw()), *this; }
  /// Lets deliveries reach this network too: `10.0.0.0/8`.
  ServiceOptions &allow_network(const Text &network) & {
    return detail::run(shiptrack_service_options_allow_network, raw(), network.c_str()), *this;
  }
  /// Tells receivers that deliveries come from this address or network, too. See shiptrack_service_options_webhook_ip().
  ServiceOptions &webhook_ip(const Text &address) & {
    return detail::run(shiptrack_service_options_webhook_ip, raw(), address.c_str()), *this;
  }
  /// Allows an API key so many requests of a bucket in any `window`, which is one for all buckets;
  /// nothing for no limit.
  ServiceOptions &limit(Bucket bucket, std::optional<std::int64_t> requests,
                        Milliseconds window = std::chrono::minutes(1)) & {
    return detail::run(shiptrack_service_options_limit, raw(), static_cast<std::int32_t>(bucket),
                       requests.value_or(SHIPTRACK_NO_LIMIT), detail::milliseconds(window, "window_ms")),
           *this;
  }
  /// Sets the pauses between the attempts of a delivery: it is attempted once more than there are.
  ServiceOptions &delivery_retries(const std::vector<Milliseconds> &pauses) & {
    auto numbers = detail::each(pauses.size(), [&](std::size_t i) -> std::int64_t {
      return detail::milliseconds(pauses[i], "pauses_ms");
    });
    return detail::run(shiptrack_service_options_delivery_retries, raw(), numbers.data(), numbers.size()), *this;
  }
  /// Sets a number of the service's policies: see shiptrack_service_options_number(). Times are in milliseconds.
  ServiceOptions &number(const Text &name, double value) & {
    return detail::run(shiptrack_service_options_number, raw(), name.c_str(), value), *this;
  }

  SHIPTRACK_HPP_CHAIN(ServiceOptions, clock)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, carrier)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, carrier_access)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, simulator)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, hosted)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, edi_senders)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, extractor)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, on_activity)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, on_log)
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

}  // namespace shiptrack

#endif  // SHIPTRACK_SERVICE_OPTIONS_HPP
