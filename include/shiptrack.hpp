/// shiptrack for C++17: the C interface with RAII, exceptions, std::string_view, std::optional and std::chrono.
///
///     #include <shiptrack.hpp>
///
///     auto service = shiptrack::Service::open("tracking.db");
///     auto client = service.client();
///     auto request = client.track("container", "TEST-TR-SUCCEEDED", "TEST");
///     client.wait(request->id(), std::chrono::minutes(5));
///     for (shiptrack::Container container : client.containers())
///       std::cout << container.number().value_or("?") << '\n';
///
/// Objects that own something are move-only, and one that was moved from throws a MisuseError wherever it is used. Resources
/// are views, as cheap to copy as a pointer, and live as long as what they were read from: an Owned (reached through
/// `->`), a page, or the step of a range-for. A view of a temporary does not compile; what is to be kept is copied, by copy()
/// or collect(). Everything that fails throws an Error. Where the library answers SHIPTRACK_…, its number is given out as it
/// is: switch on it with a default. Which threads may use an object is written at its type in shiptrack.h, and what a
/// function does in full at the C function it is named after.
#ifndef SHIPTRACK_HPP
#define SHIPTRACK_HPP

#if __cplusplus < 201703L && (!defined(_MSVC_LANG) || _MSVC_LANG < 201703L)
#error "shiptrack.hpp needs C++17: compile with -std=c++17 or newer (or use shiptrack.h)"
#endif

#include <shiptrack.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace shiptrack {

// Exceptions are caught by whoever catches them, also where a library hides its symbols.
#if defined(__GNUC__) && !defined(_WIN32)
#define SHIPTRACK_HPP_SHOWN __attribute__((visibility("default")))
#else
#define SHIPTRACK_HPP_SHOWN
#endif

using Milliseconds = std::chrono::milliseconds;
/// A moment as the library gives it out. In milliseconds, since the clock's own nanoseconds end in the year 2262 and time
/// stamps of carriers do not.
using TimePoint = std::chrono::time_point<std::chrono::system_clock, Milliseconds>;
/// A moment as the library takes it: `std::chrono::system_clock::now()`.
using SystemTime = std::chrono::system_clock::time_point;
/// Header fields of a request, an answer or a delivery: names with values.
using HeaderList = std::vector<std::pair<std::string, std::string>>;

namespace detail {

inline std::optional<std::string_view> text(shiptrack_text text) {
  if (text.data == nullptr) return std::nullopt;
  return std::string_view(text.data, text.length);
}

inline std::string_view view(shiptrack_text text) { return detail::text(text).value_or(std::string_view()); }

inline std::string owned(shiptrack_text text) { return std::string(view(text)); }

inline std::optional<std::string> kept(shiptrack_text text) {
  if (text.data == nullptr) return std::nullopt;
  return owned(text);
}

inline std::optional<std::string_view> text(const char *text) {
  if (text == nullptr) return std::nullopt;
  return std::string_view(text);
}

inline std::optional<bool> flag(std::int32_t flag) {
  if (flag < 0) return std::nullopt;
  return flag != 0;
}

inline std::int64_t unix_ms(SystemTime at) { return std::chrono::floor<Milliseconds>(at.time_since_epoch()).count(); }

inline TimePoint time_point(std::int64_t unix_ms) { return TimePoint(Milliseconds(unix_ms)); }

inline const std::uint8_t *bytes(std::string_view text) { return reinterpret_cast<const std::uint8_t *>(text.data()); }

/// What `read` gives for every index below `count`.
template <class Read>
auto each(std::size_t count, Read &&read) {
  std::vector<decltype(read(count))> all;
  all.reserve(count);
  for (std::size_t index = 0; index < count; index++) all.push_back(read(index));
  return all;
}

}  // namespace detail

/// Everything that goes wrong. The classes below are the kinds one usually tells apart.
class SHIPTRACK_HPP_SHOWN Error : public std::runtime_error {
 public:
  Error(std::int32_t status, const char *message) : std::runtime_error(message), status_(status) {}
  /// A refused argument, by its name.
  Error(std::int32_t status, const std::string &message, const std::string &argument)
      : std::runtime_error(message + " [" + argument + "]"), status_(status), pointer_(argument), detail_(message) {}
  Error(std::int32_t status, const shiptrack_error *error)
      : std::runtime_error(detail::owned(error ? shiptrack_error_message(error) : shiptrack_status_name(status))),
        status_(status) {
    if (error == nullptr) return;
    http_status_ = shiptrack_error_http_status(error);
    code_ = detail::kept(shiptrack_error_code(error));
    pointer_ = detail::kept(shiptrack_error_pointer(error));
    detail_ = detail::kept(shiptrack_error_detail(error));
    request_id_ = detail::kept(shiptrack_error_request_id(error));
    resume_from_ = detail::kept(shiptrack_error_resume_from(error));
    existing_document_id_ = detail::kept(shiptrack_error_existing_document_id(error));
    body_ = detail::kept(shiptrack_error_body(error));
    objects_json_ = detail::owned(shiptrack_error_objects_json(error));
    object_count_ = shiptrack_error_object_count(error);
    std::int64_t pause = 0;
    if (shiptrack_error_retry_after_ms(error, &pause) == SHIPTRACK_OK) retry_after_ = Milliseconds(pause);
    retryable_ = shiptrack_error_is_retryable(error) != 0;
    in_doubt_ = shiptrack_error_is_in_doubt(error) != 0;
  }

  /// SHIPTRACK_ERROR_…
  std::int32_t status() const noexcept { return status_; }
  /// The HTTP status of the answer; 0 when none arrived.
  std::int32_t http_status() const noexcept { return http_status_; }
  /// The machine code of the answer, `duplicate`.
  const std::optional<std::string> &code() const noexcept { return code_; }
  /// Where the problem is: a JSON pointer, or the name of a parameter.
  const std::optional<std::string> &pointer() const noexcept { return pointer_; }
  /// What the service said about this occurrence.
  const std::optional<std::string> &detail() const noexcept { return detail_; }
  /// The identifier the server gave the exchange.
  const std::optional<std::string> &request_id() const noexcept { return request_id_; }
  /// Where a walk over a listing that broke off can be taken up again: see Query::resume_from().
  const std::optional<std::string> &resume_from() const noexcept { return resume_from_; }
  /// The document there is, when a file was uploaded as one before.
  const std::optional<std::string> &existing_document_id() const noexcept { return existing_document_id_; }
  /// The bytes that were answered, when they could not be read: a page of HTML, a body cut off.
  const std::optional<std::string> &body() const noexcept { return body_; }
  /// All error objects of the answer, a JSON array.
  const std::string &objects_json() const noexcept { return objects_json_; }
  /// How many error objects the answer had.
  std::size_t object_count() const noexcept { return object_count_; }
  /// How long the other side asked to wait.
  std::optional<Milliseconds> retry_after() const noexcept { return retry_after_; }
  /// Whether trying the same again later can help.
  bool is_retryable() const noexcept { return retryable_; }
  /// Whether this was a write that may have taken effect.
  bool is_in_doubt() const noexcept { return in_doubt_; }

 private:
  std::int32_t status_;
  std::int32_t http_status_ = 0;
  std::optional<std::string> code_, pointer_, detail_, request_id_, resume_from_, existing_document_id_, body_;
  std::string objects_json_ = "[]";
  std::size_t object_count_ = 0;
  std::optional<Milliseconds> retry_after_;
  bool retryable_ = false;
  bool in_doubt_ = false;
};

/// A value was refused: an argument, or HTTP 400 or 422.
class SHIPTRACK_HPP_SHOWN InvalidError : public Error { using Error::Error; };
/// A live tracking request for this number and carrier exists.
class SHIPTRACK_HPP_SHOWN DuplicateError : public InvalidError { using InvalidError::InvalidError; };
/// A client, service or server was set up in a way that cannot work.
class SHIPTRACK_HPP_SHOWN ConfigurationError : public Error { using Error::Error; };
/// The key is missing, wrong, revoked, or may not do this.
class SHIPTRACK_HPP_SHOWN UnauthorizedError : public Error { using Error::Error; };
/// Nothing is there for this account.
class SHIPTRACK_HPP_SHOWN NotFoundError : public Error { using Error::Error; };
/// Too many requests.
class SHIPTRACK_HPP_SHOWN RateLimitedError : public Error { using Error::Error; };
/// No connection, one that broke, or a service that is not there right now.
class SHIPTRACK_HPP_SHOWN ConnectionError : public Error { using Error::Error; };
/// The deadline passed.
class SHIPTRACK_HPP_SHOWN TimeoutError : public Error { using Error::Error; };
/// The call was cancelled.
class SHIPTRACK_HPP_SHOWN CancelledError : public Error { using Error::Error; };
/// The disk, the file, or another process that holds it.
class SHIPTRACK_HPP_SHOWN StoreError : public Error { using Error::Error; };
/// The disk is full: nothing was written. Reading goes on, and so does writing as soon as there is room.
class SHIPTRACK_HPP_SHOWN StorageFullError : public StoreError { using StoreError::StoreError; };
/// The signature of a delivery does not verify.
class SHIPTRACK_HPP_SHOWN SignatureError : public Error { using Error::Error; };
/// An object was used in a way its contract forbids: moved from, closed, from before a fork.
class SHIPTRACK_HPP_SHOWN MisuseError : public Error { using Error::Error; };

namespace detail {

/// What is said of an object of this C type that was moved from.
template <class T>
struct Moved;
#define SHIPTRACK_HPP_MOVED(type, name)                                         \
  template <>                                                                   \
  struct Moved<shiptrack_##type> {                                              \
    static constexpr const char *text = "this " name " was moved from";         \
  };
SHIPTRACK_HPP_MOVED(buffer, "text")
SHIPTRACK_HPP_MOVED(cancel, "shiptrack::Cancel")
SHIPTRACK_HPP_MOVED(carrier_access, "shiptrack::CarrierAccess")
SHIPTRACK_HPP_MOVED(client, "shiptrack::Client")
SHIPTRACK_HPP_MOVED(client_options, "shiptrack::ClientOptions")
SHIPTRACK_HPP_MOVED(clock, "shiptrack::Clock")
SHIPTRACK_HPP_MOVED(credentials, "shiptrack::Credentials")
SHIPTRACK_HPP_MOVED(draft, "shiptrack::Draft")
SHIPTRACK_HPP_MOVED(edi_folder, "shiptrack::EdiFolder")
SHIPTRACK_HPP_MOVED(events, "shiptrack::Events")
SHIPTRACK_HPP_MOVED(headers, "list of headers")
SHIPTRACK_HPP_MOVED(inference, "shiptrack::Inference")
SHIPTRACK_HPP_MOVED(ingested, "shiptrack::Ingested")
SHIPTRACK_HPP_MOVED(journey, "shiptrack::Journey")
SHIPTRACK_HPP_MOVED(number, "number")
SHIPTRACK_HPP_MOVED(page, "shiptrack::Page")
SHIPTRACK_HPP_MOVED(pages, "shiptrack::Pages")
SHIPTRACK_HPP_MOVED(query, "shiptrack::Query")
SHIPTRACK_HPP_MOVED(recorded, "shiptrack::Recorded")
SHIPTRACK_HPP_MOVED(resource, "shiptrack::Owned")
SHIPTRACK_HPP_MOVED(response, "shiptrack::Response")
SHIPTRACK_HPP_MOVED(server, "shiptrack::Server")
SHIPTRACK_HPP_MOVED(simulator, "shiptrack::Simulator")
SHIPTRACK_HPP_MOVED(server_options, "shiptrack::ServerOptions")
SHIPTRACK_HPP_MOVED(service, "shiptrack::Service")
SHIPTRACK_HPP_MOVED(service_options, "shiptrack::ServiceOptions")
SHIPTRACK_HPP_MOVED(verifier, "shiptrack::Verifier")
#undef SHIPTRACK_HPP_MOVED

// What classes are made of has a namespace of its own: a host's `run(client)` is not to find the functions of this one.
namespace base {

/// Owns a C object: move-only, and frees it.
template <class T, void (*Free)(T *)>
class Object {
 public:
  using Raw = T;

  /// Takes over an object of the C interface.
  explicit Object(T *raw) : handle_(raw) {}
  /// For the C functions. Throws a MisuseError when the object was moved from: C takes NULL for settings left out.
  const T *raw() const & {
    if (!handle_) throw MisuseError(SHIPTRACK_ERROR_NULL_ARGUMENT, Moved<T>::text);
    return handle_.get();
  }
  const T *raw() const && = delete;
  /// Whether there is an object: not after it was moved from.
  explicit operator bool() const noexcept { return handle_ != nullptr; }

