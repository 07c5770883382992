// The client. Do not include this file; include shiptrack.hpp.
#ifndef SHIPTRACK_CLIENT_HPP
#define SHIPTRACK_CLIENT_HPP

#include <shiptrack/client_options.hpp>
#include <shiptrack/operations.hpp>

namespace shiptrack {

/// What to do with a number whose newest tracking request failed. See SHIPTRACK_RETRACK_BY_REASON.
enum class RetrackPolicy : std::int32_t {
  by_reason = SHIPTRACK_RETRACK_BY_REASON,
  always = SHIPTRACK_RETRACK_ALWAYS,
  never = SHIPTRACK_RETRACK_NEVER,
};

/// A tracking request that Client::track() found or made.
class TrackResult : public Owned<TrackingRequest> {
 public:
  TrackResult(Owned<TrackingRequest> request, TrackOutcome how) : Owned(std::move(request)), how_(how) {}
  /// What happened.
  TrackOutcome how() const noexcept { return how_; }
  /// The names of the requested attributes that an adopted request does not have: see shiptrack_tracking_request_left_out_at().
  std::vector<std::string> left_out() const {
    return detail::each(shiptrack_tracking_request_left_out_count(raw()), [&](std::size_t i) {
      return std::string(detail::view(shiptrack_tracking_request_left_out_at(raw(), i)));
    });
  }

 private:
  TrackOutcome how_;
};

/// A webhook that Client::ensure_webhook() found or made.
class EnsureResult : public Owned<Webhook> {
 public:
  EnsureResult(Owned<Webhook> webhook, EnsureOutcome how) : Owned(std::move(webhook)), how_(how) {}
  /// What happened.
  EnsureOutcome how() const noexcept { return how_; }

 private:
  EnsureOutcome how_;
};

/// A client of a service, hosted or in this process. Operations has the methods that send one request of the interface.
class [[nodiscard]] Client : public detail::Object<shiptrack_client, shiptrack_client_free>, public Operations<Client> {
 public:
  /// Called with the tracking request after every fetch; return false to stop waiting.
  using Progress = std::function<bool(TrackingRequest)>;
  /// Called with the number of bytes that were sent, and of all bytes; return false to stop the upload.
  using UploadProgress = std::function<bool(std::uint64_t sent, std::uint64_t total)>;
  /// Reads at most `room` bytes of a file from `offset` into `buffer`, and returns their number; 0 at the end of the file. The
  /// file is read from its start more than once: see shiptrack_upload_read_fn.
  using UploadRead = std::function<std::size_t(std::uint64_t offset, char *buffer, std::size_t room)>;

  using Object::Object;

  /// A client of the service at `base_url` (`https://host/v2`).
  static Client open(const Text &base_url, const Text &api_key, const ClientOptions &options = {}) {
    return detail::make<Client>(shiptrack_client_open, base_url.c_str(), api_key.c_str(), options.raw());
  }
  /// A client with the settings in SHIPTRACK_BASE_URL and SHIPTRACK_API_KEY.
  static Client from_env(const ClientOptions &options = {}) {
    return detail::make<Client>(shiptrack_client_from_env, options.raw());
  }
  /// The same client with this time limit for each call.
  Client with_timeout(Milliseconds time) const {
    return detail::make<Client>(shiptrack_client_with_timeout, raw(), detail::milliseconds(time, "timeout_ms"));
  }
  /// The same client, whose calls `cancel` ends.
  Client with_cancel(const Cancel &cancel) const {
    return detail::make<Client>(shiptrack_client_with_cancel, raw(), cancel.raw());
  }
  /// Replaces the API key, also for the clients made from this one.
  void set_api_key(const Text &api_key) const { detail::run(shiptrack_client_set_api_key, raw(), api_key.c_str()); }
  /// The number of requests of a bucket that could be sent now; `std::nullopt` if there is no limit.
  std::optional<std::int64_t> allowance(Bucket bucket = Bucket::default_) const {
    std::int64_t left = SHIPTRACK_NO_LIMIT;
    detail::run(shiptrack_client_allowance, raw(), static_cast<std::int32_t>(bucket), &left);
    return left == SHIPTRACK_NO_LIMIT ? std::nullopt : std::optional(left);
  }
  /// Ends the calls in progress, on any thread, and rejects later ones; also those of the clients made from it.
  void close() const { detail::run(shiptrack_client_close, raw()); }

