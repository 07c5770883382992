// Settings of a client. Do not include this file; include shiptrack.hpp.
#ifndef SHIPTRACK_CLIENT_OPTIONS_HPP
#define SHIPTRACK_CLIENT_OPTIONS_HPP

#include <shiptrack/requests.hpp>

namespace shiptrack {

/// One attempt to send a request. Its texts are valid during the callback. It contains no secret.
struct Attempt {
  explicit Attempt(const shiptrack_attempt &raw)
      : method(raw.method), path(raw.path), number(raw.number), http_status(raw.http_status), status(raw.status),
        waited(raw.waited_us), took(raw.took_us) {
    if (raw.retry_in_us >= 0) retry_in = std::chrono::microseconds(raw.retry_in_us);
  }

  /// The method, and the path without the query.
  std::string_view method, path;
  /// The number of the attempt within its call, from 1.
  std::uint32_t number;
  /// The HTTP status of the response; 0 if there was none.
  std::int32_t http_status;
  /// SHIPTRACK_OK, or the error.
  std::int32_t status;
  /// How long it waited before it was sent, and how long it took.
  std::chrono::microseconds waited, took;
  /// The pause before the next attempt; `std::nullopt` if this was the last one.
  std::optional<std::chrono::microseconds> retry_in;
};

/// The start of a wait for the rate limit. Its texts are valid during the callback.
struct Pause {
  explicit Pause(const shiptrack_pause &raw)
      : method(raw.method), path(raw.path), bucket(Bucket(raw.bucket)), refused(raw.refused != 0), lasts(raw.lasts_us) {}

  /// The method, and the path without the query.
  std::string_view method, path;
  /// The bucket whose limit is reached.
  Bucket bucket;
  /// Whether the service rejected the request; otherwise the client waits before it reaches the limit.
  bool refused;
  /// The expected length of the wait.
  std::chrono::microseconds lasts;
};

/// Settings of a client; each has a default.
///
/// An exception that leaves a callback is thrown by the call that ran the callback, when that call ends.
class ClientOptions : public detail::Object<shiptrack_client_options, shiptrack_client_options_free> {
 public:
  /// Called after every attempt.
  using OnAttempt = std::function<void(const Attempt &)>;
  /// Called when a wait for the rate limit starts.
  using OnPause = std::function<void(const Pause &)>;
  /// Receives log lines: `GET /v2/containers: 200 in 12 ms`.
  using OnLog = std::function<void(bool is_problem, std::string_view line)>;

  ClientOptions() : Object(detail::make<Object>(shiptrack_client_options_new)) {}

