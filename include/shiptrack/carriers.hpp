// Carriers that the host answers for, simulated carriers, facts, and credentials. shiptrack.hpp includes this file: include that one.
#ifndef SHIPTRACK_CARRIERS_HPP
#define SHIPTRACK_CARRIERS_HPP

#include <shiptrack/client.hpp>

namespace shiptrack {

/// A clock that is moved by hand.
class Clock : public detail::Object<shiptrack_clock, shiptrack_clock_free> {
 public:
  explicit Clock(SystemTime at) : Object(detail::make<Object>(shiptrack_clock_new, detail::unix_ms(at))) {}

  TimePoint now() const {
    std::int64_t unix_ms = 0;
    detail::run(shiptrack_clock_now, raw(), &unix_ms);
    return detail::time_point(unix_ms);
  }
  /// Moves it forward.
  void advance(Milliseconds by) const { detail::run(shiptrack_clock_advance, raw(), detail::milliseconds(by, "milliseconds")); }
  /// Sets it, as an operator does: it may go back.
  void set(SystemTime at) const { detail::run(shiptrack_clock_set, raw(), detail::unix_ms(at)); }
};

/// A simulated carrier with journeys of its own, behind HTTP on 127.0.0.1: for tests. See shiptrack_simulator_open().
class Simulator : public detail::Object<shiptrack_simulator, shiptrack_simulator_free> {
 public:
  /// `description` is the name of a scenario, or a JSON object. The time is that of the machine.
  explicit Simulator(const Text &description)
      : Object(detail::make<Object>(shiptrack_simulator_open, description.c_str(), nullptr)) {}
  /// The same on a clock that is moved by hand.
  Simulator(const Text &description, const Clock &clock)
      : Object(detail::make<Object>(shiptrack_simulator_open, description.c_str(), clock.raw())) {}

  /// What its URLs begin with.
  std::string_view url() const & SHIPTRACK_HPP_LENT { return detail::view(shiptrack_simulator_url(raw())); }
  std::string_view url() const && = delete;
  /// Sends what is news to those that have an event subscription; how many took it. See shiptrack_simulator_call_back().
  std::size_t call_back() const {
    std::size_t taken = 0;
    detail::run(shiptrack_simulator_call_back, raw(), &taken);
    return taken;
  }
  /// Its journeys, their numbers and what is expected of them. See shiptrack_simulator_journeys().
  std::string journeys_json() const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_simulator_journeys, raw()));
  }
};

/// What came of a look-up at a carrier. See SHIPTRACK_LOOK_UP_NOT_FOUND.
enum class LookUpResult : std::int32_t {
  ok = SHIPTRACK_OK,
  not_found = SHIPTRACK_LOOK_UP_NOT_FOUND,
  no_data_yet = SHIPTRACK_LOOK_UP_NO_DATA_YET,
  invalid_number = SHIPTRACK_LOOK_UP_INVALID_NUMBER,
  cancelled = SHIPTRACK_LOOK_UP_CANCELLED,
  withheld = SHIPTRACK_LOOK_UP_WITHHELD,
  refused = SHIPTRACK_LOOK_UP_REFUSED,
  rate_limited = SHIPTRACK_LOOK_UP_RATE_LIMITED,
  unreachable = SHIPTRACK_LOOK_UP_UNREACHABLE,
  unreadable = SHIPTRACK_LOOK_UP_UNREADABLE,
};