  /// Creates a tracking request of the type `bill_of_lading`, `booking_number` or `container`. Without `scac` the service
  /// determines the carrier.
  Owned<TrackingRequest> create_tracking_request(const Text &type, const Text &number, const OptionalText &scac,
                                                 const Draft &draft = {}) const {
    return detail::make<Owned<TrackingRequest>>(shiptrack_tracking_request_create, raw(), type.c_str(), number.c_str(),
                                                scac.c_str(), draft.raw());
  }
  /// Creates a tracking request, or adopts the active one that exists. Calling it twice is safe.
  TrackResult track(const Text &type, const Text &number, const OptionalText &scac, const Draft &draft = {}) const {
    return track_with(shiptrack_tracking_request_track, type, number, scac, draft);
  }
  /// As track(), but it retries if the outcome of an attempt is unknown.
  TrackResult track_until_certain(const Text &type, const Text &number, const OptionalText &scac, const Draft &draft = {}) const {
    return track_with(shiptrack_tracking_request_track_until_certain, type, number, scac, draft);
  }
  /// As track(), or with `until_certain` as track_until_certain(), with a policy for a number whose newest request failed.
  TrackResult track_again(const Text &type, const Text &number, const OptionalText &scac, RetrackPolicy retrack_policy,
                      const Draft &draft = {}, bool until_certain = false) const {
    std::int32_t how = 0;
    auto request = detail::make<Owned<TrackingRequest>>(shiptrack_tracking_request_track_again, raw(), type.c_str(),
                                                        number.c_str(), scac.c_str(), draft.raw(),
                                                        static_cast<std::int32_t>(retrack_policy),
                                                        std::int32_t(until_certain), &how);
    return TrackResult(std::move(request), TrackOutcome(how));
  }
  /// Waits until a tracking request is `created`, `failed` or `tracking_stopped`, at most for `timeout`, by default five
  /// minutes; then it throws a TimeoutError. A service in this process does its due work meanwhile, on this thread, so callbacks
  /// of carriers may run in this call, also while a worker runs. With 0 it fetches the request once and does no due work. It
  /// fetches the request every `poll`, by default five seconds, more often at first, and at most every 10 ms.
  Owned<TrackingRequest> wait(const Text &id, std::optional<Milliseconds> timeout = std::nullopt,
                              const Progress &progress = nullptr,
                              std::optional<Milliseconds> poll = std::nullopt) const {
    return wait_with(shiptrack_tracking_request_wait, id, timeout, progress, poll);
  }
  /// As wait(), but it also returns when the carrier answered that it has no data yet (`awaiting_manifest`), a state that can
  /// last seven days.
  Owned<TrackingRequest> wait_until_answered(const Text &id, std::optional<Milliseconds> timeout = std::nullopt,
                                             const Progress &progress = nullptr,
                                             std::optional<Milliseconds> poll = std::nullopt) const {
    return wait_with(shiptrack_tracking_request_wait_until_answered, id, timeout, progress, poll);
  }
  /// Asks the service which type and carrier a number has.
  Inference infer_number(const Text &number) const {
    return detail::make<Inference>(shiptrack_tracking_request_infer, raw(), number.c_str());
  }

  /// Fetches any resource by its path below the base URL: `ports/USLAX`.
  Owned<Resource> get(const Text &path) const {
    return detail::make<Owned<Resource>>(shiptrack_client_get, raw(), path.c_str());
  }

  /// Lists resources by their path below the base URL: `terminals`.
  Pages<Resource> list(const Text &path, const Query &query = {}) const {
    return detail::make<Pages<Resource>>(shiptrack_client_list, raw(), path.c_str(), query.raw());
  }

  Owned<TrackingRequest> update_tracking_request(const Text &id, const Draft &draft) const {
    return detail::make<Owned<TrackingRequest>>(shiptrack_tracking_request_update, raw(), id.c_str(), draft.raw());
  }
  /// Registers a URL that receives notifications. The result has the secret that signs its deliveries.
  Owned<Webhook> create_webhook(const Text &url, const Draft &draft = {}) const {
    return detail::make<Owned<Webhook>>(shiptrack_webhook_create, raw(), url.c_str(), draft.raw());
  }
  /// Registers a URL unless it is registered, and updates attributes that differ: call it whenever the program starts.
  EnsureResult ensure_webhook(const Text &url, const Draft &draft = {}) const {
    std::int32_t how = 0;
    auto webhook = detail::make<Owned<Webhook>>(shiptrack_webhook_ensure, raw(), url.c_str(), draft.raw(), &how);
    return EnsureResult(std::move(webhook), EnsureOutcome(how));
  }
  /// Replaces the secret of a webhook. During `overlap` deliveries are signed with the old secret, too; 0 ends all old secrets
  /// at once. The hosted service does not support it.
  Owned<Webhook> rotate_webhook_secret(const Text &id, Milliseconds overlap = std::chrono::hours(24)) const {
    return detail::make<Owned<Webhook>>(shiptrack_webhook_rotate_secret, raw(), id.c_str(),
                                        detail::milliseconds(overlap, "overlap_ms"));
  }

