// Carriers that the program answers for, simulated carriers, facts, and credentials. Do not include this file; include shiptrack.hpp.
#ifndef SHIPTRACK_CARRIERS_HPP
#define SHIPTRACK_CARRIERS_HPP

#include <shiptrack/client.hpp>

namespace shiptrack {

/// A clock that the program moves.
class Clock : public detail::Object<shiptrack_clock, shiptrack_clock_free> {
 public:
  explicit Clock(SystemTime at) : Object(detail::make<Object>(shiptrack_clock_new, detail::unix_ms(at))) {}

  TimePoint now() const {
    std::int64_t unix_ms = 0;
    detail::run(shiptrack_clock_now, raw(), &unix_ms);
    return detail::time_point(unix_ms);
  }
  /// Moves it forward.
  void advance(Milliseconds by) const { detail::run(shiptrack_clock_advance, raw(), detail::milliseconds(by, "by_ms")); }
  /// Sets it; it may move backward.
  void set(SystemTime at) const { detail::run(shiptrack_clock_set, raw(), detail::unix_ms(at)); }
};

/// A simulated carrier with simulated shipments, behind HTTP on 127.0.0.1: for tests. See shiptrack_simulator_open().
class Simulator : public detail::Object<shiptrack_simulator, shiptrack_simulator_free> {
 public:
  /// `description` is the name of a scenario, or a JSON object. It uses the clock of the machine.
  explicit Simulator(const Text &description)
      : Object(detail::make<Object>(shiptrack_simulator_open, description.c_str(), nullptr)) {}
  /// The same on a manual clock.
  Simulator(const Text &description, const Clock &clock)
      : Object(detail::make<Object>(shiptrack_simulator_open, description.c_str(), clock.raw())) {}

  /// The start of its URLs.
  std::string_view url() const & SHIPTRACK_HPP_LIFETIMEBOUND { return detail::view(shiptrack_simulator_url(raw())); }
  std::string_view url() const && = delete;
  /// Sends new events to the receivers with an event subscription, and returns the number of accepted callbacks. See
  /// shiptrack_simulator_call_back().
  std::size_t call_back() const {
    std::size_t taken = 0;
    detail::run(shiptrack_simulator_call_back, raw(), &taken);
    return taken;
  }
  /// The simulated shipments, their numbers and their expected results. See shiptrack_simulator_journeys().
  std::string journeys_json() const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_simulator_journeys, raw()));
  }
};

/// What a carrier answered. The comment of each SHIPTRACK_LOOK_UP_… in shiptrack.h says how the request continues.
enum class LookUpResult : std::int32_t {
  /// The facts of the answer. Without any facts, now or earlier, it counts as `no_data_yet`.
  ok = SHIPTRACK_OK,
  /// The carrier does not know the number.
  not_found = SHIPTRACK_LOOK_UP_NOT_FOUND,
  /// The carrier knows the number and has no data yet.
  no_data_yet = SHIPTRACK_LOOK_UP_NO_DATA_YET,
  /// No such number can exist.
  invalid_number = SHIPTRACK_LOOK_UP_INVALID_NUMBER,
  /// The booking was cancelled.
  cancelled = SHIPTRACK_LOOK_UP_CANCELLED,
  /// The carrier has data and does not disclose it.
  withheld = SHIPTRACK_LOOK_UP_WITHHELD,
  /// The carrier rejects the credentials.
  refused = SHIPTRACK_LOOK_UP_REFUSED,
  /// The carrier received too many requests.
  rate_limited = SHIPTRACK_LOOK_UP_RATE_LIMITED,
  /// The carrier cannot be reached.
  unreachable = SHIPTRACK_LOOK_UP_UNREACHABLE,
  /// The answer of the carrier cannot be decoded; also after an exception.
  unreadable = SHIPTRACK_LOOK_UP_UNREADABLE,
};

