// Exceptions, and helpers that call the C library. Do not include this file; include shiptrack.hpp.
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

// Exceptions are visible, so that they can be caught in a library that hides its symbols.
#if defined(__GNUC__) && !defined(_WIN32)
#define SHIPTRACK_HPP_VISIBLE __attribute__((visibility("default")))
#else
#define SHIPTRACK_HPP_VISIBLE
#endif

// For functions that return a view into an object: Clang warns if the view outlives the object.
#if defined(__has_cpp_attribute)
#if __has_cpp_attribute(clang::lifetimebound)
#define SHIPTRACK_HPP_LIFETIMEBOUND [[clang::lifetimebound]]
#endif
#endif
#ifndef SHIPTRACK_HPP_LIFETIMEBOUND
#define SHIPTRACK_HPP_LIFETIMEBOUND
#endif

using Milliseconds = std::chrono::milliseconds;

/// A length of time without a limit: SHIPTRACK_NO_LIMIT.
inline constexpr Milliseconds no_limit{SHIPTRACK_NO_LIMIT};
/// A moment that the library returns. It is in milliseconds, because the nanoseconds of the system clock end in the year 2262.
using TimePoint = std::chrono::time_point<std::chrono::system_clock, Milliseconds>;
/// A moment that the library accepts: `std::chrono::system_clock::now()`.
using SystemTime = std::chrono::system_clock::time_point;
/// Header fields of a request, a response or a delivery: names with values.
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

/// The values of `read` for every index below `count`.
template <class Read>
auto each(std::size_t count, Read &&read) {
  std::vector<decltype(read(count))> all;
  all.reserve(count);
  for (std::size_t index = 0; index < count; index++) all.push_back(read(index));
  return all;
}

}  // namespace detail

/// The base of all exceptions of this library. The classes below are for the errors that a program usually distinguishes.
class SHIPTRACK_HPP_VISIBLE Error : public std::runtime_error {
 public:
  Error(std::int32_t status, const char *message) : std::runtime_error(message), status_(status) {}
  /// A rejected argument, by its name.
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