/// What a carrier is asked; borrowed for the call.
class LookUp {
 public:
  explicit LookUp(const shiptrack_look_up *raw) : raw_(raw) {}
  /// The account that asks: a carrier that shows each customer its own shipments is asked with that account's credentials.
  std::string_view account_id() const { return detail::view(shiptrack_look_up_account_id(raw_)); }
  /// What you called that account; `default` for the one a service has from the start.
  std::string_view account_name() const { return detail::view(shiptrack_look_up_account_name(raw_)); }
  /// The carrier's code.
  std::string_view scac() const { return detail::view(shiptrack_look_up_scac(raw_)); }
  std::string_view request_type() const { return detail::view(shiptrack_look_up_request_type(raw_)); }
  /// The number as it was submitted.
  std::string_view number() const { return detail::view(shiptrack_look_up_number(raw_)); }
  /// The form of it the carrier wants: upper case, no spaces, no redundant prefix.
  std::string_view normalized_number() const { return detail::view(shiptrack_look_up_normalized_number(raw_)); }
  /// What your last answer about this request gave to be reminded of.
  std::optional<std::string_view> bookmark() const { return detail::text(shiptrack_look_up_bookmark(raw_)); }
  /// Up to when you told everything with your last answer about this request: what was written since is enough.
  std::optional<TimePoint> since() const {
    auto unix_ms = shiptrack_look_up_since_unix_ms(raw_);
    return unix_ms < 0 ? std::nullopt : std::optional<TimePoint>(detail::time_point(unix_ms));
  }
  /// Other numbers of the same shipment, as far as they are known.
  std::vector<std::string_view> references() const {
    return all(shiptrack_look_up_references_count(raw_), shiptrack_look_up_reference);
  }
  /// The containers of the shipment, as far as they are known.
  std::vector<std::string_view> containers() const {
    return all(shiptrack_look_up_containers_count(raw_), shiptrack_look_up_container);
  }
  /// Which try this is, from 1.
  std::uint32_t attempt() const { return shiptrack_look_up_attempt(raw_); }
  /// When the number was first asked about.
  Timestamp first_asked_at() const { return Timestamp(detail::view(shiptrack_look_up_first_asked_at(raw_))); }
  /// The service's time.
  TimePoint now() const { return detail::time_point(shiptrack_look_up_now_unix_ms(raw_)); }
  /// Whether nobody waits for the answer any more: for callbacks that take long.
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

/// Where a carrier puts what it knows; borrowed for the call.
class Answer {
 public:
  explicit Answer(const shiptrack_answer *raw) : raw_(raw) {}
  /// Adds facts, in the JSON form of facts.md. A refusal names the fact and the member.
  void facts(std::string_view json) const {
    detail::run(shiptrack_answer_facts, raw_, detail::bytes(json), json.size());
  }
  /// Says that the facts are everything the source knows: an estimate it no longer names is withdrawn.
  void complete() const { detail::run(shiptrack_answer_complete, raw_); }
  /// Adds another number of the same shipment.
  void reference(const Text &number) const { detail::run(shiptrack_answer_reference, raw_, number.c_str()); }
  /// With LookUpResult::ok: how soon the carrier wants to be asked again.
  void next_look(Milliseconds pause) const { detail::run(shiptrack_answer_next_look, raw_, detail::milliseconds(pause, "milliseconds")); }
  /// With LookUpResult::ok: what you want to be reminded of when this request is looked up again, of 4,096 bytes at most.
  void bookmark(const Text &bookmark) const { detail::run(shiptrack_answer_bookmark, raw_, bookmark.c_str()); }
  /// With LookUpResult::ok: everything up to this moment is told; the next look-up of this request says so.
  void until(SystemTime moment) const { detail::run(shiptrack_answer_until, raw_, detail::unix_ms(moment)); }
  /// With LookUpResult::ok and no facts: nothing changed since you gave the bookmark that you were asked with.
  void unchanged() const { detail::run(shiptrack_answer_unchanged, raw_); }
  /// With LookUpResult::unreachable or LookUpResult::rate_limited: how long the carrier asked to be left alone.
  void retry_after(Milliseconds pause) const { detail::run(shiptrack_answer_retry_after, raw_, detail::milliseconds(pause, "milliseconds")); }
  /// Says in words why there is nothing, for people: they are told with the look-up, as Activity::message and in the log.
  /// An exception that leaves the callback is told so by itself.
  void problem(const Text &text) const { detail::run(shiptrack_answer_problem, raw_, text.c_str()); }

