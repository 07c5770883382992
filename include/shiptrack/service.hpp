// The service in this process. shiptrack.hpp includes this file: include that one.
#ifndef SHIPTRACK_SERVICE_HPP
#define SHIPTRACK_SERVICE_HPP

#include <shiptrack/service_options.hpp>
#include <shiptrack/webhooks.hpp>

namespace shiptrack {

/// One event of the feed: a view, which lives as long as the Events it was read from.
class Event {
 public:
  Event() = default;
  Event(const shiptrack_events *events, std::size_t index) : events_(events), index_(index) {}

  /// Its place in the feed: pass that of the last one seen to go on behind it.
  std::uint64_t sequence() const { return shiptrack_events_sequence(events_, index_); }
  /// What happened, as a value of an enumeration.
  EventName code() const { return EventName(shiptrack_events_code(events_, index_)); }
  /// What happened: `container.transport.vessel_arrived`.
  std::string_view name() const { return detail::view(shiptrack_events_name(events_, index_)); }
  /// When it was told.
  Timestamp created_at() const { return Timestamp(detail::view(shiptrack_events_created_at(events_, index_))); }
  /// The notification document, as a webhook would get it.
  std::string_view document_json() const { return detail::view(shiptrack_events_document_json(events_, index_)); }
  /// The notification, with what it is about: `related("reference_object")`. Of which type that is for which event, is told
  /// at shiptrack_events_notification().
  WebhookNotification notification() const {
    const shiptrack_resource *notification = nullptr;
    detail::run(shiptrack_events_notification, events_, index_, &notification);
    return WebhookNotification(notification);
  }

 private:
  const shiptrack_events *events_ = nullptr;
  std::size_t index_ = 0;
};

/// Events of the service, in the order they happened: a range of Event.
class [[nodiscard]] Events : public detail::Object<shiptrack_events, shiptrack_events_free> {
 public:
  using iterator = detail::Iterator<Events, Event>;
  using Object::Object;

  std::size_t size() const { return shiptrack_events_count(raw()); }
  bool empty() const { return size() == 0; }
  /// An event; throws when `index` is past the end.
  Event at(std::size_t index) const & SHIPTRACK_HPP_LENT {
    if (index >= size()) throw std::out_of_range("shiptrack::Events::at");
    return Event(raw(), index);
  }
  Event at(std::size_t index) const && = delete;  // Give the events a name first: auto events = service.events();
  iterator begin() const & SHIPTRACK_HPP_LENT { return iterator(this, 0); }
  iterator begin() const && = delete;  // Give the events a name first: auto events = service.events();
  iterator end() const & SHIPTRACK_HPP_LENT { return iterator(this, size()); }
  iterator end() const && = delete;
};

/// What taking in a message gave.
class IngestedEmail : public detail::Object<shiptrack_ingested_email, shiptrack_ingested_email_free> {
 public:
  using Object::Object;

  /// The message: a view, which lives as long as this.
  EmailSubmission submission() const & SHIPTRACK_HPP_LENT { return EmailSubmission(shiptrack_ingested_email_submission(raw())); }
  EmailSubmission submission() const && = delete;
  /// Whether the submission was made now: not when the same bytes were taken in before.
  bool is_new() const { return shiptrack_ingested_email_is_new(raw()) != 0; }
  /// Whether the message could not be read; its bytes are kept all the same.
  bool is_quarantined() const { return shiptrack_ingested_email_is_quarantined(raw()) != 0; }
  /// What was wrong with the message.
  std::vector<std::string> problems() const {
    return detail::each(shiptrack_ingested_email_problems_count(raw()),
                        [this](std::size_t i) { return detail::owned(shiptrack_ingested_email_problem(raw(), i)); });
  }
  /// What came of the EDI that was attached: a JSON array of objects with `document` and `report`.
  std::string edi_json() const { return detail::owned(shiptrack_ingested_email_edi_json(raw())); }
};

/// What became of facts that were recorded.
class RecordingReport : public detail::Object<shiptrack_recording_report, shiptrack_recording_report_free> {
 public:
  using Object::Object;

  /// What became of them for one of the numbers they are about.
  struct RequestReport {
    /// The tracking request that stands for the number.
    std::string request_id;
    /// Its shipment; nothing while its carrier has said nothing, which takes the facts in when it does.
    std::optional<std::string> shipment_id;
    /// How many were news.
    std::size_t new_count;
  };