  /// Limits every call to this time, including retries and the wait for the rate limit.
  ClientOptions &timeout(Milliseconds time) & {
    return detail::run(shiptrack_client_options_timeout, raw(), detail::milliseconds(time, "timeout_ms")), *this;
  }
  /// Limits the time to connect.
  ClientOptions &connect_timeout(Milliseconds time) & {
    return detail::run(shiptrack_client_options_connect_timeout, raw(), detail::milliseconds(time, "timeout_ms")), *this;
  }
  /// Sends a request at most `attempts` times. The pause before a retry is random; its limit starts at `base`, doubles, and
  /// ends at `cap`.
  ClientOptions &retries(std::uint32_t attempts, Milliseconds base, Milliseconds cap) & {
    return detail::run(shiptrack_client_options_retries, raw(), attempts, detail::milliseconds(base, "base_ms"),
                       detail::milliseconds(cap, "cap_ms")),
           *this;
  }
  /// Sets the rate limit of a bucket: at most `requests` requests in any `window`, which is the same for all buckets;
  /// `std::nullopt` for no limit.
  ClientOptions &limit(Bucket bucket, std::optional<std::int64_t> requests,
                       Milliseconds window = std::chrono::minutes(1)) & {
    return detail::run(shiptrack_client_options_limit, raw(), static_cast<std::int32_t>(bucket),
                       requests.value_or(SHIPTRACK_NO_LIMIT), detail::milliseconds(window, "window_ms")),
           *this;
  }
  /// Permits sending the API key unencrypted to another machine: only for a service in a network that you trust.
  ClientOptions &allow_insecure_http() & {
    return detail::run(shiptrack_client_options_allow_insecure_http, raw()), *this;
  }
  /// Sets the User-Agent header.
  ClientOptions &user_agent(const Text &text) & {
    return detail::run(shiptrack_client_options_user_agent, raw(), text.c_str()), *this;
  }
  /// Adds a header to every request. Its value is treated as a secret.
  ClientOptions &header(const Text &name, const Text &value) & {
    return detail::run(shiptrack_client_options_header, raw(), name.c_str(), value.c_str()), *this;
  }
  /// Limits the body of a response to this many bytes after decompression.
  ClientOptions &body_limit(std::size_t bytes) & {
    return detail::run(shiptrack_client_options_body_limit, raw(), bytes), *this;
  }
  /// Connects through the HTTP proxy at this URL. Proxies in environment variables are not used.
  ClientOptions &proxy(const Text &url) & {
    return detail::run(shiptrack_client_options_proxy, raw(), url.c_str()), *this;
  }
  /// Trusts only the certificates in this PEM text, instead of those of the machine.
  ClientOptions &roots_pem(std::string_view pem) & {
    return detail::run(shiptrack_client_options_roots_pem, raw(), detail::bytes(pem), pem.size()), *this;
  }
  /// Trusts the certificate authorities that Mozilla trusted when the library was built.
  ClientOptions &roots_bundled() & { return detail::run(shiptrack_client_options_roots_bundled, raw()), *this; }
  /// Calls `callback` after every attempt, on the thread that makes the call.
  ClientOptions &on_attempt(OnAttempt callback) & {
    detail::plug_in(std::move(callback), [this](void *kept, auto destroy, auto error) {
      auto on_event = [](void *data, const shiptrack_attempt *attempt) {
        detail::guard([&] { return (*static_cast<OnAttempt *>(data))(Attempt(*attempt)), SHIPTRACK_OK; });
      };
      return shiptrack_client_options_on_attempt(raw(), on_event, kept, destroy, error);
    });
    return *this;
  }
  /// Calls `callback` when a call starts to wait for the rate limit; without it such a wait looks like a hang.
  ClientOptions &on_pause(OnPause callback) & {
    detail::plug_in(std::move(callback), [this](void *kept, auto destroy, auto error) {
      auto on_event = [](void *data, const shiptrack_pause *pause) {
        detail::guard([&] { return (*static_cast<OnPause *>(data))(Pause(*pause)), SHIPTRACK_OK; });
      };
      return shiptrack_client_options_on_pause(raw(), on_event, kept, destroy, error);
    });
    return *this;
  }
  /// Passes `callback` a log line for every attempt and every wait, on the thread that makes the call.
  ClientOptions &on_log(OnLog callback) & {
    detail::plug_in(std::move(callback), [this](void *kept, auto destroy, auto error) {
      return shiptrack_client_options_on_log(raw(), detail::call_log<OnLog>, kept, destroy, error);
    });
    return *this;
  }

  SHIPTRACK_HPP_CHAIN(ClientOptions, timeout)
  SHIPTRACK_HPP_CHAIN(ClientOptions, connect_timeout)
  SHIPTRACK_HPP_CHAIN(ClientOptions, limit)
  SHIPTRACK_HPP_CHAIN(ClientOptions, allow_insecure_http)
  SHIPTRACK_HPP_CHAIN(ClientOptions, user_agent)
  SHIPTRACK_HPP_CHAIN(ClientOptions, header)
  SHIPTRACK_HPP_CHAIN(ClientOptions, proxy)
  SHIPTRACK_HPP_CHAIN(ClientOptions, roots_pem)
  SHIPTRACK_HPP_CHAIN(ClientOptions, roots_bundled)
  SHIPTRACK_HPP_CHAIN(ClientOptions, on_attempt)
  SHIPTRACK_HPP_CHAIN(ClientOptions, on_pause)
  SHIPTRACK_HPP_CHAIN(ClientOptions, on_log)
  ClientOptions &&retries(std::uint32_t attempts, Milliseconds base, Milliseconds cap) && {
    return std::move(retries(attempts, base, cap));
  }
  ClientOptions &&body_limit(std::size_t bytes) && { return std::move(body_limit(bytes)); }
};

}  // namespace shiptrack

#endif  // SHIPTRACK_CLIENT_OPTIONS_HPP
