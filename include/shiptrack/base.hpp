// Errors, and how the C library is called. shiptrack.hpp includes this file: include that one.
#ifndef SHIPTRACK_BASE_HPP
#define SHIPTRACK_BASE_HPP

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

// What returns a view into an object: Clang warns if the view outlives the object.
#if defined(__has_cpp_attribute)
#if __has_cpp_attribute(clang::lifetimebound)
#define SHIPTRACK_HPP_LENT [[clang::lifetimebound]]
#endif
#endif
#ifndef SHIPTRACK_HPP_LENT
#define SHIPTRACK_HPP_LENT
#endif

using Milliseconds = std::chrono::milliseconds;

/// A length of time without a limit: SHIPTRACK_NO_LIMIT.
inline constexpr Milliseconds no_limit{SHIPTRACK_NO_LIMIT};
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
    objects_count_ = shiptrack_error_objects_count(error);
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
  const std::optional<std::string> &code() const noexcept SHIPTRACK_HPP_LENT { return code_; }
  /// Where the problem is: a JSON pointer, or the name of a parameter.
  const std::optional<std::string> &pointer() const noexcept SHIPTRACK_HPP_LENT { return pointer_; }
  /// What the service said about this occurrence.
  const std::optional<std::string> &detail() const noexcept SHIPTRACK_HPP_LENT { return detail_; }
  /// The identifier the server gave the exchange.
  const std::optional<std::string> &request_id() const noexcept SHIPTRACK_HPP_LENT { return request_id_; }
  /// Where a walk over a listing that broke off can be taken up again: see Query::resume_from().
  const std::optional<std::string> &resume_from() const noexcept SHIPTRACK_HPP_LENT { return resume_from_; }
  /// The document there is, when a file was uploaded as one before.
  const std::optional<std::string> &existing_document_id() const noexcept SHIPTRACK_HPP_LENT { return existing_document_id_; }
  /// The bytes that were answered, when they could not be read: a page of HTML, a body cut off.
  const std::optional<std::string> &body() const noexcept SHIPTRACK_HPP_LENT { return body_; }
  /// All error objects of the answer, a JSON array.
  const std::string &objects_json() const noexcept SHIPTRACK_HPP_LENT { return objects_json_; }
  /// How many error objects the answer had.
  std::size_t objects_count() const noexcept { return objects_count_; }
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
  std::size_t objects_count_ = 0;
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
SHIPTRACK_HPP_MOVED(ingested_email, "shiptrack::IngestedEmail")
SHIPTRACK_HPP_MOVED(journey, "shiptrack::Journey")
SHIPTRACK_HPP_MOVED(number, "number")
SHIPTRACK_HPP_MOVED(page, "shiptrack::Page")
SHIPTRACK_HPP_MOVED(pages, "shiptrack::Pages")
SHIPTRACK_HPP_MOVED(query, "shiptrack::Query")
SHIPTRACK_HPP_MOVED(recording_report, "shiptrack::RecordingReport")
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
  const T *raw() const & SHIPTRACK_HPP_LENT {
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

/// A length of time for C: nothing for the default. C has a meaning for the negative one -1.
inline std::int64_t milliseconds(std::optional<Milliseconds> time, const char *name) {
  if (!time) return SHIPTRACK_DEFAULT_TIMEOUT;
  if (time->count() >= 0) return time->count();
  auto detail = name + (" is " + std::to_string(time->count())) + ": a length of time is 0 or more";
  throw InvalidError(SHIPTRACK_ERROR_INVALID, detail, name);
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

}  // namespace shiptrack

#endif  // SHIPTRACK_BASE_HPP
