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
 *   Threads    The comment of each type says which threads may use it. The library's own threads block all signals. The comment
 *              of each callback says which thread runs it.
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
/** @defgroup carriers Carriers that the host answers for */
/** @defgroup carrier_access Carriers over HTTP, and credentials */
/** @defgroup extractors Extractors of documents */
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
struct shiptrack_credential_request;

/** @addtogroup values
 * @{ */

/**
 * There is no value.
 */
#define SHIPTRACK_CODE_NONE 0

/**
 * A value this version of the library does not know; read its text.
 */
#define SHIPTRACK_CODE_OTHER -1

/**
 * Version this header belongs to, first number.
 */
#define SHIPTRACK_VERSION_MAJOR 0

/**
 * Version this header belongs to, second number.
 */
#define SHIPTRACK_VERSION_MINOR 1

/**
 * Version this header belongs to, third number.
 */
#define SHIPTRACK_VERSION_PATCH 0

/**
 * Bytes or a text that are yours: the content of a document, a signature.
 *
 * Ownership: yours; free it with shiptrack_buffer_free().
 * Threads: any number may read it at a time.
 */
typedef struct shiptrack_buffer shiptrack_buffer;

/**
 * A text that belongs to the object it was read from, and lives as long as that object.
 *
 * It is UTF-8, and a NUL stands behind its last byte: use `data` as a C string, or `data` with `length` where the text
 * may hold NULs. `data` is NULL when there is no such value; then `length` is 0.
 */
typedef struct shiptrack_text {
  /**
   * The bytes, then a NUL; NULL for no value.
   */
  const char *data;
  /**
   * How many bytes, the NUL not counted.
   */
  size_t length;
} shiptrack_text;

/**
 * The bytes. They may be anything, NULs too; a NUL stands behind them.
 */
struct shiptrack_text shiptrack_buffer_view(const struct shiptrack_buffer *buffer);

/**
 * Frees the bytes. NULL is harmless.
 */
void shiptrack_buffer_free(struct shiptrack_buffer *buffer);

/**
 * Version of the library that is running, `"1.2.3"`. The text is static.
 *
 * Compare it with the SHIPTRACK_VERSION_… macros to see whether header and library belong together.
 */
const char *shiptrack_version(void);

/** @} */

/** @addtogroup errors
 * @{ */

/** 1 when `text` has a value: it may be empty, but it is not null. */
#define SHIPTRACK_HAS(text) ((text).data != NULL)

/** The text as a C string, or `otherwise` when it has no value: for printf. `text` is evaluated twice. */
#define SHIPTRACK_OR(text, otherwise) ((text).data != NULL ? (text).data : (otherwise))

/** True when a status says that the function failed: not for SHIPTRACK_OK, SHIPTRACK_DONE, SHIPTRACK_ABSENT. */
#define SHIPTRACK_FAILED(status) (shiptrack_status_failed(status) != 0)

/**
 * It worked.
 */
#define SHIPTRACK_OK 0

/**
 * A value was refused: an argument on this side, or HTTP 422.
 */
#define SHIPTRACK_ERROR_INVALID 1

/**
 * A client, service or server was set up in a way that cannot work.
 */
#define SHIPTRACK_ERROR_CONFIGURATION 2

/**
 * HTTP 400: a parameter the endpoint does not take, or a body it cannot read.
 */
#define SHIPTRACK_ERROR_BAD_REQUEST 3

/**
 * HTTP 401: the key is missing, wrong or revoked.
 */
#define SHIPTRACK_ERROR_UNAUTHORIZED 4

/**
 * HTTP 403: the key may not do this.
 */
#define SHIPTRACK_ERROR_FORBIDDEN 5

/**
 * HTTP 404: nothing is there for this account.
 */
#define SHIPTRACK_ERROR_NOT_FOUND 6

/**
 * HTTP 405: the resource is there, but does not take this method.
 */
#define SHIPTRACK_ERROR_METHOD_NOT_ALLOWED 7

/**
 * HTTP 409: it collides with what is there.
 */
#define SHIPTRACK_ERROR_CONFLICT 8

/**
 * HTTP 413, or an answer larger than the caller allowed.
 */
#define SHIPTRACK_ERROR_TOO_LARGE 9

/**
 * HTTP 415: the body was sent as something other than JSON:API.
 */
#define SHIPTRACK_ERROR_UNSUPPORTED_MEDIA_TYPE 10

/**
 * HTTP 422 with code `duplicate`: a live tracking request for this number and carrier exists.
 */
#define SHIPTRACK_ERROR_DUPLICATE 11

/**
 * HTTP 429, or an allowance on this side that would not free itself before the deadline.
 */
#define SHIPTRACK_ERROR_RATE_LIMITED 12

/**
 * HTTP 500: the service failed.
 */
#define SHIPTRACK_ERROR_INTERNAL 13

/**
 * HTTP 502, 503, 504: the service is not there right now.
 */
#define SHIPTRACK_ERROR_UNAVAILABLE 14

/**
 * An answer nobody can use: a redirect, a page of HTML, a body cut off, JSON of another shape. Of the functions that read a document the host
 * has, a text that is none.
 */
#define SHIPTRACK_ERROR_UNEXPECTED_RESPONSE 15

/**
 * The request never left: no address, connection refused, no TLS.
 */
#define SHIPTRACK_ERROR_CONNECT 16

/**
 * The connection broke after the request had begun to leave.
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
 * The store failed: the disk, or what is written on it. After an I/O error it refuses writes, with the cause, until it is
 * opened again.
 */
#define SHIPTRACK_ERROR_STORE 20

/**
 * Somebody holds the database already. Another process may end, and then trying again helps; a service of this process has to
 * be closed first, with every client and listing made from it. The message says who, and shiptrack_error_is_retryable().
 */
#define SHIPTRACK_ERROR_STORE_BUSY 21

/**
 * The file is no database of ours, or one from a newer version.
 */
#define SHIPTRACK_ERROR_STORE_VERSION 22

/**
 * The object was made before a fork() and cannot be used on this side of it.
 */
#define SHIPTRACK_ERROR_FORKED 23

/**
 * The object is closed.
 */
#define SHIPTRACK_ERROR_CLOSED 24

/**
 * The signature of a webhook delivery does not verify.
 */
#define SHIPTRACK_ERROR_SIGNATURE 25

/**
 * A delivery target that the egress rule refuses.
 */
#define SHIPTRACK_ERROR_EGRESS_REFUSED 26

/**
 * HTTP 507: the disk of the service's store is full. Nothing was written, unless the error is in doubt; reading goes on,
 * and so does writing as soon as there is room.
 */
#define SHIPTRACK_ERROR_STORAGE_FULL 27

/**
 * No error: there is nothing more to iterate over.
 */
#define SHIPTRACK_DONE 100

/**
 * No error: the resource has no such value, or its value is null.
 */
#define SHIPTRACK_ABSENT 101

/**
 * An argument that must not be NULL was NULL.
 */
#define SHIPTRACK_ERROR_NULL_ARGUMENT 102

/**
 * A pointer does not point at the kind of object the function works on.
 */
#define SHIPTRACK_ERROR_WRONG_OBJECT 103

/**
 * A text is not UTF-8.
 */
#define SHIPTRACK_ERROR_NOT_UTF8 104

/**
 * A length or count is larger than anything this library takes: nearly always a negative number that was converted.
 */
#define SHIPTRACK_ERROR_LENGTH 105

/**
 * A defect in this library. The objects involved may still be freed.
 */
#define SHIPTRACK_ERROR_PANIC 106

/**
 * A callback of the host's said that it failed.
 */
#define SHIPTRACK_ERROR_CALLBACK 107

/**
 * The object was freed before. Only debug builds of the library notice.
 */
#define SHIPTRACK_ERROR_FREED 108

/**
 * What went wrong: written by a function that failed, when its last argument was not NULL.
 *
 * Ownership: yours; free it with shiptrack_error_free().
 * Lifetime: its texts live as long as it does; it outlives the objects it came from.
 * Threads: any number may read it at a time.
 */
typedef struct shiptrack_error shiptrack_error;

/**
 * Frees an error. NULL is harmless.
 */
void shiptrack_error_free(struct shiptrack_error *error);

/**
 * What went wrong, in a sentence for a person.
 */
struct shiptrack_text shiptrack_error_message(const struct shiptrack_error *error);

/**
 * A machine code. Of an answer, its own (`duplicate`), and no value when it had none. Of what was refused on this side,
 * naming an argument, an attribute or a setting, the name of the status (`invalid`), or what the refusing function's
 * comment tells (`ambiguous_number`). No value for what went wrong in between: no connection, no time left.
 */
struct shiptrack_text shiptrack_error_code(const struct shiptrack_error *error);

/**
 * Where the problem is: a JSON pointer (`/data/attributes/scac`), or the name of a query parameter, a setting, or an
 * argument of the function; of an object, the name of its type.
 */
struct shiptrack_text shiptrack_error_pointer(const struct shiptrack_error *error);

/**
 * What was said about this occurrence, without the status, code and pointer that the message has with it: by the
 * service, or by this side about what it refused. No value when nothing was said of it beyond the message.
 */
struct shiptrack_text shiptrack_error_detail(const struct shiptrack_error *error);

/**
 * The identifier the server gave the exchange, for its support desk.
 */
struct shiptrack_text shiptrack_error_request_id(const struct shiptrack_error *error);

/**
 * The page at which a walk over a listing that broke off here can be taken up again: see
 * shiptrack_query_resume_from().
 */
struct shiptrack_text shiptrack_error_resume_from(const struct shiptrack_error *error);

/**
 * The id of the document there is, when a file was uploaded as one before: `existing_document_id` in `meta` of an answer 409
 * with the code `duplicate_document`. No value for every other error.
 */
struct shiptrack_text shiptrack_error_existing_document_id(const struct shiptrack_error *error);

/**
 * All error objects of the answer: a JSON array, empty when there were none. What was refused on this side has one,
 * with code, detail and pointer.
 */
struct shiptrack_text shiptrack_error_objects_json(const struct shiptrack_error *error);

/**
 * The bytes that were answered, when they could not be read: a page of HTML, a body cut off. They may be anything.
 */
struct shiptrack_text shiptrack_error_body(const struct shiptrack_error *error);

/**
 * The HTTP status of the answer; 0 when none arrived.
 */
int32_t shiptrack_error_http_status(const struct shiptrack_error *error);

/**
 * How many error objects there are in shiptrack_error_objects_json().
 */
size_t shiptrack_error_objects_count(const struct shiptrack_error *error);

/**
 * How long the other side asked to wait, in milliseconds; SHIPTRACK_ABSENT when it did not.
 */
int32_t shiptrack_error_retry_after_ms(const struct shiptrack_error *error, int64_t *milliseconds);

/**
 * 1 when the same call, made again later, can succeed without anybody changing anything; else 0.
 */
int32_t shiptrack_error_is_retryable(const struct shiptrack_error *error);

/**
 * 1 when this was a write that may have taken effect although no answer arrived: look before trying again. Else 0.
 */
int32_t shiptrack_error_is_in_doubt(const struct shiptrack_error *error);

/**
 * A short name of a status, `"not_found"`. The text is static; it is `"unknown"` for a number that is none.
 */
struct shiptrack_text shiptrack_status_name(int32_t status);

/**
 * 1 when a status says that the function failed, 0 for SHIPTRACK_OK, SHIPTRACK_DONE and SHIPTRACK_ABSENT: the macro
 * SHIPTRACK_FAILED asks this. It knows the statuses of the library that is loaded.
 */
int32_t shiptrack_status_failed(int32_t status);

/**
 * The status the function that failed returned.
 */
int32_t shiptrack_error_status(const struct shiptrack_error *error);

/**
 * Reads an answered error as a client does: any HTTP status, any body. For hosts that receive answers by other ways.
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
 * INT64_MAX. As a length of time or a number of requests: without a limit. A length of time that must end, such as a pause,
 * rejects it.
 */
#define SHIPTRACK_NO_LIMIT 9223372036854775807

/**
 * A time stamp taken apart.
 */
typedef struct shiptrack_time {
  /**
   * Milliseconds since 1970-01-01T00:00:00Z, rounded down. For a date alone: those of its midnight in UTC, or at the place
   * that was asked for.
   */
  int64_t unix_ms;
  /**
   * How far the clock it was written by, or that of the place, is ahead of UTC, in seconds.
   */
  int32_t offset_seconds;
  /**
   * Year of its writer's calendar, or that of the place.
   */
  int32_t year;
  /**
   * Month, from 1.
   */
  int32_t month;
  /**
   * Day, from 1.
   */
  int32_t day;
  /**
   * 1 for a day without a time: nobody said at what time of day, in whose zone. At a place, 1 also for the moment a day begins
   * with there, for so services tell a day. Else 0.
   */
  int32_t is_date;
  /**
   * Room for what later versions tell, so that the structure can grow without growing; 0 until then.
   */
  int64_t reserved[4];
} shiptrack_time;

/**
 * Reads a time stamp, as getters of this library give them: `2026-05-02`, `2026-05-02T15:00:00.000Z`,
 * `2026-05-02T08:00:00-07:00`. SHIPTRACK_ABSENT when `text` is NULL (no value). shiptrack_time_at_place() reads it by the
 * clocks of its place.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_time_parse(const char *text,
                             struct shiptrack_time *time,
                             struct shiptrack_error **error);

/**
 * Reads a time stamp by the clocks and the calendar of a place, `timezone` being the IANA name of its zone
 * (`"America/Los_Angeles"`), as it stands beside the time stamp: shiptrack_transport_event_timezone(),
 * shiptrack_container_pod_timezone(). Services tell a day without a time as the moment it begins with at its place; here it is that
 * day again, with `is_date` 1. SHIPTRACK_ABSENT when `text` or `timezone` is NULL (no value); SHIPTRACK_ERROR_INVALID when the
 * zone is not in the table of this version. shiptrack_resource_time() finds the zone by itself.
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
 * A clock that stands still until it is moved: for tests and rehearsals of a service. Waiting on it moves it.
 *
 * Ownership: yours; free it with shiptrack_clock_free(), also while a service still runs on it.
 * Threads: any number may use it at a time.
 */
typedef struct shiptrack_clock shiptrack_clock;

/**
 * Makes a clock that stands at `unix_ms`, milliseconds since 1970-01-01T00:00:00Z.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_clock_new(int64_t unix_ms, struct shiptrack_clock **clock, struct shiptrack_error **error);

/**
 * What time it is on the clock, in milliseconds since 1970.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_clock_now(const struct shiptrack_clock *clock, int64_t *unix_ms, struct shiptrack_error **error);

/**
 * Moves the clock forward, by a hundred years (of 365.25 days) at most: more is refused, and so is going back.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_clock_advance(const struct shiptrack_clock *clock, int64_t by_ms, struct shiptrack_error **error);

/**
 * Sets the clock, as an operator does: it may go back.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_clock_set(const struct shiptrack_clock *clock, int64_t unix_ms, struct shiptrack_error **error);

/**
 * Frees the clock. NULL is harmless.
 */
void shiptrack_clock_free(struct shiptrack_clock *clock);

/** @} */

/** @addtogroup cancel
 * @{ */

/**
 * Tells waiting calls to give up.
 *
 * Ownership: yours; free it with shiptrack_cancel_free(), at any time: calls that wait on it are not affected.
 * Threads: any number may use it at a time; that is what it is for. Not for signal handlers.
 */
typedef struct shiptrack_cancel shiptrack_cancel;

/**
 * Makes one that nobody has cancelled yet.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_cancel_new(struct shiptrack_cancel **cancel, struct shiptrack_error **error);

/**
 * Ends every call that was given this object, now and later, with SHIPTRACK_ERROR_CANCELLED.
 */
int32_t shiptrack_cancel_now(const struct shiptrack_cancel *cancel);

/**
 * 1 once it was cancelled, else 0: for callbacks and loops of the host's own.
 */
int32_t shiptrack_cancel_is_cancelled(const struct shiptrack_cancel *cancel);

/**
 * Frees it. NULL is harmless.
 */
void shiptrack_cancel_free(struct shiptrack_cancel *cancel);

/** @} */

/** @addtogroup callbacks
 * @{ */

/**
 * Is called once, when the library needs the user data no more; NULL when nothing is to be done then: after the last object
 * that could still lead to the callback was freed, on the thread that freed it. For what is plugged into a service these are
 * the service, the settings it was made with, and every client, listing and server made from it; a closed service, and what
 * was closed with it, count as freed, listings do not. For what is plugged into a
 * client the settings, the client, and every client and listing made from it. The callback is not called after it.
 *
 * It must return: no longjmp() past it, no end of its thread, no exception.
 */
typedef void (*shiptrack_destroy_fn)(void *user_data);

/**
 * A place for one pointer, another one for each thread and NULL to begin with, which the library neither reads nor frees. It is
 * there as long as the thread is.
 *
 * shiptrack.hpp brings what a callback throws to the call that ran it with this: all libraries of a process that use one
 * libshiptrack find the same place, whatever symbols they hide from each other. Leave it to shiptrack.hpp where C++ is used; a
 * binding of another language may use it in the same way, and puts back what it found.
 */
void **shiptrack_thread_slot(void);

/** @} */

/** @addtogroup client
 * @{ */

/**
 * Requests without a limit of their own.
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
 * A client of the service: hosted, or in this process. Its calls block; each ends by its time-out when there is one,
 * else after thirty seconds on the network at most, the wait for the rate allowance not counted.
 *
 * Ownership: yours; free it with shiptrack_client_free(), when no call of it is under way any more.
 * Lifetime: it keeps the service it was made from alive; after shiptrack_service_close() its calls are refused.
 * What it fetched lives on.
 * Threads: any number may use it at a time; they share one rate allowance. After a fork() its calls are refused in
 * the child with SHIPTRACK_ERROR_FORKED; freeing it there is fine.
 */
typedef struct shiptrack_client shiptrack_client;

/**
 * Settings of a client; everything has a default. shiptrack_client_open() copies them, so they may be used again and
 * freed afterwards.
 *
 * Ownership: yours; free it with shiptrack_client_options_free().
 * Threads: any number may use it at a time.
 */
typedef struct shiptrack_client_options shiptrack_client_options;

/**
 * An answer as it came.
 *
 * Ownership: yours; free it with shiptrack_response_free().
 * Lifetime: its texts live as long as it does.
 * Threads: any number may read it at a time.
 */
typedef struct shiptrack_response shiptrack_response;

/**
 * One attempt to have a request answered. It holds no secret: no header, no query, no body.
 *
 * The library makes it; later versions may add members at its end. Its texts are borrowed for the call.
 */
typedef struct shiptrack_attempt {
  /**
   * The method, `"GET"`.
   */
  const char *method;
  /**
   * The path, without the query.
   */
  const char *path;
  /**
   * Which attempt of its call it was, from 1.
   */
  uint32_t number;
  /**
   * The HTTP status of the answer; 0 when none came.
   */
  int32_t http_status;
  /**
   * SHIPTRACK_OK, or what was wrong.
   */
  int32_t status;
  /**
   * How long it waited before it was sent, in microseconds.
   */
  int64_t waited_us;
  /**
   * How long it took, in microseconds.
   */
  int64_t took_us;
  /**
   * After how many microseconds it is sent again; -1 when the call is over.
   */
  int64_t retry_in_us;
} shiptrack_attempt;

/**
 * Is told of every attempt a client makes, right after it ended. It runs on the thread that makes the call, with nothing
 * locked: it may use the client. Several threads may run it at a time.
 *
 * It must return: no longjmp() past it, no end of its thread, no exception.
 */
typedef void (*shiptrack_attempt_fn)(void *user_data, const struct shiptrack_attempt *attempt);

/**
 * A wait for the rate limit that begins. It holds no secret: no header, no query, no body.
 *
 * The library makes it; later versions may add members at its end. Its texts are borrowed for the call.
 */
typedef struct shiptrack_pause {
  /**
   * The method of the request that waits, `"GET"`.
   */
  const char *method;
  /**
   * Its path, without the query.
   */
  const char *path;
  /**
   * The bucket that is used up: SHIPTRACK_BUCKET_…
   */
  int32_t bucket;
  /**
   * 1 when the service turned this request away (429), else 0: the client keeps within the limit by itself.
   */
  int32_t refused;
  /**
   * How long it is going to be, in microseconds, as far as can be told: other threads may take the room that becomes free.
   */
  int64_t lasts_us;
} shiptrack_pause;

/**
 * Is told when a call begins to wait, for a second or more, until the rate limit lets its request go; once a wait. It runs on
 * the thread that makes the call, with nothing locked: it may use the client. Several threads may run it at a time.
 *
 * It must return: no longjmp() past it, no end of its thread, no exception.
 */
typedef void (*shiptrack_pause_fn)(void *user_data, const struct shiptrack_pause *pause);

/**
 * Is given a line for people: about every attempt of a client (`GET /v2/containers: 200 in 12 ms`) and every pause for the rate
 * limit when it begins (`POST /v2/tracking_requests: waits 42 s for the rate limit (100 requests in 60 s)`), or about everything a
 * service does by itself (`look-up of MAEU123456789 at MAEU: not_found, try 1`). `is_problem` is 1 when it went wrong, else 0.
 * `line` is borrowed for the call. It runs on the thread that makes the call or does the work; several may run it at a time.
 *
 * It must return: no longjmp() past it, no end of its thread, no exception.
 */
typedef void (*shiptrack_log_fn)(void *user_data, int32_t is_problem, const char *line);

/**
 * Makes a client of the service at `base_url` (`https://host/v2`), with an API key. `options` may be NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_open(const char *base_url,
                              const char *api_key,
                              const struct shiptrack_client_options *options,
                              struct shiptrack_client **client,
                              struct shiptrack_error **error);

/**
 * Makes a client set up by the environment: SHIPTRACK_BASE_URL and SHIPTRACK_API_KEY. `options` may be NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_from_env(const struct shiptrack_client_options *options,
                                  struct shiptrack_client **client,
                                  struct shiptrack_error **error);

/**
 * Makes a client that shares everything with `client`, its calls limited to `timeout_ms` each: everything included. With 0
 * each ends at once, with SHIPTRACK_ERROR_TIMEOUT. By default the limit is the one of `client`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_with_timeout(const struct shiptrack_client *client,
                                      int64_t timeout_ms,
                                      struct shiptrack_client **derived,
                                      struct shiptrack_error **error);

/**
 * Makes a client that shares everything with `client`, its calls ended by shiptrack_cancel_now().
 */
int32_t shiptrack_client_with_cancel(const struct shiptrack_client *client,
                                     const struct shiptrack_cancel *cancel,
                                     struct shiptrack_client **derived,
                                     struct shiptrack_error **error);

/**
 * Puts another API key in place, also for the clients made from this one. After a 401, nothing is sent before that.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_set_api_key(const struct shiptrack_client *client,
                                     const char *api_key,
                                     struct shiptrack_error **error);

/**
 * How many requests of this bucket (SHIPTRACK_BUCKET_…) could go now without waiting, as far as this client knows;
 * SHIPTRACK_NO_LIMIT without a limit. Other processes that use the same key are not counted.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_allowance(const struct shiptrack_client *client,
                                   int32_t bucket,
                                   int64_t *left,
                                   struct shiptrack_error **error);

/**
 * Closes the client: its calls under way, on any thread, end with SHIPTRACK_ERROR_CANCELLED, later ones are refused with
 * SHIPTRACK_ERROR_CLOSED. It must still be freed. Clients made from it are closed too.
 */
int32_t shiptrack_client_close(const struct shiptrack_client *client,
                               struct shiptrack_error **error);

/**
 * Frees the client. NULL is harmless.
 */
void shiptrack_client_free(struct shiptrack_client *client);

/**
 * Makes settings that are all at their defaults.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_new(struct shiptrack_client_options **options, struct shiptrack_error **error);

/**
 * Limits every call to this time, pauses and the wait for the rate allowance included. 0 is refused. By default a call may spend
 * thirty seconds on the network and in pauses, and waits for the allowance as long as it takes.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_timeout(const struct shiptrack_client_options *options,
                                         int64_t timeout_ms,
                                         struct shiptrack_error **error);

/**
 * Waits this many milliseconds for a connection at most, by default ten seconds. 0 is refused.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_connect_timeout(const struct shiptrack_client_options *options,
                                                 int64_t timeout_ms,
                                                 struct shiptrack_error **error);

/**
 * Lets the key be sent unencrypted to another machine: for a service inside a network one trusts.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_allow_insecure_http(const struct shiptrack_client_options *options,
                                                     struct shiptrack_error **error);

/**
 * Sends a request `attempts` times at most (1: never again). The first pause is a random share of `base_ms`, every further
 * one of twice as much, none longer than `cap_ms`. By default these are 500 and 20,000; 0 makes no pause. Without this function a
 * request is sent three times at most.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_retries(const struct shiptrack_client_options *options,
                                         uint32_t attempts,
                                         int64_t base_ms,
                                         int64_t cap_ms,
                                         struct shiptrack_error **error);

/**
 * Keeps to `requests` of a bucket (SHIPTRACK_BUCKET_…), or SHIPTRACK_NO_LIMIT, in any `window_ms`, which is one for all buckets
 * and by default a minute. Without it the interface's own: 100, 100 creations, 200 inferences, 10 refreshes a minute.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_limit(const struct shiptrack_client_options *options,
                                       int32_t bucket,
                                       int64_t requests,
                                       int64_t window_ms,
                                       struct shiptrack_error **error);

/**
 * Says this in the User-Agent field.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_user_agent(const struct shiptrack_client_options *options,
                                            const char *text,
                                            struct shiptrack_error **error);

/**
 * Sends a header field along with every request. Its value is treated as a secret.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_header(const struct shiptrack_client_options *options,
                                        const char *name,
                                        const char *value,
                                        struct shiptrack_error **error);

/**
 * Accepts answers of at most this many bytes, decoded; 16 MiB unless told otherwise.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_body_limit(const struct shiptrack_client_options *options,
                                            size_t bytes,
                                            struct shiptrack_error **error);

/**
 * Connects through the HTTP proxy at this URL. The environment is not asked for one.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_proxy(const struct shiptrack_client_options *options,
                                       const char *url,
                                       struct shiptrack_error **error);

/**
 * Believes exactly the certificates in this PEM text, in place of those of the machine.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_roots_pem(const struct shiptrack_client_options *options,
                                           const uint8_t *pem,
                                           size_t pem_length,
                                           struct shiptrack_error **error);

/**
 * Believes the certificate authorities that Mozilla trusted when this library was built, in place of those of the machine.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_roots_bundled(const struct shiptrack_client_options *options,
                                               struct shiptrack_error **error);

/**
 * Has `callback` told of every attempt. `destroy` is called with `user_data` when the settings, every client made with
 * them, and every client and listing made from these are freed; it may be NULL. When the call fails, `user_data` stays yours.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_on_attempt(const struct shiptrack_client_options *options,
                                            shiptrack_attempt_fn callback,
                                            void *user_data,
                                            shiptrack_destroy_fn destroy,
                                            struct shiptrack_error **error);

/**
 * Has `callback` told when a call begins to wait for the rate limit, which looks like a hang to whoever is not told. `destroy`
 * as with shiptrack_client_options_on_attempt().
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_on_pause(const struct shiptrack_client_options *options,
                                          shiptrack_pause_fn callback,
                                          void *user_data,
                                          shiptrack_destroy_fn destroy,
                                          struct shiptrack_error **error);

/**
 * Has `callback` given a line for people about every attempt, and every pause for the rate limit. `destroy` as with shiptrack_client_options_on_attempt().
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_options_on_log(const struct shiptrack_client_options *options,
                                        shiptrack_log_fn callback,
                                        void *user_data,
                                        shiptrack_destroy_fn destroy,
                                        struct shiptrack_error **error);

/**
 * Frees the settings. NULL is harmless.
 */
void shiptrack_client_options_free(struct shiptrack_client_options *options);

/**
 * Sends any request, with the same key, allowance and retries as every other.
 *
 * `method` is `GET`, `POST`, `PUT`, `PATCH` or `DELETE`; `path` is relative to the base URL (`containers/…/refresh`).
 * `query` and `json` may be NULL. A body with a `data` member goes as JSON:API, any other as plain JSON. An answer that is
 * no success is an error; so is one that is no JSON.
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
 * The first value of a header field; upper and lower case are the same.
 */
struct shiptrack_text shiptrack_response_header(const struct shiptrack_response *response, const char *name);

/**
 * The HTTP status; 0 for no response.
 */
int32_t shiptrack_response_http_status(const struct shiptrack_response *response);

/**
 * The body.
 */
struct shiptrack_text shiptrack_response_body(const struct shiptrack_response *response);

/**
 * How many header fields it has.
 */
size_t shiptrack_response_headers_count(const struct shiptrack_response *response);

/**
 * The name of a header field, in the order they came.
 */
struct shiptrack_text shiptrack_response_header_name(const struct shiptrack_response *response, size_t index);

/**
 * The value of a header field, in the order they came.
 */
struct shiptrack_text shiptrack_response_header_value(const struct shiptrack_response *response, size_t index);

/**
 * Frees the answer. NULL is harmless.
 */
void shiptrack_response_free(struct shiptrack_response *response);

/**
 * Sends any request: shiptrack_client_send() with the query in `path`, and a body that is a text; NULL for none.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_send(const struct shiptrack_client *client,
                       const char *method,
                       const char *path,
                       const char *json,
                       struct shiptrack_response **response,
                       struct shiptrack_error **error);

/**
 * Reads any resource by its path below the base URL: `ports/USLAX`. Its type decides which getters find a value; of one
 * that this version does not know shiptrack_resource_attribute() reads the attributes.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_get(const struct shiptrack_client *client,
                             const char *path,
                             struct shiptrack_resource **resource,
                             struct shiptrack_error **error);

/**
 * Lists any resources by their path below the base URL: `terminals`. The type of each decides which of its getters find a
 * value, as with shiptrack_client_get(). `query` may be NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_client_list(const struct shiptrack_client *client,
                              const char *path,
                              const struct shiptrack_query *query,
                              struct shiptrack_pages **pages,
                              struct shiptrack_error **error);

/**
 * The name of a number of SHIPTRACK_BUCKET_…, `default`. The text is static; no value for a number that is none of them.
 */
struct shiptrack_text shiptrack_bucket_name(int32_t code);

/** @} */

/** @addtogroup requests
 * @{ */

/**
 * Attributes of a resource that is to be created or changed, by their names on the wire. What is not named stays as
 * it is, or gets its default. The functions that take one copy it, so it may be used again and freed afterwards.
 *
 * | What is made or changed | Attributes |
 * |---|---|
 * | a tracking request that is created | `ref_numbers`, `shipment_tags` (lists), `customer` (the id of a party), `initial_custom_fields` (JSON) |
 * | a tracking request that is changed | `ref_numbers`, `shipment_tags` (lists), `ref_number` (a text: what the hosted service documents) |
 * | a shipment | `ref_numbers`, `tags` (lists) |
 * | a webhook | `active` (a flag), `events` (a list), headers; `url` when it is changed |
 *
 * The comments of the other functions list their attributes. A function refuses any attribute that it does not take, with
 * SHIPTRACK_ERROR_INVALID and its name as the pointer,
 * and so is one of the wrong shape. What a later version of the service takes goes through shiptrack_client_send().
 *
 * Ownership: yours; free it with shiptrack_draft_free().
 * Threads: any number may use it at a time.
 */
typedef struct shiptrack_draft shiptrack_draft;

/**
 * Header fields of a delivery or a request: names with values.
 *
 * Ownership: yours; free it with shiptrack_headers_free().
 * Lifetime: its texts live as long as it does.
 * Threads: any number may read it at a time, when none adds to it.
 */
typedef struct shiptrack_headers shiptrack_headers;

/**
 * Parameters of a listing or a request. The functions that take one take NULL for none; they copy what they need,
 * so it may be changed, used again and freed afterwards.
 *
 * Ownership: yours; free it with shiptrack_query_free().
 * Threads: any number may use it at a time.
 */
typedef struct shiptrack_query shiptrack_query;

