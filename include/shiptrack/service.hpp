// The service in this process. Do not include this file; include shiptrack.hpp.
#ifndef SHIPTRACK_SERVICE_HPP
#define SHIPTRACK_SERVICE_HPP

#include <shiptrack/service_options.hpp>
#include <shiptrack/webhooks.hpp>

namespace shiptrack {

/// One event of the feed. It is a view, valid as long as the Events that it was read from.
class Event {
 public:
  Event() = default;
  Event(const shiptrack_events *events, std::size_t index) : events_(events), index_(index) {}

  /// Its sequence number: pass that of the last event that you processed to continue after it.
  std::uint64_t sequence() const { return shiptrack_events_sequence(events_, index_); }
  /// The event, as a value of an enumeration.
  EventName code() const { return EventName(shiptrack_events_code(events_, index_)); }
  /// The name of the event: `container.transport.vessel_arrived`.
  std::string_view name() const { return detail::view(shiptrack_events_name(events_, index_)); }
  /// The time of its publication.
  Timestamp created_at() const { return Timestamp(detail::view(shiptrack_events_created_at(events_, index_))); }
  /// The notification document, as a webhook receives it.
  std::string_view document_json() const { return detail::view(shiptrack_events_document_json(events_, index_)); }
  /// The notification; the resource that it is about is `related("reference_object")`. shiptrack_events_notification() lists
  /// its type for each event.
  WebhookNotification notification() const {
    const shiptrack_resource *notification = nullptr;
    detail::run(shiptrack_events_notification, events_, index_, &notification);
    return WebhookNotification(notification);
  }

 private:
  const shiptrack_events *events_ = nullptr;
  std::size_t index_ = 0;
};

/// Events of a service, in the order in which they happened: a range of Event.
class [[nodiscard]] Events : public detail::Object<shiptrack_events, shiptrack_events_free> {
 public:
  using iterator = detail::Iterator<Events, Event>;
  using Object::Object;

  std::size_t size() const { return shiptrack_events_count(raw()); }
  bool empty() const { return size() == 0; }
  /// An event; throws a std::out_of_range if `index` is past the end.
  Event at(std::size_t index) const & SHIPTRACK_HPP_LIFETIMEBOUND {
    if (index >= size()) throw std::out_of_range("shiptrack::Events::at");
    return Event(raw(), index);
  }
  Event at(std::size_t index) const && = delete;  // Name the events first: auto events = service.events();
  iterator begin() const & SHIPTRACK_HPP_LIFETIMEBOUND { return iterator(this, 0); }
  iterator begin() const && = delete;  // Name the events first: auto events = service.events();
  iterator end() const & SHIPTRACK_HPP_LIFETIMEBOUND { return iterator(this, size()); }
  iterator end() const && = delete;
};

/// The result of ingesting a message.
class IngestedEmail : public detail::Object<shiptrack_ingested_email, shiptrack_ingested_email_free> {
 public:
  using Object::Object;

  /// The message: a view, valid as long as this object.
  EmailSubmission submission() const & SHIPTRACK_HPP_LIFETIMEBOUND { return EmailSubmission(shiptrack_ingested_email_submission(raw())); }
  EmailSubmission submission() const && = delete;
  /// Whether this call created the submission; false if the same bytes were ingested before.
  bool is_new() const { return shiptrack_ingested_email_is_new(raw()) != 0; }
  /// Whether the message could not be parsed; its bytes are stored nevertheless.
  bool is_quarantined() const { return shiptrack_ingested_email_is_quarantined(raw()) != 0; }
  /// The problems of the message.
  std::vector<std::string> problems() const {
    return detail::each(shiptrack_ingested_email_problems_count(raw()),
                        [this](std::size_t i) { return detail::owned(shiptrack_ingested_email_problem(raw(), i)); });
  }
  /// The results of attached EDI: a JSON array of objects with `document` and `report`.
  std::string edi_json() const { return detail::owned(shiptrack_ingested_email_edi_json(raw())); }
  /// The number of documents that are left to a worker: see shiptrack_ingested_email_due_documents().
  std::size_t due_documents() const { return shiptrack_ingested_email_due_documents(raw()); }
};

/// The result of recording facts.
class RecordingReport : public detail::Object<shiptrack_recording_report, shiptrack_recording_report_free> {
 public:
  using Object::Object;