 private:
  const shiptrack_answer *raw_;
};

/// Checks facts without giving them to anybody; answers how many there are.
inline std::size_t check_facts(std::string_view json) {
  std::size_t count = 0;
  detail::run(shiptrack_facts_check, detail::bytes(json), json.size(), &count);
  return count;
}

/// What looks wrong about facts that can be read, as if received at `now`: a JSON array of sentences. See
/// shiptrack_facts_doubts().
inline std::string facts_doubts_json(std::string_view json,
                                     std::chrono::system_clock::time_point now = std::chrono::system_clock::now()) {
  auto since = std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch());
  return *detail::content(
      detail::make<detail::Buffer>(shiptrack_facts_doubts, detail::bytes(json), json.size(), since.count()));
}

/// The key that the event of a stated fact is known by, for a fact that takes it back: `{"version": 2, "withdrawn": "<key>"}`. Nothing for
/// a fact that says something other than an event.
inline std::optional<std::string> fact_key(std::string_view json) {
  return detail::content(detail::make<detail::Buffer>(shiptrack_fact_key, detail::bytes(json), json.size()));
}

/// What bytes of a source of tracking data are: JSON with their `messages`, each with its `form`, `facts`, `numbers` and
/// `problems`. See shiptrack_carriers_read().
inline std::string carriers_read_json(std::string_view bytes) {
  return *detail::content(detail::make<detail::Buffer>(shiptrack_carriers_read, detail::bytes(bytes), bytes.size()));
}

/// The voyage that they tell of, as if received at `now`: lines of JSON, the shipment and then its events. See
/// shiptrack_carriers_voyage().
inline std::string carriers_voyage_json(std::string_view bytes,
                                        std::chrono::system_clock::time_point now = std::chrono::system_clock::now()) {
  auto since = std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch());
  return *detail::content(
      detail::make<detail::Buffer>(shiptrack_carriers_voyage, detail::bytes(bytes), bytes.size(), since.count()));
}

/// Reads what CarrierAccess::check_json() recorded in a folder with the reader of today: JSON that says whether it comes to the same
/// voyage. See shiptrack_carriers_replay().
inline std::string carriers_replay_json(const Text &folder) {
  return *detail::content(detail::make<detail::Buffer>(shiptrack_carriers_replay, folder.c_str()));
}

/// A credential that is wanted; borrowed for the call.
class CredentialRequest {
 public:
  explicit CredentialRequest(const shiptrack_credential_request *raw) : raw_(raw) {}
  /// The account that asks the carrier.
  std::string_view account_id() const { return detail::view(shiptrack_credential_request_account_id(raw_)); }
  /// What you called that account; `default` for the one a service has from the start.
  std::string_view account_name() const { return detail::view(shiptrack_credential_request_account_name(raw_)); }
  /// The carrier's code, as its profile has it.
  std::string_view scac() const { return detail::view(shiptrack_credential_request_scac(raw_)); }
  /// The name of the credential: `client_id`.
  std::string_view name() const { return detail::view(shiptrack_credential_request_name(raw_)); }

 private:
  const shiptrack_credential_request *raw_;
};

/// Where credentials come from that carriers are asked with, and whose they are: one account's are never used for another. What is
/// added first is asked first.
class Credentials : public detail::Object<shiptrack_credentials, shiptrack_credentials_free> {
 public:
  using Object::Object;

  /// A credential in clear; nothing when you do not have it. Several threads may run it at a time. What it throws refuses the
  /// look-up, in its words.
  using Callback = std::function<std::optional<std::string>(const CredentialRequest &)>;