/**
 * Makes one without attributes.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_draft_new(struct shiptrack_draft **draft, struct shiptrack_error **error);

/**
 * Sets an attribute to a text.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_draft_text(const struct shiptrack_draft *draft,
                             const char *name,
                             const char *value,
                             struct shiptrack_error **error);

/**
 * Sets an attribute to true (any number but 0) or false.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_draft_flag(const struct shiptrack_draft *draft,
                             const char *name,
                             int32_t value,
                             struct shiptrack_error **error);

/**
 * Adds a text to an attribute that is a list: `ref_numbers`, `shipment_tags`, `tags`, `events`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_draft_add(const struct shiptrack_draft *draft,
                            const char *name,
                            const char *value,
                            struct shiptrack_error **error);

/**
 * Adds a header that is sent along with every delivery of a webhook. One that a service refuses whatever else is set, for
 * its name (`Host`, or not a name of a header) or its value (a line break), is refused here, with SHIPTRACK_ERROR_INVALID
 * and `name` or `value` as the pointer.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_draft_header(const struct shiptrack_draft *draft,
                               const char *name,
                               const char *value,
                               struct shiptrack_error **error);

/**
 * Sets an attribute to any JSON value.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_draft_json(const struct shiptrack_draft *draft,
                             const char *name,
                             const char *json,
                             struct shiptrack_error **error);

/**
 * Frees it. NULL is harmless.
 */
void shiptrack_draft_free(struct shiptrack_draft *draft);

/**
 * Makes one without parameters.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_query_new(struct shiptrack_query **query, struct shiptrack_error **error);

/**
 * Sets a parameter by its name on the wire, in place of an earlier value: `page[size]`, `page[number]`,
 * `filter[status]`, `filter[scac]`, `filter[request_number]`, `filter[created_at][start]`, …
 * `include` also replaces the paths of shiptrack_query_include(), which adds to it. `page[size]` and `page[number]` are whole
 * numbers from 1: any other value is rejected here. A page has 100 items at most; a larger `page[size]` makes pages of 100.
 *
 * The comment of each operation names its parameters. A service in this process rejects a parameter of other operations, with
 * SHIPTRACK_ERROR_BAD_REQUEST and its name as the pointer. It ignores a name that is not a parameter of the interface, and one
 * that has no effect on the operation; shiptrack_page_warnings_json() reports both.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_query_set(const struct shiptrack_query *query,
                            const char *name,
                            const char *value,
                            struct shiptrack_error **error);

/**
 * Includes related resources, in addition to those that were asked for before. Dots lead further:
 * `documents.last_document_representation`. An empty text alone asks for none at all.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_query_include(const struct shiptrack_query *query, const char *path, struct shiptrack_error **error);

/**
 * Ends a listing after this many items; 0 gives none. Without it a listing has all there are.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_query_max_items(const struct shiptrack_query *query, size_t items, struct shiptrack_error **error);

/**
 * Begins a listing at the page that shiptrack_error_resume_from() or shiptrack_pages_resume_from() told. A text that is
 * neither a URL nor its path is refused here, one of another service when the walk begins.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_query_resume_from(const struct shiptrack_query *query,
                                    const char *url,
                                    struct shiptrack_error **error);

/**
 * Frees it. NULL is harmless.
 */
void shiptrack_query_free(struct shiptrack_query *query);

/**
 * Makes header fields without any.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_headers_new(struct shiptrack_headers **headers, struct shiptrack_error **error);

/**
 * Adds a header field as it came. Names compare without regard to case.
 *
 * Both are texts of this interface: UTF-8. HTTP lets a value hold any byte from 0x80, and whoever can reach a socket can send
 * one: SHIPTRACK_ERROR_NOT_UTF8 then says that this field cannot be taken, and nothing about the others. No field a
 * signature is in has such bytes, so a receiver leaves the field out and goes on. A name that is empty or has anything but
 * the characters of a token in it, and a value with a line break, are refused with SHIPTRACK_ERROR_INVALID: they are how one
 * field is made to look like two.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_headers_add(const struct shiptrack_headers *headers,
                              const char *name,
                              const char *value,
                              struct shiptrack_error **error);

/**
 * How many there are.
 */
size_t shiptrack_headers_count(const struct shiptrack_headers *headers);

/**
 * The name of a header field.
 */
struct shiptrack_text shiptrack_headers_name(const struct shiptrack_headers *headers, size_t index);

/**
 * The value of a header field.
 */
struct shiptrack_text shiptrack_headers_value(const struct shiptrack_headers *headers, size_t index);

/**
 * Frees them. NULL is harmless.
 */
void shiptrack_headers_free(struct shiptrack_headers *headers);

/** @} */

/** @addtogroup resources
 * @{ */

/**
 * One page of a listing. It keeps what it was read from; an item is read when it is first asked for, and one that
 * cannot be read spoils no other.
 *
 * Ownership: yours; free it with shiptrack_page_free(), which ends its items too.
 * Threads: any number may read it at a time. It may be read after a fork().
 */
typedef struct shiptrack_page shiptrack_page;

/**
 * A listing on its way, page by page: nothing is fetched before shiptrack_pages_next() asks for it.
 *
 * Ownership: yours; free it with shiptrack_pages_free(). Pages it gave live on.
 * Lifetime: it keeps the client alive, and the service that one was made from; after either was closed it gives
 * SHIPTRACK_ERROR_CLOSED.
 * Threads: any number may use it; one waits for the other.
 */
typedef struct shiptrack_pages shiptrack_pages;

/**
 * A resource of any type: a tracking request, a shipment, a container, …
 *
 * Its getters are named `shiptrack_<type>_<attribute>()`. A getter of another type than the resource has, and one
 * that is given NULL, finds no value: a text with `data` NULL, a count of 0, -1 for a flag, 0 for a code; getters
 * of numbers return SHIPTRACK_ERROR_WRONG_OBJECT. shiptrack_resource_check() tells such a mistake from a value
 * that is null.
 *
 * Ownership: a resource that a function wrote through a pointer to a `shiptrack_resource *` is yours; free it with
 * shiptrack_resource_free(). A `const shiptrack_resource *` is borrowed from the page, the resource or the event it
 * was read from: do not free it. shiptrack_resource_copy() makes one of your own.
 * Lifetime: a borrowed resource lives as long as what it was borrowed from. The texts of a resource live as long as
 * the resource: they are laid out once, when the first is read.
 * Threads: any number may read it at a time. It may be read after a fork(), and after the client that fetched it
 * was freed.
 */
typedef struct shiptrack_resource shiptrack_resource;

/**
 * Fetches the next page. SHIPTRACK_DONE when there is none.
 *
 * An item that came on an earlier page is left out, so a page may be empty although more follow. After an error the walk
 * is over; shiptrack_error_resume_from() says where another one can begin.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_pages_next(const struct shiptrack_pages *pages,
                             struct shiptrack_page **page,
                             struct shiptrack_error **error);

/**
 * Where a later walk goes on: the page that shiptrack_pages_next() would fetch now, for shiptrack_query_resume_from();
 * after an error, the page it could not get past. SHIPTRACK_DONE at the end of the listing. What
 * shiptrack_query_max_items() cut off the last page is not on it.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_pages_resume_from(const struct shiptrack_pages *pages,
                                    struct shiptrack_buffer **url,
                                    struct shiptrack_error **error);

/**
 * The item at `index`, from 0; NULL past the end, and for one that cannot be read. It is borrowed from the page.
 */
const struct shiptrack_resource *shiptrack_page_at(const struct shiptrack_page *page, size_t index);

/**
 * The same, telling why an item cannot be read. SHIPTRACK_DONE past the end.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_page_read(const struct shiptrack_page *page,
                            size_t index,
                            const struct shiptrack_resource **item,
                            struct shiptrack_error **error);

/**
 * An included resource by type and id; NULL when there is none. It is borrowed from the page.
 */
const struct shiptrack_resource *shiptrack_page_included(const struct shiptrack_page *page,
                                                         const char *type,
                                                         const char *id);

/**
 * The included resource at `index`, from 0, in the order of the document; NULL past the end, and for one that cannot be
 * read. It is borrowed from the page, and the same one every time.
 */
const struct shiptrack_resource *shiptrack_page_included_at(const struct shiptrack_page *page, size_t index);

/**
 * The same, telling why an included resource cannot be read. SHIPTRACK_DONE past the end.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_page_included_read(const struct shiptrack_page *page,
                                     size_t index,
                                     const struct shiptrack_resource **resource,
                                     struct shiptrack_error **error);

/**
 * Reads a JSON:API document as a page of resources of this type, or of any type when `type` is NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_page_parse(const char *type,
                             const uint8_t *json,
                             size_t json_length,
                             struct shiptrack_page **page,
                             struct shiptrack_error **error);

/**
 * Ends the walk. NULL is harmless.
 */
void shiptrack_pages_free(struct shiptrack_pages *pages);

/**
 * How many items the page has.
 */
size_t shiptrack_page_count(const struct shiptrack_page *page);

/**
 * How many items the whole listing has; -1 when the document does not say.
 */
int64_t shiptrack_page_total(const struct shiptrack_page *page);

/**
 * The document of the page, byte for byte as it came (bytes that are no UTF-8 aside).
 */
struct shiptrack_text shiptrack_page_json(const struct shiptrack_page *page);

/**
 * The links of the document, as a JSON object.
 */
struct shiptrack_text shiptrack_page_links_json(const struct shiptrack_page *page);

/**
 * The `meta` of the document, as a JSON object; no value when there is none.
 */
struct shiptrack_text shiptrack_page_meta_json(const struct shiptrack_page *page);

/**
 * What the service passed over, or keeps for later, of the request that this page answers: the `meta.warnings` of the
 * document as a JSON array of objects with `code`, `detail` and `source`; no value when there are none.
 */
struct shiptrack_text shiptrack_page_warnings_json(const struct shiptrack_page *page);

/**
 * The link to the page after; no value when there is none.
 */
struct shiptrack_text shiptrack_page_next_link(const struct shiptrack_page *page);

/**
 * How many included resources the document has, of every type.
 */
size_t shiptrack_page_included_count(const struct shiptrack_page *page);

/**
 * Frees the page and its items. NULL is harmless.
 */
void shiptrack_page_free(struct shiptrack_page *page);

/**
 * Frees a resource of yours. NULL, and a borrowed resource, are left alone.
 */
void shiptrack_resource_free(struct shiptrack_resource *resource);

/**
 * Makes a copy of your own, which outlives what the resource was borrowed from. Its included resources come along.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_resource_copy(const struct shiptrack_resource *resource,
                                struct shiptrack_resource **copy,
                                struct shiptrack_error **error);

/**
 * Checks that `resource` is a living resource of this type (`"container"`), or of any when `type` is NULL.
 * SHIPTRACK_ERROR_WRONG_OBJECT when it is another.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_resource_check(const struct shiptrack_resource *resource,
                                 const char *type,
                                 struct shiptrack_error **error);

/**
 * Its id.
 */
struct shiptrack_text shiptrack_resource_id(const struct shiptrack_resource *resource);

/**
 * Its type as on the wire: `tracking_request`, `shipment`, `container`, …
 */
struct shiptrack_text shiptrack_resource_type(const struct shiptrack_resource *resource);

/**
 * The whole resource as JSON. Nothing that came is lost in it: members this version does not know are there too.
 */
struct shiptrack_text shiptrack_resource_json(const struct shiptrack_resource *resource);

/**
 * The document it came in, byte for byte; no value for one that came in none.
 */
struct shiptrack_text shiptrack_resource_document_json(const struct shiptrack_resource *resource);

/**
 * What the service passed over, or keeps for later, of the request that this answers: the `meta.warnings` of the document
 * it came in as a JSON array of objects with `code`, `detail` and `source`; no value when there are none.
 */
struct shiptrack_text shiptrack_resource_warnings_json(const struct shiptrack_resource *resource);

/**
 * An attribute of any name, as text: a string's characters, a number's digits, `true` or `false`. No value when the
 * resource has no such attribute, or it is null, a list or an object.
 */
struct shiptrack_text shiptrack_resource_attribute(const struct shiptrack_resource *resource, const char *name);

/**
 * An attribute of any name, as JSON; no value when the resource has no such attribute.
 */
struct shiptrack_text shiptrack_resource_attribute_json(const struct shiptrack_resource *resource, const char *name);

/**
 * A link of the resource's own: `"self"`.
 */
struct shiptrack_text shiptrack_resource_link(const struct shiptrack_resource *resource, const char *name);

/**
 * How many resources a relationship points at (`"documents"`, `"shipment"`): 0 or 1 for one that leads to one resource.
 * SHIPTRACK_ABSENT when the document does not say.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_resource_related_count(const struct shiptrack_resource *resource,
                                         const char *relationship,
                                         size_t *count,
                                         struct shiptrack_error **error);

/**
 * The id of a resource that a relationship points at; `index` counts from 0.
 */
struct shiptrack_text shiptrack_resource_related_id(const struct shiptrack_resource *resource,
                                                    const char *relationship,
                                                    size_t index);

/**
 * The type of a resource that a relationship points at.
 */
struct shiptrack_text shiptrack_resource_related_type(const struct shiptrack_resource *resource,
                                                      const char *relationship,
                                                      size_t index);

/**
 * The resource a relationship points at, when it was included in the document; else NULL. It is borrowed.
 */
const struct shiptrack_resource *shiptrack_resource_related(const struct shiptrack_resource *resource,
                                                            const char *relationship,
                                                            size_t index);

/**
 * An included resource of the document this one came in, by type and id; NULL when there is none. It is borrowed.
 */
const struct shiptrack_resource *shiptrack_resource_included(const struct shiptrack_resource *resource,
                                                             const char *type,
                                                             const char *id);

/**
 * Reads a JSON:API document that holds one resource of this type, or of any type when `type` is NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_resource_parse(const char *type,
                                 const uint8_t *json,
                                 size_t json_length,
                                 struct shiptrack_resource **resource,
                                 struct shiptrack_error **error);

/**
 * A time among the attributes of a resource by the clocks and the calendar of its place, as shiptrack_time_at_place() reads it:
 * `attribute` is `"timestamp"`, `"pickup_lfd"`, `"import_deadlines.pickup_lfd_rail"`. The zone is the one that stands beside it
 * (`timezone`, `pod_timezone`, …); a last free day that may hold at the port or inland goes by the zone in which it is a day.
 * Where the resource names no zone, and for what belongs to no place, such as `created_at`, it is as shiptrack_time_parse()
 * reads it. SHIPTRACK_ABSENT where there is no value; SHIPTRACK_ERROR_INVALID where that attribute is no time.
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
 * The journey of one container, as its events and its shipment describe it.
 *
 * Ownership: yours; free it with shiptrack_journey_free().
 * Lifetime: its texts live as long as it does. It needs the resources it was made from no longer.
 * Threads: any number may read it at a time.
 */
typedef struct shiptrack_journey shiptrack_journey;

/**
 * Works out the journey of a container.
 *
 * `events` are borrowed pointers to its transport events, in any order and of any pages; NULL with `event_count` 0 for those
 * that the document of the container includes. The names of vessels, places and terminals are read from the documents of the
 * events: fetch them with `include=vessel,location,terminal`. `shipment` is the shipment of the container; NULL for the one
 * that the document of the container includes, if any. `now_unix_ms`, milliseconds since 1970, decides which expected steps
 * are late.
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
 * Time stamp of the expected arrival at the port of discharge; no value once the container has arrived, and when its shipment
 * is no longer followed.
 */
struct shiptrack_text shiptrack_journey_eta(const struct shiptrack_journey *journey);

/**
 * Time stamp of the arrival as it was first expected of the shipment; no value if the shipment travels on another vessel. Where
 * the containers of a shipment travel on several vessels, it may be about any of them.
 */
struct shiptrack_text shiptrack_journey_first_eta(const struct shiptrack_journey *journey);

/**
 * Time stamp of the actual arrival at the port of discharge.
 */
struct shiptrack_text shiptrack_journey_arrived_at(const struct shiptrack_journey *journey);

/**
 * Whether the container is still followed: `followed`; `left` if its shipment continues without it; else why its shipment is no
 * longer followed, such as `booking_cancelled`, or `stopped`. No value if the shipment is not known.
 */
struct shiptrack_text shiptrack_journey_tracking(const struct shiptrack_journey *journey);

/**
 * The last day the container is stored free of charge (`2026-05-22`), by the calendar of the place where it is picked up.
 */
struct shiptrack_text shiptrack_journey_last_free_day(const struct shiptrack_journey *journey);

/**
 * Number of the shipment as it was submitted; no value if that is the container's own number.
 */
struct shiptrack_text shiptrack_journey_bill_of_lading(const struct shiptrack_journey *journey);

/**
 * How far the arrival, or else the expected one, is behind the first expected one, in milliseconds; negative if it is ahead.
 * SHIPTRACK_ABSENT if one of the two is not known.
 */
int32_t shiptrack_journey_delay_ms(const struct shiptrack_journey *journey,
                                   int64_t *delay_ms);

/**
 * How many steps the journey has. They are in order: those that happened or have passed first, then those that are expected.
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
 * Time stamp of when a step happened or is expected to. shiptrack_time_at_place() reads it by the clocks of its place, together
 * with shiptrack_journey_step_timezone().
 */
struct shiptrack_text shiptrack_journey_step_at(const struct shiptrack_journey *journey,
                                                size_t index);

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
 * Whether a step was expected and a later one happened, so that it is in the past without having been reported: 1 yes, 0 no, -1
 * past the end.
 */
int32_t shiptrack_journey_step_passed(const struct shiptrack_journey *journey,
                                      size_t index);

/**
 * How far a step is behind the first plan or, if it is still expected, behind the clock, in milliseconds. SHIPTRACK_ABSENT if
 * that is less than twelve hours or not known.
 */
int32_t shiptrack_journey_step_late_ms(const struct shiptrack_journey *journey,
                                       size_t index,
                                       int64_t *late_ms);

/**
 * Frees it. NULL is harmless.
 */
void shiptrack_journey_free(struct shiptrack_journey *journey);

/** @} */

/** @addtogroup numbers
 * @{ */

/**
 * A number that was checked.
 *
 * Ownership: yours; free it with shiptrack_number_free().
 * Lifetime: its texts live as long as it does.
 * Threads: any number may read it at a time.
 */
typedef struct shiptrack_number shiptrack_number;

/**
 * Checks a number. `kind` is what a tracking request takes (`container`, `bill_of_lading`, `booking_number`; a refusal then
 * points at its attribute), a value by itself (`container_number`, `bill_of_lading_value`, `booking_value`, `scac`, `imo`,
 * `un_locode`), or `request_scac` for a carrier one can track at. What cannot be tracked is refused with
 * SHIPTRACK_ERROR_INVALID and a sentence that says why. `number` may be NULL.
 *
 * The pointer of a refusal is what it would be in a tracking request, in every language the library speaks:
 * `/data/attributes/request_type` for a `kind` there is not, `/data/attributes/request_number` and `/data/attributes/scac`
 * for a `text` that is none of its kind.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_number_check(const char *kind,
                               const char *text,
                               struct shiptrack_number **number,
                               struct shiptrack_error **error);

/**
 * Reads a number whose kind nobody stated. Certain are a container number with its check digit, and a bill or booking with
 * its line's prefix and shape; everything else is refused with SHIPTRACK_ERROR_INVALID. Then shiptrack_error_code() is
 * `ambiguous_number` for a number that may be of several kinds, or of none that is known, and `invalid` for one that cannot
 * be tracked at all, the empty one among them; the pointer is `/data/attributes/request_number`. Nothing is asked: for the
 * service's opinion see shiptrack_tracking_request_infer().
 */
SHIPTRACK_CHECKED
int32_t shiptrack_number_infer(const char *text,
                               struct shiptrack_number **number,
                               struct shiptrack_error **error);

/**
 * A number as the carrier `scac` knows it: without a prefix that carrier does not count.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_number_normalize(const char *kind,
                                   const char *text,
                                   const char *scac,
                                   struct shiptrack_buffer **normalized,
                                   struct shiptrack_error **error);

/**
 * What it is: `container`, `bill_of_lading`, `booking_number`, `scac`, `imo`, `un_locode`.
 */
struct shiptrack_text shiptrack_number_kind(const struct shiptrack_number *number);

/**
 * The number as it was given, without the white space around it.
 */
struct shiptrack_text shiptrack_number_text(const struct shiptrack_number *number);

/**
 * The number in its one form: upper case, no spaces, dashes and other separators.
 */
struct shiptrack_text shiptrack_number_normalized(const struct shiptrack_number *number);

/**
 * After shiptrack_number_infer(): what gave it away, `check_digit`, `shape` or `sandbox`.
 */
struct shiptrack_text shiptrack_number_evidence(const struct shiptrack_number *number);

/**
 * After shiptrack_number_infer(): the carrier whose prefix and shape it has.
 */
struct shiptrack_text shiptrack_number_scac(const struct shiptrack_number *number);

/**
 * Frees it. NULL is harmless.
 */
void shiptrack_number_free(struct shiptrack_number *number);

/** @} */

/** @addtogroup activity
 * @{ */

/**
 * An activity: a carrier was asked, or could not be.
 */
#define SHIPTRACK_ACTIVITY_LOOK_UP 1

/**
 * An activity: a notification was posted to a webhook, or could not be.
 */
#define SHIPTRACK_ACTIVITY_DELIVERY 2

/**
 * An activity: an extractor failed on a document, which is kept all the same.
 */
#define SHIPTRACK_ACTIVITY_EXTRACTION_FAILED 3

/**
 * An activity: due work could not be done, and nobody was there to be answered. It is tried again. What a closed service
 * leaves undone is none.
 */
#define SHIPTRACK_ACTIVITY_TROUBLE 4

/**
 * An activity: a carrier's answer brought facts that look wrong. They are kept, and may come to nothing. Told once for a
 * fact.
 */
#define SHIPTRACK_ACTIVITY_DOUBTFUL_FACTS 5

/**
 * An activity: the store takes no writes from now on, for the reason in `status` and `message`: its disk is full
 * (SHIPTRACK_ERROR_STORAGE_FULL, which ends by itself when there is room) or failed, or its file is no longer there. Told
 * once, when it begins; reading goes on as far as it can.
 */
#define SHIPTRACK_ACTIVITY_WRITES_REFUSED 6

/**
 * An activity: the store takes writes again.
 */
#define SHIPTRACK_ACTIVITY_WRITES_RESUMED 7

/**
 * An activity: a record was left out of a listing because it cannot be read; all others are there. `id` is its id, and
 * `message` says of which kind it is, and what is wrong with it. Told once for a record.
 */
#define SHIPTRACK_ACTIVITY_RECORD_LEFT_OUT 8

/**
 * An activity: a carrier (`scac`) or a receiver (`webhook_id`) failed too often in a row and is left alone for a while;
 * `message` says until when. What waits for it stays due, and uses up no attempt. Told when a rest begins, and not for each
 * longer one that follows a failed probe.
 */
#define SHIPTRACK_ACTIVITY_RESTING 9

/**
 * What came of a look-up, `found`: facts arrived. `reason` says why there is nothing left to follow, `duplicate` among
 * others; NULL when following goes on.
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
 * `invalid_number`: There can be no such number.
 */
#define SHIPTRACK_OUTCOME_INVALID_NUMBER 4

/**
 * `cancelled`: The booking was cancelled.
 */
#define SHIPTRACK_OUTCOME_CANCELLED 5

/**
 * `withheld`: The carrier withholds the data.
 */
#define SHIPTRACK_OUTCOME_WITHHELD 6

/**
 * `no_carrier`: No carrier could be inferred from the number.
 */
#define SHIPTRACK_OUTCOME_NO_CARRIER 7

/**
 * `trouble`: Passing trouble, which `reason` names; it is tried again.
 */
#define SHIPTRACK_OUTCOME_TROUBLE 8

/**
 * `next_trip_awaited`: The container's last voyage is another request's, and its next one has not begun.
 */
#define SHIPTRACK_OUTCOME_NEXT_TRIP_AWAITED 9

/**
 * `rate_limited`: The carrier was asked too often, and answers nobody for a while; it is asked again after that.
 */
#define SHIPTRACK_OUTCOME_RATE_LIMITED 10

/**
 * `refused`: The carrier refuses the credentials: they are set aside, and no try is used up.
 */
#define SHIPTRACK_OUTCOME_REFUSED 11

/**
 * One thing a service did by itself. It holds no secret: no header, no body, no key.
 *
 * The library makes it; later versions may add members at its end, and kinds and outcomes. Its texts are borrowed for the
 * call. A member that the kind has no value for is NULL or 0.
 */
typedef struct shiptrack_activity {
  /**
   * SHIPTRACK_ACTIVITY_…
   */
  int32_t kind;
  /**
   * 1 when it went wrong in a way that somebody may want to look into, else 0.
   */
  int32_t is_problem;
  /**
   * What it is about: the id of the tracking request, the notification, the document, or the record left out.
   */
  const char *id;
  /**
   * A delivery, resting: the id of the webhook.
   */
  const char *webhook_id;
  /**
   * A look-up, doubtful facts, resting: the carrier's code; NULL when it could not be inferred from the number.
   */
  const char *scac;
  /**
   * A look-up, doubtful facts: the number as it was submitted.
   */
  const char *number;
  /**
   * A look-up: which try in a row it was, from 1; an answer that can be read starts the count anew. A delivery: which
   * attempt it was, from 1.
   */
  uint32_t attempt;
  /**
   * A look-up: what came of it, SHIPTRACK_OUTCOME_…
   */
  int32_t outcome;
  /**
   * A look-up: the failed reason or stop reason that goes with the outcome.
   */
  const char *reason;
  /**
   * A look-up: the pause the carrier asked for, in milliseconds; -1 for none.
   */
  int64_t retry_after_ms;
  /**
   * A delivery: the HTTP status the receiver answered with; 0 when no answer came.
   */
  int32_t http_status;
  /**
   * SHIPTRACK_OK; or, for a delivery without an answer, an extraction, trouble, refused writes and a record left out, what was wrong.
   */
  int32_t status;
  /**
   * With `status`: what was wrong, for people. Resting: who rests until when. Doubtful facts: all of `doubts` in one text. A look-up: what the carrier's
   * callback said with shiptrack_answer_problem().
   */
  const char *message;
  /**
   * Doubtful facts: what looks wrong, one sentence each: a movement nobody knows, a container number whose check digit
   * is wrong.
   */
  const char *const *doubts;
  /**
   * How many `doubts` there are.
   */
  size_t doubts_count;
} shiptrack_activity;

/**
 * Is told of everything a service does by itself, right after it was written down. It runs on the thread that did the work
 * (a caller's, the worker's, the server's), with nothing locked: it may use the service. Several threads may run it at a
 * time.
 *
 * It must return: no longjmp() past it, no end of its thread, no exception.
 */
typedef void (*shiptrack_activity_fn)(void *user_data, const struct shiptrack_activity *activity);

/**
 * The name of a number of SHIPTRACK_ACTIVITY_…, `look_up`. The text is static; no value for a number that is none of them.
 */
struct shiptrack_text shiptrack_activity_name(int32_t code);

/**
 * The name of a number of SHIPTRACK_OUTCOME_…, `found`. The text is static; no value for a number that is none of them.
 */
struct shiptrack_text shiptrack_outcome_name(int32_t code);

/**
 * Has `callback` told of everything the service does by itself, in place of one set before. `destroy` as with
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
 * The carrier does not know the number. A request for a container fails at once (`not_found`). One for a bill of lading or a
 * booking becomes `awaiting_manifest`, is asked again every day, and fails after seven days: as `not_found`, or as `expired`
 * when the carrier knew the number in between.
 *
 * What these answers lead to is told for a request that waits for its first data; shown in full in lifecycle.md. Once there
 * is a shipment, only SHIPTRACK_LOOK_UP_CANCELLED ends following it; the others change nothing, and are asked again, until
 * 56 days have passed without data.
 */
#define SHIPTRACK_LOOK_UP_NOT_FOUND 1

/**
 * It knows the number and has no data yet: the request becomes `awaiting_manifest`, is asked again every day, and fails after
 * seven days (`expired`).
 */
#define SHIPTRACK_LOOK_UP_NO_DATA_YET 2

/**
 * There can be no such number: the request fails at once (`invalid_number`).
 */
#define SHIPTRACK_LOOK_UP_INVALID_NUMBER 3

/**
 * The booking was cancelled: the request fails at once (`booking_cancelled`); a shipment that is followed already is stopped.
 */
#define SHIPTRACK_LOOK_UP_CANCELLED 4

/**
 * It has data and keeps it from us: the request fails at once (`data_unavailable`).
 */
#define SHIPTRACK_LOOK_UP_WITHHELD 5

/**
 * It refuses our credentials: no try is used up, and whatever the account has at this carrier waits, but for one look-up an
 * hour.
 */
#define SHIPTRACK_LOOK_UP_REFUSED 6

/**
 * It cannot be reached: the request keeps its state and is tried again (`shipping_line_unreachable`), no sooner than
 * shiptrack_answer_retry_after() says, 14 times within a day; then it fails (`retries_exhausted`).
 */
#define SHIPTRACK_LOOK_UP_UNREACHABLE 7

/**
 * Its answer cannot be read: tried again as after SHIPTRACK_LOOK_UP_UNREACHABLE (`unrecognized_response`).
 */
#define SHIPTRACK_LOOK_UP_UNREADABLE 8

/**
 * It was asked too often (a status 429), and answers nobody for a while: no try is used up, and nobody asks it before
 * shiptrack_answer_retry_after() is over.
 */
#define SHIPTRACK_LOOK_UP_RATE_LIMITED 9

/**
 * Where a carrier's callback puts what it knows.
 *
 * Ownership and lifetime: borrowed for the call of the callback.
 */
typedef struct shiptrack_answer shiptrack_answer;

/**
 * What a carrier is asked.
 *
 * Ownership and lifetime: borrowed for the call of the callback.
 */
typedef struct shiptrack_look_up shiptrack_look_up;

/**
 * Answers a look-up: put what is known into `answer` and return SHIPTRACK_OK, or return why there is nothing
 * (SHIPTRACK_LOOK_UP_…). Any other number is taken for SHIPTRACK_LOOK_UP_UNREADABLE. So is any number but SHIPTRACK_OK after
 * a shiptrack_answer_…() was refused, and the refusal is told with the look-up: `return shiptrack_answer_facts(…)` is safe,
 * although statuses and these numbers overlap. SHIPTRACK_OK without any fact, when none is known from before, counts as SHIPTRACK_LOOK_UP_NO_DATA_YET (an activity tells it as `no_data_yet`): who
 * knows nothing of the number returns SHIPTRACK_LOOK_UP_NOT_FOUND.
 * shiptrack_answer_problem() adds words.
 *
 * It runs on the thread that does the due work: a caller of shiptrack_service_run_due(), shiptrack_service_settle(),
 * shiptrack_tracking_request_wait() or shiptrack_service_wait_events(), or the worker; several threads may run it at a
 * time. Nothing is locked: it may call the service. It must
 * return: no longjmp() past it, no end of its thread, no exception.
 */
typedef int32_t (*shiptrack_carrier_fn)(void *user_data,
                                        const struct shiptrack_look_up *look_up,
                                        const struct shiptrack_answer *answer);