  /// The result for one tracking request.
  struct RequestReport {
    /// The tracking request.
    std::string request_id;
    /// Its shipment; `std::nullopt` if its carrier has not reported any data yet, after which the shipment uses the facts.
    std::optional<std::string> shipment_id;
    /// The number of facts that were new.
    std::size_t new_count;
  };

  /// The tracking requests that received the facts.
  std::vector<RequestReport> requests() const {
    return detail::each(shiptrack_recording_report_count(raw()), [this](std::size_t i) {
      auto shipment = detail::text(shiptrack_recording_report_shipment_id(raw(), i));
      return RequestReport{detail::owned(shiptrack_recording_report_request_id(raw(), i)),
                 shipment ? std::optional<std::string>(*shipment) : std::nullopt,
                 shiptrack_recording_report_new_count(raw(), i)};
    });
  }
  /// The number of facts that were stored because no tracking request has the number yet.
  std::size_t kept_count() const { return shiptrack_recording_report_kept_count(raw()); }
  /// What looks wrong about the new facts. They are recorded nevertheless.
  std::vector<std::string> doubts() const {
    return detail::each(shiptrack_recording_report_doubts_count(raw()),
                        [this](std::size_t i) { return detail::owned(shiptrack_recording_report_doubt(raw(), i)); });
  }
};

/// A folder that receives EDI files. It keeps its service alive.
class EdiFolder : public detail::Object<shiptrack_edi_folder, shiptrack_edi_folder_free> {
 public:
  using Object::Object;

  /// Ingests the files that are complete, oldest first, at most `limit`; returns a JSON array with the result of each. A file is
  /// complete if an earlier sweep saw it and it has not changed for `quiet`, so the first sweep ingests nothing. See
  /// shiptrack_edi_folder_sweep().
  std::string sweep_json(std::size_t limit = 100) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_edi_folder_sweep, raw(), limit));
  }
};

/// A tracking service inside this process. Functions with an optional account use the account `default` if it is omitted.
class [[nodiscard]] Service : public detail::Object<shiptrack_service, shiptrack_service_free> {
 public:
  using Object::Object;

  /// Opens the service in the file at `path`, and creates the file if it does not exist.
  static Service open(const std::string &path, const ServiceOptions &options = {}) {
    return detail::make<Service>(shiptrack_service_open, Text(path).c_str(), options.raw());
  }
  /// Opens a service in memory.
  static Service in_memory(const ServiceOptions &options = {}) {
    return detail::make<Service>(shiptrack_service_open_in_memory, options.raw());
  }
  /// Creates a client of this service inside the process. `account_id` is the id of an account, not its name: see account().
  Client client(const OptionalText &account_id = {}) const {
    return detail::make<Client>(shiptrack_service_client, raw(), account_id.c_str());
  }
  /// Closes the service with its clients and servers. It waits for at most `timeout`, by default 10 seconds, until callbacks on
  /// threads of the worker return: see shiptrack_service_close().
  void close(std::optional<Milliseconds> timeout = std::nullopt) const {
    detail::run(shiptrack_service_close, raw(), detail::milliseconds(timeout, "timeout_ms"));
  }

  /// Does the work that is due on this thread, at most `max_items` items, 0 for all; returns their number.
  std::size_t run_due(std::size_t max_items = 0) const {
    std::size_t done = 0;
    detail::run(shiptrack_service_run_due, raw(), max_items, &done);
    return done;
  }
  /// Called with the number of items that are done and left during settle(); return false to stop.
  using SettleProgress = std::function<bool(std::size_t done, std::uint64_t left)>;

  /// The result of settle().
  struct SettleReport {
    /// The number of look-ups and deliveries that were done, by any thread.
    std::size_t done = 0;
    /// The number of those that are due and were not done: because of the timeout, or because they cannot be done now.
    std::uint64_t left = 0;

    /// Whether nothing is due any more.
    bool is_settled() const noexcept { return left == 0; }
  };