 private:
  struct Deleter {
    void operator()(T *object) const { Free(object); }
  };
  std::unique_ptr<T, Deleter> handle_;
};

}  // namespace base
using base::Object;

[[noreturn]] inline void fail(std::int32_t status, shiptrack_error *raw) {
  Object<shiptrack_error, shiptrack_error_free> error(raw);
  switch (status) {
    case SHIPTRACK_ERROR_DUPLICATE: throw DuplicateError(status, raw);
    case SHIPTRACK_ERROR_INVALID:
    case SHIPTRACK_ERROR_BAD_REQUEST:
    case SHIPTRACK_ERROR_EGRESS_REFUSED:
    case SHIPTRACK_ERROR_NOT_UTF8:
    case SHIPTRACK_ERROR_LENGTH: throw InvalidError(status, raw);
    case SHIPTRACK_ERROR_CONFIGURATION: throw ConfigurationError(status, raw);
    case SHIPTRACK_ERROR_UNAUTHORIZED:
    case SHIPTRACK_ERROR_FORBIDDEN: throw UnauthorizedError(status, raw);
    case SHIPTRACK_ERROR_NOT_FOUND: throw NotFoundError(status, raw);
    case SHIPTRACK_ERROR_RATE_LIMITED: throw RateLimitedError(status, raw);
    case SHIPTRACK_ERROR_CONNECT:
    case SHIPTRACK_ERROR_CONNECTION:
    case SHIPTRACK_ERROR_UNAVAILABLE: throw ConnectionError(status, raw);
    case SHIPTRACK_ERROR_TIMEOUT: throw TimeoutError(status, raw);
    case SHIPTRACK_ERROR_CANCELLED: throw CancelledError(status, raw);
    case SHIPTRACK_ERROR_STORAGE_FULL: throw StorageFullError(status, raw);
    case SHIPTRACK_ERROR_STORE:
    case SHIPTRACK_ERROR_STORE_BUSY:
    case SHIPTRACK_ERROR_STORE_VERSION: throw StoreError(status, raw);
    case SHIPTRACK_ERROR_SIGNATURE: throw SignatureError(status, raw);
    case SHIPTRACK_ERROR_CLOSED:
    case SHIPTRACK_ERROR_FORKED:
    case SHIPTRACK_ERROR_FREED:
    case SHIPTRACK_ERROR_NULL_ARGUMENT:
    case SHIPTRACK_ERROR_WRONG_OBJECT: throw MisuseError(status, raw);
    default: throw Error(status, raw);
  }
}

/// What callbacks threw on this thread, on its way to whoever called the library here: kept by the outermost of nested calls,
/// and found by way of the C library, for host libraries that hide their symbols have no variable in common. So what it is made
/// of stays as it is for as long as the soname does.
class Thrown {
 public:
  Thrown() : slot_(shiptrack_thread_slot()), outermost_(slot_ != nullptr && *slot_ == nullptr) {
    if (outermost_) *slot_ = &exception_;
  }
  ~Thrown() { leave(); }
  Thrown(const Thrown &) = delete;
  Thrown &operator=(const Thrown &) = delete;

  /// The call is over: what is to be thrown now, if anything. Of nested calls the outermost throws.
  std::exception_ptr leave() {
    if (outermost_ && *slot_ == &exception_) *slot_ = nullptr;
    return std::exchange(exception_, nullptr);
  }

  /// Keeps the exception that is being handled for the call that is under way on this thread; the first is kept.
  static void keep() {
    if (auto kept = place(); kept && !*kept) *kept = std::current_exception();
  }
  /// Whether one is kept.
  static bool is_kept() {
    auto kept = place();
    return kept && *kept;
  }

 private:
  /// Where the call that is under way on this thread keeps one.
  static std::exception_ptr *place() {
    auto slot = shiptrack_thread_slot();
    return slot ? static_cast<std::exception_ptr *>(*slot) : nullptr;
  }

  std::exception_ptr exception_;
  void **slot_;
  bool outermost_;
};

/// Hands what the exception that is being handled says to `say`, as a text that C takes. Nothing is thrown.
template <class Say>
void explain(Say &&say) noexcept {
  try {
    std::string words = "something that is no std::exception was thrown";
    try {
      throw;
    } catch (const std::exception &error) {
      words = error.what();
    } catch (...) {
    }
    if (!SHIPTRACK_FAILED(say(words.c_str()))) return;
    // Words in an encoding of the system's.
    for (char &letter : words)
      if (static_cast<unsigned char>(letter) >= 0x80) letter = '?';
    say(words.c_str());
  } catch (...) {
  }
}

/// Runs a callback for C. What it throws is kept for the call that is under way on this thread, and C is told that it
/// failed; `say` gets the words, since a thread of the worker's has no such call.
template <class Body, class Say>
std::int32_t guard(Body &&body, Say &&say) noexcept {
  try {
    return body();
  } catch (...) {
    Thrown::keep();
    explain(say);
    return SHIPTRACK_ERROR_CALLBACK;
  }
}

/// The same for a callback that C asks nothing.
template <class Body>
std::int32_t guard(Body &&body) noexcept {
  return guard(std::forward<Body>(body), [](const char *) { return SHIPTRACK_OK; });
}

/// Calls the library: what a callback threw meanwhile is thrown here, else the call's own failure.
/// Answers SHIPTRACK_OK, SHIPTRACK_DONE or SHIPTRACK_ABSENT.
template <class Call>
std::int32_t call(Call &&body) {
  shiptrack_error *error = nullptr;
  Thrown thrown;
  std::int32_t status = body(&error);
  if (auto exception = thrown.leave()) {
    Object<shiptrack_error, shiptrack_error_free> unused(error);
    std::rethrow_exception(std::move(exception));
  }
  if (SHIPTRACK_FAILED(status)) fail(status, error);
  return status;
}

/// Calls a function of the library with these arguments and one for the error.
template <class Function, class... Arguments>
std::int32_t run(Function function, Arguments... arguments) {
  return call([&](auto error) { return function(arguments..., error); });
}

/// The same for a function that writes an object. It has its owner before anything is thrown: a call whose callback threw
/// may have succeeded all the same. The owner is empty when there is no such object.
template <class Owner, class Function, class... Arguments>
Owner make(Function function, Arguments... arguments) {
  Owner owner(nullptr);
  call([&](auto error) {
    typename Owner::Raw *raw = nullptr;
    std::int32_t status = function(arguments..., &raw, error);
    owner = Owner(raw);
    return status;
  });
  return owner;
}

/// Gives a callback to the library, as `give(data, destroy, error)`. The library frees it, unless it does not take it.
template <class Callback, class Give>
void plug_in(Callback callback, Give &&give) {
  if (!callback) throw MisuseError(SHIPTRACK_ERROR_NULL_ARGUMENT, "a callback is empty");
  auto kept = std::make_unique<Callback>(std::move(callback));
  auto destroy = [](void *data) { delete static_cast<Callback *>(data); };
  call([&](auto error) { return give(kept.get(), +destroy, error); });
  (void)kept.release();
}

/// Hands a line to a callback.
template <class OnLog>
void tell_line(void *data, std::int32_t is_problem, const char *line) {
  guard([&] { return (*static_cast<OnLog *>(data))(is_problem != 0, line), SHIPTRACK_OK; });
}

using Buffer = Object<shiptrack_buffer, shiptrack_buffer_free>;
using Headers = Object<shiptrack_headers, shiptrack_headers_free>;

/// The bytes; nothing when the call gave none.
inline std::optional<std::string> content(const Buffer &buffer) {
  return buffer ? kept(shiptrack_buffer_view(buffer.raw())) : std::nullopt;
}

}  // namespace detail

/// A text for the library, from any kind of string. A null pointer does not compile, and a text with a NUL inside is
/// refused: C would see its beginning only.
class Text {
 public:
  Text(std::nullptr_t) = delete;
  Text(const char *text)
      : Text(text ? std::string_view(text) : throw MisuseError(SHIPTRACK_ERROR_NULL_ARGUMENT, "a text is NULL")) {}
  Text(const std::string &text) : Text(std::string_view(text)) {}
  Text(std::string_view text) : text_(text) {
    if (text.find('\0') != text.npos) throw InvalidError(SHIPTRACK_ERROR_INVALID, "a text has a NUL inside");
  }

  const char *c_str() const noexcept { return text_.c_str(); }

 private:
  std::string text_;
};

/// A text that may be left out.
class OptionalText {
 public:
  OptionalText() = default;
  OptionalText(std::nullopt_t) {}
  OptionalText(std::nullptr_t) = delete;
  OptionalText(const char *text) : text_(text) {}
  OptionalText(const std::string &text) : text_(text) {}
  OptionalText(std::string_view text) : text_(text) {}
  OptionalText(const std::optional<std::string> &text) : text_(text) {}
  OptionalText(std::optional<std::string_view> text) : text_(text) {}

  /// For C: a null pointer for no text.
  const char *c_str() const noexcept { return text_ ? text_->c_str() : nullptr; }

 private:
  std::optional<Text> text_;
};

namespace detail {

inline Headers headers(const HeaderList &fields) {
  auto headers = make<Headers>(shiptrack_headers_new);
  for (auto &[name, value] : fields) run(shiptrack_headers_add, headers.raw(), Text(name).c_str(), Text(value).c_str());
  return headers;
}

/// A list of texts for C. One with a NUL inside is refused, as a Text is; the pointer is that of C's own refusals.
inline std::vector<const char *> pointers(const std::vector<std::string> &texts, const std::string &name) {
  return each(texts.size(), [&](std::size_t i) {
    if (texts[i].find('\0') == std::string::npos) return texts[i].c_str();
    auto item = name + "[" + std::to_string(i) + "]";
    throw InvalidError(SHIPTRACK_ERROR_INVALID, item + " has a NUL inside", item);
  });
}

}  // namespace detail

/// A time stamp: the text as it came, read when asked.
///
/// Services write moments in UTC, and beside them in which zone the place is: `pod_timezone` for `pod_eta_at`. The day of a
/// moment in UTC often is not the day in the port, and a day without a time is told as the moment it begins with there:
///
///     if (auto day = container.time("pickup_lfd"))                     // by the zone that stands beside it
///       std::cout << day->year << '-' << day->month << '-' << day->day;
///     auto arrived = shipment.pod_ata_at()->at_place("Asia/Shanghai"); // by a zone of your own
///
/// C++20 has clocks of places, too, in `std::chrono::zoned_time(*shipment.pod_timezone(), *eta->instant())`. Where a text has an
/// offset of its own (`2026-05-02T08:00:00-07:00`), and where it is a day without a time, parts() has the day as it was
/// written; Timestamp::instant() has nothing for the latter, which is the same day in every zone.
class Timestamp {
 public:
  explicit Timestamp(std::string_view text) : text_(text) {}

  /// The text as it came.
  std::string_view text() const noexcept { return text_; }
  /// The moment; nothing for a day without a time, and for text that is no time stamp.
  std::optional<TimePoint> instant() const {
    auto read = parts();
    if (!read || read->is_date) return std::nullopt;
    return detail::time_point(read->unix_ms);
  }
  /// Year, month and day of its writer's calendar, and the rest of it.
  std::optional<shiptrack_time> parts() const {
    shiptrack_time time;
    if (text_.find('\0') != text_.npos) return std::nullopt;
    if (shiptrack_time_parse(std::string(text_).c_str(), &time, nullptr) != SHIPTRACK_OK) return std::nullopt;
    return time;
  }
  /// The same by the clocks and the calendar of a place, whose zone is given by its IANA name: a day that is told as the moment it
  /// begins with is that day again. Nothing for text that is no time stamp; a zone that is not in the table is an InvalidError.
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

/// What a getter of numbers gives.
template <class Value, class Getter, class... Arguments>
std::optional<Value> number(Getter getter, Arguments... arguments) {
  Value value{};
  if (getter(arguments..., &value) != SHIPTRACK_OK) return std::nullopt;
  return value;
}

}  // namespace detail

/// A resource of any type: a view, which lives as long as what it was read from.
class Resource {
 public:
  /// The type on the wire; nothing in particular here.
  static constexpr const char *type_name = nullptr;

  Resource() = default;
  explicit Resource(const shiptrack_resource *raw) : raw_(raw) {}