  /// The numbers of the account they are about.
  std::vector<RequestReport> requests() const {
    return detail::each(shiptrack_recording_report_count(raw()), [this](std::size_t i) {
      auto shipment = detail::text(shiptrack_recording_report_shipment_id(raw(), i));
      return RequestReport{detail::owned(shiptrack_recording_report_request_id(raw(), i)),
                 shipment ? std::optional<std::string>(*shipment) : std::nullopt,
                 shiptrack_recording_report_new_count(raw(), i)};
    });
  }
  /// How many are kept for whoever comes to track the number, because nobody does yet.
  std::size_t kept_count() const { return shiptrack_recording_report_kept_count(raw()); }
  /// What looks wrong about those that are news. They are taken in all the same.
  std::vector<std::string> doubts() const {
    return detail::each(shiptrack_recording_report_doubts_count(raw()),
                        [this](std::size_t i) { return detail::owned(shiptrack_recording_report_doubt(raw(), i)); });
  }
};

/// A folder into which somebody puts files of EDI. It keeps its service alive.
class EdiFolder : public detail::Object<shiptrack_edi_folder, shiptrack_edi_folder_free> {
 public:
  using Object::Object;

  /// Takes in the files that are complete, oldest first, at most `limit`; answers a JSON array with what became of each. See
  /// shiptrack_edi_folder_sweep().
  std::string sweep_json(std::size_t limit = 100) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_edi_folder_sweep, raw(), limit));
  }
};

/// The tracking service inside this process. Where an account may be named, none stands for the account `default`.
class [[nodiscard]] Service : public detail::Object<shiptrack_service, shiptrack_service_free> {
 public:
  using Object::Object;

  /// The service in the file at `path`.
  static Service open(const std::string &path, const ServiceOptions &options = {}) {
    return detail::make<Service>(shiptrack_service_open, Text(path).c_str(), options.raw());
  }
  /// A service that lives in memory.
  static Service in_memory(const ServiceOptions &options = {}) {
    return detail::make<Service>(shiptrack_service_open_in_memory, options.raw());
  }
  /// The host's own client.
  Client client(const OptionalText &account_id = {}) const {
    return detail::make<Client>(shiptrack_service_client, raw(), account_id.c_str());
  }
  /// Closes the service with its clients and servers, for certain.
  void close() const { detail::run(shiptrack_service_close, raw()); }

  /// Does what is due, on this thread, `max_items` at most, 0 for all of it; answers how much.
  std::size_t run_due(std::size_t max_items = 0) const {
    std::size_t done = 0;
    detail::run(shiptrack_service_run_due, raw(), max_items, &done);
    return done;
  }
  /// Is told how far settle() has come: what is done, and what is left. Answers false to stop.
  using SettleProgress = std::function<bool(std::size_t done, std::uint64_t left)>;

  /// How a service stands after settle().
  struct SettleReport {
    /// Look-ups and deliveries done meanwhile, by whatever thread.
    std::size_t done = 0;
    /// Those that are due and were not done: in time, or because nobody can do them at present.
    std::uint64_t left = 0;

    /// Whether nothing is due any more.
    bool is_settled() const noexcept { return left == 0; }
  };

  /// Does everything that is due, and what falls due through that, until nothing is: what a program begins with that was
  /// away, before it exports. For `timeout` at most, when there is one; on every clock, also while a worker runs.
  SettleReport settle(std::optional<Milliseconds> timeout = std::nullopt, const SettleProgress &progress = nullptr,
                 const Cancel *cancel = nullptr) const {
    auto tell = [](void *data, std::size_t done, std::uint64_t left) -> std::int32_t {
      auto &told = *static_cast<const SettleProgress *>(data);
      return detail::guard([&] { return !told || told(done, left) ? SHIPTRACK_OK : SHIPTRACK_ERROR_CANCELLED; });
    };
    SettleReport settled;
    detail::run(shiptrack_service_settle, raw(), detail::milliseconds(timeout, "timeout_ms"),
                cancel ? cancel->raw() : nullptr, shiptrack_settle_progress_fn(tell),
                const_cast<void *>(static_cast<const void *>(&progress)), &settled.done, &settled.left);
    return settled;
  }
  /// When the next work is due; nothing when none will be.
  std::optional<TimePoint> next_due() const {
    std::int64_t due = 0;
    if (detail::run(shiptrack_service_next_due, raw(), &due) == SHIPTRACK_ABSENT) return std::nullopt;
    return detail::time_point(due);
  }
  /// Has threads of the library's do what is due.
  void start_worker(std::size_t threads = SHIPTRACK_WORKER_THREADS) const { detail::run(shiptrack_service_start_worker, raw(), threads); }
  /// Ends the worker; what it is doing is finished first.
  void stop_worker() const { detail::run(shiptrack_service_stop_worker, raw()); }

