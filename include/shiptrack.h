/*
 * shiptrack: ocean freight tracking. A client of the Shipment Tracking Service API (v2), and that service itself inside
 * this process, on one SQLite file.
 *
 * This file is generated from the library's sources by cbindgen; do not edit it. After the general rules it has one region for
 * each topic: values and errors, the client, the service, and then each resource with all its functions.
 *
 * EXAMPLE
 *
 *   shiptrack_service *service = NULL;
 *   shiptrack_client *client = NULL;
 *   shiptrack_resource *request = NULL;
 *   shiptrack_error *error = NULL;
 *
 *   if (shiptrack_service_open("tracking.db", NULL, &service, &error) ||
 *       shiptrack_service_client(service, NULL, &client, &error) ||
 *       shiptrack_track(client, "bill_of_lading", "TEST-TR-SUCCEEDED", "TEST", &request, &error))
 *     fprintf(stderr, "%s\n", shiptrack_error_message(error).data);
 *   else
 *     printf("%s\n", shiptrack_tracking_request_status(request).data);
 *
 *   shiptrack_resource_free(request);
 *   shiptrack_client_free(client);
 *   shiptrack_service_free(service);
 *   shiptrack_error_free(error);
 *
 * GENERAL RULES. A function that differs says so.
 *
 *   Ownership  Objects are opaque pointers. What a function writes through a pointer to a non-const pointer belongs to the
 *              caller, who frees it with the function of its type. A const pointer is borrowed; the comment of its type says how
 *              long it is valid. Freeing NULL does nothing. An argument `const T *` stays the caller's, even where the function
 *              changes it: setters of options, queries, drafts and headers take `const T *`, because the object locks itself.
 *              NULL, an object of another type, a closed object, and one from before a fork() produce a status; a debug build
 *              of the library also detects freed objects.
 *   Threads    The comment of each type says which threads may use it, the comment of each callback which thread runs it. The
 *              library's own threads block the signals that are sent to a process (such as SIGTERM), and those that the thread that
 *              starts them blocks; during a callback they have the mask of that thread, so a signal handler may run there.
 *   Strings    Input strings are NUL-terminated UTF-8, and copied. Input bytes are a pointer and a length; NULL is valid for no
 *              bytes. Output strings are a shiptrack_text: borrowed, with a length, and NUL-terminated; `data` is NULL if there
 *              is no value.
 *   Errors     A function that can fail returns an int32_t: SHIPTRACK_OK (0) or SHIPTRACK_ERROR_... SHIPTRACK_DONE (there is
 *              nothing more) and SHIPTRACK_ABSENT (there is no value) are not errors: SHIPTRACK_FAILED(status) is false for
 *              them. Numbers are never reused; a switch needs a default, because later versions add numbers. The last argument
 *              receives the details: pass NULL to ignore them, or a pointer to a `shiptrack_error *`, which is written if the
 *              function fails, and which the caller then frees. Do not pass `&error` and `error` in one call, as in
 *              `must(f(x, &error), error)`: C does not define the order in which arguments are evaluated.
 *              Other outputs precede the error, and are written only on success. A setter rejects an invalid value at once, with
 *              SHIPTRACK_ERROR_INVALID; shiptrack_error_pointer() is then the name of the argument, or of the setting.
 *   Defaults   An argument that may be NULL says so in the comment of the function. `account_id` may always be NULL, which is the
 *              account `default`.
 *   Times      are in milliseconds (_ms); a moment (unix_ms) counts from 1970-01-01T00:00:00Z. As a length of time,
 *              SHIPTRACK_DEFAULT_TIMEOUT (-1) is the default of the function, SHIPTRACK_NO_LIMIT (INT64_MAX) is no limit, and 0
 *              does not wait. Every other negative value is rejected with SHIPTRACK_ERROR_INVALID. A function without a default
 *              rejects SHIPTRACK_DEFAULT_TIMEOUT, a length of time that must end rejects SHIPTRACK_NO_LIMIT, and a setting with
 *              which no call could succeed rejects 0.
 *
 * MORE RULES
 *
 *   Callbacks  run while nothing is locked, so they may call the library, including the object that calls them. They must return:
 *              a longjmp() past the library, the end of the thread (pthread_exit(), thrd_exit(), pthread_cancel()) and an
 *              exception that leaves the callback are undefined. A callback must not free its arguments, nor the object that
 *              calls it. shiptrack.hpp passes exceptions through the library.
 *   Enums      are int32_t, never an enum type. shiptrack_<enum>_name() returns the name of a number.
 *   Operations of the interface are shiptrack_<family in the singular>_<verb>(). The arguments are, in this order: the client; the
 *              parameters of the path (`id`); the required parameters of the query and of the body, as strings, whole numbers as
 *              int64_t, other numbers as double, any JSON as a string named `..._json`, and a resource to be linked as its type
 *              and its id; a `draft` if the body has optional attributes; a `query` if there are optional parameters or the
 *              answer has pages. The output is a resource, a listing (`pages`), or JSON. See shiptrack_query_set() for the
 *              parameters of listings. A service in this process rejects operations that it does not serve with
 *              SHIPTRACK_ERROR_FORBIDDEN; the hosted service may support more.
 *   Getters    of a resource are shiptrack_<type>_<attribute>(): a string for strings and time stamps; for a name its string, and
 *              ..._code() its number; a number through a pointer, ..._text() the digits of a decimal; ..._json() for any JSON.
 *              Lists have ..._count() and ..._at(); lists of structures have ..._count() and a getter for each member.
 *
 * Dual-licensed under MIT or Apache-2.0.
 */


/**
 * @file
 * shiptrack for C. The rules for all functions are at the top of this file.
 */

/**
 * @mainpage
 * Every function of C is in one of the groups (modules), every class of C++ in the namespace shiptrack. The rules
 * for all functions are at the top of shiptrack.h, those of C++ at the top of shiptrack.hpp.
 */

/** @defgroup values Texts, bytes and versions */
/** @defgroup errors Statuses and errors */
/** @defgroup time Times */
/** @defgroup clock Clocks */
/** @defgroup cancel Cancelling */
/** @defgroup callbacks Callbacks */
/** @defgroup client Client */
/** @defgroup requests Queries, drafts and header fields */
/** @defgroup resources Pages and resources of any type */
/** @defgroup journeys Journeys of containers */
/** @defgroup numbers Freight numbers */
/** @defgroup activity Activities of a service */
/** @defgroup carriers Carriers that the program answers for */
/** @defgroup carrier_access Carriers over HTTP, and credentials */
/** @defgroup extractors Extractors and readers of documents */
/** @defgroup service Service in this process */
/** @defgroup simulator Simulated carriers, for tests */
/** @defgroup server Server */
/** @defgroup facts Facts */
/** @defgroup edi EDI */
/** @defgroup push Pushed tracking data */
/** @defgroup hosted Hosted accounts as a source */
/** @defgroup events Feed of events */
/** @defgroup signatures Signatures of deliveries */
/** @defgroup account Resource: account */
/** @defgroup container Resource: container */
/** @defgroup container_created_event Resource: container created event */
/** @defgroup container_pod_terminal_changed_event Resource: container pod terminal changed event */
/** @defgroup container_updated_event Resource: container updated event */
/** @defgroup custom_field Resource: custom field */
/** @defgroup custom_field_definition Resource: custom field definition */
/** @defgroup custom_field_option Resource: custom field option */
/** @defgroup document Resource: document */
/** @defgroup document_representation Resource: document representation */
/** @defgroup document_schema Resource: document schema */
/** @defgroup email_submission Resource: email submission */
/** @defgroup estimated_event Resource: estimated event */
/** @defgroup metro_area Resource: metro area */
/** @defgroup party Resource: party */
/** @defgroup port Resource: port */
/** @defgroup rail_terminal Resource: rail terminal */
/** @defgroup raw_event Resource: raw event */
/** @defgroup search Resource: search */
/** @defgroup search_result Resource: search result */
/** @defgroup shipment Resource: shipment */
/** @defgroup shipment_updated_event Resource: shipment updated event */
/** @defgroup shipping_line Resource: shipping line */
/** @defgroup terminal Resource: terminal */
/** @defgroup tracking_request Resource: tracking request */
/** @defgroup transport_event Resource: transport event */
/** @defgroup user Resource: user */
/** @defgroup vessel Resource: vessel */
/** @defgroup webhook Resource: webhook */
/** @defgroup webhook_event_category Resource: webhook event category */
/** @defgroup webhook_notification Resource: webhook notification */

#ifndef SHIPTRACK_H
#define SHIPTRACK_H

#include <stddef.h>
#include <stdint.h>

/* The compiler warns if a status is ignored. Define this as nothing before including the header to disable these warnings. */
#ifndef SHIPTRACK_CHECKED
#if defined(__cplusplus) && __cplusplus >= 201703L
#define SHIPTRACK_CHECKED [[nodiscard]]
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L
#define SHIPTRACK_CHECKED [[nodiscard]]
#elif defined(__GNUC__)
#define SHIPTRACK_CHECKED __attribute__((warn_unused_result))
#else
#define SHIPTRACK_CHECKED
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The opaque types, whose comments are in their groups. */
struct shiptrack_answer;
struct shiptrack_attachment;
struct shiptrack_buffer;
struct shiptrack_cancel;
struct shiptrack_carrier_access;
struct shiptrack_client;
struct shiptrack_client_options;
struct shiptrack_clock;
struct shiptrack_credential_request;
struct shiptrack_credentials;
struct shiptrack_draft;
struct shiptrack_edi_folder;
struct shiptrack_error;
struct shiptrack_events;
struct shiptrack_extraction;
struct shiptrack_headers;
struct shiptrack_inference;
struct shiptrack_ingested_email;
struct shiptrack_journey;
struct shiptrack_look_up;
struct shiptrack_number;
struct shiptrack_page;
struct shiptrack_pages;
struct shiptrack_query;
struct shiptrack_recording_report;
struct shiptrack_resource;
struct shiptrack_response;
struct shiptrack_server;
struct shiptrack_server_options;
struct shiptrack_service;
struct shiptrack_service_options;
struct shiptrack_simulator;
struct shiptrack_verifier;

/** @addtogroup values
 * @{ */

/**
 * There is no value.
 */
#define SHIPTRACK_CODE_NONE 0

/**
 * A value that this version of the library does not know. The getter without `_code` returns its text.
 */
#define SHIPTRACK_CODE_OTHER -1

/**
 * Version of this header, first number.
 */
#define SHIPTRACK_VERSION_MAJOR 0

/**
 * Version of this header, second number.
 */
#define SHIPTRACK_VERSION_MINOR 1

/**
 * Version of this header, third number.
 */
#define SHIPTRACK_VERSION_PATCH 0

/**
 * Bytes or a text of your own, such as the content of a document or a signature. Read it with shiptrack_buffer_view().
 *
 * Ownership: yours; free it with shiptrack_buffer_free().
 * Threads: any number of threads may read it at the same time.
 */
typedef struct shiptrack_buffer shiptrack_buffer;

/**
 * A text that belongs to the object it was read from, and is valid until that object is freed.
 *
 * It is UTF-8 and ends with a NUL: use `data` as a C string, or `data` and `length` if the text may contain NULs. If
 * there is no value, `data` is NULL and `length` is 0.
 */
typedef struct shiptrack_text {
  /**
   * The bytes, followed by a NUL; NULL if there is no value.
   */
  const char *data;
  /**
   * The number of bytes, without the NUL.
   */
  size_t length;
} shiptrack_text;

/**
 * The bytes, which may include NULs, followed by a NUL.
 */
struct shiptrack_text shiptrack_buffer_view(const struct shiptrack_buffer *buffer);

/**
 * Frees the bytes. NULL is ignored.
 */
void shiptrack_buffer_free(struct shiptrack_buffer *buffer);

/**
 * Version of the library that is loaded, such as `"1.2.3"`. The text is static.
 *
 * Compare it with the SHIPTRACK_VERSION_… macros to check that the header and the library have the same version.
 */
const char *shiptrack_version(void);

/** @} */

/** @addtogroup errors
 * @{ */

/** 1 if `text` has a value, which may be empty. */
#define SHIPTRACK_HAS(text) ((text).data != NULL)

/** The text as a C string, or `otherwise` if it has no value: for printf. `text` is evaluated twice. */
#define SHIPTRACK_OR(text, otherwise) ((text).data != NULL ? (text).data : (otherwise))

/** True if the status means that the function failed: false for SHIPTRACK_OK, SHIPTRACK_DONE and SHIPTRACK_ABSENT. */
#define SHIPTRACK_FAILED(status) (shiptrack_status_failed(status) != 0)

/**
 * Success.
 */
#define SHIPTRACK_OK 0

/**
 * A value was rejected: an argument of the function, or HTTP 422. shiptrack_error_pointer() names it.
 */
#define SHIPTRACK_ERROR_INVALID 1

/**
 * A client, service or server has settings that cannot work.
 */
#define SHIPTRACK_ERROR_CONFIGURATION 2

/**
 * HTTP 400: the operation does not have this parameter, or the body cannot be parsed.
 */
#define SHIPTRACK_ERROR_BAD_REQUEST 3

/**
 * HTTP 401: the API key is missing, wrong or revoked.
 */
#define SHIPTRACK_ERROR_UNAUTHORIZED 4

/**
 * HTTP 403: the API key does not permit this request, or the service does not serve the operation.
 */
#define SHIPTRACK_ERROR_FORBIDDEN 5

/**
 * HTTP 404: this account has no such resource.
 */
#define SHIPTRACK_ERROR_NOT_FOUND 6

/**
 * HTTP 405: the resource exists, but does not support this method.
 */
#define SHIPTRACK_ERROR_METHOD_NOT_ALLOWED 7

/**
 * HTTP 409: the request conflicts with existing data.
 */
#define SHIPTRACK_ERROR_CONFLICT 8

/**
 * HTTP 413, or a response larger than the limit of the client.
 */
#define SHIPTRACK_ERROR_TOO_LARGE 9

/**
 * HTTP 415: the body was not sent as JSON:API.
 */
#define SHIPTRACK_ERROR_UNSUPPORTED_MEDIA_TYPE 10

/**
 * HTTP 422 with the code `duplicate`: an active tracking request for this number and carrier exists.
 */
#define SHIPTRACK_ERROR_DUPLICATE 11

/**
 * HTTP 429, or a rate limit of the client that would not permit the request before the deadline.
 */
#define SHIPTRACK_ERROR_RATE_LIMITED 12

/**
 * HTTP 500: the service failed.
 */
#define SHIPTRACK_ERROR_INTERNAL 13

/**
 * HTTP 502, 503 or 504: the service is unavailable.
 */
#define SHIPTRACK_ERROR_UNAVAILABLE 14

/**
 * The response cannot be used: a redirect, an HTML page, an incomplete body, or JSON of another form. A function that
 * parses a document of the host program returns this for a text that is not such a document.
 */
#define SHIPTRACK_ERROR_UNEXPECTED_RESPONSE 15

/**
 * The request was not sent: the name was not resolved, the connection was refused, or TLS failed.
 */
#define SHIPTRACK_ERROR_CONNECT 16

/**
 * The connection broke after a part of the request was sent.
 */
#define SHIPTRACK_ERROR_CONNECTION 17

/**
 * The deadline passed.
 */
#define SHIPTRACK_ERROR_TIMEOUT 18

/**
 * The call was cancelled.
 */
#define SHIPTRACK_ERROR_CANCELLED 19

/**
 * The store failed: the disk, or the content of the file. After an I/O error the store rejects writes, with the cause,
 * until the service is opened again.
 */
#define SHIPTRACK_ERROR_STORE 20

/**
 * The database is already open. If another process has it open, retrying helps once that process ends. If a service of
 * this process has it open, close that service first with shiptrack_service_close(), or free it with every client,
 * listing and server made from it. The message names the owner; shiptrack_error_is_retryable() is 1 for another
 * process.
 */
#define SHIPTRACK_ERROR_STORE_BUSY 21

/**
 * The file is not a database of shiptrack, or was written by a newer version.
 */
#define SHIPTRACK_ERROR_STORE_VERSION 22

/**
 * The object was created before a fork() and cannot be used in the child process.
 */
#define SHIPTRACK_ERROR_FORKED 23

/**
 * The object is closed.
 */
#define SHIPTRACK_ERROR_CLOSED 24

/**
 * The signature of a webhook delivery is not valid.
 */
#define SHIPTRACK_ERROR_SIGNATURE 25

/**
 * The URL leads to an address that the service may not connect to. By default only public addresses are allowed for
 * deliveries.
 */
#define SHIPTRACK_ERROR_EGRESS_REFUSED 26

/**
 * HTTP 507: the disk of the service's store is full. Nothing was written, unless the error is in doubt. Reads
 * continue, and writes continue as soon as there is space.
 */
#define SHIPTRACK_ERROR_STORAGE_FULL 27

/**
 * Not an error: there is nothing more to iterate over.
 */
#define SHIPTRACK_DONE 100

/**
 * Not an error: there is no such value, or it is null.
 */
#define SHIPTRACK_ABSENT 101

/**
 * A required argument is NULL.
 */
#define SHIPTRACK_ERROR_NULL_ARGUMENT 102

/**
 * A pointer does not point to the type of object that the function works on.
 */
#define SHIPTRACK_ERROR_WRONG_OBJECT 103

/**
 * A text is not UTF-8.
 */
#define SHIPTRACK_ERROR_NOT_UTF8 104

/**
 * A length or count is larger than the library accepts: nearly always a negative number that was converted.
 */
#define SHIPTRACK_ERROR_LENGTH 105

/**
 * A bug in this library. The objects involved may still be freed.
 */
#define SHIPTRACK_ERROR_PANIC 106

/**
 * A callback of the host program reported a failure.
 */
#define SHIPTRACK_ERROR_CALLBACK 107

/**
 * The object was already freed. Only debug builds of the library detect this.
 */
#define SHIPTRACK_ERROR_FREED 108

/**
 * The details of a failure. A function that fails writes it if its last argument is not NULL.
 *
 * Ownership: yours; free it with shiptrack_error_free().
 * Lifetime: its texts are valid until it is freed. It stays valid after the objects involved in the failure are freed.
 * Threads: any number of threads may read it at the same time.
 */
typedef struct shiptrack_error shiptrack_error;

/**
 * Frees the error. NULL is ignored.
 */
void shiptrack_error_free(struct shiptrack_error *error);

/**
 * The error as a sentence for people.
 */
struct shiptrack_text shiptrack_error_message(const struct shiptrack_error *error);

/**
 * A code for programs. For an error response, the code in the response (`duplicate`); no value if it had none. For
 * an argument, attribute or setting that was rejected on this side, the name of the status (`invalid`), or the code
 * that the comment of the function mentions (`ambiguous_number`). No value for other errors, such as a failed
 * connection or a timeout.
 */
struct shiptrack_text shiptrack_error_code(const struct shiptrack_error *error);

/**
 * The position of the problem: a JSON pointer (`/data/attributes/scac`), or the name of a query parameter, a setting
 * or an argument of the function; for an object, the name of its type.
 */
struct shiptrack_text shiptrack_error_pointer(const struct shiptrack_error *error);

/**
 * The description of this occurrence, without the status, code and pointer that the message also has: from the
 * service, or from this side for a value that it rejected. No value if there is only the message.
 */
struct shiptrack_text shiptrack_error_detail(const struct shiptrack_error *error);

/**
 * The id that the server gave the request, for questions to its support.
 */
struct shiptrack_text shiptrack_error_request_id(const struct shiptrack_error *error);

/**
 * The page at which a listing that failed can continue: see shiptrack_query_resume_from().
 */
struct shiptrack_text shiptrack_error_resume_from(const struct shiptrack_error *error);

/**
 * The id of the existing document if the uploaded file is already known: `existing_document_id` in `meta` of a
 * response with status 409 and the code `duplicate_document`. No value for other errors.
 */
struct shiptrack_text shiptrack_error_existing_document_id(const struct shiptrack_error *error);

/**
 * All error objects of the response: a JSON array, empty if there were none. A value that was rejected on this side
 * has one error object with code, detail and pointer.
 */
struct shiptrack_text shiptrack_error_objects_json(const struct shiptrack_error *error);

/**
 * The bytes of the response if they could not be parsed, such as an HTML page. They may be any bytes.
 */
struct shiptrack_text shiptrack_error_body(const struct shiptrack_error *error);

/**
 * The HTTP status of the response; 0 if there was no response.
 */
int32_t shiptrack_error_http_status(const struct shiptrack_error *error);

/**
 * The number of error objects in shiptrack_error_objects_json().
 */
size_t shiptrack_error_objects_count(const struct shiptrack_error *error);

/**
 * Writes how long the service asked the client to wait, in milliseconds. Returns SHIPTRACK_ABSENT if it did not ask.
 */
int32_t shiptrack_error_retry_after_ms(const struct shiptrack_error *error, int64_t *milliseconds);

/**
 * 1 if the same call can succeed later without a change, else 0.
 */
int32_t shiptrack_error_is_retryable(const struct shiptrack_error *error);

/**
 * 1 if this was a write that may have taken effect although there was no response, else 0. Read the resource before
 * you retry the write.
 */
int32_t shiptrack_error_is_in_doubt(const struct shiptrack_error *error);

/**
 * The name of a status, such as `"not_found"`; `"unknown"` if `status` is not a status of this library. The text is
 * static.
 */
struct shiptrack_text shiptrack_status_name(int32_t status);

/**
 * Returns 1 if the status means that the function failed, and 0 for SHIPTRACK_OK, SHIPTRACK_DONE and SHIPTRACK_ABSENT.
 * The macro SHIPTRACK_FAILED calls it, so that a program also recognizes the statuses of a newer library.
 */
int32_t shiptrack_status_failed(int32_t status);

/**
 * The status that the failed function returned.
 */
int32_t shiptrack_error_status(const struct shiptrack_error *error);

/**
 * Converts an HTTP error response to an error as a client does: for programs that receive responses in another way.
 *
 * `http_status` is the HTTP status, `retry_after` the value of the `Retry-After` header or NULL, and `body` the bytes
 * of the response body, in any form. `answered` receives the error, which is yours; it is not the error of this call.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_error_from_answer(int32_t http_status,
                                    const char *retry_after,
                                    const uint8_t *body,
                                    size_t body_length,
                                    struct shiptrack_error **answered,
                                    struct shiptrack_error **error);

/** @} */

/** @addtogroup time
 * @{ */

/**
 * As a length of time: the default of the function, which its comment states. A function without a default rejects it.
 */
#define SHIPTRACK_DEFAULT_TIMEOUT -1

/**
 * INT64_MAX. As a length of time or a number of requests: no limit. A length of time that must end, such as a pause,
 * rejects it.
 */
#define SHIPTRACK_NO_LIMIT 9223372036854775807

/**
 * The parts of a time stamp.
 */
typedef struct shiptrack_time {
  /**
   * Milliseconds since 1970-01-01T00:00:00Z, rounded down. For a date without a time: midnight in UTC, or at the
   * place if one was given.
   */
  int64_t unix_ms;
  /**
   * Offset from UTC in seconds, of the time stamp or of the place: 28800 for UTC+8.
   */
  int32_t offset_seconds;
  /**
   * Year, in the calendar of the time stamp or of the place.
   */
  int32_t year;
  /**
   * Month, 1 to 12.
   */
  int32_t month;
  /**
   * Day of the month, 1 to 31.
   */
  int32_t day;
  /**
   * 1 if it is a date without a time of day, else 0. At a place it is also 1 for the moment at which a day starts
   * there, because services write a date in that form.
   */
  int32_t is_date;
  /**
   * Reserved for later versions; 0.
   */
  int64_t reserved[4];
} shiptrack_time;

/**
 * Parses a time stamp of this library: `2026-05-02`, `2026-05-02T15:00:00.000Z` or `2026-05-02T08:00:00-07:00`.
 * Returns SHIPTRACK_ABSENT if `text` is NULL, so that you can pass the result of a getter. shiptrack_time_at_place()
 * converts it to the local time of a place.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_time_parse(const char *text, struct shiptrack_time *time, struct shiptrack_error **error);

/**
 * Converts a time stamp to the local time of a place. `timezone` is the IANA name of its time zone
 * (`"America/Los_Angeles"`); getters return it next to the time stamp: shiptrack_transport_event_timezone(),
 * shiptrack_container_pod_timezone().
 *
 * Services write a date without a time as the moment at which that day starts at the place; this function returns that
 * date with `is_date` 1. Returns SHIPTRACK_ABSENT if `text` or `timezone` is NULL, and SHIPTRACK_ERROR_INVALID if this
 * version does not know the time zone. shiptrack_resource_time() finds the time zone itself.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_time_at_place(const char *text,
                                const char *timezone,
                                struct shiptrack_time *time,
                                struct shiptrack_error **error);

/** @} */

/** @addtogroup clock
 * @{ */

/**
 * A clock that stands still until the program moves it: for tests and simulations of a service. A call that waits on
 * this clock moves it forward instead of sleeping.
 *
 * Ownership: yours; free it with shiptrack_clock_free(), also while a service still uses it.
 * Threads: any number of threads may use it at the same time.
 */
typedef struct shiptrack_clock shiptrack_clock;

/**
 * Creates a clock that shows `unix_ms`, in milliseconds since 1970-01-01T00:00:00Z.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_clock_new(int64_t unix_ms, struct shiptrack_clock **clock, struct shiptrack_error **error);

/**
 * Writes the time of the clock to `unix_ms`, in milliseconds since 1970-01-01T00:00:00Z.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_clock_now(const struct shiptrack_clock *clock, int64_t *unix_ms, struct shiptrack_error **error);

/**
 * Moves the clock forward by `by_ms` milliseconds, at most a hundred years of 365.25 days. A larger or negative value
 * is rejected.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_clock_advance(const struct shiptrack_clock *clock, int64_t by_ms, struct shiptrack_error **error);

/**
 * Sets the clock to `unix_ms`, in milliseconds since 1970-01-01T00:00:00Z. It may move backward, as when an operator
 * corrects a clock.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_clock_set(const struct shiptrack_clock *clock, int64_t unix_ms, struct shiptrack_error **error);

/**
 * Frees the clock. NULL is ignored.
 */
void shiptrack_clock_free(struct shiptrack_clock *clock);

/** @} */

/** @addtogroup cancel
 * @{ */

/**
 * Cancels calls that wait: pass it to the call, or make a client with shiptrack_client_with_cancel(), and call
 * shiptrack_cancel_now() from another thread.
 *
 * Ownership: yours; free it with shiptrack_cancel_free(), at any time. Freeing it does not affect calls that wait.
 * Threads: any number of threads may use it at the same time. Do not use it in a signal handler.
 */
typedef struct shiptrack_cancel shiptrack_cancel;

/**
 * Creates a cancel object that is not cancelled yet.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_cancel_new(struct shiptrack_cancel **cancel, struct shiptrack_error **error);

/**
 * Ends every call that was given this object, now and in the future, with SHIPTRACK_ERROR_CANCELLED. Cancelling again
 * has no effect.
 */
int32_t shiptrack_cancel_now(const struct shiptrack_cancel *cancel);

/**
 * 1 once it was cancelled, else 0: for your callbacks and loops.
 */
int32_t shiptrack_cancel_is_cancelled(const struct shiptrack_cancel *cancel);

/**
 * Frees the object. NULL is ignored.
 */
void shiptrack_cancel_free(struct shiptrack_cancel *cancel);

/** @} */

/** @addtogroup callbacks
 * @{ */

/**
 * Releases the `user_data` of a callback. The library calls it once, after the last object that could still call the
 * callback was freed, on the thread that freed that object. The callback is not called after it. Pass NULL if there is
 * nothing to release.
 *
 * For a callback of a service, these objects are the service, the options it was opened with, and every client,
 * listing and server made from it; a closed service, and what was closed with it, count as freed, but listings do not.
 * For a callback of a client, they are the options, the client, and every client and listing made from it.
 *
 * The function must return: no longjmp() past the library, no end of its thread, no exception.
 */
typedef void (*shiptrack_destroy_fn)(void *user_data);

/**
 * The address of a pointer that each thread has for itself, NULL at first. The library neither reads nor frees it. The
 * address is valid until the thread ends.
 *
 * shiptrack.hpp uses it to pass an exception from a callback to the call that ran the callback. All libraries of a
 * process that use the same libshiptrack see the same pointer, whatever symbols they hide. Do not use it in a program
 * that uses shiptrack.hpp. A binding of another language may use it in the same way, and must restore the value that
 * it found.
 */
void **shiptrack_thread_slot(void);

/** @} */

/** @addtogroup client
 * @{ */

/**
 * All other requests.
 */
#define SHIPTRACK_BUCKET_DEFAULT 0

/**
 * Creating tracking requests.
 */
#define SHIPTRACK_BUCKET_CREATE 1

/**
 * Inferring the carrier of a number.
 */
#define SHIPTRACK_BUCKET_INFER 2

/**
 * Refreshing a container.
 */
#define SHIPTRACK_BUCKET_REFRESH 3

/**
 * A client of a service, hosted or in this process. Its calls block. Without a timeout, a call over the network takes
 * at most thirty seconds, plus the time that it waits for the rate limit.
 *
 * Ownership: yours; free it with shiptrack_client_free() when none of its calls is in progress.
 * Lifetime: it keeps the service that it was made from alive; after shiptrack_service_close() its calls return
 * SHIPTRACK_ERROR_CLOSED. What it fetched stays valid after it is freed.
 * Threads: any number of threads may use it at the same time; they share one rate limit. After a fork(), the child
 * may use a client of a server, which opens new connections. Calls of a client of a service in this process return
 * SHIPTRACK_ERROR_FORKED there; the child may free it.
 */
typedef struct shiptrack_client shiptrack_client;

/**
 * Settings of a client; each has a default. shiptrack_client_open() copies them, so you may reuse and free them.
 *
 * Ownership: yours; free it with shiptrack_client_options_free().
 * Threads: any number of threads may use it at the same time.
 */
typedef struct shiptrack_client_options shiptrack_client_options;

/**
 * An HTTP response.
 *
 * Ownership: yours; free it with shiptrack_response_free().
 * Lifetime: its texts are valid until it is freed.
 * Threads: any number of threads may read it at the same time.
 */
typedef struct shiptrack_response shiptrack_response;

/**
 * One attempt to send a request. It contains no secret: no header, no query, no body.
 *
 * The library creates it; later versions may add members at its end. Its texts are valid during the callback.
 */
typedef struct shiptrack_attempt {
  /**
   * The method, such as `"GET"`.
   */
  const char *method;
  /**
   * The path, without the query.
   */
  const char *path;
  /**
   * The number of the attempt within its call, from 1.
   */
  uint32_t number;
  /**
   * The HTTP status of the response; 0 if there was none.
   */
  int32_t http_status;
  /**
   * SHIPTRACK_OK, or the error SHIPTRACK_ERROR_….
   */
  int32_t status;
  /**
   * How long it waited before it was sent, in microseconds.
   */
  int64_t waited_us;
  /**
   * How long the request took, in microseconds.
   */
  int64_t took_us;
  /**
   * The pause before the next attempt, in microseconds; -1 if this was the last one.
   */
  int64_t retry_in_us;
} shiptrack_attempt;

/**
 * Called after every attempt of a client to send a request. It runs on the thread that makes the call, with nothing
 * locked, so it may use the client. Several threads may run it at the same time.
 *
 * The function must return: no longjmp() past the library, no end of its thread, no exception.
 */
typedef void (*shiptrack_attempt_fn)(void *user_data, const struct shiptrack_attempt *attempt);

/**
 * The start of a wait for the rate limit. It contains no secret: no header, no query, no body.
 *
 * The library creates it; later versions may add members at its end. Its texts are valid during the callback.
 */
typedef struct shiptrack_pause {
  /**
   * The method of the request that waits, such as `"GET"`.
   */
  const char *method;
  /**
   * The path of the request, without the query.
   */
  const char *path;
  /**
   * The bucket whose limit is reached: SHIPTRACK_BUCKET_….
   */
  int32_t bucket;
  /**
   * 1 if the service rejected the request with HTTP 429; 0 if the client waits before it reaches the limit.
   */
  int32_t refused;
  /**
   * The expected length of the wait, in microseconds. Another thread may use the request that becomes free first.
   */
  int64_t lasts_us;
} shiptrack_pause;

/**
 * Called when a call starts to wait for the rate limit for a second or more, once for each wait. It runs on the thread
 * that makes the call, with nothing locked, so it may use the client. Several threads may run it at the same time.
 *
 * The function must return: no longjmp() past the library, no end of its thread, no exception.
 */
typedef void (*shiptrack_pause_fn)(void *user_data, const struct shiptrack_pause *pause);

/**
 * Receives log lines. A client writes one for every attempt (`GET /v2/containers: 200 in 12 ms`) and for the start of
 * every wait for the rate limit (`POST /v2/tracking_requests: waits 42 s for the rate limit (100 requests in 60 s)`).
 * A service writes one for everything that it does itself, with time, level, and the account and the request if there
 * is one (`2026-05-01T08:00:00.000Z INFO account=… request=… look-up of MAEU123456789 at MAEU: not_found, try 1`). It
 * writes a warning about the same thing once an hour, with the number of those that it left out.
 * `is_problem` is 1 for a warning or an error, else 0. `line` is valid during the callback. It runs on the thread that makes the
 * call or does the work; several threads may run it at the same time.
 *
 * The function must return: no longjmp() past the library, no end of its thread, no exception.
 */
typedef void (*shiptrack_log_fn)(void *user_data, int32_t is_problem, const char *line);

/**
 * Creates a client of a hosted service. `base_url` is the URL of the interface (`https://host/v2`), `api_key` the API
 * key. `options` may be NULL. No request is sent.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_open(const char *base_url,
                              const char *api_key,
                              const struct shiptrack_client_options *options,
                              struct shiptrack_client **client,
                              struct shiptrack_error **error);

/**
 * Creates a client with the settings in the environment: the variables SHIPTRACK_BASE_URL and SHIPTRACK_API_KEY.
 * `options` may be NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_from_env(const struct shiptrack_client_options *options,
                                  struct shiptrack_client **client,
                                  struct shiptrack_error **error);

/**
 * Creates a client that shares everything with `client`, but each of whose calls may take at most `timeout_ms`
 * milliseconds, including retries and the wait for the rate limit. With 0 each call returns SHIPTRACK_ERROR_TIMEOUT at
 * once. SHIPTRACK_DEFAULT_TIMEOUT keeps the limit of `client`; SHIPTRACK_NO_LIMIT removes it.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_with_timeout(const struct shiptrack_client *client,
                                      int64_t timeout_ms,
                                      struct shiptrack_client **derived,
                                      struct shiptrack_error **error);

/**
 * Creates a client that shares everything with `client`, but whose calls end with SHIPTRACK_ERROR_CANCELLED after
 * shiptrack_cancel_now(cancel).
 */
int32_t shiptrack_client_with_cancel(const struct shiptrack_client *client,
                                     const struct shiptrack_cancel *cancel,
                                     struct shiptrack_client **derived,
                                     struct shiptrack_error **error);

/**
 * Replaces the API key, also for the clients made from this one. After an HTTP 401 the client sends no request until
 * its key is replaced.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_set_api_key(const struct shiptrack_client *client,
                                     const char *api_key,
                                     struct shiptrack_error **error);

/**
 * Writes to `left` the number of requests of this rate limit bucket (SHIPTRACK_BUCKET_…) that this client could send
 * now without waiting; SHIPTRACK_NO_LIMIT if there is no limit. Requests of other processes with the same key are not
 * counted.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_allowance(const struct shiptrack_client *client,
                                   int32_t bucket,
                                   int64_t *left,
                                   struct shiptrack_error **error);

/**
 * Closes the client, and the clients made from it. Calls in progress, on any thread, end with
 * SHIPTRACK_ERROR_CANCELLED; later calls return SHIPTRACK_ERROR_CLOSED. The client must still be freed.
 */
int32_t shiptrack_client_close(const struct shiptrack_client *client, struct shiptrack_error **error);

/**
 * Frees the client. NULL is ignored.
 */
void shiptrack_client_free(struct shiptrack_client *client);

/**
 * Fetches any resource by its path below the base URL, such as `ports/USLAX`. Its type decides which getters have a
 * value. If this version does not know the type, use shiptrack_resource_attribute().
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_get(const struct shiptrack_client *client,
                             const char *path,
                             struct shiptrack_resource **resource,
                             struct shiptrack_error **error);

/**
 * Lists resources by their path below the base URL, such as `terminals`. The type of each resource decides which
 * getters have a value. `query` may be NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_list(const struct shiptrack_client *client,
                              const char *path,
                              const struct shiptrack_query *query,
                              struct shiptrack_pages **pages,
                              struct shiptrack_error **error);

/**
 * Creates settings with their default values.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_new(struct shiptrack_client_options **options, struct shiptrack_error **error);

/**
 * Limits every call to `timeout_ms` milliseconds, including retries and the wait for the rate limit. 0 is rejected.
 * With SHIPTRACK_DEFAULT_TIMEOUT, a call may spend thirty seconds on the network and in pauses between attempts, and
 * waits for the rate limit as long as necessary.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_timeout(const struct shiptrack_client_options *options,
                                         int64_t timeout_ms,
                                         struct shiptrack_error **error);

/**
 * Limits the time to connect to `timeout_ms` milliseconds. SHIPTRACK_DEFAULT_TIMEOUT means ten seconds. 0 is rejected.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_connect_timeout(const struct shiptrack_client_options *options,
                                                 int64_t timeout_ms,
                                                 struct shiptrack_error **error);

/**
 * Permits the client to send the API key unencrypted to another machine: only for a service in a network that you
 * trust.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_allow_insecure_http(const struct shiptrack_client_options *options,
                                                     struct shiptrack_error **error);

/**
 * Sets how often and after which pauses a request is retried. A request is sent at most `attempts` times; 1 disables
 * retries. The pause before the first retry is a random time up to `base_ms` milliseconds; the limit doubles for every
 * further retry, up to `cap_ms` milliseconds. SHIPTRACK_DEFAULT_TIMEOUT means 500 for `base_ms` and 20,000 for
 * `cap_ms`; 0 retries without a pause. Without this call a request is sent at most three times.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_retries(const struct shiptrack_client_options *options,
                                         uint32_t attempts,
                                         int64_t base_ms,
                                         int64_t cap_ms,
                                         struct shiptrack_error **error);

/**
 * Sets the rate limit of a bucket (SHIPTRACK_BUCKET_…): at most `requests` requests, or SHIPTRACK_NO_LIMIT, in any
 * period of `window_ms` milliseconds. The period is the same for all buckets; SHIPTRACK_DEFAULT_TIMEOUT means a
 * minute. Without this call the limits are those that the service reports (`RateLimit-Policy`), and as long as it
 * reports none, those of the hosted service: each minute 100 requests, 100 new tracking requests, 200 inferences and 10
 * refreshes.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_limit(const struct shiptrack_client_options *options,
                                       int32_t bucket,
                                       int64_t requests,
                                       int64_t window_ms,
                                       struct shiptrack_error **error);

/**
 * Sets the User-Agent header.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_user_agent(const struct shiptrack_client_options *options,
                                            const char *text,
                                            struct shiptrack_error **error);

/**
 * Adds a header to every request. Its value is treated as a secret.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_header(const struct shiptrack_client_options *options,
                                        const char *name,
                                        const char *value,
                                        struct shiptrack_error **error);

/**
 * Limits the body of a response to `bytes` bytes after decompression. The default is 16 MiB.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_body_limit(const struct shiptrack_client_options *options,
                                            size_t bytes,
                                            struct shiptrack_error **error);

/**
 * Connects through the HTTP proxy at this URL (`http://user:password@host:port`). Proxies in environment variables are
 * not used.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_proxy(const struct shiptrack_client_options *options,
                                       const char *url,
                                       struct shiptrack_error **error);

/**
 * Trusts only the certificates in this PEM text, instead of those of the machine.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_roots_pem(const struct shiptrack_client_options *options,
                                           const uint8_t *pem,
                                           size_t pem_length,
                                           struct shiptrack_error **error);

/**
 * Trusts the certificate authorities that Mozilla trusted when this library was built, instead of those of the
 * machine.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_roots_bundled(const struct shiptrack_client_options *options,
                                               struct shiptrack_error **error);

/**
 * Calls `callback` after every attempt to send a request. `destroy` is called with `user_data` when the settings,
 * every client created with them, and every client and listing made from these are freed; it may be NULL. If this
 * function fails, `user_data` stays yours.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_on_attempt(const struct shiptrack_client_options *options,
                                            shiptrack_attempt_fn callback,
                                            void *user_data,
                                            shiptrack_destroy_fn destroy,
                                            struct shiptrack_error **error);

/**
 * Calls `callback` when a call starts to wait for the rate limit; without it such a wait looks like a hang. `destroy`
 * works as in shiptrack_client_options_on_attempt().
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_on_pause(const struct shiptrack_client_options *options,
                                          shiptrack_pause_fn callback,
                                          void *user_data,
                                          shiptrack_destroy_fn destroy,
                                          struct shiptrack_error **error);

/**
 * Passes `callback` a log line for every attempt and every wait for the rate limit. `destroy` works as in
 * shiptrack_client_options_on_attempt().
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_on_log(const struct shiptrack_client_options *options,
                                        shiptrack_log_fn callback,
                                        void *user_data,
                                        shiptrack_destroy_fn destroy,
                                        struct shiptrack_error **error);

/**
 * Frees the settings. NULL is ignored.
 */
void shiptrack_client_options_free(struct shiptrack_client_options *options);

/**
 * Sends any request, with the same API key, rate limit and retries as all other requests.
 *
 * `method` is `GET`, `POST`, `PUT`, `PATCH` or `DELETE`; `path` is relative to the base URL (`containers/…/refresh`).
 * `query` and `json` may be NULL. A body with a `data` member is sent as JSON:API, any other body as plain JSON. A
 * response that is not a success, or not JSON, is an error.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_send(const struct shiptrack_client *client,
                              const char *method,
                              const char *path,
                              const struct shiptrack_query *query,
                              const uint8_t *json,
                              size_t json_length,
                              struct shiptrack_response **response,
                              struct shiptrack_error **error);

/**
 * The first value of the header field `name`; no value if the response does not have it. Case is ignored.
 */
struct shiptrack_text shiptrack_response_header(const struct shiptrack_response *response, const char *name);

/**
 * The HTTP status; 0 if `response` is NULL.
 */
int32_t shiptrack_response_http_status(const struct shiptrack_response *response);

/**
 * The body.
 */
struct shiptrack_text shiptrack_response_body(const struct shiptrack_response *response);

/**
 * The number of header fields.
 */
size_t shiptrack_response_headers_count(const struct shiptrack_response *response);

/**
 * The name of a header field; `index` counts from 0, in the order in which they were received.
 */
struct shiptrack_text shiptrack_response_header_name(const struct shiptrack_response *response, size_t index);

/**
 * The value of a header field; `index` counts from 0, in the order in which they were received.
 */
struct shiptrack_text shiptrack_response_header_value(const struct shiptrack_response *response, size_t index);

/**
 * Frees the response. NULL is ignored.
 */
void shiptrack_response_free(struct shiptrack_response *response);

/**
 * Sends any request: shiptrack_client_send() with the query in `path`, and with the body as a text; NULL for no body.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_send(const struct shiptrack_client *client,
                       const char *method,
                       const char *path,
                       const char *json,
                       struct shiptrack_response **response,
                       struct shiptrack_error **error);

/**
 * The name of a value of SHIPTRACK_BUCKET_…, such as `default`; no value for another number. The text is static.
 */
struct shiptrack_text shiptrack_bucket_name(int32_t code);

/** @} */

/** @addtogroup requests
 * @{ */

/**
 * Attributes of a resource that is to be created or updated, by their names in the interface. On an update, attributes
 * that are not set do not change; on creation, they get their defaults. The functions that take a draft copy it, so
 * you may reuse and free it.
 *
 * | Resource | Attributes |
 * |---|---|
 * | a tracking request that is created | `ref_numbers`, `shipment_tags` (lists), `customer` (the id of a party), `initial_custom_fields` (JSON), `allow_wrong_check_digit` (a flag) |
 * | a tracking request that is updated | `ref_numbers`, `shipment_tags` (lists), `ref_number` (a text; the name that the hosted service documents) |
 * | a shipment | `ref_numbers`, `tags` (lists) |
 * | a webhook | `active` (a flag), `events` (a list), headers; `url` when it is updated |
 *
 * The comments of the other functions list their attributes. A function rejects an attribute that it does not take, or
 * whose value has another type, with SHIPTRACK_ERROR_INVALID; shiptrack_error_pointer() is the name of the attribute.
 * To send attributes that this version does not know, use shiptrack_client_send().
 *
 * Ownership: yours; free it with shiptrack_draft_free().
 * Threads: any number of threads may use it at the same time.
 */
typedef struct shiptrack_draft shiptrack_draft;

/**
 * Header fields of a delivery, a request or a response: names with values.
 *
 * Ownership: yours; free it with shiptrack_headers_free().
 * Lifetime: its texts are valid until it is freed.
 * Threads: any number of threads may read it at the same time while no thread adds to it.
 */
typedef struct shiptrack_headers shiptrack_headers;

/**
 * Parameters of a listing or a request: filters, included resources, page size. The functions that take a query accept
 * NULL for no parameters. They copy it, so you may change, reuse and free it.
 *
 * Ownership: yours; free it with shiptrack_query_free().
 * Threads: any number of threads may use it at the same time.
 */
typedef struct shiptrack_query shiptrack_query;

/**
 * Creates a draft without attributes.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_draft_new(struct shiptrack_draft **draft, struct shiptrack_error **error);

/**
 * Sets the attribute `name` to a text.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_draft_text(const struct shiptrack_draft *draft,
                             const char *name,
                             const char *value,
                             struct shiptrack_error **error);

/**
 * Sets the attribute `name` to true (`value` is not 0) or false (0).
 */
SHIPTRACK_CHECKED
int32_t shiptrack_draft_flag(const struct shiptrack_draft *draft,
                             const char *name,
                             int32_t value,
                             struct shiptrack_error **error);

/**
 * Appends a text to the attribute `name`, which is a list: `ref_numbers`, `shipment_tags`, `tags`, `events`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_draft_add(const struct shiptrack_draft *draft,
                            const char *name,
                            const char *value,
                            struct shiptrack_error **error);

/**
 * Adds a header that is sent with every delivery of a webhook. A header that no service accepts, because of its name
 * (`Host`, or not a valid header name) or its value (a line break), is rejected at once with SHIPTRACK_ERROR_INVALID;
 * shiptrack_error_pointer() is `name` or `value`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_draft_header(const struct shiptrack_draft *draft,
                               const char *name,
                               const char *value,
                               struct shiptrack_error **error);

/**
 * Sets the attribute `name` to any JSON value. A text that is not JSON is rejected. In a change, `null` deletes the
 * value, or removes the related resource `name`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_draft_json(const struct shiptrack_draft *draft,
                             const char *name,
                             const char *json,
                             struct shiptrack_error **error);

/**
 * Frees the draft. NULL is ignored.
 */
void shiptrack_draft_free(struct shiptrack_draft *draft);

/**
 * Creates a query without parameters.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_query_new(struct shiptrack_query **query, struct shiptrack_error **error);

/**
 * Sets the parameter `name` to `value`, and replaces an earlier value: `page[size]`, `page[number]`, `filter[status]`,
 * `filter[scac]`, `filter[request_number]`, `filter[created_at][start]`, … The name `include` replaces the paths of
 * shiptrack_query_include(). `page[size]` and `page[number]` are whole numbers from 1; any other value is rejected
 * here. A page has at most 100 items; a larger `page[size]` has the effect of 100.
 *
 * The comment of each operation lists its parameters. A service in this process rejects a parameter that belongs only
 * to other operations, with SHIPTRACK_ERROR_BAD_REQUEST; shiptrack_error_pointer() returns its name. The service
 * ignores names that are not parameters of any operation, and parameters that have no effect on the operation;
 * shiptrack_page_warnings_json() reports both.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_query_set(const struct shiptrack_query *query,
                            const char *name,
                            const char *value,
                            struct shiptrack_error **error);

/**
 * Adds a path of related resources that the response is to include. Dots lead to resources of those resources:
 * `documents.last_document_representation`. If the only path is empty, nothing is included, even if the
 * listing includes resources by default.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_query_include(const struct shiptrack_query *query, const char *path, struct shiptrack_error **error);

/**
 * Ends the listing after `items` items; 0 means no items. Without this call, the listing returns all items.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_query_max_items(const struct shiptrack_query *query, size_t items, struct shiptrack_error **error);

/**
 * Starts the listing at a URL that shiptrack_error_resume_from() or shiptrack_pages_resume_from() returned. A text
 * that is neither a URL nor the path of one is rejected here; a URL of another service is rejected when the listing
 * starts.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_query_resume_from(const struct shiptrack_query *query,
                                    const char *url,
                                    struct shiptrack_error **error);

/**
 * Frees the query. NULL is ignored.
 */
void shiptrack_query_free(struct shiptrack_query *query);

/**
 * Creates an empty list of header fields.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_headers_new(struct shiptrack_headers **headers, struct shiptrack_error **error);

/**
 * Adds a header field as it was received. Names are compared without regard to case.
 *
 * `name` and `value` are UTF-8. HTTP permits bytes from 0x80 in values, and any client can send them:
 * SHIPTRACK_ERROR_NOT_UTF8 then means that this one field cannot be added. The fields of a signature never have such
 * bytes, so a receiver can skip the field and continue. An empty name, a name with characters other than those of an
 * HTTP token, and a value with a line break are rejected with SHIPTRACK_ERROR_INVALID, because they are used to make
 * one field look like two.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_headers_add(const struct shiptrack_headers *headers,
                              const char *name,
                              const char *value,
                              struct shiptrack_error **error);

/**
 * The number of header fields.
 */
size_t shiptrack_headers_count(const struct shiptrack_headers *headers);

/**
 * The name of a header field; `index` counts from 0.
 */
struct shiptrack_text shiptrack_headers_name(const struct shiptrack_headers *headers, size_t index);

/**
 * The value of a header field; `index` counts from 0.
 */
struct shiptrack_text shiptrack_headers_value(const struct shiptrack_headers *headers, size_t index);

/**
 * Frees the header fields. NULL is ignored.
 */
void shiptrack_headers_free(struct shiptrack_headers *headers);

/** @} */

/** @addtogroup resources
 * @{ */

/**
 * One page of a listing. An item is parsed when it is first read, so an item that cannot be parsed does not affect the
 * others.
 *
 * Ownership: yours; free it with shiptrack_page_free(), which also frees its items.
 * Threads: any number of threads may read it at the same time. It may be read after a fork().
 */
typedef struct shiptrack_page shiptrack_page;

/**
 * A listing that is fetched page by page. shiptrack_pages_next() fetches a page; nothing is fetched before it is
 * called.
 *
 * Ownership: yours; free it with shiptrack_pages_free(). Its pages stay valid.
 * Lifetime: it keeps its client alive, and the service that the client was made from. After either is closed, calls
 * return SHIPTRACK_ERROR_CLOSED.
 * Threads: any number of threads may use it; concurrent calls run one after the other.
 */
typedef struct shiptrack_pages shiptrack_pages;

/**
 * A resource of any type: a tracking request, a shipment, a container, …
 *
 * Its getters are named `shiptrack_<type>_<attribute>()`. A getter for another type, or with NULL, has no value: a
 * text with `data` NULL, a count of 0, -1 for a flag, 0 for a code; getters of numbers return
 * SHIPTRACK_ERROR_WRONG_OBJECT. shiptrack_resource_check() distinguishes such a mistake from a value that is null.
 *
 * Ownership: a resource that a function wrote through a pointer to a `shiptrack_resource *` is yours; free it with
 * shiptrack_resource_free(). A `const shiptrack_resource *` is borrowed from the page, the resource or the event that
 * it was read from: do not free it. shiptrack_resource_copy() makes a copy that is yours.
 * Lifetime: a borrowed resource is valid until the object that it was borrowed from is freed. The texts of a resource
 * are valid until the resource is freed.
 * Threads: any number of threads may read it at the same time. It may be read after a fork(), and after the client
 * that fetched it was freed.
 */
typedef struct shiptrack_resource shiptrack_resource;

/**
 * Fetches the next page. Returns SHIPTRACK_DONE at the end of the listing.
 *
 * An item that was on an earlier page is omitted, so a page may be empty although more pages follow. After an error
 * the listing has ended; shiptrack_error_resume_from() returns the URL at which another listing can continue.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_pages_next(const struct shiptrack_pages *pages,
                             struct shiptrack_page **page,
                             struct shiptrack_error **error);

/**
 * Writes the URL at which another listing can continue, for shiptrack_query_resume_from(): the page that
 * shiptrack_pages_next() would fetch now or, after an error, the page that failed. Returns SHIPTRACK_DONE at the end
 * of the listing. Items of the last page that were omitted because of shiptrack_query_max_items() are not on that
 * page.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_pages_resume_from(const struct shiptrack_pages *pages,
                                    struct shiptrack_buffer **url,
                                    struct shiptrack_error **error);

/**
 * The item at `index`, from 0. NULL past the end, and if the item cannot be parsed; shiptrack_page_read() reports why.
 * The resource is borrowed from the page.
 */
const struct shiptrack_resource *shiptrack_page_at(const struct shiptrack_page *page, size_t index);

/**
 * Writes the item at `index`, from 0, to `item`. The resource is borrowed from the page. Returns SHIPTRACK_DONE past
 * the end, and an error if the item cannot be parsed.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_page_read(const struct shiptrack_page *page,
                            size_t index,
                            const struct shiptrack_resource **item,
                            struct shiptrack_error **error);

/**
 * An included resource by its type and id; NULL if the page does not include it. It is borrowed from the page.
 */
const struct shiptrack_resource *shiptrack_page_included(const struct shiptrack_page *page,
                                                         const char *type,
                                                         const char *id);

/**
 * The included resource at `index`, from 0, in the order of the document. NULL past the end, and if the resource
 * cannot be parsed; shiptrack_page_included_read() reports why. It is borrowed from the page, and every call returns
 * the same object.
 */
const struct shiptrack_resource *shiptrack_page_included_at(const struct shiptrack_page *page, size_t index);

/**
 * Writes the included resource at `index`, from 0, to `resource`. It is borrowed from the page. Returns SHIPTRACK_DONE
 * past the end, and an error if the resource cannot be parsed.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_page_included_read(const struct shiptrack_page *page,
                                     size_t index,
                                     const struct shiptrack_resource **resource,
                                     struct shiptrack_error **error);

/**
 * Parses a JSON:API document as a page of resources of the type `type`, or of any type if `type` is NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_page_parse(const char *type,
                             const uint8_t *json,
                             size_t json_length,
                             struct shiptrack_page **page,
                             struct shiptrack_error **error);

/**
 * Ends the listing and frees it. NULL is ignored.
 */
void shiptrack_pages_free(struct shiptrack_pages *pages);

/**
 * The number of items on the page.
 */
size_t shiptrack_page_count(const struct shiptrack_page *page);

/**
 * The number of items of the whole listing; -1 if the document does not contain it.
 */
int64_t shiptrack_page_total(const struct shiptrack_page *page);

/**
 * The document of the page, byte for byte; bytes that are not UTF-8 are replaced.
 */
struct shiptrack_text shiptrack_page_json(const struct shiptrack_page *page);

/**
 * The links of the document, as a JSON object.
 */
struct shiptrack_text shiptrack_page_links_json(const struct shiptrack_page *page);

/**
 * The `meta` of the document, as a JSON object; no value if it has no `meta`.
 */
struct shiptrack_text shiptrack_page_meta_json(const struct shiptrack_page *page);

/**
 * The warnings of the response: what the service ignored in the request, or stores for later. It is `meta.warnings`
 * of the document: a JSON array of objects with `code`, `detail` and `source`; no value if there is no warning.
 */
struct shiptrack_text shiptrack_page_warnings_json(const struct shiptrack_page *page);

/**
 * The link to the next page; no value on the last page.
 */
struct shiptrack_text shiptrack_page_next_link(const struct shiptrack_page *page);

/**
 * The number of included resources of all types.
 */
size_t shiptrack_page_included_count(const struct shiptrack_page *page);

/**
 * Frees the page and its items. NULL is ignored.
 */
void shiptrack_page_free(struct shiptrack_page *page);

/**
 * Frees a resource that is yours. NULL and borrowed resources are ignored.
 */
void shiptrack_resource_free(struct shiptrack_resource *resource);

/**
 * Writes a copy of the resource to `copy`. The copy is yours, stays valid when the object that the resource was
 * borrowed from is freed, and has the same included resources.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_resource_copy(const struct shiptrack_resource *resource,
                                struct shiptrack_resource **copy,
                                struct shiptrack_error **error);

/**
 * Checks that `resource` is a resource of this type (`"container"`), or of any type if `type` is NULL. Returns
 * SHIPTRACK_ERROR_WRONG_OBJECT if it has another type.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_resource_check(const struct shiptrack_resource *resource,
                                 const char *type,
                                 struct shiptrack_error **error);

/**
 * The id of the resource.
 */
struct shiptrack_text shiptrack_resource_id(const struct shiptrack_resource *resource);

/**
 * The type of the resource as in the interface: `tracking_request`, `shipment`, `container`, …
 */
struct shiptrack_text shiptrack_resource_type(const struct shiptrack_resource *resource);

/**
 * The whole resource as JSON, including members that this version does not know.
 */
struct shiptrack_text shiptrack_resource_json(const struct shiptrack_resource *resource);

/**
 * The document that contained the resource, byte for byte; no value if it came in no document.
 */
struct shiptrack_text shiptrack_resource_document_json(const struct shiptrack_resource *resource);

/**
 * The warnings of the response that contained the resource, or of the call that tracked a number: what the service
 * ignored in the request, or stores for later. It is `meta.warnings` of the document: a JSON array of objects with `code`, `detail` and `source`; no value
 * if there is no warning.
 */
struct shiptrack_text shiptrack_resource_warnings_json(const struct shiptrack_resource *resource);

/**
 * The attribute `name` as a text: a string, the digits of a number, `true` or `false`. No value if the resource does
 * not have it, or if it is null, a list or an object.
 */
struct shiptrack_text shiptrack_resource_attribute(const struct shiptrack_resource *resource, const char *name);

/**
 * The attribute `name` as JSON; no value if the resource does not have it.
 */
struct shiptrack_text shiptrack_resource_attribute_json(const struct shiptrack_resource *resource, const char *name);

/**
 * The link `name` of the resource, such as `"self"`.
 */
struct shiptrack_text shiptrack_resource_link(const struct shiptrack_resource *resource, const char *name);

/**
 * Writes the number of resources in a relationship (`"documents"`, `"shipment"`) to `count`; 0 or 1 if it leads to a
 * single resource. Returns SHIPTRACK_ABSENT if the document does not contain the relationship.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_resource_related_count(const struct shiptrack_resource *resource,
                                         const char *relationship,
                                         size_t *count,
                                         struct shiptrack_error **error);

/**
 * The id of a resource in a relationship; `index` counts from 0. No value past the end.
 */
struct shiptrack_text shiptrack_resource_related_id(const struct shiptrack_resource *resource,
                                                    const char *relationship,
                                                    size_t index);

/**
 * The type of a resource in a relationship; `index` counts from 0. No value past the end.
 */
struct shiptrack_text shiptrack_resource_related_type(const struct shiptrack_resource *resource,
                                                      const char *relationship,
                                                      size_t index);

/**
 * A resource in a relationship, if the document includes it, else NULL; `index` counts from 0. It is borrowed from
 * `resource`.
 */
const struct shiptrack_resource *shiptrack_resource_related(const struct shiptrack_resource *resource,
                                                            const char *relationship,
                                                            size_t index);

/**
 * An included resource of the document that contained this resource, by type and id; NULL if the document does not
 * include it. It is borrowed from `resource`.
 */
const struct shiptrack_resource *shiptrack_resource_included(const struct shiptrack_resource *resource,
                                                             const char *type,
                                                             const char *id);

/**
 * Parses a JSON:API document that contains one resource of the type `type`, or of any type if `type` is NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_resource_parse(const char *type,
                                 const uint8_t *json,
                                 size_t json_length,
                                 struct shiptrack_resource **resource,
                                 struct shiptrack_error **error);

/**
 * Converts a time among the attributes of a resource to the local time of its place, as shiptrack_time_at_place()
 * does. `attribute` is a name or a path, such as `"timestamp"`, `"pickup_lfd"` or
 * `"import_deadlines.pickup_lfd_rail"`.
 *
 * The time zone is in another attribute of the resource (`timezone`, `pod_timezone`, …). For a last free day that may
 * apply at the port or inland, it is the time zone in which the value is the start of a day. If the resource names no
 * time zone, and for a time without a place, such as `created_at`, the result is that of shiptrack_time_parse().
 * Returns SHIPTRACK_ABSENT if there is no value, and SHIPTRACK_ERROR_INVALID if the attribute is not a time.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_resource_time(const struct shiptrack_resource *resource,
                                const char *attribute,
                                struct shiptrack_time *time,
                                struct shiptrack_error **error);

/** @} */

/** @addtogroup journeys
 * @{ */

/**
 * The journey of one container: its arrival at the port of discharge, and its steps in order.
 *
 * Ownership: yours; free it with shiptrack_journey_free().
 * Lifetime: its texts are valid until it is freed. It does not need the resources that it was made from.
 * Threads: any number of threads may read it at the same time.
 */
typedef struct shiptrack_journey shiptrack_journey;

/**
 * Derives the journey of a container. No request is sent.
 *
 * `events` are `event_count` borrowed pointers to the transport events of the container, in any order and from any
 * pages; pass NULL and 0 to use the events that the document of the container includes. The names of vessels, places
 * and terminals are read from the documents of the events: fetch them with `include=vessel,location,terminal`.
 * `shipment` is the shipment of the container; NULL to use the one that the document of the container includes, if
 * any. `now_unix_ms`, in milliseconds since 1970-01-01T00:00:00Z, decides which expected steps are late, and
 * is the end of the delay of a container that should have arrived.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_journey_create(const struct shiptrack_resource *container,
                                 const struct shiptrack_resource **events,
                                 size_t event_count,
                                 const struct shiptrack_resource *shipment,
                                 int64_t now_unix_ms,
                                 struct shiptrack_journey **journey,
                                 struct shiptrack_error **error);

/**
 * Name of the vessel that brings the container to the port of discharge.
 */
struct shiptrack_text shiptrack_journey_vessel(const struct shiptrack_journey *journey);

/**
 * Number of the voyage of that vessel.
 */
struct shiptrack_text shiptrack_journey_voyage(const struct shiptrack_journey *journey);

/**
 * Time stamp of the expected arrival at the port of discharge; no value if the container has arrived, or its
 * shipment is no longer tracked.
 */
struct shiptrack_text shiptrack_journey_eta(const struct shiptrack_journey *journey);

/**
 * Time stamp of the arrival that was first expected; no value if the shipment travels on another vessel. If the
 * containers of a shipment travel on several vessels, it may be about any of them.
 */
struct shiptrack_text shiptrack_journey_first_eta(const struct shiptrack_journey *journey);

/**
 * Time stamp of the actual arrival at the port of discharge.
 */
struct shiptrack_text shiptrack_journey_arrived_at(const struct shiptrack_journey *journey);

/**
 * Whether the container is tracked: `followed`; `left` if its shipment continues without it; otherwise the reason
 * why its shipment is no longer tracked, such as `booking_cancelled` or `stopped`. No value if the shipment is
 * unknown.
 */
struct shiptrack_text shiptrack_journey_tracking(const struct shiptrack_journey *journey);

/**
 * The last day on which the container is stored free of charge (`2026-05-22`), in the calendar of the place where it
 * is picked up.
 */
struct shiptrack_text shiptrack_journey_last_free_day(const struct shiptrack_journey *journey);

/**
 * Number of the shipment as it was submitted; no value if that is the number of a container.
 */
struct shiptrack_text shiptrack_journey_bill_of_lading(const struct shiptrack_journey *journey);

/**
 * Writes how late the actual or else the expected arrival is, compared to the first expected one, in milliseconds;
 * negative if it is early. Returns SHIPTRACK_ABSENT if one of the two is unknown.
 */
int32_t shiptrack_journey_delay_ms(const struct shiptrack_journey *journey, int64_t *delay_ms);

/**
 * The number of steps. First come the steps that happened or are in the past, then the expected ones.
 */
size_t shiptrack_journey_steps_count(const struct shiptrack_journey *journey);

/**
 * The milestone of a step, as in the name of its event: `vessel_arrived`. `index` counts from 0.
 */
struct shiptrack_text shiptrack_journey_step_name(const struct shiptrack_journey *journey, size_t index);

/**
 * The milestone of a step in words: `Vessel arrived`.
 */
struct shiptrack_text shiptrack_journey_step_label(const struct shiptrack_journey *journey, size_t index);

/**
 * Time stamp of when a step happened or is expected. shiptrack_time_at_place() converts it to local time, with
 * shiptrack_journey_step_timezone().
 */
struct shiptrack_text shiptrack_journey_step_at(const struct shiptrack_journey *journey, size_t index);

/**
 * IANA name of the time zone of the place of a step.
 */
struct shiptrack_text shiptrack_journey_step_timezone(const struct shiptrack_journey *journey, size_t index);

/**
 * UN/LOCODE of the place of a step.
 */
struct shiptrack_text shiptrack_journey_step_place(const struct shiptrack_journey *journey, size_t index);

/**
 * Name of the place of a step.
 */
struct shiptrack_text shiptrack_journey_step_place_name(const struct shiptrack_journey *journey, size_t index);

/**
 * Name of the vessel of a step.
 */
struct shiptrack_text shiptrack_journey_step_vessel(const struct shiptrack_journey *journey, size_t index);

/**
 * Number of the voyage of a step.
 */
struct shiptrack_text shiptrack_journey_step_voyage(const struct shiptrack_journey *journey, size_t index);

/**
 * Name of the terminal or depot of a step.
 */
struct shiptrack_text shiptrack_journey_step_terminal(const struct shiptrack_journey *journey, size_t index);

/**
 * Whether a step is known to have happened: 1 yes, 0 no, -1 past the end.
 */
int32_t shiptrack_journey_step_happened(const struct shiptrack_journey *journey, size_t index);

/**
 * Whether a step was expected and a later one happened, so that it is in the past without a report: 1 yes, 0 no, -1
 * past the end.
 */
int32_t shiptrack_journey_step_passed(const struct shiptrack_journey *journey, size_t index);

/**
 * Writes how late a step is, in milliseconds, compared to the first plan or, if it is still expected, to the clock.
 * Returns SHIPTRACK_ABSENT if that is less than twelve hours or unknown.
 */
int32_t shiptrack_journey_step_late_ms(const struct shiptrack_journey *journey, size_t index, int64_t *late_ms);

/**
 * Frees the object. NULL is ignored.
 */
void shiptrack_journey_free(struct shiptrack_journey *journey);

/** @} */

/** @addtogroup numbers
 * @{ */

/**
 * A number that was checked.
 *
 * Ownership: yours; free it with shiptrack_number_free().
 * Lifetime: its texts are valid until it is freed.
 * Threads: any number of threads may read it at the same time.
 */
typedef struct shiptrack_number shiptrack_number;

/**
 * Checks a number without a request. `kind` is one of:
 *
 * - a type of tracking request: `container`, `bill_of_lading`, `booking_number`;
 * - a value: `container_number`, `bill_of_lading_value`, `booking_value`, `scac`, `imo`, `un_locode`;
 * - `request_scac`: the code of a carrier that can be tracked.
 *
 * `number` receives the checked number and may be NULL. A text that is not a valid number is rejected with
 * SHIPTRACK_ERROR_INVALID and a message that says why. For a type of tracking request, shiptrack_error_pointer() is
 * what it would be for the request: `/data/attributes/request_type` for an unknown `kind`,
 * `/data/attributes/request_number` or `/data/attributes/scac` for an invalid `text`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_number_check(const char *kind,
                               const char *text,
                               struct shiptrack_number **number,
                               struct shiptrack_error **error);

/**
 * Determines the type of a number without a request. It accepts a container number with a valid check digit, and a
 * bill of lading or booking number with the prefix and form of its carrier. Any other text is rejected with
 * SHIPTRACK_ERROR_INVALID and the pointer `/data/attributes/request_number`. Then shiptrack_error_code() is
 * `ambiguous_number` if the number may be of several types or of an unknown one, and `invalid` if it cannot be
 * tracked, or is empty. shiptrack_tracking_request_infer() asks the service instead.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_number_infer(const char *text, struct shiptrack_number **number, struct shiptrack_error **error);

/**
 * Writes the form of a number that the carrier `scac` uses: upper case, without separators, and without a prefix that
 * the carrier does not count as a part of it. `kind` is a type of tracking request; with `scac` NULL the prefix stays.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_number_normalize(const char *kind,
                                   const char *text,
                                   const char *scac,
                                   struct shiptrack_buffer **normalized,
                                   struct shiptrack_error **error);

/**
 * The type of the number: `container`, `bill_of_lading`, `booking_number`, `scac`, `imo`, `un_locode`.
 */
struct shiptrack_text shiptrack_number_kind(const struct shiptrack_number *number);

/**
 * The number as it was passed, without white space around it.
 */
struct shiptrack_text shiptrack_number_text(const struct shiptrack_number *number);

/**
 * The normalized form of the number: upper case, without spaces, dashes and other separators.
 */
struct shiptrack_text shiptrack_number_normalized(const struct shiptrack_number *number);

/**
 * After shiptrack_number_infer(): what showed the type, `check_digit`, `shape` or `sandbox`.
 */
struct shiptrack_text shiptrack_number_evidence(const struct shiptrack_number *number);

/**
 * After shiptrack_number_infer(): the carrier whose prefix and form the number has.
 */
struct shiptrack_text shiptrack_number_scac(const struct shiptrack_number *number);

/**
 * Frees the object. NULL is ignored.
 */
void shiptrack_number_free(struct shiptrack_number *number);

/** @} */

/** @addtogroup activity
 * @{ */

/**
 * An activity: a look-up of a number at a carrier, or an attempt of one.
 */
#define SHIPTRACK_ACTIVITY_LOOK_UP 1

/**
 * An activity: a delivery of a notification to a webhook, or an attempt of one.
 */
#define SHIPTRACK_ACTIVITY_DELIVERY 2

/**
 * An activity: an extractor failed on a document, which is stored nevertheless.
 */
#define SHIPTRACK_ACTIVITY_EXTRACTION_FAILED 3

/**
 * An activity: due work failed, outside of a call that could have reported the error. It is retried. Work that a closed
 * service does not do is not reported.
 */
#define SHIPTRACK_ACTIVITY_TROUBLE 4

/**
 * An activity: the answer of a carrier contains facts that look wrong. They are stored, and may have no effect. Each
 * fact is reported once.
 */
#define SHIPTRACK_ACTIVITY_DOUBTFUL_FACTS 5

/**
 * An activity: from now on the store rejects writes, for the reason in `status` and `message`: its disk is full
 * (SHIPTRACK_ERROR_STORAGE_FULL, which ends as soon as there is space) or failed, or its file is missing. It is reported
 * once, when it begins; reads continue where possible.
 */
#define SHIPTRACK_ACTIVITY_WRITES_REFUSED 6

/**
 * An activity: the store accepts writes again.
 */
#define SHIPTRACK_ACTIVITY_WRITES_RESUMED 7

/**
 * An activity: a record was omitted from a listing because it cannot be decoded; the other records are there. `id` is
 * its id, and `message` has its type and the error. Each record is reported once.
 */
#define SHIPTRACK_ACTIVITY_RECORD_LEFT_OUT 8

/**
 * An activity: a carrier (`scac`) or a webhook (`webhook_id`) failed too often in a row and is suspended for some time;
 * `message` says until when. Its work stays due and uses up no attempt. The start of a suspension is reported, but not
 * each extension after a failed probe.
 */
#define SHIPTRACK_ACTIVITY_RESTING 9

/**
 * An activity: the database had an older version and was migrated when the service was opened. `message` names both
 * versions and the copy of the database that was written before.
 */
#define SHIPTRACK_ACTIVITY_MIGRATED 10

/**
 * An activity: a webhook (`webhook_id`, `url`) was disabled, because its receiver is gone or failed for too long; `reason` is
 * `gone` or `failing_too_long`. After it was activated again, shiptrack_webhook_replay() delivers what it missed.
 */
#define SHIPTRACK_ACTIVITY_WEBHOOK_DISABLED 11

/**
 * Outcome of a look-up, `found`: there are facts. `reason` says why tracking ends, such as `duplicate`; NULL if it
 * continues.
 */
#define SHIPTRACK_OUTCOME_FOUND 1

/**
 * `no_data_yet`: The carrier knows the number and has no data yet.
 */
#define SHIPTRACK_OUTCOME_NO_DATA_YET 2

/**
 * `not_found`: The carrier does not know the number.
 */
#define SHIPTRACK_OUTCOME_NOT_FOUND 3

/**
 * `invalid_number`: No such number can exist.
 */
#define SHIPTRACK_OUTCOME_INVALID_NUMBER 4

/**
 * `cancelled`: The booking was cancelled.
 */
#define SHIPTRACK_OUTCOME_CANCELLED 5

/**
 * `withheld`: The carrier does not disclose its data.
 */
#define SHIPTRACK_OUTCOME_WITHHELD 6

/**
 * `no_carrier`: The carrier could not be inferred from the number.
 */
#define SHIPTRACK_OUTCOME_NO_CARRIER 7

/**
 * `trouble`: A temporary failure, which `reason` names; the look-up is retried.
 */
#define SHIPTRACK_OUTCOME_TROUBLE 8

/**
 * `next_trip_awaited`: The last voyage of the container belongs to another request, and its next one has not started.
 */
#define SHIPTRACK_OUTCOME_NEXT_TRIP_AWAITED 9

/**
 * `rate_limited`: The carrier received too many requests and answers no more for a while; it is asked again later.
 */
#define SHIPTRACK_OUTCOME_RATE_LIMITED 10

/**
 * `refused`: The carrier rejects the credentials: they are suspended, and no try is used up.
 */
#define SHIPTRACK_OUTCOME_REFUSED 11

/**
 * One activity of a service: a look-up, a delivery, or an incident. It contains no secret: no header, no body, no key.
 *
 * The library creates it; later versions may add members at its end, and kinds and outcomes. Its texts are valid
 * during the callback. A member that does not apply to the kind is NULL or 0.
 */
typedef struct shiptrack_activity {
  /**
   * The kind: SHIPTRACK_ACTIVITY_….
   */
  int32_t kind;
  /**
   * 1 for a failure that an operator may want to investigate, else 0.
   */
  int32_t is_problem;
  /**
   * The id of the tracking request, the notification, the document, or the record that was omitted.
   */
  const char *id;
  /**
   * Delivery, suspension, disabled webhook: the id of the webhook.
   */
  const char *webhook_id;
  /**
   * Look-up, doubtful facts, suspension: the code of the carrier; NULL if it could not be inferred from the number.
   */
  const char *scac;
  /**
   * Look-up, doubtful facts: the number as it was submitted.
   */
  const char *number;
  /**
   * Look-up: the number of consecutive tries, from 1; an answer that can be decoded resets it. Delivery: the number
   * of the attempt, from 1.
   */
  uint32_t attempt;
  /**
   * Look-up: the outcome, SHIPTRACK_OUTCOME_….
   */
  int32_t outcome;
  /**
   * Look-up: the failed reason or stop reason of the outcome. Disabled webhook: `gone` or `failing_too_long`.
   */
  const char *reason;
  /**
   * Look-up: the pause that the carrier asked for, in milliseconds; -1 if it did not ask.
   */
  int64_t retry_after_ms;
  /**
   * Delivery: the HTTP status of the receiver; 0 if there was no response.
   */
  int32_t http_status;
  /**
   * SHIPTRACK_OK, or the error of a delivery without a response, a failed extraction, a failure of due work,
   * rejected writes, or a record that was omitted.
   */
  int32_t status;
  /**
   * A text for people: the error that belongs to `status`; for a suspension, who is suspended until when; for
   * doubtful facts, all `doubts` in one text; for a look-up, the text that the callback of the carrier passed to
   * shiptrack_answer_problem().
   */
  const char *message;
  /**
   * Doubtful facts: what looks wrong, one sentence each, such as an unknown movement or a container number with a
   * wrong check digit.
   */
  const char *const *doubts;
  /**
   * The number of `doubts`.
   */
  size_t doubts_count;
  /**
   * Delivery, suspension, disabled webhook: scheme, host and port of the URL of the webhook. The path and the query are
   * left out, because they may contain a key.
   */
  const char *url;
  /**
   * The id of the account; NULL if the activity is about none or several.
   */
  const char *account_id;
} shiptrack_activity;

/**
 * Called after every activity of a service, when its result has been stored. It runs on the thread that did the work
 * (of a caller, the worker or the server), with nothing locked, so it may use the service. Several threads may run it
 * at the same time.
 *
 * The function must return: no longjmp() past the library, no end of its thread, no exception.
 */
typedef void (*shiptrack_activity_fn)(void *user_data, const struct shiptrack_activity *activity);

/**
 * The name of a value of SHIPTRACK_ACTIVITY_…, such as `look_up`; no value for another number. The text is static.
 */
struct shiptrack_text shiptrack_activity_name(int32_t code);

/**
 * The name of a value of SHIPTRACK_OUTCOME_…, such as `found`; no value for another number. The text is static.
 */
struct shiptrack_text shiptrack_outcome_name(int32_t code);

/**
 * Calls `callback` after every activity of the service; it replaces an earlier callback. `destroy` works as in
 * shiptrack_service_options_carrier().
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_on_activity(const struct shiptrack_service_options *options,
                                              shiptrack_activity_fn callback,
                                              void *user_data,
                                              shiptrack_destroy_fn destroy,
                                              struct shiptrack_error **error);

/** @} */

/** @addtogroup carriers
 * @{ */

/**
 * The carrier does not know the number. A request for a container fails at once (`not_found`). A request for a bill of
 * lading or a booking becomes `awaiting_manifest`, is looked up every day, and fails after seven days: with
 * `not_found`, or with `expired` if the carrier knew the number in between.
 *
 * This comment and the next ones describe a request that waits for its first data; lifecycle.md describes all cases.
 * If a shipment exists, only SHIPTRACK_LOOK_UP_CANCELLED stops tracking; after the others the look-up is repeated
 * until 56 days have passed without data.
 */
#define SHIPTRACK_LOOK_UP_NOT_FOUND 1

/**
 * The carrier knows the number and has no data yet: the request becomes `awaiting_manifest`, is looked up every day,
 * and fails after seven days (`expired`).
 */
#define SHIPTRACK_LOOK_UP_NO_DATA_YET 2

/**
 * No such number can exist: the request fails at once (`invalid_number`).
 */
#define SHIPTRACK_LOOK_UP_INVALID_NUMBER 3

/**
 * The booking was cancelled: the request fails at once (`booking_cancelled`); an existing shipment is no longer
 * tracked.
 */
#define SHIPTRACK_LOOK_UP_CANCELLED 4

/**
 * The carrier has data and does not disclose it: the request fails at once (`data_unavailable`).
 */
#define SHIPTRACK_LOOK_UP_WITHHELD 5

/**
 * The carrier rejects the credentials: this does not count as a try. The other look-ups of the account at this carrier
 * wait, except one look-up each hour.
 */
#define SHIPTRACK_LOOK_UP_REFUSED 6

/**
 * The carrier cannot be reached: the request keeps its state and is retried (`shipping_line_unreachable`), not before
 * the time of shiptrack_answer_retry_after(), 14 times within a day; then it fails (`retries_exhausted`).
 */
#define SHIPTRACK_LOOK_UP_UNREACHABLE 7

/**
 * The answer of the carrier cannot be decoded: the look-up is retried as after SHIPTRACK_LOOK_UP_UNREACHABLE
 * (`unrecognized_response`).
 */
#define SHIPTRACK_LOOK_UP_UNREADABLE 8

/**
 * The carrier received too many requests (HTTP 429): this does not count as a try, and the service sends this carrier
 * no request before the time of shiptrack_answer_retry_after().
 */
#define SHIPTRACK_LOOK_UP_RATE_LIMITED 9

/**
 * The answer of a carrier, which the callback fills.
 *
 * Ownership and lifetime: borrowed; valid during the callback.
 */
typedef struct shiptrack_answer shiptrack_answer;

/**
 * The question to a carrier: which number, for which account.
 *
 * Ownership and lifetime: borrowed; valid during the callback.
 */
typedef struct shiptrack_look_up shiptrack_look_up;

/**
 * Answers a look-up. Add the facts that you have to `answer` and return SHIPTRACK_OK, or return the reason why it has
 * no facts: SHIPTRACK_LOOK_UP_…. shiptrack_answer_problem() adds a text to the reason. Any other value counts as
 * SHIPTRACK_LOOK_UP_UNREADABLE. You may write `return shiptrack_answer_facts(…)`, although its statuses and these
 * constants have the same numbers: after a shiptrack_answer_…() function failed, every value but SHIPTRACK_OK counts as
 * SHIPTRACK_LOOK_UP_UNREADABLE, and the error of that function becomes the text.
 *
 * SHIPTRACK_OK without facts, if no facts are known from earlier look-ups, counts as SHIPTRACK_LOOK_UP_NO_DATA_YET. If
 * you do not know the number, return SHIPTRACK_LOOK_UP_NOT_FOUND.
 *
 * The function runs on the thread that does the due work: the worker, or a caller of shiptrack_service_run_due(),
 * shiptrack_service_settle(), shiptrack_tracking_request_wait() or shiptrack_service_wait_events(). Several threads
 * may run it at the same time. Nothing is locked, so it may call the service. It must return: no longjmp() past the
 * library, no end of its thread, no exception.
 */
typedef int32_t (*shiptrack_carrier_fn)(void *user_data,
                                        const struct shiptrack_look_up *look_up,
                                        const struct shiptrack_answer *answer);

/**
 * Decodes the recording of shiptrack_carrier_access_check() in `folder` with this version of the library, without a
 * request. `replay_json` receives a JSON object: `is_same` says whether the voyage is the same; `missing` and `added`
 * list the lines of the voyage that disappeared and appeared; `recorded_outcome` is the recorded outcome and `check`
 * the present report.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_carriers_replay(const char *folder,
                                  struct shiptrack_buffer **replay_json,
                                  struct shiptrack_error **error);

/**
 * Decodes tracking data, such as a DCSA Track & Trace answer of any form, and reports what it is. `reading_json`
 * receives a JSON object with `messages`, each with its `form`, `facts`, `numbers` and `problems`, and with the
 * `problems` of the whole; share/doc/shiptrack/carriers.md describes it. The facts have the form that
 * shiptrack_answer_facts() accepts. Parts that cannot be decoded are listed in `problems` with their position; the
 * rest is decoded. Bytes without tracking data have no messages.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_carriers_read(const uint8_t *bytes,
                                size_t bytes_length,
                                struct shiptrack_buffer **reading_json,
                                struct shiptrack_error **error);

/**
 * Derives voyages from tracking data, as if `bytes` were everything that is known and had been received at `unix_ms`,
 * in milliseconds since 1970-01-01T00:00:00Z.
 *
 * `json_lines` receives lines of JSON. For each shipment the first line is `{"shipment": …}` with its attributes. One
 * line for each event follows, in the order of events, with `container`, `at` (UTC), `locode`, `raw_event` (what it
 * means on the route; null if the interface has no name for it), `event` (its full name, or null) and `estimated`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_carriers_voyage(const uint8_t *bytes,
                                  size_t bytes_length,
                                  int64_t unix_ms,
                                  struct shiptrack_buffer **json_lines,
                                  struct shiptrack_error **error);

/**
 * Adds facts in the JSON form that share/doc/shiptrack/facts.md describes: an array, a single fact, or one fact on
 * each line. An error names the fact and the member as a JSON pointer: `/3/event/at`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_answer_facts(const struct shiptrack_answer *answer,
                               const uint8_t *json,
                               size_t json_length,
                               struct shiptrack_error **error);

/**
 * Declares that the facts are everything that the source knows: an earlier estimate that is not among them is
 * withdrawn.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_answer_complete(const struct shiptrack_answer *answer, struct shiptrack_error **error);

/**
 * Adds another number of the same shipment.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_answer_reference(const struct shiptrack_answer *answer,
                                   const char *number,
                                   struct shiptrack_error **error);

/**
 * Sets when the carrier is asked again about this request, `pause_ms` milliseconds from now, if the callback returns
 * SHIPTRACK_OK. It replaces the pause of the service and is limited to between five minutes and one day.
 * SHIPTRACK_DEFAULT_TIMEOUT lets the service decide.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_answer_next_look(const struct shiptrack_answer *answer,
                                   int64_t pause_ms,
                                   struct shiptrack_error **error);

/**
 * Stores a text for the next look-up of this request, such as a cursor or an `ETag`, if the callback returns
 * SHIPTRACK_OK. It has at most 4,096 bytes. shiptrack_look_up_bookmark() returns it. An answer without a bookmark
 * deletes the previous one.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_answer_bookmark(const struct shiptrack_answer *answer,
                                  const char *bookmark,
                                  struct shiptrack_error **error);

/**
 * Declares that this answer and those before it contain everything that you knew up to `unix_ms`, in milliseconds
 * since 1970-01-01T00:00:00Z, if the callback returns SHIPTRACK_OK. In the next look-up of this request,
 * shiptrack_look_up_since_unix_ms() returns that time. An answer without such a time deletes the previous time.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_answer_until(const struct shiptrack_answer *answer, int64_t unix_ms, struct shiptrack_error **error);

/**
 * Declares that nothing has changed since the answer that set the bookmark of this look-up, if the callback returns
 * SHIPTRACK_OK without facts. All earlier facts then count as confirmed. Set the bookmark again.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_answer_unchanged(const struct shiptrack_answer *answer, struct shiptrack_error **error);

/**
 * Sets how long the carrier asked the program to wait, `pause_ms` milliseconds, at most 12 hours, if the callback
 * returns SHIPTRACK_LOOK_UP_UNREACHABLE or SHIPTRACK_LOOK_UP_RATE_LIMITED. SHIPTRACK_DEFAULT_TIMEOUT lets the service
 * decide.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_answer_retry_after(const struct shiptrack_answer *answer,
                                     int64_t pause_ms,
                                     struct shiptrack_error **error);

/**
 * Sets a text for people that says why there are no facts, such as `timed out after 30 s`. It appears in the log and
 * as the `message` of the activity; it is not stored and has no other effect. With SHIPTRACK_OK it is ignored.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_answer_problem(const struct shiptrack_answer *answer,
                                 const char *text,
                                 struct shiptrack_error **error);

/**
 * The id of the account that looks up the number. If the carrier shows each customer only its own shipments, use the
 * credentials of this account.
 */
struct shiptrack_text shiptrack_look_up_account_id(const struct shiptrack_look_up *look_up);

/**
 * The name that you gave that account; `default` for the account that every service has.
 */
struct shiptrack_text shiptrack_look_up_account_name(const struct shiptrack_look_up *look_up);

/**
 * The text that your last answer about this request stored with shiptrack_answer_bookmark(); no value if it did not.
 */
struct shiptrack_text shiptrack_look_up_bookmark(const struct shiptrack_look_up *look_up);

/**
 * The time up to which your earlier answers about this request are complete, as shiptrack_answer_until() set it, in
 * milliseconds since 1970-01-01T00:00:00Z; -1 if it is not set. It is enough to answer with the data since then; do
 * not call shiptrack_answer_complete() for such an answer.
 */
int64_t shiptrack_look_up_since_unix_ms(const struct shiptrack_look_up *look_up);

/**
 * The number of other known numbers of the same shipment. An answer about one of them may also be used.
 */
size_t shiptrack_look_up_references_count(const struct shiptrack_look_up *look_up);

/**
 * Another number of the same shipment; `index` counts from 0. No value past the end.
 */
struct shiptrack_text shiptrack_look_up_reference(const struct shiptrack_look_up *look_up, size_t index);

/**
 * The number of known containers of the shipment.
 */
size_t shiptrack_look_up_containers_count(const struct shiptrack_look_up *look_up);

/**
 * A container of the shipment; `index` counts from 0. No value past the end.
 */
struct shiptrack_text shiptrack_look_up_container(const struct shiptrack_look_up *look_up, size_t index);

/**
 * The code of the carrier.
 */
struct shiptrack_text shiptrack_look_up_scac(const struct shiptrack_look_up *look_up);

/**
 * The type of the number: `bill_of_lading`, `booking_number`, `container`.
 */
struct shiptrack_text shiptrack_look_up_request_type(const struct shiptrack_look_up *look_up);

/**
 * The number as it was submitted.
 */
struct shiptrack_text shiptrack_look_up_number(const struct shiptrack_look_up *look_up);

/**
 * The form of the number that the carrier uses: upper case, without spaces, without a redundant prefix.
 */
struct shiptrack_text shiptrack_look_up_normalized_number(const struct shiptrack_look_up *look_up);

/**
 * Time stamp of the first look-up of the number.
 */
struct shiptrack_text shiptrack_look_up_first_asked_at(const struct shiptrack_look_up *look_up);

/**
 * The time of the service, as a time stamp.
 */
struct shiptrack_text shiptrack_look_up_now(const struct shiptrack_look_up *look_up);

/**
 * The number of the try, from 1.
 */
uint32_t shiptrack_look_up_attempt(const struct shiptrack_look_up *look_up);

/**
 * The time of the service, in milliseconds since 1970-01-01T00:00:00Z.
 */
int64_t shiptrack_look_up_now_unix_ms(const struct shiptrack_look_up *look_up);

/**
 * 1 if the answer is no longer needed, else 0: for callbacks that take long.
 */
int32_t shiptrack_look_up_is_cancelled(const struct shiptrack_look_up *look_up);

/**
 * Lets `callback` answer look-ups for the carrier `scac` (`"MAEU"`), or with NULL for every carrier without another
 * source. `destroy` is called with `user_data` when the settings, every service created with them, and every client,
 * listing and server made from these are freed; it may be NULL. If this function fails, `user_data` stays yours.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_carrier(const struct shiptrack_service_options *options,
                                          const char *scac,
                                          shiptrack_carrier_fn callback,
                                          void *user_data,
                                          shiptrack_destroy_fn destroy,
                                          struct shiptrack_error **error);

/**
 * Sets the name of an added carrier that the table of shipping lines does not have. The list of shipping lines and the
 * shipments of the carrier show it; without a name they show the code. A carrier of the table, and a name that is empty
 * or longer than 100 characters, are rejected with SHIPTRACK_ERROR_CONFIGURATION.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_carrier_name(const struct shiptrack_service_options *options,
                                               const char *scac,
                                               const char *name,
                                               struct shiptrack_error **error);

/**
 * Writes a plan of the requests to each carrier with each set of credentials, and how often each number can be looked
 * up within the limits of the carrier: a JSON array, which share/doc/shiptrack/carriers.md describes.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_carriers_plan(const struct shiptrack_service *service,
                                        struct shiptrack_buffer **plan_json,
                                        struct shiptrack_error **error);

/** @} */

/** @addtogroup carrier_access
 * @{ */

/**
 * Access to carriers with a DCSA Track & Trace API: profiles, which describe the requests to each carrier,
 * credentials, and network settings. shiptrack_service_options_carrier_access() copies it.
 *
 * Redirects are never followed. With TLS, requests go to any address that a profile names; without TLS, only to this
 * machine.
 *
 * Ownership: yours; free it with shiptrack_carrier_access_free().
 * Threads: any number of threads may use it at the same time.
 */
typedef struct shiptrack_carrier_access shiptrack_carrier_access;

/**
 * A credential that the library needs, and where a callback puts it.
 *
 * Ownership and lifetime: borrowed; valid during the callback.
 */
typedef struct shiptrack_credential_request shiptrack_credential_request;

/**
 * Sources of the credentials for requests to carriers, and the account that they belong to: credentials of one account
 * are never used for another. Sources are tried in the order in which they were added. Credentials are never printed.
 *
 * Ownership: yours; free it with shiptrack_credentials_free(). shiptrack_carrier_access_credentials() copies it.
 * Threads: any number of threads may use it at the same time.
 */
typedef struct shiptrack_credentials shiptrack_credentials;

/**
 * Supplies a credential: call shiptrack_credential_request_set_secret() and return SHIPTRACK_OK. If you do not have
 * the credential, return SHIPTRACK_OK without a secret; the next source is tried. Any other value reports a failure,
 * with the text of shiptrack_credential_request_problem(); the look-up then fails with SHIPTRACK_LOOK_UP_REFUSED, and
 * no other source is tried.
 *
 * The function runs on the thread of the look-up (see shiptrack_carrier_fn), with nothing locked; several threads may
 * run it at the same time. It must return: no longjmp() past the library, no end of its thread, no exception.
 */
typedef int32_t (*shiptrack_credential_fn)(void *user_data, const struct shiptrack_credential_request *request);

/**
 * Creates access to the carriers of these profiles. `profiles` is the text of a profile file in TOML or JSON, with a
 * table for each carrier; share/doc/shiptrack/carriers.md describes it. `[MAEU]` alone uses the built-in profile of
 * that carrier; the members of a table replace those of the built-in profile. NULL means all built-in profiles: use it
 * for shiptrack_carrier_access_check() only, because a service accepts only profiles that are complete.
 *
 * An invalid profile is rejected with SHIPTRACK_ERROR_CONFIGURATION; shiptrack_error_pointer() is its position, such
 * as `profiles.MAEU.pace.per_day`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_carrier_access_new(const char *profiles,
                                     struct shiptrack_carrier_access **access,
                                     struct shiptrack_error **error);

/**
 * As shiptrack_carrier_access_new(), with the profile file at `path`, which is read now.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_carrier_access_open(const char *path,
                                      struct shiptrack_carrier_access **access,
                                      struct shiptrack_error **error);

/**
 * Adds credentials. Those that were added first are used first. Without any credentials, the account `default` uses
 * those of the environment (shiptrack_credentials_environment()), and other accounts have none.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_carrier_access_credentials(const struct shiptrack_carrier_access *access,
                                             const struct shiptrack_credentials *credentials,
                                             struct shiptrack_error **error);

/**
 * Sends requests through an HTTP proxy (`http://user:password@host:port`). Requests without TLS are then rejected,
 * because the library cannot check where a proxy connects to.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_carrier_access_proxy(const struct shiptrack_carrier_access *access,
                                       const char *url,
                                       struct shiptrack_error **error);

/**
 * Trusts only the certificates in this PEM text, instead of those of the machine.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_carrier_access_roots_pem(const struct shiptrack_carrier_access *access,
                                           const uint8_t *pem,
                                           size_t pem_length,
                                           struct shiptrack_error **error);

/**
 * Trusts the certificate authorities that Mozilla trusted when this library was built, instead of those of the
 * machine.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_carrier_access_roots_bundled(const struct shiptrack_carrier_access *access,
                                               struct shiptrack_error **error);

/**
 * Permits only requests to public addresses, and to networks of shiptrack_carrier_access_allow_network(). No request
 * is possible if a proxy is set, too.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_carrier_access_public_only(const struct shiptrack_carrier_access *access,
                                             struct shiptrack_error **error);

/**
 * Permits requests to this network, also without TLS. `network` is in CIDR form, such as `10.0.0.0/8`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_carrier_access_allow_network(const struct shiptrack_carrier_access *access,
                                               const char *network,
                                               struct shiptrack_error **error);

/**
 * Writes the profiles to `profiles_json`, as a JSON object by carrier code: each with all its members, the names of
 * the `credentials` that it requires, its `status` (`never_tried`, `vendors_mock`, `real_account`) with a
 * `status_description` for people, and what is `missing` before requests are possible, or null.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_carrier_access_profiles(const struct shiptrack_carrier_access *access,
                                          struct shiptrack_buffer **profiles_json,
                                          struct shiptrack_error **error);

/**
 * Asks a carrier once about a number, with the credentials of the account whose name is `account_name` (NULL for
 * `default`), and reports the request, the response and how it was decoded. Call it first when you have new
 * credentials. Nothing is stored. It takes at most a minute.
 *
 * `scac` is the code of the carrier. `request_type` is the type of the number; NULL to infer it. `check_json` receives
 * a JSON object with the `calls` that were made, the `outcome` (`facts`, or why there are no facts: `refused`,
 * `not_found`, …), `why`, and in `advice` the next step; share/doc/shiptrack/carriers.md describes it. It contains no
 * credential. If the carrier rejects the request or cannot be reached, the function still returns SHIPTRACK_OK.
 *
 * If `folder` is not NULL, the requests and responses are recorded there, without credentials, tokens, cookies and
 * account, so that they can be sent to another person and read by shiptrack_carriers_replay(). The folder is created;
 * if it exists, it must be empty. If it cannot be written, the call fails and shiptrack_error_pointer() is `folder`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_carrier_access_check(const struct shiptrack_carrier_access *access,
                                       const char *scac,
                                       const char *number,
                                       const char *request_type,
                                       const char *account_name,
                                       const char *folder,
                                       struct shiptrack_buffer **check_json,
                                       struct shiptrack_error **error);

/**
 * Frees the object. NULL is ignored.
 */
void shiptrack_carrier_access_free(struct shiptrack_carrier_access *access);

/**
 * Creates an empty list of sources for one account. `account_name` is the name that you gave the account; NULL means
 * `default`, the account that every service has.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_credentials_of_account(const char *account_name,
                                         struct shiptrack_credentials **credentials,
                                         struct shiptrack_error **error);

/**
 * Creates an empty list of sources for all accounts of the service. Every account then sees the data that these
 * credentials give access to.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_credentials_of_every_account(struct shiptrack_credentials **credentials,
                                               struct shiptrack_error **error);

/**
 * Adds the environment variables as a source, which are read when a credential is needed: `client_id` of MAEU is
 * `SHIPTRACK_MAEU_CLIENT_ID`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_credentials_environment(const struct shiptrack_credentials *credentials,
                                          struct shiptrack_error **error);

/**
 * Adds the file at `path` as a source: TOML or JSON with a table for each carrier (`[MAEU]`, `client_id = "…"`). It is
 * read now. An error does not contain text of the file; its pointer is `credentials`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_credentials_file(const struct shiptrack_credentials *credentials,
                                   const char *path,
                                   struct shiptrack_error **error);

/**
 * As shiptrack_credentials_file(), with the text of such a file.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_credentials_text(const struct shiptrack_credentials *credentials,
                                   const char *text,
                                   struct shiptrack_error **error);

/**
 * Adds a callback as a source, which is called when a credential is needed. `destroy` is called with `user_data` when
 * these credentials, everything they were added to, and every service created with that are freed; it may be NULL. If
 * this function fails, `user_data` stays yours.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_credentials_callback(const struct shiptrack_credentials *credentials,
                                       shiptrack_credential_fn callback,
                                       void *user_data,
                                       shiptrack_destroy_fn destroy,
                                       struct shiptrack_error **error);

/**
 * Sets the credential. It is copied.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_credential_request_set_secret(const struct shiptrack_credential_request *request,
                                                const char *secret,
                                                struct shiptrack_error **error);

/**
 * Sets a text for people that says why the callback failed. It appears in the report of the look-up.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_credential_request_problem(const struct shiptrack_credential_request *request,
                                             const char *text,
                                             struct shiptrack_error **error);

/**
 * Frees the credentials. NULL is ignored.
 */
void shiptrack_credentials_free(struct shiptrack_credentials *credentials);

/**
 * The id of the account that looks up a number.
 */
struct shiptrack_text shiptrack_credential_request_account_id(const struct shiptrack_credential_request *request);

/**
 * The name that you gave that account; `default` for the account that every service has.
 */
struct shiptrack_text shiptrack_credential_request_account_name(const struct shiptrack_credential_request *request);

/**
 * The code of the carrier, as in its profile.
 */
struct shiptrack_text shiptrack_credential_request_scac(const struct shiptrack_credential_request *request);

/**
 * The name of the credential, such as `client_id`.
 */
struct shiptrack_text shiptrack_credential_request_name(const struct shiptrack_credential_request *request);

/**
 * Stores a credential of an account (NULL for the account `default`) at a carrier, and replaces the stored credential
 * of that name. `scac` is the code of the carrier, `name` a credential that its profile requires (`client_id`),
 * `secret` its value; other names are rejected. Look-ups of the account use it before the credentials of
 * shiptrack_carrier_access_credentials(). Requests that waited because the old credential was rejected continue.
 *
 * It is encrypted with the key of shiptrack_service_options_store_key() and never returned. Without a key it is
 * rejected with SHIPTRACK_ERROR_CONFIGURATION and the pointer `store_key`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_store_credential(const struct shiptrack_service *service,
                                           const char *account_id,
                                           const char *scac,
                                           const char *name,
                                           const char *secret,
                                           struct shiptrack_error **error);

/**
 * Writes the names of the stored credentials of an account (NULL for the account `default`), without their values: a
 * JSON array of objects with `scac`, `name` and `stored_at`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_stored_credentials(const struct shiptrack_service *service,
                                             const char *account_id,
                                             struct shiptrack_buffer **stored_json,
                                             struct shiptrack_error **error);

/**
 * Writes the stored credentials of an account (NULL for the account `default`) to `credentials`, for requests outside
 * of the service: pass them to shiptrack_carrier_access_credentials() before others, and call
 * shiptrack_carrier_access_check() with the name of the account. Credentials that are stored or deleted later take
 * effect at once.
 *
 * Ownership: yours; free it with shiptrack_credentials_free(). It does not keep the service or its file open.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_credentials(const struct shiptrack_service *service,
                                      const char *account_id,
                                      struct shiptrack_credentials **credentials,
                                      struct shiptrack_error **error);

/**
 * Deletes a stored credential of an account (NULL for the account `default`). Returns SHIPTRACK_ERROR_NOT_FOUND if it
 * is not stored.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_forget_credential(const struct shiptrack_service *service,
                                            const char *account_id,
                                            const char *scac,
                                            const char *name,
                                            struct shiptrack_error **error);

/**
 * Encrypts all secrets in the store with this key of 32 bytes instead of the present one, in one transaction. From
 * then on the file can only be opened with the new key; a copy that was made before still requires the old one.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_rekey(const struct shiptrack_service *service,
                                const uint8_t *key,
                                size_t key_length,
                                struct shiptrack_error **error);

/**
 * Sets the carriers that are asked over HTTP; it replaces earlier ones. A callback for the same carrier has priority.
 * A profile that is not complete is rejected when the service is opened; the pointer of the error is its position,
 * such as `profiles.EGLV.base_url`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_carrier_access(const struct shiptrack_service_options *options,
                                                 const struct shiptrack_carrier_access *access,
                                                 struct shiptrack_error **error);

/**
 * Encrypts the secrets in the store with this key of 32 random bytes, which you keep elsewhere. Credentials can only
 * be stored with a key (see the functions for credentials of a service); secrets of webhooks and subscriptions are
 * otherwise stored unencrypted. Existing secrets are encrypted when the service is opened.
 *
 * From then on the file can only be opened with this key: with another key or none, opening it fails with
 * SHIPTRACK_ERROR_CONFIGURATION and the pointer `store_key`. If you lose the key, you lose the file.
 * shiptrack_service_rekey() replaces the key.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_store_key(const struct shiptrack_service_options *options,
                                            const uint8_t *key,
                                            size_t key_length,
                                            struct shiptrack_error **error);

/**
 * Writes the credentials that carriers rejected: a JSON array of objects with `scac`, `accounts`, `since`,
 * `next_look_up` (when one look-up tries them again), `why`, and the number of tracking requests `waiting` for them.
 * These requests do not use up their tries.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_suspended_credentials(const struct shiptrack_service *service,
                                                struct shiptrack_buffer **suspended_credentials_json,
                                                struct shiptrack_error **error);

/** @} */

/** @addtogroup extractors
 * @{ */

/**
 * A document to read.
 *
 * Ownership and lifetime: borrowed; valid during the callback.
 */
typedef struct shiptrack_attachment shiptrack_attachment;

/**
 * The data that was extracted from a document, which the callback fills.
 *
 * Ownership and lifetime: borrowed; valid during the callback.
 */
typedef struct shiptrack_extraction shiptrack_extraction;

/**
 * Reads a document that came with a message or was uploaded. Call shiptrack_extraction_set(),
 * shiptrack_extraction_text(), or both, and return SHIPTRACK_OK. If the callback does not handle this document, return
 * SHIPTRACK_OK without setting anything. Any other value means that reading failed; shiptrack_extraction_problem() adds
 * the reason, as does a call of shiptrack_extraction_set() that failed.
 *
 * The function runs on the thread that calls shiptrack_service_ingest_email(), creates a document from an upload, or
 * extracts a document again, or on a thread of the server; several threads may run it at the same time. Nothing is
 * locked, so it may call the service. It must return: no longjmp() past the library, no end of its thread, no
 * exception.
 */
typedef int32_t (*shiptrack_extractor_fn)(void *user_data,
                                          const struct shiptrack_attachment *attachment,
                                          const struct shiptrack_extraction *extraction);

/**
 * Sets the data that was extracted. `document_type` is the type of the document and may be NULL; `schema_version` is
 * the version of the schema of the data; `payload_json` is the data, a JSON object.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_extraction_set(const struct shiptrack_extraction *extraction,
                                 const char *document_type,
                                 const char *schema_version,
                                 const char *payload_json,
                                 struct shiptrack_error **error);

/**
 * Sets the text of the document, in UTF-8, and leaves the rest to the built-in reader, for example after recognizing the
 * text of a scanned image. The built-in reader adds the members that shiptrack_extraction_set() did not set, and the
 * type and the version if they are missing. The text itself is not stored.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_extraction_text(const struct shiptrack_extraction *extraction,
                                  const char *text,
                                  struct shiptrack_error **error);

/**
 * Sets a text for people that says why the document has this type: its `classification_notes`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_extraction_notes(const struct shiptrack_extraction *extraction,
                                   const char *text,
                                   struct shiptrack_error **error);

/**
 * Sets a text for people that says why reading failed. It appears in the log and as the `message` of the activity.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_extraction_problem(const struct shiptrack_extraction *extraction,
                                     const char *text,
                                     struct shiptrack_error **error);

/**
 * Name of the file.
 */
struct shiptrack_text shiptrack_attachment_name(const struct shiptrack_attachment *attachment);

/**
 * Media type.
 */
struct shiptrack_text shiptrack_attachment_content_type(const struct shiptrack_attachment *attachment);

/**
 * The content, which may be any bytes.
 */
struct shiptrack_text shiptrack_attachment_content(const struct shiptrack_attachment *attachment);

/**
 * Text of the message that the document was attached to; no value for an upload.
 */
struct shiptrack_text shiptrack_attachment_email_body(const struct shiptrack_attachment *attachment);

/**
 * Lets `callback` read documents that came with messages or were uploaded, after earlier extractors and before the
 * built-in one. `destroy` works as in shiptrack_service_options_carrier().
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_extractor(const struct shiptrack_service_options *options,
                                            shiptrack_extractor_fn callback,
                                            void *user_data,
                                            shiptrack_destroy_fn destroy,
                                            struct shiptrack_error **error);

/**
 * Makes this program able to read documents: call it as the first line of `main`, if the program links the library statically or names
 * itself with shiptrack_service_options_reader_command().
 *
 * PDF, XLSX and HTML documents are read in a process apart, so that a hostile file cannot end this one or take its memory. A
 * service starts the installed program `libexec/shiptrack/shiptrack-reader-<version>` for that; if it is not installed, it starts the
 * program that called this function again, with a marker in the environment. In the started process this function reads
 * the documents and does not return; otherwise it returns at once.
 */
void shiptrack_serve_reader(void);

/**
 * Sets the program that reads PDF, XLSX and HTML documents, with `count` arguments. It is started when the first such document
 * arrives, and must call shiptrack_serve_reader() of this version of the library. Without this call, the installed program
 * is used; if it is not installed, such documents are stored and wait.
 *
 * The setting `documents.readers` is the number of processes at once; with 0, such documents are stored and not read.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_reader_command(const struct shiptrack_service_options *options,
                                                 const char *program,
                                                 const char *const *arguments,
                                                 size_t count,
                                                 struct shiptrack_error **error);

/** @} */

/** @addtogroup service
 * @{ */

/**
 * The recommended number of threads of a worker: enough for some hundred receivers and carriers, of which a few do not
 * respond.
 */
#define SHIPTRACK_WORKER_THREADS 32

/**
 * A tracking service inside this process, stored in one SQLite file or in memory. It does nothing on its own: start a
 * worker with shiptrack_service_start_worker(), or call shiptrack_service_settle() or shiptrack_service_run_due().
 *
 * Ownership: yours; free it with shiptrack_service_free() when none of its calls is in progress.
 * Lifetime: clients, listings (`shiptrack_pages`) and servers made from it keep it alive, with its file, its worker
 * and its callbacks: it ends when the last of them is freed, after it has waited up to 10 seconds for callbacks on threads
 * of the worker. shiptrack_service_close() ends it at once. Only one process at a time can open a file.
 * Threads: any number of threads may use it at the same time. The library's own threads block the signals that are sent
 * to a process; callbacks run on them with the signal mask of the thread that started the worker. After a fork() its
 * calls in the child return SHIPTRACK_ERROR_FORKED; the child may free it, which does not affect the file. A child may
 * open another service, or this file after the parent has closed it: on Linux, after the first service was opened,
 * fork() waits until no other thread is in a transaction, or opens or closes a service, and the child closes the lock
 * file and the sockets of its parent. On other systems such a thread leaves SQLite locked in the child: stop the worker
 * first, or call exec().
 */
typedef struct shiptrack_service shiptrack_service;

/**
 * Settings of a service; each has a default. shiptrack_service_open() copies them, so you may reuse and free them.
 *
 * Ownership: yours; free it with shiptrack_service_options_free().
 * Threads: any number of threads may use it at the same time.
 */
typedef struct shiptrack_service_options shiptrack_service_options;

/**
 * Reports the progress of shiptrack_service_settle(), at the start and after each item: `done` look-ups and deliveries
 * were done since the call started, by any thread, and `left` are due. An item may make others due, so `left` can
 * rise; if there are many, it may differ from the exact number by one percent. It runs on the thread that called, with
 * nothing locked. Return 0 to continue; any other value ends the call with SHIPTRACK_ERROR_CANCELLED.
 *
 * The function must return: no longjmp() past the library, no end of its thread, no exception.
 */
typedef int32_t (*shiptrack_settle_progress_fn)(void *user_data, size_t done, uint64_t left);

/**
 * Called whenever something happened that a program which drives the service may want to handle: work was added or
 * done, so that shiptrack_service_next_due() or shiptrack_service_events() may return something else, or the service
 * was closed.
 *
 * It runs on the thread where it happened (of a caller, the worker or the server), with nothing locked; several
 * threads may run it at the same time. It should only wake the event loop of the program.
 *
 * The function must return: no longjmp() past the library, no end of its thread, no exception.
 */
typedef void (*shiptrack_wake_fn)(void *user_data);

/**
 * Sets a numeric setting of the service, `name`, to `number`. Names of times end in `_ms`: milliseconds. Counts are whole
 * numbers. A number out of its bounds is rejected with SHIPTRACK_ERROR_INVALID; shiptrack_error_pointer() is the name of the
 * setting.
 *
 * - `lifecycle`: How often a carrier is asked, and for how long.
 * - `following`: How long a shipment is tracked, and which estimates are preferred. If several sources estimate the same event, the weight of the source decides among estimates that are still ahead and that their sources confirmed within the last 72 hours. With equal weights, the estimate that was confirmed last is used. The setting `estimate_order` of an account changes the order for its shipments.
 * - `delivery`: How notifications are delivered to webhooks.
 * - `pace`: How many look-ups are sent to a carrier. Carriers do not wait for each other.
 * - `mail`: Limits of a message. A message that exceeds one is quarantined. If an attached message exceeds one, the outer message is not quarantined and has the problem `unread_attached_message`.
 * - `recording`: For how long, and how many, facts are stored about numbers that are not tracked yet; and how much unread EDI is stored.
 * - `documents`: Limits for uploaded files, and for the extraction of data from documents.
 * - `storage`: How the database file is opened, and how much memory its caches use.
 *
 * To set the pace of a single carrier, insert its code: `pace.MAEU.at_once`. Settings of its pace that are not set have the
 * value of the general pace at the time of the call.
 *
 * | Setting | Default | Bounds | Meaning |
 * |---|---|---|---|
 * | `look_up_timeout_ms` | 30,000 (30 seconds) | from 1 | How long one look-up may take. |
 * | `lifecycle.tries` | 14 | from 1 | Attempts before a request fails because its carrier is unreachable or its answers cannot be read. |
 * | `lifecycle.first_retry_ms` | 45,000 (45 seconds) | from 0 | Pause after the first failed attempt. Each pause is 1.75 times as long as the one before, varied at random by up to a fifth. |
 * | `lifecycle.manifest_check_ms` | 86,400,000 (1 day) | from 0 | Pause between look-ups while the carrier has no data yet. |
 * | `lifecycle.manifest_window_ms` | 604,800,000 (7 days) | from 0 | How long a request waits while the carrier has no data yet. |
 * | `lifecycle.refresh_ms` | 21,600,000 (6 hours) | from 0 | Pause between look-ups of a shipment whose position is unknown. |
 * | `lifecycle.before_loading_ms` | 21,600,000 (6 hours) | from 0 | Pause while a container is not on a vessel yet. For several containers, the shortest of their pauses applies. |
 * | `lifecycle.at_sea_ms` | 43,200,000 (12 hours) | from 0 | Pause while a container is at sea. |
 * | `lifecycle.near_port_ms` | 10,800,000 (3 hours) | from 0 | Pause while a container is at sea and its estimated arrival at the port of discharge is within three days. |
 * | `lifecycle.in_port_ms` | 10,800,000 (3 hours) | from 0 | Pause while a container is at the port of discharge. |
 * | `lifecycle.inland_ms` | 21,600,000 (6 hours) | from 0 | Pause while a container is on its way inland. |
 * | `lifecycle.awaiting_empty_ms` | 43,200,000 (12 hours) | from 0 | Pause while a container is with its consignee, until it is returned empty. |
 * | `lifecycle.silence_window_ms` | 4,838,400,000 (56 days) | from 0 | How long a shipment is tracked after the carrier last had data. |
 * | `following.arrival_window_ms` | 4,838,400,000 (56 days) | from 0 | How long a shipment is tracked after its last container arrived at its destination or, if the arrival was not reported, left the port of discharge laden. |
 * | `following.silence_window_ms` | 4,838,400,000 (56 days) | from 0 | How long a shipment is tracked without new facts. |
 * | `following.reported_correction_ms` | 3,600,000 (1 hour) | from 0 | By how much a published time can be corrected without a notification. |
 * | `following.terminal_silence_ms` | 259,200,000 (3 days) | from 0 | How long the terminal or railway at the place of a container may be silent before later statements of other sources about availability, fees and terminal count. A hold that is not confirmed for this time is marked. |
 * | `following.estimates_of_shipping_line` | 4 | from 1 | Weight of the estimates of a shipping line. Sources of a kind that has no setting weigh 2. |
 * | `following.estimates_of_terminal` | 3 | from 1 | Weight of the estimates of a terminal. |
 * | `following.estimates_of_rail` | 3 | from 1 | Weight of the estimates of a railway. |
 * | `following.estimates_of_ais` | 1 | from 1 | Weight of estimates from the positions of vessels (AIS). |
 * | `following.estimates_of_user_input` | 5 | from 1 | Weight of the estimates of a user. |
 * | `delivery.timeout_ms` | 15,000 (15 seconds) | from 1 | How long a receiver may take to answer. |
 * | `delivery.switch_off_after_ms` | 432,000,000 (5 days) | from 0 | How long a webhook may fail without a success before it is disabled. Time in which nothing was sent, because the program did not run, does not count. |
 * | `delivery.hosted_signature` | 1 | 1 or 0 | Whether deliveries also have the signature header of the hosted service, for receivers that do not know the headers of Standard Webhooks. The hosted signature does not cover the time, so a captured delivery can be sent again to a receiver that accepts this header. |
 * | `delivery.most_webhooks` | 100 | from 1 | Maximum number of webhooks of an account. Webhooks that exist when it is lowered stay. |
 * | `delivery.shipment_updates_in_feed` | 0 | 1 or 0 | Whether the event feed has `shipment.updated`, which reports corrected times and places of shipments. The hosted service does not have this event. Webhooks receive it if they list it. |
 * | `pace.at_once` | 2 | from 1 | Most look-ups to a carrier at the same time; after a failed look-up only one, until the next one succeeds. |
 * | `pace.look_ups` | no limit | from 1 | Most look-ups to a carrier that may begin within one window of time. |
 * | `pace.per_ms` | 60,000 (1 minute) | from 1 | Length of that window. |
 * | `mail.message_bytes` | 26,214,400 (25 MiB) | from 1 | Bytes of a message. |
 * | `mail.header_bytes` | 1,048,576 (1 MiB) | from 1 | Bytes of all header blocks of a message, including those of its parts and of attached messages. |
 * | `mail.fields` | 2,000 | from 1 | Fields of one header block. |
 * | `mail.depth` | 64 | from 0 | Nested multiparts. |
 * | `mail.parts` | 1,000 | from 1 | Parts of a message and of messages attached to it, including multiparts. |
 * | `mail.list_items` | 2,000 | from 1 | Addresses in one of `From`, `To` and `Cc`, and identifiers in `References`. |
 * | `mail.parameters` | 64 | from 1 | Parameters of one `Content-Type` or `Content-Disposition`. |
 * | `mail.text_bytes` | 1,048,576 (1 MiB) | from 0 | Bytes of the text of a body. It is limited because every listing of messages contains it. Attached documents are stored completely. |
 * | `recording.keep_ms` | 7,776,000,000 (90 days) | from 0 | How long a fact is stored while its number is not tracked. |
 * | `recording.most_kept` | 100,000 | from 0 | Maximum number of facts that are stored for an account; more are refused. |
 * | `recording.most_kept_of_mail` | 25,000 | from 0 | Facts that are sent by mail are refused if an account would store more facts than this, so that mail leaves the rest of `most_kept` to other sources. |
 * | `recording.most_unread_edi` | 67,108,864 | from 0 | Maximum size, in bytes, of the EDI messages without a recorded fact that are stored for an account; more are refused. |
 * | `documents.file_bytes` | 104,857,600 (100 MiB) | from 1 | Maximum size of an uploaded file in bytes; a larger file is refused. |
 * | `documents.most_waiting` | 1,073,741,824 | from 0 | Maximum size, in bytes, of the announced and uploaded files of an account that are not documents yet; more are refused. |
 * | `documents.link_lasts_ms` | 300,000 (5 minutes) | from 1 | How long the download URL of a document is valid. |
 * | `documents.read_bytes` | 16,777,216 (16 MiB) | from 0 | Maximum size of a document, in bytes, for it to be read; a larger one is stored, and its extraction fails. |
 * | `documents.read_pages` | 100 | from 1 | Maximum number of pages of a document that are read; later pages are ignored. |
 * | `documents.read_cells` | 200,000 | from 1 | Maximum number of cells of a table that are read; later cells are ignored. |
 * | `documents.read_text` | 4,194,304 | from 1 | Maximum size of the text that is searched, in bytes; later text is ignored. |
 * | `documents.read_time_ms` | 10,000 (10 seconds) | from 1 | How long reading a document may take. |
 * | `documents.read_memory` | 536,870,912 | from 1 | Maximum size of the memory of a reader process, in bytes. Linux keeps this limit; other systems do not. |
 * | `documents.readers` | 2 | from 0 | Maximum number of reader processes, and of documents that a worker reads at once. With 0, PDF, XLSX and HTML documents are stored without being read. |
 * | `documents.trusted_documents_in_process` | 0 | 1 or 0 | Reads PDF, XLSX and HTML documents in the process of the service, without limits of time and memory: a hostile file can end the process. Only for documents from trusted sources. |
 * | `documents.most_tracked` | 20 | from 1 | Maximum number of numbers of one message that are tracked, for an account that tracks the numbers in its mail. |
 * | `storage.busy_timeout_ms` | 10,000 (10 seconds) | from 0 | How long opening the file waits while another process has it open; 0 does not wait. A file that this process has open is an error at once. |
 * | `storage.cache_bytes` | 33,554,432 (32 MiB) | from 0 | Maximum size, in bytes, of the page caches of all connections to the database together. |
 * | `storage.check_bytes` | 67,108,864 (64 MiB) | from 0 | Size of a database, in bytes, up to which its structure is checked whenever it is opened. A larger one is only checked if it was not closed properly. |
 * | `storage.max_log_bytes` | 1,073,741,824 (1,024 MiB) | from 1 | Size of the write-ahead log, in bytes, from which writes are refused while another copy of SQLite in this process, such as Python's `sqlite3`, has the database open. Until then, the log grows, because it cannot be copied to the database. |
 * | `storage.migrate` | 1 | 1 or 0 | Whether a database of an older version is migrated, after a verified copy of it was written next to it. If not, opening it fails. |
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_number(const struct shiptrack_service_options *options,
                                         const char *name,
                                         double number,
                                         struct shiptrack_error **error);

/**
 * Opens the service in the SQLite file at `path`, and creates the file if it does not exist. `options` may be NULL;
 * you may reuse and free them afterwards.
 *
 * While the service is open, there are three files next to the database: SQLite's `-wal` and `-shm`, and
 * `<path>.lock`, which shows that the database is open. Opening it a second time returns SHIPTRACK_ERROR_STORE_BUSY: at
 * once if this process has it open, and after the time `storage.busy_timeout_ms` (10 s) if another process has it open;
 * see shiptrack_service_options_cancel_opening(). Do not delete the lock file: while a service is open, writes are
 * refused without it, and when the service is closed, it records whether the disk failed. A database that is missing or
 * empty although its lock file remembers one is refused with SHIPTRACK_ERROR_STORE. An empty path is rejected with
 * SHIPTRACK_ERROR_INVALID; `:memory:` is shiptrack_service_open_in_memory().
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_open(const char *path,
                               const struct shiptrack_service_options *options,
                               struct shiptrack_service **service,
                               struct shiptrack_error **error);

/**
 * Opens a service in memory, whose data are lost when it is closed. `options` may be NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_open_in_memory(const struct shiptrack_service_options *options,
                                         struct shiptrack_service **service,
                                         struct shiptrack_error **error);

/**
 * Creates a client of this service inside the process, without an API key and without rate limits. `account_id` is the
 * id of an account of the service, or NULL for the account `default`. The client uses the clock of the service.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_client(const struct shiptrack_service *service,
                                 const char *account_id,
                                 struct shiptrack_client **client,
                                 struct shiptrack_error **error);

/**
 * Does the work that is due now (look-ups, deliveries) on this thread, at most `max_items` items; 0 means all of them.
 * Calling it too early, twice, or from several threads is harmless. `done` receives the number of items, and may be
 * NULL. Callbacks of carriers run on this thread.
 *
 * The call blocks: items are done one after the other, a delivery for up to `delivery.timeout_ms` (15 s), a look-up as
 * long as its carrier takes (the built-in ones up to `look_up_timeout_ms`, 30 s). If your program must not block that
 * long, start a worker, or call this function with 1. An item that failed is postponed, and not retried in the same
 * call.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_run_due(const struct shiptrack_service *service,
                                  size_t max_items,
                                  size_t *done,
                                  struct shiptrack_error **error);

/**
 * Writes the time of the next due work to `unix_ms`, in milliseconds since 1970-01-01T00:00:00Z on the clock of the
 * service. Returns SHIPTRACK_ABSENT if no work is planned.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_next_due(const struct shiptrack_service *service,
                                   int64_t *unix_ms,
                                   struct shiptrack_error **error);

/**
 * Writes the time until the next due work to `sleep_ms`, in milliseconds, in the form of the timeout of poll(): 0 if
 * work is due, -1 if no work is planned.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_poll_timeout(const struct shiptrack_service *service,
                                       int32_t *sleep_ms,
                                       struct shiptrack_error **error);

/**
 * Starts a worker, which processes due work; this has no effect if a worker runs. It makes up to `threads` look-ups
 * of one account, 1 to 1,024, twice as many of several accounts, and up to `threads` deliveries (at least four) at the same time,
 * each on a thread. SHIPTRACK_WORKER_THREADS is recommended: threads are started when they are needed. One account gets at most
 * half of the deliveries. Callbacks of
 * carriers run on these threads. On a manual clock it fails with SHIPTRACK_ERROR_CONFIGURATION.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_start_worker(const struct shiptrack_service *service,
                                       size_t threads,
                                       struct shiptrack_error **error);

/**
 * Stops the worker after the work in progress, and cancels calls that wait. It has no effect if no worker runs or the
 * service is closed.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_stop_worker(const struct shiptrack_service *service, struct shiptrack_error **error);

/**
 * Closes the service, whatever objects still use it. Later calls of it, its clients, listings and servers return
 * SHIPTRACK_ERROR_CLOSED, calls in progress are cancelled, the worker and the servers stop, and the file is released.
 * The wake callback is called and the eventfd becomes readable, so that an event loop notices. All objects must still
 * be freed. Closing again has no effect.
 *
 * It waits for at most `timeout_ms` milliseconds (SHIPTRACK_DEFAULT_TIMEOUT: 10 seconds; SHIPTRACK_NO_LIMIT) until
 * callbacks on threads of the worker return. After that, the service is closed without them, and a warning in the log
 * names the carriers: such a callback keeps its thread and its `user_data` until it returns, its answer is ignored, and
 * the work is due again when the file is opened. Do not unload the library before it has returned.
 *
 * A call that is in progress on another thread of the program continues until it notices; until it has returned, it may
 * still call any callback. `destroy` runs after the last of them: during this call, or when such calls and callbacks
 * have returned and the listings made from the service are freed. So release the data of a callback in its `destroy`.
 */
int32_t shiptrack_service_close(const struct shiptrack_service *service,
                                int64_t timeout_ms,
                                struct shiptrack_error **error);

/**
 * Frees the service. NULL is ignored. Clients, listings and servers made from it continue to work, and keep its file,
 * its worker and its callbacks until the last of them is freed. shiptrack_service_close() ends it at once.
 */
void shiptrack_service_free(struct shiptrack_service *service);

/**
 * Processes an HTTP request as the server of this library does: for programs with their own web server, and for tests.
 *
 * `method` is `GET`, `POST`, `PATCH`, …; `path` starts with `/v2` and includes the query. `headers` may be NULL; the
 * `Authorization` field among them has the API key, whose permissions and rate limits apply. `body` has at most 1 MiB.
 * `response` receives the response, also if it reports an error: check shiptrack_response_http_status().
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_answer(const struct shiptrack_service *service,
                                 const char *method,
                                 const char *path,
                                 const struct shiptrack_headers *headers,
                                 const uint8_t *body,
                                 size_t body_length,
                                 struct shiptrack_response **response,
                                 struct shiptrack_error **error);

/**
 * Creates settings with their default values.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_new(struct shiptrack_service_options **options, struct shiptrack_error **error);

/**
 * Runs the service on a manual clock.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_clock(const struct shiptrack_service_options *options,
                                        const struct shiptrack_clock *clock,
                                        struct shiptrack_error **error);

/**
 * Ends the wait while another process has the file open (the setting `storage.busy_timeout_ms`, 10 seconds): opening the
 * service then returns SHIPTRACK_ERROR_CANCELLED. `cancel` may be cancelled before, and freed afterwards.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_cancel_opening(const struct shiptrack_service_options *options,
                                                 const struct shiptrack_cancel *cancel,
                                                 struct shiptrack_error **error);

/**
 * Passes `callback` the log lines of the service; it replaces an earlier callback. `destroy` works as in
 * shiptrack_service_options_carrier().
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_on_log(const struct shiptrack_service_options *options,
                                         shiptrack_log_fn callback,
                                         void *user_data,
                                         shiptrack_destroy_fn destroy,
                                         struct shiptrack_error **error);

/**
 * Permits deliveries to loopback addresses of this machine. By default, deliveries are sent to public addresses only.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_allow_loopback(const struct shiptrack_service_options *options,
                                                 struct shiptrack_error **error);

/**
 * Permits deliveries to this network, in CIDR form (`10.0.0.0/8`).
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_allow_network(const struct shiptrack_service_options *options,
                                                const char *network,
                                                struct shiptrack_error **error);

/**
 * Sets the rate limit of a bucket (SHIPTRACK_BUCKET_…) for each API key: at most `requests` requests, or
 * SHIPTRACK_NO_LIMIT, in any period of `window_ms` milliseconds. The period is the same for all buckets;
 * SHIPTRACK_DEFAULT_TIMEOUT means a minute. Without this call the limits are those of the hosted service.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_limit(const struct shiptrack_service_options *options,
                                        int32_t bucket,
                                        int64_t requests,
                                        int64_t window_ms,
                                        struct shiptrack_error **error);

/**
 * Frees the settings. NULL is ignored.
 */
void shiptrack_service_options_free(struct shiptrack_service_options *options);

/**
 * Does everything that is due now, for at most `timeout_ms` milliseconds: SHIPTRACK_DEFAULT_TIMEOUT and
 * SHIPTRACK_NO_LIMIT mean no limit. It is shiptrack_service_settle() without a callback and without its outputs. It
 * returns SHIPTRACK_OK also after a timeout, so it does not show whether work is left: call shiptrack_service_settle()
 * with `left` if you need to know.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_settle(const struct shiptrack_service *service, int64_t timeout_ms, struct shiptrack_error **error);

/**
 * Does everything that is due now, and what becomes due thereby, until nothing is due. Call it before you export data
 * if no worker was running: otherwise you export the data of the last run. Work that is scheduled for later is not
 * done, and a manual clock is not moved. It works on every clock, also while a worker runs.
 *
 * Items are done one after the other on this thread, each once: retries that become due meanwhile are left. Items that
 * cannot be done now are left, too: their carrier has no source of data, or their carrier or webhook is suspended
 * after failures (SHIPTRACK_ACTIVITY_RESTING). The function waits for the items that other threads are working on.
 *
 * `timeout_ms` is the longest time in milliseconds: SHIPTRACK_DEFAULT_TIMEOUT and SHIPTRACK_NO_LIMIT mean no limit.
 * After a timeout no item is started, but the item in progress is finished; with 0 nothing is done. A timeout is not
 * an error. `cancel` and `progress` may be NULL.
 *
 * `done` receives the number of items that were done. `left` receives the number of items that are due and were not
 * done; it is 0 if everything is done. Both may be NULL. The function returns SHIPTRACK_ERROR_CANCELLED if it was
 * cancelled, and SHIPTRACK_ERROR_CONFLICT if a callback calls it while the service is calling that callback, because
 * it would wait for itself.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_settle(const struct shiptrack_service *service,
                                 int64_t timeout_ms,
                                 const struct shiptrack_cancel *cancel,
                                 shiptrack_settle_progress_fn progress,
                                 void *user_data,
                                 size_t *done,
                                 uint64_t *left,
                                 struct shiptrack_error **error);

/**
 * Derives all shipments of an account (NULL for the account `default`) again that were derived by other rules: by an
 * earlier version of the library, or with other settings `following`. Nothing is notified for what differs. If
 * `dry_run` is not 0, nothing is stored. Without this call, each shipment is derived again at its next look-up.
 *
 * `report_json` receives a JSON object with `examined`, the number of these shipments, and with `shipments`: those that
 * differ, each with its `shipment` (the id), its `number` and its `changes`. A change has `container` (null for an
 * attribute of the shipment), `name`, `old` and `new`. It may be NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_rederive(const struct shiptrack_service *service,
                                   const char *account_id,
                                   int32_t dry_run,
                                   struct shiptrack_buffer **report_json,
                                   struct shiptrack_error **error);

/**
 * Calls `callback` whenever something happened and when the service is closed, in addition to earlier callbacks.
 * `destroy` is called with `user_data` when the service and every client, listing and server made from it are freed,
 * or when the callback is removed; it may be NULL. If this function fails, `user_data` stays yours.
 *
 * With NULL as `callback`, all callbacks of this function are removed and the other arguments are ignored. When the
 * function returns, none of them runs on any thread, none is called again, and each `destroy` was called. It waits for
 * callbacks that run on other threads, so do not hold a lock that they need. If one of the callbacks removes them, the
 * function returns at once; that call is the last, and its `destroy` runs when it ends. NULL is also accepted for a
 * closed service.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_on_wake(const struct shiptrack_service *service,
                                  shiptrack_wake_fn callback,
                                  void *user_data,
                                  shiptrack_destroy_fn destroy,
                                  struct shiptrack_error **error);

/**
 * Writes an eventfd to `descriptor` that becomes readable whenever something happened and when the service is closed:
 * for poll(), epoll and event loops. Read eight bytes from it to reset it, then call shiptrack_service_run_due() and
 * shiptrack_service_events().
 *
 * The service owns the descriptor and closes it when it is freed. Only Linux supports this; other systems return
 * SHIPTRACK_ERROR_CONFIGURATION.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_event_fd(const struct shiptrack_service *service,
                                   int32_t *descriptor,
                                   struct shiptrack_error **error);

/** @} */

/** @addtogroup simulator
 * @{ */

/**
 * A simulated carrier with simulated shipments, behind HTTP on 127.0.0.1: for tests. Its threads block the signals that
 * are sent to a process.
 *
 * Ownership: yours; free it with shiptrack_simulator_free(), which closes its connections. A service that was opened
 * with it continues to use it.
 * Threads: any number of threads may use it at the same time. After a fork() the child may only free it.
 */
typedef struct shiptrack_simulator shiptrack_simulator;

/**
 * Lets a simulated carrier answer look-ups for the carrier `scac`, or with NULL for every carrier without another
 * source. It answers for the time of the look-up, without HTTP.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_simulator(const struct shiptrack_service_options *options,
                                            const char *scac,
                                            const struct shiptrack_simulator *simulator,
                                            struct shiptrack_error **error);

/**
 * Starts a simulated carrier. `description` is the name of a scenario (`"direct"`, `"transshipment"`, `"moving_eta"`,
 * …), or a JSON object with a `scenario` and other settings: the `form` of answers, keys and tokens, a quota, and the
 * `faults` to inject; share/doc/shiptrack/simulator.md describes both. `clock` is its clock, or NULL for the clock of
 * the machine. Unless `description` says when the shipments begin, they are at the point of their scenario at which a
 * program first looks them up.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_simulator_open(const char *description,
                                 const struct shiptrack_clock *clock,
                                 struct shiptrack_simulator **simulator,
                                 struct shiptrack_error **error);

/**
 * Writes the simulated shipments as a JSON array to `journeys_json`: `scenario`, `booking`, `bill_of_lading`,
 * `containers`, the times at which each `begins`, is `tracked_at` and `ends`, and in `expected` the final `voyage`,
 * the `notices` on the way, each once, and the `stop_reason`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_simulator_journeys(const struct shiptrack_simulator *simulator,
                                     struct shiptrack_buffer **journeys_json,
                                     struct shiptrack_error **error);

/**
 * Sends the events since the last call to every receiver with an event subscription, on this machine only. `taken`
 * receives the number of callbacks that were accepted with a 2xx status, and may be NULL. The others are sent again by
 * the next call.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_simulator_call_back(const struct shiptrack_simulator *simulator,
                                      size_t *taken,
                                      struct shiptrack_error **error);

/**
 * The start of its URLs, such as `http://127.0.0.1:41234`. A GET request to any path returns events of DCSA Track &
 * Trace; a POST request to a path that ends with `token` returns an access token.
 */
struct shiptrack_text shiptrack_simulator_url(const struct shiptrack_simulator *simulator);

/**
 * Closes its connections and frees it. NULL is ignored.
 */
void shiptrack_simulator_free(struct shiptrack_simulator *simulator);

/** @} */

/** @addtogroup server
 * @{ */

/**
 * A running HTTP/1.1 server in front of a service. Its threads block the signals that are sent to a process.
 *
 * Ownership: yours; free it with shiptrack_server_free(), which stops it.
 * Lifetime: it keeps its service alive; closing the service stops it.
 * Threads: any number of threads may use it at the same time. After a fork() the child may only free it.
 */
typedef struct shiptrack_server shiptrack_server;

/**
 * Settings of a server; each has a default. shiptrack_server_start() copies them.
 *
 * Ownership: yours; free it with shiptrack_server_options_free().
 * Threads: any number of threads may use it at the same time.
 */
typedef struct shiptrack_server_options shiptrack_server_options;

/**
 * Sets a limit of a server, `name`, to `number`. Names of times end in `_ms`: milliseconds. A number out of its bounds is
 * rejected with SHIPTRACK_ERROR_INVALID; shiptrack_error_pointer() is the name of the limit.
 *
 * | Limit | Default | Bounds | Meaning |
 * |---|---|---|---|
 * | `head_deadline_ms` | 10,000 (10 seconds) | from 1 | Time for the head of a request, from its first byte, or from the opening of a new connection. After that the connection is cut. |
 * | `body_deadline_ms` | 30,000 (30 seconds) | from 1 | Time for the body of a request, from the end of the head. After that the response is 408. |
 * | `body_rate_bytes` | 65,536 (64 KiB) | from 1 | The minimum rate of a body: this many bytes in each `body_rate_period`, or the rest of the body. A slower one is answered with 408. This is the only time limit of an uploaded file. |
 * | `body_rate_period_ms` | 10,000 (10 seconds) | from 1 | The time in which `body_rate_bytes` must arrive. |
 * | `idle_deadline_ms` | 75,000 (75 seconds) | from 1 | How long an open connection may wait for its next request. Longer than the pause of a minute after which a client that exceeded its rate limit may send again, so that its connection is not closed at that moment. |
 * | `write_deadline_ms` | 30,000 (30 seconds) | from 1 | How long a client may leave a response unread. After that the connection is cut. |
 * | `stop_deadline_ms` | 10,000 (10 seconds) | from 0 | How long requests in flight may take to finish when the server stops. After that they are cancelled. |
 * | `head_bytes` | 32,768 (32 KiB) | from 1 | The largest head of a request in bytes; a larger one is answered with 431. A head can also have at most 100 fields. |
 * | `body_bytes` | 1,048,576 (1 MiB) | from 1 | The largest body of a request in bytes; a larger one is answered with 413. The service accepts at most a mebibyte. |
 * | `total_body_bytes` | 134,217,728 (128 MiB) | from 1 | The size of all bodies in memory at a time, in bytes; more is answered with 503. An account can use half of it. |
 * | `connections` | 1,024 | from 1 | Maximum number of connections at a time. A further one takes the place of a connection that waits for its client, of the account or address that has most, or else is answered with 503 and closed. At most three quarters of the files that the process may open, so that the rest is left for the host program and its database. |
 * | `handlers` | 32 | from 1 | Maximum number of threads for requests that may take long. They are started when needed. An account can use half of them. |
 * | `queue` | 256 | from 0 | How many requests may wait for such a thread. If there are more, a request of the account that has most of them is answered with 503. |
 */
SHIPTRACK_CHECKED
int32_t shiptrack_server_options_limit(const struct shiptrack_server_options *options,
                                       const char *name,
                                       int64_t number,
                                       struct shiptrack_error **error);

/**
 * Creates settings with their default values.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_server_options_new(struct shiptrack_server_options **options, struct shiptrack_error **error);

/**
 * Sets the address to listen on: an IP address or `localhost`, and a port (`127.0.0.1:8080`). Port 0 chooses a free
 * port. The default is `127.0.0.1:0`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_server_options_address(const struct shiptrack_server_options *options,
                                         const char *address,
                                         struct shiptrack_error **error);

/**
 * Sets the start of the links in responses. It is required behind a proxy, and when the server listens on all
 * addresses.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_server_options_public_url(const struct shiptrack_server_options *options,
                                            const char *url,
                                            struct shiptrack_error **error);

/**
 * Permits an address that other machines can reach. The server has no TLS: put a proxy with TLS in front of it.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_server_options_allow_remote(const struct shiptrack_server_options *options,
                                              struct shiptrack_error **error);

/**
 * Starts a server in front of the service. It accepts connections when this function returns. `options` may be NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_server_start(const struct shiptrack_service *service,
                               const struct shiptrack_server_options *options,
                               struct shiptrack_server **server,
                               struct shiptrack_error **error);

/**
 * Stops accepting connections, waits for the requests in progress, and closes the server. Stopping it again, or after
 * its service was closed, has no effect.
 */
int32_t shiptrack_server_stop(const struct shiptrack_server *server, struct shiptrack_error **error);

/**
 * Frees the settings. NULL is ignored.
 */
void shiptrack_server_options_free(struct shiptrack_server_options *options);

/**
 * The start of its URLs, such as `http://127.0.0.1:41234`. Append `/v2` for the base URL of a client.
 */
struct shiptrack_text shiptrack_server_url(const struct shiptrack_server *server);

/**
 * The address on which it listens, with its port.
 */
struct shiptrack_text shiptrack_server_address(const struct shiptrack_server *server);

/**
 * Stops the server and frees it. NULL is ignored.
 */
void shiptrack_server_free(struct shiptrack_server *server);

/** @} */

/** @addtogroup facts
 * @{ */

/**
 * The result of recording facts.
 *
 * Ownership: yours; free it with shiptrack_recording_report_free(). Its texts are valid until then.
 * Threads: any number of threads may read it at the same time.
 */
typedef struct shiptrack_recording_report shiptrack_recording_report;

/**
 * Records facts from a source that was not asked: a terminal, a trucker, an EDI message, a clerk. `number` is a bill
 * of lading, a booking or a container, in any spelling; `account_id` NULL means the account `default`. The facts are
 * recorded for each tracking request of the account that is for this number, or whose shipment has this container, as
 * if its carrier had reported them. Notifications are published at once. No carrier is asked. Earlier facts stay valid
 * even if they are not repeated here. The time of the next look-up does not change, unless the last container was
 * returned empty. Recording the same facts again adds nothing, but confirms estimates.
 *
 * `json` has the facts in the form of shiptrack_answer_facts(). A fact about a container does not need to name it.
 * Facts about a whole shipment (`particulars`) apply only to the shipment with the given number.
 *
 * Facts about a number that is not tracked are stored for some time (`recording.keep_ms`), and are used when the
 * number, or a shipment with that container, is tracked. If an account has more of them than `recording.most_kept`,
 * the call fails with SHIPTRACK_ERROR_CONFLICT and the code `too_many_kept_facts`. The output may be NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_record_facts(const struct shiptrack_service *service,
                                       const char *account_id,
                                       const char *number,
                                       const uint8_t *json,
                                       size_t json_length,
                                       struct shiptrack_recording_report **recorded,
                                       struct shiptrack_error **error);

/**
 * Checks facts without recording them. `count` receives their number, and may be NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_facts_check(const uint8_t *json, size_t json_length, size_t *count, struct shiptrack_error **error);

/**
 * Writes what looks wrong about facts that can be parsed: an unknown member, movement or phase, an unknown UN/LOCODE,
 * a container number with a wrong check digit, an implausible time. `doubts_json` receives a JSON array of sentences,
 * `[]` for no problem. The facts are judged as if received at `unix_ms`, in milliseconds since
 * 1970-01-01T00:00:00Z.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_facts_doubts(const uint8_t *json,
                               size_t json_length,
                               int64_t unix_ms,
                               struct shiptrack_buffer **doubts_json,
                               struct shiptrack_error **error);

/**
 * Writes the key of an event, for a fact that withdraws it: `{"withdrawn": "<key>"}`. `json` is the one
 * fact that was recorded, in the form of shiptrack_answer_facts(). Returns SHIPTRACK_ABSENT if the fact is not about
 * an event.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_fact_key(const uint8_t *json,
                           size_t json_length,
                           struct shiptrack_buffer **key,
                           struct shiptrack_error **error);

/**
 * The number of tracking requests that received the facts.
 */
size_t shiptrack_recording_report_count(const struct shiptrack_recording_report *recorded);

/**
 * The id of a tracking request that received the facts; `index` counts from 0.
 */
struct shiptrack_text shiptrack_recording_report_request_id(const struct shiptrack_recording_report *recorded,
                                                            size_t index);

/**
 * The id of its shipment; no value if its carrier has not reported any data yet, after which the shipment uses the
 * facts.
 */
struct shiptrack_text shiptrack_recording_report_shipment_id(const struct shiptrack_recording_report *recorded,
                                                             size_t index);

/**
 * The number of facts that were new to it.
 */
size_t shiptrack_recording_report_new_count(const struct shiptrack_recording_report *recorded, size_t index);

/**
 * The number of facts that were stored because no tracking request has the number yet; facts that were stored before
 * do not count.
 */
size_t shiptrack_recording_report_kept_count(const struct shiptrack_recording_report *recorded);

/**
 * The number of problems of the new facts.
 */
size_t shiptrack_recording_report_doubts_count(const struct shiptrack_recording_report *recorded);

/**
 * A sentence that says what looks wrong, such as an unknown member or an unknown UN/LOCODE; `index` counts from 0.
 * The facts are recorded nevertheless.
 */
struct shiptrack_text shiptrack_recording_report_doubt(const struct shiptrack_recording_report *recorded, size_t index);

/**
 * Frees the object. NULL is ignored.
 */
void shiptrack_recording_report_free(struct shiptrack_recording_report *recorded);

/** @} */

/** @addtogroup edi
 * @{ */

/**
 * A folder that receives EDI files. Files that were ingested completely move to its folder `done/`, all others to
 * `failed/`, each with a report next to it (`NAME.report.json`).
 *
 * Ownership: yours; free it with shiptrack_edi_folder_free().
 * Lifetime: it keeps its service alive.
 * Threads: any number of threads may use it at the same time; concurrent sweeps run one after the other.
 */
typedef struct shiptrack_edi_folder shiptrack_edi_folder;

/**
 * Ingests EDI for an account (NULL for the account `default`): one or more X12 or EDIFACT interchanges, as the bytes
 * that were received. Each message is recorded for the bookings, bills of lading and containers that it names, as
 * shiptrack_service_record_facts() does. An interchange that the account already has adds nothing; an interchange that
 * was interrupted by a crash is continued.
 *
 * `report_json` receives a JSON object with `interchanges`, each with its `messages`, whether it `is_repeated`, and
 * its `acknowledgement` (the 997 or CONTRL to send back, or null), and with the `problems` of the whole;
 * share/doc/shiptrack/edi.md describes it. It may be NULL.
 *
 * A message that cannot be decoded or recorded is stored: see shiptrack_service_unread_edi(). If there is no space for
 * such messages (`recording.most_unread_edi`), the call fails at the first one with SHIPTRACK_ERROR_CONFLICT and the
 * code `too_much_unread_edi`; the messages before it were ingested.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_ingest_edi(const struct shiptrack_service *service,
                                     const char *account_id,
                                     const uint8_t *bytes,
                                     size_t bytes_length,
                                     struct shiptrack_buffer **report_json,
                                     struct shiptrack_error **error);

/**
 * Writes the EDI messages of an account (NULL for the account `default`) that could not be ingested, newest
 * interchange first: a JSON array of objects with `id`, `sender`, `interchange_control_number`, `received_at`,
 * `report` and `text`, the message as it was received. `limit` is the largest number of messages; 0 returns none.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_unread_edi(const struct shiptrack_service *service,
                                     const char *account_id,
                                     size_t limit,
                                     struct shiptrack_buffer **unread_json,
                                     struct shiptrack_error **error);

/**
 * Deletes a stored EDI message that could not be ingested, and frees its space. `account_id` may be NULL for the
 * account `default`. Returns SHIPTRACK_ABSENT if no message has this id.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_discard_unread_edi(const struct shiptrack_service *service,
                                             const char *account_id,
                                             const char *id,
                                             struct shiptrack_error **error);

/**
 * Opens the folder at `path`, whose files shiptrack_edi_folder_sweep() ingests for an account (NULL for the account
 * `default`). The folder must exist; its subfolders are created. Because another program may still be writing a file,
 * a sweep ingests it only if an earlier sweep saw it and it has not changed for `quiet_ms` milliseconds;
 * SHIPTRACK_DEFAULT_TIMEOUT means 2,000. If `acknowledge` is not 0, the acknowledgements (997, CONTRL) are written to
 * its folder `out/`, one file for each interchange; another program sends them.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_edi_folder(const struct shiptrack_service *service,
                                     const char *account_id,
                                     const char *path,
                                     int64_t quiet_ms,
                                     int32_t acknowledge,
                                     struct shiptrack_edi_folder **folder,
                                     struct shiptrack_error **error);

/**
 * Ingests the files that are complete, oldest first, at most `limit`; 0 ingests none. `taken_json` receives a JSON
 * array with the result of each file: `file`, `taken_at`, `moved_to` (null if it stays because it could not be read or
 * moved), `report` (as from shiptrack_service_ingest_edi(); null if it was not read), `problem` (why it was not
 * ingested) and `acknowledgements`, the files that were written. It may be NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_edi_folder_sweep(const struct shiptrack_edi_folder *folder,
                                   size_t limit,
                                   struct shiptrack_buffer **taken_json,
                                   struct shiptrack_error **error);

/**
 * Frees the object. NULL is ignored.
 */
void shiptrack_edi_folder_free(struct shiptrack_edi_folder *folder);

/**
 * Defines what EDI senders mean by their codes, and which source their data have, in addition to the built-in
 * definitions. `senders_json` is a JSON object of senders, each with `codes` and `source`; share/doc/shiptrack/edi.md
 * describes it. An invalid definition is rejected with SHIPTRACK_ERROR_INVALID; the pointer is a JSON pointer such as
 * `/OCEANLINE/codes/Z9`. If you call it several times, later definitions have priority.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_edi_senders(const struct shiptrack_service_options *options,
                                              const char *senders_json,
                                              struct shiptrack_error **error);

/** @} */

/** @addtogroup push
 * @{ */

/**
 * Processes data that were sent without a look-up: a callback from a carrier's event subscription, or a signed report
 * of a source of yours. `headers` are the header fields and `body` the bytes as they were received, before they are
 * parsed.
 *
 * The data are recorded as shiptrack_service_record_facts() does: an event that is both sent and looked up is one
 * event, and the same data again add nothing. Respond with 204 if the function returns SHIPTRACK_OK, else with
 * shiptrack_error_http_status(): 401 for a missing or invalid signature, 404 for an unknown subscription, 413 for too
 * much data, 422 for data that cannot be decoded.
 *
 * `pushed_json` receives a JSON object that share/doc/shiptrack/push.md describes. It may be NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_receive_push(const struct shiptrack_service *service,
                                       const struct shiptrack_headers *headers,
                                       const uint8_t *body,
                                       size_t body_length,
                                       struct shiptrack_buffer **pushed_json,
                                       struct shiptrack_error **error);

/**
 * Permits a carrier or another source to send data to an account (NULL for the account `default`). `subscription` is a
 * JSON object: `carrier` with its code and, if known, `called` (the id of the subscription at the carrier), `number`
 * and `kind` (what it is about), and `secret` (base64, as the carrier received it); or `source` (`terminal`, `rail`,
 * …) with a `name` that you choose. If there is no secret, the service creates one.
 *
 * With `callback_url`, the service subscribes at the carrier, if its profile supports that: in the worker, or in
 * shiptrack_service_run_due(). It renews the subscription before it expires. If the same subscription exists, it is
 * returned.
 *
 * `subscription_json` receives the stored subscription with its `id` and `secret`; share/doc/shiptrack/push.md
 * describes it.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_add_subscription(const struct shiptrack_service *service,
                                           const char *account_id,
                                           const char *subscription,
                                           struct shiptrack_buffer **subscription_json,
                                           struct shiptrack_error **error);

/**
 * Writes the subscriptions of an account (NULL for the account `default`) to `subscriptions_json`, oldest first: a
 * JSON array.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_subscriptions(const struct shiptrack_service *service,
                                        const char *account_id,
                                        struct shiptrack_buffer **subscriptions_json,
                                        struct shiptrack_error **error);

/**
 * Replaces the secret of the subscription `id` of an account (NULL for the account `default`) by `secret`, or with
 * NULL by a new random one. Data signed with the old secret are accepted for `overlap_ms` milliseconds more;
 * SHIPTRACK_DEFAULT_TIMEOUT means a day. If the service subscribed at the carrier, it sends the carrier the new
 * secret.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_rotate_subscription(const struct shiptrack_service *service,
                                              const char *account_id,
                                              const char *id,
                                              const char *secret,
                                              int64_t overlap_ms,
                                              struct shiptrack_buffer **subscription_json,
                                              struct shiptrack_error **error);

/**
 * Removes the subscription `id` of an account (NULL for the account `default`): its data are rejected from now on. If
 * the service subscribed at the carrier, it cancels the subscription there.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_remove_subscription(const struct shiptrack_service *service,
                                              const char *account_id,
                                              const char *id,
                                              struct shiptrack_error **error);

/** @} */

/** @addtogroup hosted
 * @{ */

/**
 * Imports what an account at a hosted service tracks into an account of this service (NULL for the account `default`):
 * its tracking requests with their references, labels and customers, and the data of their shipments. `client` is a
 * client with the API key of the hosted account. Importing again adds nothing; an import that was interrupted by an
 * error, a crash or `cancel` continues where it stopped. Every carrier must have a source of tracking data in this
 * service; the hosted account can be that source (shiptrack_service_options_hosted()).
 *
 * `max_requests` ends the import after so many tracking requests, to be continued by the next call; 0 means no limit.
 * `max_pages` does so after so many pages of up to 100 tracking requests; 0 means 1,000. If `restart` is not 0, all of
 * the hosted account is read again. `timeout_ms` is the longest time of the call in milliseconds, with all pauses that
 * the hosted account requests; SHIPTRACK_DEFAULT_TIMEOUT means no limit. After it, the call fails with
 * SHIPTRACK_ERROR_TIMEOUT or SHIPTRACK_ERROR_RATE_LIMITED. `cancel` may be NULL. The call blocks while it reads the
 * hosted account and waits for the rate limit of the client.
 *
 * `adopted_json` receives a JSON object with `seen`, `created`, `existing`, `facts`, `skipped`, `not_taken` and
 * `is_complete`; share/doc/shiptrack/hosted.md describes it. It may be NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_adopt(const struct shiptrack_service *service,
                                const char *account_id,
                                const struct shiptrack_client *client,
                                size_t max_requests,
                                size_t max_pages,
                                int32_t restart,
                                int64_t timeout_ms,
                                const struct shiptrack_cancel *cancel,
                                struct shiptrack_buffer **adopted_json,
                                struct shiptrack_error **error);

/**
 * Processes a delivery from a webhook of a hosted account, for an account of this service (NULL for the account
 * `default`). `client` has the API key of the hosted account and `verifier` the secret of the webhook; `headers` are
 * the header fields and `body` the bytes as they were received. A signature that is not valid is rejected with
 * SHIPTRACK_ERROR_SIGNATURE.
 *
 * `notified_json` receives a JSON object whose `what` says what happened: `due` if a tracking request is now looked up
 * (its id is `tracking_request`), `taken_over` if it was imported (`adopted` has the report of
 * shiptrack_service_adopt()), `nothing` if this service does not track it. It may be NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_receive_hosted(const struct shiptrack_service *service,
                                         const char *account_id,
                                         const struct shiptrack_client *client,
                                         const struct shiptrack_verifier *verifier,
                                         const struct shiptrack_headers *headers,
                                         const uint8_t *body,
                                         size_t body_length,
                                         struct shiptrack_buffer **notified_json,
                                         struct shiptrack_error **error);

/**
 * Lets an account at a hosted service answer look-ups for the carrier `scac`, or with NULL for every carrier without
 * another source, about the numbers that the account tracks. `client` is a client with the API key of that account,
 * and may be freed afterwards.
 *
 * If `create_missing` is not 0, the account starts tracking a number that it does not track yet, which may cost money.
 * If `use_for_detection` is not 0, the account is also asked to which carrier a number belongs if the carrier is
 * unknown; this is ignored with `create_missing`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_hosted(const struct shiptrack_service_options *options,
                                         const char *scac,
                                         const struct shiptrack_client *client,
                                         int32_t create_missing,
                                         int32_t use_for_detection,
                                         struct shiptrack_error **error);

/** @} */

/** @addtogroup events
 * @{ */

/**
 * `tracking_request.succeeded`: The carrier returned data, and a shipment is linked to the tracking request.
 */
#define SHIPTRACK_EVENT_TRACKING_REQUEST_SUCCEEDED 1

/**
 * `tracking_request.failed`: The tracking request failed, and the carrier is not asked again.
 */
#define SHIPTRACK_EVENT_TRACKING_REQUEST_FAILED 2

/**
 * `tracking_request.awaiting_manifest`: The carrier has no data yet. This event is published only the first time.
 */
#define SHIPTRACK_EVENT_TRACKING_REQUEST_AWAITING_MANIFEST 3

/**
 * `tracking_request.tracking_stopped`: Tracking of the shipment stopped.
 */
#define SHIPTRACK_EVENT_TRACKING_REQUEST_TRACKING_STOPPED 4

/**
 * `shipment.estimated.arrival`: The estimated arrival at the port of discharge changed.
 */
#define SHIPTRACK_EVENT_SHIPMENT_ESTIMATED_ARRIVAL 5

/**
 * `container.created`: A container was added to a shipment.
 */
#define SHIPTRACK_EVENT_CONTAINER_CREATED 6

/**
 * `container.updated`: The data of the terminal about a container changed, or published times of the container were
 * corrected.
 */
#define SHIPTRACK_EVENT_CONTAINER_UPDATED 7

/**
 * `container.pod_terminal_changed`: The terminal where a container will be discharged changed.
 */
#define SHIPTRACK_EVENT_CONTAINER_POD_TERMINAL_CHANGED 8

/**
 * `container.pickup_lfd.changed`: The last free day that applies changed.
 */
#define SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_CHANGED 9

/**
 * `container.pickup_lfd_line.changed`: The last free day that the shipping line sets changed.
 */
#define SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_LINE_CHANGED 10

/**
 * `container.pickup_lfd_terminal.changed`: The last free day that the terminal sets changed.
 */
#define SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_TERMINAL_CHANGED 11

/**
 * `container.pickup_lfd_rail.changed`: The last free day that the railway sets changed.
 */
#define SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_RAIL_CHANGED 12

/**
 * `container.pickup_appointment.changed`: The pickup appointment of the container changed.
 */
#define SHIPTRACK_EVENT_CONTAINER_PICKUP_APPOINTMENT_CHANGED 13

/**
 * `container.transport.empty_out`: The empty container was picked up at the origin.
 */
#define SHIPTRACK_EVENT_TRANSPORT_EMPTY_OUT 14

/**
 * `container.transport.full_in`: The loaded container was delivered to the port of lading.
 */
#define SHIPTRACK_EVENT_TRANSPORT_FULL_IN 15

/**
 * `container.transport.vessel_loaded`: The container was loaded on the vessel at the port of lading.
 */
#define SHIPTRACK_EVENT_TRANSPORT_VESSEL_LOADED 16

/**
 * `container.transport.vessel_departed`: The vessel left the port of lading.
 */
#define SHIPTRACK_EVENT_TRANSPORT_VESSEL_DEPARTED 17

/**
 * `container.transport.transshipment_arrived`: The container arrived at a transshipment port.
 */
#define SHIPTRACK_EVENT_TRANSPORT_TRANSSHIPMENT_ARRIVED 18

/**
 * `container.transport.transshipment_discharged`: The container was discharged at a transshipment port.
 */
#define SHIPTRACK_EVENT_TRANSPORT_TRANSSHIPMENT_DISCHARGED 19

/**
 * `container.transport.transshipment_loaded`: The container was loaded on the next vessel.
 */
#define SHIPTRACK_EVENT_TRANSPORT_TRANSSHIPMENT_LOADED 20

/**
 * `container.transport.transshipment_departed`: The next vessel left the transshipment port.
 */
#define SHIPTRACK_EVENT_TRANSPORT_TRANSSHIPMENT_DEPARTED 21

/**
 * `container.transport.feeder_arrived`: The feeder vessel or barge arrived.
 */
#define SHIPTRACK_EVENT_TRANSPORT_FEEDER_ARRIVED 22

/**
 * `container.transport.feeder_discharged`: The container was discharged from the feeder vessel or barge.
 */
#define SHIPTRACK_EVENT_TRANSPORT_FEEDER_DISCHARGED 23

/**
 * `container.transport.feeder_loaded`: The container was loaded on the feeder vessel or barge.
 */
#define SHIPTRACK_EVENT_TRANSPORT_FEEDER_LOADED 24

/**
 * `container.transport.feeder_departed`: The feeder vessel or barge departed.
 */
#define SHIPTRACK_EVENT_TRANSPORT_FEEDER_DEPARTED 25

/**
 * `container.transport.vessel_arrived`: The vessel arrived at the port of discharge.
 */
#define SHIPTRACK_EVENT_TRANSPORT_VESSEL_ARRIVED 26

/**
 * `container.transport.vessel_berthed`: The vessel berthed at the port of discharge.
 */
#define SHIPTRACK_EVENT_TRANSPORT_VESSEL_BERTHED 27

/**
 * `container.transport.vessel_discharged`: The container was discharged at the port of discharge.
 */
#define SHIPTRACK_EVENT_TRANSPORT_VESSEL_DISCHARGED 28

/**
 * `container.transport.available`: The container can be picked up.
 */
#define SHIPTRACK_EVENT_TRANSPORT_AVAILABLE 29

/**
 * `container.transport.not_available`: The container can no longer be picked up.
 */
#define SHIPTRACK_EVENT_TRANSPORT_NOT_AVAILABLE 30

/**
 * `container.transport.full_out`: The loaded container was picked up, at the port or inland.
 */
#define SHIPTRACK_EVENT_TRANSPORT_FULL_OUT 31

/**
 * `container.transport.delivered`: A user marked the container as delivered.
 */
#define SHIPTRACK_EVENT_TRANSPORT_DELIVERED 32

/**
 * `container.transport.empty_in`: The empty container was returned.
 */
#define SHIPTRACK_EVENT_TRANSPORT_EMPTY_IN 33

/**
 * `container.transport.rail_loaded`: The container was loaded on a rail car.
 */
#define SHIPTRACK_EVENT_TRANSPORT_RAIL_LOADED 34

/**
 * `container.transport.rail_departed`: The train departed.
 */
#define SHIPTRACK_EVENT_TRANSPORT_RAIL_DEPARTED 35

/**
 * `container.transport.rail_arrived`: The train arrived at a rail terminal, at the destination or on the way.
 */
#define SHIPTRACK_EVENT_TRANSPORT_RAIL_ARRIVED 36

/**
 * `container.transport.rail_unloaded`: The container was unloaded from the rail car.
 */
#define SHIPTRACK_EVENT_TRANSPORT_RAIL_UNLOADED 37

/**
 * `container.transport.arrived_at_inland_destination`: The container reached its inland destination by rail.
 */
#define SHIPTRACK_EVENT_TRANSPORT_ARRIVED_AT_INLAND_DESTINATION 38

/**
 * `container.transport.estimated.vessel_departed`: The estimated departure from the port of lading changed.
 */
#define SHIPTRACK_EVENT_TRANSPORT_ESTIMATED_VESSEL_DEPARTED 39

/**
 * `container.transport.estimated.vessel_arrived`: The estimated arrival of this container at the port of discharge
 * changed.
 */
#define SHIPTRACK_EVENT_TRANSPORT_ESTIMATED_VESSEL_ARRIVED 40

/**
 * `container.transport.estimated.arrived_at_inland_destination`: The estimated arrival at the inland destination
 * changed.
 */
#define SHIPTRACK_EVENT_TRANSPORT_ESTIMATED_ARRIVED_AT_INLAND_DESTINATION 41

/**
 * `document.extracted`: Data was extracted from a document.
 */
#define SHIPTRACK_EVENT_DOCUMENT_EXTRACTED 42

/**
 * `document.extraction_failed`: No data could be extracted from a document.
 */
#define SHIPTRACK_EVENT_DOCUMENT_EXTRACTION_FAILED 43

/**
 * `shipment.updated`: Published times or places of the shipment were corrected. This event is an extension: only
 * webhooks that list it receive it.
 */
#define SHIPTRACK_EVENT_SHIPMENT_UPDATED 44

/**
 * `webhook.disabled`: The service disabled a webhook, because its receiver is gone or failed for too long. This event
 * is an extension: only webhooks that list it receive it.
 */
#define SHIPTRACK_EVENT_WEBHOOK_DISABLED 45

/**
 * `tracking_request.deleted`: The tracking request was deleted. This event is an extension: only webhooks that list it
 * receive it.
 */
#define SHIPTRACK_EVENT_TRACKING_REQUEST_DELETED 46

/**
 * Events of a service, in the order in which they happened.
 *
 * Ownership: yours; free it with shiptrack_events_free(). Objects borrowed from it are valid until then.
 * Threads: any number of threads may read it at the same time.
 */
typedef struct shiptrack_events shiptrack_events;

/**
 * The name of a value of SHIPTRACK_EVENT_…, as in the interface; no value for another number. The text is static.
 */
struct shiptrack_text shiptrack_event_name(int32_t code);

/**
 * Writes the events of an account (NULL for the account `default`) after the sequence number `after` to `events`; 0
 * starts at the first event. `limit` is the largest number of events; 0 returns none. To continue, pass the sequence
 * number of the last event that you processed; it stays valid when the service is opened again.
 *
 * The first look-up of a shipment publishes no past events: only `tracking_request.succeeded`, and a
 * `container.created` for each container. The past is in the shipment, its containers and their transport events
 * (shiptrack_transport_event_list()); later events are published.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_events(const struct shiptrack_service *service,
                                 const char *account_id,
                                 uint64_t after,
                                 size_t limit,
                                 struct shiptrack_events **events,
                                 struct shiptrack_error **error);

/**
 * As shiptrack_service_events(), but if there are no events it waits for at least one, and processes due work on
 * this thread. `timeout_ms` is the longest wait in milliseconds: SHIPTRACK_DEFAULT_TIMEOUT and SHIPTRACK_NO_LIMIT mean
 * no limit, 0 does not wait. After the timeout the list is empty; work that is in progress is finished first, as in
 * shiptrack_service_run_due(). `cancel` may be NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_wait_events(const struct shiptrack_service *service,
                                      const char *account_id,
                                      uint64_t after,
                                      size_t limit,
                                      int64_t timeout_ms,
                                      const struct shiptrack_cancel *cancel,
                                      struct shiptrack_events **events,
                                      struct shiptrack_error **error);

/**
 * Writes the notification of the event at `index`, from 0, to `notification`: a resource of type
 * `webhook_notification` that is borrowed from `events`. Returns SHIPTRACK_DONE past the end.
 *
 * The resource that the event is about is `shiptrack_resource_related(notification, "reference_object", 0)`; its type
 * (shiptrack_resource_type()) depends on the event:
 *
 * | Event | Type of `reference_object` |
 * |---|---|
 * | `tracking_request.…` | `tracking_request` |
 * | `container.transport.…`, `container.pickup_lfd….changed`, `container.pickup_appointment.changed` | `transport_event` |
 * | `container.created` | `container_created_event` |
 * | `container.updated` | `container_updated_event`; the attribute `changeset` has the old and new values |
 * | `container.pod_terminal_changed` | `container_pod_terminal_changed_event` |
 * | `shipment.estimated.arrival` | `estimated_event`; the attribute `estimated_timestamp` has the arrival |
 * | `shipment.updated` (only if `delivery.shipment_updates_in_feed` is set) | `shipment_updated_event`; the attribute `changeset` has the old and new values |
 * | `webhook.disabled` | `webhook`, without secret and headers |
 * | `document.…` | no `reference_object`: the document is `shiptrack_resource_related(notification, "document", 0)` |
 *
 * `transport_event` has its own getters; read the attributes of the other types that end in `_event` with
 * shiptrack_resource_attribute(). The container and the shipment of an event are
 * `shiptrack_resource_related_id(object, "container", 0)` and `"shipment"`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_events_notification(const struct shiptrack_events *events,
                                      size_t index,
                                      const struct shiptrack_resource **notification,
                                      struct shiptrack_error **error);

/**
 * The number of events.
 */
size_t shiptrack_events_count(const struct shiptrack_events *events);

/**
 * The sequence number of an event in the feed; `index` counts from 0. 0 past the end.
 */
uint64_t shiptrack_events_sequence(const struct shiptrack_events *events, size_t index);

/**
 * The name of the event: `tracking_request.succeeded`, `container.transport.vessel_arrived`, …
 */
struct shiptrack_text shiptrack_events_name(const struct shiptrack_events *events, size_t index);

/**
 * Time stamp of its publication.
 */
struct shiptrack_text shiptrack_events_created_at(const struct shiptrack_events *events, size_t index);

/**
 * The notification document, as a webhook receives it.
 */
struct shiptrack_text shiptrack_events_document_json(const struct shiptrack_events *events, size_t index);

/**
 * The event as a number: SHIPTRACK_EVENT_….
 */
int32_t shiptrack_events_code(const struct shiptrack_events *events, size_t index);

/**
 * Frees the events. NULL is ignored.
 */
void shiptrack_events_free(struct shiptrack_events *events);

/** @} */

/** @addtogroup signatures
 * @{ */

/**
 * The signature covers only the body of the delivery: it may have been captured and sent again.
 */
#define SHIPTRACK_SCHEME_HOSTED 1

/**
 * The signature follows Standard Webhooks: it covers id, time stamp and body.
 */
#define SHIPTRACK_SCHEME_STANDARD 2

/**
 * Verifies deliveries with the secrets of a webhook. It prepares its keys once, so create one and share it.
 *
 * Ownership: yours; free it with shiptrack_verifier_free().
 * Threads: any number of threads may use it at the same time.
 */
typedef struct shiptrack_verifier shiptrack_verifier;

/**
 * The name of a value of SHIPTRACK_SCHEME_…, such as `standard`; no value for another number. The text is static.
 */
struct shiptrack_text shiptrack_scheme_name(int32_t code);

/**
 * Creates a verifier that accepts a signature by any of `secrets_count` secrets. Pass the old and the new secret while
 * you rotate them.
 *
 * `tolerance_ms` is the greatest difference between a signed time stamp and the time of receipt, in milliseconds, in
 * both directions. SHIPTRACK_DEFAULT_TIMEOUT means five minutes.
 *
 * `require_timestamp` decides about deliveries without a signed time stamp, as the hosted service sends them: 1
 * rejects them, -1 accepts them, and 0 lets the secrets decide. A secret of the form `whsec_…` is one of Standard
 * Webhooks, which a service in this process uses, and requires a signed time stamp; any other secret is one of the
 * hosted service and does not. Anyone who captures a delivery without a signed time stamp can send it again at any
 * time, so store the ids of the notifications that you have processed.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_verifier_new(const char *const *secrets,
                               size_t secrets_count,
                               int64_t tolerance_ms,
                               int32_t require_timestamp,
                               struct shiptrack_verifier **verifier,
                               struct shiptrack_error **error);

/**
 * Verifies a delivery: `headers` are its header fields, `body` its raw bytes, and `unix_ms` the time of receipt, in
 * milliseconds since 1970-01-01T00:00:00Z. Parse the body only after this function succeeds. If the delivery is not
 * valid, it returns SHIPTRACK_ERROR_SIGNATURE.
 *
 * `scheme` receives SHIPTRACK_SCHEME_…. With SHIPTRACK_SCHEME_STANDARD, `id` receives the signed id, borrowed from
 * `headers`, and `signed_unix_ms` the time of signing. The hosted scheme signs neither: then `id` has no value, and
 * `signed_unix_ms` does not change. Each of the three may be NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_verifier_verify(const struct shiptrack_verifier *verifier,
                                  const struct shiptrack_headers *headers,
                                  const uint8_t *body,
                                  size_t body_length,
                                  int64_t unix_ms,
                                  int32_t *scheme,
                                  struct shiptrack_text *id,
                                  int64_t *signed_unix_ms,
                                  struct shiptrack_error **error);

/**
 * Frees the object. NULL is ignored.
 */
void shiptrack_verifier_free(struct shiptrack_verifier *verifier);

/** @} */

/** @addtogroup account
 * @{ */

/**
 * Name of the company that owns the account.
 */
struct shiptrack_text shiptrack_account_company_name(const struct shiptrack_resource *resource);

/**
 * Creates an account. `name` is the name that your program uses for it, and must be new; `company_name` is the name of
 * the company. `account` receives a resource with the attributes `name`, `company_name`, `created_at`, the settings of
 * shiptrack_service_set_account(), the list `estimate_order` of shiptrack_service_set_estimate_order(), and the list
 * `allowed_senders` and the text `authentication_server` of shiptrack_service_set_allowed_senders(), and the list
 * `indirect_senders` of shiptrack_service_set_indirect_senders().
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_create_account(const struct shiptrack_service *service,
                                         const char *name,
                                         const char *company_name,
                                         struct shiptrack_resource **account,
                                         struct shiptrack_error **error);

/**
 * Writes the account with this name to `account`. `name` is the one that shiptrack_service_create_account() was given.
 * Every service has an account with the name `default`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_account(const struct shiptrack_service *service,
                                  const char *name,
                                  struct shiptrack_resource **account,
                                  struct shiptrack_error **error);

/**
 * Writes all accounts to `accounts`, oldest first, as a page of `account` resources.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_accounts(const struct shiptrack_service *service,
                                   struct shiptrack_page **accounts,
                                   struct shiptrack_error **error);

/**
 * Switches an automatic function of an account (NULL for the account `default`) on (`is_on` is not 0) or off (0). All
 * are off by default. `setting` is one of:
 *
 * - `track_numbers_in_mail`: numbers in incoming mail that no tracking request has are tracked, if their carrier can
 *   be asked;
 * - `record_arrival_notices`: arrival, vessel and last free day in arrival notices are recorded as facts with the
 *   source `user_input`, if the notice was uploaded or mailed by an allowed sender.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_set_account(const struct shiptrack_service *service,
                                      const char *account_id,
                                      const char *setting,
                                      int32_t is_on,
                                      struct shiptrack_error **error);

/**
 * Sets the order in which the estimates of sources are preferred for the shipments of an account (NULL for the account
 * `default`). `estimate_order` lists `count` kinds of sources, the most preferred one first, each at most once:
 * `shipping_line`, `terminal`, `rail`, `ais`, `user_input`. Kinds that are not listed follow in the order of the service,
 * which the settings `following.estimates_of_…` determine. A `count` of 0 restores the order of the service.
 *
 * The order applies to each shipment from its next look-up on. What changes for this reason is not notified.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_set_estimate_order(const struct shiptrack_service *service,
                                             const char *account_id,
                                             const char *const *estimate_order,
                                             size_t count,
                                             struct shiptrack_error **error);

/**
 * Sets the senders whose mail may report facts for an account (NULL for the account `default`): attached EDI, and arrival
 * notices if `record_arrival_notices` is on. `allowed_senders` lists `count` addresses (`edi@line.example`) and domains
 * (`line.example`, without its subdomains). A `count` of 0, the default, allows no sender. Mail of other senders is
 * stored, but reports no facts.
 *
 * `authentication_server` is the name under which your mail server writes `Authentication-Results` (RFC 8601) into
 * messages. Then its topmost result must confirm the domain of the sender. NULL or an empty text for no name: then the
 * topmost result of any server decides, and a message without a result is accepted, although anyone can forge a sender.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_set_allowed_senders(const struct shiptrack_service *service,
                                              const char *account_id,
                                              const char *const *allowed_senders,
                                              size_t count,
                                              const char *authentication_server,
                                              struct shiptrack_error **error);

/**
 * Sets the senders whose mail may report facts also if its content may be from someone else, for an account (NULL for the
 * account `default`): bounces, automatic replies, mail of mailing lists, and messages that are attached to a message.
 * `indirect_senders` lists `count` addresses and domains; each must be in the list of
 * shiptrack_service_set_allowed_senders(), too. A `count` of 0, the default, allows no sender. List addresses of people
 * who forward carriers' messages, and no domain: the mail server of a domain returns messages of strangers.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_set_indirect_senders(const struct shiptrack_service *service,
                                               const char *account_id,
                                               const char *const *indirect_senders,
                                               size_t count,
                                               struct shiptrack_error **error);

/**
 * Creates an API key for an account (NULL for the account `default`). `name` is a name for people. If `read_only` is
 * not 0, the key permits only reading. `key` receives a resource whose attribute `key` is the API key. The service
 * cannot return the API key again, so store it.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_create_key(const struct shiptrack_service *service,
                                     const char *account_id,
                                     const char *name,
                                     int32_t read_only,
                                     struct shiptrack_resource **key,
                                     struct shiptrack_error **error);

/**
 * Writes the API keys of an account (NULL for the account `default`) to `keys`, oldest first, including revoked ones,
 * as a page of `api_key` resources with the attributes `name`, `hint` (the first characters), `read_only`,
 * `unlimited` (whether the key has no rate limits), `created_at` and `revoked_at`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_keys(const struct shiptrack_service *service,
                               const char *account_id,
                               struct shiptrack_page **keys,
                               struct shiptrack_error **error);

/**
 * Revokes the API key with the id `key_id` at once. Revoking it again has no effect.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_revoke_key(const struct shiptrack_service *service,
                                     const char *account_id,
                                     const char *key_id,
                                     struct shiptrack_error **error);

/** @} */

/** @addtogroup container
 * @{ */

/**
 * `new`: The container is tracked, and no milestone is known yet.
 */
#define SHIPTRACK_CONTAINER_STATUS_NEW 1

/**
 * `on_ship`: The container is on a vessel: it was loaded and is not yet discharged.
 */
#define SHIPTRACK_CONTAINER_STATUS_ON_SHIP 2

/**
 * `available`: The container is at the terminal and can be picked up.
 */
#define SHIPTRACK_CONTAINER_STATUS_AVAILABLE 3

/**
 * `not_available`: The container is at the terminal and cannot be picked up.
 */
#define SHIPTRACK_CONTAINER_STATUS_NOT_AVAILABLE 4

/**
 * `grounded`: The container is off the vessel or train, and it is unknown whether it can be picked up.
 */
#define SHIPTRACK_CONTAINER_STATUS_GROUNDED 5

/**
 * `on_rail`: The container is on a rail car.
 */
#define SHIPTRACK_CONTAINER_STATUS_ON_RAIL 6

/**
 * `picked_up`: The loaded container has left the terminal.
 */
#define SHIPTRACK_CONTAINER_STATUS_PICKED_UP 7

/**
 * `off_dock`: The container was moved to another yard, where it can be picked up.
 */
#define SHIPTRACK_CONTAINER_STATUS_OFF_DOCK 8

/**
 * `delivered`: A user marked the container as delivered.
 */
#define SHIPTRACK_CONTAINER_STATUS_DELIVERED 9

/**
 * `dropped`: The container was dropped. The hosted service does not document the meaning of this value.
 */
#define SHIPTRACK_CONTAINER_STATUS_DROPPED 10

/**
 * `loaded`: The container was loaded. The hosted service does not document the meaning of this value.
 */
#define SHIPTRACK_CONTAINER_STATUS_LOADED 11

/**
 * `empty_returned`: The empty container was returned, which ends its tracking.
 */
#define SHIPTRACK_CONTAINER_STATUS_EMPTY_RETURNED 12

/**
 * `awaiting_inland_transfer`: The container is off the vessel and continues by rail.
 */
#define SHIPTRACK_CONTAINER_STATUS_AWAITING_INLAND_TRANSFER 13

/**
 * The name of a value of SHIPTRACK_CONTAINER_STATUS_…, as in the interface; no value for another number. The text is
 * static.
 */
struct shiptrack_text shiptrack_container_status_name(int32_t code);

/**
 * Container number (ISO 6346).
 */
struct shiptrack_text shiptrack_container_number(const struct shiptrack_resource *resource);

/**
 * The number of items of shiptrack_container_ref_numbers_at().
 */
size_t shiptrack_container_ref_numbers_count(const struct shiptrack_resource *resource);

/**
 * References of the customer for the container. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_container_ref_numbers_at(const struct shiptrack_resource *resource, size_t index);

/**
 * Type of the container: `dry`, `reefer`, `open top`, `flat rack`, `bulk` or `tank`; no value if unknown.
 */
struct shiptrack_text shiptrack_container_equipment_type(const struct shiptrack_resource *resource);

/**
 * Length of the container in feet: 10, 20, 40 or 45; no value if unknown. Writes it to `value`. Returns
 * SHIPTRACK_ABSENT if there is no value.
 */
int32_t shiptrack_container_equipment_length(const struct shiptrack_resource *resource, int64_t *value);

/**
 * Height of the container: `standard` or `high_cube`; no value if unknown.
 */
struct shiptrack_text shiptrack_container_equipment_height(const struct shiptrack_resource *resource);

/**
 * Weight in pounds, as reported by the shipping line; 0 or no value if unknown. Writes it to `value`. Returns
 * SHIPTRACK_ABSENT if there is no value.
 */
int32_t shiptrack_container_weight_in_lbs(const struct shiptrack_resource *resource, double *value);

/**
 * Kind of the weight, such as `verified gross mass`, `gross` or `tare`; missing if unknown. Only the embedded service
 * reports it.
 */
struct shiptrack_text shiptrack_container_weight_kind(const struct shiptrack_resource *resource);

/**
 * Time when the service created the container.
 */
struct shiptrack_text shiptrack_container_created_at(const struct shiptrack_resource *resource);

/**
 * Number of the seal on the doors; no value if unknown.
 */
struct shiptrack_text shiptrack_container_seal_number(const struct shiptrack_resource *resource);

/**
 * The number of items of shiptrack_container_seals_at().
 */
size_t shiptrack_container_seals_count(const struct shiptrack_resource *resource);

/**
 * Numbers of all seals that the sources report, that of `seal_number` first: a seal may be replaced after an
 * examination. Only the embedded service reports them. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_container_seals_at(const struct shiptrack_resource *resource, size_t index);

/**
 * Last free day that applies where the container is picked up; no value if unknown. The embedded service returns the
 * earliest one: at the port that of the terminal or the shipping line, at the inland destination that of the railway
 * or the shipping line. The hosted service returns that of the shipping line, else of the terminal, else of the
 * railway.
 */
struct shiptrack_text shiptrack_container_pickup_lfd(const struct shiptrack_resource *resource);

/**
 * `true` if `pickup_lfd` was given before the container arrived, so that it may move with the arrival; missing
 * otherwise. Only the embedded service reports it. 1 yes, 0 no, -1 if there is no value.
 */
int32_t shiptrack_container_pickup_lfd_may_move(const struct shiptrack_resource *resource);

/**
 * Last free day that applied when the container was picked up; missing before that. Only the embedded service reports
 * it.
 */
struct shiptrack_text shiptrack_container_pickup_lfd_at_pickup(const struct shiptrack_resource *resource);

/**
 * The number of items. Fees at the terminal when the container was picked up; missing before that. Only the embedded
 * service reports them.
 */
size_t shiptrack_container_fees_at_pickup_count(const struct shiptrack_resource *resource);

/**
 * Kind of the fee: `demurrage`, `exam`, `extended_dwell_time`, `other` or `total`. A `total` can include the other
 * fees.
 */
struct shiptrack_text shiptrack_container_fees_at_pickup_type(const struct shiptrack_resource *resource, size_t index);

/**
 * Amount of the fee, with the digits that the source sent; 0 is an amount. Writes it to `value`. Returns
 * SHIPTRACK_ABSENT if there is no value.
 */
int32_t shiptrack_container_fees_at_pickup_amount(const struct shiptrack_resource *resource,
                                                  size_t index,
                                                  double *value);

/**
 * Amount of the fee, with the digits that the source sent; 0 is an amount. As a text, with the digits that were
 * received.
 */
struct shiptrack_text shiptrack_container_fees_at_pickup_amount_text(const struct shiptrack_resource *resource,
                                                                     size_t index);

/**
 * Currency of the amount (ISO 4217); no value if the terminal does not report it.
 */
struct shiptrack_text shiptrack_container_fees_at_pickup_currency_code(const struct shiptrack_resource *resource,
                                                                       size_t index);

/**
 * Time of the pickup appointment at the terminal; no value if there is no appointment.
 */
struct shiptrack_text shiptrack_container_pickup_appointment_at(const struct shiptrack_resource *resource);

/**
 * Whether the terminal reports availability for pickup; if not, `available_for_pickup` has no meaning. 1 yes, 0 no, -1
 * if there is no value.
 */
int32_t shiptrack_container_availability_known(const struct shiptrack_resource *resource);

/**
 * Whether the container can be picked up, as reported by the terminal; no value if the terminal does not report it. 1
 * yes, 0 no, -1 if there is no value.
 */
int32_t shiptrack_container_available_for_pickup(const struct shiptrack_resource *resource);

/**
 * Time when the vessel arrived at the port of discharge; no value before that.
 */
struct shiptrack_text shiptrack_container_pod_arrived_at(const struct shiptrack_resource *resource);

/**
 * Time when the container was discharged at the port of discharge; no value before that.
 */
struct shiptrack_text shiptrack_container_pod_discharged_at(const struct shiptrack_resource *resource);

/**
 * Time when the loaded container was picked up at the port of discharge; no value before that, and usually if it
 * continues by rail.
 */
struct shiptrack_text shiptrack_container_pod_full_out_at(const struct shiptrack_resource *resource);

/**
 * Time when the data of the terminal was last read; no value if never.
 */
struct shiptrack_text shiptrack_container_terminal_checked_at(const struct shiptrack_resource *resource);

/**
 * Number of the chassis on which the container was picked up; no value if unknown.
 */
struct shiptrack_text shiptrack_container_pod_full_out_chassis_number(const struct shiptrack_resource *resource);

/**
 * Position in the yard of the terminal, as free text of the terminal; no value if unknown.
 */
struct shiptrack_text shiptrack_container_location_at_pod_terminal(const struct shiptrack_resource *resource);

/**
 * Time when the container was picked up at the inland destination; no value before that, and if it has no inland
 * destination.
 */
struct shiptrack_text shiptrack_container_final_destination_full_out_at(const struct shiptrack_resource *resource);

/**
 * Time when the empty container was returned; no value before that.
 */
struct shiptrack_text shiptrack_container_empty_terminated_at(const struct shiptrack_resource *resource);

/**
 * The number of items. Holds at the terminal at the port of discharge and at the inland terminal; empty if there are
 * no holds.
 */
size_t shiptrack_container_holds_count(const struct shiptrack_resource *resource);

/**
 * Kind of the hold: `freight`, `customs`, `USDA`, `VACIS`, `TMF` or `other`; terminals also send other names.
 */
struct shiptrack_text shiptrack_container_holds_name(const struct shiptrack_resource *resource, size_t index);

/**
 * Status of the hold: `pending` or `hold`.
 */
struct shiptrack_text shiptrack_container_holds_status(const struct shiptrack_resource *resource, size_t index);

/**
 * Description by the terminal; empty or no value if the terminal gives none.
 */
struct shiptrack_text shiptrack_container_holds_description(const struct shiptrack_resource *resource, size_t index);

/**
 * More about the hold, in the words of the terminal; left out if the terminal gives none.
 */
struct shiptrack_text shiptrack_container_holds_detail(const struct shiptrack_resource *resource, size_t index);

/**
 * When the source of the hold last confirmed it, if that is longer ago than usual; left out otherwise. Only the
 * embedded service reports it.
 */
struct shiptrack_text shiptrack_container_holds_unconfirmed_since(const struct shiptrack_resource *resource,
                                                                  size_t index);

/**
 * The number of items. Fees at the terminal at the port of discharge and at the inland terminal; empty if there are no
 * fees.
 */
size_t shiptrack_container_fees_count(const struct shiptrack_resource *resource);

/**
 * Kind of the fee: `demurrage`, `exam`, `extended_dwell_time`, `other` or `total`. A `total` can include the other
 * fees.
 */
struct shiptrack_text shiptrack_container_fees_type(const struct shiptrack_resource *resource, size_t index);

/**
 * Amount of the fee, with the digits that the source sent; 0 is an amount. Writes it to `value`. Returns
 * SHIPTRACK_ABSENT if there is no value.
 */
int32_t shiptrack_container_fees_amount(const struct shiptrack_resource *resource, size_t index, double *value);

/**
 * Amount of the fee, with the digits that the source sent; 0 is an amount. As a text, with the digits that were
 * received.
 */
struct shiptrack_text shiptrack_container_fees_amount_text(const struct shiptrack_resource *resource, size_t index);

/**
 * Currency of the amount (ISO 4217); no value if the terminal does not report it.
 */
struct shiptrack_text shiptrack_container_fees_currency_code(const struct shiptrack_resource *resource, size_t index);

/**
 * Releases of the container by shipping line, customs and terminal. The hosted service names the attribute without
 * describing its content; the embedded service omits it. JSON.
 */
struct shiptrack_text shiptrack_container_release_statuses_json(const struct shiptrack_resource *resource);

/**
 * Time zone of the port of discharge (IANA name); no value if unknown.
 */
struct shiptrack_text shiptrack_container_pod_timezone(const struct shiptrack_resource *resource);

/**
 * Time zone of the inland destination (IANA name); no value if unknown, and if there is no inland destination.
 */
struct shiptrack_text shiptrack_container_final_destination_timezone(const struct shiptrack_resource *resource);

/**
 * Time zone of the place where the empty container is returned (IANA name); no value if unknown.
 */
struct shiptrack_text shiptrack_container_empty_terminated_timezone(const struct shiptrack_resource *resource);

/**
 * SCAC of the railway that takes the container at the port of discharge; no value if unknown, and if it does not
 * travel by rail.
 */
struct shiptrack_text shiptrack_container_pod_rail_carrier_scac(const struct shiptrack_resource *resource);

/**
 * SCAC of the railway that delivers to the inland destination; no value if unknown, and if it does not travel by rail.
 */
struct shiptrack_text shiptrack_container_ind_rail_carrier_scac(const struct shiptrack_resource *resource);

/**
 * Time when the service last requested data about the container from the terminal; no value if never.
 */
struct shiptrack_text shiptrack_container_pod_last_tracking_request_at(const struct shiptrack_resource *resource);

/**
 * Time when the service last requested data about the shipment from the shipping line; no value if never.
 */
struct shiptrack_text shiptrack_container_shipment_last_tracking_request_at(const struct shiptrack_resource *resource);

/**
 * Time when the container was loaded on a rail car at the port of discharge; no value before that, and if it does not
 * travel by rail.
 */
struct shiptrack_text shiptrack_container_pod_rail_loaded_at(const struct shiptrack_resource *resource);

/**
 * Time when the train left the port of discharge; no value before that, and if the container does not travel by rail.
 */
struct shiptrack_text shiptrack_container_pod_rail_departed_at(const struct shiptrack_resource *resource);

/**
 * Estimated arrival at the inland destination, as reported by the railway; no value if unknown.
 */
struct shiptrack_text shiptrack_container_ind_eta_at(const struct shiptrack_resource *resource);

/**
 * Actual arrival at the inland destination, as reported by the railway; no value before that.
 */
struct shiptrack_text shiptrack_container_ind_ata_at(const struct shiptrack_resource *resource);

/**
 * Time when the container was unloaded from the rail car at the inland destination; no value before that.
 */
struct shiptrack_text shiptrack_container_ind_rail_unloaded_at(const struct shiptrack_resource *resource);

/**
 * Last free day inland. Deprecated: use `pickup_lfd_rail` of `import_deadlines`.
 */
struct shiptrack_text shiptrack_container_ind_facility_lfd_on(const struct shiptrack_resource *resource);

/**
 * The number of items. Holds at the inland terminal, under an older name. The hosted service sends no value: use
 * `holds_at_pod_terminal`.
 */
size_t shiptrack_container_ind_facility_holds_count(const struct shiptrack_resource *resource);

/**
 * Kind of the hold: `freight`, `customs`, `USDA`, `VACIS`, `TMF` or `other`; terminals also send other names.
 */
struct shiptrack_text shiptrack_container_ind_facility_holds_name(const struct shiptrack_resource *resource,
                                                                  size_t index);

/**
 * Status of the hold: `pending` or `hold`.
 */
struct shiptrack_text shiptrack_container_ind_facility_holds_status(const struct shiptrack_resource *resource,
                                                                    size_t index);

/**
 * Description by the terminal; empty or no value if the terminal gives none.
 */
struct shiptrack_text shiptrack_container_ind_facility_holds_description(const struct shiptrack_resource *resource,
                                                                         size_t index);

/**
 * More about the hold, in the words of the terminal; left out if the terminal gives none.
 */
struct shiptrack_text shiptrack_container_ind_facility_holds_detail(const struct shiptrack_resource *resource,
                                                                    size_t index);

/**
 * When the source of the hold last confirmed it, if that is longer ago than usual; left out otherwise. Only the
 * embedded service reports it.
 */
struct shiptrack_text shiptrack_container_ind_facility_holds_unconfirmed_since(const struct shiptrack_resource *resource,
                                                                               size_t index);

/**
 * The number of items. Fees at the inland terminal, under an older name. The hosted service sends no value: use
 * `fees_at_pod_terminal`.
 */
size_t shiptrack_container_ind_facility_fees_count(const struct shiptrack_resource *resource);

/**
 * Kind of the fee: `demurrage`, `exam`, `extended_dwell_time`, `other` or `total`. A `total` can include the other
 * fees.
 */
struct shiptrack_text shiptrack_container_ind_facility_fees_type(const struct shiptrack_resource *resource,
                                                                 size_t index);

/**
 * Amount of the fee, with the digits that the source sent; 0 is an amount. Writes it to `value`. Returns
 * SHIPTRACK_ABSENT if there is no value.
 */
int32_t shiptrack_container_ind_facility_fees_amount(const struct shiptrack_resource *resource,
                                                     size_t index,
                                                     double *value);

/**
 * Amount of the fee, with the digits that the source sent; 0 is an amount. As a text, with the digits that were
 * received.
 */
struct shiptrack_text shiptrack_container_ind_facility_fees_amount_text(const struct shiptrack_resource *resource,
                                                                        size_t index);

/**
 * Currency of the amount (ISO 4217); no value if the terminal does not report it.
 */
struct shiptrack_text shiptrack_container_ind_facility_fees_currency_code(const struct shiptrack_resource *resource,
                                                                          size_t index);

/**
 * Last free day of the shipping line, under an older name. The hosted service sends no value: use `import_deadlines`.
 */
struct shiptrack_text shiptrack_container_ssl_lfd(const struct shiptrack_resource *resource);

/**
 * Last free day that the terminal at the port of discharge sets; no value if unknown.
 */
struct shiptrack_text shiptrack_container_pickup_lfd_terminal(const struct shiptrack_resource *resource);

/**
 * Last free day that the railway sets at the inland destination; no value if unknown.
 */
struct shiptrack_text shiptrack_container_pickup_lfd_rail(const struct shiptrack_resource *resource);

/**
 * Last free day that the shipping line sets; no value if unknown.
 */
struct shiptrack_text shiptrack_container_pickup_lfd_line(const struct shiptrack_resource *resource);

/**
 * Day until which the fees at the terminal are paid; left out if unknown. Only the embedded service reports it.
 */
struct shiptrack_text shiptrack_container_pickup_good_through(const struct shiptrack_resource *resource);

/**
 * Last free day for the return of the empty container: that of detention, or of a combined free time; left out if
 * unknown. Only the embedded service reports it.
 */
struct shiptrack_text shiptrack_container_return_lfd_line(const struct shiptrack_resource *resource);

/**
 * Current status of the container, which the service derives from its events.
 */
struct shiptrack_text shiptrack_container_current_status(const struct shiptrack_resource *resource);

/**
 * Current status of the container, which the service derives from its events. As a number:
 * SHIPTRACK_CONTAINER_STATUS_…, 0 if there is no value.
 */
int32_t shiptrack_container_current_status_code(const struct shiptrack_resource *resource);

/**
 * `true` if the container left its shipment, for example because it was rolled over to another booking; missing
 * otherwise. Only the embedded service reports it. 1 yes, 0 no, -1 if there is no value.
 */
int32_t shiptrack_container_left_shipment(const struct shiptrack_resource *resource);

/**
 * Time when a user marked the container as delivered; no value before that.
 */
struct shiptrack_text shiptrack_container_delivered_at(const struct shiptrack_resource *resource);

/**
 * Time when the empty container was picked up at the origin; no value before that.
 */
struct shiptrack_text shiptrack_container_empty_out_at(const struct shiptrack_resource *resource);

/**
 * Time when the loaded container was delivered to the port of lading; no value before that.
 */
struct shiptrack_text shiptrack_container_pol_full_in_at(const struct shiptrack_resource *resource);

/**
 * Time when the container was loaded on the vessel at the port of lading; no value before that.
 */
struct shiptrack_text shiptrack_container_pol_vessel_loaded_at(const struct shiptrack_resource *resource);

/**
 * Time when the vessel left the port of lading; no value before that.
 */
struct shiptrack_text shiptrack_container_pol_vessel_departed_at(const struct shiptrack_resource *resource);

/**
 * Time when the service last requested data about the container from the railway; no value if never.
 */
struct shiptrack_text shiptrack_container_rail_last_tracking_request_at(const struct shiptrack_resource *resource);

/**
 * Lists containers. Without a filter, those of the shipment that was refreshed last come first. The embedded service
 * refreshes a shipment when a look-up succeeds, or when another source changes its data. If that happens while the
 * links of the list are followed, the containers appear again at its end, so that none is missed. With a filter, the
 * embedded service returns the newest first. The hosted service supports only `filter[number]`, and ignores the other
 * filters.
 *
 * `query` may be NULL. Included resources: `shipment`, `transport_events`, `raw_events`, `pod_terminal`,
 * `pod_terminal.port`, `pickup_facility`, `pickup_facility.port`, `shipment.containers`, `shipment.port_of_lading`,
 * `shipment.port_of_discharge`, `shipment.pod_terminal`, `shipment.destination`, `shipment.destination_terminal`,
 * `transport_events.location`, `transport_events.terminal`, `transport_events.vessel`. Parameters:
 * - `filter[number]`: Only containers with this number.
 * - `filter[current_status]`: Only containers with this status.
 * - `filter[pickup_lfd][start]`: Only containers with a last free day on this day or later. Days are in the time zone
 *   of the place where the container is picked up.
 * - `filter[pickup_lfd][end]`: Only containers with a last free day on this day or earlier. Days are in the time zone
 *   of the place where the container is picked up.
 * - `filter[reference]`: Only containers with this reference, and containers of shipments with this reference.
 * - `filter[tag]`: Only if the shipment has this tag.
 * - `filter[customer_id]`: Only if the shipment is tracked for the customer with this id.
 * - `filter[customer_name]`: Only if the shipment is tracked for a customer whose name contains these words.
 * - `filter[shipping_line_scac]`: Only if the carrier of the shipment has this SCAC.
 * - `filter[vessel_name]`: Only if the vessel that arrives at the port of discharge has this name.
 * - `filter[pol_code]`: Only if the port of lading has this UN/LOCODE, or another one of the same port area.
 * - `filter[pod_code]`: Only if the port of discharge has this UN/LOCODE, or another one of the same port area.
 * - `filter[destination_code]`: Only if the inland destination has this UN/LOCODE.
 * - `filter[pod_eta_at][start]`: Only if the estimated arrival at the port of discharge is at this time or later. A
 *   date means its beginning in UTC.
 * - `filter[pod_eta_at][end]`: Only if the estimated arrival at the port of discharge is at this time or earlier. A
 *   date means its end in UTC.
 * - `filter[updated_at][start]`: Only if a source was asked about the shipment, or changed it, at this time or later.
 *   A date means its beginning in UTC.
 * - `filter[custom_fields]`: Only resources with these values of custom fields. Each item is `slug=value`; an option
 *   is given by its value or its label. Use `filter[custom_fields][slug]` for a value that contains a comma. The
 *   hosted service ignores this filter.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_container_list(const struct shiptrack_client *client,
                                 const struct shiptrack_query *query,
                                 struct shiptrack_pages **pages,
                                 struct shiptrack_error **error);

/**
 * Reads a container.
 *
 * `query` may be NULL. Included resources: `shipment`, `transport_events`, `raw_events`, `pod_terminal`,
 * `pod_terminal.port`, `pickup_facility`, `pickup_facility.port`, `shipment.containers`, `shipment.port_of_lading`,
 * `shipment.port_of_discharge`, `shipment.pod_terminal`, `shipment.destination`, `shipment.destination_terminal`,
 * `transport_events.location`, `transport_events.terminal`, `transport_events.vessel`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_container_get(const struct shiptrack_client *client,
                                const char *id,
                                const struct shiptrack_query *query,
                                struct shiptrack_resource **resource,
                                struct shiptrack_error **error);

/**
 * Changes the references of a container. The hosted service documents this request without an id in the path, `PATCH
 * /containers`: then the id is in the body.
 *
 * `draft` has optional attributes, and may be NULL:
 * - `ref_numbers`: References of the customer, such as purchase order numbers.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_container_update(const struct shiptrack_client *client,
                                   const char *id,
                                   const struct shiptrack_draft *draft,
                                   struct shiptrack_resource **resource,
                                   struct shiptrack_error **error);

/**
 * Lists the statements of the sources about a container, from which its events are derived, in the order in which they
 * were received. Statements that became no event, and withdrawn statements, are included. The response includes
 * places, vessels and terminals. Deprecated in the hosted service.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_container_raw_events(const struct shiptrack_client *client,
                                       const char *id,
                                       struct shiptrack_pages **pages,
                                       struct shiptrack_error **error);

/**
 * Reads the route of a container as GeoJSON, for a map: its ports, with lines for the completed and for the remaining
 * part of the voyage. The hosted service draws the actual course of the vessel, and requires a paid plan (403
 * otherwise). The embedded service draws lines between ports, because it has no vessel positions.
 *
 * `json` receives a JSON object: A GeoJSON FeatureCollection; it has no features if no route is known.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_container_map_geojson(const struct shiptrack_client *client,
                                        const char *id,
                                        struct shiptrack_buffer **json,
                                        struct shiptrack_error **error);

/**
 * Reads the route of a container: its places in order, and the legs between them by vessel and by rail. The hosted
 * service has removed this request, which its older clients send.
 *
 * `json` receives a JSON object: `data`, the route, and `included`: its places as `route_location`, with the times,
 * the mode, the voyage and the vessel of the leg that ends there (`inbound_…`) and of the leg that begins there
 * (`outbound_…`), and the ports, vessels and terminals.
 *
 * The hosted service does not support it: SHIPTRACK_ERROR_NOT_FOUND.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_container_route(const struct shiptrack_client *client,
                                  const char *id,
                                  struct shiptrack_buffer **json,
                                  struct shiptrack_error **error);

/**
 * Requests new data about a container from its sources now. At most ten calls a minute. The hosted service requires a
 * paid plan (403 otherwise). Rejected with 422 if tracking of the container has ended.
 *
 * `json` receives a JSON object: `message`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_container_refresh(const struct shiptrack_client *client,
                                    const char *id,
                                    struct shiptrack_buffer **json,
                                    struct shiptrack_error **error);

/**
 * Lists the custom fields of a container.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_container_custom_fields(const struct shiptrack_client *client,
                                          const char *id,
                                          struct shiptrack_pages **pages,
                                          struct shiptrack_error **error);

/**
 * Sets a custom field of a container.
 *
 * `api_slug`: The API name of the field: the `api_slug` of its definition.
 *
 * `value_json`: The value: text, a number, true or false, a list of texts, an object, or `null`, depending on the data
 * type. JSON.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_container_create_custom_field(const struct shiptrack_client *client,
                                                const char *id,
                                                const char *api_slug,
                                                const char *value_json,
                                                struct shiptrack_resource **resource,
                                                struct shiptrack_error **error);

/**
 * Changes the value of a custom field of a container.
 *
 * `value_json`: The value: text, a number, true or false, a list of texts, an object, or `null`, depending on the data
 * type. JSON.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_container_update_custom_field(const struct shiptrack_client *client,
                                                const char *id,
                                                const char *api_slug,
                                                const char *value_json,
                                                struct shiptrack_resource **resource,
                                                struct shiptrack_error **error);

/**
 * Deletes the value of a custom field of a container.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_container_delete_custom_field(const struct shiptrack_client *client,
                                                const char *id,
                                                const char *api_slug,
                                                struct shiptrack_error **error);

/**
 * Computes the check digit of a container number. `first_ten` is the first ten characters of the number
 * (`MSCU595681`); `digit` receives 0 to 9.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_container_check_digit(const char *first_ten, int32_t *digit, struct shiptrack_error **error);

/** @} */

/** @addtogroup container_created_event
 * @{ */

/**
 * Time when the service created the container.
 */
struct shiptrack_text shiptrack_container_created_event_timestamp(const struct shiptrack_resource *resource);

/**
 * Time zone of the timestamp (IANA name); usually `Etc/UTC`.
 */
struct shiptrack_text shiptrack_container_created_event_timezone(const struct shiptrack_resource *resource);

/** @} */

/** @addtogroup container_pod_terminal_changed_event
 * @{ */

/**
 * Time when the service detected the change.
 */
struct shiptrack_text shiptrack_container_pod_terminal_changed_event_timestamp(const struct shiptrack_resource *resource);

/**
 * Kind of the source that reported the change; no value if unknown.
 */
struct shiptrack_text shiptrack_container_pod_terminal_changed_event_data_source(const struct shiptrack_resource *resource);

/**
 * Kind of the source that reported the change; no value if unknown. As a number: SHIPTRACK_DATA_SOURCE_…, 0 if there
 * is no value.
 */
int32_t shiptrack_container_pod_terminal_changed_event_data_source_code(const struct shiptrack_resource *resource);

/** @} */

/** @addtogroup container_updated_event
 * @{ */

/**
 * The changes: the name of each changed attribute, with a list of its old and its new value. Some older notifications
 * use the name `pod_terminal_holds` for the holds. The values of `pod_terminal` are ids of terminals. A corrected
 * event that no attribute shows has names such as `container.transport.transshipment_arrived.timestamp`. A JSON
 * object.
 */
struct shiptrack_text shiptrack_container_updated_event_changeset_json(const struct shiptrack_resource *resource);

/**
 * Time when the service detected the change.
 */
struct shiptrack_text shiptrack_container_updated_event_timestamp(const struct shiptrack_resource *resource);

/**
 * Time zone of the port of discharge (IANA name); no value if unknown.
 */
struct shiptrack_text shiptrack_container_updated_event_timezone(const struct shiptrack_resource *resource);

/**
 * Kind of the source that reported the change; `terminal` in all known notifications of the hosted service.
 */
struct shiptrack_text shiptrack_container_updated_event_data_source(const struct shiptrack_resource *resource);

/**
 * Kind of the source that reported the change; `terminal` in all known notifications of the hosted service. As a
 * number: SHIPTRACK_DATA_SOURCE_…, 0 if there is no value.
 */
int32_t shiptrack_container_updated_event_data_source_code(const struct shiptrack_resource *resource);

/** @} */

/** @addtogroup custom_field
 * @{ */

/**
 * `short_text`: One line of text.
 */
#define SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_SHORT_TEXT 1

/**
 * `number`: A number with up to 12 digits before and 6 digits after the decimal point.
 */
#define SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_NUMBER 2

/**
 * `date`: A date without a time of day.
 */
#define SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_DATE 3

/**
 * `datetime`: A date with a time of day and an offset from UTC.
 */
#define SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_DATETIME 4

/**
 * `boolean`: True or false.
 */
#define SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_BOOLEAN 5

/**
 * `enum`: One of the options of the field.
 */
#define SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_ENUM 6

/**
 * `enum_multi`: Any number of the options of the field, as a list of texts.
 */
#define SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_ENUM_MULTI 7

/**
 * `reference`: A reference to another resource, as an object with its `type` and `id`.
 */
#define SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_REFERENCE 8

/**
 * `Shipment`: The field belongs to shipments.
 */
#define SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_SHIPMENT 1

/**
 * `Container`: The field belongs to containers. This name is used to define it.
 */
#define SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_CONTAINER 2

/**
 * `Cargo`: The field belongs to containers. The hosted service returns this name.
 */
#define SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_CARGO 3

/**
 * `TrackingRequest`: The field belongs to tracking requests.
 */
#define SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_TRACKING_REQUEST 4

/**
 * The name of a value of SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_…, as in the interface; no value for another number. The
 * text is static.
 */
struct shiptrack_text shiptrack_custom_field_data_type_name(int32_t code);

/**
 * The name of a value of SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_…, as in the interface; no value for another number. The
 * text is static.
 */
struct shiptrack_text shiptrack_custom_field_entity_type_name(int32_t code);

/**
 * API name of the field: the `api_slug` of its definition.
 */
struct shiptrack_text shiptrack_custom_field_api_slug(const struct shiptrack_resource *resource);

/**
 * The value: text, number, boolean, list of texts or object, depending on the data type; no value if the field has no
 * value. JSON.
 */
struct shiptrack_text shiptrack_custom_field_value_json(const struct shiptrack_resource *resource);

/**
 * The value formatted for people; no value if the field has no value.
 */
struct shiptrack_text shiptrack_custom_field_display_value(const struct shiptrack_resource *resource);

/**
 * Lists the custom fields of all resources.
 *
 * `query` may be NULL. Parameters:
 * - `filter[entity_type]`: Only custom fields of resources of this type: `Shipment`, `Container` or `TrackingRequest`.
 * - `filter[entity_id]`: Only custom fields of the resource with this id.
 * - `filter[definition_id]`: Only custom fields with the definition with this id.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_custom_field_list(const struct shiptrack_client *client,
                                    const struct shiptrack_query *query,
                                    struct shiptrack_pages **pages,
                                    struct shiptrack_error **error);

/**
 * Sets a custom field of a shipment or container.
 *
 * `api_slug`: The API name of the field: the `api_slug` of its definition.
 *
 * `value_json`: The value: text, a number, true or false, a list of texts, an object, or `null`, depending on the data
 * type. JSON.
 *
 * `entity_type`: The type of `entity`: `shipment` or `container`.
 *
 * `entity_id`: The resource that has the field.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_custom_field_create(const struct shiptrack_client *client,
                                      const char *api_slug,
                                      const char *value_json,
                                      const char *entity_type,
                                      const char *entity_id,
                                      struct shiptrack_resource **resource,
                                      struct shiptrack_error **error);

/**
 * Reads a custom field.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_custom_field_get(const struct shiptrack_client *client,
                                   const char *id,
                                   struct shiptrack_resource **resource,
                                   struct shiptrack_error **error);

/**
 * Changes the value of a custom field.
 *
 * `value_json`: The value: text, a number, true or false, a list of texts, an object, or `null`, depending on the data
 * type. JSON.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_custom_field_update(const struct shiptrack_client *client,
                                      const char *id,
                                      const char *value_json,
                                      struct shiptrack_resource **resource,
                                      struct shiptrack_error **error);

/**
 * Deletes the value of a custom field.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_custom_field_delete(const struct shiptrack_client *client,
                                      const char *id,
                                      struct shiptrack_error **error);

/** @} */

/** @addtogroup custom_field_definition
 * @{ */

/**
 * Type of the resources that have the field; cannot be changed later.
 */
struct shiptrack_text shiptrack_custom_field_definition_entity_type(const struct shiptrack_resource *resource);

/**
 * Type of the resources that have the field; cannot be changed later. As a number:
 * SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_…, 0 if there is no value.
 */
int32_t shiptrack_custom_field_definition_entity_type_code(const struct shiptrack_resource *resource);

/**
 * API name of the field; cannot be changed later.
 */
struct shiptrack_text shiptrack_custom_field_definition_api_slug(const struct shiptrack_resource *resource);

/**
 * Name of the field that is shown to people.
 */
struct shiptrack_text shiptrack_custom_field_definition_display_name(const struct shiptrack_resource *resource);

/**
 * Purpose of the field, for people; no value if not given.
 */
struct shiptrack_text shiptrack_custom_field_definition_description(const struct shiptrack_resource *resource);

/**
 * Data type of the values; cannot be changed later.
 */
struct shiptrack_text shiptrack_custom_field_definition_data_type(const struct shiptrack_resource *resource);

/**
 * Data type of the values; cannot be changed later. As a number: SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_…, 0 if there is no
 * value.
 */
int32_t shiptrack_custom_field_definition_data_type_code(const struct shiptrack_resource *resource);

/**
 * Type of the resources to which values of the data type `reference` refer; no value for other data types.
 */
struct shiptrack_text shiptrack_custom_field_definition_reference_type(const struct shiptrack_resource *resource);

/**
 * Rules for the values, such as `required`, `pattern` and `max_length`; no value if there are no rules. A JSON object.
 */
struct shiptrack_text shiptrack_custom_field_definition_validation_json(const struct shiptrack_resource *resource);

/**
 * Format in which values are shown; no value for the default format.
 */
struct shiptrack_text shiptrack_custom_field_definition_default_format(const struct shiptrack_resource *resource);

/**
 * Value for resources that are created without one; no value if there is no default. JSON.
 */
struct shiptrack_text shiptrack_custom_field_definition_default_value_json(const struct shiptrack_resource *resource);

/**
 * Template from which the definition was created; no value if it was created without a template.
 */
struct shiptrack_text shiptrack_custom_field_definition_template_id(const struct shiptrack_resource *resource);

/**
 * Time when the definition was created.
 */
struct shiptrack_text shiptrack_custom_field_definition_created_at(const struct shiptrack_resource *resource);

/**
 * Time when the definition last changed.
 */
struct shiptrack_text shiptrack_custom_field_definition_updated_at(const struct shiptrack_resource *resource);

/**
 * Lists the definitions of custom fields.
 *
 * `query` may be NULL. Parameters:
 * - `filter[entity_type]`: Only definitions for this type of resource: `Shipment`, `Container` or `TrackingRequest`.
 * - `filter[data_type]`: Only definitions with this data type, such as `short_text`.
 * - `filter[display_name]`: Only definitions with a display name that begins with this text.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_custom_field_definition_list(const struct shiptrack_client *client,
                                               const struct shiptrack_query *query,
                                               struct shiptrack_pages **pages,
                                               struct shiptrack_error **error);

/**
 * Defines a custom field.
 *
 * `entity_type`: The type of the resources that have the field: `Shipment`, `Container` or `TrackingRequest`. It
 * cannot be changed later.
 *
 * `api_slug`: The name of the field in the API. It cannot be changed later.
 *
 * `display_name`: The name of the field that is shown to people.
 *
 * `data_type`: The data type of the values: `short_text`, `number`, `date`, `datetime`, `boolean`, `enum`,
 * `enum_multi` or `reference`. It cannot be changed later.
 *
 * `draft` has optional attributes, and may be NULL:
 * - `description`: The purpose of the field, for people.
 * - `reference_type`: The type of the resources to which values refer, for the data type `reference`: `Shipment`,
 *   `Container`, `TrackingRequest` or `Party`.
 * - `validation`: Rules for the values: `required` for every data type; `pattern`, `min_length` and `max_length` for
 *   `short_text`; `min` and `max` for `number`.
 * - `default_format`: The format in which values are shown: such as `#,##0.00` for `number`, and a `strftime` format
 *   such as `%d.%m.%Y` for `date` and `datetime`.
 * - `default_value`: The value for resources that are created without one. Existing resources do not get it.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_custom_field_definition_create(const struct shiptrack_client *client,
                                                 const char *entity_type,
                                                 const char *api_slug,
                                                 const char *display_name,
                                                 const char *data_type,
                                                 const struct shiptrack_draft *draft,
                                                 struct shiptrack_resource **resource,
                                                 struct shiptrack_error **error);

/**
 * Reads the definition of a custom field.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_custom_field_definition_get(const struct shiptrack_client *client,
                                              const char *id,
                                              struct shiptrack_resource **resource,
                                              struct shiptrack_error **error);

/**
 * Changes the definition of a custom field. Attributes that are not in the request keep their values. The slug and the
 * data type cannot be changed.
 *
 * `draft` has optional attributes, and may be NULL:
 * - `display_name`: The name of the field that is shown to people.
 * - `description`: The purpose of the field, for people.
 * - `validation`: Rules for the values: `required` for every data type; `pattern`, `min_length` and `max_length` for
 *   `short_text`; `min` and `max` for `number`.
 * - `default_format`: The format in which values are shown: such as `#,##0.00` for `number`, and a `strftime` format
 *   such as `%d.%m.%Y` for `date` and `datetime`.
 * - `default_value`: The value for resources that are created without one. Existing resources do not get it.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_custom_field_definition_update(const struct shiptrack_client *client,
                                                 const char *id,
                                                 const struct shiptrack_draft *draft,
                                                 struct shiptrack_resource **resource,
                                                 struct shiptrack_error **error);

/**
 * Deletes the definition of a custom field and all its values.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_custom_field_definition_delete(const struct shiptrack_client *client,
                                                 const char *id,
                                                 struct shiptrack_error **error);

/**
 * Lists the options of a custom field.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_custom_field_definition_options(const struct shiptrack_client *client,
                                                  const char *definition_id,
                                                  struct shiptrack_pages **pages,
                                                  struct shiptrack_error **error);

/**
 * Adds an option to a custom field.
 *
 * `label`: The text of the option that is shown to people.
 *
 * `value`: The value that is stored. It is unique among the options of a field, and cannot be changed later.
 *
 * `draft` has optional attributes, and may be NULL:
 * - `position`: The position of the option in the list, starting at 0.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_custom_field_definition_create_option(const struct shiptrack_client *client,
                                                        const char *definition_id,
                                                        const char *label,
                                                        const char *value,
                                                        const struct shiptrack_draft *draft,
                                                        struct shiptrack_resource **resource,
                                                        struct shiptrack_error **error);

/**
 * Reads an option of a custom field.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_custom_field_definition_get_option(const struct shiptrack_client *client,
                                                     const char *definition_id,
                                                     const char *option_id,
                                                     struct shiptrack_resource **resource,
                                                     struct shiptrack_error **error);

/**
 * Changes an option of a custom field. Attributes that are not in the request keep their values. The value cannot be
 * changed.
 *
 * `draft` has optional attributes, and may be NULL:
 * - `label`: The text of the option that is shown to people.
 * - `position`: The position of the option in the list, starting at 0.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_custom_field_definition_update_option(const struct shiptrack_client *client,
                                                        const char *definition_id,
                                                        const char *option_id,
                                                        const struct shiptrack_draft *draft,
                                                        struct shiptrack_resource **resource,
                                                        struct shiptrack_error **error);

/**
 * Deletes an option of a custom field.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_custom_field_definition_delete_option(const struct shiptrack_client *client,
                                                        const char *definition_id,
                                                        const char *option_id,
                                                        struct shiptrack_error **error);

/** @} */

/** @addtogroup custom_field_option
 * @{ */

/**
 * Text of the option that is shown to people.
 */
struct shiptrack_text shiptrack_custom_field_option_label(const struct shiptrack_resource *resource);

/**
 * Value that is stored. It is unique among the options of a definition.
 */
struct shiptrack_text shiptrack_custom_field_option_value(const struct shiptrack_resource *resource);

/**
 * Position among the options of the field, in ascending order; no value if the options have no order. Writes it to
 * `value`. Returns SHIPTRACK_ABSENT if there is no value.
 */
int32_t shiptrack_custom_field_option_position(const struct shiptrack_resource *resource, int64_t *value);

/** @} */

/** @addtogroup document
 * @{ */

/**
 * `upload`: A user uploaded the document.
 */
#define SHIPTRACK_DOCUMENT_SOURCE_UPLOAD 1

/**
 * `api`: The document was sent through the API.
 */
#define SHIPTRACK_DOCUMENT_SOURCE_API 2

/**
 * `email`: The document was attached to an email message.
 */
#define SHIPTRACK_DOCUMENT_SOURCE_EMAIL 3

/**
 * `split_document`: The service split the document off a file that contained several documents.
 */
#define SHIPTRACK_DOCUMENT_SOURCE_SPLIT_DOCUMENT 4

/**
 * Reports the progress of an upload: `sent` of `total` bytes. It is called before the first byte, after each part, and
 * after the last one. `sent` never decreases: if the file is sent again, the callback is next called when that attempt
 * has sent more. It runs on the thread that called, with nothing locked. Return 0 to continue; any other value ends
 * the upload with SHIPTRACK_ERROR_CANCELLED, and no document is created.
 *
 * The function must return: no longjmp() past the library, no end of its thread, no exception.
 */
typedef int32_t (*shiptrack_upload_progress_fn)(void *user_data, uint64_t sent, uint64_t total);

/**
 * Reads bytes of a file, as pread() does: at most `room` bytes from `offset` into `buffer`. Return the number of bytes
 * read, which may be less than `room`; 0 at the end of the file; a negative number if they cannot be read, which ends
 * the upload with SHIPTRACK_ERROR_CALLBACK.
 *
 * The file is read twice from start to end, first for its checksum and then to be sent, and once more for each retry.
 * Its content must not change. The function runs on the thread that called, with nothing locked.
 *
 * The function must return: no longjmp() past the library, no end of its thread, no exception.
 */
typedef int64_t (*shiptrack_upload_read_fn)(void *user_data, uint64_t offset, uint8_t *buffer, size_t room);

/**
 * Uploads the file at `path` under its own name, and creates a document from it: shiptrack_document_upload() without a
 * callback.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_upload(const struct shiptrack_client *client,
                         const char *path,
                         struct shiptrack_resource **resource,
                         struct shiptrack_error **error);

/**
 * Uploads a file and creates a document from it. `resource` receives the document.
 *
 * `path`: The file, as a path in UTF-8. shiptrack_document_upload_from() uploads bytes that are not in a file.
 *
 * `name`: The name of the document; NULL for the name of the file.
 *
 * `content_type`: The media type of the file, such as `application/pdf`; NULL to derive it from the file name
 * extension.
 *
 * `progress`: A callback for the progress, which is called with `user_data`; may be NULL.
 *
 * The file is read in parts, once for its checksum and once for each attempt to send it. A file that changes meanwhile
 * is rejected with SHIPTRACK_ERROR_INVALID and the pointer `file`; a path that cannot be opened, or is a directory or
 * a device, with the pointer `path`. The service names the URL to which the file is sent. The API key is never sent
 * there; a service at a public address may only name public addresses, and plain HTTP is limited to this machine
 * unless shiptrack_client_options_allow_insecure_http() permits it.
 *
 * A timeout of the client covers the whole upload. Without one, the upload takes as long as bytes are sent; it fails
 * after thirty seconds without progress. A file that was uploaded before is rejected with SHIPTRACK_ERROR_CONFLICT and
 * the code `duplicate_document`; shiptrack_error_existing_document_id() is the existing document. If the error is in
 * doubt, the last step failed and the document may exist; after any other error no document exists.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_document_upload(const struct shiptrack_client *client,
                                  const char *path,
                                  const char *name,
                                  const char *content_type,
                                  shiptrack_upload_progress_fn progress,
                                  void *user_data,
                                  struct shiptrack_resource **resource,
                                  struct shiptrack_error **error);

/**
 * As shiptrack_document_upload(), for bytes that are not in a file, or in one without a UTF-8 path. `read` reads the
 * bytes; it must not be NULL, and is called with the same `user_data` as `progress`.
 *
 * `file_name`: The file name, which is also the name of the document unless `name` is set.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_document_upload_from(const struct shiptrack_client *client,
                                       const char *file_name,
                                       shiptrack_upload_read_fn read,
                                       const char *name,
                                       const char *content_type,
                                       shiptrack_upload_progress_fn progress,
                                       void *user_data,
                                       struct shiptrack_resource **resource,
                                       struct shiptrack_error **error);

/**
 * The name of a value of SHIPTRACK_DOCUMENT_SOURCE_…, as in the interface; no value for another number. The text is
 * static.
 */
struct shiptrack_text shiptrack_document_source_name(int32_t code);

/**
 * Name of the document; initially the name of its file.
 */
struct shiptrack_text shiptrack_document_name(const struct shiptrack_resource *resource);

/**
 * How the service received the document.
 */
struct shiptrack_text shiptrack_document_source(const struct shiptrack_resource *resource);

/**
 * How the service received the document. As a number: SHIPTRACK_DOCUMENT_SOURCE_…, 0 if there is no value.
 */
int32_t shiptrack_document_source_code(const struct shiptrack_resource *resource);

/**
 * Type of the document, such as `bill_of_lading`; no value until it is classified.
 */
struct shiptrack_text shiptrack_document_document_type(const struct shiptrack_resource *resource);

/**
 * Type that a user set, which overrides the detected type; no value if no user set a type.
 */
struct shiptrack_text shiptrack_document_document_type_manual(const struct shiptrack_resource *resource);

/**
 * Explanation of the classification, for people; no value if missing.
 */
struct shiptrack_text shiptrack_document_classification_notes(const struct shiptrack_resource *resource);

/**
 * Name of the file; no value in the short form.
 */
struct shiptrack_text shiptrack_document_file_name(const struct shiptrack_resource *resource);

/**
 * Media type of the file, such as `application/pdf`; no value if unknown.
 */
struct shiptrack_text shiptrack_document_file_content_type(const struct shiptrack_resource *resource);

/**
 * Size of the file in bytes; no value if unknown. Writes it to `value`. Returns SHIPTRACK_ABSENT if there is no value.
 */
int32_t shiptrack_document_file_size_bytes(const struct shiptrack_resource *resource, int64_t *value);

/**
 * Time when the service received the document.
 */
struct shiptrack_text shiptrack_document_created_at(const struct shiptrack_resource *resource);

/**
 * Time when the document last changed.
 */
struct shiptrack_text shiptrack_document_updated_at(const struct shiptrack_resource *resource);

/**
 * Lists documents, newest first unless `sort` is given.
 *
 * `query` may be NULL. Included resources: `account`, `user`, `last_document_representation`, `current_extraction`,
 * `email_submission`, `shipments`, `cargos`. Parameters:
 * - `filter[filename]`: Only documents whose file name contains these words.
 * - `filter[reference]`: Only documents that contain this number of a bill of lading, booking or container.
 * - `filter[document_types]`: Only documents with one of these types.
 * - `sort`: The attribute by which the list is sorted: `document_type`, `added_by` or `created_at`. A leading `-`
 *   reverses the order.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_document_list(const struct shiptrack_client *client,
                                const struct shiptrack_query *query,
                                struct shiptrack_pages **pages,
                                struct shiptrack_error **error);

/**
 * Creates a document from a file that was uploaded before. A file that another document already has is rejected with
 * 409 and the code `duplicate_document`; `meta` contains `existing_document_id` and `existing_document_name`. To
 * upload a file and create its document in one step, use shiptrack_document_upload().
 *
 * `name`: The name of the document.
 *
 * `attached_document`: The `signed_id` that the service returned when the file was announced for upload.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_document_create(const struct shiptrack_client *client,
                                  const char *name,
                                  const char *attached_document,
                                  struct shiptrack_resource **resource,
                                  struct shiptrack_error **error);

/**
 * Lists the types of documents.
 *
 * `json` receives a JSON object: `document_types`, the types that the service can detect.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_document_types(const struct shiptrack_client *client,
                                 struct shiptrack_buffer **json,
                                 struct shiptrack_error **error);

/**
 * Reads a document.
 *
 * `query` may be NULL. Included resources: `account`, `user`, `last_document_representation`, `current_extraction`,
 * `email_submission`, `shipments`, `cargos`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_document_get(const struct shiptrack_client *client,
                               const char *id,
                               const struct shiptrack_query *query,
                               struct shiptrack_resource **resource,
                               struct shiptrack_error **error);

/**
 * Corrects the type of a document or the data that was extracted from it. Attributes that are not in the request keep
 * their values.
 *
 * `draft` has optional attributes, and may be NULL:
 * - `document_type_manual`: The type that a user sets, one of `document_types`. `null` returns to the type that the
 *   service detects.
 * - `extracted_data_manual`: Data that a user sets. Its members replace members of the extracted data; a member that
 *   is `null` removes the extracted value. `null` instead of an object returns to the extracted data.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_document_update(const struct shiptrack_client *client,
                                  const char *id,
                                  const struct shiptrack_draft *draft,
                                  struct shiptrack_resource **resource,
                                  struct shiptrack_error **error);

/**
 * Deletes a document.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_document_delete(const struct shiptrack_client *client,
                                  const char *id,
                                  struct shiptrack_error **error);

/**
 * Returns a URL from which the file of a document can be downloaded for a short time. An embedded service without an
 * HTTP server returns a path instead; its function `document_content` returns the bytes.
 *
 * `json` receives a JSON object: `download_url`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_document_download_url(const struct shiptrack_client *client,
                                        const char *id,
                                        struct shiptrack_buffer **json,
                                        struct shiptrack_error **error);

/**
 * Extracts the data of a document again.
 *
 * `json` receives a JSON object: `status`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_document_reextract(const struct shiptrack_client *client,
                                     const char *id,
                                     struct shiptrack_buffer **json,
                                     struct shiptrack_error **error);

/**
 * Detects the type of a document again.
 *
 * `json` receives a JSON object: `status`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_document_reclassify(const struct shiptrack_client *client,
                                      const char *id,
                                      struct shiptrack_buffer **json,
                                      struct shiptrack_error **error);

/**
 * Finds the shipments and containers of a document again.
 *
 * `json` receives a JSON object: `status`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_document_relink(const struct shiptrack_client *client,
                                  const char *id,
                                  struct shiptrack_buffer **json,
                                  struct shiptrack_error **error);

/**
 * Rotates the pages of a document. The embedded service does not change files: it answers 202 with a warning.
 *
 * `degrees`: The clockwise angle in degrees: 90, 180 or 270.
 *
 * `json` receives a JSON object: `status`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_document_rotate(const struct shiptrack_client *client,
                                  const char *id,
                                  int64_t degrees,
                                  struct shiptrack_buffer **json,
                                  struct shiptrack_error **error);

/**
 * Writes the bytes of the document `id` of an account (NULL for the account `default`) to `content`. Returns
 * SHIPTRACK_ABSENT if the account does not have the document, or the document has no content.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_document_content(const struct shiptrack_service *service,
                                           const char *account_id,
                                           const char *id,
                                           struct shiptrack_buffer **content,
                                           struct shiptrack_error **error);

/**
 * Discards the document `id` of an account (NULL for the account `default`): it is no longer listed or counted.
 * Returns SHIPTRACK_ABSENT if the account does not have the document.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_discard_document(const struct shiptrack_service *service,
                                           const char *account_id,
                                           const char *id,
                                           struct shiptrack_error **error);

/** @} */

/** @addtogroup document_representation
 * @{ */

/**
 * Version of the schema of the payload: a date as text.
 */
struct shiptrack_text shiptrack_document_representation_schema_version(const struct shiptrack_resource *resource);

/**
 * Extracted values, with the members of the schema of the document type; no value if nothing was extracted. A JSON
 * object.
 */
struct shiptrack_text shiptrack_document_representation_payload_json(const struct shiptrack_resource *resource);

/**
 * Time when the data was extracted.
 */
struct shiptrack_text shiptrack_document_representation_created_at(const struct shiptrack_resource *resource);

/**
 * Time when the values last changed.
 */
struct shiptrack_text shiptrack_document_representation_updated_at(const struct shiptrack_resource *resource);

/** @} */

/** @addtogroup document_schema
 * @{ */

/**
 * `json_schema`: The schema is a JSON Schema.
 */
#define SHIPTRACK_SCHEMA_FORMAT_JSON_SCHEMA 1

/**
 * The name of a value of SHIPTRACK_SCHEMA_FORMAT_…, as in the interface; no value for another number. The text is
 * static.
 */
struct shiptrack_text shiptrack_schema_format_name(int32_t code);

/**
 * Type of the documents, such as `bill_of_lading`.
 */
struct shiptrack_text shiptrack_document_schema_document_type(const struct shiptrack_resource *resource);

/**
 * Name of the document type that is shown to people.
 */
struct shiptrack_text shiptrack_document_schema_label(const struct shiptrack_resource *resource);

/**
 * Version of the schema: a date as text.
 */
struct shiptrack_text shiptrack_document_schema_schema_version(const struct shiptrack_resource *resource);

/**
 * Document type and version, such as `bill_of_lading@2026-11-01`; the same as the id.
 */
struct shiptrack_text shiptrack_document_schema_full_version(const struct shiptrack_resource *resource);

/**
 * Whether this version is used to extract data now. 1 yes, 0 no, -1 if there is no value.
 */
int32_t shiptrack_document_schema_current(const struct shiptrack_resource *resource);

/**
 * Whether the version is a draft, which can still change. 1 yes, 0 no, -1 if there is no value.
 */
int32_t shiptrack_document_schema_draft(const struct shiptrack_resource *resource);

/**
 * Time from which the version is used; no value if not decided.
 */
struct shiptrack_text shiptrack_document_schema_active_at(const struct shiptrack_resource *resource);

/**
 * Language of the schema; no value if there is no schema.
 */
struct shiptrack_text shiptrack_document_schema_schema_format(const struct shiptrack_resource *resource);

/**
 * Language of the schema; no value if there is no schema. As a number: SHIPTRACK_SCHEMA_FORMAT_…, 0 if there is no
 * value.
 */
int32_t shiptrack_document_schema_schema_format_code(const struct shiptrack_resource *resource);

/**
 * Description of the document type, for people; no value if not given.
 */
struct shiptrack_text shiptrack_document_schema_description(const struct shiptrack_resource *resource);

/**
 * The schema, in the language of `schema_format`; no value if there is no schema. A JSON object.
 */
struct shiptrack_text shiptrack_document_schema_schema_payload_json(const struct shiptrack_resource *resource);

/**
 * Time when the schema was created.
 */
struct shiptrack_text shiptrack_document_schema_created_at(const struct shiptrack_resource *resource);

/**
 * Time when the schema last changed.
 */
struct shiptrack_text shiptrack_document_schema_updated_at(const struct shiptrack_resource *resource);

/**
 * Reads the schema of the data that is extracted from documents of one type. Its id consists of type and date:
 * `bill_of_lading@2026-11-01`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_document_schema_get(const struct shiptrack_client *client,
                                      const char *id,
                                      struct shiptrack_resource **resource,
                                      struct shiptrack_error **error);

/** @} */

/** @addtogroup email_submission
 * @{ */

/**
 * The result of ingesting a message.
 *
 * Ownership: yours; free it with shiptrack_ingested_email_free(). Objects borrowed from it are valid until then.
 * Threads: any number of threads may read it at the same time.
 */
typedef struct shiptrack_ingested_email shiptrack_ingested_email;

/**
 * Subject of the message; empty if it has none.
 */
struct shiptrack_text shiptrack_email_submission_subject(const struct shiptrack_resource *resource);

/**
 * Text of the message; no value if it has none, and in the short form.
 */
struct shiptrack_text shiptrack_email_submission_body(const struct shiptrack_resource *resource);

/**
 * The first 200 characters of the text; only in the short form.
 */
struct shiptrack_text shiptrack_email_submission_body_preview(const struct shiptrack_resource *resource);

/**
 * The number of items of shiptrack_email_submission_from_at().
 */
size_t shiptrack_email_submission_from_count(const struct shiptrack_resource *resource);

/**
 * Addresses of the senders. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_email_submission_from_at(const struct shiptrack_resource *resource, size_t index);

/**
 * The number of items of shiptrack_email_submission_to_at().
 */
size_t shiptrack_email_submission_to_count(const struct shiptrack_resource *resource);

/**
 * Addresses of the recipients. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_email_submission_to_at(const struct shiptrack_resource *resource, size_t index);

/**
 * The number of items of shiptrack_email_submission_cc_at().
 */
size_t shiptrack_email_submission_cc_count(const struct shiptrack_resource *resource);

/**
 * Addresses of the recipients of copies. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_email_submission_cc_at(const struct shiptrack_resource *resource, size_t index);

/**
 * Time when the message was sent, from its header `Date`; no value if missing.
 */
struct shiptrack_text shiptrack_email_submission_sent_at(const struct shiptrack_resource *resource);

/**
 * Identifier of the message, from its header `Message-ID`; no value if missing.
 */
struct shiptrack_text shiptrack_email_submission_message_id(const struct shiptrack_resource *resource);

/**
 * Identifier of the message to which this is a reply, from its header `In-Reply-To`; no value if missing, and in the
 * short form.
 */
struct shiptrack_text shiptrack_email_submission_in_reply_to(const struct shiptrack_resource *resource);

/**
 * The number of items of shiptrack_email_submission_references_at().
 */
size_t shiptrack_email_submission_references_count(const struct shiptrack_resource *resource);

/**
 * Identifiers of the previous messages of the thread, oldest first; no value in the short form. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_email_submission_references_at(const struct shiptrack_resource *resource, size_t index);

/**
 * Media type of the whole message; no value if missing, and in the short form.
 */
struct shiptrack_text shiptrack_email_submission_content_type(const struct shiptrack_resource *resource);

/**
 * Number of documents of the message that were not deleted; no value in the short form. Writes it to `value`. Returns
 * SHIPTRACK_ABSENT if there is no value.
 */
int32_t shiptrack_email_submission_documents_count(const struct shiptrack_resource *resource, int64_t *value);

/**
 * The number of items. Numbers in the message and its documents that are not tracked yet; no value in the short form.
 * Only the embedded service returns them.
 */
size_t shiptrack_email_submission_untracked_numbers_count(const struct shiptrack_resource *resource);

/**
 * The number, in the form that a tracking request accepts.
 */
struct shiptrack_text shiptrack_email_submission_untracked_numbers_number(const struct shiptrack_resource *resource,
                                                                          size_t index);

/**
 * Kind of the number: `bill_of_lading`, `booking_number` or `container`.
 */
struct shiptrack_text shiptrack_email_submission_untracked_numbers_request_type(const struct shiptrack_resource *resource,
                                                                                size_t index);

/**
 * Kind of the number: `bill_of_lading`, `booking_number` or `container`. As a number: SHIPTRACK_REQUEST_TYPE_…, 0 if
 * there is no value.
 */
int32_t shiptrack_email_submission_untracked_numbers_request_type_code(const struct shiptrack_resource *resource,
                                                                       size_t index);

/**
 * SCAC of the carrier that the number indicates; no value if it indicates none.
 */
struct shiptrack_text shiptrack_email_submission_untracked_numbers_scac(const struct shiptrack_resource *resource,
                                                                        size_t index);

/**
 * Id of the first document that contains the number; no value if the message itself contains it.
 */
struct shiptrack_text shiptrack_email_submission_untracked_numbers_document_id(const struct shiptrack_resource *resource,
                                                                               size_t index);

/**
 * Time when the service received the message.
 */
struct shiptrack_text shiptrack_email_submission_created_at(const struct shiptrack_resource *resource);

/**
 * Time when the submission last changed.
 */
struct shiptrack_text shiptrack_email_submission_updated_at(const struct shiptrack_resource *resource);

/**
 * Lists the email submissions of the account, newest first. Without `include`, the response includes their documents
 * and the data that was extracted from them.
 *
 * `query` may be NULL. Included resources: `account`, `user`, `documents`, `documents.last_document_representation`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_email_submission_list(const struct shiptrack_client *client,
                                        const struct shiptrack_query *query,
                                        struct shiptrack_pages **pages,
                                        struct shiptrack_error **error);

/**
 * Reads an email submission. Without `include`, the response includes its documents and the data that was extracted
 * from them.
 *
 * `query` may be NULL. Included resources: `account`, `user`, `documents`, `documents.last_document_representation`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_email_submission_get(const struct shiptrack_client *client,
                                       const char *id,
                                       const struct shiptrack_query *query,
                                       struct shiptrack_resource **resource,
                                       struct shiptrack_error **error);

/**
 * Ingests a message, as the RFC 5322 bytes that were received, for an account (NULL for the account `default`). A
 * message that cannot be parsed is quarantined, not rejected. The same bytes twice are one submission. `user_id` is
 * the user who submitted it; NULL for no user. Extractor callbacks run on this thread.
 *
 * The message is stored first, and then its documents are read. Documents that could not be read, because the store
 * failed or their reader is not available, stay due, for a worker or for another call with the same bytes.
 * shiptrack_service_ingest_email_later() does not read any.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_ingest_email(const struct shiptrack_service *service,
                                       const char *account_id,
                                       const uint8_t *message,
                                       size_t message_length,
                                       const char *user_id,
                                       struct shiptrack_ingested_email **ingested,
                                       struct shiptrack_error **error);

/**
 * Stores a message like shiptrack_service_ingest_email(), and returns before its documents are read. A worker reads
 * them, or shiptrack_service_run_due() and shiptrack_service_settle();
 * shiptrack_ingested_email_due_documents() returns their number. Use this in a loop that receives mail, because reading
 * the documents of one message can take minutes.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_ingest_email_later(const struct shiptrack_service *service,
                                             const char *account_id,
                                             const uint8_t *message,
                                             size_t message_length,
                                             const char *user_id,
                                             struct shiptrack_ingested_email **ingested,
                                             struct shiptrack_error **error);

/**
 * Writes the bytes of a message as it was ingested; `id` is the id of its submission, and `account_id` may be NULL for
 * the account `default`. Returns SHIPTRACK_ABSENT if the account does not have the submission.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_email_content(const struct shiptrack_service *service,
                                        const char *account_id,
                                        const char *id,
                                        struct shiptrack_buffer **content,
                                        struct shiptrack_error **error);

/**
 * Writes the problems of a message that was ingested, quarantined or not: a JSON array of sentences, `[]` if there are
 * none. `id` is the id of its submission, and `account_id` may be NULL for the account `default`. Returns
 * SHIPTRACK_ABSENT if the account does not have the submission.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_email_problems(const struct shiptrack_service *service,
                                         const char *account_id,
                                         const char *id,
                                         struct shiptrack_buffer **problems_json,
                                         struct shiptrack_error **error);

/**
 * Writes the quarantined messages of an account (NULL for the account `default`), newest first, as a page of
 * `quarantined_email` resources. Their ids are those of their submissions; the attribute `problems` lists the
 * problems. shiptrack_service_email_content() returns their bytes.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_quarantined_emails(const struct shiptrack_service *service,
                                             const char *account_id,
                                             struct shiptrack_page **emails,
                                             struct shiptrack_error **error);

/**
 * The submission, a resource of type `email_submission` that is borrowed from this object.
 */
const struct shiptrack_resource *shiptrack_ingested_email_submission(const struct shiptrack_ingested_email *ingested);

/**
 * 1 if this call created the submission, 0 if the same bytes were ingested before.
 */
int32_t shiptrack_ingested_email_is_new(const struct shiptrack_ingested_email *ingested);

/**
 * 1 if the message could not be parsed; its bytes are stored nevertheless. Else 0.
 */
int32_t shiptrack_ingested_email_is_quarantined(const struct shiptrack_ingested_email *ingested);

/**
 * The number of problems of the message.
 */
size_t shiptrack_ingested_email_problems_count(const struct shiptrack_ingested_email *ingested);

/**
 * A problem of the message; `index` counts from 0.
 */
struct shiptrack_text shiptrack_ingested_email_problem(const struct shiptrack_ingested_email *ingested, size_t index);

/**
 * The results of attached EDI, if this call ingested the message: a JSON array of objects with `document` (the name
 * of the attachment) and `report`, as from shiptrack_service_ingest_edi(); `[]` if there was none.
 */
struct shiptrack_text shiptrack_ingested_email_edi_json(const struct shiptrack_ingested_email *ingested);

/**
 * The number of documents that are left to a worker, shiptrack_service_run_due() or shiptrack_service_settle(). The
 * text of the message counts as one if it may be an arrival notice, is only HTML, or is longer than 64 KiB.
 */
size_t shiptrack_ingested_email_due_documents(const struct shiptrack_ingested_email *ingested);

/**
 * Frees the object. NULL is ignored.
 */
void shiptrack_ingested_email_free(struct shiptrack_ingested_email *ingested);

/** @} */

/** @addtogroup estimated_event
 * @{ */

/**
 * Time when the service detected the change.
 */
struct shiptrack_text shiptrack_estimated_event_created_at(const struct shiptrack_resource *resource);

/**
 * New estimated time of arrival.
 */
struct shiptrack_text shiptrack_estimated_event_estimated_timestamp(const struct shiptrack_resource *resource);

/**
 * Name of the event: `shipment.estimated.arrival` in all known notifications.
 */
struct shiptrack_text shiptrack_estimated_event_event(const struct shiptrack_resource *resource);

/**
 * Name of the event: `shipment.estimated.arrival` in all known notifications. As a number: SHIPTRACK_EVENT_…, 0 if
 * there is no value.
 */
int32_t shiptrack_estimated_event_event_code(const struct shiptrack_resource *resource);

/**
 * UN/LOCODE of the port of discharge; no value if unknown.
 */
struct shiptrack_text shiptrack_estimated_event_location_locode(const struct shiptrack_resource *resource);

/**
 * Time zone of the port of discharge (IANA name); no value if unknown.
 */
struct shiptrack_text shiptrack_estimated_event_timezone(const struct shiptrack_resource *resource);

/**
 * Number of the voyage that arrives at the port of discharge; no value if unknown.
 */
struct shiptrack_text shiptrack_estimated_event_voyage_number(const struct shiptrack_resource *resource);

/**
 * Kind of the source that reported the change.
 */
struct shiptrack_text shiptrack_estimated_event_data_source(const struct shiptrack_resource *resource);

/**
 * Kind of the source that reported the change. As a number: SHIPTRACK_DATA_SOURCE_…, 0 if there is no value.
 */
int32_t shiptrack_estimated_event_data_source_code(const struct shiptrack_resource *resource);

/** @} */

/** @addtogroup metro_area
 * @{ */

/**
 * Name of the area, usually that of its main city.
 */
struct shiptrack_text shiptrack_metro_area_name(const struct shiptrack_resource *resource);

/**
 * UN/LOCODE of the area.
 */
struct shiptrack_text shiptrack_metro_area_code(const struct shiptrack_resource *resource);

/**
 * Abbreviation of the state or province, which can be a number as text; no value if the country has none or it is
 * unknown.
 */
struct shiptrack_text shiptrack_metro_area_state_abbr(const struct shiptrack_resource *resource);

/**
 * Country code: two letters (ISO 3166-1).
 */
struct shiptrack_text shiptrack_metro_area_country_code(const struct shiptrack_resource *resource);

/**
 * Time zone of the area (IANA name); can be an older name such as `US/Eastern`.
 */
struct shiptrack_text shiptrack_metro_area_time_zone(const struct shiptrack_resource *resource);

/**
 * Latitude in degrees, positive to the north; no value if unknown. The API writes it as text. Writes it to `value`.
 * Returns SHIPTRACK_ABSENT if there is no value.
 */
int32_t shiptrack_metro_area_latitude(const struct shiptrack_resource *resource, double *value);

/**
 * Latitude in degrees, positive to the north; no value if unknown. The API writes it as text. As a text, with the
 * digits that were received.
 */
struct shiptrack_text shiptrack_metro_area_latitude_text(const struct shiptrack_resource *resource);

/**
 * Longitude in degrees, positive to the east; no value if unknown. The API writes it as text. Writes it to `value`.
 * Returns SHIPTRACK_ABSENT if there is no value.
 */
int32_t shiptrack_metro_area_longitude(const struct shiptrack_resource *resource, double *value);

/**
 * Longitude in degrees, positive to the east; no value if unknown. The API writes it as text. As a text, with the
 * digits that were received.
 */
struct shiptrack_text shiptrack_metro_area_longitude_text(const struct shiptrack_resource *resource);

/**
 * Reads a metro area by its id or its UN/LOCODE.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_metro_area_get(const struct shiptrack_client *client,
                                 const char *id,
                                 struct shiptrack_resource **resource,
                                 struct shiptrack_error **error);

/** @} */

/** @addtogroup party
 * @{ */

/**
 * Name of the company. It is unique in the account.
 */
struct shiptrack_text shiptrack_party_company_name(const struct shiptrack_resource *resource);

/**
 * Lists the customers of the account.
 *
 * `query` may be NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_party_list(const struct shiptrack_client *client,
                             const struct shiptrack_query *query,
                             struct shiptrack_pages **pages,
                             struct shiptrack_error **error);

/**
 * Creates a customer. A name that another customer of the account has is rejected with 422.
 *
 * `company_name`: The name of the company.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_party_create(const struct shiptrack_client *client,
                               const char *company_name,
                               struct shiptrack_resource **resource,
                               struct shiptrack_error **error);

/**
 * Reads a customer.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_party_get(const struct shiptrack_client *client,
                            const char *id,
                            struct shiptrack_resource **resource,
                            struct shiptrack_error **error);

/**
 * Renames a customer. A name that another customer of the account has is rejected with 422.
 *
 * `draft` has optional attributes, and may be NULL:
 * - `company_name`: The name of the company.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_party_update(const struct shiptrack_client *client,
                               const char *id,
                               const struct shiptrack_draft *draft,
                               struct shiptrack_resource **resource,
                               struct shiptrack_error **error);

/** @} */

/** @addtogroup port
 * @{ */

/**
 * Name of the port.
 */
struct shiptrack_text shiptrack_port_name(const struct shiptrack_resource *resource);

/**
 * UN/LOCODE of the port. Some codes of the hosted service differ from the official ones.
 */
struct shiptrack_text shiptrack_port_code(const struct shiptrack_resource *resource);

/**
 * Abbreviation of the state or province, which can be a number as text; no value if the country has none or it is
 * unknown.
 */
struct shiptrack_text shiptrack_port_state_abbr(const struct shiptrack_resource *resource);

/**
 * City of the port; no value if unknown.
 */
struct shiptrack_text shiptrack_port_city(const struct shiptrack_resource *resource);

/**
 * Country code: two letters (ISO 3166-1).
 */
struct shiptrack_text shiptrack_port_country_code(const struct shiptrack_resource *resource);

/**
 * Time zone of the port (IANA name); can be an older name such as `US/Eastern`.
 */
struct shiptrack_text shiptrack_port_time_zone(const struct shiptrack_resource *resource);

/**
 * Latitude in degrees, positive to the north; no value if unknown. The API writes it as text. Writes it to `value`.
 * Returns SHIPTRACK_ABSENT if there is no value.
 */
int32_t shiptrack_port_latitude(const struct shiptrack_resource *resource, double *value);

/**
 * Latitude in degrees, positive to the north; no value if unknown. The API writes it as text. As a text, with the
 * digits that were received.
 */
struct shiptrack_text shiptrack_port_latitude_text(const struct shiptrack_resource *resource);

/**
 * Longitude in degrees, positive to the east; no value if unknown. The API writes it as text. Writes it to `value`.
 * Returns SHIPTRACK_ABSENT if there is no value.
 */
int32_t shiptrack_port_longitude(const struct shiptrack_resource *resource, double *value);

/**
 * Longitude in degrees, positive to the east; no value if unknown. The API writes it as text. As a text, with the
 * digits that were received.
 */
struct shiptrack_text shiptrack_port_longitude_text(const struct shiptrack_resource *resource);

/**
 * Reads a port by its id or its UN/LOCODE.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_port_get(const struct shiptrack_client *client,
                           const char *id,
                           struct shiptrack_resource **resource,
                           struct shiptrack_error **error);

/** @} */

/** @addtogroup rail_terminal
 * @{ */

/**
 * Full name of the terminal.
 */
struct shiptrack_text shiptrack_rail_terminal_name(const struct shiptrack_resource *resource);

/**
 * Common short name; no value if the terminal has no short name.
 */
struct shiptrack_text shiptrack_rail_terminal_nickname(const struct shiptrack_resource *resource);

/**
 * FIRMS code of US customs; no value in other countries and if unknown.
 */
struct shiptrack_text shiptrack_rail_terminal_firms_code(const struct shiptrack_resource *resource);

/**
 * City of the address; no value if unknown.
 */
struct shiptrack_text shiptrack_rail_terminal_city(const struct shiptrack_resource *resource);

/** @} */

/** @addtogroup raw_event
 * @{ */

/**
 * Milestone as which the service classifies the statement; no value if it is not classified.
 */
struct shiptrack_text shiptrack_raw_event_event(const struct shiptrack_resource *resource);

/**
 * Milestone as which the service classifies the statement; no value if it is not classified. As a number:
 * SHIPTRACK_MILESTONE_…, 0 if there is no value.
 */
int32_t shiptrack_raw_event_event_code(const struct shiptrack_resource *resource);

/**
 * Text of the source; no value if it sent none.
 */
struct shiptrack_text shiptrack_raw_event_original_event(const struct shiptrack_resource *resource);

/**
 * Time when it happened or is expected to happen; no value if unknown.
 */
struct shiptrack_text shiptrack_raw_event_timestamp(const struct shiptrack_resource *resource);

/**
 * Whether it is planned or expected, and has not happened yet. 1 yes, 0 no, -1 if there is no value.
 */
int32_t shiptrack_raw_event_estimated(const struct shiptrack_resource *resource);

/**
 * Day when it happened. Deprecated: use `timestamp` and `estimated`.
 */
struct shiptrack_text shiptrack_raw_event_actual_on(const struct shiptrack_resource *resource);

/**
 * Day when it is expected. Deprecated: use `timestamp` and `estimated`.
 */
struct shiptrack_text shiptrack_raw_event_estimated_on(const struct shiptrack_resource *resource);

/**
 * Time when it happened. Deprecated: use `timestamp` and `estimated`.
 */
struct shiptrack_text shiptrack_raw_event_actual_at(const struct shiptrack_resource *resource);

/**
 * Time when it is expected. Deprecated: use `timestamp` and `estimated`.
 */
struct shiptrack_text shiptrack_raw_event_estimated_at(const struct shiptrack_resource *resource);

/**
 * Time when it will happen, as reported by the source. Both services send no value: use `timestamp`.
 */
struct shiptrack_text shiptrack_raw_event_will_occur_at(const struct shiptrack_resource *resource);

/**
 * Time zone of the place (IANA name); no value if the timestamp is a local time at the place.
 */
struct shiptrack_text shiptrack_raw_event_timezone(const struct shiptrack_resource *resource);

/**
 * Time when the service received the statement.
 */
struct shiptrack_text shiptrack_raw_event_created_at(const struct shiptrack_resource *resource);

/**
 * Name of the place, as written by the source; no value if the source names no place.
 */
struct shiptrack_text shiptrack_raw_event_location_name(const struct shiptrack_resource *resource);

/**
 * UN/LOCODE of the place; no value if the service does not recognize the place.
 */
struct shiptrack_text shiptrack_raw_event_location_locode(const struct shiptrack_resource *resource);

/**
 * Name of the vessel; no value if no vessel is involved.
 */
struct shiptrack_text shiptrack_raw_event_vessel_name(const struct shiptrack_resource *resource);

/**
 * IMO number of the vessel, as text; no value if no vessel is involved or the number is unknown.
 */
struct shiptrack_text shiptrack_raw_event_vessel_imo(const struct shiptrack_resource *resource);

/**
 * Position of the statement in the list of the source, which is not always in chronological order. Writes it to
 * `value`. Returns SHIPTRACK_ABSENT if there is no value.
 */
int32_t shiptrack_raw_event_index(const struct shiptrack_resource *resource, int64_t *value);

/**
 * Number of the voyage; empty or no value if unknown.
 */
struct shiptrack_text shiptrack_raw_event_voyage_number(const struct shiptrack_resource *resource);

/**
 * Time when the source corrected or withdrew the statement; no value while it is valid.
 */
struct shiptrack_text shiptrack_raw_event_invalidated_at(const struct shiptrack_resource *resource);

/**
 * Time when the source last repeated an estimate that it first sent at `created_at`. Only the embedded service returns
 * this.
 */
struct shiptrack_text shiptrack_raw_event_confirmed_at(const struct shiptrack_resource *resource);

/**
 * Kind of the source.
 */
struct shiptrack_text shiptrack_raw_event_data_source(const struct shiptrack_resource *resource);

/**
 * Kind of the source. As a number: SHIPTRACK_DATA_SOURCE_…, 0 if there is no value.
 */
int32_t shiptrack_raw_event_data_source_code(const struct shiptrack_resource *resource);

/**
 * Name of the source, such as the name of the shipping line.
 */
struct shiptrack_text shiptrack_raw_event_data_provider_name(const struct shiptrack_resource *resource);

/**
 * Code of the source; for a shipping line its SCAC.
 */
struct shiptrack_text shiptrack_raw_event_data_provider_code(const struct shiptrack_resource *resource);

/** @} */

/** @addtogroup search
 * @{ */

/**
 * `shipment`: It is a shipment.
 */
#define SHIPTRACK_SEARCH_ENTITY_TYPE_SHIPMENT 1

/**
 * `cargo`: It is a container.
 */
#define SHIPTRACK_SEARCH_ENTITY_TYPE_CARGO 2

/**
 * `tracking_request`: It is a tracking request.
 */
#define SHIPTRACK_SEARCH_ENTITY_TYPE_TRACKING_REQUEST 3

/**
 * The name of a value of SHIPTRACK_SEARCH_ENTITY_TYPE_…, as in the interface; no value for another number. The text is
 * static.
 */
struct shiptrack_text shiptrack_search_entity_type_name(int32_t code);

/**
 * Finds at most 25 shipments, containers and tracking requests. The embedded service returns the best matches first:
 * an equal number, reference or tag; then a number that begins or ends with the text, or a reference or tag that
 * begins with it; then shipments with the text in the name of their vessel, customer or port.
 *
 * `query`: The text to find: a number, or its beginning or end; a reference or tag, or its beginning; a part of the
 * name of a vessel, customer or port.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_search(const struct shiptrack_client *client,
                         const char *query,
                         struct shiptrack_pages **pages,
                         struct shiptrack_error **error);

/** @} */

/** @addtogroup search_result
 * @{ */

/**
 * Kind of the result.
 */
struct shiptrack_text shiptrack_search_result_entity_type(const struct shiptrack_resource *resource);

/**
 * Kind of the result. As a number: SHIPTRACK_SEARCH_ENTITY_TYPE_…, 0 if there is no value.
 */
int32_t shiptrack_search_result_entity_type_code(const struct shiptrack_resource *resource);

/**
 * Number of the bill of lading, booking or container.
 */
struct shiptrack_text shiptrack_search_result_number(const struct shiptrack_resource *resource);

/**
 * Id of the shipment, or of the shipment to which the container belongs; no value if there is no shipment yet.
 */
struct shiptrack_text shiptrack_search_result_shipment_id(const struct shiptrack_resource *resource);

/**
 * SCAC of the shipping line; no value if unknown.
 */
struct shiptrack_text shiptrack_search_result_scac(const struct shiptrack_resource *resource);

/**
 * Name of the port of lading; no value if unknown.
 */
struct shiptrack_text shiptrack_search_result_port_of_lading_name(const struct shiptrack_resource *resource);

/**
 * Name of the port of discharge; no value if unknown.
 */
struct shiptrack_text shiptrack_search_result_port_of_discharge_name(const struct shiptrack_resource *resource);

/**
 * Number of containers of the shipment; no value for results of other kinds. Writes it to `value`. Returns
 * SHIPTRACK_ABSENT if there is no value.
 */
int32_t shiptrack_search_result_containers_count(const struct shiptrack_resource *resource, int64_t *value);

/**
 * Whether tracking of the shipment has stopped. 1 yes, 0 no, -1 if there is no value.
 */
int32_t shiptrack_search_result_tracking_stopped(const struct shiptrack_resource *resource);

/**
 * Reason why tracking stopped; no value while the shipment is tracked.
 */
struct shiptrack_text shiptrack_search_result_tracking_stopped_reason(const struct shiptrack_resource *resource);

/**
 * Reason why tracking stopped; no value while the shipment is tracked. As a number: SHIPTRACK_STOP_REASON_…, 0 if
 * there is no value.
 */
int32_t shiptrack_search_result_tracking_stopped_reason_code(const struct shiptrack_resource *resource);

/**
 * Status of the tracking request, or current status of the container; no value for shipments.
 */
struct shiptrack_text shiptrack_search_result_status(const struct shiptrack_resource *resource);

/**
 * Reason why the tracking request failed; no value if it did not fail.
 */
struct shiptrack_text shiptrack_search_result_failed_reason(const struct shiptrack_resource *resource);

/**
 * Reason why the tracking request failed; no value if it did not fail. As a number: SHIPTRACK_FAILED_REASON_…, 0 if
 * there is no value.
 */
int32_t shiptrack_search_result_failed_reason_code(const struct shiptrack_resource *resource);

/**
 * The number of items of shiptrack_search_result_ref_numbers_at().
 */
size_t shiptrack_search_result_ref_numbers_count(const struct shiptrack_resource *resource);

/**
 * References of the customer. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_search_result_ref_numbers_at(const struct shiptrack_resource *resource, size_t index);

/**
 * Time when the found resource was created.
 */
struct shiptrack_text shiptrack_search_result_created_at(const struct shiptrack_resource *resource);

/**
 * Time when the found resource last changed.
 */
struct shiptrack_text shiptrack_search_result_updated_at(const struct shiptrack_resource *resource);

/** @} */

/** @addtogroup shipment
 * @{ */

/**
 * `all_containers_terminated`: All containers were returned empty.
 */
#define SHIPTRACK_STOP_REASON_ALL_CONTAINERS_TERMINATED 1

/**
 * `past_arrival_window`: The maximum time after the arrival has passed.
 */
#define SHIPTRACK_STOP_REASON_PAST_ARRIVAL_WINDOW 2

/**
 * `past_full_out_window`: The maximum time after the containers were picked up has passed.
 */
#define SHIPTRACK_STOP_REASON_PAST_FULL_OUT_WINDOW 3

/**
 * `no_updates_at_line`: The shipping line has reported nothing new for too long.
 */
#define SHIPTRACK_STOP_REASON_NO_UPDATES_AT_LINE 4

/**
 * `cancelled_by_user`: A user stopped tracking.
 */
#define SHIPTRACK_STOP_REASON_CANCELLED_BY_USER 5

/**
 * `booking_cancelled`: The booking was cancelled.
 */
#define SHIPTRACK_STOP_REASON_BOOKING_CANCELLED 6

/**
 * `account_closed`: The account was closed.
 */
#define SHIPTRACK_STOP_REASON_ACCOUNT_CLOSED 7

/**
 * The name of a value of SHIPTRACK_STOP_REASON_…, as in the interface; no value for another number. The text is
 * static.
 */
struct shiptrack_text shiptrack_stop_reason_name(int32_t code);

/**
 * Number of the bill of lading or booking, as it was submitted.
 */
struct shiptrack_text shiptrack_shipment_bill_of_lading_number(const struct shiptrack_resource *resource);

/**
 * Number in the form that is sent to the shipping line, often without the prefix of the line.
 */
struct shiptrack_text shiptrack_shipment_normalized_number(const struct shiptrack_resource *resource);

/**
 * The number of items of shiptrack_shipment_ref_numbers_at().
 */
size_t shiptrack_shipment_ref_numbers_count(const struct shiptrack_resource *resource);

/**
 * References of the customer for the shipment. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_shipment_ref_numbers_at(const struct shiptrack_resource *resource, size_t index);

/**
 * Time when the service created the shipment.
 */
struct shiptrack_text shiptrack_shipment_created_at(const struct shiptrack_resource *resource);

/**
 * The number of items of shiptrack_shipment_tags_at().
 */
size_t shiptrack_shipment_tags_count(const struct shiptrack_resource *resource);

/**
 * Tags that the account assigned to the shipment. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_shipment_tags_at(const struct shiptrack_resource *resource, size_t index);

/**
 * UN/LOCODE of the port of lading; no value if unknown.
 */
struct shiptrack_text shiptrack_shipment_port_of_lading_locode(const struct shiptrack_resource *resource);

/**
 * Name of the port of lading; no value if unknown.
 */
struct shiptrack_text shiptrack_shipment_port_of_lading_name(const struct shiptrack_resource *resource);

/**
 * UN/LOCODE of the port of discharge; no value if unknown.
 */
struct shiptrack_text shiptrack_shipment_port_of_discharge_locode(const struct shiptrack_resource *resource);

/**
 * Name of the port of discharge; no value if unknown.
 */
struct shiptrack_text shiptrack_shipment_port_of_discharge_name(const struct shiptrack_resource *resource);

/**
 * UN/LOCODE of the inland destination; no value if there is no inland destination, or only its name is known.
 */
struct shiptrack_text shiptrack_shipment_destination_locode(const struct shiptrack_resource *resource);

/**
 * Name of the inland destination; no value if there is no inland destination.
 */
struct shiptrack_text shiptrack_shipment_destination_name(const struct shiptrack_resource *resource);

/**
 * SCAC of the shipping line.
 */
struct shiptrack_text shiptrack_shipment_shipping_line_scac(const struct shiptrack_resource *resource);

/**
 * Full name of the shipping line.
 */
struct shiptrack_text shiptrack_shipment_shipping_line_name(const struct shiptrack_resource *resource);

/**
 * Short name of the shipping line.
 */
struct shiptrack_text shiptrack_shipment_shipping_line_short_name(const struct shiptrack_resource *resource);

/**
 * Name of the customer for whom the shipment is tracked; no value if no customer was given.
 */
struct shiptrack_text shiptrack_shipment_customer_name(const struct shiptrack_resource *resource);

/**
 * Name of the vessel that arrives at the port of discharge; no value if unknown.
 */
struct shiptrack_text shiptrack_shipment_pod_vessel_name(const struct shiptrack_resource *resource);

/**
 * IMO number, as text, of the vessel that arrives at the port of discharge; no value if unknown.
 */
struct shiptrack_text shiptrack_shipment_pod_vessel_imo(const struct shiptrack_resource *resource);

/**
 * Number of the voyage that arrives at the port of discharge; no value if unknown.
 */
struct shiptrack_text shiptrack_shipment_pod_voyage_number(const struct shiptrack_resource *resource);

/**
 * Estimated departure from the port of lading; no value if unknown. Its time zone is `pol_timezone`.
 */
struct shiptrack_text shiptrack_shipment_pol_etd_at(const struct shiptrack_resource *resource);

/**
 * First estimate of the departure from the port of lading; no value if unknown.
 */
struct shiptrack_text shiptrack_shipment_pol_original_etd_at(const struct shiptrack_resource *resource);

/**
 * Actual departure from the port of lading; no value before that.
 */
struct shiptrack_text shiptrack_shipment_pol_atd_at(const struct shiptrack_resource *resource);

/**
 * Estimated arrival at the port of discharge; no value if unknown, and often after the arrival. Its time zone is
 * `pod_timezone`.
 */
struct shiptrack_text shiptrack_shipment_pod_eta_at(const struct shiptrack_resource *resource);

/**
 * First estimate of the arrival at the port of discharge; no value if unknown.
 */
struct shiptrack_text shiptrack_shipment_pod_original_eta_at(const struct shiptrack_resource *resource);

/**
 * Actual arrival at the port of discharge; no value before that.
 */
struct shiptrack_text shiptrack_shipment_pod_ata_at(const struct shiptrack_resource *resource);

/**
 * Estimated arrival at the inland destination, as reported by the shipping line; no value if unknown. Its time zone is
 * `destination_timezone`.
 */
struct shiptrack_text shiptrack_shipment_destination_eta_at(const struct shiptrack_resource *resource);

/**
 * First estimate of the arrival at the inland destination; no value if unknown.
 */
struct shiptrack_text shiptrack_shipment_destination_original_eta_at(const struct shiptrack_resource *resource);

/**
 * Actual arrival at the inland destination, as reported by the shipping line; no value before that.
 */
struct shiptrack_text shiptrack_shipment_destination_ata_at(const struct shiptrack_resource *resource);

/**
 * Time zone of the port of lading (IANA name); no value if unknown.
 */
struct shiptrack_text shiptrack_shipment_pol_timezone(const struct shiptrack_resource *resource);

/**
 * Time zone of the port of discharge (IANA name); no value if unknown.
 */
struct shiptrack_text shiptrack_shipment_pod_timezone(const struct shiptrack_resource *resource);

/**
 * Time zone of the inland destination (IANA name); no value if unknown, and if there is no inland destination.
 */
struct shiptrack_text shiptrack_shipment_destination_timezone(const struct shiptrack_resource *resource);

/**
 * Time when the service last requested data from the shipping line; no value if never.
 */
struct shiptrack_text shiptrack_shipment_line_tracking_last_attempted_at(const struct shiptrack_resource *resource);

/**
 * Time when the shipping line last returned data; no value if never.
 */
struct shiptrack_text shiptrack_shipment_line_tracking_last_succeeded_at(const struct shiptrack_resource *resource);

/**
 * Time when tracking stopped; no value while the shipment is tracked.
 */
struct shiptrack_text shiptrack_shipment_line_tracking_stopped_at(const struct shiptrack_resource *resource);

/**
 * Reason why tracking stopped; no value while the shipment is tracked.
 */
struct shiptrack_text shiptrack_shipment_line_tracking_stopped_reason(const struct shiptrack_resource *resource);

/**
 * Reason why tracking stopped; no value while the shipment is tracked. As a number: SHIPTRACK_STOP_REASON_…, 0 if
 * there is no value.
 */
int32_t shiptrack_shipment_line_tracking_stopped_reason_code(const struct shiptrack_resource *resource);

/**
 * Lists shipments, newest first. The hosted service supports the filters `number`, `filter[tracking_stopped]` and `q`,
 * and ignores the others.
 *
 * `query` may be NULL. Included resources: `containers`, `containers.pod_terminal`, `containers.pickup_facility`,
 * `containers.transport_events`, `pod_terminal`, `pod_terminal.port`, `port_of_lading`, `port_of_discharge`,
 * `destination`, `destination_terminal`, `destination_terminal.port`, `line_tracking_stopped_by_user`. Parameters:
 * - `number`: Only shipments that are tracked under this number, as it was submitted. Container numbers are not
 *   searched.
 * - `filter[tracking_stopped]`: Only shipments that are no longer tracked (true), or only shipments that are still
 *   tracked (false).
 * - `q`: Only shipments with a bill of lading, reference or container number that begins with this text. Deprecated in
 *   the hosted service.
 * - `filter[reference]`: Only shipments with this reference.
 * - `filter[tag]`: Only if the shipment has this tag.
 * - `filter[customer_id]`: Only if the shipment is tracked for the customer with this id.
 * - `filter[customer_name]`: Only if the shipment is tracked for a customer whose name contains these words.
 * - `filter[shipping_line_scac]`: Only if the carrier of the shipment has this SCAC.
 * - `filter[vessel_name]`: Only if the vessel that arrives at the port of discharge has this name.
 * - `filter[pol_code]`: Only if the port of lading has this UN/LOCODE, or another one of the same port area.
 * - `filter[pod_code]`: Only if the port of discharge has this UN/LOCODE, or another one of the same port area.
 * - `filter[destination_code]`: Only if the inland destination has this UN/LOCODE.
 * - `filter[pod_eta_at][start]`: Only if the estimated arrival at the port of discharge is at this time or later. A
 *   date means its beginning in UTC.
 * - `filter[pod_eta_at][end]`: Only if the estimated arrival at the port of discharge is at this time or earlier. A
 *   date means its end in UTC.
 * - `filter[updated_at][start]`: Only if a source was asked about the shipment, or changed it, at this time or later.
 *   A date means its beginning in UTC.
 * - `filter[custom_fields]`: Only resources with these values of custom fields. Each item is `slug=value`; an option
 *   is given by its value or its label. Use `filter[custom_fields][slug]` for a value that contains a comma. The
 *   hosted service ignores this filter.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_shipment_list(const struct shiptrack_client *client,
                                const struct shiptrack_query *query,
                                struct shiptrack_pages **pages,
                                struct shiptrack_error **error);

/**
 * Reads a shipment.
 *
 * `query` may be NULL. Included resources: `containers`, `containers.pod_terminal`, `containers.pickup_facility`,
 * `containers.transport_events`, `pod_terminal`, `pod_terminal.port`, `port_of_lading`, `port_of_discharge`,
 * `destination`, `destination_terminal`, `destination_terminal.port`, `line_tracking_stopped_by_user`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_shipment_get(const struct shiptrack_client *client,
                               const char *id,
                               const struct shiptrack_query *query,
                               struct shiptrack_resource **resource,
                               struct shiptrack_error **error);

/**
 * Changes the references, tags and customer of a shipment. What is not in the request keeps its value.
 *
 * `draft` has optional attributes, and may be NULL:
 * - `ref_numbers`: References of the customer, such as purchase order numbers.
 * - `tags`: Tags of the shipment.
 * - `customer`: The customer for whom the shipment is tracked. `null` removes it, also from the tracking requests of
 *   the shipment.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_shipment_update(const struct shiptrack_client *client,
                                  const char *id,
                                  const struct shiptrack_draft *draft,
                                  struct shiptrack_resource **resource,
                                  struct shiptrack_error **error);

/**
 * Stops tracking a shipment and all its containers.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_shipment_stop_tracking(const struct shiptrack_client *client,
                                         const char *id,
                                         struct shiptrack_resource **resource,
                                         struct shiptrack_error **error);

/**
 * Resumes tracking of a shipment that was stopped.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_shipment_resume_tracking(const struct shiptrack_client *client,
                                           const char *id,
                                           struct shiptrack_resource **resource,
                                           struct shiptrack_error **error);

/**
 * Lists what is doubtful in the statements about a shipment: those that are not used, with the reason, and those that
 * are probably wrong. Lists at most 1,000 doubts, newest first.
 *
 * `json` receives a JSON object: `doubts`, a list of objects with `reason`, `text`, `container`, `source`,
 * `received_at`, `pointer`, `event`, `at` and `locode`, and `total`, the number of doubts.
 *
 * The hosted service does not support it: SHIPTRACK_ERROR_NOT_FOUND.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_shipment_doubts(const struct shiptrack_client *client,
                                  const char *id,
                                  struct shiptrack_buffer **json,
                                  struct shiptrack_error **error);

/**
 * Lists the custom fields of a shipment.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_shipment_custom_fields(const struct shiptrack_client *client,
                                         const char *id,
                                         struct shiptrack_pages **pages,
                                         struct shiptrack_error **error);

/**
 * Sets a custom field of a shipment.
 *
 * `api_slug`: The API name of the field: the `api_slug` of its definition.
 *
 * `value_json`: The value: text, a number, true or false, a list of texts, an object, or `null`, depending on the data
 * type. JSON.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_shipment_create_custom_field(const struct shiptrack_client *client,
                                               const char *id,
                                               const char *api_slug,
                                               const char *value_json,
                                               struct shiptrack_resource **resource,
                                               struct shiptrack_error **error);

/**
 * Changes the value of a custom field of a shipment.
 *
 * `value_json`: The value: text, a number, true or false, a list of texts, an object, or `null`, depending on the data
 * type. JSON.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_shipment_update_custom_field(const struct shiptrack_client *client,
                                               const char *id,
                                               const char *api_slug,
                                               const char *value_json,
                                               struct shiptrack_resource **resource,
                                               struct shiptrack_error **error);

/**
 * Deletes the value of a custom field of a shipment.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_shipment_delete_custom_field(const struct shiptrack_client *client,
                                               const char *id,
                                               const char *api_slug,
                                               struct shiptrack_error **error);

/** @} */

/** @addtogroup shipment_updated_event
 * @{ */

/**
 * The changes: the name of each corrected attribute, with a list of its old and its new value. A JSON object.
 */
struct shiptrack_text shiptrack_shipment_updated_event_changeset_json(const struct shiptrack_resource *resource);

/**
 * Time when the service detected the change.
 */
struct shiptrack_text shiptrack_shipment_updated_event_timestamp(const struct shiptrack_resource *resource);

/**
 * Kind of the source that reported the change.
 */
struct shiptrack_text shiptrack_shipment_updated_event_data_source(const struct shiptrack_resource *resource);

/**
 * Kind of the source that reported the change. As a number: SHIPTRACK_DATA_SOURCE_…, 0 if there is no value.
 */
int32_t shiptrack_shipment_updated_event_data_source_code(const struct shiptrack_resource *resource);

/** @} */

/** @addtogroup shipping_line
 * @{ */

/**
 * Standard Carrier Alpha Code (SCAC) of the shipping line: four letters that identify it in tracking requests.
 */
struct shiptrack_text shiptrack_shipping_line_scac(const struct shiptrack_resource *resource);

/**
 * Full name of the shipping line.
 */
struct shiptrack_text shiptrack_shipping_line_name(const struct shiptrack_resource *resource);

/**
 * The number of items of shiptrack_shipping_line_alternative_scacs_at().
 */
size_t shiptrack_shipping_line_alternative_scacs_count(const struct shiptrack_resource *resource);

/**
 * Other SCACs of the shipping line, which tracking requests also accept. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_shipping_line_alternative_scacs_at(const struct shiptrack_resource *resource,
                                                                   size_t index);

/**
 * Common short name of the shipping line.
 */
struct shiptrack_text shiptrack_shipping_line_short_name(const struct shiptrack_resource *resource);

/**
 * Whether bills of lading of the shipping line can be tracked; no value if unknown. 1 yes, 0 no, -1 if there is no
 * value.
 */
int32_t shiptrack_shipping_line_bill_of_lading_tracking_support(const struct shiptrack_resource *resource);

/**
 * Whether bookings of the shipping line can be tracked; no value if unknown. 1 yes, 0 no, -1 if there is no value.
 */
int32_t shiptrack_shipping_line_booking_number_tracking_support(const struct shiptrack_resource *resource);

/**
 * Whether containers can be tracked by container number at the shipping line; no value if unknown. 1 yes, 0 no, -1 if
 * there is no value.
 */
int32_t shiptrack_shipping_line_container_number_tracking_support(const struct shiptrack_resource *resource);

/**
 * Which data the shipping line supplies: a boolean for each kind of data, and a text with the same name and the suffix
 * `_notes`; no value if unknown. A JSON object.
 */
struct shiptrack_text shiptrack_shipping_line_provided_data_json(const struct shiptrack_resource *resource);

/**
 * URL of the tracking page of the shipping line; no value if unknown. The number replaces `${BLNUM}`; if the URL does
 * not contain it, the number is entered on the page.
 */
struct shiptrack_text shiptrack_shipping_line_tracking_url(const struct shiptrack_resource *resource);

/**
 * URL of the contact page of the shipping line; no value if unknown.
 */
struct shiptrack_text shiptrack_shipping_line_contact_url(const struct shiptrack_resource *resource);

/**
 * Whether this service can ask the shipping line about numbers. Only the embedded service has this attribute. 1 yes, 0
 * no, -1 if there is no value.
 */
int32_t shiptrack_shipping_line_can_be_asked(const struct shiptrack_resource *resource);

/**
 * Lists all ocean carriers on one page.
 *
 * `query` may be NULL. Parameters:
 * - `search`: Only carriers with a name or SCAC that contains this text.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_shipping_line_list(const struct shiptrack_client *client,
                                     const struct shiptrack_query *query,
                                     struct shiptrack_pages **pages,
                                     struct shiptrack_error **error);

/**
 * Reads an ocean carrier by its id or its SCAC.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_shipping_line_get(const struct shiptrack_client *client,
                                    const char *id,
                                    struct shiptrack_resource **resource,
                                    struct shiptrack_error **error);

/** @} */

/** @addtogroup terminal
 * @{ */

/**
 * `ocean_terminal`: A terminal at a port, where vessels are loaded and discharged.
 */
#define SHIPTRACK_FACILITY_TYPE_OCEAN_TERMINAL 1

/**
 * `rail`: A terminal or ramp of a railway.
 */
#define SHIPTRACK_FACILITY_TYPE_RAIL 2

/**
 * The name of a value of SHIPTRACK_FACILITY_TYPE_…, as in the interface; no value for another number. The text is
 * static.
 */
struct shiptrack_text shiptrack_facility_type_name(int32_t code);

/**
 * Full name of the terminal.
 */
struct shiptrack_text shiptrack_terminal_name(const struct shiptrack_resource *resource);

/**
 * Common short name; no value if the terminal has no short name.
 */
struct shiptrack_text shiptrack_terminal_nickname(const struct shiptrack_resource *resource);

/**
 * FIRMS code of US customs, or in Canada the sublocation code of the CBSA; no value in other countries and if unknown.
 */
struct shiptrack_text shiptrack_terminal_firms_code(const struct shiptrack_resource *resource);

/**
 * Code of the terminal in the SMDG list; no value if unknown.
 */
struct shiptrack_text shiptrack_terminal_smdg_code(const struct shiptrack_resource *resource);

/**
 * Facility code of the Bureau International des Containers (BIC); no value if unknown.
 */
struct shiptrack_text shiptrack_terminal_bic_facility_code(const struct shiptrack_resource *resource);

/**
 * Street and number of the address, which can end in spaces; no value if unknown.
 */
struct shiptrack_text shiptrack_terminal_street(const struct shiptrack_resource *resource);

/**
 * City of the address; no value if unknown.
 */
struct shiptrack_text shiptrack_terminal_city(const struct shiptrack_resource *resource);

/**
 * State or province of the address, in full; no value if unknown.
 */
struct shiptrack_text shiptrack_terminal_state(const struct shiptrack_resource *resource);

/**
 * State or province of the address, abbreviated; no value if unknown.
 */
struct shiptrack_text shiptrack_terminal_state_abbr(const struct shiptrack_resource *resource);

/**
 * Postal code of the address, as text; no value if unknown.
 */
struct shiptrack_text shiptrack_terminal_zip(const struct shiptrack_resource *resource);

/**
 * Name of the country (not a code); no value if unknown.
 */
struct shiptrack_text shiptrack_terminal_country(const struct shiptrack_resource *resource);

/**
 * Which data the terminal supplies: a boolean for each kind of data, and a text with the same name and the suffix
 * `_notes`; no value if unknown. A JSON object.
 */
struct shiptrack_text shiptrack_terminal_provided_data_json(const struct shiptrack_resource *resource);

/**
 * Kind of facility. A terminal of a railway has either the type `terminal` and the kind `rail`, or the type
 * `rail_terminal`; no value if unknown.
 */
struct shiptrack_text shiptrack_terminal_facility_type(const struct shiptrack_resource *resource);

/**
 * Kind of facility. A terminal of a railway has either the type `terminal` and the kind `rail`, or the type
 * `rail_terminal`; no value if unknown. As a number: SHIPTRACK_FACILITY_TYPE_…, 0 if there is no value.
 */
int32_t shiptrack_terminal_facility_type_code(const struct shiptrack_resource *resource);

/**
 * Reads a terminal of a port or of a railway.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_terminal_get(const struct shiptrack_client *client,
                               const char *id,
                               struct shiptrack_resource **resource,
                               struct shiptrack_error **error);

/** @} */

/** @addtogroup tracking_request
 * @{ */

/**
 * Returns the newest request if it failed for a reason that is a property of the number: for a week if no such number
 * or booking can exist, for a day if the carrier did not know it. In every other case a new request is created. This
 * is the policy of shiptrack_tracking_request_track().
 */
#define SHIPTRACK_RETRACK_BY_REASON 1

/**
 * Creates a new request, whatever the outcome of the newest one.
 */
#define SHIPTRACK_RETRACK_ALWAYS 2

/**
 * Returns the newest request if it failed, whenever and for whatever reason.
 */
#define SHIPTRACK_RETRACK_NEVER 3

/**
 * `booking_cancelled`: The booking was cancelled.
 */
#define SHIPTRACK_FAILED_REASON_BOOKING_CANCELLED 1

/**
 * `duplicate`: Another active request tracks the same shipment.
 */
#define SHIPTRACK_FAILED_REASON_DUPLICATE 2

/**
 * `expired`: The shipping line returned no data within the maximum time.
 */
#define SHIPTRACK_FAILED_REASON_EXPIRED 3

/**
 * `internal_processing_error`: The service had an internal error, and tries again.
 */
#define SHIPTRACK_FAILED_REASON_INTERNAL_PROCESSING_ERROR 4

/**
 * `invalid_number`: The shipping line rejects the number as invalid.
 */
#define SHIPTRACK_FAILED_REASON_INVALID_NUMBER 5

/**
 * `not_found`: The shipping line does not know the number.
 */
#define SHIPTRACK_FAILED_REASON_NOT_FOUND 6

/**
 * `retries_exhausted`: The maximum number of look-ups was reached.
 */
#define SHIPTRACK_FAILED_REASON_RETRIES_EXHAUSTED 7

/**
 * `shipping_line_unreachable`: The shipping line does not respond. The service asks again.
 */
#define SHIPTRACK_FAILED_REASON_SHIPPING_LINE_UNREACHABLE 8

/**
 * `unrecognized_response`: The response of the shipping line cannot be read. The service asks again.
 */
#define SHIPTRACK_FAILED_REASON_UNRECOGNIZED_RESPONSE 9

/**
 * `data_unavailable`: The shipping line does not disclose the data.
 */
#define SHIPTRACK_FAILED_REASON_DATA_UNAVAILABLE 10

/**
 * `scac_auto_detect_failed`: The shipping line could not be detected from the number.
 */
#define SHIPTRACK_FAILED_REASON_SCAC_AUTO_DETECT_FAILED 11

/**
 * `awaiting_manifest`: The shipping line has no data yet. The service asks again every day.
 */
#define SHIPTRACK_FAILED_REASON_AWAITING_MANIFEST 12

/**
 * `pending`: The service is asking the shipping line for the number.
 */
#define SHIPTRACK_REQUEST_STATUS_PENDING 1

/**
 * `awaiting_manifest`: The shipping line has no data yet. The service asks again every day.
 */
#define SHIPTRACK_REQUEST_STATUS_AWAITING_MANIFEST 2

/**
 * `created`: A shipment was found and is tracked.
 */
#define SHIPTRACK_REQUEST_STATUS_CREATED 3

/**
 * `failed`: The request failed; `failed_reason` gives the reason.
 */
#define SHIPTRACK_REQUEST_STATUS_FAILED 4

/**
 * `tracking_stopped`: Tracking of the shipment stopped.
 */
#define SHIPTRACK_REQUEST_STATUS_TRACKING_STOPPED 5

/**
 * `bill_of_lading`: A master bill of lading.
 */
#define SHIPTRACK_REQUEST_TYPE_BILL_OF_LADING 1

/**
 * `booking_number`: A booking of a carrier.
 */
#define SHIPTRACK_REQUEST_TYPE_BOOKING_NUMBER 2

/**
 * `container`: A container number.
 */
#define SHIPTRACK_REQUEST_TYPE_CONTAINER 3

/**
 * `auto_select`: Certain enough to use the selected carrier without asking.
 */
#define SHIPTRACK_LINE_DECISION_AUTO_SELECT 1

/**
 * `needs_confirmation`: A person should confirm the carrier.
 */
#define SHIPTRACK_LINE_DECISION_NEEDS_CONFIRMATION 2

/**
 * `no_prediction`: No carrier is likely enough.
 */
#define SHIPTRACK_LINE_DECISION_NO_PREDICTION 3

/**
 * shiptrack_tracking_request_track(): an active request for the number existed and was adopted.
 */
#define SHIPTRACK_TRACKED_ADOPTED 1

/**
 * shiptrack_tracking_request_track(): this call created the request.
 */
#define SHIPTRACK_TRACKED_CREATED 2

/**
 * shiptrack_tracking_request_track_until_certain(): this call created the request, and it may be the second one for the
 * number: the outcome of an earlier attempt is unknown, and that attempt may have created a request that has failed
 * since.
 */
#define SHIPTRACK_TRACKED_MAYBE_SECOND 3

/**
 * shiptrack_tracking_request_track(): the newest request for the number failed for a reason that is a property of the
 * number; it was returned, and nothing was created. SHIPTRACK_RETRACK_… are the policies for such a number.
 */
#define SHIPTRACK_TRACKED_RETURNED 4

/**
 * What the service infers from a number. Any of its values may be missing.
 *
 * Ownership: yours; free it with shiptrack_inference_free().
 * Lifetime: its texts are valid until it is freed.
 * Threads: any number of threads may read it at the same time.
 */
typedef struct shiptrack_inference shiptrack_inference;

/**
 * Called with the tracking request whenever shiptrack_tracking_request_wait() has fetched it. It runs on the thread
 * that waits; `request` is valid during the callback. Return 0 to continue waiting; any other value ends the wait with
 * SHIPTRACK_ERROR_CANCELLED.
 *
 * The function must return: no longjmp() past the library, no end of its thread, no exception.
 */
typedef int32_t (*shiptrack_progress_fn)(void *user_data, const struct shiptrack_resource *request);

/**
 * Creates a tracking request. The number and the carrier are checked before a request is sent.
 *
 * `request_type` is `bill_of_lading`, `booking_number` or `container`. `scac` is the code of the carrier; with NULL
 * the service determines the carrier. `draft` has further attributes, and may be NULL. Returns
 * SHIPTRACK_ERROR_DUPLICATE if an active request for the number exists; shiptrack_tracking_request_track() adopts that
 * request instead.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_tracking_request_create(const struct shiptrack_client *client,
                                          const char *request_type,
                                          const char *request_number,
                                          const char *scac,
                                          const struct shiptrack_draft *draft,
                                          struct shiptrack_resource **resource,
                                          struct shiptrack_error **error);

/**
 * Updates the tracking request `id` with the attributes of `draft`. `resource` receives the request.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_tracking_request_update(const struct shiptrack_client *client,
                                          const char *id,
                                          const struct shiptrack_draft *draft,
                                          struct shiptrack_resource **resource,
                                          struct shiptrack_error **error);

/**
 * Asks the service which type a number has and which carrier it belongs to. The service creates nothing.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_tracking_request_infer(const struct shiptrack_client *client,
                                         const char *number,
                                         struct shiptrack_inference **inference,
                                         struct shiptrack_error **error);

/**
 * The type of the number, as for a tracking request.
 */
struct shiptrack_text shiptrack_inference_request_type(const struct shiptrack_inference *inference);

/**
 * The number as the service parsed it.
 */
struct shiptrack_text shiptrack_inference_parsed_number(const struct shiptrack_inference *inference);

/**
 * Why the number is valid or not, in a text of the service.
 */
struct shiptrack_text shiptrack_inference_reason(const struct shiptrack_inference *inference);

/**
 * How certain the carrier is.
 */
struct shiptrack_text shiptrack_inference_decision(const struct shiptrack_inference *inference);

/**
 * The code of the most likely carrier.
 */
struct shiptrack_text shiptrack_inference_selected_scac(const struct shiptrack_inference *inference);

/**
 * The response, as it was received.
 */
struct shiptrack_text shiptrack_inference_json(const struct shiptrack_inference *inference);

/**
 * How certain the carrier is: SHIPTRACK_LINE_DECISION_….
 */
int32_t shiptrack_inference_decision_code(const struct shiptrack_inference *inference);

/**
 * Whether the number can be valid: 1 yes, 0 no, -1 if the service does not know.
 */
int32_t shiptrack_inference_is_valid(const struct shiptrack_inference *inference);

/**
 * Whether the check digit of a container number is correct: 1 yes, 0 no, -1 if the service did not report it.
 */
int32_t shiptrack_inference_check_digit_passed(const struct shiptrack_inference *inference);

/**
 * The number of carriers to which the number may belong.
 */
size_t shiptrack_inference_candidates_count(const struct shiptrack_inference *inference);

/**
 * The code of a carrier to which the number may belong, the most likely one first; `index` counts from 0.
 */
struct shiptrack_text shiptrack_inference_candidate_scac(const struct shiptrack_inference *inference, size_t index);

/**
 * The name of that carrier.
 */
struct shiptrack_text shiptrack_inference_candidate_name(const struct shiptrack_inference *inference, size_t index);

/**
 * Writes how likely that carrier is, from 0 to 1. Returns SHIPTRACK_ABSENT if the service did not report it.
 */
int32_t shiptrack_inference_candidate_confidence(const struct shiptrack_inference *inference,
                                                 size_t index,
                                                 double *confidence);

/**
 * Frees the object. NULL is ignored.
 */
void shiptrack_inference_free(struct shiptrack_inference *inference);

/**
 * Tracks a number: shiptrack_tracking_request_track() without a draft, and without reporting whether the request
 * already existed.
 *
 * `request_type` is `bill_of_lading`, `booking_number` or `container`. `scac` is the code of the carrier; with NULL
 * the service determines the carrier.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_track(const struct shiptrack_client *client,
                        const char *request_type,
                        const char *request_number,
                        const char *scac,
                        struct shiptrack_resource **resource,
                        struct shiptrack_error **error);

/**
 * Waits until a tracking request is `created`, `failed` or `tracking_stopped`, for at most `timeout_ms` milliseconds;
 * SHIPTRACK_DEFAULT_TIMEOUT means five minutes. After that it returns SHIPTRACK_ERROR_TIMEOUT. A service in this
 * process does its due work meanwhile, on this thread. It is shiptrack_tracking_request_wait() with the default
 * polling interval and without a callback. `resource` receives the request.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_wait(const struct shiptrack_client *client,
                       const char *id,
                       int64_t timeout_ms,
                       struct shiptrack_resource **resource,
                       struct shiptrack_error **error);

/**
 * Tracks a number: creates a tracking request, or adopts the active one that exists. Calling it twice is safe. If the
 * newest request for the number failed for a reason that is a property of the number, that request is returned
 * (SHIPTRACK_TRACKED_RETURNED); shiptrack_tracking_request_track_again() has other policies.
 *
 * The arguments are those of shiptrack_tracking_request_create(). `how` receives which of these happened
 * (SHIPTRACK_TRACKED_…), and may be NULL. An adopted request receives the `ref_numbers` of the draft that it does not
 * have, if the service accepts them; it does not receive other attributes of the draft.
 * shiptrack_tracking_request_left_out_at() lists the attributes that it does not have.
 *
 * The call never waits for the carrier. A service in this process creates a new request if the voyage of a container is
 * over. Otherwise it looks the number up later, at most once an hour, and if the container has begun its next voyage
 * then, it stops the active request and creates the next one by itself. The events report both.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_tracking_request_track(const struct shiptrack_client *client,
                                         const char *request_type,
                                         const char *request_number,
                                         const char *scac,
                                         const struct shiptrack_draft *draft,
                                         int32_t *how,
                                         struct shiptrack_resource **resource,
                                         struct shiptrack_error **error);

/**
 * As shiptrack_tracking_request_track(), but it retries if the outcome of an attempt is unknown. If the service then
 * rejects the request as a duplicate, the first attempt succeeded.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_tracking_request_track_until_certain(const struct shiptrack_client *client,
                                                       const char *request_type,
                                                       const char *request_number,
                                                       const char *scac,
                                                       const struct shiptrack_draft *draft,
                                                       int32_t *how,
                                                       struct shiptrack_resource **resource,
                                                       struct shiptrack_error **error);

/**
 * As shiptrack_tracking_request_track(), with a policy for a number whose newest request failed: `retrack_policy` is
 * SHIPTRACK_RETRACK_…. If `until_certain` is not 0, it retries as shiptrack_tracking_request_track_until_certain()
 * does.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_tracking_request_track_again(const struct shiptrack_client *client,
                                               const char *request_type,
                                               const char *request_number,
                                               const char *scac,
                                               const struct shiptrack_draft *draft,
                                               int32_t retrack_policy,
                                               int32_t until_certain,
                                               int32_t *how,
                                               struct shiptrack_resource **resource,
                                               struct shiptrack_error **error);

/**
 * The number of items of shiptrack_tracking_request_left_out_at().
 */
size_t shiptrack_tracking_request_left_out_count(const struct shiptrack_resource *resource);

/**
 * The name of an attribute of the draft that an adopted request does not have; `index` counts from 0. `shipment_tags`
 * and others can only be set when a request is created; `ref_numbers` is listed if the service did not accept them.
 * Only a resource from shiptrack_tracking_request_track() and its variants, or a copy of it, has such items.
 */
struct shiptrack_text shiptrack_tracking_request_left_out_at(const struct shiptrack_resource *resource, size_t index);

/**
 * Waits until a tracking request is `created`, `failed` or `tracking_stopped`. A service in this process does its due
 * work meanwhile, on this thread.
 *
 * `timeout_ms` is the longest wait in milliseconds; SHIPTRACK_DEFAULT_TIMEOUT means five minutes. After that the
 * function returns SHIPTRACK_ERROR_TIMEOUT; the request does not change. With 0 it fetches the request once and does
 * no due work; the fetch has the timeout of the client. `poll_ms` is the interval between fetches in milliseconds;
 * SHIPTRACK_DEFAULT_TIMEOUT means five seconds. The first intervals are shorter, and no interval is shorter than 10
 * ms. `progress` may be NULL. To end the wait from another thread, use a client from shiptrack_client_with_cancel().
 * `resource` receives the request.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_tracking_request_wait(const struct shiptrack_client *client,
                                        const char *id,
                                        int64_t timeout_ms,
                                        int64_t poll_ms,
                                        shiptrack_progress_fn progress,
                                        void *user_data,
                                        struct shiptrack_resource **resource,
                                        struct shiptrack_error **error);

/**
 * As shiptrack_tracking_request_wait(), but it also returns when the request is `awaiting_manifest`: the carrier
 * answered, but has no data yet. That state can last seven days. A carrier that cannot be reached has not answered;
 * then the function waits until a retry succeeds, or `timeout_ms` has passed.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_tracking_request_wait_until_answered(const struct shiptrack_client *client,
                                                       const char *id,
                                                       int64_t timeout_ms,
                                                       int64_t poll_ms,
                                                       shiptrack_progress_fn progress,
                                                       void *user_data,
                                                       struct shiptrack_resource **resource,
                                                       struct shiptrack_error **error);

/**
 * The name of a value of SHIPTRACK_FAILED_REASON_…, as in the interface; no value for another number. The text is
 * static.
 */
struct shiptrack_text shiptrack_failed_reason_name(int32_t code);

/**
 * The name of a value of SHIPTRACK_REQUEST_STATUS_…, as in the interface; no value for another number. The text is
 * static.
 */
struct shiptrack_text shiptrack_request_status_name(int32_t code);

/**
 * The name of a value of SHIPTRACK_REQUEST_TYPE_…, as in the interface; no value for another number. The text is
 * static.
 */
struct shiptrack_text shiptrack_request_type_name(int32_t code);

/**
 * The name of a value of SHIPTRACK_LINE_DECISION_…, as in the interface; no value for another number. The text is
 * static.
 */
struct shiptrack_text shiptrack_line_decision_name(int32_t code);

/**
 * The name of a value of SHIPTRACK_TRACKED_…, such as `adopted`; no value for another number. The text is static.
 */
struct shiptrack_text shiptrack_tracked_name(int32_t code);

/**
 * Kind of the number.
 */
struct shiptrack_text shiptrack_tracking_request_request_type(const struct shiptrack_resource *resource);

/**
 * Kind of the number. As a number: SHIPTRACK_REQUEST_TYPE_…, 0 if there is no value.
 */
int32_t shiptrack_tracking_request_request_type_code(const struct shiptrack_resource *resource);

/**
 * Number, as it was submitted.
 */
struct shiptrack_text shiptrack_tracking_request_request_number(const struct shiptrack_resource *resource);

/**
 * SCAC of the shipping line; no value while the service is detecting it.
 */
struct shiptrack_text shiptrack_tracking_request_scac(const struct shiptrack_resource *resource);

/**
 * Status of the request.
 */
struct shiptrack_text shiptrack_tracking_request_status(const struct shiptrack_resource *resource);

/**
 * Status of the request. As a number: SHIPTRACK_REQUEST_STATUS_…, 0 if there is no value.
 */
int32_t shiptrack_tracking_request_status_code(const struct shiptrack_resource *resource);

/**
 * Reason why the last look-up or the whole request failed; no value if it did not fail.
 */
struct shiptrack_text shiptrack_tracking_request_failed_reason(const struct shiptrack_resource *resource);

/**
 * Reason why the last look-up or the whole request failed; no value if it did not fail. As a number:
 * SHIPTRACK_FAILED_REASON_…, 0 if there is no value.
 */
int32_t shiptrack_tracking_request_failed_reason_code(const struct shiptrack_resource *resource);

/**
 * Whether the service is repeating look-ups after a failed one. 1 yes, 0 no, -1 if there is no value.
 */
int32_t shiptrack_tracking_request_is_retrying(const struct shiptrack_resource *resource);

/**
 * Number of consecutive failed look-ups; no value if the last one succeeded, and once there is a shipment. Writes it
 * to `value`. Returns SHIPTRACK_ABSENT if there is no value.
 */
int32_t shiptrack_tracking_request_retry_count(const struct shiptrack_resource *resource, int64_t *value);

/**
 * The number of items of shiptrack_tracking_request_ref_numbers_at().
 */
size_t shiptrack_tracking_request_ref_numbers_count(const struct shiptrack_resource *resource);

/**
 * References of the customer, which are copied to the shipment. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_tracking_request_ref_numbers_at(const struct shiptrack_resource *resource,
                                                                size_t index);

/**
 * The number of items of shiptrack_tracking_request_shipment_tags_at().
 */
size_t shiptrack_tracking_request_shipment_tags_count(const struct shiptrack_resource *resource);

/**
 * Tags for the shipment. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_tracking_request_shipment_tags_at(const struct shiptrack_resource *resource,
                                                                  size_t index);

/**
 * Time when the request was created.
 */
struct shiptrack_text shiptrack_tracking_request_created_at(const struct shiptrack_resource *resource);

/**
 * Time when the request last changed.
 */
struct shiptrack_text shiptrack_tracking_request_updated_at(const struct shiptrack_resource *resource);

/**
 * Lists tracking requests, newest first.
 *
 * `query` may be NULL. Included resources: `tracked_object`, `tracked_object.containers`,
 * `tracked_object.pod_terminal`, `tracked_object.port_of_lading`, `tracked_object.port_of_discharge`,
 * `tracked_object.destination`, `tracked_object.destination_terminal`, `shipment`, `container`, `containers`,
 * `customer`, `user`, `account`, `shipping_line`. Parameters:
 * - `filter[request_number]`: Only tracking requests with this number, as it was submitted.
 * - `filter[scac]`: Only tracking requests at the carrier with this SCAC.
 * - `filter[status]`: Only tracking requests with this status. The hosted service documents `created`, `pending` and
 *   `failed`.
 * - `filter[request_type]`: Only tracking requests for this kind of number: `bill_of_lading`, `booking_number` or
 *   `container`. The hosted service ignores this filter.
 * - `filter[created_at][start]`: Only tracking requests created at this time or later.
 * - `filter[created_at][end]`: Only tracking requests created at this time or earlier.
 * - `filter[updated_at][start]`: Only tracking requests last changed at this time or later.
 * - `filter[updated_at][end]`: Only tracking requests last changed at this time or earlier.
 * - `q`: Only tracking requests with a number or reference that begins with this text. Deprecated in the hosted
 *   service.
 * - `filter[reference]`: Only tracking requests with this reference. The hosted service ignores this filter.
 * - `filter[tag]`: Only tracking requests that give their shipment this tag. The hosted service ignores this filter.
 * - `filter[customer_id]`: Only tracking requests for the customer with this id. The hosted service ignores this
 *   filter.
 * - `filter[customer_name]`: Only tracking requests for customers whose name contains these words. The hosted service
 *   ignores this filter.
 * - `filter[custom_fields]`: Only resources with these values of custom fields. Each item is `slug=value`; an option
 *   is given by its value or its label. Use `filter[custom_fields][slug]` for a value that contains a comma. The
 *   hosted service ignores this filter.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_tracking_request_list(const struct shiptrack_client *client,
                                        const struct shiptrack_query *query,
                                        struct shiptrack_pages **pages,
                                        struct shiptrack_error **error);

/**
 * Reads a tracking request. Without `include`, the response includes its shipment.
 *
 * `query` may be NULL. Included resources: `tracked_object`, `tracked_object.containers`,
 * `tracked_object.pod_terminal`, `tracked_object.port_of_lading`, `tracked_object.port_of_discharge`,
 * `tracked_object.destination`, `tracked_object.destination_terminal`, `shipment`, `container`, `containers`,
 * `customer`, `user`, `account`, `shipping_line`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_tracking_request_get(const struct shiptrack_client *client,
                                       const char *id,
                                       const struct shiptrack_query *query,
                                       struct shiptrack_resource **resource,
                                       struct shiptrack_error **error);

/**
 * Deletes a tracking request, its shipment with containers and events unless another tracking request has the
 * shipment, and the notifications about them that were not delivered yet. What sources reported about the number is
 * kept, and used if the number is tracked again. The event feed has the event `tracking_request.deleted`.
 *
 * The hosted service does not support it: SHIPTRACK_ERROR_NOT_FOUND.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_tracking_request_delete(const struct shiptrack_client *client,
                                          const char *id,
                                          struct shiptrack_error **error);

/**
 * Lists the custom fields of a tracking request.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_tracking_request_custom_fields(const struct shiptrack_client *client,
                                                 const char *id,
                                                 struct shiptrack_pages **pages,
                                                 struct shiptrack_error **error);

/**
 * Sets a custom field of a tracking request.
 *
 * `api_slug`: The API name of the field: the `api_slug` of its definition.
 *
 * `value_json`: The value: text, a number, true or false, a list of texts, an object, or `null`, depending on the data
 * type. JSON.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_tracking_request_create_custom_field(const struct shiptrack_client *client,
                                                       const char *id,
                                                       const char *api_slug,
                                                       const char *value_json,
                                                       struct shiptrack_resource **resource,
                                                       struct shiptrack_error **error);

/**
 * Changes the value of a custom field of a tracking request.
 *
 * `value_json`: The value: text, a number, true or false, a list of texts, an object, or `null`, depending on the data
 * type. JSON.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_tracking_request_update_custom_field(const struct shiptrack_client *client,
                                                       const char *id,
                                                       const char *api_slug,
                                                       const char *value_json,
                                                       struct shiptrack_resource **resource,
                                                       struct shiptrack_error **error);

/**
 * Deletes the value of a custom field of a tracking request.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_tracking_request_delete_custom_field(const struct shiptrack_client *client,
                                                       const char *id,
                                                       const char *api_slug,
                                                       struct shiptrack_error **error);

/** @} */

/** @addtogroup transport_event
 * @{ */

/**
 * `shipping_line`: The shipping line.
 */
#define SHIPTRACK_DATA_SOURCE_SHIPPING_LINE 1

/**
 * `terminal`: The terminal reported it.
 */
#define SHIPTRACK_DATA_SOURCE_TERMINAL 2

/**
 * `ais`: Position reports of the vessel (AIS).
 */
#define SHIPTRACK_DATA_SOURCE_AIS 3

/**
 * `rail`: The railway reported it.
 */
#define SHIPTRACK_DATA_SOURCE_RAIL 4

/**
 * `user_input`: A user entered it.
 */
#define SHIPTRACK_DATA_SOURCE_USER_INPUT 5

/**
 * `t49_operations_team`: The operations team of the hosted service.
 */
#define SHIPTRACK_DATA_SOURCE_OPERATIONS_TEAM 6

/**
 * `t49_calculation`: A calculation of the hosted service.
 */
#define SHIPTRACK_DATA_SOURCE_CALCULATION 7

/**
 * `pierpass`: PierPass, the appointment system of the terminals at Los Angeles and Long Beach.
 */
#define SHIPTRACK_DATA_SOURCE_PIERPASS 8

/**
 * `empty_out`: The empty container was picked up at the origin.
 */
#define SHIPTRACK_MILESTONE_EMPTY_OUT 1

/**
 * `full_in`: The loaded container was delivered to the port of lading.
 */
#define SHIPTRACK_MILESTONE_FULL_IN 2

/**
 * `positioned_in`: The container was moved into a yard between terminals.
 */
#define SHIPTRACK_MILESTONE_POSITIONED_IN 3

/**
 * `positioned_out`: The container was moved out of a yard between terminals.
 */
#define SHIPTRACK_MILESTONE_POSITIONED_OUT 4

/**
 * `vessel_loaded`: The container was loaded on a vessel.
 */
#define SHIPTRACK_MILESTONE_VESSEL_LOADED 5

/**
 * `vessel_departed`: The vessel left the port.
 */
#define SHIPTRACK_MILESTONE_VESSEL_DEPARTED 6

/**
 * `transshipment_arrived`: The container arrived at a transshipment port.
 */
#define SHIPTRACK_MILESTONE_TRANSSHIPMENT_ARRIVED 7

/**
 * `transshipment_discharged`: The container was discharged at a transshipment port.
 */
#define SHIPTRACK_MILESTONE_TRANSSHIPMENT_DISCHARGED 8

/**
 * `transshipment_loaded`: The container was loaded on the next vessel.
 */
#define SHIPTRACK_MILESTONE_TRANSSHIPMENT_LOADED 9

/**
 * `transshipment_departed`: The next vessel left the transshipment port.
 */
#define SHIPTRACK_MILESTONE_TRANSSHIPMENT_DEPARTED 10

/**
 * `feeder_arrived`: The feeder vessel or barge arrived.
 */
#define SHIPTRACK_MILESTONE_FEEDER_ARRIVED 11

/**
 * `feeder_discharged`: The container was discharged from the feeder vessel or barge.
 */
#define SHIPTRACK_MILESTONE_FEEDER_DISCHARGED 12

/**
 * `feeder_loaded`: The container was loaded on the feeder vessel or barge.
 */
#define SHIPTRACK_MILESTONE_FEEDER_LOADED 13

/**
 * `feeder_departed`: The feeder vessel or barge departed.
 */
#define SHIPTRACK_MILESTONE_FEEDER_DEPARTED 14

/**
 * `rail_loaded`: The container was loaded on a rail car.
 */
#define SHIPTRACK_MILESTONE_RAIL_LOADED 15

/**
 * `rail_departed`: The train departed.
 */
#define SHIPTRACK_MILESTONE_RAIL_DEPARTED 16

/**
 * `rail_arrived`: The train arrived at a rail terminal.
 */
#define SHIPTRACK_MILESTONE_RAIL_ARRIVED 17

/**
 * `rail_unloaded`: The container was unloaded from the rail car.
 */
#define SHIPTRACK_MILESTONE_RAIL_UNLOADED 18

/**
 * `vessel_arrived`: The vessel arrived at a port.
 */
#define SHIPTRACK_MILESTONE_VESSEL_ARRIVED 19

/**
 * `vessel_berthed`: The vessel berthed.
 */
#define SHIPTRACK_MILESTONE_VESSEL_BERTHED 20

/**
 * `vessel_discharged`: The container was discharged from the vessel.
 */
#define SHIPTRACK_MILESTONE_VESSEL_DISCHARGED 21

/**
 * `arrived_at_destination`: The container reached its inland destination.
 */
#define SHIPTRACK_MILESTONE_ARRIVED_AT_DESTINATION 22

/**
 * `delivered`: The container was delivered.
 */
#define SHIPTRACK_MILESTONE_DELIVERED 23

/**
 * `full_out`: The loaded container was picked up.
 */
#define SHIPTRACK_MILESTONE_FULL_OUT 24

/**
 * `empty_in`: The empty container was returned.
 */
#define SHIPTRACK_MILESTONE_EMPTY_IN 25

/**
 * `vgm_received`: The verified gross mass of the container was received.
 */
#define SHIPTRACK_MILESTONE_VGM_RECEIVED 26

/**
 * `carrier_release`: The carrier released the container.
 */
#define SHIPTRACK_MILESTONE_CARRIER_RELEASE 27

/**
 * `customs_release`: Customs released the container.
 */
#define SHIPTRACK_MILESTONE_CUSTOMS_RELEASE 28

/**
 * `available`: The container can be picked up.
 */
#define SHIPTRACK_MILESTONE_AVAILABLE 29

/**
 * `not_available`: The container can no longer be picked up.
 */
#define SHIPTRACK_MILESTONE_NOT_AVAILABLE 30

/**
 * The name of a value of SHIPTRACK_DATA_SOURCE_…, as in the interface; no value for another number. The text is
 * static.
 */
struct shiptrack_text shiptrack_data_source_name(int32_t code);

/**
 * The name of a value of SHIPTRACK_MILESTONE_…, as in the interface; no value for another number. The text is static.
 */
struct shiptrack_text shiptrack_milestone_name(int32_t code);

/**
 * Name of the event: what happened, or which date changed.
 */
struct shiptrack_text shiptrack_transport_event_event(const struct shiptrack_resource *resource);

/**
 * Name of the event: what happened, or which date changed. As a number: SHIPTRACK_EVENT_…, 0 if there is no value.
 */
int32_t shiptrack_transport_event_event_code(const struct shiptrack_resource *resource);

/**
 * Number of the voyage; no value if the event belongs to no voyage.
 */
struct shiptrack_text shiptrack_transport_event_voyage_number(const struct shiptrack_resource *resource);

/**
 * Time when the event happened or is expected to happen; no value if unknown.
 */
struct shiptrack_text shiptrack_transport_event_timestamp(const struct shiptrack_resource *resource);

/**
 * Time zone of the place (IANA name); no value if the timestamp is a local time at the place.
 */
struct shiptrack_text shiptrack_transport_event_timezone(const struct shiptrack_resource *resource);

/**
 * UN/LOCODE of the place; no value if unknown or not recognized.
 */
struct shiptrack_text shiptrack_transport_event_location_locode(const struct shiptrack_resource *resource);

/**
 * Time when the service created the event.
 */
struct shiptrack_text shiptrack_transport_event_created_at(const struct shiptrack_resource *resource);

/**
 * Kind of the source that reported the event; no value if unknown.
 */
struct shiptrack_text shiptrack_transport_event_data_source(const struct shiptrack_resource *resource);

/**
 * Kind of the source that reported the event; no value if unknown. As a number: SHIPTRACK_DATA_SOURCE_…, 0 if there is
 * no value.
 */
int32_t shiptrack_transport_event_data_source_code(const struct shiptrack_resource *resource);

/**
 * Time when the event was withdrawn or replaced; no value while it is valid.
 */
struct shiptrack_text shiptrack_transport_event_invalidated_at(const struct shiptrack_resource *resource);

/**
 * New last free day or appointment, for events that report such a change; no value for other events.
 */
struct shiptrack_text shiptrack_transport_event_value(const struct shiptrack_resource *resource);

/**
 * Lists the events of a container. They are not in chronological order, and their timestamps alone do not give the
 * order: `in_order` sorts them (in C `shiptrack_transport_events_sort`).
 *
 * `query` may be NULL. Included resources: `shipment`, `container`, `location`, `terminal`, `vessel`, `port`,
 * `metro_area`, `rail_terminal`, `source_event`, `previous_version`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_transport_event_list(const struct shiptrack_client *client,
                                       const char *id,
                                       const struct shiptrack_query *query,
                                       struct shiptrack_pages **pages,
                                       struct shiptrack_error **error);

/**
 * Sorts transport events in place into the order in which they happen; events without a time come last. Comparing
 * their time stamps is not enough, because a date without a time (`2026-05-02`) has no moment.
 *
 * A date is compared with a moment by the local day of that moment at its place. A date and a moment on the same day,
 * two equal dates, and two equal moments come in the order of a usual voyage, so an arrival on the 1st comes before a
 * discharge at 04:00 on the 1st. The order of two events can depend on the others: pass all events of a container
 * together. `events` are `count` borrowed pointers to them, from any pages. NULL, and a resource that is not a
 * transport event, are rejected; on an error nothing is moved.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_transport_events_sort(const struct shiptrack_resource **events,
                                        size_t count,
                                        struct shiptrack_error **error);

/** @} */

/** @addtogroup user
 * @{ */

/** @} */

/** @addtogroup vessel
 * @{ */

/**
 * Name of the vessel.
 */
struct shiptrack_text shiptrack_vessel_name(const struct shiptrack_resource *resource);

/**
 * IMO number of the vessel: seven digits as text; no value if unknown.
 */
struct shiptrack_text shiptrack_vessel_imo(const struct shiptrack_resource *resource);

/**
 * Maritime Mobile Service Identity (MMSI) of the radio of the vessel: nine digits as text; no value if unknown.
 */
struct shiptrack_text shiptrack_vessel_mmsi(const struct shiptrack_resource *resource);

/**
 * Latitude of the last position in degrees, positive to the north; no value if no position is known. Writes it to
 * `value`. Returns SHIPTRACK_ABSENT if there is no value.
 */
int32_t shiptrack_vessel_latitude(const struct shiptrack_resource *resource, double *value);

/**
 * Latitude of the last position in degrees, positive to the north; no value if no position is known. As a text, with
 * the digits that were received.
 */
struct shiptrack_text shiptrack_vessel_latitude_text(const struct shiptrack_resource *resource);

/**
 * Longitude of the last position in degrees, positive to the east; no value if no position is known. Writes it to
 * `value`. Returns SHIPTRACK_ABSENT if there is no value.
 */
int32_t shiptrack_vessel_longitude(const struct shiptrack_resource *resource, double *value);

/**
 * Longitude of the last position in degrees, positive to the east; no value if no position is known. As a text, with
 * the digits that were received.
 */
struct shiptrack_text shiptrack_vessel_longitude_text(const struct shiptrack_resource *resource);

/**
 * Speed over ground at the last position, in knots; no value if unknown. Writes it to `value`. Returns
 * SHIPTRACK_ABSENT if there is no value.
 */
int32_t shiptrack_vessel_nautical_speed_knots(const struct shiptrack_resource *resource, double *value);

/**
 * Heading at the last position in degrees, clockwise from north; no value if unknown. Writes it to `value`. Returns
 * SHIPTRACK_ABSENT if there is no value.
 */
int32_t shiptrack_vessel_navigational_heading_degrees(const struct shiptrack_resource *resource, double *value);

/**
 * Time of the last position; no value if no position is known.
 */
struct shiptrack_text shiptrack_vessel_position_timestamp(const struct shiptrack_resource *resource);

/**
 * The number of items. Positions in chronological order; no value unless requested, which requires a paid plan of the
 * hosted service.
 */
size_t shiptrack_vessel_positions_count(const struct shiptrack_resource *resource);

/**
 * Latitude in degrees, positive to the north. Writes it to `value`. Returns SHIPTRACK_ABSENT if there is no value.
 */
int32_t shiptrack_vessel_positions_latitude(const struct shiptrack_resource *resource, size_t index, double *value);

/**
 * Latitude in degrees, positive to the north. As a text, with the digits that were received.
 */
struct shiptrack_text shiptrack_vessel_positions_latitude_text(const struct shiptrack_resource *resource, size_t index);

/**
 * Longitude in degrees, positive to the east. Writes it to `value`. Returns SHIPTRACK_ABSENT if there is no value.
 */
int32_t shiptrack_vessel_positions_longitude(const struct shiptrack_resource *resource, size_t index, double *value);

/**
 * Longitude in degrees, positive to the east. As a text, with the digits that were received.
 */
struct shiptrack_text shiptrack_vessel_positions_longitude_text(const struct shiptrack_resource *resource,
                                                                size_t index);

/**
 * Heading in degrees, clockwise from north; no value if unknown. Writes it to `value`. Returns SHIPTRACK_ABSENT if
 * there is no value.
 */
int32_t shiptrack_vessel_positions_heading(const struct shiptrack_resource *resource, size_t index, double *value);

/**
 * Time of the position.
 */
struct shiptrack_text shiptrack_vessel_positions_timestamp(const struct shiptrack_resource *resource, size_t index);

/**
 * Whether the position is an estimate, not a report of the vessel. 1 yes, 0 no, -1 if there is no value.
 */
int32_t shiptrack_vessel_positions_estimated(const struct shiptrack_resource *resource, size_t index);

/**
 * Reads a vessel by its id or its IMO number. The hosted service adds its positions on request, which requires a paid
 * plan (403 otherwise).
 *
 * `query` may be NULL. Parameters:
 * - `show_positions[from_timestamp]`: Adds the positions of the vessel from this time on. If missing, from seven days
 *   ago.
 * - `show_positions[to_timestamp]`: Adds the positions of the vessel until this time.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_vessel_get(const struct shiptrack_client *client,
                             const char *id,
                             const struct shiptrack_query *query,
                             struct shiptrack_resource **resource,
                             struct shiptrack_error **error);

/**
 * Reads the estimated positions of a vessel on its way between two ports, one for each minute. The hosted service
 * requires a paid plan (403 otherwise).
 *
 * `port_id`: The id of the port to which the vessel sails.
 *
 * `previous_port_id`: The id of the port that the vessel left.
 *
 * A service in this process does not serve it: SHIPTRACK_ERROR_FORBIDDEN with the code `not_served`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_vessel_future_positions(const struct shiptrack_client *client,
                                          const char *id,
                                          const char *port_id,
                                          const char *previous_port_id,
                                          struct shiptrack_resource **resource,
                                          struct shiptrack_error **error);

/**
 * Reads the estimated positions of a vessel on its way between two ports, from its current position on.
 *
 * `port_id`: The id of the port to which the vessel sails.
 *
 * `previous_port_id`: The id of the port that the vessel left.
 *
 * `latitude`: Latitude of the current position of the vessel in degrees, positive to the north.
 *
 * `longitude`: Longitude of the current position of the vessel in degrees, positive to the east.
 *
 * A service in this process does not serve it: SHIPTRACK_ERROR_FORBIDDEN with the code `not_served`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_vessel_future_positions_with_coordinates(const struct shiptrack_client *client,
                                                           const char *id,
                                                           const char *port_id,
                                                           const char *previous_port_id,
                                                           double latitude,
                                                           double longitude,
                                                           struct shiptrack_resource **resource,
                                                           struct shiptrack_error **error);

/** @} */

/** @addtogroup webhook
 * @{ */

/**
 * `pending`: The notification is not delivered yet.
 */
#define SHIPTRACK_DELIVERY_STATUS_PENDING 1

/**
 * `succeeded`: The receiver accepted the notification.
 */
#define SHIPTRACK_DELIVERY_STATUS_SUCCEEDED 2

/**
 * `failed`: The receiver did not accept the notification, and delivery is not tried again.
 */
#define SHIPTRACK_DELIVERY_STATUS_FAILED 3

/**
 * `gone`: The receiver answered 410 at least three times in a row, over at least an hour: it no longer exists.
 */
#define SHIPTRACK_WEBHOOK_DISABLED_REASON_GONE 1

/**
 * `failing_too_long`: No delivery succeeded for the time `delivery.switch_off_after`, five days by default.
 */
#define SHIPTRACK_WEBHOOK_DISABLED_REASON_FAILING_TOO_LONG 2

/**
 * shiptrack_webhook_ensure(): this call registered the URL.
 */
#define SHIPTRACK_ENSURED_CREATED 1

/**
 * shiptrack_webhook_ensure(): the URL was registered before, and the webhook was updated.
 */
#define SHIPTRACK_ENSURED_UPDATED 2

/**
 * shiptrack_webhook_ensure(): the URL was registered before, with the same attributes.
 */
#define SHIPTRACK_ENSURED_UNCHANGED 3

/**
 * Registers a URL that receives notifications. `resource` receives the webhook, with the secret that signs its
 * deliveries. `draft` has further attributes, and may be NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_webhook_create(const struct shiptrack_client *client,
                                 const char *url,
                                 const struct shiptrack_draft *draft,
                                 struct shiptrack_resource **resource,
                                 struct shiptrack_error **error);

/**
 * Registers a URL unless it is already registered: call it whenever a program starts. If several webhooks have the
 * URL, the oldest one is used. The function activates the webhook (unless `active` in `draft` is false) and sets the
 * attributes of `draft` that differ; other attributes do not change. If two programs call it at the same time, only
 * one registers the URL. `how` receives what happened (SHIPTRACK_ENSURED_…), and may be NULL, as may `draft`.
 * `resource` receives the webhook.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_webhook_ensure(const struct shiptrack_client *client,
                                 const char *url,
                                 const struct shiptrack_draft *draft,
                                 int32_t *how,
                                 struct shiptrack_resource **resource,
                                 struct shiptrack_error **error);

/**
 * Replaces the secret of a webhook; `resource` receives the webhook with the new one. For `overlap_ms` milliseconds
 * its deliveries are signed with the old secret, too, so that a verifier with both secrets accepts all of them.
 * SHIPTRACK_DEFAULT_TIMEOUT means a day; the maximum is 30 days, and the time is rounded up to a second. With 0 the
 * old secret and all earlier ones end now: use it after a leak. The signature header of the hosted service has space
 * for one signature, which uses the new secret at once.
 *
 * Only a service in its owner's process supports this; the hosted service returns SHIPTRACK_ERROR_NOT_FOUND.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_webhook_rotate_secret(const struct shiptrack_client *client,
                                        const char *id,
                                        int64_t overlap_ms,
                                        struct shiptrack_resource **resource,
                                        struct shiptrack_error **error);

/**
 * The name of a value of SHIPTRACK_DELIVERY_STATUS_…, as in the interface; no value for another number. The text is
 * static.
 */
struct shiptrack_text shiptrack_delivery_status_name(int32_t code);

/**
 * The name of a value of SHIPTRACK_WEBHOOK_DISABLED_REASON_…, as in the interface; no value for another number. The
 * text is static.
 */
struct shiptrack_text shiptrack_webhook_disabled_reason_name(int32_t code);

/**
 * The name of a value of SHIPTRACK_ENSURED_…, such as `created`; no value for another number. The text is static.
 */
struct shiptrack_text shiptrack_ensured_name(int32_t code);

/**
 * URL to which notifications are posted. The hosted service requires `https`.
 */
struct shiptrack_text shiptrack_webhook_url(const struct shiptrack_resource *resource);

/**
 * Whether notifications are sent. The service sets it to false after repeated failures, see `disabled_reason`. 1 yes,
 * 0 no, -1 if there is no value.
 */
int32_t shiptrack_webhook_active(const struct shiptrack_resource *resource);

/**
 * The number of items of shiptrack_webhook_events_at().
 */
size_t shiptrack_webhook_events_count(const struct shiptrack_resource *resource);

/**
 * Names of the events that the webhook receives; at least one. The extensions `tracking_request.deleted`,
 * `shipment.updated` and `webhook.disabled` are only sent if they are listed. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_webhook_events_at(const struct shiptrack_resource *resource, size_t index);

/**
 * Names of the events that the webhook receives; at least one. The extensions `tracking_request.deleted`,
 * `shipment.updated` and `webhook.disabled` are only sent if they are listed. Item `index`, from 0. As a number:
 * SHIPTRACK_EVENT_…, 0 if there is no value.
 */
int32_t shiptrack_webhook_events_code_at(const struct shiptrack_resource *resource, size_t index);

/**
 * Secret with which the service signs deliveries; no value in responses that do not contain it.
 */
struct shiptrack_text shiptrack_webhook_secret(const struct shiptrack_resource *resource);

/**
 * The number of items. HTTP headers that are sent with every delivery; no value if no headers are set.
 */
size_t shiptrack_webhook_headers_count(const struct shiptrack_resource *resource);

/**
 * Name of the header. The service capitalizes it.
 */
struct shiptrack_text shiptrack_webhook_headers_name(const struct shiptrack_resource *resource, size_t index);

/**
 * Value of the header.
 */
struct shiptrack_text shiptrack_webhook_headers_value(const struct shiptrack_resource *resource, size_t index);

/**
 * Time when the webhook was created.
 */
struct shiptrack_text shiptrack_webhook_created_at(const struct shiptrack_resource *resource);

/**
 * Time since which all deliveries have failed; missing if the last one succeeded. Only the embedded service reports
 * it.
 */
struct shiptrack_text shiptrack_webhook_failing_since(const struct shiptrack_resource *resource);

/**
 * Time when the service disabled the webhook; missing if it did not, or if the webhook was activated again. Only the
 * embedded service reports it.
 */
struct shiptrack_text shiptrack_webhook_disabled_at(const struct shiptrack_resource *resource);

/**
 * Why the service disabled the webhook; missing if `disabled_at` is missing.
 */
struct shiptrack_text shiptrack_webhook_disabled_reason(const struct shiptrack_resource *resource);

/**
 * Why the service disabled the webhook; missing if `disabled_at` is missing. As a number:
 * SHIPTRACK_WEBHOOK_DISABLED_REASON_…, 0 if there is no value.
 */
int32_t shiptrack_webhook_disabled_reason_code(const struct shiptrack_resource *resource);

/**
 * Lists webhooks.
 *
 * `query` may be NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_webhook_list(const struct shiptrack_client *client,
                               const struct shiptrack_query *query,
                               struct shiptrack_pages **pages,
                               struct shiptrack_error **error);

/**
 * Reads a webhook.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_webhook_get(const struct shiptrack_client *client,
                              const char *id,
                              struct shiptrack_resource **resource,
                              struct shiptrack_error **error);

/**
 * Changes a webhook. Attributes that are not in the request keep their values.
 *
 * `draft` has optional attributes, and may be NULL:
 * - `url`: The URL to which notifications are posted.
 * - `active`: Whether notifications are sent.
 * - `events`: The names of the events that the webhook receives.
 * - `headers`: HTTP headers that are sent with every delivery. Each has a `name` and a `value`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_webhook_update(const struct shiptrack_client *client,
                                 const char *id,
                                 const struct shiptrack_draft *draft,
                                 struct shiptrack_resource **resource,
                                 struct shiptrack_error **error);

/**
 * Deletes a webhook.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_webhook_delete(const struct shiptrack_client *client, const char *id, struct shiptrack_error **error);

/**
 * Lists the events that webhooks can receive, by category.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_webhook_events(const struct shiptrack_client *client,
                                 struct shiptrack_pages **pages,
                                 struct shiptrack_error **error);

/**
 * Lists the IP addresses from which deliveries are sent. The embedded service lists the addresses that were configured
 * when it was opened.
 *
 * `json` receives a JSON object: `webhook_notification_ips` and `last_updated`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_webhook_ips(const struct shiptrack_client *client,
                              struct shiptrack_buffer **json,
                              struct shiptrack_error **error);

/**
 * Sends an example notification to a URL once, and returns the response of the receiver. Registers no webhook. The
 * embedded service sends to the same addresses as deliveries.
 *
 * `url`: The URL to which the notification is posted.
 *
 * `event`: The name of the event.
 *
 * `draft` has optional attributes, and may be NULL:
 * - `secret`: The secret with which the notification is signed. Without it, the notification is not signed.
 *
 * `json` receives a JSON object: `url`, `succeeded`, `error`, `status_code`, `request_headers`, `request_body`,
 * `response_headers`, `response_body`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_webhook_trigger(const struct shiptrack_client *client,
                                  const char *url,
                                  const char *event,
                                  const struct shiptrack_draft *draft,
                                  struct shiptrack_buffer **json,
                                  struct shiptrack_error **error);

/**
 * Delivers the notifications of an active webhook since a time that it did not receive: those whose delivery failed,
 * with their ids, and those of events that happened while it was not active. Those that were delivered are not sent
 * again.
 *
 * `since`: The time from which on notifications are delivered, such as the `failing_since` or `disabled_at` of the
 * webhook.
 *
 * `json` receives a JSON object: `replayed`, the number of notifications.
 *
 * The hosted service does not support it: SHIPTRACK_ERROR_NOT_FOUND.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_webhook_replay(const struct shiptrack_client *client,
                                 const char *id,
                                 const char *since,
                                 struct shiptrack_buffer **json,
                                 struct shiptrack_error **error);

/**
 * Delivers every notification of an account (NULL for the account `default`) whose delivery failed once more, to
 * webhooks that are active. `count` receives their number, and may be NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_replay_failed(const struct shiptrack_service *service,
                                        const char *account_id,
                                        size_t *count,
                                        struct shiptrack_error **error);

/**
 * Adds an address to the list of addresses from which deliveries are sent, which shiptrack_webhook_ips() returns: an
 * IP address, or a network in CIDR form. The list is empty by default. It does not change from where deliveries are
 * sent.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_webhook_ip(const struct shiptrack_service_options *options,
                                             const char *address,
                                             struct shiptrack_error **error);

/**
 * Sets the pauses between the attempts of a delivery, `count` numbers of milliseconds from 0. A delivery has one
 * attempt more than there are pauses. Without this call they are 5 and 30 seconds, 2, 5, 15 and 30 minutes, and 1, 2,
 * 4, 8, 12 and 24 hours.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_delivery_retries(const struct shiptrack_service_options *options,
                                                   const int64_t *pauses_ms,
                                                   size_t count,
                                                   struct shiptrack_error **error);

/**
 * Writes a new random signing secret, `whsec_…`, to `secret`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_webhook_new_secret(struct shiptrack_buffer **secret, struct shiptrack_error **error);

/**
 * Signs a delivery: for tests of a receiver, and for programs that send deliveries. `secrets` has `secrets_count`
 * texts, the current secret first; `id` is the id of the delivery, `body` its bytes, and `unix_ms` the time of
 * signing, in milliseconds since 1970-01-01T00:00:00Z. `headers` receives the header fields to send.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_webhook_sign(const char *const *secrets,
                               size_t secrets_count,
                               const char *id,
                               const uint8_t *body,
                               size_t body_length,
                               int64_t unix_ms,
                               struct shiptrack_headers **headers,
                               struct shiptrack_error **error);

/** @} */

/** @addtogroup webhook_event_category
 * @{ */

/**
 * Name of the category that is shown to people.
 */
struct shiptrack_text shiptrack_webhook_event_category_name(const struct shiptrack_resource *resource);

/**
 * The number of items. Events of the category that the account can receive.
 */
size_t shiptrack_webhook_event_category_events_count(const struct shiptrack_resource *resource);

/**
 * Name of the event.
 */
struct shiptrack_text shiptrack_webhook_event_category_events_name(const struct shiptrack_resource *resource,
                                                                   size_t index);

/**
 * Name of the event. As a number: SHIPTRACK_EVENT_…, 0 if there is no value.
 */
int32_t shiptrack_webhook_event_category_events_name_code(const struct shiptrack_resource *resource, size_t index);

/**
 * Description of the event, for people.
 */
struct shiptrack_text shiptrack_webhook_event_category_events_description(const struct shiptrack_resource *resource,
                                                                          size_t index);

/** @} */

/** @addtogroup webhook_notification
 * @{ */

/**
 * Name of the event.
 */
struct shiptrack_text shiptrack_webhook_notification_event(const struct shiptrack_resource *resource);

/**
 * Name of the event. As a number: SHIPTRACK_EVENT_…, 0 if there is no value.
 */
int32_t shiptrack_webhook_notification_event_code(const struct shiptrack_resource *resource);

/**
 * Status of the delivery. The body of a delivery can already contain `succeeded`.
 */
struct shiptrack_text shiptrack_webhook_notification_delivery_status(const struct shiptrack_resource *resource);

/**
 * Status of the delivery. The body of a delivery can already contain `succeeded`. As a number:
 * SHIPTRACK_DELIVERY_STATUS_…, 0 if there is no value.
 */
int32_t shiptrack_webhook_notification_delivery_status_code(const struct shiptrack_resource *resource);

/**
 * Time when the notification was created.
 */
struct shiptrack_text shiptrack_webhook_notification_created_at(const struct shiptrack_resource *resource);

/**
 * Version of the payload: a date as text; only for events of documents, otherwise no value.
 */
struct shiptrack_text shiptrack_webhook_notification_version(const struct shiptrack_resource *resource);

/**
 * Lists the notifications of webhooks, newest first.
 *
 * `query` may be NULL. Included resources: `webhook`, `reference_object`, `tracking_request`, `transport_event`,
 * `estimated_event`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_webhook_notification_list(const struct shiptrack_client *client,
                                            const struct shiptrack_query *query,
                                            struct shiptrack_pages **pages,
                                            struct shiptrack_error **error);

/**
 * Reads a notification of a webhook.
 *
 * `query` may be NULL. Included resources: `webhook`, `reference_object`, `tracking_request`, `transport_event`,
 * `estimated_event`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_webhook_notification_get(const struct shiptrack_client *client,
                                           const char *id,
                                           const struct shiptrack_query *query,
                                           struct shiptrack_resource **resource,
                                           struct shiptrack_error **error);

/**
 * Returns example notifications of one event, in the form in which webhooks receive them.
 *
 * `event`: The name of the event, such as `container.transport.vessel_arrived`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_webhook_notification_examples(const struct shiptrack_client *client,
                                                const char *event,
                                                struct shiptrack_pages **pages,
                                                struct shiptrack_error **error);

/**
 * Parses a notification. Verify it first. `notification` receives a resource of type `webhook_notification`. The
 * resource that it is about is `shiptrack_resource_related(notification, "reference_object", 0)`; the comment of
 * shiptrack_events_notification() lists its type for each event.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_notification_parse(const uint8_t *body,
                                     size_t body_length,
                                     struct shiptrack_resource **notification,
                                     struct shiptrack_error **error);

/** @} */

#ifdef __cplusplus
}  /* extern "C" */
#endif  /* __cplusplus */

#endif  /* SHIPTRACK_H */