/**
 * Reads what shiptrack_carrier_access_check() recorded in `folder` with the reader of today, without asking anybody: a JSON object with
 * `is_same`, whether it comes to the same voyage, the lines of the voyage that are `missing` now and those that were `added`, the
 * `recorded_outcome`, and the `check` as it is now.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_carriers_replay(const char *folder,
                                  struct shiptrack_buffer **replay_json,
                                  struct shiptrack_error **error);

/**
 * Reads whatever a source of tracking data sends, a DCSA Track & Trace answer of any shape, and says what it is: a JSON
 * object with `messages`, each with its `form`, `facts`, `numbers` and `problems`, and the `problems` of the whole.
 * share/doc/shiptrack/carriers.md describes it; facts are such as shiptrack_answer_facts() takes. What can be read is read, and what
 * cannot is told with its place; bytes that are nothing of it have no messages.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_carriers_read(const uint8_t *bytes,
                                size_t bytes_length,
                                struct shiptrack_buffer **reading_json,
                                struct shiptrack_error **error);

/**
 * The voyages that the bytes tell of, as if they were all that is known and had been received at `unix_ms`, milliseconds since
 * 1970: lines of JSON, for each shipment first `{"shipment": …}` with its attributes, then one line an event in the order they
 * happen, with `container`, `at` (UTC), `locode`, `raw_event` (what it means on the route; null when the interface has no word
 * for it), `event` (its full name, or null) and `estimated`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_carriers_voyage(const uint8_t *bytes,
                                  size_t bytes_length,
                                  int64_t unix_ms,
                                  struct shiptrack_buffer **json_lines,
                                  struct shiptrack_error **error);

/**
 * Adds facts, in the JSON form that share/doc/shiptrack/facts.md below the prefix describes: an array, a single fact, or one
 * a line. A refusal names the fact and the member, as a JSON pointer: `/3/event/at`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_answer_facts(const struct shiptrack_answer *answer,
                               const uint8_t *json,
                               size_t json_length,
                               struct shiptrack_error **error);

/**
 * Says that the facts are everything the source knows: an estimate it no longer names is withdrawn.
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
 * With SHIPTRACK_OK: how soon the carrier wants to be asked again, in milliseconds. It takes the place of the pause
 * that the service would make, from five minutes to one day; by default the service decides.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_answer_next_look(const struct shiptrack_answer *answer,
                                   int64_t pause_ms,
                                   struct shiptrack_error **error);

/**
 * With SHIPTRACK_OK: what you want to be reminded of when this request is looked up again, of 4,096 bytes at most: a cursor, an
 * `ETag`. An answer without one forgets the one before.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_answer_bookmark(const struct shiptrack_answer *answer,
                                  const char *bookmark,
                                  struct shiptrack_error **error);

/**
 * With SHIPTRACK_OK: everything that you knew up to this moment, in milliseconds since 1970, is told by this answer and those before it.
 * The next look-up of this request says so (shiptrack_look_up_since_unix_ms()); an answer without it forgets it.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_answer_until(const struct shiptrack_answer *answer,
                               int64_t unix_ms,
                               struct shiptrack_error **error);

/**
 * With SHIPTRACK_OK and no facts: nothing changed since you gave the bookmark that you were asked with, so that all that was
 * known is taken for said again. The bookmark is to be given again.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_answer_unchanged(const struct shiptrack_answer *answer,
                                   struct shiptrack_error **error);

/**
 * With SHIPTRACK_LOOK_UP_UNREACHABLE or SHIPTRACK_LOOK_UP_RATE_LIMITED: how long the carrier asked to be left alone, in milliseconds,
 * at most 12 hours. By default the service decides.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_answer_retry_after(const struct shiptrack_answer *answer,
                                     int64_t pause_ms,
                                     struct shiptrack_error **error);

/**
 * Says in words why there is nothing, for people: `timed out after 30 s`. They are told with the look-up, in the log and as
 * `message` of its activity; they are kept nowhere, and change nothing. With SHIPTRACK_OK they are not told.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_answer_problem(const struct shiptrack_answer *answer,
                                 const char *text,
                                 struct shiptrack_error **error);

/**
 * The id of the account that asks. A carrier that shows each customer its own shipments is asked with that account's
 * credentials.
 */
struct shiptrack_text shiptrack_look_up_account_id(const struct shiptrack_look_up *look_up);

/**
 * What you called that account; `default` for the one a service has from the start.
 */
struct shiptrack_text shiptrack_look_up_account_name(const struct shiptrack_look_up *look_up);

/**
 * What your last answer about this request gave to be reminded of, with shiptrack_answer_bookmark(); none when it gave
 * nothing.
 */
struct shiptrack_text shiptrack_look_up_bookmark(const struct shiptrack_look_up *look_up);

/**
 * Up to when you told everything with your last answer about this request, in milliseconds since 1970, as shiptrack_answer_until() said:
 * what was written since is enough, and is an answer that is not complete. -1 when it said nothing.
 */
int64_t shiptrack_look_up_since_unix_ms(const struct shiptrack_look_up *look_up);

/**
 * How many other numbers of the same shipment are known: an answer about one of them may serve as well.
 */
size_t shiptrack_look_up_references_count(const struct shiptrack_look_up *look_up);

/**
 * One of the other numbers of the same shipment, from 0; none beyond the last.
 */
struct shiptrack_text shiptrack_look_up_reference(const struct shiptrack_look_up *look_up, size_t index);

/**
 * How many containers of the shipment are known.
 */
size_t shiptrack_look_up_containers_count(const struct shiptrack_look_up *look_up);

/**
 * One of the containers of the shipment, from 0; none beyond the last.
 */
struct shiptrack_text shiptrack_look_up_container(const struct shiptrack_look_up *look_up, size_t index);

/**
 * The carrier's code.
 */
struct shiptrack_text shiptrack_look_up_scac(const struct shiptrack_look_up *look_up);

/**
 * Kind of the number: `bill_of_lading`, `booking_number`, `container`.
 */
struct shiptrack_text shiptrack_look_up_request_type(const struct shiptrack_look_up *look_up);

/**
 * The number as it was submitted.
 */
struct shiptrack_text shiptrack_look_up_number(const struct shiptrack_look_up *look_up);

/**
 * The form of it the carrier wants: upper case, no spaces, no redundant prefix.
 */
struct shiptrack_text shiptrack_look_up_normalized_number(const struct shiptrack_look_up *look_up);

/**
 * When the number was first asked about.
 */
struct shiptrack_text shiptrack_look_up_first_asked_at(const struct shiptrack_look_up *look_up);

/**
 * The service's time.
 */
struct shiptrack_text shiptrack_look_up_now(const struct shiptrack_look_up *look_up);

/**
 * Which try this is, from 1.
 */
uint32_t shiptrack_look_up_attempt(const struct shiptrack_look_up *look_up);

/**
 * The service's time, in milliseconds since 1970.
 */
int64_t shiptrack_look_up_now_unix_ms(const struct shiptrack_look_up *look_up);

/**
 * 1 when nobody waits for the answer any more, else 0: for callbacks that take long.
 */
int32_t shiptrack_look_up_is_cancelled(const struct shiptrack_look_up *look_up);

/**
 * Has `callback` answer look-ups for the carrier `scac` (`"MAEU"`), or with NULL for every carrier nothing else is set
 * for. `destroy` is called with `user_data` when the settings, every service made with them, and every client, listing and
 * server made from these are freed; it may be NULL. When the call fails, `user_data` stays yours.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_carrier(const struct shiptrack_service_options *options,
                                          const char *scac,
                                          shiptrack_carrier_fn callback,
                                          void *user_data,
                                          shiptrack_destroy_fn destroy,
                                          struct shiptrack_error **error);

/**
 * What each carrier is to be asked for with each set of credentials, and how often each number can be asked for within its pace: a
 * JSON array, which carriers.md describes.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_carriers_plan(const struct shiptrack_service *service,
                                        struct shiptrack_buffer **plan_json,
                                        struct shiptrack_error **error);

/** @} */

/** @addtogroup carrier_access
 * @{ */

/**
 * How carriers are asked that have a DCSA Track & Trace service: profiles, which say how each is asked, credentials, and the way
 * there. shiptrack_service_options_carrier_access() copies it.
 *
 * Redirects are never followed. With TLS any address is asked that a profile names, without TLS this machine alone.
 *
 * Ownership: yours; free it with shiptrack_carrier_access_free().
 * Threads: any number may use it at a time.
 */
typedef struct shiptrack_carrier_access shiptrack_carrier_access;

/**
 * Where credentials come from that carriers are asked with, and whose they are: one account's are never used for another. What
 * is added first is asked first. They are printed nowhere.
 *
 * Ownership: yours; free it with shiptrack_credentials_free(). shiptrack_carrier_access_credentials() copies it.
 * Threads: any number may use it at a time.
 */
typedef struct shiptrack_credentials shiptrack_credentials;

/**
 * A credential that is wanted, and where a callback puts it.
 *
 * Ownership and lifetime: borrowed for the call of the callback.
 */
typedef struct shiptrack_credential_request shiptrack_credential_request;

/**
 * Gives a credential: call shiptrack_credential_request_set_secret() and return SHIPTRACK_OK. SHIPTRACK_OK without that is for one you do
 * not have: what was added next is asked then. Any other number says that you could not tell, in the words that
 * shiptrack_credential_request_problem() was given; the look-up is refused then (SHIPTRACK_LOOK_UP_REFUSED), and nobody else asked.
 *
 * It runs where look-ups do (see shiptrack_carrier_fn), several threads may run it at a time, and nothing is locked. It must
 * return: no longjmp() past it, no end of its thread, no exception.
 */
typedef int32_t (*shiptrack_credential_fn)(void *user_data, const struct shiptrack_credential_request *wanted);

/**
 * How the carriers of these profiles are asked: the text of a file with a table for each, TOML or JSON, which
 * share/doc/shiptrack/carriers.md below the prefix describes. `[MAEU]` alone is the profile that comes along; what a table says
 * takes the place of what that says. NULL is all that come along: for a check, since a service takes only such as can be asked.
 *
 * What cannot be is refused with SHIPTRACK_ERROR_CONFIGURATION, and shiptrack_error_pointer() names its place:
 * `profiles.MAEU.pace.per_day`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_carrier_access_new(const char *profiles,
                                     struct shiptrack_carrier_access **access,
                                     struct shiptrack_error **error);

/**
 * The same of the file at `path`, which is read now.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_carrier_access_open(const char *path,
                                      struct shiptrack_carrier_access **access,
                                      struct shiptrack_error **error);

/**
 * Asks with these credentials, behind those that were given before. Without any, the account `default` has those of the
 * environment (shiptrack_credentials_environment()), and no other account has any.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_carrier_access_credentials(const struct shiptrack_carrier_access *access,
                                             const struct shiptrack_credentials *credentials,
                                             struct shiptrack_error **error);

/**
 * Asks through an HTTP proxy (`http://user:password@host:port`). What is asked without TLS cannot be: nobody can tell where a
 * proxy connects to.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_carrier_access_proxy(const struct shiptrack_carrier_access *access,
                                       const char *url,
                                       struct shiptrack_error **error);

/**
 * Believes exactly the certificates in this PEM text, in place of those of the machine.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_carrier_access_roots_pem(const struct shiptrack_carrier_access *access,
                                           const uint8_t *pem,
                                           size_t pem_length,
                                           struct shiptrack_error **error);

/**
 * Believes the certificate authorities that Mozilla trusted when this library was built, in place of those of the machine.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_carrier_access_roots_bundled(const struct shiptrack_carrier_access *access,
                                               struct shiptrack_error **error);

/**
 * Asks at public addresses only, and in networks that are opened. Together with a proxy nobody can be asked.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_carrier_access_public_only(const struct shiptrack_carrier_access *access,
                                             struct shiptrack_error **error);

/**
 * Asks in this network, too (CIDR, `10.0.0.0/8`), there without TLS as well.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_carrier_access_allow_network(const struct shiptrack_carrier_access *access,
                                               const char *network,
                                               struct shiptrack_error **error);

/**
 * The profiles, as a JSON object by the carriers' codes: each with all its members, the names of the `credentials` it needs, its
 * `status` (`never_tried`, `vendors_mock`, `real_account`) with a `status_description` for people, and what is `missing` before the
 * carrier can be asked, or null.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_carrier_access_profiles(const struct shiptrack_carrier_access *access,
                                          struct shiptrack_buffer **profiles_json,
                                          struct shiptrack_error **error);

/**
 * Asks a carrier once about a number, with the credentials of the account that you call `account_name` (NULL for `default`), and
 * tells what was done, what came back and how it was read: the first thing to do with new credentials. Nothing is kept. It takes a
 * minute at most.
 *
 * `request_type` is the kind of the number; NULL where it can be told from the number. `check_json` gets a JSON object with the
 * `calls` that were made, the `outcome` (`facts`, or why there are none: `refused`, `not_found` …), `why`, and in `advice` what to do
 * next; carriers.md describes it. No credential is in it. That the carrier refuses, or cannot be reached, is no error of the call.
 *
 * With a `folder`, which is made, and must be empty where it is there, what was asked and what came back is written there, without
 * credentials, tokens, cookies and account: to be sent to somebody, and to be read again by shiptrack_carriers_replay(). NULL records
 * nothing. What cannot be written is refused; shiptrack_error_pointer() is `folder` then.
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
 * Frees it. NULL is harmless.
 */
void shiptrack_carrier_access_free(struct shiptrack_carrier_access *access);

/**
 * Makes an empty list of places for credentials of the account that you call `account_name`; NULL is the one a service has from
 * the start, `default`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_credentials_of_account(const char *account_name,
                                         struct shiptrack_credentials **credentials,
                                         struct shiptrack_error **error);

/**
 * Makes an empty list of places for credentials that every account of the service uses: each sees what they show.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_credentials_of_every_account(struct shiptrack_credentials **credentials,
                                               struct shiptrack_error **error);

/**
 * Looks them up in the environment, when they are needed: `client_id` of MAEU is `SHIPTRACK_MAEU_CLIENT_ID`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_credentials_environment(const struct shiptrack_credentials *credentials,
                                          struct shiptrack_error **error);

/**
 * Takes them from a file, TOML or JSON, with a table for each carrier: `[MAEU]`, `client_id = "…"`. It is read now. A refusal does
 * not repeat what stands there; its pointer is `credentials`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_credentials_file(const struct shiptrack_credentials *credentials,
                                   const char *path,
                                   struct shiptrack_error **error);

/**
 * The same of the text of such a file.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_credentials_text(const struct shiptrack_credentials *credentials,
                                   const char *text,
                                   struct shiptrack_error **error);

/**
 * Has `callback` give them, when they are needed. `destroy` is called with `user_data` when these credentials, everything they were
 * added to, and every service made with that are freed; it may be NULL. When the call fails, `user_data` stays yours.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_credentials_callback(const struct shiptrack_credentials *credentials,
                                       shiptrack_credential_fn callback,
                                       void *user_data,
                                       shiptrack_destroy_fn destroy,
                                       struct shiptrack_error **error);

/**
 * Gives the credential. It is copied.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_credential_request_set_secret(const struct shiptrack_credential_request *wanted,
                                         const char *secret,
                                         struct shiptrack_error **error);

/**
 * Says in words why you cannot tell, for people: they are told with the look-up.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_credential_request_problem(const struct shiptrack_credential_request *wanted,
                                            const char *text,
                                            struct shiptrack_error **error);

/**
 * Frees them. NULL is harmless.
 */
void shiptrack_credentials_free(struct shiptrack_credentials *credentials);

/**
 * The id of the account that asks the carrier.
 */
struct shiptrack_text shiptrack_credential_request_account_id(const struct shiptrack_credential_request *wanted);

/**
 * What you called that account; `default` for the one a service has from the start.
 */
struct shiptrack_text shiptrack_credential_request_account_name(const struct shiptrack_credential_request *wanted);

/**
 * The carrier's code, as its profile has it.
 */
struct shiptrack_text shiptrack_credential_request_scac(const struct shiptrack_credential_request *wanted);

/**
 * The name of the credential: `client_id`.
 */
struct shiptrack_text shiptrack_credential_request_name(const struct shiptrack_credential_request *wanted);

/**
 * Keeps a credential of an account at a carrier, in place of the one of that name there is: `client_id` of `MAEU`, as its profile names
 * it; a name that the profile does not ask for is refused. The account's look-ups are asked with it, before any that shiptrack_carrier_access_credentials() gives; what waits because the one
 * before it was refused goes on.
 *
 * It stands in the store under your key (shiptrack_service_options_store_key()), and is shown nowhere. Without a key it is refused with
 * SHIPTRACK_ERROR_CONFIGURATION; shiptrack_error_pointer() is `store_key` then.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_store_credential(const struct shiptrack_service *service,
                                          const char *account_id,
                                          const char *scac,
                                          const char *name,
                                          const char *secret,
                                          struct shiptrack_error **error);

/**
 * Which credentials are kept of an account, never what they are: a JSON array of objects with `scac`, `name` and `stored_at`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_stored_credentials(const struct shiptrack_service *service,
                                           const char *account_id,
                                           struct shiptrack_buffer **kept_json,
                                           struct shiptrack_error **error);

/**
 * The credentials that are kept of an account, to be asked with beside the service: give them to
 * shiptrack_carrier_access_credentials() before others, for shiptrack_carrier_access_check() under the account's name. What is kept or
 * forgotten later counts at once.
 *
 * Ownership: yours; free it with shiptrack_credentials_free(). It keeps the file open no longer than the service does.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_credentials(const struct shiptrack_service *service,
                                      const char *account_id,
                                      struct shiptrack_credentials **credentials,
                                      struct shiptrack_error **error);

/**
 * Keeps a credential no more. One that is not kept is refused with SHIPTRACK_ERROR_NOT_FOUND.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_forget_credential(const struct shiptrack_service *service,
                                            const char *account_id,
                                            const char *scac,
                                            const char *name,
                                            struct shiptrack_error **error);

/**
 * Keeps all secrets in the store under this key of 32 bytes instead of the present one: all that can be read, or none. From then on the file is
 * opened with this one; a copy of it from before is still under the one before.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_rekey(const struct shiptrack_service *service,
                                const uint8_t *key,
                                size_t key_length,
                                struct shiptrack_error **error);

/**
 * Has the carriers of these profiles asked over HTTP, in place of profiles given before. A carrier that is plugged in under the same
 * code comes first. What cannot be asked is refused when the service is opened, and the error's pointer names its place:
 * `profiles.EGLV.base_url`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_carrier_access(const struct shiptrack_service_options *options,
                                                 const struct shiptrack_carrier_access *access,
                                                 struct shiptrack_error **error);

/**
 * Keeps secrets in the store under this key alone, 32 random bytes that you keep elsewhere: credentials
 * (shiptrack_service_store_credential()), which no service without a key keeps, and webhooks and subscriptions, whose secrets stand there
 * in clear otherwise. What is there already is sealed when the service is opened.
 *
 * From then on the file is opened with this key or not at all: with another one, and with none, opening it is refused with
 * SHIPTRACK_ERROR_CONFIGURATION, and shiptrack_error_pointer() is `store_key`. Whoever loses the key loses the file;
 * shiptrack_service_rekey() replaces it.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_store_key(const struct shiptrack_service_options *options,
                                            const uint8_t *key,
                                            size_t key_length,
                                            struct shiptrack_error **error);

/**
 * The credentials that carriers refuse: a JSON array of objects with `scac`, `accounts`, `since`, `next_look_up` (when one look-up
 * tries them again), `why`, and how many tracking requests are `waiting` for them. None of those uses up a try.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_suspended_credentials(const struct shiptrack_service *service,
                                                struct shiptrack_buffer **suspended_credentials_json,
                                                struct shiptrack_error **error);

/** @} */

/** @addtogroup extractors
 * @{ */

/**
 * A document to be read.
 *
 * Ownership and lifetime: borrowed for the call of the callback.
 */
typedef struct shiptrack_attachment shiptrack_attachment;

/**
 * Where an extractor's callback puts what it read.
 *
 * Ownership and lifetime: borrowed for the call of the callback.
 */
typedef struct shiptrack_extraction shiptrack_extraction;

/**
 * Reads a document that came with a message or was uploaded: put what it says into `extraction` and return SHIPTRACK_OK; leave `extraction`
 * alone when such documents are not for this callback. Any other number says that reading failed; shiptrack_extraction_problem()
 * adds why, and so does a shiptrack_extraction_set() that was refused.
 *
 * It runs on the thread that calls shiptrack_service_ingest_email(), that makes a document of an upload or has one read again, or one of
 * the server's; several may run it at a time.
 * Nothing is locked: it may call the service. It must
 * return: no longjmp() past it, no end of its thread, no exception.
 */
typedef int32_t (*shiptrack_extractor_fn)(void *user_data,
                                          const struct shiptrack_attachment *attachment,
                                          const struct shiptrack_extraction *extraction);

/**
 * Says what was read. `document_type` may be NULL; `payload_json` is an object.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_extraction_set(const struct shiptrack_extraction *extraction,
                                 const char *document_type,
                                 const char *schema_version,
                                 const char *payload_json,
                                 struct shiptrack_error **error);

/**
 * Says in words why the document is taken for what it is, for people: its `classification_notes`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_extraction_notes(const struct shiptrack_extraction *extraction,
                                   const char *text,
                                   struct shiptrack_error **error);

/**
 * Says in words why reading failed, for people. They are told in the log and as `message` of the activity.
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
 * The bytes, which may be anything.
 */
struct shiptrack_text shiptrack_attachment_content(const struct shiptrack_attachment *attachment);

/**
 * Text of the message it was attached to.
 */
struct shiptrack_text shiptrack_attachment_email_body(const struct shiptrack_attachment *attachment);

/**
 * Has `callback` read documents, those of messages and those that are uploaded, after the extractors set before and ahead of the built-in one. `destroy`
 * as with shiptrack_service_options_carrier().
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_extractor(const struct shiptrack_service_options *options,
                                            shiptrack_extractor_fn callback,
                                            void *user_data,
                                            shiptrack_destroy_fn destroy,
                                            struct shiptrack_error **error);

/** @} */

/** @addtogroup service
 * @{ */

/**
 * How many threads a worker has that is good for a host with some hundred receivers and carriers, a few of which hang.
 */
#define SHIPTRACK_WORKER_THREADS 32

/**
 * The tracking service inside this process: durable in one SQLite file, or in memory. Nothing happens by itself:
 * start its worker, let it settle first thing (shiptrack_service_settle()), or drive it with shiptrack_service_run_due().
 *
 * Ownership: yours; free it with shiptrack_service_free(), when no call of it is under way any more.
 * Lifetime: clients, listings (`shiptrack_pages`) and servers made from it keep it alive, with its file, its worker
 * and its callbacks: freeing it ends it only when the last of them is freed. shiptrack_service_close() ends it for
 * certain, whatever is left. One process at a time holds a file.
 * Threads: any number may use it at a time. Threads of the library's own block all signals. After a fork() its calls
 * are refused in the child with SHIPTRACK_ERROR_FORKED; freeing it there is fine, and leaves the file alone. A child may
 * open a service of its own, whatever the parent's threads were doing: on Linux fork() waits, from the first opening on,
 * until no other thread is in the middle of a transaction, of opening or of closing. Elsewhere a thread that was leaves
 * SQLite locked in the child: stop the worker first, or exec().
 */
typedef struct shiptrack_service shiptrack_service;

/**
 * Settings of a service; everything has a default. shiptrack_service_open() copies them, so they may be used again and
 * freed afterwards.
 *
 * Ownership: yours; free it with shiptrack_service_options_free().
 * Threads: any number may use it at a time.
 */
typedef struct shiptrack_service_options shiptrack_service_options;

/**
 * Is told how far shiptrack_service_settle() has come, at the beginning and after each item: how many look-ups and
 * deliveries were `done` since the call began, by whatever thread, and how many are due and `left`. Doing one may make
 * others due, so `left` can rise; with many of them it may be a hundredth off. It runs on the thread that called, with
 * nothing locked. Return 0 to go on, anything else to stop with SHIPTRACK_ERROR_CANCELLED.
 *
 * It must return: no longjmp() past it, no end of its thread, no exception.
 */
typedef int32_t (*shiptrack_settle_progress_fn)(void *user_data, size_t done, uint64_t left);

/**
 * Is called whenever something happened that a host driving the service wants to know: work came in or was done, so that
 * shiptrack_service_next_due() or shiptrack_service_events() may answer otherwise than before, or the service was closed.
 *
 * It runs on the thread where it happened (a caller's, the worker's, the server's), with nothing locked; several threads
 * may run it at a time. It should do no more than wake the host's own loop.
 *
 * It must return: no longjmp() past it, no end of its thread, no exception.
 */
typedef void (*shiptrack_wake_fn)(void *user_data);

/**
 * Sets a number of the service's policies. Times end in `_ms`: milliseconds. Counts are whole. What is out of its
 * bounds is refused, and shiptrack_error_pointer() gives the name of the setting.
 *
 * - `lifecycle`: How often and how long a carrier is asked.
 * - `following`: How long a shipment is followed, and whose estimates hold. Of several sources that expect one event the one whose estimates count most holds; where they count the same, the one whose words changed last.
 * - `delivery`: How notifications are delivered to webhooks.
 * - `pace`: How many look-ups a carrier gets: those of one carrier wait for each other, and for nobody else's.
 * - `mail`: What of a message is read; one that goes beyond it is quarantined.
 * - `recording`: How facts are kept that were recorded about numbers nobody tracks yet, and what was received beside them.
 * - `documents`: What of files is taken in to become documents, and what of them is read.
 *
 * A carrier's own pace is set with its code between the two parts of the name: `pace.MAEU.at_once`. What is not set of it
 * is as the usual pace is at that time.
 *
 * | Setting | Default | Bounds | What |
 * |---|---|---|---|
 * | `look_up_timeout_ms` | 30,000 (30 seconds) | from 1 | How long a carrier may take to answer one look-up. |
 * | `lifecycle.tries` | 14 | from 1 | Tries before trouble with a carrier is final. |
 * | `lifecycle.first_retry_ms` | 45,000 (45 seconds) | from 0 | The pause after the first of them. Each is 1.75 times as long as the one before, and chance changes it by up to a fifth. |
 * | `lifecycle.manifest_check_ms` | 86,400,000 (1 day) | from 0 | The pause between checks while the carrier has no data. |
 * | `lifecycle.manifest_window_ms` | 604,800,000 (7 days) | from 0 | How long the carrier may have no data. |
 * | `lifecycle.refresh_ms` | 21,600,000 (6 hours) | from 0 | The pause between look-ups of a shipment that is followed, where nobody can tell how far it is. |
 * | `lifecycle.before_loading_ms` | 21,600,000 (6 hours) | from 0 | The same while a container is on no vessel yet. Of several containers the shortest of these pauses counts. |
 * | `lifecycle.at_sea_ms` | 43,200,000 (12 hours) | from 0 | The same while it is at sea. |
 * | `lifecycle.near_port_ms` | 10,800,000 (3 hours) | from 0 | The same while it is at sea and expected at the port of discharge within three days. |
 * | `lifecycle.in_port_ms` | 10,800,000 (3 hours) | from 0 | The same while it is at the port of discharge. |
 * | `lifecycle.inland_ms` | 21,600,000 (6 hours) | from 0 | The same while it goes on inland. |
 * | `lifecycle.awaiting_empty_ms` | 43,200,000 (12 hours) | from 0 | The same while it is with its consignee, until it comes back empty. |
 * | `lifecycle.silence_window_ms` | 4,838,400,000 (56 days) | from 0 | How long a shipment is followed for which the carrier has no data any more. |
 * | `following.arrival_window_ms` | 4,838,400,000 (56 days) | from 0 | How long a shipment is followed after it arrived at its destination; where nobody told of that, after its containers left there full. |
 * | `following.silence_window_ms` | 4,838,400,000 (56 days) | from 0 | How long a shipment is followed without any news. |
 * | `following.estimates_of_shipping_line` | 1 | from 1 | How much the estimates of a shipping line count. Those of a source of any other kind count 1. |
 * | `following.estimates_of_terminal` | 1 | from 1 | How much the estimates of a terminal count. |
 * | `following.estimates_of_rail` | 1 | from 1 | How much the estimates of a railway count. |
 * | `following.estimates_of_ais` | 1 | from 1 | How much the estimates made from the positions of vessels count. |
 * | `following.estimates_of_user_input` | 1 | from 1 | How much the estimates of a clerk count. |
 * | `delivery.timeout_ms` | 15,000 (15 seconds) | from 1 | How long a receiver may take to answer. |
 * | `delivery.switch_off_after_ms` | 432,000,000 (5 days) | from 0 | How long a webhook may fail, without one success, before it is switched off. |
 * | `delivery.hosted_signature` | 1 | 1 or 0 | Whether deliveries carry the hosted service's signature header beside those of Standard Webhooks: for receivers that know no other. It signs no time, so what was captured can be sent again to whoever takes it. |
 * | `pace.at_once` | 2 | from 1 | Look-ups of one carrier that may be under way at once; after one that failed, one alone until the next succeeds. |
 * | `pace.look_ups` | no limit | from 1 | Look-ups of one carrier that may begin in any window of time. |
 * | `pace.per_ms` | 60,000 (1 minute) | from 1 | The length of that window. |
 * | `mail.message_bytes` | 26,214,400 (25 MiB) | from 1 | Bytes of a message. |
 * | `mail.header_bytes` | 1,048,576 (1 MiB) | from 1 | Bytes of all header blocks of a message together, those of its parts included. |
 * | `mail.fields` | 2,000 | from 1 | Fields of one header block. |
 * | `mail.depth` | 64 | from 0 | Multipart containers inside one another. |
 * | `mail.parts` | 1,000 | from 1 | Parts of a message, containers included. An attached message is one part: it is not taken apart. |
 * | `mail.list_items` | 2,000 | from 1 | Addresses in one of `From`, `To` and `Cc`, and identifiers in `References`. |
 * | `mail.parameters` | 64 | from 1 | Parameters of one `Content-Type` or `Content-Disposition`. |
 * | `mail.text_bytes` | 1,048,576 (1 MiB) | from 0 | Bytes of the text that is kept of a body, which comes with every listing of messages. Documents are kept whole. |
 * | `recording.keep_ms` | 7,776,000,000 (90 days) | from 0 | How long a fact is kept for whoever comes to track its number. |
 * | `recording.most_kept` | 100,000 | from 0 | Facts that are kept for an account at most; more are refused. |
 * | `recording.most_unread_edi` | 67,108,864 | from 0 | Bytes of EDI messages that are kept for an account at most because nothing could be taken in of them; more are refused. |
 * | `documents.file_bytes` | 104,857,600 (100 MiB) | from 1 | Bytes of a file that is uploaded; a larger one is refused. |
 * | `documents.most_waiting` | 1,073,741,824 | from 0 | Bytes of files that an account announced or sent, and made no document of yet; more are refused. |
 * | `documents.link_lasts_ms` | 300,000 (5 minutes) | from 1 | How long the URL is good from which the file of a document is fetched. |
 * | `documents.read_bytes` | 16,777,216 (16 MiB) | from 0 | Bytes of a document that is read; a larger one is kept, and counts as not read. |
 * | `documents.read_pages` | 100 | from 1 | Pages of a document that are read; those behind them are left out. |
 * | `documents.read_cells` | 200,000 | from 1 | Cells of a table that are read; those behind them are left out. |
 * | `documents.read_text` | 4,194,304 | from 1 | Bytes of text that are looked at; what is behind them is left out. |
 * | `documents.read_unpacked` | 134,217,728 | from 1 | Bytes that what is packed in a document may unpack to; one that unpacks to more is not read. |
 * | `documents.read_time_ms` | 10,000 (10 seconds) | from 1 | How long reading a document may take. |
 * | `documents.most_tracked` | 20 | from 1 | Numbers of one message that are tracked, for an account that has those tracked that stand in its mail. |
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_number(const struct shiptrack_service_options *options,
                                         const char *name,
                                         double number,
                                         struct shiptrack_error **error);

/**
 * Opens the service that lives in the file at `path`, making it if there is none. `options` may be NULL; they may be used
 * again and freed afterwards.
 *
 * Beside the database stand, while it is open, SQLite's own `-wal` and `-shm`, and `<path>.lock`, a small file by which others
 * see who holds the database: a second opening, in this process too, is refused with SHIPTRACK_ERROR_STORE_BUSY. The lock file
 * stays when the service is closed; leave it there, for it also tells the next one to open whether the disk failed the last.
 * The empty path is refused with SHIPTRACK_ERROR_INVALID; `:memory:` does
 * what shiptrack_service_open_in_memory() does.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_open(const char *path,
                               const struct shiptrack_service_options *options,
                               struct shiptrack_service **service,
                               struct shiptrack_error **error);

/**
 * Opens a service that lives in memory and is gone when it is closed. `options` may be NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_open_in_memory(const struct shiptrack_service_options *options,
                                         struct shiptrack_service **service,
                                         struct shiptrack_error **error);

/**
 * Makes the host's own client of this service: in process, no key, no limits. `account_id` is one of the service's
 * accounts, or NULL for the account `default`. It tells time by the service's clock.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_client(const struct shiptrack_service *service,
                                 const char *account_id,
                                 struct shiptrack_client **client,
                                 struct shiptrack_error **error);

/**
 * Does the work that is due now (look-ups, deliveries), `max_items` at most; 0 for all of it. Calling it too early, twice,
 * or from several threads is harmless. `done` gets how much was done, and may be NULL. Callbacks of carriers run on this
 * thread.
 *
 * It blocks: items are done one after the other on the calling thread, a delivery for up to `delivery.timeout_ms` (15 s), a
 * look-up for as long as its carrier takes (the built-in ones up to `look_up_timeout_ms`, 30 s). A receiver that does not
 * answer holds a loop up that long: give a loop that must not stand still a worker, or call this with 1. An item that went
 * wrong is put off, and not tried again in the same call.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_run_due(const struct shiptrack_service *service,
                                  size_t max_items,
                                  size_t *done,
                                  struct shiptrack_error **error);

/**
 * When the next work is due, in milliseconds since 1970 on the service's clock; SHIPTRACK_ABSENT when none is.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_next_due(const struct shiptrack_service *service,
                                   int64_t *unix_ms,
                                   struct shiptrack_error **error);

/**
 * How long the host may sleep before work is due, in milliseconds, as poll() takes it: 0 when work is due, -1 when none
 * will be before something happens.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_poll_timeout(const struct shiptrack_service *service,
                                       int32_t *sleep_ms,
                                       struct shiptrack_error **error);

/**
 * Starts a worker of at most `threads` threads, 1 to 1,024, that do due work as it falls due; does nothing when one runs
 * already. SHIPTRACK_WORKER_THREADS is a good number: they are started as they are needed, and from four on a quarter is kept
 * for look-ups and a quarter for deliveries. Refused on a clock that is moved by hand, with SHIPTRACK_ERROR_CONFIGURATION.
 * Callbacks of carriers then run on these threads.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_start_worker(const struct shiptrack_service *service,
                                       size_t threads,
                                       struct shiptrack_error **error);

/**
 * Stops the worker after what it is doing, cancelling calls that wait. Does nothing when none runs, and when the
 * service is closed.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_stop_worker(const struct shiptrack_service *service, struct shiptrack_error **error);

/**
 * Closes the service for certain, whatever still leads into it: later calls of it, its clients, listings and servers are
 * refused with SHIPTRACK_ERROR_CLOSED, those under way are cancelled, the worker and the servers are stopped, and the file
 * is let go. The wake callback is called, and the eventfd becomes readable: a loop that asks then learns that it is over.
 * All objects must still be freed. Closing again changes nothing.
 *
 * The worker and the servers have ended when this returns. A call that is under way on another thread of the host's goes on
 * until it notices: until it has returned it may still call any callback, those of activities and lines included. `destroy`
 * runs after the last of them: now, or when such calls have returned and the listings made from the service are freed. So
 * let go of what a callback uses in its `destroy`, not after this.
 */