  /// SHIPTRACK_ERROR_….
  std::int32_t status() const noexcept { return status_; }
  /// The HTTP status of the response; 0 if there was no response.
  std::int32_t http_status() const noexcept { return http_status_; }
  /// A code for programs, such as `duplicate`: see shiptrack_error_code().
  const std::optional<std::string> &code() const noexcept SHIPTRACK_HPP_LIFETIMEBOUND { return code_; }
  /// The position of the problem: a JSON pointer, or the name of a parameter, argument or setting.
  const std::optional<std::string> &pointer() const noexcept SHIPTRACK_HPP_LIFETIMEBOUND { return pointer_; }
  /// The description of this occurrence.
  const std::optional<std::string> &detail() const noexcept SHIPTRACK_HPP_LIFETIMEBOUND { return detail_; }
  /// The id that the server gave the request.
  const std::optional<std::string> &request_id() const noexcept SHIPTRACK_HPP_LIFETIMEBOUND { return request_id_; }
  /// The page at which a listing that failed can continue: see Query::resume_from().
  const std::optional<std::string> &resume_from() const noexcept SHIPTRACK_HPP_LIFETIMEBOUND { return resume_from_; }
  /// The id of the existing document if the uploaded file is already known.
  const std::optional<std::string> &existing_document_id() const noexcept SHIPTRACK_HPP_LIFETIMEBOUND { return existing_document_id_; }
  /// The bytes of the response if they could not be parsed, such as an HTML page.
  const std::optional<std::string> &body() const noexcept SHIPTRACK_HPP_LIFETIMEBOUND { return body_; }
  /// All error objects of the response, as a JSON array.
  const std::string &objects_json() const noexcept SHIPTRACK_HPP_LIFETIMEBOUND { return objects_json_; }
  /// The number of error objects of the response.
  std::size_t objects_count() const noexcept { return objects_count_; }
  /// How long the service asked the client to wait.
  std::optional<Milliseconds> retry_after() const noexcept { return retry_after_; }
  /// Whether the same call can succeed later without a change.
  bool is_retryable() const noexcept { return retryable_; }
  /// Whether this was a write that may have taken effect although there was no response.
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

/// A value was rejected: an argument, or HTTP 400 or 422.
class SHIPTRACK_HPP_VISIBLE InvalidError : public Error { using Error::Error; };
/// An active tracking request for this number and carrier exists.
class SHIPTRACK_HPP_VISIBLE DuplicateError : public InvalidError { using InvalidError::InvalidError; };
/// A client, service or server has settings that cannot work.
class SHIPTRACK_HPP_VISIBLE ConfigurationError : public Error { using Error::Error; };
/// The API key is missing, wrong or revoked, or does not permit the request.
class SHIPTRACK_HPP_VISIBLE UnauthorizedError : public Error { using Error::Error; };
/// This account has no such resource.
class SHIPTRACK_HPP_VISIBLE NotFoundError : public Error { using Error::Error; };
/// Too many requests.
class SHIPTRACK_HPP_VISIBLE RateLimitedError : public Error { using Error::Error; };
/// No connection, a connection that broke, or a service that is unavailable.
class SHIPTRACK_HPP_VISIBLE ConnectionError : public Error { using Error::Error; };
/// The deadline passed.
class SHIPTRACK_HPP_VISIBLE TimeoutError : public Error { using Error::Error; };
/// The call was cancelled.
class SHIPTRACK_HPP_VISIBLE CancelledError : public Error { using Error::Error; };
/// The disk or the file failed, or the database is already open.
class SHIPTRACK_HPP_VISIBLE StoreError : public Error { using Error::Error; };
/// The disk is full: nothing was written. Reads continue, and writes continue as soon as there is space.
class SHIPTRACK_HPP_VISIBLE StorageFullError : public StoreError { using StoreError::StoreError; };
/// The signature of a delivery is not valid.
class SHIPTRACK_HPP_VISIBLE SignatureError : public Error { using Error::Error; };
/// An object was used in a way that its contract forbids: moved from, closed, or from before a fork; or a null pointer or an empty
/// callback was passed.
class SHIPTRACK_HPP_VISIBLE MisuseError : public Error { using Error::Error; };

namespace detail {

/// The message for an object of this C type that was moved from.
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

// The base class has a separate namespace, so that argument-dependent lookup of a program's `run(client)` does not find the functions
// of `detail`.
namespace base {

/// Owns a C object: move-only, and frees it.
template <class T, void (*Free)(T *)>
class Object {
 public:
  using Raw = T;

  /// Takes over an object of the C interface.
  explicit Object(T *raw) : handle_(raw) {}
  /// For the C functions. Throws a MisuseError if the object was moved from, because some C functions accept NULL for omitted
  /// settings.
  const T *raw() const & SHIPTRACK_HPP_LIFETIMEBOUND {
    if (!handle_) throw MisuseError(SHIPTRACK_ERROR_NULL_ARGUMENT, Moved<T>::text);
    return handle_.get();
  }
  const T *raw() const && = delete;
  /// Whether there is an object: false after it was moved from.
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

/// An exception that a callback threw on this thread, until the call of the library that ran it ends. The outermost of nested calls
/// stores it. Its address is in the thread slot of the C library, because libraries that hide their symbols share no variable.
/// Therefore the type behind that address must not change under one soname.
class PendingException {
 public:
  PendingException() : slot_(shiptrack_thread_slot()), outermost_(slot_ != nullptr && *slot_ == nullptr) {
    if (outermost_) *slot_ = &exception_;
  }
  ~PendingException() { take(); }
  PendingException(const PendingException &) = delete;
  PendingException &operator=(const PendingException &) = delete;

  /// The exception to throw at the end of the call, if any. Of nested calls the outermost one throws.
  std::exception_ptr take() {
    if (outermost_ && *slot_ == &exception_) *slot_ = nullptr;
    return std::exchange(exception_, nullptr);
  }

  /// Stores the current exception for the call in progress on this thread, unless it already has one.
  static void keep() {
    if (auto kept = place(); kept && !*kept) *kept = std::current_exception();
  }
  /// Whether an exception is stored.
  static bool is_kept() {
    auto kept = place();
    return kept && *kept;
  }