  /// The C object.
  const shiptrack_resource *raw() const noexcept { return raw_; }
  explicit operator bool() const noexcept { return raw_ != nullptr; }

  std::string_view id() const { return detail::view(shiptrack_resource_id(raw_)); }
  /// Its type as on the wire: `tracking_request`, `shipment`, `container`, …
  std::string_view type() const { return detail::view(shiptrack_resource_type(raw_)); }
  /// The whole resource as JSON.
  std::string_view json() const { return detail::text(shiptrack_resource_json(raw_)).value_or("null"); }
  /// The document it came in.
  std::optional<std::string_view> document_json() const { return detail::text(shiptrack_resource_document_json(raw_)); }
  /// What the service passed over, or keeps for later, of the request that this answers: a JSON array.
  std::optional<std::string_view> warnings_json() const { return detail::text(shiptrack_resource_warnings_json(raw_)); }
  /// An attribute of any name, as text.
  std::optional<std::string_view> attribute(const Text &name) const {
    return detail::text(shiptrack_resource_attribute(raw_, name.c_str()));
  }
  /// An attribute of any name, as JSON.
  std::optional<std::string_view> attribute_json(const Text &name) const {
    return detail::text(shiptrack_resource_attribute_json(raw_, name.c_str()));
  }
  /// A time among the attributes by the clocks and the calendar of its place: `pickup_lfd`, `import_deadlines.pickup_lfd_rail`.
  /// Nothing where there is no value; an attribute that is no time is an InvalidError.
  std::optional<shiptrack_time> time(const Text &attribute) const {
    shiptrack_time time;
    auto status = detail::run(shiptrack_resource_time, raw_, attribute.c_str(), &time);
    return status == SHIPTRACK_ABSENT ? std::nullopt : std::optional(time);
  }
  /// A link of its own: `self`.
  std::optional<std::string_view> link(const Text &name) const {
    return detail::text(shiptrack_resource_link(raw_, name.c_str()));
  }
  /// How many resources a relationship points at; nothing when the document does not say.
  std::optional<std::size_t> related_count(const Text &relationship) const {
    std::size_t count = 0;
    auto status = detail::run(shiptrack_resource_related_count, raw_, relationship.c_str(), &count);
    return status == SHIPTRACK_ABSENT ? std::nullopt : std::optional(count);
  }
  /// The id of a resource that a relationship points at.
  std::optional<std::string_view> related_id(const Text &relationship, std::size_t index = 0) const {
    return detail::text(shiptrack_resource_related_id(raw_, relationship.c_str(), index));
  }
  /// The type of a resource that a relationship points at.
  std::optional<std::string_view> related_type(const Text &relationship, std::size_t index = 0) const {
    return detail::text(shiptrack_resource_related_type(raw_, relationship.c_str(), index));
  }
  /// The included resources that a relationship points at: those the document holds. When there are fewer of them than
  /// related_count() says, the resource was read without including them.
  template <class T = Resource>
  std::vector<T> related(const Text &relationship) const {
    std::vector<T> all;
    for (std::size_t i = 0, count = related_count(relationship).value_or(0); i < count; i++)
      if (auto found = shiptrack_resource_related(raw_, relationship.c_str(), i)) all.push_back(T(found));
    return all;
  }
  /// A resource that came along in the document, by its id.
  template <class T>
  std::optional<T> included(const Text &id) const {
    auto found = shiptrack_resource_included(raw_, T::type_name, id.c_str());
    return found ? std::optional(T(found)) : std::nullopt;
  }
  /// The same resource as one of type T; nothing when it is another.
  template <class T>
  std::optional<T> as() const {
    if (shiptrack_resource_check(raw_, T::type_name, nullptr) != SHIPTRACK_OK) return std::nullopt;
    return T(raw_);
  }

 private:
  const shiptrack_resource *raw_ = nullptr;
};