int32_t shiptrack_service_close(const struct shiptrack_service *service,
                                struct shiptrack_error **error);

/**
 * Frees the service. NULL is harmless. It does not end the service: clients, listings and servers made from it go on
 * working, and keep its file, its worker and its callbacks alive until the last of them is freed.
 * shiptrack_service_close() ends it for certain.
 */
void shiptrack_service_free(struct shiptrack_service *service);

/**
 * Answers a request as the library's own server would: for hosts that have a web server, and for tests.
 *
 * `method` is `GET`, `POST`, `PATCH` …; `path` begins with `/v2` and has the query with it. Who asks, and what they may, is
 * told by the `Authorization` field among `headers`, which may be NULL; the limits of keys hold. An answer that says what
 * was wrong is an answer too: see shiptrack_response_http_status(). A body has 1 MiB at most.
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
 * Makes settings that are all at their defaults.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_new(struct shiptrack_service_options **options, struct shiptrack_error **error);

/**
 * Runs the service on a clock that is moved by hand.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_clock(const struct shiptrack_service_options *options,
                                        const struct shiptrack_clock *clock,
                                        struct shiptrack_error **error);

/**
 * Has `callback` given a line for people about everything the service does by itself, in place of one set before.
 * `destroy` as with shiptrack_service_options_carrier().
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_on_log(const struct shiptrack_service_options *options,
                                         shiptrack_log_fn callback,
                                         void *user_data,
                                         shiptrack_destroy_fn destroy,
                                         struct shiptrack_error **error);

/**
 * Lets deliveries reach this machine's loopback addresses; without it they reach public addresses only.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_allow_loopback(const struct shiptrack_service_options *options,
                                                 struct shiptrack_error **error);

/**
 * Lets deliveries reach this network too (CIDR, `10.0.0.0/8`).
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_allow_network(const struct shiptrack_service_options *options,
                                                const char *network,
                                                struct shiptrack_error **error);

/**
 * Allows an API key `requests` of a bucket (SHIPTRACK_BUCKET_…), or SHIPTRACK_NO_LIMIT, in any `window_ms`, which is one for all
 * buckets and by default a minute. Without it the interface's own limits.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_limit(const struct shiptrack_service_options *options,
                                        int32_t bucket,
                                        int64_t requests,
                                        int64_t window_ms,
                                        struct shiptrack_error **error);

/**
 * Frees the settings. NULL is harmless.
 */
void shiptrack_service_options_free(struct shiptrack_service_options *options);

/**
 * Does everything that is due now, for `timeout_ms` at most, by default without a limit: shiptrack_service_settle() without a
 * callback.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_settle(const struct shiptrack_service *service,
                         int64_t timeout_ms,
                         struct shiptrack_error **error);

/**
 * Does everything that is due now, and what falls due through that, until nothing is: what a program begins with that was
 * away for a night, before it exports; without it, it exports yesterday's data. What is scheduled for later is left for
 * later, and a clock that is moved by hand is not moved. Works on every clock, also while a worker runs.
 *
 * Items are done one after the other on this thread, each once: a next try that falls due meanwhile is left, and so is what
 * nobody can do at present, since its carrier is not plugged in or whoever it waits for rests after failures
 * (SHIPTRACK_ACTIVITY_RESTING). What other threads have in hand is waited for. After `timeout_ms`, by default
 * SHIPTRACK_NO_LIMIT, nothing more begins, and an item in hand is finished; with 0 nothing is done, and `left` gets what is due.
 * `cancel` and `progress` may be NULL.
 *
 * `done` gets how much was done meanwhile, `left` how much is due and was not done: 0 when the service is settled. Both may
 * be NULL. That the time is up is no error. SHIPTRACK_ERROR_CANCELLED when it was cancelled; SHIPTRACK_ERROR_CONFLICT when a
 * callback calls this while the service is calling it: it would wait for itself.
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
 * Has `callback` called whenever something happened, and when the service is closed, beside those set before. `destroy` is
 * called with `user_data` when the service and every client, listing and server made from it are freed, or when the callback
 * is ended; it may be NULL. When the call fails, `user_data` stays yours.
 *
 * NULL for `callback` ends all that were set with this function; the other arguments are passed over then. When it returns,
 * none of them is running on any thread, none is called again, and each one's `destroy` was called. It waits for callbacks
 * that other threads are in: hold no lock here that they wait for. From within one of them it returns at once; that call is
 * the last, and its `destroy` comes when it ends. A service that is closed takes NULL too; there is nothing left to end then.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_on_wake(const struct shiptrack_service *service,
                                  shiptrack_wake_fn callback,
                                  void *user_data,
                                  shiptrack_destroy_fn destroy,
                                  struct shiptrack_error **error);

/**
 * An eventfd that becomes readable whenever something happened, and when the service is closed: for poll(), epoll and the loops built on them. Read eight
 * bytes from it to make it unreadable again, then call shiptrack_service_run_due() and shiptrack_service_events().
 *
 * The descriptor belongs to the service, which closes it when it is freed. Linux alone; elsewhere
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
 * A simulated carrier with journeys of its own, behind HTTP on 127.0.0.1: for tests. It runs threads of its own, which block all
 * signals.
 *
 * Ownership: yours; free it with shiptrack_simulator_free(), which ends its connections. A service that was opened with it
 * goes on asking it.
 * Threads: any number may use it at a time. After a fork() the child must do no more than free it.
 */
typedef struct shiptrack_simulator shiptrack_simulator;

/**
 * Has a simulated carrier answer look-ups for the carrier `scac`, or with NULL for every carrier nothing else is set for, by the
 * times of the look-ups and without HTTP.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_simulator(const struct shiptrack_service_options *options,
                                            const char *scac,
                                            const struct shiptrack_simulator *simulator,
                                            struct shiptrack_error **error);

/**
 * Opens a simulated carrier. `description` is the name of a scenario (`"direct"`, `"transshipment"`, `"moving_eta"` …), or a
 * JSON object with a `scenario` and what else is to be otherwise: the `form` of answers, keys and tokens, a quota, and the
 * `faults` that are to occur; share/doc/shiptrack/simulator.md describes both. Its time is that of `clock`, or with NULL that of the
 * machine, and its journeys are where they are first asked about.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_simulator_open(const char *description,
                                 const struct shiptrack_clock *clock,
                                 struct shiptrack_simulator **simulator,
                                 struct shiptrack_error **error);

/**
 * Its journeys, as a JSON list: `scenario`, `booking`, `bill_of_lading`, `containers`, when each `begins`, is `tracked_at` and
 * `ends`, and in `expected` the `voyage` in the end, the `notices` on the way, each once, and the `stop_reason`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_simulator_journeys(const struct shiptrack_simulator *simulator,
                                     struct shiptrack_buffer **journeys_json,
                                     struct shiptrack_error **error);

/**
 * Sends those that have an event subscription what is news since they were last sent something: to this machine alone. `taken`
 * gets how many took it; it may be NULL. Whoever does not answer with 2xx is sent it again the next time.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_simulator_call_back(const struct shiptrack_simulator *simulator,
                                      size_t *taken,
                                      struct shiptrack_error **error);

/**
 * What its URLs begin with: `http://127.0.0.1:41234`. A GET of any path answers events of DCSA Track & Trace, a POST of a path
 * that ends with `token` an access token.
 */
struct shiptrack_text shiptrack_simulator_url(const struct shiptrack_simulator *simulator);

/**
 * Ends its connections and frees it. NULL is harmless.
 */
void shiptrack_simulator_free(struct shiptrack_simulator *simulator);

/** @} */

/** @addtogroup server
 * @{ */

/**
 * A server at work: HTTP/1.1 in front of a service. It runs threads of its own, which block all signals.
 *
 * Ownership: yours; free it with shiptrack_server_free(), which stops it.
 * Lifetime: it keeps its service alive; closing the service stops it.
 * Threads: any number may use it at a time. After a fork() the child must do no more than free it.
 */
typedef struct shiptrack_server shiptrack_server;

/**
 * Settings of a server; everything has a default. shiptrack_server_start() copies them.
 *
 * Ownership: yours; free it with shiptrack_server_options_free().
 * Threads: any number may use it at a time.
 */
typedef struct shiptrack_server_options shiptrack_server_options;

/**
 * Sets a limit of a server. Times end in `_ms`: milliseconds. What is out of its bounds is refused, and
 * shiptrack_error_pointer() gives the name of the limit.
 *
 * | Limit | Default | Bounds | What |
 * |---|---|---|---|
 * | `head_deadline_ms` | 10,000 (10 seconds) | from 1 | From the first byte of a request (on a new connection: from its opening) to the end of its head. Then the connection is cut. |
 * | `body_deadline_ms` | 30,000 (30 seconds) | from 1 | From the end of the head to the end of the body. Then the answer is 408. |
 * | `idle_deadline_ms` | 60,000 (1 minute) | from 1 | How long a kept connection may wait for its next request. |
 * | `write_deadline_ms` | 30,000 (30 seconds) | from 1 | How long a client may leave an answer unread. Then the connection is cut. |
 * | `stop_deadline_ms` | 10,000 (10 seconds) | from 0 | How long requests in flight have to finish when the server stops. Then they are cancelled. |
 * | `head_bytes` | 32,768 (32 KiB) | from 1 | Bytes of a request's head; more is answered with 431. A head has at most 100 fields, whatever their size. |
 * | `body_bytes` | 1,048,576 (1 MiB) | from 1 | Bytes of a request's body; more is answered with 413. The embedded service takes a mebibyte. |
 * | `total_body_bytes` | 134,217,728 (128 MiB) | from 1 | Bytes of all bodies held at a time; more is answered with 503. |
 * | `connections` | 1,024 | from 1 | Connections at a time; one more is answered with 503 and closed. Fewer where the process may not open so many files: three quarters of its limit at most, the rest is left to the host and its database. |
 * | `handlers` | 32 | from 1 | Threads for requests that may take a while, started when needed. |
 * | `queue` | 256 | from 0 | Requests that may wait for such a thread; one more is answered with 503. |
 */
SHIPTRACK_CHECKED
int32_t shiptrack_server_options_limit(const struct shiptrack_server_options *options,
                                       const char *name,
                                       int64_t number,
                                       struct shiptrack_error **error);

/**
 * Makes settings that are all at their defaults.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_server_options_new(struct shiptrack_server_options **options, struct shiptrack_error **error);

/**
 * Listens on this address: an IP or `localhost`, and a port; port 0 takes a free one. `127.0.0.1:0` by default.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_server_options_address(const struct shiptrack_server_options *options,
                                         const char *address,
                                         struct shiptrack_error **error);

/**
 * What links in answers start with: needed behind a proxy, and when listening on every address of the machine.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_server_options_public_url(const struct shiptrack_server_options *options,
                                            const char *url,
                                            struct shiptrack_error **error);

/**
 * Allows an address that other machines can reach. There is no TLS here: put a proxy that ends it in front.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_server_options_allow_remote(const struct shiptrack_server_options *options,
                                              struct shiptrack_error **error);

/**
 * Starts a server in front of the service; it listens when this returns. `options` may be NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_server_start(const struct shiptrack_service *service,
                               const struct shiptrack_server_options *options,
                               struct shiptrack_server **server,
                               struct shiptrack_error **error);

/**
 * Takes no more connections, lets requests in flight finish, and closes. Stopping it again, or after its service was
 * closed, changes nothing.
 */
int32_t shiptrack_server_stop(const struct shiptrack_server *server, struct shiptrack_error **error);

/**
 * Frees the settings. NULL is harmless.
 */
void shiptrack_server_options_free(struct shiptrack_server_options *options);

/**
 * What its links start with: `http://127.0.0.1:41234`. The interface is below `/v2` of it.
 */
struct shiptrack_text shiptrack_server_url(const struct shiptrack_server *server);

/**
 * The address it listens on, with the port it was given.
 */
struct shiptrack_text shiptrack_server_address(const struct shiptrack_server *server);

/**
 * Stops the server and frees it. NULL is harmless.
 */
void shiptrack_server_free(struct shiptrack_server *server);

/** @} */

/** @addtogroup facts
 * @{ */

/**
 * What became of facts that were recorded.
 *
 * Ownership: yours; free it with shiptrack_recording_report_free(), which ends what was borrowed from it.
 * Threads: any number may read it at a time.
 */
typedef struct shiptrack_recording_report shiptrack_recording_report;

/**
 * Records what somebody told without being asked: a terminal, a trucker, an EDI message, a clerk. `number` is a bill of
 * lading, a booking or a container, in any spelling; every number of the account that is that number, or whose shipment
 * has that container, gets the facts as if its carrier had told them, and what is news is told at once. Nobody is looked
 * up, nothing is withdrawn because it is not named, and when the carrier is asked next stays as it was, unless the last
 * container has come back empty by it. Recording the same again adds nothing; of what is expected, it says when that was
 * confirmed last.
 *
 * `json` is facts as shiptrack_answer_facts() takes them. Facts about a container need not name it; what they say of a
 * whole shipment (`particulars`) reaches only the shipment whose own number is given.
 *
 * What nobody tracks yet is kept for a while (`recording.keep_ms`), and joins when the number, or a shipment with that container, comes
 * to be tracked. More than an account may keep (`recording.most_kept`) are refused with SHIPTRACK_ERROR_CONFLICT, code
 * `too_many_kept_facts`.
 *
 * `account_id` may be NULL for the account `default`, and so may `recorded` be NULL for whoever does not want to know.
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
 * Checks facts without giving them to anybody. `count` gets how many there are, and may be NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_facts_check(const uint8_t *json, size_t json_length, size_t *count, struct shiptrack_error **error);

/**
 * What looks wrong about facts that can be read: a member, a movement or a phase nobody knows, a UN/LOCODE no place has, a
 * container number whose check digit is wrong, a time that cannot be meant. A JSON array of sentences, `[]` for nothing.
 * They are judged as if received at `unix_ms`, milliseconds since 1970.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_facts_doubts(const uint8_t *json,
                               size_t json_length,
                               int64_t unix_ms,
                               struct shiptrack_buffer **doubts_json,
                               struct shiptrack_error **error);

/**
 * The key that a fact's event is known by, for a fact that takes it back: `{"version": 2, "withdrawn": "<key>"}`. `json` is the one fact
 * that was stated, as shiptrack_answer_facts() took it; SHIPTRACK_ABSENT when it says something other than an event.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_fact_key(const uint8_t *json,
                           size_t json_length,
                           struct shiptrack_buffer **key,
                           struct shiptrack_error **error);

/**
 * How many numbers of the account the facts are about.
 */
size_t shiptrack_recording_report_count(const struct shiptrack_recording_report *recorded);

/**
 * The id of the tracking request that stands for a number they are about.
 */
struct shiptrack_text shiptrack_recording_report_request_id(const struct shiptrack_recording_report *recorded, size_t index);

/**
 * The id of its shipment; NULL while its carrier has said nothing, which takes the facts in when it does.
 */
struct shiptrack_text shiptrack_recording_report_shipment_id(const struct shiptrack_recording_report *recorded, size_t index);

/**
 * How many of the facts were news to it.
 */
size_t shiptrack_recording_report_new_count(const struct shiptrack_recording_report *recorded, size_t index);

/**
 * How many facts are kept for whoever comes to track the number, because nobody does yet; those that are kept already do
 * not count.
 */
size_t shiptrack_recording_report_kept_count(const struct shiptrack_recording_report *recorded);

/**
 * How many things look wrong about those that are news.
 */
size_t shiptrack_recording_report_doubts_count(const struct shiptrack_recording_report *recorded);

/**
 * What looks wrong, one sentence each: a member nobody knows, a UN/LOCODE no place has. They are taken in all the same.
 */
struct shiptrack_text shiptrack_recording_report_doubt(const struct shiptrack_recording_report *recorded, size_t index);

/**
 * Frees it. NULL is harmless.
 */
void shiptrack_recording_report_free(struct shiptrack_recording_report *recorded);

/** @} */

/** @addtogroup edi
 * @{ */

/**
 * A folder into which somebody puts files of EDI. What was taken in as a whole goes to `done/` in it, everything else to `failed/`,
 * each with what came of it beside it (`NAME.report.json`).
 *
 * Ownership: yours; free it with shiptrack_edi_folder_free().
 * Lifetime: it keeps its service alive.
 * Threads: any number may use it at a time; sweeps come one after the other.
 */
typedef struct shiptrack_edi_folder shiptrack_edi_folder;

/**
 * Takes in EDI, bytes as they came: one interchange of X12 or EDIFACT or several. What each message says is recorded for the
 * bookings, bills and containers that it names, as shiptrack_service_record_facts() does. An interchange that the account has
 * already adds nothing, and one of which a crash left a part goes on where that ended.
 *
 * `report_json` gets a JSON object with `interchanges`, each with its `messages`, whether it `is_repeated`, and its
 * `acknowledgement` (the 997 or the CONTRL to be sent back, or null), and the `problems` of the whole; share/doc/shiptrack/edi.md describes
 * it. It may be NULL for whoever does not want to know.
 *
 * A message that could not be read or recorded is kept: see shiptrack_service_unread_edi(). When there is no more room for such
 * messages (`recording.most_unread_edi`), the call is refused at the first of them with SHIPTRACK_ERROR_CONFLICT, code
 * `too_much_unread_edi`; what stands before it was taken in.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_ingest_edi(const struct shiptrack_service *service,
                                     const char *account_id,
                                     const uint8_t *bytes,
                                     size_t bytes_length,
                                     struct shiptrack_buffer **report_json,
                                     struct shiptrack_error **error);

/**
 * The messages of EDI of which nothing was taken in, those of the newest interchange first, at most `limit`: a JSON array of
 * objects with `id`, `sender`, `interchange_control_number`, `received_at`, `report` and `text`, the message as it came.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_unread_edi(const struct shiptrack_service *service,
                                     const char *account_id,
                                     size_t limit,
                                     struct shiptrack_buffer **unread_json,
                                     struct shiptrack_error **error);

/**
 * Lets go of a message of EDI of which nothing was taken in, and makes room for others. SHIPTRACK_ABSENT when none is kept under
 * this id.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_discard_unread_edi(const struct shiptrack_service *service,
                                             const char *account_id,
                                             const char *id,
                                             struct shiptrack_error **error);

/**
 * The folder at `path`, whose files are taken in for an account (NULL for the default one) by a shiptrack_edi_folder_sweep() now and
 * then. It must be there; the folders in it are made. A file is taken in that has been as it is for `quiet_ms` (by default 2,000), and
 * was seen by a sweep before: somebody may be writing it. When `acknowledge` is not 0, the acknowledgements (997, CONTRL) are
 * written to `out/` in it, one file for each interchange, for whoever sends them.
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
 * Takes in the files that are complete, oldest first, at most `limit`. `taken_json` gets a JSON array with what became of each:
 * `file`, `taken_at`, `moved_to` (null where it stays because it could not be read or moved), `report` (as of
 * shiptrack_service_ingest_edi(); null where it was not read), `problem` (why it was not taken in) and `acknowledgements`, the files
 * that were written. It may be NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_edi_folder_sweep(const struct shiptrack_edi_folder *folder,
                                   size_t limit,
                                   struct shiptrack_buffer **taken_json,
                                   struct shiptrack_error **error);

/**
 * Frees it. NULL is harmless.
 */
void shiptrack_edi_folder_free(struct shiptrack_edi_folder *folder);

/**
 * Says what single senders of EDI mean by their codes, and as whose words theirs count, beside what comes along: a JSON object of
 * senders, each with `codes` and `source`; share/doc/shiptrack/edi.md below the prefix describes it. What is not right is refused
 * with SHIPTRACK_ERROR_INVALID, and shiptrack_error_pointer() is its JSON pointer: `/OCEANLINE/codes/Z9`. May be repeated; what is
 * said later counts.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_edi_senders(const struct shiptrack_service_options *options,
                                              const char *senders_json,
                                              struct shiptrack_error **error);

/** @} */

/** @addtogroup push
 * @{ */

/**
 * Takes in what was sent without being asked for: a callback of a carrier's event subscription, or a signed report of a source of
 * your own. `headers` are the header fields as they came, `body` the bytes as they came, before anything parses them.
 *
 * What it says is recorded as shiptrack_service_record_facts() does: an event that is sent and one that is polled are one, and the
 * same once more adds nothing. Answer 204 when it gives SHIPTRACK_OK, else what shiptrack_error_http_status() says: 401 for what
 * nobody signed, 404 for what is of no subscription, 413 for what is too large, 422 for what cannot be read.
 *
 * `pushed_json` gets a JSON object; share/doc/shiptrack/push.md below the prefix describes it. It may be NULL for whoever does not
 * want to know.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_receive_push(const struct shiptrack_service *service,
                                       const struct shiptrack_headers *headers,
                                       const uint8_t *body,
                                       size_t body_length,
                                       struct shiptrack_buffer **pushed_json,
                                       struct shiptrack_error **error);

/**
 * Lets somebody send to an account. `subscription` is a JSON object: `carrier` with its code, and as far as they are known `called`
 * (the carrier's id of it), `number` and `kind` (what it is about), `secret` (base64, as the carrier was given it); or `source`
 * (`terminal`, `rail` …) with a `name` of your own. Without a secret the service makes one.
 *
 * With `callback_url` the service asks the carrier to call back there, where its profile allows it: in its worker, or in
 * shiptrack_service_run_due(). It renews the subscription before it ends. Where the same is asked for already, that is given.
 *
 * `subscription_json` gets it as it is kept, with its `id` and its `secret`; push.md describes it.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_add_subscription(const struct shiptrack_service *service,
                                           const char *account_id,
                                           const char *subscription,
                                           struct shiptrack_buffer **subscription_json,
                                           struct shiptrack_error **error);

/**
 * Who may send to an account, oldest first: a JSON array.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_subscriptions(const struct shiptrack_service *service,
                                        const char *account_id,
                                        struct shiptrack_buffer **subscriptions_json,
                                        struct shiptrack_error **error);

/**
 * Gives the subscription with this id another secret: this one, or with NULL a new one. What the one before signed is taken for
 * `overlap_ms`, too, by default a day. A carrier that the service asked to call back is told of it.
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
 * Takes nothing in any more of the subscription with this id. A carrier that the service asked to call back is asked to end it.
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
 * Takes over what a hosted account follows, the one that `client` has the key of: its tracking requests with their references, labels
 * and customers, and what it knows of their shipments. Doing so again adds nothing; one that was broken off, by an error, a kill or
 * `cancel`, goes on where it was left. The service needs somebody who answers for each carrier: the account itself does
 * (shiptrack_service_options_hosted()).
 *
 * After `most` tracking requests it ends, to be gone on with; 0 for all. With `anew` (1) it looks through all of the account once
 * more. `cancel` may be NULL. It blocks for as long as the account has something to tell, and waits for the client's allowance.
 *
 * `adopted_json` gets a JSON object with `seen`, `created`, `existing`, `facts`, `skipped`, `not_taken` and `is_complete`; hosted.md describes it.
 * It may be NULL for whoever does not want to know.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_adopt(const struct shiptrack_service *service,
                                const char *account_id,
                                const struct shiptrack_client *client,
                                size_t most,
                                int32_t anew,
                                const struct shiptrack_cancel *cancel,
                                struct shiptrack_buffer **adopted_json,
                                struct shiptrack_error **error);

/**
 * Takes in what a hosted account posts to a webhook that is registered there: `headers` are the header fields as they came, `body` the
 * bytes as they came, and `verifier` has the webhook's secret. A signature that does not hold is refused with
 * SHIPTRACK_ERROR_SIGNATURE.
 *
 * `notified_json` gets a JSON object whose `what` says what came of it: `due` where a tracking request is looked up at once (its id is
 * `tracking_request`), `taken_over` where it was not here yet (`adopted` has what shiptrack_service_adopt() tells), `nothing` where
 * nobody follows it here. It may be NULL for whoever does not want to know.
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
 * Has a hosted account, the one that `client` has the key of, answer look-ups for the carrier `scac`, or with NULL for every carrier
 * nothing else is set for, about the numbers that it follows. `client` may be freed afterwards.
 *
 * With `create_missing` (1) the account is told to follow a number that it does not follow yet, which may cost money there. With
 * `use_for_detection` (1) it is also asked whose a number is that nobody said it of; one that is creating is not.
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
 * `tracking_request.succeeded`: The carrier answered: a shipment is linked to the tracking request.
 */
#define SHIPTRACK_EVENT_TRACKING_REQUEST_SUCCEEDED 1

/**
 * `tracking_request.failed`: The tracking request failed for good.
 */
#define SHIPTRACK_EVENT_TRACKING_REQUEST_FAILED 2

/**
 * `tracking_request.awaiting_manifest`: The carrier has no data yet; told once, the first time.
 */
#define SHIPTRACK_EVENT_TRACKING_REQUEST_AWAITING_MANIFEST 3

/**
 * `tracking_request.tracking_stopped`: The shipment of the tracking request is no longer updated.
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
 * `container.updated`: What the terminal says about a container changed.
 */
#define SHIPTRACK_EVENT_CONTAINER_UPDATED 7

/**
 * `container.pod_terminal_changed`: A container will be discharged at another terminal.
 */
#define SHIPTRACK_EVENT_CONTAINER_POD_TERMINAL_CHANGED 8

/**
 * `container.pickup_lfd.changed`: The last free day that counts changed.
 */
#define SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_CHANGED 9

/**
 * `container.pickup_lfd_line.changed`: The last free day the shipping line gives changed.
 */
#define SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_LINE_CHANGED 10

/**
 * `container.pickup_lfd_terminal.changed`: The last free day the terminal gives changed.
 */
#define SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_TERMINAL_CHANGED 11

/**
 * `container.pickup_lfd_rail.changed`: The last free day the railway gives changed.
 */
#define SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_RAIL_CHANGED 12

/**
 * `container.pickup_appointment.changed`: The appointment to collect the container changed.
 */
#define SHIPTRACK_EVENT_CONTAINER_PICKUP_APPOINTMENT_CHANGED 13

/**
 * `container.transport.empty_out`: The empty container was collected at the origin.
 */
#define SHIPTRACK_EVENT_TRANSPORT_EMPTY_OUT 14

/**
 * `container.transport.full_in`: The loaded container was brought to the port of loading.
 */
#define SHIPTRACK_EVENT_TRANSPORT_FULL_IN 15

/**
 * `container.transport.vessel_loaded`: The container was loaded on the vessel at the port of loading.
 */
#define SHIPTRACK_EVENT_TRANSPORT_VESSEL_LOADED 16

/**
 * `container.transport.vessel_departed`: The vessel left the port of loading.
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
 * `container.transport.available`: The container can be collected.
 */
#define SHIPTRACK_EVENT_TRANSPORT_AVAILABLE 29

/**
 * `container.transport.not_available`: The container can no longer be collected.
 */
#define SHIPTRACK_EVENT_TRANSPORT_NOT_AVAILABLE 30

/**
 * `container.transport.full_out`: The loaded container was collected, at the port or inland.
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
 * `container.transport.rail_arrived`: The train arrived at a rail terminal, the last one or one on the way.
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
 * `container.transport.estimated.vessel_departed`: The estimated departure from the port of loading changed.
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
 * `document.extracted`: A document was read and its content extracted.
 */
#define SHIPTRACK_EVENT_DOCUMENT_EXTRACTED 42

/**
 * `document.extraction_failed`: The content of a document could not be extracted.
 */
#define SHIPTRACK_EVENT_DOCUMENT_EXTRACTION_FAILED 43

/**
 * Events of the service, in the order they happened.
 *
 * Ownership: yours; free it with shiptrack_events_free(), which ends what was borrowed from it.
 * Threads: any number may read it at a time.
 */
typedef struct shiptrack_events shiptrack_events;

/**
 * The name of a number of SHIPTRACK_EVENT_…, as on the wire. The text is static; no value for a number that is none of
 * them.
 */
struct shiptrack_text shiptrack_event_name(int32_t code);

/**
 * The account's events behind `after` (0 for the beginning), `limit` at most; none for a `limit` of 0. `account_id` may be NULL for the account
 * `default`. Pass the sequence of the last one seen to go on behind it; it is kept over restarts.
 *
 * A shipment's first look-up tells no past: whatever happened before it, only `tracking_request.succeeded` and a
 * `container.created` for each container come of it. The past is in the shipment, its containers and their transport events
 * (shiptrack_transport_event_list()); what happens from then on is told.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_events(const struct shiptrack_service *service,
                                 const char *account_id,
                                 uint64_t after,
                                 size_t limit,
                                 struct shiptrack_events **events,
                                 struct shiptrack_error **error);

/**
 * The same, waiting up to `timeout_ms` for at least one, and doing due work meanwhile, on this thread: as with
 * shiptrack_service_run_due(), an item in hand is finished also when the time is up. The list is empty when the time is up. By
 * default it waits without a limit; 0 does not wait. `cancel` may be NULL.
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
 * The notification: a resource of type `webhook_notification`, with what it is about included. It is borrowed.
 *
 * What it is about is `shiptrack_resource_related(notification, "reference_object", 0)`; its type
 * (shiptrack_resource_type()) goes by the event:
 *
 * | Event | Type of `reference_object` |
 * |---|---|
 * | `tracking_request.…` | `tracking_request` |
 * | `container.transport.…`, `container.pickup_lfd….changed`, `container.pickup_appointment.changed` | `transport_event` |
 * | `container.created` | `container_created_event` |
 * | `container.updated` | `container_updated_event`; the attribute `changeset` has what was and what is |
 * | `container.pod_terminal_changed` | `container_pod_terminal_changed_event` |
 * | `shipment.estimated.arrival` | `estimated_event`; the attribute `estimated_timestamp` has the arrival |
 * | `document.…` | none: the document is `shiptrack_resource_related(notification, "document", 0)` |
 *
 * `transport_event` has getters of its own; of the others that end in `_event` shiptrack_resource_attribute() reads the
 * attributes. `shiptrack_resource_related_id(object, "container", 0)` and `"shipment"` say whose event it is.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_events_notification(const struct shiptrack_events *events,
                                      size_t index,
                                      const struct shiptrack_resource **notification,
                                      struct shiptrack_error **error);

/**
 * How many there are.
 */