  /// The events behind `after`.
  Events events(std::uint64_t after = 0, std::size_t limit = 1000, const OptionalText &account_id = {}) const {
    return detail::make<Events>(shiptrack_service_events, raw(), account_id.c_str(), after, limit);
  }
  /// The same, waiting up to `timeout`, by default without a limit, for at least one, and doing due work meanwhile, on this thread;
  /// 0 looks once.
  Events wait_events(std::uint64_t after, std::optional<Milliseconds> timeout = std::nullopt, std::size_t limit = 1000,
                     const OptionalText &account_id = {}, const Cancel *cancel = nullptr) const {
    return detail::make<Events>(shiptrack_service_wait_events, raw(), account_id.c_str(), after, limit,
                                detail::milliseconds(timeout, "timeout_ms"),
                                cancel ? cancel->raw() : nullptr);
  }
  /// Has `callback` called whenever something happened; on the thread where it happened. It should do no more than wake the
  /// host's own loop.
  void on_wake(std::function<void()> callback) const {
    detail::plug_in(std::move(callback), [this](void *kept, auto destroy, auto error) {
      auto woken = [](void *data) {
        detail::guard([&] { return (*static_cast<std::function<void()> *>(data))(), SHIPTRACK_OK; });
      };
      return shiptrack_service_on_wake(raw(), woken, kept, destroy, error);
    });
  }
  /// Ends all that on_wake() set. When it returns none of them is running, none is called again, and all are destroyed; from
  /// within one of them that call is the last.
  void end_wake() const { detail::run(shiptrack_service_on_wake, raw(), nullptr, nullptr, nullptr); }
  /// A descriptor that becomes readable whenever something happened: see shiptrack_service_event_fd().
  int event_fd() const {
    std::int32_t descriptor = -1;
    detail::run(shiptrack_service_event_fd, raw(), &descriptor);
    return descriptor;
  }
  /// How long poll() may sleep before work is due, in milliseconds; -1 when none will be.
  int poll_timeout() const {
    std::int32_t milliseconds = -1;
    detail::run(shiptrack_service_poll_timeout, raw(), &milliseconds);
    return milliseconds;
  }

  /// Records what somebody told without being asked, in the JSON form of facts: a terminal, a trucker, an EDI message, a
  /// clerk. Every number of the account that is `number`, or whose shipment has it as a container, gets the facts at once.
  /// See shiptrack_service_record_facts().
  RecordingReport record_facts(const Text &number, std::string_view facts, const OptionalText &account_id = {}) const {
    return detail::make<RecordingReport>(shiptrack_service_record_facts, raw(), account_id.c_str(), number.c_str(),
                                  detail::bytes(facts), facts.size());
  }

