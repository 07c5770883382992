// Texts, time stamps and freight numbers. Do not include this file; include shiptrack.hpp.
#ifndef SHIPTRACK_VALUES_HPP
#define SHIPTRACK_VALUES_HPP

#include <shiptrack/base.hpp>

namespace shiptrack {

/// A text for the library, from any kind of string. A null pointer does not compile. A text that contains a NUL is rejected,
/// because C would read only its beginning.
class Text {
 public:
  Text(std::nullptr_t) = delete;  // This text is required.
  Text(const char *text)
      : Text(text ? std::string_view(text)
                  : throw MisuseError(SHIPTRACK_ERROR_NULL_ARGUMENT,
                                      "a text is a null pointer: pass std::nullopt to omit an optional text")) {}
  Text(const std::string &text) : Text(std::string_view(text)) {}
  Text(std::string_view text) : text_(text) {
    if (text.find('\0') != text.npos)
      throw InvalidError(SHIPTRACK_ERROR_INVALID, "a text has a NUL inside, which ends a text in C");
  }

  const char *c_str() const noexcept SHIPTRACK_HPP_LIFETIMEBOUND { return text_.c_str(); }

 private:
  std::string text_;
};

/// A text that may be omitted.
class OptionalText {
 public:
  OptionalText() = default;
  OptionalText(std::nullopt_t) {}
  OptionalText(std::nullptr_t) = delete;  // Write std::nullopt to omit the text.
  OptionalText(const char *text) : text_(text) {}
  OptionalText(const std::string &text) : text_(text) {}
  OptionalText(std::string_view text) : text_(text) {}
  OptionalText(const std::optional<std::string> &text) : text_(text) {}
  OptionalText(std::optional<std::string_view> text) : text_(text) {}

  /// For C: a null pointer if there is no text.
  const char *c_str() const noexcept SHIPTRACK_HPP_LIFETIMEBOUND { return text_ ? text_->c_str() : nullptr; }

 private:
  std::optional<Text> text_;
};

namespace detail {

inline Headers headers(const HeaderList &fields) {
  auto headers = make<Headers>(shiptrack_headers_new);
  for (auto &[name, value] : fields) run(shiptrack_headers_add, headers.raw(), Text(name).c_str(), Text(value).c_str());
  return headers;
}

/// A list of texts for C. A text that contains a NUL is rejected as in Text, with the same pointer as the errors of C.
inline std::vector<const char *> pointers(const std::vector<std::string> &texts, const std::string &name) {
  return each(texts.size(), [&](std::size_t i) {
    if (texts[i].find('\0') == std::string::npos) return texts[i].c_str();
    auto item = name + "[" + std::to_string(i) + "]";
    throw InvalidError(SHIPTRACK_ERROR_INVALID, item + " has a NUL inside", item);
  });
}

}  // namespace detail

/// A time stamp: the text as it was received, parsed on request.
///
/// Services write moments in UTC, and the time zone of the place in another attribute: `pod_timezone` for `pod_eta_at`. The
/// date of a moment in UTC is often not the date in the port, and a date without a time is written as the moment at which it
/// starts there:
///
///     if (auto day = container.time("pickup_lfd"))                     // in the time zone of the resource
///       std::cout << day->year << '-' << day->month << '-' << day->day;
///     auto arrived = shipment.pod_ata_at()->at_place("Asia/Shanghai"); // in a time zone of your choice
///
/// C++20 has time zones, too: `std::chrono::zoned_time(*shipment.pod_timezone(), *eta->instant())`. If the text has an offset
/// (`2026-05-02T08:00:00-07:00`) or is a date without a time, parts() has the date as it was written. A date without a time has
/// no instant(), because it is the same date in every time zone.
class Timestamp {
 public:
  explicit Timestamp(std::string_view text) : text_(text) {}

  /// The text as it was received.
  std::string_view text() const noexcept { return text_; }
  /// The moment; `std::nullopt` for a date without a time, and for a text that is not a time stamp.
  std::optional<TimePoint> instant() const {
    auto read = parts();
    if (!read || read->is_date) return std::nullopt;
    return detail::time_point(read->unix_ms);
  }
  /// Year, month and day as they were written, and the other parts.
  std::optional<shiptrack_time> parts() const {
    shiptrack_time time;
    if (text_.find('\0') != text_.npos) return std::nullopt;
    if (shiptrack_time_parse(std::string(text_).c_str(), &time, nullptr) != SHIPTRACK_OK) return std::nullopt;
    return time;
  }
  /// The local time at a place, whose time zone is an IANA name. A date that was written as the moment at which it starts there
  /// becomes that date again. `std::nullopt` for a text that is not a time stamp; throws an InvalidError for an unknown time
  /// zone.
  std::optional<shiptrack_time> at_place(const Text &timezone) const {
    shiptrack_time time;
    if (!parts()) return std::nullopt;
    detail::run(shiptrack_time_at_place, std::string(text_).c_str(), timezone.c_str(), &time);
    return time;
  }

 private:
  std::string_view text_;
};

namespace detail {

inline std::optional<Timestamp> time(shiptrack_text text) {
  if (text.data == nullptr) return std::nullopt;
  return Timestamp(std::string_view(text.data, text.length));
}

/// The value of a getter of numbers.
template <class Value, class Getter, class... Arguments>
std::optional<Value> number(Getter getter, Arguments... arguments) {
  Value value{};
  if (getter(arguments..., &value) != SHIPTRACK_OK) return std::nullopt;
  return value;
}

}  // namespace detail

/// A freight number that was checked. Its functions throw an InvalidError for a number that is not valid.
struct Number {
  /// The type: `container`, `bill_of_lading`, `booking_number`, `scac`, `imo`, `un_locode`.
  std::string kind;
  /// The number as it was passed, and its normalized form: upper case, without spaces, dashes and other separators.
  std::string text, normalized;
  /// After infer(): what showed the type, and the carrier whose prefix and form it has.
  std::optional<std::string> evidence, scac;

  /// Checks a number of a known type: see shiptrack_number_check().
  static Number check(const Text &kind, const Text &text) {
    return Number(detail::make<Handle>(shiptrack_number_check, kind.c_str(), text.c_str()));
  }
  /// Determines the type of a number: see shiptrack_number_infer().
  static Number infer(const Text &text) { return Number(detail::make<Handle>(shiptrack_number_infer, text.c_str())); }
  /// The form of a number that the carrier `scac` uses, without a prefix that the carrier does not count.
  static std::string normalize(const Text &kind, const Text &text, const Text &scac) {
    auto made = detail::make<detail::Buffer>(shiptrack_number_normalize, kind.c_str(), text.c_str(), scac.c_str());
    return detail::content(made).value_or("");
  }

 private:
  using Handle = detail::Object<shiptrack_number, shiptrack_number_free>;

  explicit Number(const Handle &number)
      : kind(detail::owned(shiptrack_number_kind(number.raw()))),
        text(detail::owned(shiptrack_number_text(number.raw()))),
        normalized(detail::owned(shiptrack_number_normalized(number.raw()))),
        evidence(detail::kept(shiptrack_number_evidence(number.raw()))),
        scac(detail::kept(shiptrack_number_scac(number.raw()))) {}
};

/// The check digit of a container number, from its first ten characters.
inline int container_check_digit(const Text &first_ten) {
  std::int32_t digit = 0;
  detail::run(shiptrack_container_check_digit, first_ten.c_str(), &digit);
  return digit;
}

}  // namespace shiptrack

#endif  // SHIPTRACK_VALUES_HPP
