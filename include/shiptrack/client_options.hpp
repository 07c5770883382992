// Settings of a client. shiptrack.hpp includes this file: include that one.
#ifndef SHIPTRACK_CLIENT_OPTIONS_HPP
#define SHIPTRACK_CLIENT_OPTIONS_HPP

#include <shiptrack/requests.hpp>

namespace shiptrack {

/// One attempt to have a request answered, told while it is borrowed for the call. It holds no secret.
struct Attempt {
  explicit Attempt(const shiptrack_attempt &raw)
      : method(raw.method), path(raw.path), number(raw.number), http_status(raw.http_status), status(raw.status),
        waited(raw.waited_us), took(raw.took_us) {
    if (raw.retry_in_us >= 0) retry_in = std::chrono::microseconds(raw.retry_in_us);
  }

  /// The method, and the path without the query.
  std::string_view method, path;
  /// Which attempt of its call it was, from 1.
  std::uint32_t number;
  /// The HTTP status of the answer; 0 when none came.
  std::int32_t http_status;
  /// SHIPTRACK_OK, or what was wrong.
  std::int32_t status;
  /// How long it waited before it was sent, and how long it took.
  std::chrono::microseconds waited, took;
  /// After what time it is sent again; nothing when the call is over.
  std::optional<std::chrono::microseconds> retry_in;
};

/// A wait for the rate limit that begins; its texts are borrowed for the call.
struct Pause {
  explicit Pause(const shiptrack_pause &raw)
      : method(raw.method), path(raw.path), bucket(Bucket(raw.bucket)), refused(raw.refused != 0), lasts(raw.lasts_us) {}

  /// The method, and the path without the query.
  std::string_view method, path;
  /// The bucket that is used up.
  Bucket bucket;
  /// Whether the service turned this request away; else the client keeps within the limit by itself.
  bool refused;
  /// How long it is going to be, as far as can be told.
  std::chrono::microseconds lasts;
};

/// Settings of a client; everything has a default.
///
/// What a callback throws comes out of the call it is told of, when that ends.
class ClientOptions : public detail::Object<shiptrack_client_options, shiptrack_client_options_free> {
 public:
  /// Is told of every attempt.
  using OnAttempt = std::function<void(const Attempt &)>;
  /// Is told of every pause for the rate limit, when it begins.
  using OnPause = std::function<void(const Pause &)>;
  /// Is given a line for people: `GET /v2/containers: 200 in 12 ms`.
  using OnLog = std::function<void(bool is_problem, std::string_view line)>;

  ClientOptions() : Object(detail::make<Object>(shiptrack_client_options_new)) {}

  /// Limits every call to this time, pauses and the wait for the rate allowance included.
  ClientOptions &timeout(Milliseconds time) & {
    return detail::run(shiptrack_client_options_timeout, raw(), detail::milliseconds(time, "milliseconds")), *this;
  }
  /// Waits this long for a connection at most.
  ClientOptions &connect_timeout(Milliseconds time) & {
    return detail::run(shiptrack_client_options_connect_timeout, raw(), detail::milliseconds(time, "milliseconds")), *this;
  }
  /// Sends a request `attempts` times at most. Pauses are random, begin at `base`, double, and end at `cap`.
  ClientOptions &retries(std::uint32_t attempts, Milliseconds base, Milliseconds cap) & {
    return detail::run(shiptrack_client_options_retries, raw(), attempts, detail::milliseconds(base, "base_ms"),
                       detail::milliseconds(cap, "cap_ms")),
           *this;
  }
  /// Keeps to so many requests of a bucket in any `window`, which is one for all buckets; nothing for no limit.
  ClientOptions &limit(Bucket bucket, std::optional<std::int64_t> requests,
                       Milliseconds window = std::chrono::minutes(1)) & {
    return detail::run(shiptrack_client_options_limit, raw(), static_cast<std::int32_t>(bucket),
                       requests.value_or(SHIPTRACK_NO_LIMIT), detail::milliseconds(window, "window_ms")),
           *this;
  }
  /// Lets the key be sent unencrypted to another machine: for a service inside a network one trusts.
  ClientOptions &allow_insecure_http() & {
    return detail::run(shiptrack_client_options_allow_insecure_http, raw()), *this;
  }
  /// Says this in the User-Agent field.
  ClientOptions &user_agent(const Text &text) & {
    return detail::run(shiptrack_client_options_user_agent, raw(), text.c_str()), *this;
  }
  /// Sends a header field along with every request. Its value is treated as a secret.
  ClientOptions &header(const Text &name, const Text &value) & {
    return detail::run(shiptrack_client_options_header, raw(), name.c_str(), value.c_str()), *this;
  }
  /// Accepts answers of at most this many bytes, decoded.
  ClientOptions &body_limit(std::size_t bytes) & {
    return detail::run(shiptrack_client_options_body_limit, raw(), bytes), *this;
  }
  /// Connects through the HTTP proxy at this URL. The environment is not asked for one.
  ClientOptions &proxy(const Text &url) & {
    return detail::run(shiptrack_client_options_proxy, raw(), url.c_str()), *this;
  }
  /// Believes exactly the certificates in this PEM text, in place of those of the machine.
  ClientOptions &roots_pem(std::string_view pem) & {
    return detail::run(shiptrack_client_options_roots_pem, raw(), detail::bytes(pem), pem.size()), *this;
  }
  /// Believes the certificate authorities that Mozilla trusted when the library was built.
  ClientOptions &roots_bundled() & { return detail::run(shiptrack_client_options_roots_bundled, raw()), *this; }
  /// Has `callback` told of every attempt, on the thread that makes the call.
  ClientOptions &on_attempt(OnAttempt callback) & {
    detail::plug_in(std::move(callback), [this](void *kept, auto destroy, auto error) {
      auto told = [](void *data, const shiptrack_attempt *attempt) {
        detail::guard([&] { return (*static_cast<OnAttempt *>(data))(Attempt(*attempt)), SHIPTRACK_OK; });
      };
      return shiptrack_client_options_on_attempt(raw(), told, kept, destroy, error);
    });
    return *this;
  }
  /// Has `callback` told when a call begins to wait for the rate limit, which looks like a hang to whoever is not told.
  ClientOptions &on_pause(OnPause callback) & {
    detail::plug_in(std::move(callback), [this](void *kept, auto destroy, auto error) {
      auto told = [](void *data, const shiptrack_pause *pause) {
        detail::guard([&] { return (*static_cast<OnPause *>(data))(Pause(*pause)), SHIPTRACK_OK; });
      };
      return shiptrack_client_options_on_pause(raw(), told, kept, destroy, error);
    });
    return *this;
  }
  /// Has `callback` given a line for people about every attempt and every pause, on the thread that makes the call.
  ClientOptions &on_log(OnLog callback) & {
    detail::plug_in(std::move(callback), [this](void *kept, auto destroy, auto error) {
      return shiptrack_client_options_on_log(raw(), detail::tell_line<OnLog>, kept, destroy, error);
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
