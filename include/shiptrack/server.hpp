// The service behind a socket. Do not include this file; include shiptrack.hpp.
#ifndef SHIPTRACK_SERVER_HPP
#define SHIPTRACK_SERVER_HPP

#include <shiptrack/service.hpp>

namespace shiptrack {

/// Settings of a server; each has a default.
class ServerOptions : public detail::Object<shiptrack_server_options, shiptrack_server_options_free> {
 public:
  ServerOptions() : Object(detail::make<Object>(shiptrack_server_options_new)) {}

  /// Sets the address to listen on: an IP address or `localhost`, and a port; port 0 chooses a free port.
  ServerOptions &address(const Text &address) & {
    return detail::run(shiptrack_server_options_address, raw(), address.c_str()), *this;
  }
  /// Sets the start of the links in responses. It is required behind a proxy, and when the server listens on all addresses.
  ServerOptions &public_url(const Text &url) & {
    return detail::run(shiptrack_server_options_public_url, raw(), url.c_str()), *this;
  }
  /// Permits an address that other machines can reach.
  ServerOptions &allow_remote() & { return detail::run(shiptrack_server_options_allow_remote, raw()), *this; }
  /// Sets a limit: see shiptrack_server_options_limit().
  ServerOptions &limit(const Text &name, std::int64_t number) & {
    return detail::run(shiptrack_server_options_limit, raw(), name.c_str(), number), *this;
  }

  SHIPTRACK_HPP_CHAIN(ServerOptions, address)
  SHIPTRACK_HPP_CHAIN(ServerOptions, public_url)
  SHIPTRACK_HPP_CHAIN(ServerOptions, allow_remote)
  SHIPTRACK_HPP_CHAIN(ServerOptions, limit)
};

/// The service behind a socket; the server stops when this object is destroyed.
class [[nodiscard]] Server : public detail::Object<shiptrack_server, shiptrack_server_free> {
 public:
  using Object::Object;
  explicit Server(const Service &service, const ServerOptions &options = {})
      : Object(detail::make<Object>(shiptrack_server_start, service.raw(), options.raw())) {}
  Server(const Service &service, const Text &address) : Server(service, ServerOptions().address(address)) {}

  /// The start of the base URL of a client; append `/v2`.
  std::string_view url() const & SHIPTRACK_HPP_LIFETIMEBOUND { return detail::view(shiptrack_server_url(raw())); }
  std::string_view url() const && = delete;
  /// The address on which it listens, with its port.
  std::string_view address() const & SHIPTRACK_HPP_LIFETIMEBOUND { return detail::view(shiptrack_server_address(raw())); }
  std::string_view address() const && = delete;
  /// Stops it; stopping it again has no effect.
  void stop() const { detail::run(shiptrack_server_stop, raw()); }
};

}  // namespace shiptrack

#endif  // SHIPTRACK_SERVER_HPP