/// The question to a carrier; valid during the callback.
class LookUp {
 public:
  explicit LookUp(const shiptrack_look_up *raw) : raw_(raw) {}
  /// The account that looks up the number. If the carrier shows each customer only its own shipments, use the credentials of
  /// this account.
  std::string_view account_id() const { return detail::view(shiptrack_look_up_account_id(raw_)); }
  /// The name that you gave that account; `default` for the account that every service has.
  std::string_view account_name() const { return detail::view(shiptrack_look_up_account_name(raw_)); }
  /// The code of the carrier.
  std::string_view scac() const { return detail::view(shiptrack_look_up_scac(raw_)); }
  std::string_view request_type() const { return detail::view(shiptrack_look_up_request_type(raw_)); }
  /// The number as it was submitted.
  std::string_view number() const { return detail::view(shiptrack_look_up_number(raw_)); }
  /// The form of the number that the carrier uses: upper case, without spaces, without a redundant prefix.
  std::string_view normalized_number() const { return detail::view(shiptrack_look_up_normalized_number(raw_)); }
  /// The text that your last answer about this request stored with Answer::bookmark().
  std::optional<std::string_view> bookmark() const { return detail::text(shiptrack_look_up_bookmark(raw_)); }
  /// The time up to which your earlier answers about this request are complete (Answer::until()): newer data are enough.
  std::optional<TimePoint> since() const {
    auto unix_ms = shiptrack_look_up_since_unix_ms(raw_);
    return unix_ms < 0 ? std::nullopt : std::optional<TimePoint>(detail::time_point(unix_ms));
  }
  /// Other known numbers of the same shipment.
  std::vector<std::string_view> references() const {
    return all(shiptrack_look_up_references_count(raw_), shiptrack_look_up_reference);
  }
  /// The known containers of the shipment.
  std::vector<std::string_view> containers() const {
    return all(shiptrack_look_up_containers_count(raw_), shiptrack_look_up_container);
  }
  /// The number of the try, from 1.
  std::uint32_t attempt() const { return shiptrack_look_up_attempt(raw_); }
  /// The time of the first look-up of the number.
  Timestamp first_asked_at() const { return Timestamp(detail::view(shiptrack_look_up_first_asked_at(raw_))); }
  /// The time of the service.
  TimePoint now() const { return detail::time_point(shiptrack_look_up_now_unix_ms(raw_)); }
  /// Whether the answer is no longer needed: for callbacks that take long.
  bool is_cancelled() const { return shiptrack_look_up_is_cancelled(raw_) != 0; }

 private:
  template <class At>
  std::vector<std::string_view> all(std::size_t count, At at) const {
    std::vector<std::string_view> texts;
    for (std::size_t i = 0; i < count; ++i) texts.push_back(detail::view(at(raw_, i)));
    return texts;
  }
  const shiptrack_look_up *raw_;
};

/// The answer of a carrier, which the callback fills; valid during the callback.
class Answer {
 public:
  explicit Answer(const shiptrack_answer *raw) : raw_(raw) {}
  /// Adds facts, in the JSON form of facts.md. An error names the fact and the member.
  void facts(std::string_view json) const {
    detail::run(shiptrack_answer_facts, raw_, detail::bytes(json), json.size());
  }
  /// Declares that the facts are everything that the source knows: an earlier estimate that is not among them is withdrawn.
  void complete() const { detail::run(shiptrack_answer_complete, raw_); }
  /// Adds another number of the same shipment.
  void reference(const Text &number) const { detail::run(shiptrack_answer_reference, raw_, number.c_str()); }
  /// With LookUpResult::ok: sets the pause until the carrier is asked again, limited to between five minutes and one day.
  void next_look(Milliseconds pause) const { detail::run(shiptrack_answer_next_look, raw_, detail::milliseconds(pause, "pause_ms")); }
  /// With LookUpResult::ok: stores a text of at most 4,096 bytes for the next look-up of this request.
  void bookmark(const Text &bookmark) const { detail::run(shiptrack_answer_bookmark, raw_, bookmark.c_str()); }
  /// With LookUpResult::ok: declares that the answers contain everything up to this moment, which LookUp::since() then returns.
  void until(SystemTime moment) const { detail::run(shiptrack_answer_until, raw_, detail::unix_ms(moment)); }
  /// With LookUpResult::ok and no facts: declares that nothing has changed since the answer that set the bookmark of this
  /// look-up.
  void unchanged() const { detail::run(shiptrack_answer_unchanged, raw_); }
  /// With LookUpResult::unreachable or LookUpResult::rate_limited: sets how long the carrier asked the program to wait.
  void retry_after(Milliseconds pause) const { detail::run(shiptrack_answer_retry_after, raw_, detail::milliseconds(pause, "pause_ms")); }
  /// Sets a text for people that says why there are no facts. It appears in Activity::message and in the log. The text of an
  /// exception that leaves the callback is used in the same way.
  void problem(const Text &text) const { detail::run(shiptrack_answer_problem, raw_, text.c_str()); }

 private:
  const shiptrack_answer *raw_;
};

/// Checks facts without recording them, and returns their number.
inline std::size_t check_facts(std::string_view json) {
  std::size_t count = 0;
  detail::run(shiptrack_facts_check, detail::bytes(json), json.size(), &count);
  return count;
}