size_t shiptrack_events_count(const struct shiptrack_events *events);

/**
 * The place of an event in the feed; `index` counts from 0. 0 past the end.
 */
uint64_t shiptrack_events_sequence(const struct shiptrack_events *events, size_t index);

/**
 * What happened: `tracking_request.succeeded`, `container.transport.vessel_arrived`, …
 */
struct shiptrack_text shiptrack_events_name(const struct shiptrack_events *events, size_t index);

/**
 * When it was told.
 */
struct shiptrack_text shiptrack_events_created_at(const struct shiptrack_events *events, size_t index);

/**
 * The notification document, as a webhook would get it.
 */
struct shiptrack_text shiptrack_events_document_json(const struct shiptrack_events *events, size_t index);

/**
 * What happened, as a number: SHIPTRACK_EVENT_…
 */
int32_t shiptrack_events_code(const struct shiptrack_events *events, size_t index);

/**
 * Frees them. NULL is harmless.
 */
void shiptrack_events_free(struct shiptrack_events *events);

/** @} */

/** @addtogroup signatures
 * @{ */

/**
 * The delivery was verified by the signature of its body alone: it may have been captured and sent again.
 */
#define SHIPTRACK_SCHEME_HOSTED 1

/**
 * The delivery was verified by Standard Webhooks: id, time stamp and body.
 */
#define SHIPTRACK_SCHEME_STANDARD 2

/**
 * Verifies deliveries with the secrets of a webhook. Its keys are prepared once: keep it and share it.
 *
 * Ownership: yours; free it with shiptrack_verifier_free().
 * Threads: any number may use it at a time.
 */
typedef struct shiptrack_verifier shiptrack_verifier;

/**
 * The name of a number of SHIPTRACK_SCHEME_…, `standard`. The text is static; no value for a number that is none of them.
 */
struct shiptrack_text shiptrack_scheme_name(int32_t code);

/**
 * Makes a verifier that accepts a signature by any of these secrets.
 *
 * A time stamp may be `tolerance_ms` old or ahead at most, by default five minutes.
 *
 * `require_timestamp` says whether a delivery is refused that says nothing signed about its time, as those of the hosted
 * service do: 1 refuses all of them, -1 none, and 0 leaves it to the secrets. One of the form `whsec_…` is of Standard
 * Webhooks, as those of a service of one's own are, and takes only what carries a signed time; any other is taken for one of
 * the hosted service. Somebody who captured a delivery without a signed time can send it again at any time, so remember the
 * ids of the notifications seen.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_verifier_new(const char *const *secrets,
                               size_t secrets_count,
                               int64_t tolerance_ms,
                               int32_t require_timestamp,
                               struct shiptrack_verifier **verifier,
                               struct shiptrack_error **error);

/**
 * Verifies the raw bytes of a delivery that came at `unix_ms`; parse them only afterwards. Every refusal is
 * SHIPTRACK_ERROR_SIGNATURE. `scheme` gets SHIPTRACK_SCHEME_…; with SHIPTRACK_SCHEME_STANDARD, `id` gets the signed id,
 * borrowed from `headers`, and `signed_unix_ms` when the delivery was signed. The hosted scheme signs neither: then `id` has
 * no value, and `signed_unix_ms` is left as it was. Each of them may be NULL.
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
 * Frees it. NULL is harmless.
 */
void shiptrack_verifier_free(struct shiptrack_verifier *verifier);

/** @} */

/** @addtogroup account
 * @{ */

/**
 * Name of the company that has the account.
 */
struct shiptrack_text shiptrack_account_company_name(const struct shiptrack_resource *resource);

/**
 * Makes an account. `name` is what the host calls it; it must be new. The resource has the attributes `name`,
 * `company_name`, `created_at` and those that shiptrack_service_set_account() sets.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_create_account(const struct shiptrack_service *service,
                                         const char *name,
                                         const char *company_name,
                                         struct shiptrack_resource **account,
                                         struct shiptrack_error **error);

/**
 * The account with this name, as the host calls it. The account a service has from the start is named `default`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_account(const struct shiptrack_service *service,
                                  const char *name,
                                  struct shiptrack_resource **account,
                                  struct shiptrack_error **error);

/**
 * All accounts, oldest first, as a page of `account` resources.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_accounts(const struct shiptrack_service *service,
                                   struct shiptrack_page **accounts,
                                   struct shiptrack_error **error);

/**
 * Sets what an account (NULL for the account `default`) wants done by itself, 1 for yes and 0 for no. `setting` is
 * `track_numbers_in_mail`: numbers that stand in its mail, and that nobody tracks, are tracked, where somebody can be asked about them;
 * or `record_arrival_notices`: what arrival notices say of arrival, vessel and last free day is recorded as facts of a user.
 * Nothing is, unless it is set.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_set_account(const struct shiptrack_service *service,
                                      const char *account_id,
                                      const char *setting,
                                      int32_t is_on,
                                      struct shiptrack_error **error);

/**
 * Makes a key for an account (NULL for the account `default`); `read_only` is 1 for one that may only read. The key itself
 * is in the attribute `key`, and is never seen again.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_create_key(const struct shiptrack_service *service,
                                     const char *account_id,
                                     const char *name,
                                     int32_t read_only,
                                     struct shiptrack_resource **key,
                                     struct shiptrack_error **error);

/**
 * The keys of an account, oldest first, revoked ones too, as a page of `api_key` resources with the attributes `name`,
 * `hint` (the first characters), `read_only`, `created_at` and `revoked_at`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_keys(const struct shiptrack_service *service,
                               const char *account_id,
                               struct shiptrack_page **keys,
                               struct shiptrack_error **error);

/**
 * Revokes a key at once. Revoking it again changes nothing.
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
 * `new`: The container is tracked and has met no milestone yet.
 */
#define SHIPTRACK_CONTAINER_STATUS_NEW 1

/**
 * `on_ship`: The container is on a vessel: loaded or under way, and not discharged.
 */
#define SHIPTRACK_CONTAINER_STATUS_ON_SHIP 2

/**
 * `available`: The container may be picked up.
 */
#define SHIPTRACK_CONTAINER_STATUS_AVAILABLE 3

/**
 * `not_available`: The container is at the terminal and may not be picked up.
 */
#define SHIPTRACK_CONTAINER_STATUS_NOT_AVAILABLE 4

/**
 * `grounded`: The container is off the vessel or the train, and nobody says whether it may be picked up.
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
 * `off_dock`: The container was moved to another yard, where it may be picked up.
 */
#define SHIPTRACK_CONTAINER_STATUS_OFF_DOCK 8

/**
 * `delivered`: The container was delivered, as a user says.
 */
#define SHIPTRACK_CONTAINER_STATUS_DELIVERED 9

/**
 * `dropped`: The container was dropped; the service does not explain the value.
 */
#define SHIPTRACK_CONTAINER_STATUS_DROPPED 10

/**
 * `loaded`: The container was loaded; the service does not explain the value.
 */
#define SHIPTRACK_CONTAINER_STATUS_LOADED 11

/**
 * `empty_returned`: The empty container was returned, which ends its tracking.
 */
#define SHIPTRACK_CONTAINER_STATUS_EMPTY_RETURNED 12

/**
 * `awaiting_inland_transfer`: The container is off the vessel and will travel on by rail.
 */
#define SHIPTRACK_CONTAINER_STATUS_AWAITING_INLAND_TRANSFER 13

/**
 * The name of a number of SHIPTRACK_CONTAINER_STATUS_…, as on the wire. The text is static; no value for a number that
 * is none of them.
 */
struct shiptrack_text shiptrack_container_status_name(int32_t code);

/**
 * Number painted on the container, ISO 6346.
 */
struct shiptrack_text shiptrack_container_number(const struct shiptrack_resource *resource);

/**
 * How many items shiptrack_container_ref_numbers_at() has.
 */
size_t shiptrack_container_ref_numbers_count(const struct shiptrack_resource *resource);

/**
 * The customer's own references for the container. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_container_ref_numbers_at(const struct shiptrack_resource *resource, size_t index);

/**
 * Type of the container: `dry`, `reefer`, `open top`, `flat rack`, `bulk` or `tank`; no value when it is not known.
 */
struct shiptrack_text shiptrack_container_equipment_type(const struct shiptrack_resource *resource);

/**
 * Length of the container in feet: 10, 20, 40, 45; no value when it is not known. SHIPTRACK_ABSENT when there is no
 * value.
 */
int32_t shiptrack_container_equipment_length(const struct shiptrack_resource *resource, int64_t *value);

/**
 * Height of the container: `standard` or `high_cube`; no value when it is not known.
 */
struct shiptrack_text shiptrack_container_equipment_height(const struct shiptrack_resource *resource);

/**
 * Weight in pounds, as the shipping line says; 0 or no value when it says nothing. SHIPTRACK_ABSENT when there is no
 * value.
 */
int32_t shiptrack_container_weight_in_lbs(const struct shiptrack_resource *resource, double *value);

/**
 * When the service learned of the container.
 */
struct shiptrack_text shiptrack_container_created_at(const struct shiptrack_resource *resource);

/**
 * Number of the seal on its doors; no value when it is not known.
 */
struct shiptrack_text shiptrack_container_seal_number(const struct shiptrack_resource *resource);

/**
 * Last day it is stored free of charge: the shipping line's, else the terminal's, else the railway's; no value until
 * one is given.
 */
struct shiptrack_text shiptrack_container_pickup_lfd(const struct shiptrack_resource *resource);

/**
 * Appointment to pick it up at the terminal; no value when there is none.
 */
struct shiptrack_text shiptrack_container_pickup_appointment_at(const struct shiptrack_resource *resource);

/**
 * Whether the terminal tells if it may be picked up; without that, `available_for_pickup` means nothing. 1 yes, 0 no,
 * -1 when there is no value.
 */
int32_t shiptrack_container_availability_known(const struct shiptrack_resource *resource);

/**
 * Whether it may be picked up, as the terminal says; no value when the terminal does not. 1 yes, 0 no, -1 when there
 * is no value.
 */
int32_t shiptrack_container_available_for_pickup(const struct shiptrack_resource *resource);

/**
 * When its vessel arrived at the port of discharge; no value before that.
 */
struct shiptrack_text shiptrack_container_pod_arrived_at(const struct shiptrack_resource *resource);

/**
 * When it was discharged at the port of discharge; no value before that.
 */
struct shiptrack_text shiptrack_container_pod_discharged_at(const struct shiptrack_resource *resource);

/**
 * When it was picked up at the port of discharge; no value before that, and usually when it travels on by rail.
 */
struct shiptrack_text shiptrack_container_pod_full_out_at(const struct shiptrack_resource *resource);

/**
 * When the terminal's data was last read; no value when it never was.
 */
struct shiptrack_text shiptrack_container_terminal_checked_at(const struct shiptrack_resource *resource);

/**
 * Number of the chassis it was picked up on; no value when the terminal does not say.
 */
struct shiptrack_text shiptrack_container_pod_full_out_chassis_number(const struct shiptrack_resource *resource);

/**
 * Where it stands in the yard of the terminal, in the terminal's words; no value when the terminal does not say.
 */
struct shiptrack_text shiptrack_container_location_at_pod_terminal(const struct shiptrack_resource *resource);

/**
 * When it was picked up at the inland destination; no value before that, and when it does not travel inland.
 */
struct shiptrack_text shiptrack_container_final_destination_full_out_at(const struct shiptrack_resource *resource);

/**
 * When the empty container was returned; no value before that.
 */
struct shiptrack_text shiptrack_container_empty_terminated_at(const struct shiptrack_resource *resource);

/**
 * How many there are. Holds of the terminal, also of the inland one: what keeps the container from being picked up;
 * empty when there is none.
 */
size_t shiptrack_container_holds_count(const struct shiptrack_resource *resource);

/**
 * What kind: `freight`, `customs`, `USDA`, `VACIS`, `TMF` or `other`; terminals send others, too.
 */
struct shiptrack_text shiptrack_container_holds_name(const struct shiptrack_resource *resource, size_t index);

/**
 * `pending` or `hold`.
 */
struct shiptrack_text shiptrack_container_holds_status(const struct shiptrack_resource *resource, size_t index);

/**
 * The terminal's own words; empty or no value when it has none.
 */
struct shiptrack_text shiptrack_container_holds_description(const struct shiptrack_resource *resource, size_t index);

/**
 * How many there are. Fees due at the terminal, also at the inland one; empty when there is none.
 */
size_t shiptrack_container_fees_count(const struct shiptrack_resource *resource);

/**
 * What for: `demurrage`, `exam`, `extended_dwell_time`, `other`, or `total`, which may contain the others.
 */
struct shiptrack_text shiptrack_container_fees_type(const struct shiptrack_resource *resource, size_t index);

/**
 * How much, as the number came; 0 is an amount. In the digits it came in.
 */
struct shiptrack_text shiptrack_container_fees_amount_text(const struct shiptrack_resource *resource, size_t index);

/**
 * How much, as the number came; 0 is an amount. SHIPTRACK_ABSENT when there is no value.
 */
int32_t shiptrack_container_fees_amount(const struct shiptrack_resource *resource, size_t index, double *value);

/**
 * Currency of the amount, ISO 4217; no value when the terminal does not say.
 */
struct shiptrack_text shiptrack_container_fees_currency_code(const struct shiptrack_resource *resource, size_t index);

/**
 * Time zone of the port of discharge as its IANA name; no value when it is not known.
 */
struct shiptrack_text shiptrack_container_pod_timezone(const struct shiptrack_resource *resource);

/**
 * Time zone of the inland destination as its IANA name; no value when there is none or it is not known.
 */
struct shiptrack_text shiptrack_container_final_destination_timezone(const struct shiptrack_resource *resource);

/**
 * Time zone of the place where the empty container is returned, as its IANA name; no value when it is not known.
 */
struct shiptrack_text shiptrack_container_empty_terminated_timezone(const struct shiptrack_resource *resource);

/**
 * SCAC of the railway that takes it from the port of discharge; no value when it does not travel by rail.
 */
struct shiptrack_text shiptrack_container_pod_rail_carrier_scac(const struct shiptrack_resource *resource);

/**
 * SCAC of the railway that brings it to the inland destination; no value when it does not travel by rail.
 */
struct shiptrack_text shiptrack_container_ind_rail_carrier_scac(const struct shiptrack_resource *resource);

/**
 * When the terminal was last asked for it; no value when it never was.
 */
struct shiptrack_text shiptrack_container_pod_last_tracking_request_at(const struct shiptrack_resource *resource);

/**
 * When the shipping line was last asked for its shipment; no value when it never was.
 */
struct shiptrack_text shiptrack_container_shipment_last_tracking_request_at(const struct shiptrack_resource *resource);

/**
 * When it was loaded on a rail car at the port of discharge; no value before that, and when it does not travel by
 * rail.
 */
struct shiptrack_text shiptrack_container_pod_rail_loaded_at(const struct shiptrack_resource *resource);

/**
 * When its train left the port of discharge; no value before that, and when it does not travel by rail.
 */
struct shiptrack_text shiptrack_container_pod_rail_departed_at(const struct shiptrack_resource *resource);

/**
 * When it is expected at the inland destination, as the railway says; no value when it does not.
 */
struct shiptrack_text shiptrack_container_ind_eta_at(const struct shiptrack_resource *resource);

/**
 * When it arrived at the inland destination, as the railway says; no value before that.
 */
struct shiptrack_text shiptrack_container_ind_ata_at(const struct shiptrack_resource *resource);

/**
 * When it was unloaded from the rail car at the inland destination; no value before that.
 */
struct shiptrack_text shiptrack_container_ind_rail_unloaded_at(const struct shiptrack_resource *resource);

/**
 * Last free day inland; the service's older name for `pickup_lfd_rail` of `import_deadlines`.
 */
struct shiptrack_text shiptrack_container_ind_facility_lfd_on(const struct shiptrack_resource *resource);

/**
 * How many there are. Holds of the inland terminal under an older name; `None` in all that has been seen, see
 * `holds_at_pod_terminal`.
 */
size_t shiptrack_container_ind_facility_holds_count(const struct shiptrack_resource *resource);

/**
 * What kind: `freight`, `customs`, `USDA`, `VACIS`, `TMF` or `other`; terminals send others, too.
 */
struct shiptrack_text shiptrack_container_ind_facility_holds_name(const struct shiptrack_resource *resource,
                                                                  size_t index);

/**
 * `pending` or `hold`.
 */
struct shiptrack_text shiptrack_container_ind_facility_holds_status(const struct shiptrack_resource *resource,
                                                                    size_t index);

/**
 * The terminal's own words; empty or no value when it has none.
 */
struct shiptrack_text shiptrack_container_ind_facility_holds_description(const struct shiptrack_resource *resource,
                                                                         size_t index);

/**
 * How many there are. Fees at the inland terminal under an older name; `None` in all that has been seen, see
 * `fees_at_pod_terminal`.
 */
size_t shiptrack_container_ind_facility_fees_count(const struct shiptrack_resource *resource);

/**
 * What for: `demurrage`, `exam`, `extended_dwell_time`, `other`, or `total`, which may contain the others.
 */
struct shiptrack_text shiptrack_container_ind_facility_fees_type(const struct shiptrack_resource *resource,
                                                                 size_t index);

/**
 * How much, as the number came; 0 is an amount. In the digits it came in.
 */
struct shiptrack_text shiptrack_container_ind_facility_fees_amount_text(const struct shiptrack_resource *resource,
                                                                   size_t index);

/**
 * How much, as the number came; 0 is an amount. SHIPTRACK_ABSENT when there is no value.
 */
int32_t shiptrack_container_ind_facility_fees_amount(const struct shiptrack_resource *resource,
                                                            size_t index,
                                                            double *value);

/**
 * Currency of the amount, ISO 4217; no value when the terminal does not say.
 */
struct shiptrack_text shiptrack_container_ind_facility_fees_currency_code(const struct shiptrack_resource *resource,
                                                                          size_t index);

/**
 * Last free day of the shipping line under an older name; no value in all that has been seen, see `import_deadlines`.
 */
struct shiptrack_text shiptrack_container_ssl_lfd(const struct shiptrack_resource *resource);

/**
 * Last free day the terminal at the port of discharge gives; no value until it gives one.
 */
struct shiptrack_text shiptrack_container_pickup_lfd_terminal(const struct shiptrack_resource *resource);

/**
 * Last free day the railway gives at the inland destination; no value until it gives one.
 */
struct shiptrack_text shiptrack_container_pickup_lfd_rail(const struct shiptrack_resource *resource);

/**
 * Last free day the shipping line gives; no value until it gives one.
 */
struct shiptrack_text shiptrack_container_pickup_lfd_line(const struct shiptrack_resource *resource);

/**
 * Where it is, as the service concludes from its events.
 */
struct shiptrack_text shiptrack_container_current_status(const struct shiptrack_resource *resource);

/**
 * Where it is, as the service concludes from its events. As a number: SHIPTRACK_CONTAINER_STATUS_…
 */
int32_t shiptrack_container_current_status_code(const struct shiptrack_resource *resource);

/**
 * When a user marked it as delivered; no value until one does.
 */
struct shiptrack_text shiptrack_container_delivered_at(const struct shiptrack_resource *resource);

/**
 * When the empty container was collected at the origin; no value before that.
 */
struct shiptrack_text shiptrack_container_empty_out_at(const struct shiptrack_resource *resource);

/**
 * When the loaded container was brought to the port of lading; no value before that.
 */
struct shiptrack_text shiptrack_container_pol_full_in_at(const struct shiptrack_resource *resource);

/**
 * When it was loaded on the vessel at the port of lading; no value before that.
 */
struct shiptrack_text shiptrack_container_pol_vessel_loaded_at(const struct shiptrack_resource *resource);

/**
 * When its vessel left the port of lading; no value before that.
 */
struct shiptrack_text shiptrack_container_pol_vessel_departed_at(const struct shiptrack_resource *resource);

/**
 * When the railway was last asked for it; no value when it never was.
 */
struct shiptrack_text shiptrack_container_rail_last_tracking_request_at(const struct shiptrack_resource *resource);

/**
 * Lists containers: the hosted service the most recently refreshed first, the embedded one the newest first. Of its
 * filters the hosted service has `filter[number]`, and passes the others over.
 *
 * `query` may be NULL. Includes: `shipment`, `transport_events`, `raw_events`, `pod_terminal`, `pod_terminal.port`,
 * `pickup_facility`, `pickup_facility.port`, `shipment.port_of_lading`, `shipment.port_of_discharge`,
 * `shipment.pod_terminal`, `shipment.destination`, `shipment.destination_terminal`, `transport_events.location`,
 * `transport_events.terminal`, `transport_events.vessel`. It takes:
 * - `filter[number]`: Those with this number.
 * - `filter[current_status]`: Those that stand here.
 * - `filter[pickup_lfd][start]`: Those whose last free day, by the calendar there, is this day or later.
 * - `filter[pickup_lfd][end]`: Those whose last free day, by the calendar there, is this day or earlier.
 * - `filter[reference]`: Those with this reference, of their own or of their shipment.
 * - `filter[tag]`: Those whose shipment has this label.
 * - `filter[customer_id]`: Those tracked for the customer with this id.
 * - `filter[customer_name]`: Those tracked for the customer of this name.
 * - `filter[shipping_line_scac]`: Those at this carrier.
 * - `filter[vessel_name]`: Those whose vessel at the port of discharge is called so.
 * - `filter[pol_code]`: Those from this port of lading, by its UN/LOCODE.
 * - `filter[pod_code]`: Those to this port of discharge, by its UN/LOCODE.
 * - `filter[destination_code]`: Those to this place inland, by its UN/LOCODE.
 * - `filter[pod_eta_at][start]`: Those expected at the port of discharge at this moment or later. A day begins as it
 *   does in UTC.
 * - `filter[pod_eta_at][end]`: Those expected at the port of discharge at this moment or earlier. A day ends as it
 *   does in UTC.
 * - `filter[custom_fields]`: Those whose own custom fields have these values, each `slug=value`; an option by its
 *   value or its label. `filter[custom_fields][slug]` takes one value, also with a comma in it.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_container_list(const struct shiptrack_client *client,
                                 const struct shiptrack_query *query,
                                 struct shiptrack_pages **pages,
                                 struct shiptrack_error **error);

/**
 * Reads a container.
 *
 * `query` may be NULL. Includes: `shipment`, `transport_events`, `raw_events`, `pod_terminal`, `pod_terminal.port`,
 * `pickup_facility`, `pickup_facility.port`, `shipment.port_of_lading`, `shipment.port_of_discharge`,
 * `shipment.pod_terminal`, `shipment.destination`, `shipment.destination_terminal`, `transport_events.location`,
 * `transport_events.terminal`, `transport_events.vessel`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_container_get(const struct shiptrack_client *client,
                                const char *id,
                                const struct shiptrack_query *query,
                                struct shiptrack_resource **resource,
                                struct shiptrack_error **error);

/**
 * Changes the references of a container. What is not named stays.
 *
 * `draft` has what may be left out, and may be NULL:
 * - `ref_numbers`: The customer's own references.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_container_update(const struct shiptrack_client *client,
                                   const char *id,
                                   const struct shiptrack_draft *draft,
                                   struct shiptrack_resource **resource,
                                   struct shiptrack_error **error);

/**
 * Lists what the sources said of a container, before it was made into events: in the order it was received in,
 * classified or not, and what was said otherwise since. Places, vessels and terminals come along. The hosted service
 * calls this deprecated.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_container_raw_events(const struct shiptrack_client *client,
                                       const char *id,
                                       struct shiptrack_pages **pages,
                                       struct shiptrack_error **error);

/**
 * Reads the route of a container as GeoJSON, for a map: its ports, and lines between them for what it has sailed and
 * what is left. The hosted service wants a paid plan for it (403 otherwise), and draws the way the vessel took; the
 * embedded one knows where ports are, and no positions of vessels.
 *
 * `json` gets the answer: A GeoJSON FeatureCollection, without features where no route is known.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_container_map_geojson(const struct shiptrack_client *client,
                                        const char *id,
                                        struct shiptrack_buffer **json,
                                        struct shiptrack_error **error);

/**
 * Has the sources of a container asked now. Ten calls a minute; the hosted service wants a paid plan for it (403
 * otherwise). Where tracking has ended it is refused (422).
 *
 * `json` gets the answer: `message`.
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
 * Gives a container a custom field.
 *
 * `api_slug`: The name of the field in the interface, as its definition has it.
 *
 * `value_json`: Its value: a text, a number, true or false, a list of texts, an object, or null. JSON.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_container_create_custom_field(const struct shiptrack_client *client,
                                                const char *id,
                                                const char *api_slug,
                                                const char *value_json,
                                                struct shiptrack_resource **resource,
                                                struct shiptrack_error **error);

/**
 * Changes a custom field of a container.
 *
 * `value_json`: Its value: a text, a number, true or false, a list of texts, an object, or null. JSON.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_container_update_custom_field(const struct shiptrack_client *client,
                                                const char *id,
                                                const char *api_slug,
                                                const char *value_json,
                                                struct shiptrack_resource **resource,
                                                struct shiptrack_error **error);

/**
 * Takes a custom field of a container away.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_container_delete_custom_field(const struct shiptrack_client *client,
                                                const char *id,
                                                const char *api_slug,
                                                struct shiptrack_error **error);

/**
 * The check digit of a container number, 0 to 9, from its first ten characters (`MSCU595681`).
 */
SHIPTRACK_CHECKED
int32_t shiptrack_container_check_digit(const char *first_ten, int32_t *digit, struct shiptrack_error **error);

/** @} */

/** @addtogroup container_created_event
 * @{ */

/**
 * When the service learned of the container.
 */
struct shiptrack_text shiptrack_container_created_event_timestamp(const struct shiptrack_resource *resource);

/**
 * Time zone that belongs to the time stamp, as its IANA name; usually `Etc/UTC`.
 */
struct shiptrack_text shiptrack_container_created_event_timezone(const struct shiptrack_resource *resource);

/** @} */

/** @addtogroup container_pod_terminal_changed_event
 * @{ */

/**
 * When the service learned of it.
 */
struct shiptrack_text shiptrack_container_pod_terminal_changed_event_timestamp(const struct shiptrack_resource *resource);

/**
 * What kind of source said so.
 */
struct shiptrack_text shiptrack_container_pod_terminal_changed_event_data_source(const struct shiptrack_resource *resource);

/**
 * What kind of source said so. As a number: SHIPTRACK_DATA_SOURCE_…
 */
int32_t shiptrack_container_pod_terminal_changed_event_data_source_code(const struct shiptrack_resource *resource);

/** @} */

/** @addtogroup container_updated_event
 * @{ */

/**
 * What changed: under the name of each attribute a list of its old and its new value. Some older notifications name
 * the holds `pod_terminal_holds`; the values of `pod_terminal` are ids of terminals. A JSON object.
 */
struct shiptrack_text shiptrack_container_updated_event_changeset_json(const struct shiptrack_resource *resource);

/**
 * When the service saw the change.
 */
struct shiptrack_text shiptrack_container_updated_event_timestamp(const struct shiptrack_resource *resource);

/**
 * Time zone of the port of discharge as its IANA name; no value when it is not known.
 */
struct shiptrack_text shiptrack_container_updated_event_timezone(const struct shiptrack_resource *resource);

/**
 * What kind of source said so; the terminal, as far as is known.
 */
struct shiptrack_text shiptrack_container_updated_event_data_source(const struct shiptrack_resource *resource);

/**
 * What kind of source said so; the terminal, as far as is known. As a number: SHIPTRACK_DATA_SOURCE_…
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
 * `number`: A number of up to eighteen digits, six of them after the point.
 */
#define SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_NUMBER 2

/**
 * `date`: A day, without a time.
 */
#define SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_DATE 3

/**
 * `datetime`: A moment: day and time.
 */
#define SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_DATETIME 4

/**
 * `boolean`: Yes or no.
 */
#define SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_BOOLEAN 5

/**
 * `enum`: One of the field's options.
 */
#define SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_ENUM 6

/**
 * `enum_multi`: Any number of the field's options, written as a list of texts.
 */
#define SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_ENUM_MULTI 7

/**
 * `reference`: Another resource, written as an object with its `type` and `id`.
 */
#define SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_REFERENCE 8

/**
 * `Shipment`: Shipments have the field.
 */
#define SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_SHIPMENT 1

/**
 * `Container`: Containers have the field; the name under which it is defined.
 */
#define SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_CONTAINER 2

/**
 * `Cargo`: Containers have the field; the name under which the hosted service tells of it.
 */
#define SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_CARGO 3

/**
 * `TrackingRequest`: Tracking requests have the field.
 */
#define SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_TRACKING_REQUEST 4

/**
 * The name of a number of SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_…, as on the wire. The text is static; no value for a
 * number that is none of them.
 */
struct shiptrack_text shiptrack_custom_field_data_type_name(int32_t code);

/**
 * The name of a number of SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_…, as on the wire. The text is static; no value for a
 * number that is none of them.
 */
struct shiptrack_text shiptrack_custom_field_entity_type_name(int32_t code);

/**
 * Name of the field in the interface, as its definition has it.
 */
struct shiptrack_text shiptrack_custom_field_api_slug(const struct shiptrack_resource *resource);

/**
 * The value: text, number, boolean, list of texts or object, by the data type of the field; no value for no value.
 * JSON.
 */
struct shiptrack_text shiptrack_custom_field_value_json(const struct shiptrack_resource *resource);

/**
 * The value as a reader is shown it; no value for no value.
 */
struct shiptrack_text shiptrack_custom_field_display_value(const struct shiptrack_resource *resource);

/**
 * Lists the custom fields of all resources.
 *
 * `query` may be NULL. It takes:
 * - `filter[entity_type]`: Those of resources of this type: `Shipment`, `Container`, `TrackingRequest`.
 * - `filter[entity_id]`: Those of the resource with this id.
 * - `filter[definition_id]`: Those of the definition with this id.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_custom_field_list(const struct shiptrack_client *client,
                                    const struct shiptrack_query *query,
                                    struct shiptrack_pages **pages,
                                    struct shiptrack_error **error);

/**
 * Gives a shipment or a container a custom field.
 *
 * `api_slug`: The name of the field in the interface, as its definition has it.
 *
 * `value_json`: Its value: a text, a number, true or false, a list of texts, an object, or null. JSON.
 *
 * `entity_type`: The type of `entity`: `shipment`, `container`.
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
 * Changes a custom field.
 *
 * `value_json`: Its value: a text, a number, true or false, a list of texts, an object, or null. JSON.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_custom_field_update(const struct shiptrack_client *client,
                                      const char *id,
                                      const char *value_json,
                                      struct shiptrack_resource **resource,
                                      struct shiptrack_error **error);

/**
 * Takes a custom field away.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_custom_field_delete(const struct shiptrack_client *client,
                                      const char *id,
                                      struct shiptrack_error **error);

/** @} */

/** @addtogroup custom_field_definition
 * @{ */

/**
 * What the field is added to; cannot be changed later.
 */
struct shiptrack_text shiptrack_custom_field_definition_entity_type(const struct shiptrack_resource *resource);

/**
 * What the field is added to; cannot be changed later. As a number: SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_…
 */
int32_t shiptrack_custom_field_definition_entity_type_code(const struct shiptrack_resource *resource);

/**
 * Name of the field in the interface; cannot be changed later.
 */
struct shiptrack_text shiptrack_custom_field_definition_api_slug(const struct shiptrack_resource *resource);

/**
 * Name of the field for readers.
 */
struct shiptrack_text shiptrack_custom_field_definition_display_name(const struct shiptrack_resource *resource);

/**
 * What the field is for; no value when nobody said so.
 */
struct shiptrack_text shiptrack_custom_field_definition_description(const struct shiptrack_resource *resource);

/**
 * What its values are; cannot be changed later.
 */
struct shiptrack_text shiptrack_custom_field_definition_data_type(const struct shiptrack_resource *resource);