  /// Uploads the file at `path` and creates a document from it. Its name is the file name unless `name` is set, and its media
  /// type that of the file name extension unless `content_type` is set. A file that was uploaded before is rejected:
  /// Error::existing_document_id() is the existing document.
  Owned<Document> upload_document(const Text &path, const UploadProgress &progress = nullptr,
                                  const OptionalText &name = {}, const OptionalText &content_type = {}) const {
    Upload upload{progress, nullptr};
    return detail::make<Owned<Document>>(shiptrack_document_upload, raw(), path.c_str(), name.c_str(),
                                         content_type.c_str(), shiptrack_upload_progress_fn(Upload::report),
                                         static_cast<void *>(&upload));
  }
  /// As upload_document(), for bytes that are not in a file; `file_name` is the name of the file:
  ///
  ///     std::string_view bytes = …;
  ///     client.upload_document_from("invoice.pdf", [&](std::uint64_t offset, char *buffer, std::size_t room) {
  ///       return bytes.copy(buffer, room, offset);
  ///     });
  Owned<Document> upload_document_from(const Text &file_name, const UploadRead &read,
                                       const UploadProgress &progress = nullptr, const OptionalText &name = {},
                                       const OptionalText &content_type = {}) const {
    if (!read) throw MisuseError(SHIPTRACK_ERROR_NULL_ARGUMENT, "a callback is empty: pass a function");
    Upload upload{progress, &read};
    return detail::make<Owned<Document>>(shiptrack_document_upload_from, raw(), file_name.c_str(),
                                         shiptrack_upload_read_fn(Upload::read_some), name.c_str(), content_type.c_str(),
                                         shiptrack_upload_progress_fn(Upload::report), static_cast<void *>(&upload));
  }

  /// Sends any request, with the same API key, rate limit and retries as all others. `path` is relative to the base URL.
  Response send(const Text &method, const Text &path, const Query &query = {}, std::string_view json = {}) const {
    return detail::make<Response>(shiptrack_client_send, raw(), method.c_str(), path.c_str(), query.raw(),
                                  detail::bytes(json), json.size());
  }

 private:
  /// The callbacks of an upload.
  struct Upload {
    const UploadProgress &progress;
    const UploadRead *read;

    static std::int32_t report(void *data, std::uint64_t sent, std::uint64_t total) {
      auto &upload = *static_cast<const Upload *>(data);
      return detail::guard([&] {
        return !upload.progress || upload.progress(sent, total) ? SHIPTRACK_OK : SHIPTRACK_ERROR_CANCELLED;
      });
    }
    static std::int64_t read_some(void *data, std::uint64_t offset, std::uint8_t *buffer, std::size_t room) {
      auto &upload = *static_cast<const Upload *>(data);
      std::int64_t count = -1;
      detail::guard([&] {
        count = static_cast<std::int64_t>((*upload.read)(offset, reinterpret_cast<char *>(buffer), room));
        return SHIPTRACK_OK;
      });
      return count;
    }
  };
  template <class Verb>
  TrackResult track_with(Verb verb, const Text &type, const Text &number, const OptionalText &scac,
                     const Draft &draft) const {
    std::int32_t how = 0;
    auto request = detail::make<Owned<TrackingRequest>>(verb, raw(), type.c_str(), number.c_str(), scac.c_str(),
                                                        draft.raw(), &how);
    return TrackResult(std::move(request), TrackOutcome(how));
  }
  template <class Verb>
  Owned<TrackingRequest> wait_with(Verb verb, const Text &id, std::optional<Milliseconds> timeout,
                                   const Progress &progress, std::optional<Milliseconds> poll) const {
    struct Watch {
      const Progress &progress;
      bool pending;
    } watch{progress, detail::PendingException::is_kept()};
    auto look = [](void *data, const shiptrack_resource *request) -> std::int32_t {
      auto &state = *static_cast<const Watch *>(data);
      // If a callback threw meanwhile, the wait ends at once.
      if (!state.pending && detail::PendingException::is_kept()) return SHIPTRACK_ERROR_CALLBACK;
      return detail::guard([&] {
        return !state.progress || state.progress(TrackingRequest(request)) ? SHIPTRACK_OK : SHIPTRACK_ERROR_CANCELLED;
      });
    };
    return detail::make<Owned<TrackingRequest>>(verb, raw(), id.c_str(), detail::milliseconds(timeout, "timeout_ms"),
                                                detail::milliseconds(poll, "poll_ms"), shiptrack_progress_fn(look),
                                                static_cast<void *>(&watch));
  }
};

/// Throws the exception that a client throws for this response: for programs that receive responses in another way.
[[noreturn]] inline void throw_answer(std::int32_t http_status, std::string_view body,
                                      const OptionalText &retry_after = {}) {
  shiptrack_error *answered = nullptr;
  detail::run(shiptrack_error_from_answer, http_status, retry_after.c_str(), detail::bytes(body), body.size(),
              &answered);
  detail::fail(shiptrack_error_status(answered), answered);
}

/// Version of the library that is loaded.
inline std::string_view version() { return shiptrack_version(); }

}  // namespace shiptrack

#endif  // SHIPTRACK_CLIENT_HPP