/// What looks wrong about facts that can be parsed, as if received at `now`: a JSON array of sentences. See
/// shiptrack_facts_doubts().
inline std::string facts_doubts_json(std::string_view json,
                                     std::chrono::system_clock::time_point now = std::chrono::system_clock::now()) {
  auto since = std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch());
  return *detail::content(
      detail::make<detail::Buffer>(shiptrack_facts_doubts, detail::bytes(json), json.size(), since.count()));
}

/// The key of the event of a fact, for a fact that withdraws it: `{"withdrawn": "<key>"}`. `std::nullopt` for a
/// fact that is not about an event.
inline std::optional<std::string> fact_key(std::string_view json) {
  return detail::content(detail::make<detail::Buffer>(shiptrack_fact_key, detail::bytes(json), json.size()));
}

/// Decodes tracking data: JSON with `messages`, each with its `form`, `facts`, `numbers` and `problems`. See
/// shiptrack_carriers_read().
inline std::string carriers_read_json(std::string_view bytes) {
  return *detail::content(detail::make<detail::Buffer>(shiptrack_carriers_read, detail::bytes(bytes), bytes.size()));
}

/// Derives voyages from tracking data, as if received at `now`: lines of JSON, the shipment and then its events. See
/// shiptrack_carriers_voyage().
inline std::string carriers_voyage_json(std::string_view bytes,
                                        std::chrono::system_clock::time_point now = std::chrono::system_clock::now()) {
  auto since = std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch());
  return *detail::content(
      detail::make<detail::Buffer>(shiptrack_carriers_voyage, detail::bytes(bytes), bytes.size(), since.count()));
}

/// Decodes a recording of CarrierAccess::check_json() in `folder` with this version of the library: JSON that says whether the
/// voyage is the same. See shiptrack_carriers_replay().
inline std::string carriers_replay_json(const Text &folder) {
  return *detail::content(detail::make<detail::Buffer>(shiptrack_carriers_replay, folder.c_str()));
}

/// A credential that the library needs; valid during the callback.
class CredentialRequest {
 public:
  explicit CredentialRequest(const shiptrack_credential_request *raw) : raw_(raw) {}
  /// The account that looks up a number.
  std::string_view account_id() const { return detail::view(shiptrack_credential_request_account_id(raw_)); }
  /// The name that you gave that account; `default` for the account that every service has.
  std::string_view account_name() const { return detail::view(shiptrack_credential_request_account_name(raw_)); }
  /// The code of the carrier, as in its profile.
  std::string_view scac() const { return detail::view(shiptrack_credential_request_scac(raw_)); }
  /// The name of the credential, such as `client_id`.
  std::string_view name() const { return detail::view(shiptrack_credential_request_name(raw_)); }

 private:
  const shiptrack_credential_request *raw_;
};

/// Sources of the credentials for requests to carriers, and the account that they belong to: credentials of one account are
/// never used for another. Sources are tried in the order in which they were added.
class Credentials : public detail::Object<shiptrack_credentials, shiptrack_credentials_free> {
 public:
  using Object::Object;

  /// Returns a credential; `std::nullopt` if it does not have it. Several threads may run it at the same time. An exception
  /// fails the look-up with its text.
  using Callback = std::function<std::optional<std::string>(const CredentialRequest &)>;

  /// Sources of the account with this name; without a name, of the account that every service has.
  static Credentials of_account(const OptionalText &account_name = {}) {
    return Credentials(detail::make<Object>(shiptrack_credentials_of_account, account_name.c_str()));
  }
  /// Sources of all accounts of the service. Every account then sees the data that these credentials give access to.
  static Credentials of_every_account() {
    return Credentials(detail::make<Object>(shiptrack_credentials_of_every_account));
  }
  /// Adds the environment variables: `client_id` of MAEU is `SHIPTRACK_MAEU_CLIENT_ID`.
  Credentials &environment() & { return detail::run(shiptrack_credentials_environment, raw()), *this; }
  /// Adds a file, TOML or JSON, with a table for each carrier.
  Credentials &file(const Text &path) & { return detail::run(shiptrack_credentials_file, raw(), path.c_str()), *this; }
  /// Adds the text of such a file.
  Credentials &text(const Text &text) & { return detail::run(shiptrack_credentials_text, raw(), text.c_str()), *this; }
  /// Adds a callback.
  Credentials &callback(Callback callback) & {
    detail::plug_in(std::move(callback), [this](void *kept, auto destroy, auto error) {
      auto credential_callback = [](void *data, const shiptrack_credential_request *wanted) {
        auto give = [&]() -> std::int32_t {
          auto secret = (*static_cast<Callback *>(data))(CredentialRequest(wanted));
          return secret ? detail::run(shiptrack_credential_request_set_secret, wanted, Text(*secret).c_str()) : SHIPTRACK_OK;
        };
        return detail::guard(give, [&](const char *words) {
          return shiptrack_credential_request_problem(wanted, words, nullptr);
        });
      };
      return shiptrack_credentials_callback(raw(), credential_callback, kept, destroy, error);
    });
    return *this;
  }