/**
 * What its values are; cannot be changed later. As a number: SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_…
 */
int32_t shiptrack_custom_field_definition_data_type_code(const struct shiptrack_resource *resource);

/**
 * Type of the resources that values of the data type `reference` lead to; no value for every other data type.
 */
struct shiptrack_text shiptrack_custom_field_definition_reference_type(const struct shiptrack_resource *resource);

/**
 * Rules for its values, such as `required`, `pattern` and `max_length`; no value when there are none. A JSON object.
 */
struct shiptrack_text shiptrack_custom_field_definition_validation_json(const struct shiptrack_resource *resource);

/**
 * How its values are shown; no value for the usual way.
 */
struct shiptrack_text shiptrack_custom_field_definition_default_format(const struct shiptrack_resource *resource);

/**
 * Value where none is given; no value when there is no such value. JSON.
 */
struct shiptrack_text shiptrack_custom_field_definition_default_value_json(const struct shiptrack_resource *resource);

/**
 * Template the definition was made from; no value when it was made without one.
 */
struct shiptrack_text shiptrack_custom_field_definition_template_id(const struct shiptrack_resource *resource);

/**
 * When the field was defined.
 */
struct shiptrack_text shiptrack_custom_field_definition_created_at(const struct shiptrack_resource *resource);

/**
 * When the definition last changed.
 */
struct shiptrack_text shiptrack_custom_field_definition_updated_at(const struct shiptrack_resource *resource);

/**
 * Lists the definitions of custom fields.
 *
 * `query` may be NULL. It takes:
 * - `filter[entity_type]`: Those for this type: `Shipment`, `Container`, `TrackingRequest`.
 * - `filter[data_type]`: Those whose values are of this type, such as `short_text`.
 * - `filter[display_name]`: Those whose display name begins like this.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_custom_field_definition_list(const struct shiptrack_client *client,
                                               const struct shiptrack_query *query,
                                               struct shiptrack_pages **pages,
                                               struct shiptrack_error **error);

/**
 * Defines a custom field.
 *
 * `entity_type`: The type that has the field: `Shipment`, `Container` or `TrackingRequest`.
 *
 * `api_slug`: The name of the field in the interface. It cannot be changed later.
 *
 * `display_name`: The name of the field for readers.
 *
 * `data_type`: What its values are: `short_text`, `number`, `date`, `datetime`, `boolean`, `enum`, `enum_multi`,
 * `reference`. It cannot be changed later.
 *
 * `draft` has what may be left out, and may be NULL:
 * - `description`: What the field is for.
 * - `reference_type`: The type that values of `reference` lead to.
 * - `validation`: Rules for its values: `required`; of a `short_text` `pattern`, `min_length` and `max_length`; of a
 *   `number` `min` and `max`.
 * - `default_format`: How its values are shown.
 * - `default_value`: The value that a resource gets when it is made without one; those that are there already get
 *   none.
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
 * Changes the definition of a custom field. What is not named stays; its slug and the type of its values cannot be
 * changed.
 *
 * `draft` has what may be left out, and may be NULL:
 * - `display_name`: The name of the field for readers.
 * - `description`: What the field is for.
 * - `validation`: Rules for its values: `required`; of a `short_text` `pattern`, `min_length` and `max_length`; of a
 *   `number` `min` and `max`.
 * - `default_format`: How its values are shown.
 * - `default_value`: The value that a resource gets when it is made without one; those that are there already get
 *   none.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_custom_field_definition_update(const struct shiptrack_client *client,
                                                 const char *id,
                                                 const struct shiptrack_draft *draft,
                                                 struct shiptrack_resource **resource,
                                                 struct shiptrack_error **error);

/**
 * Deletes the definition of a custom field, and its values with it.
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
 * `label`: The option for readers.
 *
 * `value`: The value that is kept; each option of a field has its own.
 *
 * `draft` has what may be left out, and may be NULL:
 * - `position`: Its place in the list, from 0.
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
 * Changes an option of a custom field. What is not named stays; its value cannot be changed.
 *
 * `draft` has what may be left out, and may be NULL:
 * - `label`: The option for readers.
 * - `position`: Its place in the list, from 0.
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
 * Text that a reader is shown.
 */
struct shiptrack_text shiptrack_custom_field_option_label(const struct shiptrack_resource *resource);

/**
 * Value that is stored; each option of a definition has its own.
 */
struct shiptrack_text shiptrack_custom_field_option_value(const struct shiptrack_resource *resource);

/**
 * Place among the options of the field, from the smallest; no value when they are in no order. SHIPTRACK_ABSENT when
 * there is no value.
 */
int32_t shiptrack_custom_field_option_position(const struct shiptrack_resource *resource, int64_t *value);

/** @} */

/** @addtogroup document
 * @{ */

/**
 * `upload`: The document was uploaded by a user.
 */
#define SHIPTRACK_DOCUMENT_SOURCE_UPLOAD 1

/**
 * `api`: The document was sent through the interface.
 */
#define SHIPTRACK_DOCUMENT_SOURCE_API 2

/**
 * `email`: The document was attached to a message.
 */
#define SHIPTRACK_DOCUMENT_SOURCE_EMAIL 3

/**
 * `split_document`: The document was cut out of another one that held several.
 */
#define SHIPTRACK_DOCUMENT_SOURCE_SPLIT_DOCUMENT 4

/**
 * Is told how far an upload has come: `sent` bytes of `total`; before the first of them, after each piece, and once all have
 * been taken. `sent` never falls: a file that has to be sent again is told of when that is further than before. It runs
 * on the thread that called, with nothing locked. Return 0 to go on, anything else to stop with SHIPTRACK_ERROR_CANCELLED;
 * then no document was made.
 *
 * It must return: no longjmp() past it, no end of its thread, no exception.
 */
typedef int32_t (*shiptrack_upload_progress_fn)(void *user_data, uint64_t sent, uint64_t total);

/**
 * Reads bytes of a file, as pread() does: those from `offset` on, `room` of them at most, into `buffer`. Return how many
 * there were, which may be fewer than there is room for; 0 at the end of the file; a negative number when they cannot be read,
 * which ends the upload with SHIPTRACK_ERROR_CALLBACK.
 *
 * The file is read from its start to its end, and once more to be sent; again from its start for every time it has to be
 * sent again. It must be the same each time. It runs on the thread that called, with nothing locked.
 *
 * It must return: no longjmp() past it, no end of its thread, no exception.
 */
typedef int64_t (*shiptrack_upload_read_fn)(void *user_data, uint64_t offset, uint8_t *buffer, size_t room);

/**
 * Uploads a file under its own name and makes a document of it: shiptrack_document_upload() with nobody looking on.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_upload(const struct shiptrack_client *client,
                         const char *path,
                         struct shiptrack_resource **resource,
                         struct shiptrack_error **error);

/**
 * Uploads a file and makes a document of it: announces it to the service, sends it to where the service says, and creates the
 * document. `resource` gets the document.
 *
 * `path`: The file, a path of the system's in UTF-8. shiptrack_document_upload_from() takes bytes that lie elsewhere.
 *
 * `name`: What the document is called; NULL for the name of the file.
 *
 * `content_type`: The media type of the file, `application/pdf`; NULL for what the ending of its name says.
 *
 * `progress` may be NULL; it is called with `user_data`.
 *
 * The file is read piece by piece, twice: for its checksum, and to be sent; again for every time it has to be sent again. One
 * that changes meanwhile is refused with SHIPTRACK_ERROR_INVALID, the pointer is `file`; one that cannot be opened, or is a
 * directory or a device, likewise, the pointer is `path`. The API key never goes to where the service has the file sent; a
 * service at a public address can name public addresses alone, and plain HTTP stays on this machine unless
 * shiptrack_client_options_allow_insecure_http() allows it.
 *
 * A time-out of the client covers all of it. Without one sending takes as long as it gets on; thirty seconds in which not a
 * byte leaves end it. The same file a second time is refused with SHIPTRACK_ERROR_CONFLICT and the code `duplicate_document`:
 * shiptrack_error_existing_document_id() is the document there is. An error that is in doubt is one of the last step: the
 * document may be there. Whatever fails before leaves none.
 *
 * A service in this process takes the file piece by piece, too.
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
 * The same for bytes that lie in no file, or in one that no UTF-8 path leads to: `read` reads them. It must not be NULL, and
 * is called with the same `user_data` as `progress`.
 *
 * `file_name`: What the file is called; the document likewise, unless `name` says otherwise.
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
 * The name of a number of SHIPTRACK_DOCUMENT_SOURCE_…, as on the wire. The text is static; no value for a number that
 * is none of them.
 */
struct shiptrack_text shiptrack_document_source_name(int32_t code);

/**
 * Name of the document, at first that of its file.
 */
struct shiptrack_text shiptrack_document_name(const struct shiptrack_resource *resource);

/**
 * How the document came to the service.
 */
struct shiptrack_text shiptrack_document_source(const struct shiptrack_resource *resource);

/**
 * How the document came to the service. As a number: SHIPTRACK_DOCUMENT_SOURCE_…
 */
int32_t shiptrack_document_source_code(const struct shiptrack_resource *resource);

/**
 * Type of the document, such as `bill_of_lading`; no value until it was classified.
 */
struct shiptrack_text shiptrack_document_document_type(const struct shiptrack_resource *resource);

/**
 * Type that a user set, which counts before the one found; no value when nobody did.
 */
struct shiptrack_text shiptrack_document_document_type_manual(const struct shiptrack_resource *resource);

/**
 * Why the document was classified so, for readers; no value when nothing is noted.
 */
struct shiptrack_text shiptrack_document_classification_notes(const struct shiptrack_resource *resource);

/**
 * Name of the file; no value in the short shape.
 */
struct shiptrack_text shiptrack_document_file_name(const struct shiptrack_resource *resource);

/**
 * Media type of the file, such as `application/pdf`; no value when it is not known.
 */
struct shiptrack_text shiptrack_document_file_content_type(const struct shiptrack_resource *resource);

/**
 * Size of the file in bytes; no value when it is not known. SHIPTRACK_ABSENT when there is no value.
 */
int32_t shiptrack_document_file_size_bytes(const struct shiptrack_resource *resource, int64_t *value);

/**
 * When the document came to the service.
 */
struct shiptrack_text shiptrack_document_created_at(const struct shiptrack_resource *resource);

/**
 * When the document last changed.
 */
struct shiptrack_text shiptrack_document_updated_at(const struct shiptrack_resource *resource);

/**
 * Lists documents, newest first unless a sort says otherwise.
 *
 * `query` may be NULL. Includes: `account`, `user`, `last_document_representation`, `current_extraction`,
 * `email_submission`, `shipments`, `cargos`. It takes:
 * - `filter[filename]`: Those whose file has this name.
 * - `filter[reference]`: Those that name this bill, booking or container.
 * - `filter[document_types]`: Those of one of these types.
 * - `sort`: In this order: `document_type`, `added_by` or `created_at`, with a `-` before it for the other way round.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_document_list(const struct shiptrack_client *client,
                                const struct shiptrack_query *query,
                                struct shiptrack_pages **pages,
                                struct shiptrack_error **error);

/**
 * Adds a document whose file the service was given already. The same file a second time is refused with 409 and the
 * code `duplicate_document`; `meta` has `existing_document_id` and `existing_document_name`. A file and its document
 * in one step are `upload`.
 *
 * `name`: The name of the document.
 *
 * `attached_document`: What the upload of its file was answered with (`signed_id`).
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
 * `json` gets the answer: `document_types`: the types the service tells apart.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_document_types(const struct shiptrack_client *client,
                                 struct shiptrack_buffer **json,
                                 struct shiptrack_error **error);

/**
 * Reads a document.
 *
 * `query` may be NULL. Includes: `account`, `user`, `last_document_representation`, `current_extraction`,
 * `email_submission`, `shipments`, `cargos`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_document_get(const struct shiptrack_client *client,
                               const char *id,
                               const struct shiptrack_query *query,
                               struct shiptrack_resource **resource,
                               struct shiptrack_error **error);

/**
 * Corrects the type of a document, or what was read out of it. What is not named stays.
 *
 * `draft` has what may be left out, and may be NULL:
 * - `document_type_manual`: The type as a user has it, one of `document_types`; null leaves it to the service again.
 * - `extracted_data_manual`: What a user read out of it, laid over what the service read: a member that is null takes
 *   away what was found. Null for all of it leaves it to the service again.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_document_update(const struct shiptrack_client *client,
                                  const char *id,
                                  const struct shiptrack_draft *draft,
                                  struct shiptrack_resource **resource,
                                  struct shiptrack_error **error);

/**
 * Discards a document.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_document_delete(const struct shiptrack_client *client,
                                  const char *id,
                                  struct shiptrack_error **error);

/**
 * Reads a URL, good for a short time, from which the file of a document is fetched. A service in this process gives a
 * path of its own: its `document_content` has the bytes.
 *
 * `json` gets the answer: `download_url`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_document_download_url(const struct shiptrack_client *client,
                                        const char *id,
                                        struct shiptrack_buffer **json,
                                        struct shiptrack_error **error);

/**
 * Has a document read again.
 *
 * `json` gets the answer: `status`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_document_reextract(const struct shiptrack_client *client,
                                     const char *id,
                                     struct shiptrack_buffer **json,
                                     struct shiptrack_error **error);

/**
 * Has the type of a document found again.
 *
 * `json` gets the answer: `status`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_document_reclassify(const struct shiptrack_client *client,
                                      const char *id,
                                      struct shiptrack_buffer **json,
                                      struct shiptrack_error **error);

/**
 * Has the shipments of a document found again.
 *
 * `json` gets the answer: `status`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_document_relink(const struct shiptrack_client *client,
                                  const char *id,
                                  struct shiptrack_buffer **json,
                                  struct shiptrack_error **error);

/**
 * Turns the image of a document. The embedded service keeps files as they came and refuses it (422).
 *
 * `degrees`: By how much, clockwise: 90, 180 or 270.
 *
 * `json` gets the answer: `status`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_document_rotate(const struct shiptrack_client *client,
                                  const char *id,
                                  int64_t degrees,
                                  struct shiptrack_buffer **json,
                                  struct shiptrack_error **error);

/**
 * The bytes of a document; SHIPTRACK_ABSENT when the account has no such document, or the document no bytes.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_document_content(const struct shiptrack_service *service,
                                           const char *account_id,
                                           const char *id,
                                           struct shiptrack_buffer **content,
                                           struct shiptrack_error **error);

/**
 * Discards a document: it is no longer listed or counted. SHIPTRACK_ABSENT when the account has no such document.
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
 * Version of the schema that the payload follows, a date as text.
 */
struct shiptrack_text shiptrack_document_representation_schema_version(const struct shiptrack_resource *resource);

/**
 * Values read out of the document, with the members of the schema of its type; no value when there are none. A JSON
 * object.
 */
struct shiptrack_text shiptrack_document_representation_payload_json(const struct shiptrack_resource *resource);

/**
 * When the document was read.
 */
struct shiptrack_text shiptrack_document_representation_created_at(const struct shiptrack_resource *resource);

/**
 * When the values last changed.
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
 * The name of a number of SHIPTRACK_SCHEMA_FORMAT_…, as on the wire. The text is static; no value for a number that is
 * none of them.
 */
struct shiptrack_text shiptrack_schema_format_name(int32_t code);

/**
 * Type of the documents, such as `bill_of_lading`.
 */
struct shiptrack_text shiptrack_document_schema_document_type(const struct shiptrack_resource *resource);

/**
 * Name of the document type for readers.
 */
struct shiptrack_text shiptrack_document_schema_label(const struct shiptrack_resource *resource);

/**
 * Version of the schema, a date as text.
 */
struct shiptrack_text shiptrack_document_schema_schema_version(const struct shiptrack_resource *resource);

/**
 * Document type and version, which is also the id.
 */
struct shiptrack_text shiptrack_document_schema_full_version(const struct shiptrack_resource *resource);

/**
 * Whether documents are read by this version now. 1 yes, 0 no, -1 when there is no value.
 */
int32_t shiptrack_document_schema_current(const struct shiptrack_resource *resource);

/**
 * Whether the version is a draft, which may still change. 1 yes, 0 no, -1 when there is no value.
 */
int32_t shiptrack_document_schema_draft(const struct shiptrack_resource *resource);

/**
 * When the version came into use, or will; no value when that is not decided.
 */
struct shiptrack_text shiptrack_document_schema_active_at(const struct shiptrack_resource *resource);

/**
 * The language the schema is written in.
 */
struct shiptrack_text shiptrack_document_schema_schema_format(const struct shiptrack_resource *resource);

/**
 * The language the schema is written in. As a number: SHIPTRACK_SCHEMA_FORMAT_…
 */
int32_t shiptrack_document_schema_schema_format_code(const struct shiptrack_resource *resource);

/**
 * What the document type is, for readers; no value when nobody said so.
 */
struct shiptrack_text shiptrack_document_schema_description(const struct shiptrack_resource *resource);

/**
 * The schema itself, in the language that `schema_format` names. A JSON object.
 */
struct shiptrack_text shiptrack_document_schema_schema_payload_json(const struct shiptrack_resource *resource);

/**
 * When the schema was made.
 */
struct shiptrack_text shiptrack_document_schema_created_at(const struct shiptrack_resource *resource);

/**
 * When the schema last changed.
 */
struct shiptrack_text shiptrack_document_schema_updated_at(const struct shiptrack_resource *resource);

/**
 * Reads what is read out of documents of one type. Its id names type and date: `bill_of_lading@2025-01-01`.
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
 * What taking in a message gave.
 *
 * Ownership: yours; free it with shiptrack_ingested_email_free(), which ends what was borrowed from it.
 * Threads: any number may read it at a time.
 */
typedef struct shiptrack_ingested_email shiptrack_ingested_email;

/**
 * Subject line of the message; empty when it has none.
 */
struct shiptrack_text shiptrack_email_submission_subject(const struct shiptrack_resource *resource);

/**
 * The text of the message; no value when it has none, and in the short shape.
 */
struct shiptrack_text shiptrack_email_submission_body(const struct shiptrack_resource *resource);

/**
 * The first part of the text, in the short shape only.
 */
struct shiptrack_text shiptrack_email_submission_body_preview(const struct shiptrack_resource *resource);

/**
 * How many items shiptrack_email_submission_from_at() has.
 */
size_t shiptrack_email_submission_from_count(const struct shiptrack_resource *resource);

/**
 * Addresses of those who sent the message. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_email_submission_from_at(const struct shiptrack_resource *resource, size_t index);

/**
 * How many items shiptrack_email_submission_to_at() has.
 */
size_t shiptrack_email_submission_to_count(const struct shiptrack_resource *resource);

/**
 * Addresses of those the message was sent to. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_email_submission_to_at(const struct shiptrack_resource *resource, size_t index);

/**
 * How many items shiptrack_email_submission_cc_at() has.
 */
size_t shiptrack_email_submission_cc_count(const struct shiptrack_resource *resource);

/**
 * Addresses of those who got a copy of the message. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_email_submission_cc_at(const struct shiptrack_resource *resource, size_t index);

/**
 * When the message was sent, as its header says; no value when it does not.
 */
struct shiptrack_text shiptrack_email_submission_sent_at(const struct shiptrack_resource *resource);

/**
 * Identifier of the message, from its header `Message-ID`; no value when it has none.
 */
struct shiptrack_text shiptrack_email_submission_message_id(const struct shiptrack_resource *resource);

/**
 * Identifier of the message it answers, from its header `In-Reply-To`; no value when it answers none.
 */
struct shiptrack_text shiptrack_email_submission_in_reply_to(const struct shiptrack_resource *resource);

/**
 * How many items shiptrack_email_submission_references_at() has.
 */
size_t shiptrack_email_submission_references_count(const struct shiptrack_resource *resource);

/**
 * Identifiers of the messages before it in its thread, oldest first; no value in the short shape. Item `index`, from
 * 0.
 */
struct shiptrack_text shiptrack_email_submission_references_at(const struct shiptrack_resource *resource, size_t index);

/**
 * Media type of the message as a whole; no value when it has none, and in the short shape.
 */
struct shiptrack_text shiptrack_email_submission_content_type(const struct shiptrack_resource *resource);

/**
 * How many documents were made from the message and not discarded; no value in the short shape. SHIPTRACK_ABSENT when
 * there is no value.
 */
int32_t shiptrack_email_submission_documents_count(const struct shiptrack_resource *resource, int64_t *value);

/**
 * How many there are. Numbers that the message and its documents name, and that nobody tracks: an embedded service
 * offers them here, and the hosted service tells none; `None` in the short shape.
 */
size_t shiptrack_email_submission_untracked_numbers_count(const struct shiptrack_resource *resource);

/**
 * The number, as a tracking request takes it.
 */
struct shiptrack_text shiptrack_email_submission_untracked_numbers_number(const struct shiptrack_resource *resource,
                                                                          size_t index);

/**
 * What it is: `bill_of_lading`, `booking_number` or `container`.
 */
struct shiptrack_text shiptrack_email_submission_untracked_numbers_request_type(const struct shiptrack_resource *resource,
                                                                                size_t index);

/**
 * What it is: `bill_of_lading`, `booking_number` or `container`. As a number: SHIPTRACK_REQUEST_TYPE_…
 */
int32_t shiptrack_email_submission_untracked_numbers_request_type_code(const struct shiptrack_resource *resource,
                                                                       size_t index);

/**
 * Carrier that the number points to; no value where it does not tell.
 */
struct shiptrack_text shiptrack_email_submission_untracked_numbers_scac(const struct shiptrack_resource *resource,
                                                                        size_t index);

/**
 * Id of the document that names it first; no value where the message itself does.
 */
struct shiptrack_text shiptrack_email_submission_untracked_numbers_document_id(const struct shiptrack_resource *resource,
                                                                               size_t index);

/**
 * When the service took the message in.
 */
struct shiptrack_text shiptrack_email_submission_created_at(const struct shiptrack_resource *resource);

/**
 * When the submission last changed.
 */
struct shiptrack_text shiptrack_email_submission_updated_at(const struct shiptrack_resource *resource);

/**
 * Lists the mail of the account, newest first. Asked for no `include`, the service tells documents and what was read
 * out of them along.
 *
 * `query` may be NULL. Includes: `account`, `user`, `documents`, `documents.last_document_representation`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_email_submission_list(const struct shiptrack_client *client,
                                        const struct shiptrack_query *query,
                                        struct shiptrack_pages **pages,
                                        struct shiptrack_error **error);

/**
 * Reads a mail.
 *
 * `query` may be NULL. Includes: `account`, `user`, `documents`, `documents.last_document_representation`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_email_submission_get(const struct shiptrack_client *client,
                                       const char *id,
                                       const struct shiptrack_query *query,
                                       struct shiptrack_resource **resource,
                                       struct shiptrack_error **error);

/**
 * Takes in a message: RFC 5322 bytes as they came. A message that cannot be read is kept in quarantine, never refused; the
 * same bytes twice are one submission. `account_id` may be NULL for the account `default`, `user_id` for nobody.
 * Extractor callbacks run on this thread.
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
 * The bytes of a message as it was taken in; SHIPTRACK_ABSENT when the account has no such submission.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_email_content(const struct shiptrack_service *service,
                                        const char *account_id,
                                        const char *id,
                                        struct shiptrack_buffer **content,
                                        struct shiptrack_error **error);

/**
 * What was wrong with a message that was taken in, quarantined or not: a JSON array of sentences, `[]` for nothing.
 * SHIPTRACK_ABSENT when the account has no such submission.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_email_problems(const struct shiptrack_service *service,
                                         const char *account_id,
                                         const char *id,
                                         struct shiptrack_buffer **problems_json,
                                         struct shiptrack_error **error);

/**
 * The account's messages in quarantine, newest first, as a page of `quarantined_email` resources: their ids are those of
 * their submissions, the attribute `problems` lists what was wrong. Their bytes: shiptrack_service_email_content().
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_quarantined_emails(const struct shiptrack_service *service,
                                             const char *account_id,
                                             struct shiptrack_page **emails,
                                             struct shiptrack_error **error);

/**
 * The submission, of type `email_submission`. It is borrowed.
 */
const struct shiptrack_resource *shiptrack_ingested_email_submission(const struct shiptrack_ingested_email *ingested);

/**
 * 1 when the submission was made now, 0 when the same bytes were taken in before.
 */
int32_t shiptrack_ingested_email_is_new(const struct shiptrack_ingested_email *ingested);

/**
 * 1 when the message could not be read; its bytes are kept all the same. Else 0.
 */
int32_t shiptrack_ingested_email_is_quarantined(const struct shiptrack_ingested_email *ingested);

/**
 * How many things were wrong with the message.
 */
size_t shiptrack_ingested_email_problems_count(const struct shiptrack_ingested_email *ingested);

/**
 * What was wrong with the message.
 */
struct shiptrack_text shiptrack_ingested_email_problem(const struct shiptrack_ingested_email *ingested, size_t index);

/**
 * What came of the EDI that was attached, where the message was taken in now: a JSON array of objects with `document` (the name
 * of the attachment) and `report`, as shiptrack_service_ingest_edi() gives it; `[]` for none.
 */
struct shiptrack_text shiptrack_ingested_email_edi_json(const struct shiptrack_ingested_email *ingested);

/**
 * Frees it. NULL is harmless.
 */
void shiptrack_ingested_email_free(struct shiptrack_ingested_email *ingested);

/** @} */

/** @addtogroup estimated_event
 * @{ */

/**
 * When the service learned of the change.
 */
struct shiptrack_text shiptrack_estimated_event_created_at(const struct shiptrack_resource *resource);

/**
 * When the shipment is expected to arrive now.
 */
struct shiptrack_text shiptrack_estimated_event_estimated_timestamp(const struct shiptrack_resource *resource);

/**
 * Which event is expected: `shipment.estimated.arrival`, as far as is known.
 */
struct shiptrack_text shiptrack_estimated_event_event(const struct shiptrack_resource *resource);

/**
 * Which event is expected: `shipment.estimated.arrival`, as far as is known. As a number: SHIPTRACK_EVENT_…
 */
int32_t shiptrack_estimated_event_event_code(const struct shiptrack_resource *resource);

/**
 * Port of discharge as its UN/LOCODE; no value when it is not known.
 */
struct shiptrack_text shiptrack_estimated_event_location_locode(const struct shiptrack_resource *resource);

/**
 * Time zone of the port of discharge as its IANA name; no value when it is not known.
 */
struct shiptrack_text shiptrack_estimated_event_timezone(const struct shiptrack_resource *resource);

/**
 * Number of the voyage that arrives there; no value when it is not known.
 */
struct shiptrack_text shiptrack_estimated_event_voyage_number(const struct shiptrack_resource *resource);

/**
 * What kind of source said so.
 */
struct shiptrack_text shiptrack_estimated_event_data_source(const struct shiptrack_resource *resource);

/**
 * What kind of source said so. As a number: SHIPTRACK_DATA_SOURCE_…
 */
int32_t shiptrack_estimated_event_data_source_code(const struct shiptrack_resource *resource);

/** @} */

/** @addtogroup metro_area
 * @{ */

/**
 * Name of the area, usually of its main city.
 */
struct shiptrack_text shiptrack_metro_area_name(const struct shiptrack_resource *resource);

/**
 * UN/LOCODE of the area.
 */
struct shiptrack_text shiptrack_metro_area_code(const struct shiptrack_resource *resource);

/**
 * State or province, abbreviated; some places have a number here as text. no value where the country has none.
 */
struct shiptrack_text shiptrack_metro_area_state_abbr(const struct shiptrack_resource *resource);

/**
 * Country, as the two letters of ISO 3166-1.
 */
struct shiptrack_text shiptrack_metro_area_country_code(const struct shiptrack_resource *resource);

/**
 * Time zone of the area as its IANA name; older names such as `US/Eastern` occur.
 */
struct shiptrack_text shiptrack_metro_area_time_zone(const struct shiptrack_resource *resource);

/**
 * Latitude in degrees, positive to the north; the service writes it as text. no value when it is not known.
 * SHIPTRACK_ABSENT when there is no value.
 */
int32_t shiptrack_metro_area_latitude(const struct shiptrack_resource *resource, double *value);

/**
 * Latitude in degrees, positive to the north; the service writes it as text. no value when it is not known. In the
 * digits it came in.
 */
struct shiptrack_text shiptrack_metro_area_latitude_text(const struct shiptrack_resource *resource);

/**
 * Longitude in degrees, positive to the east; the service writes it as text. no value when it is not known.
 * SHIPTRACK_ABSENT when there is no value.
 */
int32_t shiptrack_metro_area_longitude(const struct shiptrack_resource *resource, double *value);

/**
 * Longitude in degrees, positive to the east; the service writes it as text. no value when it is not known. In the
 * digits it came in.
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
 * Name of the company; an account has each name once.
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
 * Adds a customer. A name that exists is refused with 422.
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
 * Renames a customer. A name that exists is refused with 422.
 *
 * `draft` has what may be left out, and may be NULL:
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
 * UN/LOCODE of the port as the service has it; some are not the official one.
 */
struct shiptrack_text shiptrack_port_code(const struct shiptrack_resource *resource);

/**
 * State or province, abbreviated; some places have a number here as text. no value where the country has none.
 */
struct shiptrack_text shiptrack_port_state_abbr(const struct shiptrack_resource *resource);

/**
 * City the port belongs to; no value when the service does not know it.
 */
struct shiptrack_text shiptrack_port_city(const struct shiptrack_resource *resource);

/**
 * Country, as the two letters of ISO 3166-1.
 */
struct shiptrack_text shiptrack_port_country_code(const struct shiptrack_resource *resource);

/**
 * Time zone of the port as its IANA name; older names such as `US/Eastern` occur.
 */
struct shiptrack_text shiptrack_port_time_zone(const struct shiptrack_resource *resource);

/**
 * Latitude in degrees, positive to the north; the service writes it as text. no value when it is not known.
 * SHIPTRACK_ABSENT when there is no value.
 */
int32_t shiptrack_port_latitude(const struct shiptrack_resource *resource, double *value);

/**
 * Latitude in degrees, positive to the north; the service writes it as text. no value when it is not known. In the
 * digits it came in.
 */
struct shiptrack_text shiptrack_port_latitude_text(const struct shiptrack_resource *resource);

/**
 * Longitude in degrees, positive to the east; the service writes it as text. no value when it is not known.
 * SHIPTRACK_ABSENT when there is no value.
 */
int32_t shiptrack_port_longitude(const struct shiptrack_resource *resource, double *value);

/**
 * Longitude in degrees, positive to the east; the service writes it as text. no value when it is not known. In the
 * digits it came in.
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
 * Short name that people in the trade use; no value when there is none.
 */
struct shiptrack_text shiptrack_rail_terminal_nickname(const struct shiptrack_resource *resource);

/**
 * FIRMS code that US customs gave it; no value elsewhere.
 */
struct shiptrack_text shiptrack_rail_terminal_firms_code(const struct shiptrack_resource *resource);

/**
 * City of its address; no value when it is not known.
 */
struct shiptrack_text shiptrack_rail_terminal_city(const struct shiptrack_resource *resource);

/** @} */

/** @addtogroup raw_event
 * @{ */

/**
 * What happened, as the service understands the source; no value when it does not.
 */
struct shiptrack_text shiptrack_raw_event_event(const struct shiptrack_resource *resource);

/**
 * What happened, as the service understands the source; no value when it does not. As a number: SHIPTRACK_MILESTONE_…
 */
int32_t shiptrack_raw_event_event_code(const struct shiptrack_resource *resource);

/**
 * The source's own wording; no value when it used none.
 */
struct shiptrack_text shiptrack_raw_event_original_event(const struct shiptrack_resource *resource);

/**
 * When it happened, or is expected to.
 */
struct shiptrack_text shiptrack_raw_event_timestamp(const struct shiptrack_resource *resource);

/**
 * Whether it is planned or expected and has not happened yet. 1 yes, 0 no, -1 when there is no value.
 */
int32_t shiptrack_raw_event_estimated(const struct shiptrack_resource *resource);

/**
 * Day it happened; deprecated by the service in favour of `timestamp` and `estimated`.
 */
struct shiptrack_text shiptrack_raw_event_actual_on(const struct shiptrack_resource *resource);

/**
 * Day it is expected on; deprecated by the service in favour of `timestamp` and `estimated`, and rarely sent.
 */