// A getter reads what the C function of its name gives.
#define SHIPTRACK_HPP_TEXT(type, name) \
  [[nodiscard]] std::optional<std::string_view> name() const { return detail::text(shiptrack_##type##_##name(raw())); }
#define SHIPTRACK_HPP_TIME(type, name) \
  [[nodiscard]] std::optional<Timestamp> name() const { return detail::time(shiptrack_##type##_##name(raw())); }
#define SHIPTRACK_HPP_LIST(type, name)                                                                              \
  std::vector<std::string_view> name() const {                                                                      \
    return detail::each(shiptrack_##type##_##name##_count(raw()),                                                   \
                        [this](std::size_t i) { return detail::view(shiptrack_##type##_##name##_at(raw(), i)); }); \
  }
#define SHIPTRACK_HPP_NUMBER(type, name, value) \
  [[nodiscard]] std::optional<value> name() const { return detail::number<value>(shiptrack_##type##_##name, raw()); }
#define SHIPTRACK_HPP_FLAG(type, name) \
  [[nodiscard]] std::optional<bool> name() const { return detail::flag(shiptrack_##type##_##name(raw())); }
#define SHIPTRACK_HPP_CODE(type, name) \
  [[nodiscard]] std::int32_t name() const { return shiptrack_##type##_##name(raw()); }

#define SHIPTRACK_HPP_CODES(type, name)                                                                             \
  std::vector<std::int32_t> name##_code() const {                                                                   \
    return detail::each(shiptrack_##type##_##name##_count(raw()),                                                   \
                        [this](std::size_t i) { return shiptrack_##type##_##name##_code_at(raw(), i); });           \
  }

}  // namespace shiptrack

#include <shiptrack_resources.hpp>

namespace shiptrack {

/// The name of a number of SHIPTRACK_ACTIVITY_…
[[nodiscard]] inline std::optional<std::string_view> activity_name(std::int32_t code) {
  return detail::text(shiptrack_activity_name(code));
}
/// The name of a number of SHIPTRACK_BUCKET_…
[[nodiscard]] inline std::optional<std::string_view> bucket_name(std::int32_t code) {
  return detail::text(shiptrack_bucket_name(code));
}
/// The name of a number of SHIPTRACK_ENSURED_…
[[nodiscard]] inline std::optional<std::string_view> ensured_name(std::int32_t code) {
  return detail::text(shiptrack_ensured_name(code));
}
/// The name of a number of SHIPTRACK_OUTCOME_…
[[nodiscard]] inline std::optional<std::string_view> outcome_name(std::int32_t code) {
  return detail::text(shiptrack_outcome_name(code));
}
/// The name of a number of SHIPTRACK_SCHEME_…
[[nodiscard]] inline std::optional<std::string_view> scheme_name(std::int32_t code) {
  return detail::text(shiptrack_scheme_name(code));
}
/// The name of a number of SHIPTRACK_TRACKED_…
[[nodiscard]] inline std::optional<std::string_view> tracked_name(std::int32_t code) {
  return detail::text(shiptrack_tracked_name(code));
}

#undef SHIPTRACK_HPP_TEXT
#undef SHIPTRACK_HPP_TIME
#undef SHIPTRACK_HPP_LIST
#undef SHIPTRACK_HPP_NUMBER
#undef SHIPTRACK_HPP_FLAG
#undef SHIPTRACK_HPP_CODE
#undef SHIPTRACK_HPP_CODES

/// A resource of one's own, with everything that came along with it: `owned->id()`, `*owned`. It becomes a view of itself
/// as long as it has a name; a view of what is gone at the end of the statement does not compile.
template <class T>
class Owned : public detail::Object<shiptrack_resource, shiptrack_resource_free> {
 public:
  explicit Owned(shiptrack_resource *raw) : Object(raw), view_(raw) {}
  Owned(Owned &&other) noexcept : Object(std::move(other)), view_(std::exchange(other.view_, T())) {}
  Owned &operator=(Owned &&other) noexcept {
    Object::operator=(std::move(other));
    view_ = std::exchange(other.view_, T());
    return *this;
  }

  /// Reads a JSON:API document that holds one resource of this type.
  static Owned parse(std::string_view json) {
    return detail::make<Owned>(shiptrack_resource_parse, T::type_name, detail::bytes(json), json.size());
  }

  // Compilers show the line that refused: it says what to do.
  const T *operator->() const & { return &view(); }
  const T *operator->() const && = delete;  // Give what was fetched a name first: auto request = client.track(…);
  const T &operator*() const & { return view(); }
  const T &operator*() const && = delete;  // Give what was fetched a name first.
  operator T() const & { return view(); }
  operator T() const && = delete;  // Keep it as what it came as: auto container = client.container(…);

 private:
  /// Throws when there is no resource any more.
  const T &view() const { return (void)raw(), view_; }

  T view_;
};

/// Puts transport events, or owned ones, in the order they happen: days and moments mixed, which their time stamps alone do not
/// tell. Give it all events of a container together: `in_order(client.transport_events(id).collect())`.
template <class Event>
std::vector<Event> in_order(std::vector<Event> events) {
  auto pointers = detail::each(events.size(), [&](std::size_t i) { return events[i].raw(); });
  std::unordered_multimap<const shiptrack_resource *, std::size_t> places;
  for (std::size_t i = 0; i < pointers.size(); i++) places.emplace(pointers[i], i);
  detail::run(shiptrack_transport_events_sort, pointers.data(), pointers.size());
  return detail::each(pointers.size(), [&](std::size_t i) {
    auto found = places.extract(pointers[i]);
    return std::move(events[found.mapped()]);
  });
}

/// The journey of one container: its arrival at the port of discharge, and its steps in order.
class Journey : public detail::Object<shiptrack_journey, shiptrack_journey_free> {
 public:
  using Object::Object;

  /// The journey by the events and the shipment that the document of the container includes. `now` decides which expected
  /// steps are late.
  static Journey of(const Resource &container, SystemTime now = std::chrono::system_clock::now()) {
    return of(container, std::vector<Resource>(), Resource(), now);
  }
  /// The journey by transport events, or owned ones, and the shipment of the container. What is left out is read from the
  /// document of the container.
  template <class Event>
  static Journey of(const Resource &container, const std::vector<Event> &events, const Resource &shipment = Resource(),
                    SystemTime now = std::chrono::system_clock::now()) {
    auto pointers = detail::each(events.size(), [&](std::size_t i) { return events[i].raw(); });
    return detail::make<Journey>(shiptrack_journey_create, container.raw(), pointers.data(), pointers.size(),
                                 shipment.raw(), detail::unix_ms(now));
  }

  /// The vessel that brings the container to the port of discharge, and its voyage.
  std::optional<std::string_view> vessel() const & { return detail::text(shiptrack_journey_vessel(raw())); }
  std::optional<std::string_view> vessel() const && = delete;
  std::optional<std::string_view> voyage() const & { return detail::text(shiptrack_journey_voyage(raw())); }
  std::optional<std::string_view> voyage() const && = delete;
  /// Time stamp of the expected arrival; nothing once the container has arrived, and when it is no longer followed.
  std::optional<std::string_view> eta() const & { return detail::text(shiptrack_journey_eta(raw())); }
  std::optional<std::string_view> eta() const && = delete;
  /// Time stamp of the arrival as it was first expected of the shipment.
  std::optional<std::string_view> first_eta() const & { return detail::text(shiptrack_journey_first_eta(raw())); }
  std::optional<std::string_view> first_eta() const && = delete;
  /// Time stamp of the actual arrival.
  std::optional<std::string_view> arrived_at() const & { return detail::text(shiptrack_journey_arrived_at(raw())); }
  std::optional<std::string_view> arrived_at() const && = delete;
  /// `followed`, `left`, or why the shipment is no longer followed; nothing if the shipment is not known.
  std::optional<std::string_view> tracking() const & { return detail::text(shiptrack_journey_tracking(raw())); }
  std::optional<std::string_view> tracking() const && = delete;
  /// The last day it is stored free of charge (`2026-05-22`), by the calendar of the place where it is picked up.
  std::optional<std::string_view> last_free_day() const & { return detail::text(shiptrack_journey_last_free_day(raw())); }
  std::optional<std::string_view> last_free_day() const && = delete;
  /// Number of the shipment; nothing if that is the container's own number.
  std::optional<std::string_view> bill_of_lading() const & {
    return detail::text(shiptrack_journey_bill_of_lading(raw()));
  }
  std::optional<std::string_view> bill_of_lading() const && = delete;
  /// How far the arrival, or else the expected one, is behind the first expected one; negative if it is ahead.
  std::optional<Milliseconds> delay() const {
    std::int64_t delay = 0;
    return shiptrack_journey_delay_ms(raw(), &delay) == SHIPTRACK_OK ? std::optional(Milliseconds(delay)) : std::nullopt;
  }

  /// One milestone of a journey. Its texts live as long as the journey.
  struct Step {
    /// The milestone, as in the name of its event and in words.
    std::string_view name, label;
    /// Time stamp of when it happened or is expected to, and the time zone of its place.
    std::optional<std::string_view> at, timezone;
    /// UN/LOCODE and name of its place, its vessel and voyage, and its terminal.
    std::optional<std::string_view> place, place_name, vessel, voyage, terminal;
    /// Whether it is known to have happened, and whether it was expected and a later one happened.
    bool happened, passed;
    /// How far it is behind the first plan or the clock; nothing below twelve hours.
    std::optional<Milliseconds> late;
  };

  /// The steps in order: those that happened or have passed first, then those that are expected.
  std::vector<Step> steps() const & {
    return detail::each(shiptrack_journey_step_count(raw()), [this](std::size_t i) {
      std::int64_t late = 0;
      bool is_late = shiptrack_journey_step_late_ms(raw(), i, &late) == SHIPTRACK_OK;
      return Step{detail::view(shiptrack_journey_step_name(raw(), i)),
                  detail::view(shiptrack_journey_step_label(raw(), i)),
                  detail::text(shiptrack_journey_step_at(raw(), i)),
                  detail::text(shiptrack_journey_step_timezone(raw(), i)),
                  detail::text(shiptrack_journey_step_place(raw(), i)),
                  detail::text(shiptrack_journey_step_place_name(raw(), i)),
                  detail::text(shiptrack_journey_step_vessel(raw(), i)),
                  detail::text(shiptrack_journey_step_voyage(raw(), i)),
                  detail::text(shiptrack_journey_step_terminal(raw(), i)),
                  shiptrack_journey_step_happened(raw(), i) == 1,
                  shiptrack_journey_step_passed(raw(), i) == 1,
                  is_late ? std::optional(Milliseconds(late)) : std::nullopt};
    });
  }
  std::vector<Step> steps() const && = delete;
};

/// Makes an owned copy, which outlives what the view was read from.
template <class T, class = std::enable_if_t<std::is_base_of_v<Resource, T>>>
Owned<T> copy(const T &view) {
  return detail::make<Owned<T>>(shiptrack_resource_copy, view.raw());
}
template <class T>
Owned<T> copy(const Owned<T> &owned) {
  return copy(*owned);
}

namespace detail {

/// Walks over what has size() and at().
template <class Range, class T>
class Iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using reference = T;
  /// For `iterator->id()`: items are made when they are asked for.
  struct pointer {
    T item;
    const T *operator->() const { return &item; }
  };

  Iterator() = default;
  Iterator(const Range *range, std::size_t index) : range_(range), index_(index) {}
  T operator*() const { return range_->at(index_); }
  pointer operator->() const { return {**this}; }
  Iterator &operator++() { return index_++, *this; }
  Iterator operator++(int) { return Iterator(range_, index_++); }
  bool operator==(const Iterator &other) const { return index_ == other.index_; }
  bool operator!=(const Iterator &other) const { return index_ != other.index_; }

 private:
  const Range *range_ = nullptr;
  std::size_t index_ = 0;
};

}  // namespace detail

/// One page of a listing: a range of T.
template <class T>
class Page : public detail::Object<shiptrack_page, shiptrack_page_free> {
 public:
  using iterator = detail::Iterator<Page, T>;
  using Object::Object;

  /// Reads a JSON:API document as a page of resources of this type.
  static Page parse(std::string_view json) {
    return detail::make<Page>(shiptrack_page_parse, T::type_name, detail::bytes(json), json.size());
  }

  std::size_t size() const { return shiptrack_page_count(raw()); }
  bool empty() const { return size() == 0; }
  /// How many items the whole listing has, when the document says so.
  std::optional<std::int64_t> total() const {
    auto total = shiptrack_page_total(raw());
    return total < 0 ? std::nullopt : std::optional(total);
  }
  /// An item; throws when it cannot be read, or `index` is past the end.
  T at(std::size_t index) const & {
    const shiptrack_resource *item = nullptr;
    if (detail::run(shiptrack_page_read, raw(), index, &item) != SHIPTRACK_OK)
      throw std::out_of_range("shiptrack::Page::at");
    return T(item);
  }
  T at(std::size_t index) const && = delete;  // Give the page a name first: auto page = …
  /// A resource that came along in the document, by its id.
  template <class U>
  std::optional<U> included(const Text &id) const & {
    auto found = shiptrack_page_included(raw(), U::type_name, id.c_str());
    return found ? std::optional(U(found)) : std::nullopt;
  }
  template <class U>
  std::optional<U> included(const Text &id) const && = delete;
  /// How many resources came along, of every type.
  std::size_t included_count() const { return shiptrack_page_included_count(raw()); }
  /// A resource that came along, in the order of the document; throws when it cannot be read, or `index` is past the end.
  Resource included_at(std::size_t index) const & {
    const shiptrack_resource *found = nullptr;
    if (detail::run(shiptrack_page_included_read, raw(), index, &found) != SHIPTRACK_OK)
      throw std::out_of_range("shiptrack::Page::included_at");
    return Resource(found);
  }
  Resource included_at(std::size_t index) const && = delete;
  /// The document, as it came.
  std::string_view json() const & { return detail::view(shiptrack_page_json(raw())); }
  std::string_view json() const && = delete;
  /// The links of the document, a JSON object.
  std::string_view links_json() const & { return detail::view(shiptrack_page_links_json(raw())); }
  std::string_view links_json() const && = delete;
  /// The `meta` of the document, a JSON object.
  std::optional<std::string_view> meta_json() const & { return detail::text(shiptrack_page_meta_json(raw())); }
  std::optional<std::string_view> meta_json() const && = delete;
  /// What the service passed over, or keeps for later, of the request that this page answers: a JSON array.
  std::optional<std::string_view> warnings_json() const & {
    return detail::text(shiptrack_page_warnings_json(raw()));
  }
  std::optional<std::string_view> warnings_json() const && = delete;
  /// The link to the page after: for Query::resume_from().
  std::optional<std::string_view> next_link() const & { return detail::text(shiptrack_page_next_link(raw())); }
  std::optional<std::string_view> next_link() const && = delete;

  /// Copies of all items, which outlive the page.
  std::vector<Owned<T>> collect() const {
    return detail::each(size(), [this](std::size_t i) { return copy(at(i)); });
  }

  /// Items are views, which live as long as the page: a vector<T> of them must not outlive it. See collect().
  iterator begin() const & { return iterator(this, 0); }
  iterator begin() const && = delete;  // Give the page a name first: auto page = …
  iterator end() const & { return iterator(this, size()); }
  iterator end() const && = delete;
};

/// A page or none: std::optional, of which a temporary lends nothing: the page of `*pages.next()` would be gone before a
/// range-for reads it. `while (auto page = pages.next())` is the way.
template <class T>
class NextPage : public std::optional<Page<T>> {
  using Base = std::optional<Page<T>>;

 public:
  using Base::Base;
  Page<T> &operator*() & { return Base::operator*(); }
  const Page<T> &operator*() const & { return Base::operator*(); }
  const Page<T> &operator*() const && = delete;  // Give the page a name first: while (auto page = pages.next()) …
  const Page<T> *operator->() const & { return Base::operator->(); }
  const Page<T> *operator->() const && = delete;  // Give the page a name first.
  Page<T> &value() & { return Base::value(); }
  const Page<T> &value() const & { return Base::value(); }
  const Page<T> &value() const && = delete;
};

/// A listing on its way. It can be walked once: page by page with next(), or item by item with a range-for, in which an
/// item lives until the loop moves on.
template <class T>
class [[nodiscard]] Pages : public detail::Object<shiptrack_pages, shiptrack_pages_free> {
 public:
  using Object::Object;

  /// Fetches the next page; nothing when there is none. A page may be empty although more follow.
  NextPage<T> next() {
    auto page = detail::make<Page<T>>(shiptrack_pages_next, raw());
    return page ? NextPage<T>(std::move(page)) : NextPage<T>();
  }

  /// Where a later walk goes on, for Query::resume_from(): the page that next() would fetch now; after an error, the page it
  /// could not get past. Nothing at the end of the listing.
  std::optional<std::string> resume_from() const {
    return detail::content(detail::make<detail::Buffer>(shiptrack_pages_resume_from, raw()));
  }

  /// Fetches pages as it comes to them. An item lives as long as an iterator that points at its page.
  class iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using reference = T;
    using pointer = typename Page<T>::iterator::pointer;

    iterator() = default;
    explicit iterator(Pages *pages) : pages_(pages) { fetch(); }
    T operator*() const { return page_->at(index_); }
    pointer operator->() const { return {**this}; }
    iterator &operator++() {
      if (++index_ >= page_->size()) fetch();
      return *this;
    }
    iterator operator++(int) {
      auto before = *this;
      ++*this;
      return before;
    }
    bool operator==(const iterator &other) const { return pages_ == other.pages_; }
    bool operator!=(const iterator &other) const { return !(*this == other); }

   private:
    /// Goes to the next page that has items; to the end when there is none.
    void fetch() {
      index_ = 0;
      do {
        std::optional<Page<T>> next = pages_->next();
        page_ = next ? std::make_shared<Page<T>>(std::move(*next)) : nullptr;
      } while (page_ && page_->empty());
      if (!page_) pages_ = nullptr;
    }

    Pages *pages_ = nullptr;
    std::shared_ptr<Page<T>> page_;
    std::size_t index_ = 0;
  };

  /// Fetches all that are left, and gives copies that outlive the listing: `auto all = client.containers().collect();`
  std::vector<Owned<T>> collect() {
    std::vector<Owned<T>> all;
    while (auto page = next())
      for (std::size_t i = 0; i < page->size(); i++) all.push_back(copy(page->at(i)));
    return all;
  }

  /// Begins to walk. An item is a view, and its page is freed when the loop moves on: `std::vector<T>(all.begin(), all.end())`
  /// compiles, and holds views of what is gone. To keep items, collect() them, or copy() each.
  iterator begin() & { return iterator(this); }
  iterator begin() && = delete;  // Give the listing a name first, auto containers = client.containers(); or collect() it.
  iterator end() { return iterator(); }
};

// What sets something can be called in a row, on a named object and on a temporary. Where a bare number or a list in braces
// is given, the second version is written out: it could not be handed on.
#define SHIPTRACK_HPP_CHAIN(type, name)                           \
  template <class... Arguments>                                   \
  type &&name(Arguments &&...arguments) && {                      \
    return std::move(name(std::forward<Arguments>(arguments)...)); \
  }

/// Parameters of a listing.
class Query : public detail::Object<shiptrack_query, shiptrack_query_free> {
 public:
  Query() : Object(detail::make<Object>(shiptrack_query_new)) {}

  /// Sets a parameter by its name on the wire, in place of an earlier value: `filter[status]`, `sort`, …
  Query &set(const Text &name, const Text &value) & {
    return detail::run(shiptrack_query_set, raw(), name.c_str(), value.c_str()), *this;
  }
  /// Asks for related resources to come along. Dots lead further: `documents.last_document_representation`.
  Query &include(const Text &path) & { return detail::run(shiptrack_query_include, raw(), path.c_str()), *this; }
  /// Ends the listing after this many items.
  Query &max_items(std::size_t items) & { return detail::run(shiptrack_query_max_items, raw(), items), *this; }
  /// Begins at the page that Error::resume_from() or Page::next_link() told.
  Query &resume_from(const Text &url) & { return detail::run(shiptrack_query_resume_from, raw(), url.c_str()), *this; }
  /// Sets how many items a page has.
  Query &page_size(unsigned items) & { return set("page[size]", std::to_string(items)); }

  SHIPTRACK_HPP_CHAIN(Query, set)
  SHIPTRACK_HPP_CHAIN(Query, include)
  SHIPTRACK_HPP_CHAIN(Query, resume_from)
  Query &&max_items(std::size_t items) && { return std::move(max_items(items)); }
  Query &&page_size(unsigned items) && { return std::move(page_size(items)); }
};

/// Attributes of a resource that is to be created or changed, by their names on the wire.
class Draft : public detail::Object<shiptrack_draft, shiptrack_draft_free> {
 public:
  Draft() : Object(detail::make<Object>(shiptrack_draft_new)) {}

  /// Sets an attribute to a text.
  Draft &text(const Text &name, const Text &value) & {
    return detail::run(shiptrack_draft_text, raw(), name.c_str(), value.c_str()), *this;
  }
  /// Sets an attribute to true or false.
  Draft &flag(const Text &name, bool value) & {
    return detail::run(shiptrack_draft_flag, raw(), name.c_str(), value), *this;
  }
  /// Adds to an attribute that is a list.
  Draft &add(const Text &name, const Text &value) & {
    return detail::run(shiptrack_draft_add, raw(), name.c_str(), value.c_str()), *this;
  }
  /// Adds a header of a webhook's deliveries.
  Draft &header(const Text &name, const Text &value) & {
    return detail::run(shiptrack_draft_header, raw(), name.c_str(), value.c_str()), *this;
  }
  /// Sends these headers along with a webhook's deliveries: those of a webhook as it was read, or a list of one's own.
  Draft &headers(const std::vector<Webhook::Header> &headers) & {
    for (auto &[name, value] : headers) header(name, value);
    return *this;
  }
  /// Sets an attribute to any JSON value.
  Draft &json(const Text &name, const Text &value) & {
    return detail::run(shiptrack_draft_json, raw(), name.c_str(), value.c_str()), *this;
  }

  SHIPTRACK_HPP_CHAIN(Draft, text)
  SHIPTRACK_HPP_CHAIN(Draft, flag)
  Draft &&headers(const std::vector<Webhook::Header> &headers) && { return std::move(this->headers(headers)); }
  SHIPTRACK_HPP_CHAIN(Draft, add)
  SHIPTRACK_HPP_CHAIN(Draft, header)
  SHIPTRACK_HPP_CHAIN(Draft, json)
};

/// Tells waiting calls to give up; from any thread.
class Cancel : public detail::Object<shiptrack_cancel, shiptrack_cancel_free> {
 public:
  Cancel() : Object(detail::make<Object>(shiptrack_cancel_new)) {}

  /// Ends every call that was given this object, now and later, with a CancelledError.
  void now() const {
    detail::call([&](auto) { return shiptrack_cancel_now(raw()); });
  }
  /// Whether it was cancelled: for callbacks and loops of the host's own.
  bool is_cancelled() const { return shiptrack_cancel_is_cancelled(raw()) != 0; }
};

/// An answer as it came.
class Response : public detail::Object<shiptrack_response, shiptrack_response_free> {
 public:
  using Object::Object;

  std::int32_t http_status() const { return shiptrack_response_http_status(raw()); }
  std::string_view body() const & { return detail::view(shiptrack_response_body(raw())); }
  std::string_view body() const && = delete;
  /// The first value of a header field; upper and lower case are the same.
  std::optional<std::string_view> header(const Text &name) const & {
    return detail::text(shiptrack_response_header(raw(), name.c_str()));
  }
  std::optional<std::string_view> header(const Text &name) const && = delete;
  /// All header fields, in the order they came.
  HeaderList headers() const {
    return detail::each(shiptrack_response_header_count(raw()), [this](std::size_t i) {
      return HeaderList::value_type(detail::owned(shiptrack_response_header_name(raw(), i)),
                                    detail::owned(shiptrack_response_header_value(raw(), i)));
    });
  }
};

/// What the service makes of a bare number.
class Inference : public detail::Object<shiptrack_inference, shiptrack_inference_free> {
 public:
  using Object::Object;

  /// The kind of the number, in the words a tracking request takes.
  std::optional<std::string_view> request_type() const & {
    return detail::text(shiptrack_inference_request_type(raw()));
  }
  std::optional<std::string_view> request_type() const && = delete;
  /// The number as the service reads it.
  std::optional<std::string_view> parsed_number() const & {
    return detail::text(shiptrack_inference_parsed_number(raw()));
  }
  std::optional<std::string_view> parsed_number() const && = delete;
  /// The code of the most likely carrier.
  std::optional<std::string_view> selected_scac() const & {
    return detail::text(shiptrack_inference_selected_scac(raw()));
  }
  std::optional<std::string_view> selected_scac() const && = delete;
  /// How sure the service is of the carrier.
  std::optional<std::string_view> decision() const & { return detail::text(shiptrack_inference_decision(raw())); }
  std::optional<std::string_view> decision() const && = delete;
  /// The same as a number: SHIPTRACK_LINE_DECISION_…
  std::int32_t decision_code() const { return shiptrack_inference_decision_code(raw()); }
  /// Why the number is valid or not, in the service's words.
  std::optional<std::string_view> reason() const & { return detail::text(shiptrack_inference_reason(raw())); }
  std::optional<std::string_view> reason() const && = delete;
  /// Whether the number can be right; nothing when the service cannot tell.
  std::optional<bool> is_valid() const { return detail::flag(shiptrack_inference_is_valid(raw())); }
  /// Whether the check digit of a container number is right; nothing when it was not told.
  std::optional<bool> check_digit_passed() const { return detail::flag(shiptrack_inference_check_digit_passed(raw())); }
  /// The answer as it came.
  std::string_view json() const & { return detail::view(shiptrack_inference_json(raw())); }
  std::string_view json() const && = delete;

  /// A carrier the number may belong to.
  struct Candidate {
    std::string_view scac, name;
    /// How likely it is, from 0 to 1; nothing when the service does not say.
    std::optional<double> confidence;
  };

  /// The carriers the number may belong to, the most likely first.
  std::vector<Candidate> candidates() const & {
    return detail::each(shiptrack_inference_candidate_count(raw()), [this](std::size_t i) {
      double confidence = 0;
      auto told = shiptrack_inference_candidate_confidence(raw(), i, &confidence) == SHIPTRACK_OK;
      return Candidate{detail::view(shiptrack_inference_candidate_scac(raw(), i)),
                       detail::view(shiptrack_inference_candidate_name(raw(), i)),
                       told ? std::optional(confidence) : std::nullopt};
    });
  }
  std::vector<Candidate> candidates() const && = delete;
};

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
      : method(raw.method), path(raw.path), bucket(raw.bucket), refused(raw.refused != 0), lasts(raw.lasts_us) {}

  /// The method, and the path without the query.
  std::string_view method, path;
  /// The bucket that is used up: SHIPTRACK_BUCKET_…
  std::int32_t bucket;
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
    return detail::run(shiptrack_client_options_timeout, raw(), time.count()), *this;
  }
  /// Waits this long for a connection at most.
  ClientOptions &connect_timeout(Milliseconds time) & {
    return detail::run(shiptrack_client_options_connect_timeout, raw(), time.count()), *this;
  }
  /// Sends a request `attempts` times at most. Pauses are random, begin at `base`, double, and end at `cap`.
  ClientOptions &retries(std::uint32_t attempts, Milliseconds base, Milliseconds cap) & {
    return detail::run(shiptrack_client_options_retries, raw(), attempts, base.count(), cap.count()), *this;
  }
  /// Keeps to so many requests of a bucket (SHIPTRACK_BUCKET_…) in any `window`, which is one for all buckets; nothing for
  /// no limit.
  ClientOptions &limit(std::int32_t bucket, std::optional<std::int64_t> requests,
                       Milliseconds window = std::chrono::minutes(1)) & {
    return detail::run(shiptrack_client_options_limit, raw(), bucket, requests.value_or(-1), window.count()), *this;
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

/// A tracking request that Client::track() found or made.
class Tracked : public Owned<TrackingRequest> {
 public:
  Tracked(Owned<TrackingRequest> request, std::int32_t how) : Owned(std::move(request)), how_(how) {}
  /// Which it was: SHIPTRACK_TRACKED_…
  std::int32_t how() const noexcept { return how_; }
  /// What was asked for and a request that was taken over does not have, by name: see
  /// shiptrack_tracking_request_left_out_at().
  std::vector<std::string> left_out() const {
    return detail::each(shiptrack_tracking_request_left_out_count(raw()), [&](std::size_t i) {
      return std::string(detail::view(shiptrack_tracking_request_left_out_at(raw(), i)));
    });
  }

 private:
  std::int32_t how_;
};

/// A webhook that Client::ensure_webhook() found or made.
class Ensured : public Owned<Webhook> {
 public:
  Ensured(Owned<Webhook> webhook, std::int32_t how) : Owned(std::move(webhook)), how_(how) {}
  /// Which it was: SHIPTRACK_ENSURED_…
  std::int32_t how() const noexcept { return how_; }

 private:
  std::int32_t how_;
};

}  // namespace shiptrack

#include <shiptrack_operations.hpp>

namespace shiptrack {

/// A client of the service, hosted or in this process. Its operations stand in shiptrack_operations.hpp, those that have a
/// mind of their own below.
class [[nodiscard]] Client : public detail::Object<shiptrack_client, shiptrack_client_free>, public detail::base::Operations<Client> {
 public:
  /// Is shown a tracking request at every look; answers false to stop waiting.
  using Progress = std::function<bool(TrackingRequest)>;
  /// Is told how many bytes of a file were sent, of how many; answers false to stop uploading.
  using UploadProgress = std::function<bool(std::uint64_t sent, std::uint64_t total)>;
  /// Reads bytes of a file, those from `offset` on, `room` of them at most, and answers how many there were; 0 at its end. The
  /// file is read from its start more than once: see shiptrack_upload_read_fn.
  using UploadRead = std::function<std::size_t(std::uint64_t offset, char *buffer, std::size_t room)>;

  using Object::Object;

  /// A client of the service at `base_url` (`https://host/v2`).
  static Client open(const Text &base_url, const Text &api_key, const ClientOptions &options = {}) {
    return detail::make<Client>(shiptrack_client_open, base_url.c_str(), api_key.c_str(), options.raw());
  }
  /// A client set up by SHIPTRACK_BASE_URL and SHIPTRACK_API_KEY.
  static Client from_env(const ClientOptions &options = {}) {
    return detail::make<Client>(shiptrack_client_from_env, options.raw());
  }
  /// The same client, its calls limited to this time each.
  Client with_timeout(Milliseconds time) const {
    return detail::make<Client>(shiptrack_client_with_timeout, raw(), time.count());
  }
  /// The same client, its calls ended by `cancel`.
  Client with_cancel(const Cancel &cancel) const {
    return detail::make<Client>(shiptrack_client_with_cancel, raw(), cancel.raw());
  }
  /// Puts another API key in place, also for the clients made from this one.
  void set_api_key(const Text &api_key) const { detail::run(shiptrack_client_set_api_key, raw(), api_key.c_str()); }
  /// How many requests of a bucket (SHIPTRACK_BUCKET_…) could go now; nothing without a limit.
  std::optional<std::int64_t> allowance(std::int32_t bucket = SHIPTRACK_BUCKET_DEFAULT) const {
    std::int64_t left = -1;
    detail::run(shiptrack_client_allowance, raw(), bucket, &left);
    return left < 0 ? std::nullopt : std::optional(left);
  }
  /// Ends the calls under way, on any thread, and refuses later ones; also those of the clients made from it.
  void close() const { detail::run(shiptrack_client_close, raw()); }

  /// Creates a tracking request: `bill_of_lading`, `booking_number` or `container`. Without `scac` the service finds the
  /// carrier.
  Owned<TrackingRequest> create(const Text &type, const Text &number, const OptionalText &scac,
                                const Draft &draft = {}) const {
    return detail::make<Owned<TrackingRequest>>(shiptrack_tracking_request_create, raw(), type.c_str(), number.c_str(),
                                                scac.c_str(), draft.raw());
  }
  /// Creates a tracking request, or takes over the live one there is. Safe to call twice.
  Tracked track(const Text &type, const Text &number, const OptionalText &scac, const Draft &draft = {}) const {
    return track_with(shiptrack_tracking_request_track, type, number, scac, draft);
  }
  /// The same, going on when the outcome of an attempt is unknown.
  Tracked track_until_certain(const Text &type, const Text &number, const OptionalText &scac, const Draft &draft = {}) const {
    return track_with(shiptrack_tracking_request_track_until_certain, type, number, scac, draft);
  }
  /// The same as track(), or with `until_certain` as track_until_certain(), saying what becomes of a number whose newest request failed:
  /// SHIPTRACK_AGAIN_…
  Tracked track_again(const Text &type, const Text &number, const OptionalText &scac, std::int32_t again,
                      const Draft &draft = {}, bool until_certain = false) const {
    std::int32_t how = 0;
    auto request = detail::make<Owned<TrackingRequest>>(shiptrack_tracking_request_track_again, raw(), type.c_str(),
                                                        number.c_str(), scac.c_str(), draft.raw(), again,
                                                        std::int32_t(until_certain), &how);
    return Tracked(std::move(request), how);
  }
  /// Waits until a tracking request is settled: for `timeout` at most, and then throws a TimeoutError; five minutes when it
  /// is left out. It looks every `poll`, more often at first; every five seconds when that is left out, and no more often
  /// than every 10 ms.
  ///
  /// A time-out of 0 looks once and waits for nothing, not even for due work: the look itself has the time the client has
  /// for every call. A negative one is refused.
  Owned<TrackingRequest> wait(const Text &id, std::optional<Milliseconds> timeout = std::nullopt,
                              const Progress &progress = nullptr,
                              std::optional<Milliseconds> poll = std::nullopt) const {
    return wait_with(shiptrack_tracking_request_wait, false, id, timeout, progress, poll);
  }
  /// Waits until the carrier has answered in any way: settled, or awaiting its manifest, which can last seven days.
  Owned<TrackingRequest> wait_until_answered(const Text &id, std::optional<Milliseconds> timeout = std::nullopt,
                                             const Progress &progress = nullptr,
                                             std::optional<Milliseconds> poll = std::nullopt) const {
    return wait_with(shiptrack_tracking_request_wait_until_answered, true, id, timeout, progress, poll);
  }
  /// Asks the service what a number is.
  Inference infer(const Text &number) const {
    return detail::make<Inference>(shiptrack_tracking_request_infer, raw(), number.c_str());
  }

  /// Reads any resource by its path below the base URL: `ports/USLAX`.
  Owned<Resource> get(const Text &path) const {
    return detail::make<Owned<Resource>>(shiptrack_client_get, raw(), path.c_str());
  }

  /// Lists any resources by their path below the base URL: `terminals`.
  Pages<Resource> list(const Text &path, const Query &query = {}) const {
    return detail::make<Pages<Resource>>(shiptrack_client_list, raw(), path.c_str(), query.raw());
  }

  Owned<TrackingRequest> update_tracking_request(const Text &id, const Draft &draft) const {
    return detail::make<Owned<TrackingRequest>>(shiptrack_tracking_request_update, raw(), id.c_str(), draft.raw());
  }
  /// Registers a URL that is told of events. The answer holds the secret its deliveries are signed with.
  Owned<Webhook> create_webhook(const Text &url, const Draft &draft = {}) const {
    return detail::make<Owned<Webhook>>(shiptrack_webhook_create, raw(), url.c_str(), draft.raw());
  }
  /// Registers a URL unless it is registered, and sets what differs: safe to call at every start of a program.
  Ensured ensure_webhook(const Text &url, const Draft &draft = {}) const {
    std::int32_t how = 0;
    auto webhook = detail::make<Owned<Webhook>>(shiptrack_webhook_ensure, raw(), url.c_str(), draft.raw(), &how);
    return Ensured(std::move(webhook), how);
  }
  /// Gives a webhook a new secret; for the time of the overlap deliveries are signed with the one it had as well. None ends
  /// every secret before the new one at once. The hosted service has nothing like it.
  Owned<Webhook> rotate_webhook_secret(const Text &id, Milliseconds overlap = std::chrono::hours(24)) const {
    return detail::make<Owned<Webhook>>(shiptrack_webhook_rotate_secret, raw(), id.c_str(), overlap.count());
  }

  /// Uploads the file at `path` and makes a document of it, called like the file unless `name` says otherwise, and of the media
  /// type that the ending of its name says unless `content_type` does. The same file a second time is refused:
  /// Error::existing_document_id() is the document there is.
  Owned<Document> upload_document(const Text &path, const UploadProgress &progress = nullptr,
                                  const OptionalText &name = {}, const OptionalText &content_type = {}) const {
    Upload upload{progress, nullptr};
    return detail::make<Owned<Document>>(shiptrack_document_upload, raw(), path.c_str(), name.c_str(),
                                         content_type.c_str(), shiptrack_upload_progress_fn(Upload::tell),
                                         static_cast<void *>(&upload));
  }
  /// The same for bytes that lie in no file, `file_name` is what the file is called:
  ///
  ///     std::string_view bytes = …;
  ///     client.upload_document_from("invoice.pdf", [&](std::uint64_t offset, char *buffer, std::size_t room) {
  ///       return bytes.copy(buffer, room, offset);
  ///     });
  Owned<Document> upload_document_from(const Text &file_name, const UploadRead &read,
                                       const UploadProgress &progress = nullptr, const OptionalText &name = {},
                                       const OptionalText &content_type = {}) const {
    if (!read) throw MisuseError(SHIPTRACK_ERROR_NULL_ARGUMENT, "a callback is empty");
    Upload upload{progress, &read};
    return detail::make<Owned<Document>>(shiptrack_document_upload_from, raw(), file_name.c_str(),
                                         shiptrack_upload_read_fn(Upload::read_some), name.c_str(), content_type.c_str(),
                                         shiptrack_upload_progress_fn(Upload::tell), static_cast<void *>(&upload));
  }

  /// Sends any request, with the same key, allowance and retries as every other. `path` is relative to the base URL.
  Response send(const Text &method, const Text &path, const Query &query = {}, std::string_view json = {}) const {
    return detail::make<Response>(shiptrack_client_send, raw(), method.c_str(), path.c_str(), query.raw(),
                                  detail::bytes(json), json.size());
  }

 private:
  /// The callbacks of an upload.
  struct Upload {
    const UploadProgress &progress;
    const UploadRead *read;

    static std::int32_t tell(void *data, std::uint64_t sent, std::uint64_t total) {
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
  Tracked track_with(Verb verb, const Text &type, const Text &number, const OptionalText &scac,
                     const Draft &draft) const {
    std::int32_t how = 0;
    auto request = detail::make<Owned<TrackingRequest>>(verb, raw(), type.c_str(), number.c_str(), scac.c_str(),
                                                        draft.raw(), &how);
    return Tracked(std::move(request), how);
  }
  template <class Verb>
  Owned<TrackingRequest> wait_with(Verb verb, bool until_answered, const Text &id, std::optional<Milliseconds> timeout,
                                   const Progress &progress, std::optional<Milliseconds> poll) const {
    if (timeout == Milliseconds(0)) return look_once(until_answered, id, progress);
    struct Watch {
      const Progress &progress;
      bool pending;
    } watch{progress, detail::Thrown::is_kept()};
    auto look = [](void *data, const shiptrack_resource *request) -> std::int32_t {
      auto &told = *static_cast<const Watch *>(data);
      // A callback threw meanwhile: whoever waits is to know at once.
      if (!told.pending && detail::Thrown::is_kept()) return SHIPTRACK_ERROR_CALLBACK;
      return detail::guard([&] {
        return !told.progress || told.progress(TrackingRequest(request)) ? SHIPTRACK_OK : SHIPTRACK_ERROR_CANCELLED;
      });
    };
    // C takes 0 for what is left out; a pause of 0 is the shortest there is.
    auto pause = poll == Milliseconds(0) ? Milliseconds(1) : poll.value_or(Milliseconds(0));
    return detail::make<Owned<TrackingRequest>>(verb, raw(), id.c_str(), timeout.value_or(Milliseconds(0)).count(),
                                                pause.count(), shiptrack_progress_fn(look), static_cast<void *>(&watch));
  }
  Owned<TrackingRequest> look_once(bool until_answered, const Text &id, const Progress &progress) const {
    auto request = tracking_request(id);
    if (progress && !progress(*request)) throw CancelledError(SHIPTRACK_ERROR_CANCELLED, "the callback ended the wait");
    switch (request->status_code()) {
      case SHIPTRACK_REQUEST_STATUS_CREATED:
      case SHIPTRACK_REQUEST_STATUS_FAILED:
      case SHIPTRACK_REQUEST_STATUS_TRACKING_STOPPED: return request;
      case SHIPTRACK_REQUEST_STATUS_AWAITING_MANIFEST:
        if (until_answered) return request;
    }
    auto problem = "tracking request " + std::string(request->id()) + " is still " +
                   std::string(request->status().value_or("without a status"));
    throw TimeoutError(SHIPTRACK_ERROR_TIMEOUT, problem.c_str());
  }
};

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
  void advance(Milliseconds by) const { detail::run(shiptrack_clock_advance, raw(), by.count()); }
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
  std::string_view url() const { return detail::view(shiptrack_simulator_url(raw())); }
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
    return all(shiptrack_look_up_reference_count(raw_), shiptrack_look_up_reference);
  }
  /// The containers of the shipment, as far as they are known.
  std::vector<std::string_view> containers() const {
    return all(shiptrack_look_up_container_count(raw_), shiptrack_look_up_container);
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
  /// With SHIPTRACK_OK: how soon the carrier wants to be asked again.
  void next_look(Milliseconds pause) const { detail::run(shiptrack_answer_next_look, raw_, pause.count()); }
  /// With SHIPTRACK_OK: what you want to be reminded of when this request is looked up again, of 4,096 bytes at most.
  void bookmark(const Text &bookmark) const { detail::run(shiptrack_answer_bookmark, raw_, bookmark.c_str()); }
  /// With SHIPTRACK_OK: everything up to this moment is told; the next look-up of this request says so.
  void until(SystemTime moment) const { detail::run(shiptrack_answer_until, raw_, detail::unix_ms(moment)); }
  /// With SHIPTRACK_OK and no facts: nothing changed since you gave the bookmark that you were asked with.
  void unchanged() const { detail::run(shiptrack_answer_unchanged, raw_); }
  /// With SHIPTRACK_LOOK_UP_UNREACHABLE or SHIPTRACK_LOOK_UP_RATE_LIMITED: how long the carrier asked to be left alone.
  void retry_after(Milliseconds pause) const { detail::run(shiptrack_answer_retry_after, raw_, pause.count()); }
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

/// A document to be read; borrowed for the call.
class Attachment {
 public:
  explicit Attachment(const shiptrack_attachment *raw) : raw_(raw) {}
  std::string_view name() const { return detail::view(shiptrack_attachment_name(raw_)); }
  std::string_view content_type() const { return detail::view(shiptrack_attachment_content_type(raw_)); }
  std::string_view content() const { return detail::view(shiptrack_attachment_content(raw_)); }
  std::optional<std::string_view> email_body() const { return detail::text(shiptrack_attachment_email_body(raw_)); }

 private:
  const shiptrack_attachment *raw_;
};

/// What was read out of a document.
struct Extraction {
  std::optional<std::string> document_type;
  std::string schema_version;
  /// A JSON object.
  std::string payload_json = "{}";
  /// Why it is taken for that type, for people.
  std::optional<std::string> notes = std::nullopt;
};

/// One thing a service did by itself, told while it is borrowed for the call. It holds no secret. What the kind has no value
/// for is nothing or 0.
struct Activity {
  explicit Activity(const shiptrack_activity &raw)
      : kind(raw.kind), is_problem(raw.is_problem != 0), id(detail::text(raw.id)),
        webhook_id(detail::text(raw.webhook_id)), scac(detail::text(raw.scac)), number(detail::text(raw.number)),
        attempt(raw.attempt), outcome(raw.outcome), reason(detail::text(raw.reason)), http_status(raw.http_status),
        status(raw.status), message(detail::text(raw.message)),
        doubts(detail::each(raw.doubt_count, [&](std::size_t i) { return std::string_view(raw.doubts[i]); })) {
    if (raw.retry_after_ms >= 0) retry_after = Milliseconds(raw.retry_after_ms);
  }

  /// SHIPTRACK_ACTIVITY_…
  std::int32_t kind;
  /// Whether it went wrong in a way that somebody may want to look into.
  bool is_problem;
  /// What it is about: the id of the tracking request, the notification, the document, or the record left out.
  std::optional<std::string_view> id;
  /// A delivery: the id of the webhook.
  std::optional<std::string_view> webhook_id;
  /// A look-up, doubtful facts: the carrier's code, when it is known, and the number as it was submitted.
  std::optional<std::string_view> scac, number;
  /// A look-up: which try in a row it was, from 1. A delivery: which attempt.
  std::uint32_t attempt;
  /// A look-up: what came of it, SHIPTRACK_OUTCOME_…
  std::int32_t outcome;
  /// A look-up: the failed reason or stop reason that goes with the outcome.
  std::optional<std::string_view> reason;
  /// A look-up: the pause the carrier asked for.
  std::optional<Milliseconds> retry_after;
  /// A delivery: the HTTP status the receiver answered with; 0 when no answer came.
  std::int32_t http_status;
  /// SHIPTRACK_OK; or what was wrong.
  std::int32_t status;
  /// The same for people. A look-up: what() of the exception that left the callback, or what Answer::problem() was given.
  std::optional<std::string_view> message;
  /// Doubtful facts: what looks wrong, one sentence each.
  std::vector<std::string_view> doubts;
};

/// A credential that is wanted; borrowed for the call.
class WantedCredential {
 public:
  explicit WantedCredential(const shiptrack_wanted_credential *raw) : raw_(raw) {}
  /// The account that asks the carrier.
  std::string_view account_id() const { return detail::view(shiptrack_wanted_credential_account_id(raw_)); }
  /// What you called that account; `default` for the one a service has from the start.
  std::string_view account_name() const { return detail::view(shiptrack_wanted_credential_account_name(raw_)); }
  /// The carrier's code, as its profile has it.
  std::string_view scac() const { return detail::view(shiptrack_wanted_credential_scac(raw_)); }
  /// The name of the credential: `client_id`.
  std::string_view name() const { return detail::view(shiptrack_wanted_credential_name(raw_)); }

 private:
  const shiptrack_wanted_credential *raw_;
};

/// Where credentials come from that carriers are asked with, and whose they are: one account's are never used for another. What is
/// added first is asked first.
class Credentials : public detail::Object<shiptrack_credentials, shiptrack_credentials_free> {
 public:
  using Object::Object;

  /// A credential in clear; nothing when you do not have it. Several threads may run it at a time. What it throws refuses the
  /// look-up, in its words.
  using Callback = std::function<std::optional<std::string>(const WantedCredential &)>;

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
      auto asked = [](void *data, const shiptrack_wanted_credential *wanted) {
        auto give = [&]() -> std::int32_t {
          auto secret = (*static_cast<Callback *>(data))(WantedCredential(wanted));
          return secret ? detail::run(shiptrack_wanted_credential_give, wanted, Text(*secret).c_str()) : SHIPTRACK_OK;
        };
        return detail::guard(give, [&](const char *words) {
          return shiptrack_wanted_credential_problem(wanted, words, nullptr);
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

/// Settings of a service, and what the host plugs in; everything has a default.
///
/// An exception that leaves a callback comes out of the call of this library that runs on the same thread (run_due(),
/// wait(), ingest_email() …):
///
/// * What the call did has happened all the same: the work is done, the request created, the message taken in. Its result
///   is freed, and what it would have failed with is not told.
/// * It comes out when the call ends, not at once; wait() ends at its next look. Of several the first comes out.
/// * When a callback calls the library itself, the outermost call throws: the inner one, whose own callbacks threw, answers
///   as if they had reported a failure.
/// * On a thread of the worker's, or of a server's, there is no such call.
///
/// In either case a look-up or a reading whose callback threw has failed (SHIPTRACK_LOOK_UP_UNREADABLE), and what() of the
/// exception goes with it into on_activity(), as Activity::message, and on_log(). What the callbacks that only listen
/// (on_activity(), on_log(), on_wake()) throw on a thread of the library's is told to nobody: catch it there.
class ServiceOptions : public detail::Object<shiptrack_service_options, shiptrack_service_options_free> {
 public:
  /// Puts facts into the answer; answers 0, or why there are none (SHIPTRACK_LOOK_UP_…).
  using Carrier = std::function<std::int32_t(const LookUp &, const Answer &)>;
  /// Reads a document; nothing when such documents are not for it.
  using Extractor = std::function<std::optional<Extraction>(const Attachment &)>;
  /// Is told of everything the service does by itself.
  using OnActivity = std::function<void(const Activity &)>;
  /// Is given a line for people: `look-up of MAEU123456789 at MAEU: not_found, try 1`.
  using OnLog = std::function<void(bool is_problem, std::string_view line)>;

  ServiceOptions() : Object(detail::make<Object>(shiptrack_service_options_new)) {}

  /// Runs the service on a clock that is moved by hand.
  ServiceOptions &clock(const Clock &clock) & {
    return detail::run(shiptrack_service_options_clock, raw(), clock.raw()), *this;
  }
  /// Answers look-ups for a carrier, or without `scac` for every one nothing else is set for. Several threads may run it
  /// at a time.
  ServiceOptions &carrier(const OptionalText &scac, Carrier callback) & {
    detail::plug_in(std::move(callback), [&](void *kept, auto destroy, auto error) {
      auto asked = [](void *data, const shiptrack_look_up *look_up, const shiptrack_answer *answer) {
        return detail::guard([&] { return (*static_cast<Carrier *>(data))(LookUp(look_up), Answer(answer)); },
                             [&](const char *words) { return shiptrack_answer_problem(answer, words, nullptr); });
      };
      return shiptrack_service_options_carrier(raw(), scac.c_str(), asked, kept, destroy, error);
    });
    return *this;
  }
  /// Has a simulated carrier answer look-ups, for every carrier nothing else is set for without `scac`.
  ServiceOptions &simulator(const OptionalText &scac, const Simulator &simulator) & {
    return detail::run(shiptrack_service_options_simulator, raw(), scac.c_str(), simulator.raw()), *this;
  }
  /// Has a hosted account answer look-ups about the numbers that it follows, for every carrier nothing else is set for without `scac`.
  /// `creating` has it follow what it does not follow yet, `confirming` has it asked whose a number is. See
  /// shiptrack_service_options_hosted().
  ServiceOptions &hosted(const OptionalText &scac, const Client &client, bool creating = false, bool confirming = false) & {
    return detail::run(shiptrack_service_options_hosted, raw(), scac.c_str(), client.raw(), std::int32_t(creating),
                       std::int32_t(confirming)),
           *this;
  }
  /// Has the carriers of these profiles asked over HTTP, in place of those given before.
  ServiceOptions &carrier_access(const CarrierAccess &access) & {
    return detail::run(shiptrack_service_options_carrier_access, raw(), access.raw()), *this;
  }
  /// Says what single senders of EDI mean by their codes, beside what comes along: a JSON object of senders. See
  /// shiptrack_service_options_edi_senders().
  ServiceOptions &edi_senders(const Text &senders_json) & {
    return detail::run(shiptrack_service_options_edi_senders, raw(), senders_json.c_str()), *this;
  }
  /// Reads the documents of messages, after the extractors set before and ahead of the built-in one. Several threads may
  /// run it at a time.
  ServiceOptions &extractor(Extractor callback) & {
    detail::plug_in(std::move(callback), [&](void *kept, auto destroy, auto error) {
      auto asked = [](void *data, const shiptrack_attachment *attachment, const shiptrack_extraction *extraction) {
        auto give = [&]() -> std::int32_t {
          auto read = (*static_cast<Extractor *>(data))(Attachment(attachment));
          if (!read) return SHIPTRACK_OK;
          OptionalText type(read->document_type);
          if (read->notes) detail::run(shiptrack_extraction_notes, extraction, read->notes->c_str());
          return detail::run(shiptrack_extraction_set, extraction, type.c_str(), Text(read->schema_version).c_str(),
                             Text(read->payload_json).c_str());
        };
        return detail::guard(
            give, [&](const char *words) { return shiptrack_extraction_problem(extraction, words, nullptr); });
      };
      return shiptrack_service_options_extractor(raw(), asked, kept, destroy, error);
    });
    return *this;
  }
  /// Has `callback` told of everything the service does by itself, in place of one set before; on the thread that did it.
  ServiceOptions &on_activity(OnActivity callback) & {
    detail::plug_in(std::move(callback), [this](void *kept, auto destroy, auto error) {
      auto told = [](void *data, const shiptrack_activity *activity) {
        detail::guard([&] { return (*static_cast<OnActivity *>(data))(Activity(*activity)), SHIPTRACK_OK; });
      };
      return shiptrack_service_options_on_activity(raw(), told, kept, destroy, error);
    });
    return *this;
  }
  /// Has `callback` given a line for people about everything the service does by itself, in place of one set before.
  ServiceOptions &on_log(OnLog callback) & {
    detail::plug_in(std::move(callback), [this](void *kept, auto destroy, auto error) {
      return shiptrack_service_options_on_log(raw(), detail::tell_line<OnLog>, kept, destroy, error);
    });
    return *this;
  }
  /// Keeps secrets in the store under this key of 32 bytes alone. See shiptrack_service_options_store_key().
  ServiceOptions &store_key(std::string_view key) & {
    return detail::run(shiptrack_service_options_store_key, raw(), detail::bytes(key), key.size()), *this;
  }
  /// Lets deliveries reach this machine's loopback addresses; without it they reach public addresses only.
  ServiceOptions &allow_loopback() & { return detail::run(shiptrack_service_options_allow_loopback, raw()), *this; }
  /// Lets deliveries reach this network too: `10.0.0.0/8`.
  ServiceOptions &allow_network(const Text &network) & {
    return detail::run(shiptrack_service_options_allow_network, raw(), network.c_str()), *this;
  }
  /// Tells receivers that deliveries come from this address or network, too. See shiptrack_service_options_webhook_ip().
  ServiceOptions &webhook_ip(const Text &address) & {
    return detail::run(shiptrack_service_options_webhook_ip, raw(), address.c_str()), *this;
  }
  /// Allows an API key so many requests of a bucket (SHIPTRACK_BUCKET_…) in any `window`, which is one for all buckets;
  /// nothing for no limit.
  ServiceOptions &limit(std::int32_t bucket, std::optional<std::int64_t> requests,
                        Milliseconds window = std::chrono::minutes(1)) & {
    return detail::run(shiptrack_service_options_limit, raw(), bucket, requests.value_or(-1), window.count()), *this;
  }
  /// Sets the pauses between the attempts of a delivery: it is attempted once more than there are.
  ServiceOptions &delivery_retries(const std::vector<Milliseconds> &pauses) & {
    auto numbers = detail::each(pauses.size(), [&](std::size_t i) -> std::int64_t { return pauses[i].count(); });
    return detail::run(shiptrack_service_options_delivery_retries, raw(), numbers.data(), numbers.size()), *this;
  }
  /// Sets a number of the service's policies: see shiptrack_service_options_number(). Times are in milliseconds.
  ServiceOptions &number(const Text &name, double value) & {
    return detail::run(shiptrack_service_options_number, raw(), name.c_str(), value), *this;
  }

  SHIPTRACK_HPP_CHAIN(ServiceOptions, clock)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, carrier)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, carrier_access)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, simulator)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, hosted)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, edi_senders)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, extractor)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, on_activity)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, on_log)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, store_key)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, allow_loopback)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, allow_network)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, webhook_ip)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, limit)
  SHIPTRACK_HPP_CHAIN(ServiceOptions, number)
  ServiceOptions &&delivery_retries(const std::vector<Milliseconds> &pauses) && {
    return std::move(delivery_retries(pauses));
  }
};

/// One event of the feed: a view, which lives as long as the Events it was read from.
class Event {
 public:
  Event() = default;
  Event(const shiptrack_events *events, std::size_t index) : events_(events), index_(index) {}

  /// Its place in the feed: pass that of the last one seen to go on behind it.
  std::uint64_t sequence() const { return shiptrack_events_sequence(events_, index_); }
  /// What happened, as a number: SHIPTRACK_EVENT_…
  std::int32_t code() const { return shiptrack_events_code(events_, index_); }
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
  Event at(std::size_t index) const & {
    if (index >= size()) throw std::out_of_range("shiptrack::Events::at");
    return Event(raw(), index);
  }
  Event at(std::size_t index) const && = delete;  // Give the events a name first: auto events = service.events();
  iterator begin() const & { return iterator(this, 0); }
  iterator begin() const && = delete;  // Give the events a name first: auto events = service.events();
  iterator end() const & { return iterator(this, size()); }
  iterator end() const && = delete;
};

/// What taking in a message gave.
class Ingested : public detail::Object<shiptrack_ingested, shiptrack_ingested_free> {
 public:
  using Object::Object;

  /// The message: a view, which lives as long as this.
  EmailSubmission submission() const & { return EmailSubmission(shiptrack_ingested_submission(raw())); }
  EmailSubmission submission() const && = delete;
  /// Whether the submission was made now: not when the same bytes were taken in before.
  bool is_new() const { return shiptrack_ingested_is_new(raw()) != 0; }
  /// Whether the message could not be read; its bytes are kept all the same.
  bool is_quarantined() const { return shiptrack_ingested_is_quarantined(raw()) != 0; }
  /// What was wrong with the message.
  std::vector<std::string> problems() const {
    return detail::each(shiptrack_ingested_problem_count(raw()),
                        [this](std::size_t i) { return detail::owned(shiptrack_ingested_problem(raw(), i)); });
  }
  /// What came of the EDI that was attached: a JSON array of objects with `document` and `report`.
  std::string edi_json() const { return detail::owned(shiptrack_ingested_edi_json(raw())); }
};

/// What became of facts that were recorded.
class Recorded : public detail::Object<shiptrack_recorded, shiptrack_recorded_free> {
 public:
  using Object::Object;

  /// What became of them for one of the numbers they are about.
  struct For {
    /// The tracking request that stands for the number.
    std::string request_id;
    /// Its shipment; nothing while its carrier has said nothing, which takes the facts in when it does.
    std::optional<std::string> shipment_id;
    /// How many were news.
    std::size_t new_count;
  };

  /// The numbers of the account they are about.
  std::vector<For> requests() const {
    return detail::each(shiptrack_recorded_count(raw()), [this](std::size_t i) {
      auto shipment = detail::text(shiptrack_recorded_shipment_id(raw(), i));
      return For{detail::owned(shiptrack_recorded_request_id(raw(), i)),
                 shipment ? std::optional<std::string>(*shipment) : std::nullopt,
                 shiptrack_recorded_new_count(raw(), i)};
    });
  }
  /// How many are kept for whoever comes to track the number, because nobody does yet.
  std::size_t kept_count() const { return shiptrack_recorded_kept_count(raw()); }
  /// What looks wrong about those that are news. They are taken in all the same.
  std::vector<std::string> doubts() const {
    return detail::each(shiptrack_recorded_doubt_count(raw()),
                        [this](std::size_t i) { return detail::owned(shiptrack_recorded_doubt(raw(), i)); });
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

class Verifier;

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
  struct Settled {
    /// Look-ups and deliveries done meanwhile, by whatever thread.
    std::size_t done = 0;
    /// Those that are due and were not done: in time, or because nobody can do them at present.
    std::uint64_t left = 0;

    /// Whether nothing is due any more.
    bool is_settled() const noexcept { return left == 0; }
  };

  /// Does everything that is due, and what falls due through that, until nothing is: what a program begins with that was
  /// away, before it exports. For `timeout` at most, when there is one; on every clock, also while a worker runs.
  Settled settle(std::optional<Milliseconds> timeout = std::nullopt, const SettleProgress &progress = nullptr,
                 const Cancel *cancel = nullptr) const {
    // C takes a negative one for no limit.
    if (timeout && timeout->count() < 0)
      throw InvalidError(SHIPTRACK_ERROR_INVALID,
                         "timeout_ms is " + std::to_string(timeout->count()) + ": a length of time is 0 or more", "timeout_ms");
    auto tell = [](void *data, std::size_t done, std::uint64_t left) -> std::int32_t {
      auto &told = *static_cast<const SettleProgress *>(data);
      return detail::guard([&] { return !told || told(done, left) ? SHIPTRACK_OK : SHIPTRACK_ERROR_CANCELLED; });
    };
    Settled settled;
    detail::run(shiptrack_service_settle, raw(), timeout ? timeout->count() : std::int64_t(-1),
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
  /// The same, waiting up to `timeout` for at least one, and doing due work meanwhile, on this thread; 0 looks once.
  Events wait_events(std::uint64_t after, Milliseconds timeout, std::size_t limit = 1000,
                     const OptionalText &account_id = {}, const Cancel *cancel = nullptr) const {
    return detail::make<Events>(shiptrack_service_wait_events, raw(), account_id.c_str(), after, limit, timeout.count(),
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
  Recorded record_facts(const Text &number, std::string_view facts, const OptionalText &account_id = {}) const {
    return detail::make<Recorded>(shiptrack_service_record_facts, raw(), account_id.c_str(), number.c_str(),
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
  inline std::string receive_hosted_json(const Client &client, const Verifier &verifier, const HeaderList &fields,
                                         std::string_view body, const OptionalText &account_id = {}) const;
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
                                       std::optional<std::chrono::milliseconds> overlap = {},
                                       const OptionalText &account_id = {}) const {
    std::int64_t overlap_ms = overlap ? static_cast<std::int64_t>(overlap->count()) : -1;
    return *detail::content(detail::make<detail::Buffer>(shiptrack_service_rotate_subscription, raw(), account_id.c_str(),
                                                         id.c_str(), secret.c_str(), overlap_ms));
  }
  /// Takes nothing in any more of a subscription. See shiptrack_service_remove_subscription().
  void remove_subscription(const Text &id, const OptionalText &account_id = {}) const {
    detail::run(shiptrack_service_remove_subscription, raw(), account_id.c_str(), id.c_str());
  }
  /// The credentials that carriers refuse: a JSON array. See shiptrack_service_set_aside().
  std::string set_aside_json() const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_service_set_aside, raw()));
  }
  /// Keeps a credential of an account at a carrier, under the key of the store. See shiptrack_service_keep_credential().
  void keep_credential(const Text &scac, const Text &name, const Text &secret, const OptionalText &account_id = {}) const {
    detail::run(shiptrack_service_keep_credential, raw(), account_id.c_str(), scac.c_str(), name.c_str(), secret.c_str());
  }
  /// Which credentials are kept of an account: a JSON array. See shiptrack_service_kept_credentials().
  std::string kept_credentials_json(const OptionalText &account_id = {}) const {
    return *detail::content(detail::make<detail::Buffer>(shiptrack_service_kept_credentials, raw(), account_id.c_str()));
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
    return detail::make<EdiFolder>(shiptrack_service_edi_folder, raw(), account_id.c_str(), path.c_str(), quiet.count(),
                                   static_cast<std::int32_t>(acknowledge));
  }

  /// Takes in a message: RFC 5322 bytes as they came. One that cannot be read is kept in quarantine, never refused.
  Ingested ingest_email(std::string_view message, const OptionalText &account_id = {},
                        const OptionalText &user_id = {}) const {
    return detail::make<Ingested>(shiptrack_service_ingest_email, raw(), account_id.c_str(), detail::bytes(message),
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

#undef SHIPTRACK_HPP_CHAIN

/// The service behind a socket, until it goes out of scope.
class [[nodiscard]] Server : public detail::Object<shiptrack_server, shiptrack_server_free> {
 public:
  using Object::Object;
  explicit Server(const Service &service, const ServerOptions &options = {})
      : Object(detail::make<Object>(shiptrack_server_start, service.raw(), options.raw())) {}
  Server(const Service &service, const Text &address) : Server(service, ServerOptions().address(address)) {}

  /// What a client's base URL begins with; `/v2` is to be added.
  std::string_view url() const & { return detail::view(shiptrack_server_url(raw())); }
  std::string_view url() const && = delete;
  /// The address it listens on, with the port it was given.
  std::string_view address() const & { return detail::view(shiptrack_server_address(raw())); }
  std::string_view address() const && = delete;
  /// Stops it; stopping again changes nothing.
  void stop() const { detail::run(shiptrack_server_stop, raw()); }
};

/// What the signature of a delivery vouches for.
struct Signed {
  /// SHIPTRACK_SCHEME_…: the hosted one signs the body alone.
  std::int32_t scheme = 0;
  /// The signed id: the same for every attempt at a delivery. Nothing with the hosted scheme.
  std::optional<std::string> id;
  /// When the delivery was signed. Nothing with the hosted scheme.
  std::optional<TimePoint> at;
};

/// A delivery that was verified and read.
class Delivery : public Owned<WebhookNotification> {
 public:
  Delivery(Owned<WebhookNotification> notification, Signed vouched)
      : Owned(std::move(notification)), signed_(std::move(vouched)) {}
  /// What its signature vouches for.
  const Signed &signature() const & noexcept { return signed_; }
  const Signed &signature() const && = delete;

 private:
  Signed signed_;
};

/// Verifies deliveries of webhooks. Its keys are prepared once: keep it and share it.
class [[nodiscard]] Verifier : public detail::Object<shiptrack_verifier, shiptrack_verifier_free> {
 public:
  using Object::Object;
  /// Accepts a signature by any of these secrets. A time stamp may be `tolerance` old or ahead at most, which is more than 0.
  ///
  /// `require_timestamp` says whether a delivery without a signed time is refused; left out, the secrets say so: one of the
  /// form `whsec_…`, as those of a service of one's own are, takes only what carries a signed time, and any other is taken for
  /// one of the hosted service, which signs none. Somebody who captured such a delivery can send it again at any time, so
  /// remember the ids of the notifications seen.
  explicit Verifier(const std::vector<std::string> &secrets, Milliseconds tolerance = std::chrono::minutes(5),
                    std::optional<bool> require_timestamp = std::nullopt)
      : Object(detail::make<Object>(shiptrack_verifier_new, detail::pointers(secrets, "secrets").data(), secrets.size(),
                                    checked(tolerance).count(), !require_timestamp ? 0 : *require_timestamp ? 1 : -1)) {}

  /// Verifies the raw bytes of a delivery that came `now`. Throws SignatureError.
  Signed verify(const HeaderList &fields, std::string_view body,
                SystemTime now = std::chrono::system_clock::now()) const {
    auto headers = detail::headers(fields);
    Signed vouched;
    shiptrack_text id = {nullptr, 0};
    std::int64_t at = 0;
    detail::run(shiptrack_verifier_verify, raw(), headers.raw(), detail::bytes(body), body.size(), detail::unix_ms(now),
                &vouched.scheme, &id, &at);
    vouched.id = detail::kept(id);
    if (vouched.scheme == SHIPTRACK_SCHEME_STANDARD) vouched.at = detail::time_point(at);
    return vouched;
  }
  /// The same, and then reads it.
  Delivery receive(const HeaderList &fields, std::string_view body,
                   SystemTime now = std::chrono::system_clock::now()) const {
    auto vouched = verify(fields, body, now);
    auto read = detail::make<Owned<WebhookNotification>>(shiptrack_notification_parse, detail::bytes(body), body.size());
    return Delivery(std::move(read), std::move(vouched));
  }

 private:
  /// C takes 0 for a time span that is left out.
  static Milliseconds checked(Milliseconds tolerance) {
    if (tolerance > Milliseconds(0)) return tolerance;
    throw InvalidError(SHIPTRACK_ERROR_INVALID,
                       "tolerance_ms is " + std::to_string(tolerance.count()) + ": it must be more than 0", "tolerance_ms");
  }
};

inline std::string Service::receive_hosted_json(const Client &client, const Verifier &verifier, const HeaderList &fields,
                                                std::string_view body, const OptionalText &account_id) const {
  auto headers = detail::headers(fields);
  return *detail::content(detail::make<detail::Buffer>(shiptrack_service_receive_hosted, raw(), account_id.c_str(), client.raw(),
                                                       verifier.raw(), headers.raw(), detail::bytes(body), body.size()));
}

/// Makes a secret for a webhook, `whsec_…`.
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

/// A freight number that was checked; throws InvalidError for one that cannot be right.
struct Number {
  /// What it is: `container`, `bill_of_lading`, `booking_number`, `scac`, `imo`, `un_locode`.
  std::string kind;
  /// As it was given, and in its one form: upper case, no spaces, dashes and other separators.
  std::string text, normalized;
  /// After infer(): what gave it away, and the carrier whose prefix and shape it has.
  std::optional<std::string> evidence, scac;

  /// Checks a number of a known kind: see shiptrack_number_check().
  static Number check(const Text &kind, const Text &text) {
    return Number(detail::make<Handle>(shiptrack_number_check, kind.c_str(), text.c_str()));
  }
  /// Reads a number whose kind nobody stated.
  static Number infer(const Text &text) { return Number(detail::make<Handle>(shiptrack_infer_number, text.c_str())); }
  /// A number as the carrier `scac` knows it: without a prefix that carrier does not count.
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

/// Throws what a client would throw for this answer: for hosts that receive answers by other ways.
[[noreturn]] inline void throw_answer(std::int32_t http_status, std::string_view body,
                                      const OptionalText &retry_after = {}) {
  shiptrack_error *answered = nullptr;
  detail::run(shiptrack_error_from_answer, http_status, retry_after.c_str(), detail::bytes(body), body.size(),
              &answered);
  detail::fail(shiptrack_error_status(answered), answered);
}

/// Version of the library that is running.
inline std::string_view version() { return shiptrack_version(); }

}  // namespace shiptrack

#endif  // SHIPTRACK_HPP
