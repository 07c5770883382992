// The service behind a socket. shiptrack.hpp includes this file: include that one.
#ifndef SHIPTRACK_SERVER_HPP
#define SHIPTRACK_SERVER_HPP

#include <shiptrack/service.hpp>

namespace shiptrack {

/// Settings of a server; everything has a default.
class ServerOptions : public detail::Object<shiptrack_server_options, shiptrack_server_options_free> {
 public:
  ServerOptions() : Object(detail::make<Object>(shiptrack_server_options_new)) {}

  /// Listens on this address: an IP or `localhost`, and a port; port 0 takes a free one.
  ServerOptions &address(const Text &address) & {
    return detail::run(shiptrack_server_options_address, raw(), address.c_str()), *this;
  }
  /// What links in answers start with: needed behind a proxy, and when listening on every address of the machine.
  ServerOptions &public_url(const Text &url) & {
    return detail::run(shiptrack_server_options_public_url, raw(), url.c_str()), *this;
  }
  /// Allows an address that other machines can reach.
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

/// The service behind a socket, until it goes out of scope.
class [[nodiscard]] Server : public detail::Object<shiptrack_server, shiptrack_server_free> {
 public:
  using Object::Object;
  explicit Server(const Service &service, const ServerOptions &options = {})
      : Object(detail::make<Object>(shiptrack_server_start, service.raw(), options.raw())) {}
  Server(const Service &service, const Text &address) : Server(service, ServerOptions().address(address)) {}

  /// What a client's base URL begins with; `/v2` is to be added.
  std::string_view url() const & SHIPTRACK_HPP_LENT { return detail::view(shiptrack_server_url(raw())); }
  std::string_view url() const && = delete;
  /// The address it listens on, with the port it was given.
  std::string_view address() const & SHIPTRACK_HPP_LENT { return detail::view(shiptrack_server_address(raw())); }
  std::string_view address() const && = delete;
  /// Stops it; stopping again changes nothing.
  void stop() const { detail::run(shiptrack_server_stop, raw()); }
};

}  // namespace shiptrack

#endif  // SHIPTRACK_SERVER_HPP