 private:
  /// The storage of the call in progress on this thread.
  static std::exception_ptr *place() {
    auto slot = shiptrack_thread_slot();
    return slot ? static_cast<std::exception_ptr *>(*slot) : nullptr;
  }

  std::exception_ptr exception_;
  void **slot_;
  bool outermost_;
};

/// Passes the text of the current exception to `report`, in a form that C accepts. Does not throw.
template <class Report>
void report_exception(Report &&report) noexcept {
  try {
    std::string message = "the callback threw something that is not a std::exception";
    try {
      throw;
    } catch (const std::exception &error) {
      message = error.what();
    } catch (...) {
    }
    if (!SHIPTRACK_FAILED(report(message.c_str()))) return;
    // The text is not UTF-8.
    for (char &letter : message)
      if (static_cast<unsigned char>(letter) >= 0x80) letter = '?';
    report(message.c_str());
  } catch (...) {
  }
}

/// Runs a callback for C. An exception is stored for the call in progress on this thread, and the callback reports a failure to C.
/// `report` receives its text, because a thread of the worker has no such call.
template <class Body, class Report>
std::int32_t guard(Body &&body, Report &&report) noexcept {
  try {
    return body();
  } catch (...) {
    PendingException::keep();
    report_exception(report);
    return SHIPTRACK_ERROR_CALLBACK;
  }
}

/// The same for a callback without a result.
template <class Body>
std::int32_t guard(Body &&body) noexcept {
  return guard(std::forward<Body>(body), [](const char *) { return SHIPTRACK_OK; });
}

/// Calls the library. Throws the exception of a callback, if there is one, otherwise the error of the call. Returns SHIPTRACK_OK,
/// SHIPTRACK_DONE or SHIPTRACK_ABSENT.
template <class Call>
std::int32_t call(Call &&body) {
  shiptrack_error *error = nullptr;
  PendingException pending;
  std::int32_t status = body(&error);
  if (auto exception = pending.take()) {
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

/// The same for a function that writes an object. The object gets its owner before an exception is thrown, because a call whose
/// callback threw may have succeeded. The owner is empty if there is no object.
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

/// A length of time for C; `std::nullopt` for the default. Negative values are rejected, because C uses -1 for the default.
inline std::int64_t milliseconds(std::optional<Milliseconds> time, const char *name) {
  if (!time) return SHIPTRACK_DEFAULT_TIMEOUT;
  if (time->count() >= 0) return time->count();
  auto detail = name + (" is " + std::to_string(time->count())) + ": a length of time is 0 or more";
  throw InvalidError(SHIPTRACK_ERROR_INVALID, detail, name);
}

/// Passes a callback to the library, as `give(data, destroy, error)`. The library frees it, unless the call fails.
template <class Callback, class Give>
void plug_in(Callback callback, Give &&give) {
  if (!callback) throw MisuseError(SHIPTRACK_ERROR_NULL_ARGUMENT, "a callback is empty: pass a function");
  auto kept = std::make_unique<Callback>(std::move(callback));
  auto destroy = [](void *data) { delete static_cast<Callback *>(data); };
  call([&](auto error) { return give(kept.get(), +destroy, error); });
  (void)kept.release();
}

/// Passes a log line to a callback.
template <class OnLog>
void call_log(void *data, std::int32_t is_problem, const char *line) {
  guard([&] { return (*static_cast<OnLog *>(data))(is_problem != 0, line), SHIPTRACK_OK; });
}

using Buffer = Object<shiptrack_buffer, shiptrack_buffer_free>;
using Headers = Object<shiptrack_headers, shiptrack_headers_free>;

/// The bytes; `std::nullopt` if the call returned none.
inline std::optional<std::string> content(const Buffer &buffer) {
  return buffer ? kept(shiptrack_buffer_view(buffer.raw())) : std::nullopt;
}

}  // namespace detail

}  // namespace shiptrack

#endif  // SHIPTRACK_BASE_HPP