  /// Of the account that you call so; without a name of the one a service has from the start.
  static Credentials of_account(const OptionalText &account_name = {}) {
    return Credentials(detail::make<Object>(shiptrack_credentials_of_account, account_name.c_str()));
  }
  /// Of every account of the service: each sees what they show.
  static Credentials of_every_account() {
    return Credentials(detail::make<Object>(shiptrack_credentials_of_every_account));
  }
  /// Looks them up in the environment: `client_id` of MAEU is `SHIPTRACK_MAEU_CLIENT_ID`.
  Credentials &environment() & { return detail::run(shiptrack_credentials_environment, raw()), *this; }
  /// Takes them from a file, TOML or JSON, with a table for each carrier.
  Credentials &file(const Text &path) & { return detail::run(shiptrack_credentials_file, raw(), path.c_str()), *this; }
  /// The same of the text of such a file.
  Credentials &text(const Text &text) & { return detail::run(shiptrack_credentials_text, raw(), text.c_str()), *this; }
  /// Asks `callback` for them.
  Credentials &callback(Callback callback) & {
    detail::plug_in(std::move(callback), [this](void *kept, auto destroy, auto error) {
      auto asked = [](void *data, const shiptrack_credential_request *wanted) {
        auto give = [&]() -> std::int32_t {
          auto secret = (*static_cast<Callback *>(data))(CredentialRequest(wanted));
          return secret ? detail::run(shiptrack_credential_request_set_secret, wanted, Text(*secret).c_str()) : SHIPTRACK_OK;
        };
        return detail::guard(give, [&](const char *words) {
          return shiptrack_credential_request_problem(wanted, words, nullptr);
        });
      };
      return shiptrack_credentials_callback(raw(), asked, kept, destroy, error);
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

/// How carriers are asked over HTTP: profiles, credentials, and the way there. See shiptrack_carrier_access_new().
class CarrierAccess : public detail::Object<shiptrack_carrier_access, shiptrack_carrier_access_free> {
 public:
  /// The carriers of these profiles: the text of a file, TOML or JSON. Without one, all that come along, for a check.
  explicit CarrierAccess(const OptionalText &profiles = {})
      : Object(detail::make<Object>(shiptrack_carrier_access_new, profiles.c_str())) {}
  /// The same of a file.
  static CarrierAccess open(const Text &path) {
    return CarrierAccess(detail::make<Object>(shiptrack_carrier_access_open, path.c_str()));
  }
  /// Asks with these, behind those that were given before. Without any, the account `default` has those of the environment.
  CarrierAccess &credentials(const Credentials &credentials) & {
    return detail::run(shiptrack_carrier_access_credentials, raw(), credentials.raw()), *this;
  }
  /// Asks through an HTTP proxy: `http://user:password@host:port`.
  CarrierAccess &proxy(const Text &url) & { return detail::run(shiptrack_carrier_access_proxy, raw(), url.c_str()), *this; }
  /// Believes exactly the certificates in this PEM text.
  CarrierAccess &roots_pem(std::string_view pem) & {
    return detail::run(shiptrack_carrier_access_roots_pem, raw(), detail::bytes(pem), pem.size()), *this;
  }
  /// Believes the certificate authorities that Mozilla trusted when the library was built.
  CarrierAccess &roots_bundled() & { return detail::run(shiptrack_carrier_access_roots_bundled, raw()), *this; }
  /// Asks at public addresses only, and in networks that are opened.
  CarrierAccess &public_only() & { return detail::run(shiptrack_carrier_access_public_only, raw()), *this; }
  /// Asks in this network, too: `10.0.0.0/8`.
  CarrierAccess &allow_network(const Text &network) & {
    return detail::run(shiptrack_carrier_access_allow_network, raw(), network.c_str()), *this;
  }

  /// The profiles, a JSON object by the carriers' codes. See shiptrack_carrier_access_profiles().
  std::string profiles_json() const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_carrier_access_profiles, raw()));
  }
  /// Asks a carrier once, and tells what was done, what came back and how it was read: JSON without secrets. Without a
  /// `request_type` it is told from the number; with a `folder` it is recorded there, to be read again by carriers_replay_json().
  /// See shiptrack_carrier_access_check().
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