  /// Takes in EDI, bytes as they came, and records what each message says for the numbers that it names. A JSON object says what
  /// came of each interchange and each message. See shiptrack_service_ingest_edi().
  std::string ingest_edi_json(std::string_view edi, const OptionalText &account_id = {}) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_service_ingest_edi, raw(), account_id.c_str(),
                                                         detail::bytes(edi), edi.size()));
  }
  /// The messages of EDI of which nothing was taken in, those of the newest interchange first: a JSON array of objects. See
  /// shiptrack_service_unread_edi().
  std::string unread_edi_json(std::size_t limit = 1000, const OptionalText &account_id = {}) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_service_unread_edi, raw(), account_id.c_str(), limit));
  }
  /// Lets go of a message of EDI of which nothing was taken in. Answers whether one was kept under this id.
  bool discard_unread_edi(const Text &id, const OptionalText &account_id = {}) const {
    auto status = detail::run(shiptrack_service_discard_unread_edi, raw(), account_id.c_str(), id.c_str());
    return status == SHIPTRACK_OK;
  }
  /// Takes in what was sent without being asked for: header fields and bytes as they came. A JSON object says what came of it. See
  /// shiptrack_service_receive_push().
  std::string receive_push_json(const HeaderList &fields, std::string_view body) const {
    auto headers = detail::headers(fields);
    return *detail::content(detail::make<detail::Buffer>(shiptrack_service_receive_push, raw(), headers.raw(),
                                                         detail::bytes(body), body.size()));
  }
  /// Takes over what a hosted account follows, the one that `client` has the key of; after `most` tracking requests it ends, 0 for
  /// all. A JSON object says what came of it. See shiptrack_service_adopt().
  std::string adopt_json(const Client &client, const OptionalText &account_id = {}, std::size_t most = 0, bool anew = false,
                         const Cancel *cancel = nullptr) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_service_adopt, raw(), account_id.c_str(), client.raw(), most,
                                                         std::int32_t(anew), cancel ? cancel->raw() : nullptr));
  }
  /// Takes in what a hosted account posts to a webhook that is registered there, whose secret `verifier` has. A JSON object says what
  /// came of it. See shiptrack_service_receive_hosted().
  std::string receive_hosted_json(const Client &client, const Verifier &verifier, const HeaderList &fields,
                                  std::string_view body, const OptionalText &account_id = {}) const {
    auto headers = detail::headers(fields);
    return *detail::content(detail::make<detail::Buffer>(shiptrack_service_receive_hosted, raw(), account_id.c_str(),
                                                         client.raw(), verifier.raw(), headers.raw(), detail::bytes(body),
                                                         body.size()));
  }
  /// Lets somebody send to an account, as a JSON object describes it. See shiptrack_service_add_subscription().
  std::string add_subscription_json(const Text &subscription, const OptionalText &account_id = {}) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_service_add_subscription, raw(), account_id.c_str(),
                                                         subscription.c_str()));
  }
  /// Who may send to an account, oldest first: a JSON array. See shiptrack_service_subscriptions().
  std::string subscriptions_json(const OptionalText &account_id = {}) const {
    return *detail::content(
        detail::make<detail::Buffer>(shiptrack_service_subscriptions, raw(), account_id.c_str()));
  }
  /// Gives a subscription another secret. See shiptrack_service_rotate_subscription().
  std::string rotate_subscription_json(const Text &id, const OptionalText &secret = {},
                                       std::optional<Milliseconds> overlap = {},
                                       const OptionalText &account_id = {}) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_service_rotate_subscription, raw(), account_id.c_str(),
                                                         id.c_str(), secret.c_str(), detail::milliseconds(overlap, "overlap_ms")));
  }
  /// Takes nothing in any more of a subscription. See shiptrack_service_remove_subscription().
  void remove_subscription(const Text &id, const OptionalText &account_id = {}) const {
    detail::run(shiptrack_service_remove_subscription, raw(), account_id.c_str(), id.c_str());
  }
  /// The credentials that carriers refuse: a JSON array. See shiptrack_service_suspended_credentials().
  std::string suspended_credentials_json() const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_service_suspended_credentials, raw()));
  }
  /// Keeps a credential of an account at a carrier, under the key of the store. See shiptrack_service_store_credential().
  void store_credential(const Text &scac, const Text &name, const Text &secret, const OptionalText &account_id = {}) const {
    detail::run(shiptrack_service_store_credential, raw(), account_id.c_str(), scac.c_str(), name.c_str(), secret.c_str());
  }
  /// Which credentials are kept of an account: a JSON array. See shiptrack_service_stored_credentials().
  std::string stored_credentials_json(const OptionalText &account_id = {}) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_service_stored_credentials, raw(), account_id.c_str()));
  }
  /// Those that are kept of an account, to be asked with beside the service. See shiptrack_service_credentials().
  Credentials credentials(const OptionalText &account_id = {}) const {
    return detail::make<Credentials>(shiptrack_service_credentials, raw(), account_id.c_str());
  }
  /// Keeps a credential no more. See shiptrack_service_forget_credential().
  void forget_credential(const Text &scac, const Text &name, const OptionalText &account_id = {}) const {
    detail::run(shiptrack_service_forget_credential, raw(), account_id.c_str(), scac.c_str(), name.c_str());
  }
  /// Keeps all secrets in the store under this key of 32 bytes instead. See shiptrack_service_rekey().
  void rekey(std::string_view key) const { detail::run(shiptrack_service_rekey, raw(), detail::bytes(key), key.size()); }
  /// What each carrier is to be asked for, and how often it can be: a JSON array. See shiptrack_service_carriers_plan().
  std::string carriers_plan_json() const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_service_carriers_plan, raw()));
  }
  /// The folder at `path`, whose files are taken in as EDI by its sweep_json() now and then, once they have been as they are for
  /// `quiet`; with `acknowledge`, acknowledgements are written to `out/` in it. See shiptrack_service_edi_folder().
  EdiFolder edi_folder(const Text &path, Milliseconds quiet = std::chrono::seconds(2), bool acknowledge = false,
                       const OptionalText &account_id = {}) const {
    return detail::make<EdiFolder>(shiptrack_service_edi_folder, raw(), account_id.c_str(), path.c_str(), detail::milliseconds(quiet, "quiet_ms"),
                                   static_cast<std::int32_t>(acknowledge));
  }

  /// Takes in a message: RFC 5322 bytes as they came. One that cannot be read is kept in quarantine, never refused.
  IngestedEmail ingest_email(std::string_view message, const OptionalText &account_id = {},
                        const OptionalText &user_id = {}) const {
    return detail::make<IngestedEmail>(shiptrack_service_ingest_email, raw(), account_id.c_str(), detail::bytes(message),
                                  message.size(), user_id.c_str());
  }
  /// The bytes of a message as it was taken in; nothing when the account has no such submission.
  std::optional<std::string> email_content(const Text &submission_id, const OptionalText &account_id = {}) const {
    return detail::content(detail::make<detail::Buffer>(shiptrack_service_email_content, raw(), account_id.c_str(),
                                                        submission_id.c_str()));
  }
  /// What was wrong with a message that was taken in, quarantined or not: a JSON array of sentences. Nothing when the account
  /// has no such submission.
  std::optional<std::string> email_problems_json(const Text &submission_id, const OptionalText &account_id = {}) const {
    return detail::content(detail::make<detail::Buffer>(shiptrack_service_email_problems, raw(), account_id.c_str(),
                                                        submission_id.c_str()));
  }
  /// The messages in quarantine, newest first. Their ids are those of their submissions, the attribute `problems` lists
  /// what was wrong.
  Page<Resource> quarantined_emails(const OptionalText &account_id = {}) const {
    return detail::make<Page<Resource>>(shiptrack_service_quarantined_emails, raw(), account_id.c_str());
  }
  /// The bytes of a document; nothing when the account has no such document, or the document no bytes.
  std::optional<std::string> document_content(const Text &document_id, const OptionalText &account_id = {}) const {
    return detail::content(detail::make<detail::Buffer>(shiptrack_service_document_content, raw(), account_id.c_str(),
                                                        document_id.c_str()));
  }
  /// Discards a document: it is no longer listed or counted. Answers whether the account had it.
  bool discard_document(const Text &document_id, const OptionalText &account_id = {}) const {
    auto status = detail::run(shiptrack_service_discard_document, raw(), account_id.c_str(), document_id.c_str());
    return status == SHIPTRACK_OK;
  }

  /// Makes an account. `name` is what the host calls it; it must be new.
  Owned<Account> create_account(const Text &name, const Text &company_name) const {
    return detail::make<Owned<Account>>(shiptrack_service_create_account, raw(), name.c_str(), company_name.c_str());
  }
  /// The account the host calls `name`.
  Owned<Account> account(const Text &name) const {
    return detail::make<Owned<Account>>(shiptrack_service_account, raw(), name.c_str());
  }
  /// All accounts, oldest first.
  Page<Account> accounts() const { return detail::make<Page<Account>>(shiptrack_service_accounts, raw()); }
  /// Sets what an account wants done by itself: see shiptrack_service_set_account().
  void set_account(const Text &setting, bool is_on, const OptionalText &account_id = {}) const {
    detail::run(shiptrack_service_set_account, raw(), account_id.c_str(), setting.c_str(), is_on);
  }
  /// Makes an API key: a resource with the attribute `key`, which is never seen again.
  Owned<Resource> create_key(const Text &name, bool read_only = false, const OptionalText &account_id = {}) const {
    return detail::make<Owned<Resource>>(shiptrack_service_create_key, raw(), account_id.c_str(), name.c_str(),
                                         read_only);
  }
  /// The keys of an account, oldest first, revoked ones too.
  Page<Resource> keys(const OptionalText &account_id = {}) const {
    return detail::make<Page<Resource>>(shiptrack_service_keys, raw(), account_id.c_str());
  }
  /// Revokes a key at once. Revoking it again changes nothing.
  void revoke_key(const Text &key_id, const OptionalText &account_id = {}) const {
    detail::run(shiptrack_service_revoke_key, raw(), account_id.c_str(), key_id.c_str());
  }

  /// Delivers once more every notification that failed, to webhooks that are active; answers how many.
  std::size_t replay_failed(const OptionalText &account_id = {}) const {
    std::size_t count = 0;
    detail::run(shiptrack_service_replay_failed, raw(), account_id.c_str(), &count);
    return count;
  }
  /// Answers a request as a Server would: for hosts that have a web server, and for tests. `path` begins with `/v2` and has
  /// the query with it; who asks is told by the `Authorization` field. What says what was wrong is an answer too.
  Response answer(const Text &method, const Text &path, const HeaderList &fields = {},
                  std::string_view body = {}) const {
    auto headers = detail::headers(fields);
    return detail::make<Response>(shiptrack_service_answer, raw(), method.c_str(), path.c_str(), headers.raw(),
                                  detail::bytes(body), body.size());
  }
};

}  // namespace shiptrack

#endif  // SHIPTRACK_SERVICE_HPP