struct shiptrack_text shiptrack_raw_event_estimated_on(const struct shiptrack_resource *resource);

/**
 * When it happened; deprecated by the service in favour of `timestamp` and `estimated`.
 */
struct shiptrack_text shiptrack_raw_event_actual_at(const struct shiptrack_resource *resource);

/**
 * When it is expected; deprecated by the service in favour of `timestamp` and `estimated`.
 */
struct shiptrack_text shiptrack_raw_event_estimated_at(const struct shiptrack_resource *resource);

/**
 * When it will happen, as the source says; always empty in what has been seen.
 */
struct shiptrack_text shiptrack_raw_event_will_occur_at(const struct shiptrack_resource *resource);

/**
 * Time zone of the place as its IANA name; no value when the time stamp is the place's own clock.
 */
struct shiptrack_text shiptrack_raw_event_timezone(const struct shiptrack_resource *resource);

/**
 * When the service learned of it.
 */
struct shiptrack_text shiptrack_raw_event_created_at(const struct shiptrack_resource *resource);

/**
 * Place as the source calls it; no value when it names none.
 */
struct shiptrack_text shiptrack_raw_event_location_name(const struct shiptrack_resource *resource);

/**
 * Place as its UN/LOCODE; no value when the service does not recognise it.
 */
struct shiptrack_text shiptrack_raw_event_location_locode(const struct shiptrack_resource *resource);

/**
 * Name of the vessel; no value when it took place without one.
 */
struct shiptrack_text shiptrack_raw_event_vessel_name(const struct shiptrack_resource *resource);

/**
 * IMO number of the vessel; no value when it took place without one.
 */
struct shiptrack_text shiptrack_raw_event_vessel_imo(const struct shiptrack_resource *resource);

/**
 * Place of the event in the source's own order, which is not always the order of time. SHIPTRACK_ABSENT when there is
 * no value.
 */
int32_t shiptrack_raw_event_index(const struct shiptrack_resource *resource, int64_t *value);

/**
 * Number of the voyage; empty or no value when there is none.
 */
struct shiptrack_text shiptrack_raw_event_voyage_number(const struct shiptrack_resource *resource);

/**
 * When its source said otherwise or took it back; no value while it stands.
 */
struct shiptrack_text shiptrack_raw_event_invalidated_at(const struct shiptrack_resource *resource);

/**
 * When the source said so last, of what is expected: it was first said at `created_at`. The embedded service alone
 * tells this.
 */
struct shiptrack_text shiptrack_raw_event_confirmed_at(const struct shiptrack_resource *resource);

/**
 * What kind of source said so.
 */
struct shiptrack_text shiptrack_raw_event_data_source(const struct shiptrack_resource *resource);

/**
 * What kind of source said so. As a number: SHIPTRACK_DATA_SOURCE_…
 */
int32_t shiptrack_raw_event_data_source_code(const struct shiptrack_resource *resource);

/**
 * Name of the source, such as that of the shipping line.
 */
struct shiptrack_text shiptrack_raw_event_data_provider_name(const struct shiptrack_resource *resource);

/**
 * Code of the source; a shipping line's is its SCAC.
 */
struct shiptrack_text shiptrack_raw_event_data_provider_code(const struct shiptrack_resource *resource);

/** @} */

/** @addtogroup search
 * @{ */

/**
 * `shipment`: The search found a shipment.
 */
#define SHIPTRACK_SEARCH_ENTITY_TYPE_SHIPMENT 1

/**
 * `cargo`: The search found a container.
 */
#define SHIPTRACK_SEARCH_ENTITY_TYPE_CARGO 2

/**
 * `tracking_request`: The search found a tracking request.
 */
#define SHIPTRACK_SEARCH_ENTITY_TYPE_TRACKING_REQUEST 3

/**
 * The name of a number of SHIPTRACK_SEARCH_ENTITY_TYPE_…, as on the wire. The text is static; no value for a number
 * that is none of them.
 */
struct shiptrack_text shiptrack_search_entity_type_name(int32_t code);

/**
 * Finds shipments, containers and tracking requests: 25 at most. The embedded service tells the best first: by their
 * number, reference or label, then by what these begin with or a number ends with, then shipments by a part of the
 * name of vessel, customer or port.
 *
 * `query`: What to look for: a number, its beginning or its end; a reference or a label, or what it begins with; a
 * part of a name.
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
 * What kind of thing was found.
 */
struct shiptrack_text shiptrack_search_result_entity_type(const struct shiptrack_resource *resource);

/**
 * What kind of thing was found. As a number: SHIPTRACK_SEARCH_ENTITY_TYPE_…
 */
int32_t shiptrack_search_result_entity_type_code(const struct shiptrack_resource *resource);

/**
 * Number of the bill of lading, booking or container.
 */
struct shiptrack_text shiptrack_search_result_number(const struct shiptrack_resource *resource);

/**
 * Id of the shipment, of a container that of the shipment it belongs to; no value while there is no shipment.
 */
struct shiptrack_text shiptrack_search_result_shipment_id(const struct shiptrack_resource *resource);

/**
 * SCAC of the shipping line; no value when it is not known.
 */
struct shiptrack_text shiptrack_search_result_scac(const struct shiptrack_resource *resource);

/**
 * Name of the port of lading; no value when it is not known.
 */
struct shiptrack_text shiptrack_search_result_port_of_lading_name(const struct shiptrack_resource *resource);

/**
 * Name of the port of discharge; no value when it is not known.
 */
struct shiptrack_text shiptrack_search_result_port_of_discharge_name(const struct shiptrack_resource *resource);

/**
 * How many containers the shipment has; no value for everything else. SHIPTRACK_ABSENT when there is no value.
 */
int32_t shiptrack_search_result_containers_count(const struct shiptrack_resource *resource, int64_t *value);

/**
 * Whether the shipment is no longer followed. 1 yes, 0 no, -1 when there is no value.
 */
int32_t shiptrack_search_result_tracking_stopped(const struct shiptrack_resource *resource);

/**
 * Why the shipment is no longer followed; no value while it is.
 */
struct shiptrack_text shiptrack_search_result_tracking_stopped_reason(const struct shiptrack_resource *resource);

/**
 * Why the shipment is no longer followed; no value while it is. As a number: SHIPTRACK_STOP_REASON_…
 */
int32_t shiptrack_search_result_tracking_stopped_reason_code(const struct shiptrack_resource *resource);

/**
 * Where it stands: the status of a tracking request or the current status of a container.
 */
struct shiptrack_text shiptrack_search_result_status(const struct shiptrack_resource *resource);

/**
 * Why the tracking request failed; no value when it did not.
 */
struct shiptrack_text shiptrack_search_result_failed_reason(const struct shiptrack_resource *resource);

/**
 * Why the tracking request failed; no value when it did not. As a number: SHIPTRACK_FAILED_REASON_…
 */
int32_t shiptrack_search_result_failed_reason_code(const struct shiptrack_resource *resource);

/**
 * How many items shiptrack_search_result_ref_numbers_at() has.
 */
size_t shiptrack_search_result_ref_numbers_count(const struct shiptrack_resource *resource);

/**
 * The customer's own references. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_search_result_ref_numbers_at(const struct shiptrack_resource *resource, size_t index);

/**
 * When the service learned of what was found.
 */
struct shiptrack_text shiptrack_search_result_created_at(const struct shiptrack_resource *resource);

/**
 * When what was found last changed.
 */
struct shiptrack_text shiptrack_search_result_updated_at(const struct shiptrack_resource *resource);

/** @} */

/** @addtogroup shipment
 * @{ */

/**
 * `all_containers_terminated`: All its containers were returned empty.
 */
#define SHIPTRACK_STOP_REASON_ALL_CONTAINERS_TERMINATED 1

/**
 * `past_arrival_window`: Too much time has passed since its arrival.
 */
#define SHIPTRACK_STOP_REASON_PAST_ARRIVAL_WINDOW 2

/**
 * `past_full_out_window`: Too much time has passed since its containers were picked up.
 */
#define SHIPTRACK_STOP_REASON_PAST_FULL_OUT_WINDOW 3

/**
 * `no_updates_at_line`: The shipping line has had no news of it for too long.
 */
#define SHIPTRACK_STOP_REASON_NO_UPDATES_AT_LINE 4

/**
 * `cancelled_by_user`: A user stopped it.
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
 * The name of a number of SHIPTRACK_STOP_REASON_…, as on the wire. The text is static; no value for a number that is
 * none of them.
 */
struct shiptrack_text shiptrack_stop_reason_name(int32_t code);

/**
 * Number of the bill of lading or booking as it was submitted.
 */
struct shiptrack_text shiptrack_shipment_bill_of_lading_number(const struct shiptrack_resource *resource);

/**
 * Number as the shipping line is asked for it, often without the line's prefix.
 */
struct shiptrack_text shiptrack_shipment_normalized_number(const struct shiptrack_resource *resource);

/**
 * How many items shiptrack_shipment_ref_numbers_at() has.
 */
size_t shiptrack_shipment_ref_numbers_count(const struct shiptrack_resource *resource);

/**
 * The customer's own references for the shipment. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_shipment_ref_numbers_at(const struct shiptrack_resource *resource, size_t index);

/**
 * When the service learned of the shipment.
 */
struct shiptrack_text shiptrack_shipment_created_at(const struct shiptrack_resource *resource);

/**
 * How many items shiptrack_shipment_tags_at() has.
 */
size_t shiptrack_shipment_tags_count(const struct shiptrack_resource *resource);

/**
 * Labels that the account gave the shipment. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_shipment_tags_at(const struct shiptrack_resource *resource, size_t index);

/**
 * UN/LOCODE of the port of lading; no value when it is not known.
 */
struct shiptrack_text shiptrack_shipment_port_of_lading_locode(const struct shiptrack_resource *resource);

/**
 * Name of the port of lading; no value when it is not known.
 */
struct shiptrack_text shiptrack_shipment_port_of_lading_name(const struct shiptrack_resource *resource);

/**
 * UN/LOCODE of the port of discharge; no value when it is not known.
 */
struct shiptrack_text shiptrack_shipment_port_of_discharge_locode(const struct shiptrack_resource *resource);

/**
 * Name of the port of discharge; no value when it is not known.
 */
struct shiptrack_text shiptrack_shipment_port_of_discharge_name(const struct shiptrack_resource *resource);

/**
 * UN/LOCODE of the inland destination; no value when there is none or only its name is known.
 */
struct shiptrack_text shiptrack_shipment_destination_locode(const struct shiptrack_resource *resource);

/**
 * Name of the inland destination; no value when there is none.
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
 * Name of the customer it is tracked for; no value when none was given.
 */
struct shiptrack_text shiptrack_shipment_customer_name(const struct shiptrack_resource *resource);

/**
 * Name of the vessel that arrives at the port of discharge; no value when it is not known.
 */
struct shiptrack_text shiptrack_shipment_pod_vessel_name(const struct shiptrack_resource *resource);

/**
 * IMO number of that vessel as text; no value when it is not known.
 */
struct shiptrack_text shiptrack_shipment_pod_vessel_imo(const struct shiptrack_resource *resource);

/**
 * Number of the voyage on which that vessel arrives; no value when it is not known.
 */
struct shiptrack_text shiptrack_shipment_pod_voyage_number(const struct shiptrack_resource *resource);

/**
 * Planned departure from the port of lading, in the zone `pol_timezone`; no value when the shipping line gives none.
 */
struct shiptrack_text shiptrack_shipment_pol_etd_at(const struct shiptrack_resource *resource);

/**
 * Departure from the port of lading as it was first planned; no value when the shipping line gave none.
 */
struct shiptrack_text shiptrack_shipment_pol_original_etd_at(const struct shiptrack_resource *resource);

/**
 * Actual departure from the port of lading; no value before that.
 */
struct shiptrack_text shiptrack_shipment_pol_atd_at(const struct shiptrack_resource *resource);

/**
 * Expected arrival at the port of discharge, in the zone `pod_timezone`; no value when it is not known, and often
 * after the arrival.
 */
struct shiptrack_text shiptrack_shipment_pod_eta_at(const struct shiptrack_resource *resource);

/**
 * Arrival at the port of discharge as it was first expected; no value when the shipping line gave none.
 */
struct shiptrack_text shiptrack_shipment_pod_original_eta_at(const struct shiptrack_resource *resource);

/**
 * Actual arrival at the port of discharge; no value before that.
 */
struct shiptrack_text shiptrack_shipment_pod_ata_at(const struct shiptrack_resource *resource);

/**
 * Expected arrival at the inland destination as the shipping line says, in the zone `destination_timezone`; no value
 * when it gives none.
 */
struct shiptrack_text shiptrack_shipment_destination_eta_at(const struct shiptrack_resource *resource);

/**
 * Arrival at the inland destination as it was first expected; no value when the shipping line gave none.
 */
struct shiptrack_text shiptrack_shipment_destination_original_eta_at(const struct shiptrack_resource *resource);

/**
 * Actual arrival at the inland destination as the shipping line says; no value before that.
 */
struct shiptrack_text shiptrack_shipment_destination_ata_at(const struct shiptrack_resource *resource);

/**
 * Time zone of the port of lading as its IANA name; no value when it is not known.
 */
struct shiptrack_text shiptrack_shipment_pol_timezone(const struct shiptrack_resource *resource);

/**
 * Time zone of the port of discharge as its IANA name; no value when it is not known.
 */
struct shiptrack_text shiptrack_shipment_pod_timezone(const struct shiptrack_resource *resource);

/**
 * Time zone of the inland destination as its IANA name; no value when there is none or it is not known.
 */
struct shiptrack_text shiptrack_shipment_destination_timezone(const struct shiptrack_resource *resource);

/**
 * When the shipping line was last asked for the shipment; no value when it never was.
 */
struct shiptrack_text shiptrack_shipment_line_tracking_last_attempted_at(const struct shiptrack_resource *resource);

/**
 * When the shipping line last answered with data; no value when it never did.
 */
struct shiptrack_text shiptrack_shipment_line_tracking_last_succeeded_at(const struct shiptrack_resource *resource);

/**
 * When the service stopped following the shipment; no value while it follows it.
 */
struct shiptrack_text shiptrack_shipment_line_tracking_stopped_at(const struct shiptrack_resource *resource);

/**
 * Why the service stopped following the shipment; no value while it follows it.
 */
struct shiptrack_text shiptrack_shipment_line_tracking_stopped_reason(const struct shiptrack_resource *resource);

/**
 * Why the service stopped following the shipment; no value while it follows it. As a number: SHIPTRACK_STOP_REASON_…
 */
int32_t shiptrack_shipment_line_tracking_stopped_reason_code(const struct shiptrack_resource *resource);

/**
 * Lists shipments, newest first. Of its filters the hosted service has `number`, `filter[tracking_stopped]` and `q`,
 * and passes the others over.
 *
 * `query` may be NULL. Includes: `containers`, `containers.pod_terminal`, `containers.pickup_facility`,
 * `pod_terminal`, `pod_terminal.port`, `port_of_lading`, `port_of_discharge`, `destination`, `destination_terminal`,
 * `destination_terminal.port`. It takes:
 * - `number`: Those tracked under this number, as it was submitted; container numbers are not looked at.
 * - `filter[tracking_stopped]`: Those that are no longer followed (true), or those that are (false).
 * - `q`: Those known by this bill, reference or container number. The hosted service calls this deprecated.
 * - `filter[reference]`: Those with this reference.
 * - `filter[tag]`: Those whose shipment has this label.
 * - `filter[customer_id]`: Those tracked for the customer with this id.
 * - `filter[customer_name]`: Those tracked for the customer of this name.
 * - `filter[shipping_line_scac]`: Those at this carrier.
 * - `filter[vessel_name]`: Those whose vessel at the port of discharge is called so.
 * - `filter[pol_code]`: Those from this port of lading, by its UN/LOCODE.
 * - `filter[pod_code]`: Those to this port of discharge, by its UN/LOCODE.
 * - `filter[destination_code]`: Those to this place inland, by its UN/LOCODE.
 * - `filter[pod_eta_at][start]`: Those expected at the port of discharge at this moment or later. A day begins as it
 *   does in UTC.
 * - `filter[pod_eta_at][end]`: Those expected at the port of discharge at this moment or earlier. A day ends as it
 *   does in UTC.
 * - `filter[custom_fields]`: Those whose own custom fields have these values, each `slug=value`; an option by its
 *   value or its label. `filter[custom_fields][slug]` takes one value, also with a comma in it.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_shipment_list(const struct shiptrack_client *client,
                                const struct shiptrack_query *query,
                                struct shiptrack_pages **pages,
                                struct shiptrack_error **error);

/**
 * Reads a shipment.
 *
 * `query` may be NULL. Includes: `containers`, `containers.pod_terminal`, `containers.pickup_facility`,
 * `pod_terminal`, `pod_terminal.port`, `port_of_lading`, `port_of_discharge`, `destination`, `destination_terminal`,
 * `destination_terminal.port`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_shipment_get(const struct shiptrack_client *client,
                               const char *id,
                               const struct shiptrack_query *query,
                               struct shiptrack_resource **resource,
                               struct shiptrack_error **error);

/**
 * Changes references and labels of a shipment. What is not named stays.
 *
 * `draft` has what may be left out, and may be NULL:
 * - `ref_numbers`: The customer's own references.
 * - `tags`: The labels.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_shipment_update(const struct shiptrack_client *client,
                                  const char *id,
                                  const struct shiptrack_draft *draft,
                                  struct shiptrack_resource **resource,
                                  struct shiptrack_error **error);

/**
 * Stops following a shipment and all its containers.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_shipment_stop_tracking(const struct shiptrack_client *client,
                                         const char *id,
                                         struct shiptrack_resource **resource,
                                         struct shiptrack_error **error);

/**
 * Follows a shipment again that was stopped.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_shipment_resume_tracking(const struct shiptrack_client *client,
                                           const char *id,
                                           struct shiptrack_resource **resource,
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
 * Gives a shipment a custom field.
 *
 * `api_slug`: The name of the field in the interface, as its definition has it.
 *
 * `value_json`: Its value: a text, a number, true or false, a list of texts, an object, or null. JSON.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_shipment_create_custom_field(const struct shiptrack_client *client,
                                               const char *id,
                                               const char *api_slug,
                                               const char *value_json,
                                               struct shiptrack_resource **resource,
                                               struct shiptrack_error **error);

/**
 * Changes a custom field of a shipment.
 *
 * `value_json`: Its value: a text, a number, true or false, a list of texts, an object, or null. JSON.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_shipment_update_custom_field(const struct shiptrack_client *client,
                                               const char *id,
                                               const char *api_slug,
                                               const char *value_json,
                                               struct shiptrack_resource **resource,
                                               struct shiptrack_error **error);

/**
 * Takes a custom field of a shipment away.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_shipment_delete_custom_field(const struct shiptrack_client *client,
                                               const char *id,
                                               const char *api_slug,
                                               struct shiptrack_error **error);

/** @} */

/** @addtogroup shipping_line
 * @{ */

/**
 * Standard Carrier Alpha Code (SCAC) of the shipping line: four letters that name it in tracking requests.
 */
struct shiptrack_text shiptrack_shipping_line_scac(const struct shiptrack_resource *resource);

/**
 * Full name of the shipping line.
 */
struct shiptrack_text shiptrack_shipping_line_name(const struct shiptrack_resource *resource);

/**
 * How many items shiptrack_shipping_line_alternative_scacs_at() has.
 */
size_t shiptrack_shipping_line_alternative_scacs_count(const struct shiptrack_resource *resource);

/**
 * Other codes that mean the same shipping line; tracking requests take them, too. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_shipping_line_alternative_scacs_at(const struct shiptrack_resource *resource,
                                                                   size_t index);

/**
 * Short name of the shipping line, as people in the trade use it.
 */
struct shiptrack_text shiptrack_shipping_line_short_name(const struct shiptrack_resource *resource);

/**
 * Whether its bills of lading can be tracked. 1 yes, 0 no, -1 when there is no value.
 */
int32_t shiptrack_shipping_line_bill_of_lading_tracking_support(const struct shiptrack_resource *resource);

/**
 * Whether its bookings can be tracked. 1 yes, 0 no, -1 when there is no value.
 */
int32_t shiptrack_shipping_line_booking_number_tracking_support(const struct shiptrack_resource *resource);

/**
 * Whether containers can be tracked at it by their number alone. 1 yes, 0 no, -1 when there is no value.
 */
int32_t shiptrack_shipping_line_container_number_tracking_support(const struct shiptrack_resource *resource);

/**
 * Which data the shipping line supplies: a boolean a kind, each with notes under a name ending in `_notes`. A JSON
 * object.
 */
struct shiptrack_text shiptrack_shipping_line_provided_data_json(const struct shiptrack_resource *resource);

/**
 * URL of the shipping line's own tracking page, with `${BLNUM}` where the number goes; no value when there is none.
 */
struct shiptrack_text shiptrack_shipping_line_tracking_url(const struct shiptrack_resource *resource);

/**
 * URL of the shipping line's contact page; no value when there is none.
 */
struct shiptrack_text shiptrack_shipping_line_contact_url(const struct shiptrack_resource *resource);

/**
 * Lists ocean carriers, all on one page.
 *
 * `query` may be NULL. It takes:
 * - `search`: Those whose name or code has this part.
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
 * The name of a number of SHIPTRACK_FACILITY_TYPE_…, as on the wire. The text is static; no value for a number that is
 * none of them.
 */
struct shiptrack_text shiptrack_facility_type_name(int32_t code);

/**
 * Full name of the terminal.
 */
struct shiptrack_text shiptrack_terminal_name(const struct shiptrack_resource *resource);

/**
 * Short name that people in the trade use; no value when there is none.
 */
struct shiptrack_text shiptrack_terminal_nickname(const struct shiptrack_resource *resource);

/**
 * FIRMS code that US customs gave it, in Canada the sublocation code of the CBSA; no value elsewhere.
 */
struct shiptrack_text shiptrack_terminal_firms_code(const struct shiptrack_resource *resource);

/**
 * Code of the terminal in SMDG's list; no value when it has none.
 */
struct shiptrack_text shiptrack_terminal_smdg_code(const struct shiptrack_resource *resource);

/**
 * Facility code of the Bureau International des Containers (BIC); no value when it has none.
 */
struct shiptrack_text shiptrack_terminal_bic_facility_code(const struct shiptrack_resource *resource);

/**
 * Street and number; may end in blanks. no value when it is not known.
 */
struct shiptrack_text shiptrack_terminal_street(const struct shiptrack_resource *resource);

/**
 * City of its address; no value when it is not known.
 */
struct shiptrack_text shiptrack_terminal_city(const struct shiptrack_resource *resource);

/**
 * State or province in full; no value when it is not known.
 */
struct shiptrack_text shiptrack_terminal_state(const struct shiptrack_resource *resource);

/**
 * State or province, abbreviated; no value when it is not known.
 */
struct shiptrack_text shiptrack_terminal_state_abbr(const struct shiptrack_resource *resource);

/**
 * Postal code, as text; no value when it is not known.
 */
struct shiptrack_text shiptrack_terminal_zip(const struct shiptrack_resource *resource);

/**
 * Country by its name, not by a code; no value when it is not known.
 */
struct shiptrack_text shiptrack_terminal_country(const struct shiptrack_resource *resource);

/**
 * Which data the terminal supplies: a boolean a kind, each with notes under a name ending in `_notes`. A JSON object.
 */
struct shiptrack_text shiptrack_terminal_provided_data_json(const struct shiptrack_resource *resource);

/**
 * Kind of facility; a railway's comes as a `terminal` with `rail` here as well as under a type of its own.
 */
struct shiptrack_text shiptrack_terminal_facility_type(const struct shiptrack_resource *resource);

/**
 * Kind of facility; a railway's comes as a `terminal` with `rail` here as well as under a type of its own. As a
 * number: SHIPTRACK_FACILITY_TYPE_…
 */
int32_t shiptrack_terminal_facility_type_code(const struct shiptrack_resource *resource);

/**
 * Reads a terminal; those of railways answer here, too.
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
 * A number whose newest request failed for a reason that lies in the number is not asked for again: for a week when there can
 * be no such number, for a day when it was not found. In every other case a new request is made. What
 * shiptrack_tracking_request_track() does.
 */
#define SHIPTRACK_RETRACK_BY_REASON 1

/**
 * A new request is made, whatever became of the last one.
 */
#define SHIPTRACK_RETRACK_ALWAYS 2

/**
 * A request that failed is returned, however long ago and for whatever reason.
 */
#define SHIPTRACK_RETRACK_NEVER 3

/**
 * `booking_cancelled`: The booking was cancelled.
 */
#define SHIPTRACK_FAILED_REASON_BOOKING_CANCELLED 1

/**
 * `duplicate`: Another live request tracks the same shipment.
 */
#define SHIPTRACK_FAILED_REASON_DUPLICATE 2

/**
 * `expired`: No data came within the time allowed.
 */
#define SHIPTRACK_FAILED_REASON_EXPIRED 3

/**
 * `internal_processing_error`: The service itself failed and tries again.
 */
#define SHIPTRACK_FAILED_REASON_INTERNAL_PROCESSING_ERROR 4

/**
 * `invalid_number`: The shipping line says there can be no such number.
 */
#define SHIPTRACK_FAILED_REASON_INVALID_NUMBER 5

/**
 * `not_found`: The shipping line does not know the number.
 */
#define SHIPTRACK_FAILED_REASON_NOT_FOUND 6

/**
 * `retries_exhausted`: Every look-up that is allowed was made.
 */
#define SHIPTRACK_FAILED_REASON_RETRIES_EXHAUSTED 7

/**
 * `shipping_line_unreachable`: The shipping line does not answer and is asked again.
 */
#define SHIPTRACK_FAILED_REASON_SHIPPING_LINE_UNREACHABLE 8

/**
 * `unrecognized_response`: The shipping line's answer cannot be read, and it is asked again.
 */
#define SHIPTRACK_FAILED_REASON_UNRECOGNIZED_RESPONSE 9

/**
 * `data_unavailable`: The shipping line withholds the data.
 */
#define SHIPTRACK_FAILED_REASON_DATA_UNAVAILABLE 10

/**
 * `scac_auto_detect_failed`: No shipping line could be inferred from the number.
 */
#define SHIPTRACK_FAILED_REASON_SCAC_AUTO_DETECT_FAILED 11

/**
 * `awaiting_manifest`: The shipping line has no data yet; a passing reason.
 */
#define SHIPTRACK_FAILED_REASON_AWAITING_MANIFEST 12

/**
 * `pending`: The shipping line is being asked.
 */
#define SHIPTRACK_REQUEST_STATUS_PENDING 1

/**
 * `awaiting_manifest`: The shipping line has no data yet and is asked again every day.
 */
#define SHIPTRACK_REQUEST_STATUS_AWAITING_MANIFEST 2

/**
 * `created`: A shipment is linked and followed.
 */
#define SHIPTRACK_REQUEST_STATUS_CREATED 3

/**
 * `failed`: Nothing came of the request; its failed reason says why.
 */
#define SHIPTRACK_REQUEST_STATUS_FAILED 4

/**
 * `tracking_stopped`: The shipment is no longer followed.
 */
#define SHIPTRACK_REQUEST_STATUS_TRACKING_STOPPED 5

/**
 * `bill_of_lading`: A master bill of lading.
 */
#define SHIPTRACK_REQUEST_TYPE_BILL_OF_LADING 1

/**
 * `booking_number`: A carrier's booking.
 */
#define SHIPTRACK_REQUEST_TYPE_BOOKING_NUMBER 2

/**
 * `container`: One container by its number.
 */
#define SHIPTRACK_REQUEST_TYPE_CONTAINER 3

/**
 * `auto_select`: Sure enough to take the selected carrier without asking.
 */
#define SHIPTRACK_LINE_DECISION_AUTO_SELECT 1

/**
 * `needs_confirmation`: Not sure enough: somebody should confirm.
 */
#define SHIPTRACK_LINE_DECISION_NEEDS_CONFIRMATION 2

/**
 * `no_prediction`: No carrier is likely enough.
 */
#define SHIPTRACK_LINE_DECISION_NO_PREDICTION 3

/**
 * shiptrack_tracking_request_track(): there was a live request for the number before, and it was taken over.
 */
#define SHIPTRACK_TRACKED_ADOPTED 1

/**
 * shiptrack_tracking_request_track(): this call created the request.
 */
#define SHIPTRACK_TRACKED_CREATED 2

/**
 * shiptrack_tracking_request_track_until_certain(): this call created the request, and it may be the second one for the number:
 * an earlier attempt had an unknown outcome, and may have made one that has failed since.
 */
#define SHIPTRACK_TRACKED_MAYBE_SECOND 3

/**
 * shiptrack_tracking_request_track(): the newest request for the number failed, for a reason that lies in the number; it
 * is returned as it is, and nothing was made. SHIPTRACK_RETRACK_… decides.
 */
#define SHIPTRACK_TRACKED_RETURNED 4

/**
 * What the service makes of a bare number. Everything in it may have no value.
 *
 * Ownership: yours; free it with shiptrack_inference_free().
 * Lifetime: its texts live as long as it does.
 * Threads: any number may read it at a time.
 */
typedef struct shiptrack_inference shiptrack_inference;

/**
 * Is shown a tracking request every time shiptrack_tracking_request_wait() looks at it. It runs on the thread that waits;
 * `request` is borrowed for the call. Return 0 to go on waiting, anything else to stop with SHIPTRACK_ERROR_CANCELLED.
 *
 * It must return: no longjmp() past it, no end of its thread, no exception.
 */
typedef int32_t (*shiptrack_progress_fn)(void *user_data, const struct shiptrack_resource *request);

/**
 * Asks the service what a number is and which carrier it belongs to.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_tracking_request_infer(const struct shiptrack_client *client,
                                         const char *number,
                                         struct shiptrack_inference **inference,
                                         struct shiptrack_error **error);

/**
 * The kind of the number, in the words a tracking request takes.
 */
struct shiptrack_text shiptrack_inference_request_type(const struct shiptrack_inference *inference);

/**
 * The number as the service reads it.
 */
struct shiptrack_text shiptrack_inference_parsed_number(const struct shiptrack_inference *inference);

/**
 * Why the number is valid or not, in the service's words.
 */
struct shiptrack_text shiptrack_inference_reason(const struct shiptrack_inference *inference);

/**
 * How sure the service is of the carrier.
 */
struct shiptrack_text shiptrack_inference_decision(const struct shiptrack_inference *inference);

/**
 * The code of the most likely carrier.
 */
struct shiptrack_text shiptrack_inference_selected_scac(const struct shiptrack_inference *inference);

/**
 * The answer as it came.
 */
struct shiptrack_text shiptrack_inference_json(const struct shiptrack_inference *inference);

/**
 * How sure the service is of the carrier: SHIPTRACK_LINE_DECISION_…
 */
int32_t shiptrack_inference_decision_code(const struct shiptrack_inference *inference);

/**
 * Whether the number can be right: 1 yes, 0 no, -1 when the service cannot tell.
 */
int32_t shiptrack_inference_is_valid(const struct shiptrack_inference *inference);

/**
 * Whether the check digit of a container number is right: 1 yes, 0 no, -1 not told.
 */
int32_t shiptrack_inference_check_digit_passed(const struct shiptrack_inference *inference);

/**
 * How many carriers the number may belong to.
 */
size_t shiptrack_inference_candidates_count(const struct shiptrack_inference *inference);

/**
 * The code of a carrier the number may belong to, the most likely first.
 */
struct shiptrack_text shiptrack_inference_candidate_scac(const struct shiptrack_inference *inference, size_t index);

/**
 * The name of that carrier.
 */
struct shiptrack_text shiptrack_inference_candidate_name(const struct shiptrack_inference *inference, size_t index);

/**
 * How likely it is, from 0 to 1; SHIPTRACK_ABSENT when the service does not say.
 */
int32_t shiptrack_inference_candidate_confidence(const struct shiptrack_inference *inference,
                                                 size_t index,
                                                 double *confidence);

/**
 * Frees it. NULL is harmless.
 */
void shiptrack_inference_free(struct shiptrack_inference *inference);