  SHIPTRACK_HPP_CHAIN(Credentials, environment)
  SHIPTRACK_HPP_CHAIN(Credentials, file)
  SHIPTRACK_HPP_CHAIN(Credentials, text)
  SHIPTRACK_HPP_CHAIN(Credentials, callback)

 private:
  explicit Credentials(Object object) : Object(std::move(object)) {}
};

/// Access to carriers over HTTP: profiles, credentials and network settings. See shiptrack_carrier_access_new().
class CarrierAccess : public detail::Object<shiptrack_carrier_access, shiptrack_carrier_access_free> {
 public:
  /// The carriers of these profiles, the text of a file in TOML or JSON. Without it all built-in profiles, for check_json()
  /// only.
  explicit CarrierAccess(const OptionalText &profiles = {})
      : Object(detail::make<Object>(shiptrack_carrier_access_new, profiles.c_str())) {}
  /// The carriers of a profile file.
  static CarrierAccess open(const Text &path) {
    return CarrierAccess(detail::make<Object>(shiptrack_carrier_access_open, path.c_str()));
  }
  /// Adds credentials, which are used after those that were added before. Without any, the account `default` uses those of the
  /// environment.
  CarrierAccess &credentials(const Credentials &credentials) & {
    return detail::run(shiptrack_carrier_access_credentials, raw(), credentials.raw()), *this;
  }
  /// Sends requests through an HTTP proxy: `http://user:password@host:port`.
  CarrierAccess &proxy(const Text &url) & { return detail::run(shiptrack_carrier_access_proxy, raw(), url.c_str()), *this; }
  /// Trusts only the certificates in this PEM text.
  CarrierAccess &roots_pem(std::string_view pem) & {
    return detail::run(shiptrack_carrier_access_roots_pem, raw(), detail::bytes(pem), pem.size()), *this;
  }
  /// Trusts the certificate authorities that Mozilla trusted when the library was built.
  CarrierAccess &roots_bundled() & { return detail::run(shiptrack_carrier_access_roots_bundled, raw()), *this; }
  /// Permits only requests to public addresses, and to networks of allow_network().
  CarrierAccess &public_only() & { return detail::run(shiptrack_carrier_access_public_only, raw()), *this; }
  /// Permits requests to this network: `10.0.0.0/8`.
  CarrierAccess &allow_network(const Text &network) & {
    return detail::run(shiptrack_carrier_access_allow_network, raw(), network.c_str()), *this;
  }

  /// The profiles, a JSON object by carrier code. See shiptrack_carrier_access_profiles().
  std::string profiles_json() const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_carrier_access_profiles, raw()));
  }
  /// Asks a carrier once, and reports the request, the response and how it was decoded: JSON without secrets. Without
  /// `request_type` the type is inferred; with `folder` it is recorded there, for carriers_replay_json(). See
  /// shiptrack_carrier_access_check().
  std::string check_json(const Text &scac, const Text &number, const OptionalText &request_type = {},
                         const OptionalText &account_name = {}, const OptionalText &folder = {}) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_carrier_access_check, raw(), scac.c_str(), number.c_str(),
                                                         request_type.c_str(), account_name.c_str(), folder.c_str()));
  }

  SHIPTRACK_HPP_CHAIN(CarrierAccess, credentials)
  SHIPTRACK_HPP_CHAIN(CarrierAccess, proxy)
  SHIPTRACK_HPP_CHAIN(CarrierAccess, roots_pem)
  SHIPTRACK_HPP_CHAIN(CarrierAccess, roots_bundled)
  SHIPTRACK_HPP_CHAIN(CarrierAccess, public_only)
  SHIPTRACK_HPP_CHAIN(CarrierAccess, allow_network)

 private:
  explicit CarrierAccess(Object object) : Object(std::move(object)) {}
};

}  // namespace shiptrack

#endif  // SHIPTRACK_CARRIERS_HPP