  /// Does everything that is due, and what becomes due thereby, until nothing is due: call it before you export data if no
  /// worker was running. It takes at most `timeout`, by default without a limit. It works on every clock, also while a worker
  /// runs.
  SettleReport settle(std::optional<Milliseconds> timeout = std::nullopt, const SettleProgress &progress = nullptr,
                 const Cancel *cancel = nullptr) const {
    auto report = [](void *data, std::size_t done, std::uint64_t left) -> std::int32_t {
      auto &callback = *static_cast<const SettleProgress *>(data);
      return detail::guard([&] { return !callback || callback(done, left) ? SHIPTRACK_OK : SHIPTRACK_ERROR_CANCELLED; });
    };
    SettleReport settled;
    detail::run(shiptrack_service_settle, raw(), detail::milliseconds(timeout, "timeout_ms"),
                cancel ? cancel->raw() : nullptr, shiptrack_settle_progress_fn(report),
                const_cast<void *>(static_cast<const void *>(&progress)), &settled.done, &settled.left);
    return settled;
  }
  /// Derives all shipments of the account again that were derived by other rules, without notifications; with `dry_run`, nothing
  /// is stored. Returns a JSON object with what differs. See shiptrack_service_rederive().
  std::string rederive_json(bool dry_run = false, const OptionalText &account_id = {}) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_service_rederive, raw(), account_id.c_str(), dry_run ? 1 : 0));
  }
  /// The time of the next due work; `std::nullopt` if no work is planned.
  std::optional<TimePoint> next_due() const {
    std::int64_t due = 0;
    if (detail::run(shiptrack_service_next_due, raw(), &due) == SHIPTRACK_ABSENT) return std::nullopt;
    return detail::time_point(due);
  }
  /// Starts threads of the library that do due work.
  void start_worker(std::size_t threads = SHIPTRACK_WORKER_THREADS) const { detail::run(shiptrack_service_start_worker, raw(), threads); }
  /// Stops the worker after the work in progress.
  void stop_worker() const { detail::run(shiptrack_service_stop_worker, raw()); }

  /// The events after the sequence number `after`, at most `limit`.
  Events events(std::uint64_t after = 0, std::size_t limit = 1000, const OptionalText &account_id = {}) const {
    return detail::make<Events>(shiptrack_service_events, raw(), account_id.c_str(), after, limit);
  }
  /// As events(), but if there is no event it waits at most `timeout`, by default without a limit, for at least one, and does due
  /// work meanwhile on this thread; 0 does not wait.
  Events wait_events(std::uint64_t after, std::optional<Milliseconds> timeout = std::nullopt, std::size_t limit = 1000,
                     const OptionalText &account_id = {}, const Cancel *cancel = nullptr) const {
    return detail::make<Events>(shiptrack_service_wait_events, raw(), account_id.c_str(), after, limit,
                                detail::milliseconds(timeout, "timeout_ms"),
                                cancel ? cancel->raw() : nullptr);
  }
  /// Calls `callback` whenever something happened, on the thread where it happened. It should only wake the event loop of the
  /// program.
  void on_wake(std::function<void()> callback) const {
    detail::plug_in(std::move(callback), [this](void *kept, auto destroy, auto error) {
      auto woken = [](void *data) {
        detail::guard([&] { return (*static_cast<std::function<void()> *>(data))(), SHIPTRACK_OK; });
      };
      return shiptrack_service_on_wake(raw(), woken, kept, destroy, error);
    });
  }
  /// Removes all callbacks of on_wake(). When it returns, none of them runs, none is called again, and all are destroyed; from
  /// within one of them, that call is the last.
  void end_wake() const { detail::run(shiptrack_service_on_wake, raw(), nullptr, nullptr, nullptr); }
  /// A descriptor that becomes readable whenever something happened: see shiptrack_service_event_fd().
  int event_fd() const {
    std::int32_t descriptor = -1;
    detail::run(shiptrack_service_event_fd, raw(), &descriptor);
    return descriptor;
  }
  /// The time until the next due work in milliseconds, as the timeout of poll(); -1 if no work is planned.
  int poll_timeout() const {
    std::int32_t milliseconds = -1;
    detail::run(shiptrack_service_poll_timeout, raw(), &milliseconds);
    return milliseconds;
  }

  /// Records facts from a source that was not asked, in the JSON form of facts.md: a terminal, a trucker, an EDI message, a
  /// clerk. Every tracking request of the account for `number`, or whose shipment has that container, receives the facts at
  /// once. See shiptrack_service_record_facts().
  RecordingReport record_facts(const Text &number, std::string_view facts, const OptionalText &account_id = {}) const {
    return detail::make<RecordingReport>(shiptrack_service_record_facts, raw(), account_id.c_str(), number.c_str(),
                                  detail::bytes(facts), facts.size());
  }

  /// Ingests EDI, as the bytes that were received, and returns a JSON object with the results of its interchanges and messages.
  /// See shiptrack_service_ingest_edi().
  std::string ingest_edi_json(std::string_view edi, const OptionalText &account_id = {}) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_service_ingest_edi, raw(), account_id.c_str(),
                                                         detail::bytes(edi), edi.size()));
  }
  /// The EDI messages that could not be ingested, newest interchange first: a JSON array of objects. See
  /// shiptrack_service_unread_edi().
  std::string unread_edi_json(std::size_t limit = 1000, const OptionalText &account_id = {}) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_service_unread_edi, raw(), account_id.c_str(), limit));
  }
  /// Deletes an EDI message that could not be ingested. Returns whether it was stored.
  bool discard_unread_edi(const Text &id, const OptionalText &account_id = {}) const {
    auto status = detail::run(shiptrack_service_discard_unread_edi, raw(), account_id.c_str(), id.c_str());
    return status == SHIPTRACK_OK;
  }
  /// Processes data that were sent without a look-up, as the header fields and bytes that were received; returns a JSON object
  /// with the result. See shiptrack_service_receive_push().
  std::string receive_push_json(const HeaderList &fields, std::string_view body) const {
    auto headers = detail::headers(fields);
    return *detail::content(detail::make<detail::Buffer>(shiptrack_service_receive_push, raw(), headers.raw(),
                                                         detail::bytes(body), body.size()));
  }
  /// Imports what an account at a hosted service tracks; `client` has its API key. `max_requests` ends the import after so many
  /// tracking requests, 0 means all; `max_pages` after so many pages, 0 means 1,000; `timeout` after this time. Returns a JSON
  /// object with the result. See shiptrack_service_adopt().
  std::string adopt_json(const Client &client, const OptionalText &account_id = {}, std::size_t max_requests = 0, bool restart = false,
                         const Cancel *cancel = nullptr, std::optional<Milliseconds> timeout = std::nullopt,
                         std::size_t max_pages = 0) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_service_adopt, raw(), account_id.c_str(), client.raw(), max_requests,
                                                         max_pages, std::int32_t(restart), detail::milliseconds(timeout, "timeout_ms"),
                                                         cancel ? cancel->raw() : nullptr));
  }
  /// Processes a delivery from a webhook of a hosted account, whose secret `verifier` has; returns a JSON object with the
  /// result. See shiptrack_service_receive_hosted().
  std::string receive_hosted_json(const Client &client, const Verifier &verifier, const HeaderList &fields,
                                  std::string_view body, const OptionalText &account_id = {}) const {
    auto headers = detail::headers(fields);
    return *detail::content(detail::make<detail::Buffer>(shiptrack_service_receive_hosted, raw(), account_id.c_str(),
                                                         client.raw(), verifier.raw(), headers.raw(), detail::bytes(body),
                                                         body.size()));
  }
  /// Permits a carrier or another source to send data to an account, as a JSON object describes it. See
  /// shiptrack_service_add_subscription().
  std::string add_subscription_json(const Text &subscription, const OptionalText &account_id = {}) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_service_add_subscription, raw(), account_id.c_str(),
                                                         subscription.c_str()));
  }
  /// The subscriptions of an account, oldest first: a JSON array. See shiptrack_service_subscriptions().
  std::string subscriptions_json(const OptionalText &account_id = {}) const {
    return *detail::content(
        detail::make<detail::Buffer>(shiptrack_service_subscriptions, raw(), account_id.c_str()));
  }
  /// Replaces the secret of a subscription. See shiptrack_service_rotate_subscription().
  std::string rotate_subscription_json(const Text &id, const OptionalText &secret = {},
                                       std::optional<Milliseconds> overlap = {},
                                       const OptionalText &account_id = {}) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_service_rotate_subscription, raw(), account_id.c_str(),
                                                         id.c_str(), secret.c_str(), detail::milliseconds(overlap, "overlap_ms")));
  }
  /// Removes a subscription. See shiptrack_service_remove_subscription().
  void remove_subscription(const Text &id, const OptionalText &account_id = {}) const {
    detail::run(shiptrack_service_remove_subscription, raw(), account_id.c_str(), id.c_str());
  }
  /// The credentials that carriers rejected: a JSON array. See shiptrack_service_suspended_credentials().
  std::string suspended_credentials_json() const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_service_suspended_credentials, raw()));
  }
  /// Stores a credential of an account at a carrier, encrypted with the key of the store. See
  /// shiptrack_service_store_credential().
  void store_credential(const Text &scac, const Text &name, const Text &secret, const OptionalText &account_id = {}) const {
    detail::run(shiptrack_service_store_credential, raw(), account_id.c_str(), scac.c_str(), name.c_str(), secret.c_str());
  }
  /// The names of the stored credentials of an account: a JSON array. See shiptrack_service_stored_credentials().
  std::string stored_credentials_json(const OptionalText &account_id = {}) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_service_stored_credentials, raw(), account_id.c_str()));
  }
  /// The stored credentials of an account, for requests outside of the service. See shiptrack_service_credentials().
  Credentials credentials(const OptionalText &account_id = {}) const {
    return detail::make<Credentials>(shiptrack_service_credentials, raw(), account_id.c_str());
  }
  /// Deletes a stored credential. See shiptrack_service_forget_credential().
  void forget_credential(const Text &scac, const Text &name, const OptionalText &account_id = {}) const {
    detail::run(shiptrack_service_forget_credential, raw(), account_id.c_str(), scac.c_str(), name.c_str());
  }
  /// Encrypts all secrets in the store with this key of 32 bytes instead. See shiptrack_service_rekey().
  void rekey(std::string_view key) const { detail::run(shiptrack_service_rekey, raw(), detail::bytes(key), key.size()); }
  /// A plan of the requests to each carrier: a JSON array. See shiptrack_service_carriers_plan().
  std::string carriers_plan_json() const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_service_carriers_plan, raw()));
  }
  /// Opens the folder at `path`, whose files sweep_json() ingests as EDI when they have not changed for `quiet`; with
  /// `acknowledge`, acknowledgements are written to its folder `out/`. See shiptrack_service_edi_folder().
  EdiFolder edi_folder(const Text &path, Milliseconds quiet = std::chrono::seconds(2), bool acknowledge = false,
                       const OptionalText &account_id = {}) const {
    return detail::make<EdiFolder>(shiptrack_service_edi_folder, raw(), account_id.c_str(), path.c_str(), detail::milliseconds(quiet, "quiet_ms"),
                                   static_cast<std::int32_t>(acknowledge));
  }

  /// Ingests a message, as the RFC 5322 bytes that were received. A message that cannot be parsed is quarantined, not rejected.
  IngestedEmail ingest_email(std::string_view message, const OptionalText &account_id = {},
                        const OptionalText &user_id = {}) const {
    return detail::make<IngestedEmail>(shiptrack_service_ingest_email, raw(), account_id.c_str(), detail::bytes(message),
                                  message.size(), user_id.c_str());
  }
  /// Stores a message, and leaves its documents to a worker: see shiptrack_service_ingest_email_later().
  IngestedEmail ingest_email_later(std::string_view message, const OptionalText &account_id = {},
                                   const OptionalText &user_id = {}) const {
    return detail::make<IngestedEmail>(shiptrack_service_ingest_email_later, raw(), account_id.c_str(),
                                       detail::bytes(message), message.size(), user_id.c_str());
  }
  /// The bytes of a message as it was ingested; `std::nullopt` if the account does not have the submission.
  std::optional<std::string> email_content(const Text &submission_id, const OptionalText &account_id = {}) const {
    return detail::content(detail::make<detail::Buffer>(shiptrack_service_email_content, raw(), account_id.c_str(),
                                                        submission_id.c_str()));
  }
  /// The problems of a message that was ingested, quarantined or not: a JSON array of sentences. `std::nullopt` if the account
  /// does not have the submission.
  std::optional<std::string> email_problems_json(const Text &submission_id, const OptionalText &account_id = {}) const {
    return detail::content(detail::make<detail::Buffer>(shiptrack_service_email_problems, raw(), account_id.c_str(),
                                                        submission_id.c_str()));
  }
  /// The quarantined messages, newest first. Their ids are those of their submissions; the attribute `problems` lists the
  /// problems.
  Page<Resource> quarantined_emails(const OptionalText &account_id = {}) const {
    return detail::make<Page<Resource>>(shiptrack_service_quarantined_emails, raw(), account_id.c_str());
  }
  /// The bytes of a document; `std::nullopt` if the account does not have the document, or the document has no content.
  std::optional<std::string> document_content(const Text &document_id, const OptionalText &account_id = {}) const {
    return detail::content(detail::make<detail::Buffer>(shiptrack_service_document_content, raw(), account_id.c_str(),
                                                        document_id.c_str()));
  }
  /// Discards a document: it is no longer listed or counted. Returns whether the account had it.
  bool discard_document(const Text &document_id, const OptionalText &account_id = {}) const {
    auto status = detail::run(shiptrack_service_discard_document, raw(), account_id.c_str(), document_id.c_str());
    return status == SHIPTRACK_OK;
  }

  /// Creates an account. `name` is the name that your program uses for it, and must be new.
  Owned<Account> create_account(const Text &name, const Text &company_name) const {
    return detail::make<Owned<Account>>(shiptrack_service_create_account, raw(), name.c_str(), company_name.c_str());
  }
  /// The account with this name.
  Owned<Account> account(const Text &name) const {
    return detail::make<Owned<Account>>(shiptrack_service_account, raw(), name.c_str());
  }
  /// All accounts, oldest first.
  Page<Account> accounts() const { return detail::make<Page<Account>>(shiptrack_service_accounts, raw()); }
  /// Switches an automatic function of an account on or off: see shiptrack_service_set_account().
  void set_account(const Text &setting, bool is_on, const OptionalText &account_id = {}) const {
    detail::run(shiptrack_service_set_account, raw(), account_id.c_str(), setting.c_str(), is_on);
  }
  /// Sets the order in which the estimates of sources are preferred: see shiptrack_service_set_estimate_order().
  void set_estimate_order(const std::vector<std::string> &estimate_order, const OptionalText &account_id = {}) const {
    detail::run(shiptrack_service_set_estimate_order, raw(), account_id.c_str(),
                detail::pointers(estimate_order, "estimate_order").data(), estimate_order.size());
  }
  /// Sets the senders whose mail may report facts, and the name of the mail server that authenticates them: see
  /// shiptrack_service_set_allowed_senders().
  void set_allowed_senders(const std::vector<std::string> &allowed_senders, const OptionalText &authentication_server = {},
                           const OptionalText &account_id = {}) const {
    detail::run(shiptrack_service_set_allowed_senders, raw(), account_id.c_str(),
                detail::pointers(allowed_senders, "allowed_senders").data(), allowed_senders.size(),
                authentication_server.c_str());
  }
  /// Sets the senders whose bounces, automatic replies, mail of lists and attached messages may report facts, too: see
  /// shiptrack_service_set_indirect_senders().
  void set_indirect_senders(const std::vector<std::string> &indirect_senders, const OptionalText &account_id = {}) const {
    detail::run(shiptrack_service_set_indirect_senders, raw(), account_id.c_str(),
                detail::pointers(indirect_senders, "indirect_senders").data(), indirect_senders.size());
  }
  /// Creates an API key: a resource with the attribute `key`. The service cannot return it again, so store it.
  Owned<Resource> create_key(const Text &name, bool read_only = false, const OptionalText &account_id = {}) const {
    return detail::make<Owned<Resource>>(shiptrack_service_create_key, raw(), account_id.c_str(), name.c_str(),
                                         read_only);
  }
  /// The API keys of an account, oldest first, including revoked ones.
  Page<Resource> keys(const OptionalText &account_id = {}) const {
    return detail::make<Page<Resource>>(shiptrack_service_keys, raw(), account_id.c_str());
  }
  /// Revokes an API key at once. Revoking it again has no effect.
  void revoke_key(const Text &key_id, const OptionalText &account_id = {}) const {
    detail::run(shiptrack_service_revoke_key, raw(), account_id.c_str(), key_id.c_str());
  }

  /// Delivers every notification whose delivery failed once more, to webhooks that are active; returns their number.
  std::size_t replay_failed(const OptionalText &account_id = {}) const {
    std::size_t count = 0;
    detail::run(shiptrack_service_replay_failed, raw(), account_id.c_str(), &count);
    return count;
  }
  /// Processes an HTTP request as a Server does: for programs with their own web server, and for tests. `path` starts with
  /// `/v2` and includes the query; the `Authorization` field has the API key. The response may report an error: check its
  /// status.
  Response answer(const Text &method, const Text &path, const HeaderList &fields = {},
                  std::string_view body = {}) const {
    auto headers = detail::headers(fields);
    return detail::make<Response>(shiptrack_service_answer, raw(), method.c_str(), path.c_str(), headers.raw(),
                                  detail::bytes(body), body.size());
  }
};

}  // namespace shiptrack

#endif  // SHIPTRACK_SERVICE_HPP