/**
 * Tracks a number: shiptrack_tracking_request_track() without a draft, for those who need not know how it came.
 *
 * `request_type` is `bill_of_lading`, `booking_number` or `container`. With `scac` NULL the service finds the carrier.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_track(const struct shiptrack_client *client,
                        const char *request_type,
                        const char *request_number,
                        const char *scac,
                        struct shiptrack_resource **resource,
                        struct shiptrack_error **error);

/**
 * Waits until a tracking request is settled, for `timeout_ms` at most, by default five minutes: shiptrack_tracking_request_wait()
 * at its default pace, without a callback.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_wait(const struct shiptrack_client *client,
                       const char *id,
                       int64_t timeout_ms,
                       struct shiptrack_resource **resource,
                       struct shiptrack_error **error);

/**
 * Tracks a number: creates a tracking request, or takes over the live one there is. Safe to call twice. When the newest
 * request for the number failed, and the reason lies in the number, that one is returned as it is
 * (SHIPTRACK_TRACKED_RETURNED); shiptrack_tracking_request_track_again() decides otherwise.
 *
 * The arguments are those of shiptrack_tracking_request_create(); `how` tells which it was (SHIPTRACK_TRACKED_…), and
 * may be NULL. A request that was taken over gets the `ref_numbers` of the draft it lacks, when the service takes them;
 * anything else of the draft it does not get: shiptrack_tracking_request_left_out_at() names what it lacks.
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
 * Tracks a number, and goes on when the outcome of an attempt is unknown: it is sent again, and a refusal as a duplicate
 * proves that the first one took effect.
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
 * Tracks a number, and says what becomes of one whose newest request failed: `again` is one of SHIPTRACK_RETRACK_…. With
 * `until_certain` other than 0 as shiptrack_tracking_request_track_until_certain(), else as shiptrack_tracking_request_track().
 */
SHIPTRACK_CHECKED
int32_t shiptrack_tracking_request_track_again(const struct shiptrack_client *client,
                                               const char *request_type,
                                               const char *request_number,
                                               const char *scac,
                                               const struct shiptrack_draft *draft,
                                               int32_t again,
                                               int32_t until_certain,
                                               int32_t *how,
                                               struct shiptrack_resource **resource,
                                               struct shiptrack_error **error);

/**
 * How many items shiptrack_tracking_request_left_out_at() has.
 */
size_t shiptrack_tracking_request_left_out_count(const struct shiptrack_resource *resource);

/**
 * What was asked for and a request that was taken over does not have, by the name of its attribute: `shipment_tags` and
 * the like can only be set when a request is created, and `ref_numbers` is among them when the service did not take them.
 * Item `index`, from 0. Only a resource that shiptrack_tracking_request_track() or its sister gave has any, and its copies.
 */
struct shiptrack_text shiptrack_tracking_request_left_out_at(const struct shiptrack_resource *resource,
                                                             size_t index);

/**
 * Waits until a tracking request is settled: created, failed or stopped. A service in this process does its due work
 * meanwhile, on this thread.
 *
 * It waits for `timeout_ms` at most, by default five minutes, and then returns SHIPTRACK_ERROR_TIMEOUT; the request stays as it is.
 * With 0 it looks once: it does no due work, and the look has the time that the client has for every call. It looks every
 * `poll_ms`, by default five seconds, more often at first, and never more often than every 10 ms. `progress` may be NULL. To end
 * it from another thread, wait with a client of shiptrack_client_with_cancel().
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
 * Waits until the carrier has answered in any way: the request is `created`, `failed` or `tracking_stopped`, or it is
 * `awaiting_manifest`, when the carrier has no data yet. That can last seven days, which is what
 * shiptrack_tracking_request_wait() waits for and this does not. A carrier that cannot be reached has not answered: then it
 * waits until one of the tries succeeds, or `timeout_ms` is up. Otherwise as shiptrack_tracking_request_wait().
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
 * Creates a tracking request. Number and carrier are checked before anything leaves.
 *
 * `request_type` is `bill_of_lading`, `booking_number` or `container`. With `scac` NULL the service finds the carrier.
 * `draft` has further attributes, and may be NULL. SHIPTRACK_ERROR_DUPLICATE when a live request for the number is there
 * already: shiptrack_tracking_request_track() takes that one over instead.
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
 * Changes a tracking request.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_tracking_request_update(const struct shiptrack_client *client,
                                          const char *id,
                                          const struct shiptrack_draft *draft,
                                          struct shiptrack_resource **resource,
                                          struct shiptrack_error **error);

/**
 * The name of a number of SHIPTRACK_FAILED_REASON_…, as on the wire. The text is static; no value for a number that is
 * none of them.
 */
struct shiptrack_text shiptrack_failed_reason_name(int32_t code);

/**
 * The name of a number of SHIPTRACK_REQUEST_STATUS_…, as on the wire. The text is static; no value for a number that
 * is none of them.
 */
struct shiptrack_text shiptrack_request_status_name(int32_t code);

/**
 * The name of a number of SHIPTRACK_REQUEST_TYPE_…, as on the wire. The text is static; no value for a number that is
 * none of them.
 */
struct shiptrack_text shiptrack_request_type_name(int32_t code);

/**
 * The name of a number of SHIPTRACK_LINE_DECISION_…, as on the wire. The text is static; no value for a number that is
 * none of them.
 */
struct shiptrack_text shiptrack_line_decision_name(int32_t code);

/**
 * The name of a number of SHIPTRACK_TRACKED_…, `adopted`. The text is static; no value for a number that is none of them.
 */
struct shiptrack_text shiptrack_tracked_name(int32_t code);

/**
 * What kind of number is tracked.
 */
struct shiptrack_text shiptrack_tracking_request_request_type(const struct shiptrack_resource *resource);

/**
 * What kind of number is tracked. As a number: SHIPTRACK_REQUEST_TYPE_…
 */
int32_t shiptrack_tracking_request_request_type_code(const struct shiptrack_resource *resource);

/**
 * The number as it was submitted.
 */
struct shiptrack_text shiptrack_tracking_request_request_number(const struct shiptrack_resource *resource);

/**
 * SCAC of the shipping line that is asked; no value while it is being detected.
 */
struct shiptrack_text shiptrack_tracking_request_scac(const struct shiptrack_resource *resource);

/**
 * Where the request stands.
 */
struct shiptrack_text shiptrack_tracking_request_status(const struct shiptrack_resource *resource);

/**
 * Where the request stands. As a number: SHIPTRACK_REQUEST_STATUS_…
 */
int32_t shiptrack_tracking_request_status_code(const struct shiptrack_resource *resource);

/**
 * Why the last look-up failed, or the request as a whole; no value without trouble.
 */
struct shiptrack_text shiptrack_tracking_request_failed_reason(const struct shiptrack_resource *resource);

/**
 * Why the last look-up failed, or the request as a whole; no value without trouble. As a number:
 * SHIPTRACK_FAILED_REASON_…
 */
int32_t shiptrack_tracking_request_failed_reason_code(const struct shiptrack_resource *resource);

/**
 * Whether look-ups are being repeated after one that met trouble. 1 yes, 0 no, -1 when there is no value.
 */
int32_t shiptrack_tracking_request_is_retrying(const struct shiptrack_resource *resource);

/**
 * How many look-ups in a row met trouble; no value without trouble, and as soon as there is a shipment.
 * SHIPTRACK_ABSENT when there is no value.
 */
int32_t shiptrack_tracking_request_retry_count(const struct shiptrack_resource *resource, int64_t *value);

/**
 * How many items shiptrack_tracking_request_ref_numbers_at() has.
 */
size_t shiptrack_tracking_request_ref_numbers_count(const struct shiptrack_resource *resource);

/**
 * The customer's own references, which the shipment gets, too. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_tracking_request_ref_numbers_at(const struct shiptrack_resource *resource,
                                                                size_t index);

/**
 * How many items shiptrack_tracking_request_shipment_tags_at() has.
 */
size_t shiptrack_tracking_request_shipment_tags_count(const struct shiptrack_resource *resource);

/**
 * Labels that the shipment gets once there is one. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_tracking_request_shipment_tags_at(const struct shiptrack_resource *resource,
                                                                  size_t index);

/**
 * When the request was made.
 */
struct shiptrack_text shiptrack_tracking_request_created_at(const struct shiptrack_resource *resource);

/**
 * When the request last changed.
 */
struct shiptrack_text shiptrack_tracking_request_updated_at(const struct shiptrack_resource *resource);

/**
 * Lists tracking requests, newest first.
 *
 * `query` may be NULL. Includes: `tracked_object`, `tracked_object.containers`, `tracked_object.pod_terminal`,
 * `tracked_object.port_of_lading`, `tracked_object.port_of_discharge`, `tracked_object.destination`,
 * `tracked_object.destination_terminal`, `shipment`, `container`, `containers`, `customer`, `user`, `account`,
 * `shipping_line`. It takes:
 * - `filter[request_number]`: Those with this number, as it was submitted.
 * - `filter[scac]`: Those at this carrier.
 * - `filter[status]`: Those that stand here: the hosted service documents `created`, `pending` and `failed`.
 * - `filter[request_type]`: Those of this kind: `bill_of_lading`, `booking_number`, `container`. The hosted service
 *   passes it over.
 * - `filter[created_at][start]`: Those created at this moment or later.
 * - `filter[created_at][end]`: Those created at this moment or earlier.
 * - `filter[updated_at][start]`: Those last changed at this moment or later.
 * - `filter[updated_at][end]`: Those last changed at this moment or earlier.
 * - `q`: Those known by this number or reference. The hosted service calls this deprecated.
 * - `filter[reference]`: Those with this reference. The hosted service passes it over, and those that follow.
 * - `filter[tag]`: Those with this label for their shipment.
 * - `filter[customer_id]`: Those for the customer with this id.
 * - `filter[customer_name]`: Those for the customer of this name.
 * - `filter[custom_fields]`: Those whose own custom fields have these values, each `slug=value`; an option by its
 *   value or its label. `filter[custom_fields][slug]` takes one value, also with a comma in it.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_tracking_request_list(const struct shiptrack_client *client,
                                        const struct shiptrack_query *query,
                                        struct shiptrack_pages **pages,
                                        struct shiptrack_error **error);

/**
 * Reads a tracking request. Asked for no `include`, the service tells its shipment along.
 *
 * `query` may be NULL. Includes: `tracked_object`, `tracked_object.containers`, `tracked_object.pod_terminal`,
 * `tracked_object.port_of_lading`, `tracked_object.port_of_discharge`, `tracked_object.destination`,
 * `tracked_object.destination_terminal`, `shipment`, `container`, `containers`, `customer`, `user`, `account`,
 * `shipping_line`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_tracking_request_get(const struct shiptrack_client *client,
                                       const char *id,
                                       const struct shiptrack_query *query,
                                       struct shiptrack_resource **resource,
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
 * Gives a tracking request a custom field.
 *
 * `api_slug`: The name of the field in the interface, as its definition has it.
 *
 * `value_json`: Its value: a text, a number, true or false, a list of texts, an object, or null. JSON.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_tracking_request_create_custom_field(const struct shiptrack_client *client,
                                                       const char *id,
                                                       const char *api_slug,
                                                       const char *value_json,
                                                       struct shiptrack_resource **resource,
                                                       struct shiptrack_error **error);

/**
 * Changes a custom field of a tracking request.
 *
 * `value_json`: Its value: a text, a number, true or false, a list of texts, an object, or null. JSON.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_tracking_request_update_custom_field(const struct shiptrack_client *client,
                                                       const char *id,
                                                       const char *api_slug,
                                                       const char *value_json,
                                                       struct shiptrack_resource **resource,
                                                       struct shiptrack_error **error);

/**
 * Takes a custom field of a tracking request away.
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
 * `shipping_line`: The shipping line says so.
 */
#define SHIPTRACK_DATA_SOURCE_SHIPPING_LINE 1

/**
 * `terminal`: The terminal says so.
 */
#define SHIPTRACK_DATA_SOURCE_TERMINAL 2

/**
 * `ais`: The vessel's own position reports say so.
 */
#define SHIPTRACK_DATA_SOURCE_AIS 3

/**
 * `rail`: The railway says so.
 */
#define SHIPTRACK_DATA_SOURCE_RAIL 4

/**
 * `user_input`: A user says so.
 */
#define SHIPTRACK_DATA_SOURCE_USER_INPUT 5

/**
 * `t49_operations_team`: The operations team of the hosted service says so.
 */
#define SHIPTRACK_DATA_SOURCE_OPERATIONS_TEAM 6

/**
 * `t49_calculation`: The hosted service calculated it.
 */
#define SHIPTRACK_DATA_SOURCE_CALCULATION 7

/**
 * `pierpass`: PierPass, the appointment system of the terminals at Los Angeles and Long Beach, says so.
 */
#define SHIPTRACK_DATA_SOURCE_PIERPASS 8

/**
 * `empty_out`: The empty container was collected at the origin.
 */
#define SHIPTRACK_MILESTONE_EMPTY_OUT 1

/**
 * `full_in`: The loaded container was brought to the port of lading.
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
 * `available`: The container may be picked up.
 */
#define SHIPTRACK_MILESTONE_AVAILABLE 29

/**
 * `not_available`: The container may not be picked up any more.
 */
#define SHIPTRACK_MILESTONE_NOT_AVAILABLE 30

/**
 * The name of a number of SHIPTRACK_DATA_SOURCE_…, as on the wire. The text is static; no value for a number that is
 * none of them.
 */
struct shiptrack_text shiptrack_data_source_name(int32_t code);

/**
 * The name of a number of SHIPTRACK_MILESTONE_…, as on the wire. The text is static; no value for a number that is
 * none of them.
 */
struct shiptrack_text shiptrack_milestone_name(int32_t code);

/**
 * What happened, or is expected to, or which date changed.
 */
struct shiptrack_text shiptrack_transport_event_event(const struct shiptrack_resource *resource);

/**
 * What happened, or is expected to, or which date changed. As a number: SHIPTRACK_EVENT_…
 */
int32_t shiptrack_transport_event_event_code(const struct shiptrack_resource *resource);

/**
 * Number of the voyage; no value when the event belongs to none.
 */
struct shiptrack_text shiptrack_transport_event_voyage_number(const struct shiptrack_resource *resource);

/**
 * When it happened, or is expected to; no value when nobody says.
 */
struct shiptrack_text shiptrack_transport_event_timestamp(const struct shiptrack_resource *resource);

/**
 * Time zone of the place as its IANA name; no value when the time stamp is the place's own clock.
 */
struct shiptrack_text shiptrack_transport_event_timezone(const struct shiptrack_resource *resource);

/**
 * UN/LOCODE of the place; no value when it is not recognised.
 */
struct shiptrack_text shiptrack_transport_event_location_locode(const struct shiptrack_resource *resource);

/**
 * When the service learned of the event.
 */
struct shiptrack_text shiptrack_transport_event_created_at(const struct shiptrack_resource *resource);

/**
 * What kind of source said so; no value when it is not known.
 */
struct shiptrack_text shiptrack_transport_event_data_source(const struct shiptrack_resource *resource);

/**
 * What kind of source said so; no value when it is not known. As a number: SHIPTRACK_DATA_SOURCE_…
 */
int32_t shiptrack_transport_event_data_source_code(const struct shiptrack_resource *resource);

/**
 * When the event was withdrawn; no value while it stands.
 */
struct shiptrack_text shiptrack_transport_event_invalidated_at(const struct shiptrack_resource *resource);

/**
 * The new last free day or appointment, for events that tell of its change; no value for all others.
 */
struct shiptrack_text shiptrack_transport_event_value(const struct shiptrack_resource *resource);

/**
 * Lists the events of a container. They come in no order of time, which their time stamps alone do not tell either:
 * `in_order` puts them in order (in C `shiptrack_transport_events_sort`).
 *
 * `query` may be NULL. Includes: `shipment`, `container`, `location`, `terminal`, `vessel`, `port`, `metro_area`,
 * `rail_terminal`, `source_event`, `previous_version`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_transport_event_list(const struct shiptrack_client *client,
                                       const char *id,
                                       const struct shiptrack_query *query,
                                       struct shiptrack_pages **pages,
                                       struct shiptrack_error **error);

/**
 * Puts transport events in the order they happen, in place, as qsort() does: by time, days and moments mixed, those nobody
 * gives a time of last. Comparing their time stamps as texts or numbers does not: a day (`2026-05-02`) has no moment.
 *
 * A day is compared with a moment by the day it was at the place: an arrival on the 1st comes before a discharge at 04:00 on
 * the 1st, for on one day, and at one moment, events come as in a usual voyage. This needs the whole list: give it all events
 * of a container together. `events` are borrowed pointers to them, of whichever pages; none may be NULL, and one that is no
 * transport event is refused with SHIPTRACK_ERROR_WRONG_OBJECT. When it fails, nothing was moved.
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
 * IMO number of the vessel, seven digits as text; no value when it is not known.
 */
struct shiptrack_text shiptrack_vessel_imo(const struct shiptrack_resource *resource);

/**
 * Maritime Mobile Service Identity (MMSI) of its radio, nine digits as text; no value when it is not known.
 */
struct shiptrack_text shiptrack_vessel_mmsi(const struct shiptrack_resource *resource);

/**
 * Latitude of the last position in degrees, positive to the north; no value when no position is known.
 * SHIPTRACK_ABSENT when there is no value.
 */
int32_t shiptrack_vessel_latitude(const struct shiptrack_resource *resource, double *value);

/**
 * Latitude of the last position in degrees, positive to the north; no value when no position is known. In the digits
 * it came in.
 */
struct shiptrack_text shiptrack_vessel_latitude_text(const struct shiptrack_resource *resource);

/**
 * Longitude of the last position in degrees, positive to the east; no value when no position is known.
 * SHIPTRACK_ABSENT when there is no value.
 */
int32_t shiptrack_vessel_longitude(const struct shiptrack_resource *resource, double *value);

/**
 * Longitude of the last position in degrees, positive to the east; no value when no position is known. In the digits
 * it came in.
 */
struct shiptrack_text shiptrack_vessel_longitude_text(const struct shiptrack_resource *resource);

/**
 * Speed over ground at the last position in knots; no value when it is not known. SHIPTRACK_ABSENT when there is no
 * value.
 */
int32_t shiptrack_vessel_nautical_speed_knots(const struct shiptrack_resource *resource, double *value);

/**
 * Heading at the last position in degrees, clockwise from north; no value when it is not known. SHIPTRACK_ABSENT when
 * there is no value.
 */
int32_t shiptrack_vessel_navigational_heading_degrees(const struct shiptrack_resource *resource, double *value);

/**
 * Moment of the last position; no value when no position is known.
 */
struct shiptrack_text shiptrack_vessel_position_timestamp(const struct shiptrack_resource *resource);

/**
 * How many there are. Positions in the order of time; `None` unless they were asked for, which a paid plan allows.
 */
size_t shiptrack_vessel_positions_count(const struct shiptrack_resource *resource);

/**
 * Latitude in degrees, positive to the north. SHIPTRACK_ABSENT when there is no value.
 */
int32_t shiptrack_vessel_positions_latitude(const struct shiptrack_resource *resource, size_t index, double *value);

/**
 * Latitude in degrees, positive to the north. In the digits it came in.
 */
struct shiptrack_text shiptrack_vessel_positions_latitude_text(const struct shiptrack_resource *resource, size_t index);

/**
 * Longitude in degrees, positive to the east. SHIPTRACK_ABSENT when there is no value.
 */
int32_t shiptrack_vessel_positions_longitude(const struct shiptrack_resource *resource, size_t index, double *value);

/**
 * Longitude in degrees, positive to the east. In the digits it came in.
 */
struct shiptrack_text shiptrack_vessel_positions_longitude_text(const struct shiptrack_resource *resource,
                                                                size_t index);

/**
 * Heading in degrees, clockwise from north; no value when it is not known. SHIPTRACK_ABSENT when there is no value.
 */
int32_t shiptrack_vessel_positions_heading(const struct shiptrack_resource *resource, size_t index, double *value);

/**
 * Moment of the position.
 */
struct shiptrack_text shiptrack_vessel_positions_timestamp(const struct shiptrack_resource *resource, size_t index);

/**
 * Whether the position is an estimate and not a report of the vessel. 1 yes, 0 no, -1 when there is no value.
 */
int32_t shiptrack_vessel_positions_estimated(const struct shiptrack_resource *resource, size_t index);

/**
 * Reads a ship by its id or its IMO number. Its positions come along where they are asked for, which the hosted
 * service wants a paid plan for (403 otherwise).
 *
 * `query` may be NULL. It takes:
 * - `show_positions[from_timestamp]`: With its positions from this moment on; from seven days ago unless it is said.
 * - `show_positions[to_timestamp]`: With its positions until this moment.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_vessel_get(const struct shiptrack_client *client,
                             const char *id,
                             const struct shiptrack_query *query,
                             struct shiptrack_resource **resource,
                             struct shiptrack_error **error);

/**
 * Reads where a ship is expected to be on its way between two ports, minute by minute. The hosted service wants a paid
 * plan for it (403 otherwise).
 *
 * `port_id`: The id of the port it sails to.
 *
 * `previous_port_id`: The id of the port it left.
 *
 * A service in this process does not serve it: SHIPTRACK_ERROR_FORBIDDEN, code `not_served`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_vessel_future_positions(const struct shiptrack_client *client,
                                          const char *id,
                                          const char *port_id,
                                          const char *previous_port_id,
                                          struct shiptrack_resource **resource,
                                          struct shiptrack_error **error);

/**
 * The same, from where the ship is now.
 *
 * `port_id`: The id of the port it sails to.
 *
 * `previous_port_id`: The id of the port it left.
 *
 * `latitude`: Where the ship is now, in degrees north.
 *
 * `longitude`: Where the ship is now, in degrees east.
 *
 * A service in this process does not serve it: SHIPTRACK_ERROR_FORBIDDEN, code `not_served`.
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
 * `pending`: The notification was not delivered yet.
 */
#define SHIPTRACK_DELIVERY_STATUS_PENDING 1

/**
 * `succeeded`: The receiver took the notification.
 */
#define SHIPTRACK_DELIVERY_STATUS_SUCCEEDED 2

/**
 * `failed`: The receiver never took the notification, and it is not tried again.
 */
#define SHIPTRACK_DELIVERY_STATUS_FAILED 3

/**
 * shiptrack_webhook_ensure(): this call registered the URL.
 */
#define SHIPTRACK_ENSURED_CREATED 1

/**
 * shiptrack_webhook_ensure(): the URL was registered, and something about it was changed.
 */
#define SHIPTRACK_ENSURED_UPDATED 2

/**
 * shiptrack_webhook_ensure(): the URL was registered just as it was asked for.
 */
#define SHIPTRACK_ENSURED_UNCHANGED 3

/**
 * Registers a URL that is told of events. The answer holds the secret its deliveries are signed with. `draft` has
 * further attributes, and may be NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_webhook_create(const struct shiptrack_client *client,
                                 const char *url,
                                 const struct shiptrack_draft *draft,
                                 struct shiptrack_resource **resource,
                                 struct shiptrack_error **error);

/**
 * Registers a URL unless it is registered: safe to call at every start of a program. Of several webhooks for the URL the
 * oldest is taken. That it is active (unless the `active` of `draft` says otherwise), and what `draft` says of it, is set where it differs; what
 * `draft` does not say stays.
 * Of two programs that do this at one moment one registers it. `how` tells which it was (SHIPTRACK_ENSURED_…), and may be
 * NULL, as `draft` may.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_webhook_ensure(const struct shiptrack_client *client,
                                 const char *url,
                                 const struct shiptrack_draft *draft,
                                 int32_t *how,
                                 struct shiptrack_resource **resource,
                                 struct shiptrack_error **error);

/**
 * Gives a webhook a new secret, which the answer holds. For `overlap_ms` (by default a day, at most 30, rounded up to a second) its
 * deliveries are signed with the secret it had as well, so that a verifier that is given both takes every one of them. The
 * hosted service's own signature header has room for one, and carries that of the new secret at once. With 0 the old secret
 * ends now, and so do all before it: for one that leaked. A service that runs in a process of its owner does this; the hosted
 * one has nothing like it, and answers SHIPTRACK_ERROR_NOT_FOUND.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_webhook_rotate_secret(const struct shiptrack_client *client,
                                        const char *id,
                                        int64_t overlap_ms,
                                        struct shiptrack_resource **resource,
                                        struct shiptrack_error **error);

/**
 * The name of a number of SHIPTRACK_DELIVERY_STATUS_…, as on the wire. The text is static; no value for a number that
 * is none of them.
 */
struct shiptrack_text shiptrack_delivery_status_name(int32_t code);

/**
 * The name of a number of SHIPTRACK_ENSURED_…, `created`. The text is static; no value for a number that is none of them.
 */
struct shiptrack_text shiptrack_ensured_name(int32_t code);

/**
 * URL to which notifications are posted; the hosted service wants https.
 */
struct shiptrack_text shiptrack_webhook_url(const struct shiptrack_resource *resource);

/**
 * Whether notifications are posted to the URL; the service switches it off after repeated failures. 1 yes, 0 no, -1
 * when there is no value.
 */
int32_t shiptrack_webhook_active(const struct shiptrack_resource *resource);

/**
 * How many items shiptrack_webhook_events_at() has.
 */
size_t shiptrack_webhook_events_count(const struct shiptrack_resource *resource);

/**
 * Events it is notified of; at least one. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_webhook_events_at(const struct shiptrack_resource *resource, size_t index);

/**
 * Events it is notified of; at least one. Item `index`, from 0. As a number: SHIPTRACK_EVENT_…
 */
int32_t shiptrack_webhook_events_code_at(const struct shiptrack_resource *resource, size_t index);

/**
 * Key of the signatures, made by the service; no value where the service does not show it.
 */
struct shiptrack_text shiptrack_webhook_secret(const struct shiptrack_resource *resource);

/**
 * How many there are. Headers sent along with every notification; `None` when there are none.
 */
size_t shiptrack_webhook_headers_count(const struct shiptrack_resource *resource);

/**
 * Name of the header; the service writes it with capitals.
 */
struct shiptrack_text shiptrack_webhook_headers_name(const struct shiptrack_resource *resource, size_t index);

/**
 * Value of the header.
 */
struct shiptrack_text shiptrack_webhook_headers_value(const struct shiptrack_resource *resource, size_t index);

/**
 * When the webhook was registered.
 */
struct shiptrack_text shiptrack_webhook_created_at(const struct shiptrack_resource *resource);

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
 * Changes a webhook. What is not named stays.
 *
 * `draft` has what may be left out, and may be NULL:
 * - `url`: Where notifications are posted.
 * - `active`: Whether notifications are posted.
 * - `events`: The names of the events it is told of.
 * - `headers`: Headers sent along with every delivery, each with `name` and `value`.
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
 * Lists the events that webhooks can be told of, by category.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_webhook_events(const struct shiptrack_client *client,
                                 struct shiptrack_pages **pages,
                                 struct shiptrack_error **error);

/**
 * Lists the addresses that deliveries come from. The embedded service lists those it was opened with.
 *
 * `json` gets the answer: `webhook_notification_ips` and `last_updated`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_webhook_ips(const struct shiptrack_client *client,
                              struct shiptrack_buffer **json,
                              struct shiptrack_error **error);

/**
 * Sends a made-up notification to a URL once, and tells how it was answered. No webhook is registered. Where an
 * address is not public, the embedded service sends it for nobody but the process it runs in.
 *
 * `url`: Where the notification is posted.
 *
 * `event`: The name of the event.
 *
 * `draft` has what may be left out, and may be NULL:
 * - `secret`: What the notification is signed with.
 *
 * `json` gets the answer: `url`, `succeeded`, `error`, `status_code`, `request_headers`, `request_body`,
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
 * Delivers once more every notification that failed, to webhooks that are active. `count` gets how many, and may be NULL.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_replay_failed(const struct shiptrack_service *service,
                                        const char *account_id,
                                        size_t *count,
                                        struct shiptrack_error **error);

/**
 * Tells receivers that deliveries come from this address, too (an IP address, or a network in CIDR form): what
 * shiptrack_webhook_ips() answers. Without it the list is empty.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_webhook_ip(const struct shiptrack_service_options *options,
                                             const char *address,
                                             struct shiptrack_error **error);

/**
 * Sets the pauses between the attempts of a delivery, in milliseconds, none negative: it is attempted once more than there
 * are `pauses_ms`, so once for none. Without it 5 and 30 s, 2, 5, 15 and 30 min, 1, 2, 4, 8, 12 and 24 h.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_service_options_delivery_retries(const struct shiptrack_service_options *options,
                                                   const int64_t *pauses_ms,
                                                   size_t count,
                                                   struct shiptrack_error **error);

/**
 * Makes a new secret, `whsec_…`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_webhook_new_secret(struct shiptrack_buffer **secret, struct shiptrack_error **error);

/**
 * Signs a delivery of `body` under `id`, made at `unix_ms`: for tests of receivers, and for senders of their own. `secrets`
 * are `secrets_count` texts, the current one first.
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
 * Name of the category for readers.
 */
struct shiptrack_text shiptrack_webhook_event_category_name(const struct shiptrack_resource *resource);

/**
 * How many there are. Events of the category, as far as the account may have them.
 */
size_t shiptrack_webhook_event_category_events_count(const struct shiptrack_resource *resource);

/**
 * Name of the event.
 */
struct shiptrack_text shiptrack_webhook_event_category_events_name(const struct shiptrack_resource *resource,
                                                                   size_t index);

/**
 * Name of the event. As a number: SHIPTRACK_EVENT_…
 */
int32_t shiptrack_webhook_event_category_events_name_code(const struct shiptrack_resource *resource, size_t index);

/**
 * What the event tells, for readers.
 */
struct shiptrack_text shiptrack_webhook_event_category_events_description(const struct shiptrack_resource *resource,
                                                                          size_t index);

/** @} */

/** @addtogroup webhook_notification
 * @{ */

/**
 * Event it notifies of.
 */
struct shiptrack_text shiptrack_webhook_notification_event(const struct shiptrack_resource *resource);

/**
 * Event it notifies of. As a number: SHIPTRACK_EVENT_…
 */
int32_t shiptrack_webhook_notification_event_code(const struct shiptrack_resource *resource);

/**
 * How far its delivery has come; a delivered notification may already say `succeeded`.
 */
struct shiptrack_text shiptrack_webhook_notification_delivery_status(const struct shiptrack_resource *resource);

/**
 * How far its delivery has come; a delivered notification may already say `succeeded`. As a number:
 * SHIPTRACK_DELIVERY_STATUS_…
 */
int32_t shiptrack_webhook_notification_delivery_status_code(const struct shiptrack_resource *resource);

/**
 * When the notification was made.
 */
struct shiptrack_text shiptrack_webhook_notification_created_at(const struct shiptrack_resource *resource);

/**
 * Version of the payload, a date as text; no value for all events but those of documents.
 */
struct shiptrack_text shiptrack_webhook_notification_version(const struct shiptrack_resource *resource);

/**
 * Lists what webhooks were told, newest first.
 *
 * `query` may be NULL. Includes: `webhook`, `reference_object`, `tracking_request`, `transport_event`,
 * `estimated_event`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_webhook_notification_list(const struct shiptrack_client *client,
                                            const struct shiptrack_query *query,
                                            struct shiptrack_pages **pages,
                                            struct shiptrack_error **error);

/**
 * Reads what a webhook was told.
 *
 * `query` may be NULL. Includes: `webhook`, `reference_object`, `tracking_request`, `transport_event`,
 * `estimated_event`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_webhook_notification_get(const struct shiptrack_client *client,
                                           const char *id,
                                           const struct shiptrack_query *query,
                                           struct shiptrack_resource **resource,
                                           struct shiptrack_error **error);

/**
 * Reads made-up notifications of one event, as webhooks are told of it.
 *
 * `event`: The name of the event, such as `container.transport.vessel_arrived`.
 */
SHIPTRACK_CHECKED
int32_t shiptrack_webhook_notification_examples(const struct shiptrack_client *client,
                                                const char *event,
                                                struct shiptrack_pages **pages,
                                                struct shiptrack_error **error);

/**
 * Reads a notification that was verified: a resource of type `webhook_notification`, with what it is about included
 * (`shiptrack_resource_related(notification, "reference_object", 0)`; of which type that is for which event, is told at
 * shiptrack_events_notification()).
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
