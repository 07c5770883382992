// Signatures of deliveries. Do not include this file; include shiptrack.hpp.
#ifndef SHIPTRACK_WEBHOOKS_HPP
#define SHIPTRACK_WEBHOOKS_HPP

#include <shiptrack/listing.hpp>

namespace shiptrack {

/// What the signature of a delivery covers.
struct VerifiedSignature {
  /// The hosted scheme signs only the body.
  Scheme scheme = Scheme::none;
  /// The signed id, the same for every attempt of a delivery; `std::nullopt` with the hosted scheme.
  std::optional<std::string> id;
  /// The time of signing; `std::nullopt` with the hosted scheme.
  std::optional<TimePoint> at;
};

/// A delivery that was verified and parsed.
class Delivery : public Owned<WebhookNotification> {
 public:
  Delivery(Owned<WebhookNotification> notification, VerifiedSignature signature)
      : Owned(std::move(notification)), signature_(std::move(signature)) {}
  /// What its signature covers.
  const VerifiedSignature &signature() const & noexcept SHIPTRACK_HPP_LIFETIMEBOUND { return signature_; }
  const VerifiedSignature &signature() const && = delete;

 private:
  VerifiedSignature signature_;
};

/// Verifies deliveries of webhooks. It prepares its keys once, so create one and share it.
class [[nodiscard]] Verifier : public detail::Object<shiptrack_verifier, shiptrack_verifier_free> {
 public:
  using Object::Object;
  /// Accepts a signature by any of these secrets. A time stamp may differ by at most `tolerance` from the time of receipt.
  ///
  /// `require_timestamp` decides whether a delivery without a signed time stamp is rejected. If it is omitted, the secrets
  /// decide: a secret of the form `whsec_…`, as of a service in this process, requires a signed time stamp; any other secret is
  /// one of the hosted service, which signs none. Anyone who captures such a delivery can send it again at any time, so store
  /// the ids of processed notifications.
  explicit Verifier(const std::vector<std::string> &secrets, Milliseconds tolerance = std::chrono::minutes(5),
                    std::optional<bool> require_timestamp = std::nullopt)
      : Object(detail::make<Object>(shiptrack_verifier_new, detail::pointers(secrets, "secrets").data(), secrets.size(),
                                    detail::milliseconds(tolerance, "tolerance_ms"), !require_timestamp ? 0 : *require_timestamp ? 1 : -1)) {}

  /// Verifies the raw bytes of a delivery that was received at `now`. Throws a SignatureError.
  VerifiedSignature verify(const HeaderList &fields, std::string_view body,
                SystemTime now = std::chrono::system_clock::now()) const {
    auto headers = detail::headers(fields);
    VerifiedSignature signature;
    shiptrack_text id = {nullptr, 0};
    std::int32_t scheme = 0;
    std::int64_t at = 0;
    detail::run(shiptrack_verifier_verify, raw(), headers.raw(), detail::bytes(body), body.size(), detail::unix_ms(now),
                &scheme, &id, &at);
    signature.scheme = Scheme(scheme);
    signature.id = detail::kept(id);
    if (signature.scheme == Scheme::standard) signature.at = detail::time_point(at);
    return signature;
  }
  /// Verifies a delivery as verify() does, and parses it.
  Delivery receive(const HeaderList &fields, std::string_view body,
                   SystemTime now = std::chrono::system_clock::now()) const {
    auto signature = verify(fields, body, now);
    auto read = detail::make<Owned<WebhookNotification>>(shiptrack_notification_parse, detail::bytes(body), body.size());
    return Delivery(std::move(read), std::move(signature));
  }
};

/// Creates a secret for a webhook, `whsec_…`.
inline std::string new_webhook_secret() {
  return detail::content(detail::make<detail::Buffer>(shiptrack_webhook_new_secret)).value_or("");
}

/// Signs a delivery, with the current secret first: for tests of receivers, and for senders.
inline HeaderList sign(const std::vector<std::string> &secrets, const Text &id, std::string_view body,
                       SystemTime now = std::chrono::system_clock::now()) {
  auto headers = detail::make<detail::Headers>(shiptrack_webhook_sign, detail::pointers(secrets, "secrets").data(),
                                               secrets.size(), id.c_str(), detail::bytes(body), body.size(), detail::unix_ms(now));
  return detail::each(shiptrack_headers_count(headers.raw()), [&](std::size_t i) {
    return HeaderList::value_type(detail::owned(shiptrack_headers_name(headers.raw(), i)),
                                  detail::owned(shiptrack_headers_value(headers.raw(), i)));
  });
}

}  // namespace shiptrack

#endif  // SHIPTRACK_WEBHOOKS_HPP
