/*
 * shiptrack: ocean freight tracking. A client of the Shipment Tracking Service API (v2), and that service itself inside
 * this process, on one SQLite file.
 *
 * This file is made from the library's sources by cbindgen; do not edit it.
 *
 * HOW IT READS
 *
 *   shiptrack_service *service = NULL;
 *   shiptrack_client *client = NULL;
 *   shiptrack_resource *request = NULL;
 *   shiptrack_error *error = NULL;
 *
 *   if (shiptrack_service_open("tracking.db", NULL, &service, &error) ||
 *       shiptrack_service_client(service, NULL, &client, &error) ||
 *       shiptrack_tracking_request_track(client, "bill_of_lading", "TEST-TR-SUCCEEDED", "TEST", NULL, NULL, &request,
 *                                        &error))
 *     fprintf(stderr, "%s\n", shiptrack_error_message(error).data);
 *   else
 *     printf("%s\n", shiptrack_tracking_request_status(request).data);
 *
 *   shiptrack_resource_free(request);
 *   shiptrack_client_free(client);
 *   shiptrack_service_free(service);
 *   shiptrack_error_free(error);
 *
 * RULES, which hold for every function unless it says otherwise
 *
 *   Status     A function that can fail returns an int32_t: SHIPTRACK_OK (0), or why not (SHIPTRACK_ERROR_...).
 *              SHIPTRACK_DONE and SHIPTRACK_ABSENT are no errors: there is nothing more, or no such value;
 *              SHIPTRACK_FAILED(status) tells them from errors.
 *              Numbers are never reused. Switch on them with a default: later versions add to them.
 *   Error      The last argument says what went wrong in full. Pass NULL when you do not want to know; else a pointer to
 *              a `shiptrack_error *`, which is written when the function fails, and then is yours to free. Never pass
 *              `&error` and `error` in one call, as in `must(f(x, &error), error)`: the order in which arguments are
 *              worked out is not defined. Write `must(f(x, &error), &error)`.
 *   Outputs    come last, and are written only on success. An output that must not be NULL is checked before anything is
 *              done.
 *   Objects    are opaque pointers. What a function writes through a pointer to a non-const pointer is yours: free it with
 *              the function of its type. What is const is borrowed; the comment of its type says for how long. Freeing NULL
 *              is harmless. NULL, an object of another kind, a closed one, and one from before a fork() become a status;
 *              a debug build of the library also catches freed ones.
 *   const      says who frees: an object passed as `const T *` stays yours and alive. It does not say that nothing changes:
 *              setters of options, queries, drafts and headers take `const T *` too, for the object is the way to something
 *              that is locked while it changes, so that several threads may use it at a time.
 *   Refusals   A setter refuses what it can see is wrong at once, with SHIPTRACK_ERROR_INVALID; shiptrack_error_pointer()
 *              is then the name of its argument, or of the setting. How settings go together is seen when they are used.
 *   Texts      coming in are NUL-terminated UTF-8, and copied. Bytes coming in are a pointer and a length; NULL is fine for
 *              no bytes. Texts going out are a shiptrack_text: borrowed, counted, and NUL-terminated.
 *   Time       is in milliseconds (_ms). A moment (unix_ms) counts from 1970-01-01T00:00:00Z. A negative length of time is
 *              refused with SHIPTRACK_ERROR_INVALID; what 0 means is said where it is taken.
 *   Threads    Each type says who may use it. The library's own threads block all signals. Each callback says which thread
 *              runs it; none runs while anything is locked, so a callback may call the library.
 *   Enums      are int32_t, and never an enum type of the compiler's.
 *
 * Dual-licensed under MIT or Apache-2.0.
 */


#ifndef SHIPTRACK_H
#define SHIPTRACK_H

#include <stddef.h>
#include <stdint.h>

/* 1 when `text` has a value: it may be empty, but it is not null. */
#define SHIPTRACK_HAS(text) ((text).data != NULL)

/* The text as a C string, or `otherwise` when it has no value: for printf. `text` is evaluated twice. */
#define SHIPTRACK_OR(text, otherwise) ((text).data != NULL ? (text).data : (otherwise))

/* True when a status says that the function failed: not for SHIPTRACK_OK, SHIPTRACK_DONE, SHIPTRACK_ABSENT. */
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
 * Another process holds the database.
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
 * HTTP 507: the disk of the service's store is full. Nothing was written; reading goes on, and so does writing as soon as
 * there is room.
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
 * shiptrack_tracking_request_track(): there was a live request for the number before, and it was taken over.
 */
#define SHIPTRACK_TRACKED_ADOPTED 1

/**
 * shiptrack_tracking_request_track(): this call created the request.
 */
#define SHIPTRACK_TRACKED_CREATED 2

/**
 * shiptrack_tracking_request_track_surely(): this call created the request, and it may be the second one for the number:
 * an earlier attempt had an unknown outcome, and may have made one that has failed since.
 */
#define SHIPTRACK_TRACKED_MAYBE_SECOND 3

/**
 * shiptrack_tracking_request_track(): the newest request for the number failed, for a reason that lies in the number; it
 * is returned as it is, and nothing was made. SHIPTRACK_AGAIN_… decides.
 */
#define SHIPTRACK_TRACKED_RETURNED 4

/**
 * A number whose newest request failed for a reason that lies in the number is not asked for again: for a week when there can
 * be no such number, for a day when it was not found. In every other case a new request is made. What
 * shiptrack_tracking_request_track() does.
 */
#define SHIPTRACK_AGAIN_BY_REASON 1

/**
 * A new request is made, whatever became of the last one.
 */
#define SHIPTRACK_AGAIN_ALWAYS 2

/**
 * A request that failed is returned, however long ago and for whatever reason.
 */
#define SHIPTRACK_AGAIN_NEVER 3

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
 * There is no value.
 */
#define SHIPTRACK_CODE_NONE 0

/**
 * A value this version of the library does not know; read its text.
 */
#define SHIPTRACK_CODE_OTHER -1

/**
 * `bill_of_lading`: A master bill of lading.
 */
#define SHIPTRACK_REQUEST_TYPE_BILL_OF_LADING 1

/**
 * `booking_number`: A carrier's booking.
 */
#define SHIPTRACK_REQUEST_TYPE_BOOKING_NUMBER 2

/**
 * `container`: One container.
 */
#define SHIPTRACK_REQUEST_TYPE_CONTAINER 3

/**
 * `pending`: The carrier is being asked.
 */
#define SHIPTRACK_REQUEST_STATUS_PENDING 1

/**
 * `awaiting_manifest`: The carrier has no data yet; it is asked again every day.
 */
#define SHIPTRACK_REQUEST_STATUS_AWAITING_MANIFEST 2

/**
 * `created`: A shipment is linked and followed.
 */
#define SHIPTRACK_REQUEST_STATUS_CREATED 3

/**
 * `failed`: Nothing came of it; see the failed reason.
 */
#define SHIPTRACK_REQUEST_STATUS_FAILED 4

/**
 * `tracking_stopped`: The shipment is no longer followed.
 */
#define SHIPTRACK_REQUEST_STATUS_TRACKING_STOPPED 5

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
 * `internal_processing_error`: The service itself failed; tried again.
 */
#define SHIPTRACK_FAILED_REASON_INTERNAL_PROCESSING_ERROR 4

/**
 * `invalid_number`: The carrier says there can be no such number.
 */
#define SHIPTRACK_FAILED_REASON_INVALID_NUMBER 5

/**
 * `not_found`: The carrier does not know the number.
 */
#define SHIPTRACK_FAILED_REASON_NOT_FOUND 6

/**
 * `retries_exhausted`: Every try allowed was made.
 */
#define SHIPTRACK_FAILED_REASON_RETRIES_EXHAUSTED 7

/**
 * `shipping_line_unreachable`: The carrier does not answer; tried again.
 */
#define SHIPTRACK_FAILED_REASON_SHIPPING_LINE_UNREACHABLE 8

/**
 * `unrecognized_response`: The carrier's answer cannot be read; tried again.
 */
#define SHIPTRACK_FAILED_REASON_UNRECOGNIZED_RESPONSE 9

/**
 * `data_unavailable`: The carrier withholds the data.
 */
#define SHIPTRACK_FAILED_REASON_DATA_UNAVAILABLE 10

/**
 * `scac_auto_detect_failed`: No carrier could be inferred from the number.
 */
#define SHIPTRACK_FAILED_REASON_SCAC_AUTO_DETECT_FAILED 11

/**
 * `awaiting_manifest`: The carrier has no data yet; a passing reason.
 */
#define SHIPTRACK_FAILED_REASON_AWAITING_MANIFEST 12

/**
 * `new`: No milestone yet.
 */
#define SHIPTRACK_CONTAINER_STATUS_NEW 1

/**
 * `on_ship`: On a vessel.
 */
#define SHIPTRACK_CONTAINER_STATUS_ON_SHIP 2

/**
 * `available`: May be picked up.
 */
#define SHIPTRACK_CONTAINER_STATUS_AVAILABLE 3

/**
 * `not_available`: At the terminal, held.
 */
#define SHIPTRACK_CONTAINER_STATUS_NOT_AVAILABLE 4

/**
 * `grounded`: Off the vessel; nobody says whether it may be picked up.
 */
#define SHIPTRACK_CONTAINER_STATUS_GROUNDED 5

/**
 * `on_rail`: On a rail car.
 */
#define SHIPTRACK_CONTAINER_STATUS_ON_RAIL 6

/**
 * `picked_up`: Picked up.
 */
#define SHIPTRACK_CONTAINER_STATUS_PICKED_UP 7

/**
 * `off_dock`: Moved to another yard.
 */
#define SHIPTRACK_CONTAINER_STATUS_OFF_DOCK 8

/**
 * `delivered`: Delivered, as a user says.
 */
#define SHIPTRACK_CONTAINER_STATUS_DELIVERED 9

/**
 * `dropped`: Dropped.
 */
#define SHIPTRACK_CONTAINER_STATUS_DROPPED 10

/**
 * `loaded`: Loaded.
 */
#define SHIPTRACK_CONTAINER_STATUS_LOADED 11

/**
 * `empty_returned`: Came back empty.
 */
#define SHIPTRACK_CONTAINER_STATUS_EMPTY_RETURNED 12

/**
 * `awaiting_inland_transfer`: Off the vessel, a rail leg ahead.
 */
#define SHIPTRACK_CONTAINER_STATUS_AWAITING_INLAND_TRANSFER 13

/**
 * `all_containers_terminated`: Every container came back empty.
 */
#define SHIPTRACK_STOP_REASON_ALL_CONTAINERS_TERMINATED 1

/**
 * `past_arrival_window`: Too long since the vessel arrived.
 */
#define SHIPTRACK_STOP_REASON_PAST_ARRIVAL_WINDOW 2

/**
 * `past_full_out_window`: Too long since the containers were picked up.
 */
#define SHIPTRACK_STOP_REASON_PAST_FULL_OUT_WINDOW 3

/**
 * `no_updates_at_line`: Too long without news from the carrier.
 */
#define SHIPTRACK_STOP_REASON_NO_UPDATES_AT_LINE 4

/**
 * `cancelled_by_user`: A user said so.
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
 * `shipping_line`: The ocean carrier.
 */
#define SHIPTRACK_DATA_SOURCE_SHIPPING_LINE 1

/**
 * `terminal`: The terminal.
 */
#define SHIPTRACK_DATA_SOURCE_TERMINAL 2

/**
 * `ais`: The vessel's own position reports.
 */
#define SHIPTRACK_DATA_SOURCE_AIS 3

/**
 * `rail`: The railway.
 */
#define SHIPTRACK_DATA_SOURCE_RAIL 4

/**
 * `user_input`: A user.
 */
#define SHIPTRACK_DATA_SOURCE_USER_INPUT 5

/**
 * `t49_operations_team`: The operations team of the hosted service.
 */
#define SHIPTRACK_DATA_SOURCE_OPERATIONS_TEAM 6

/**
 * `t49_calculation`: The hosted service, which calculated it.
 */
#define SHIPTRACK_DATA_SOURCE_CALCULATION 7

/**
 * `pierpass`: PierPass, the appointment system of the terminals at Los Angeles and Long Beach.
 */
#define SHIPTRACK_DATA_SOURCE_PIERPASS 8

/**
 * `upload`: Uploaded by hand.
 */
#define SHIPTRACK_DOCUMENT_SOURCE_UPLOAD 1

/**
 * `api`: Sent through the interface.
 */
#define SHIPTRACK_DOCUMENT_SOURCE_API 2

/**
 * `email`: Attached to a message.
 */
#define SHIPTRACK_DOCUMENT_SOURCE_EMAIL 3

/**
 * `split_document`: Cut out of another document.
 */
#define SHIPTRACK_DOCUMENT_SOURCE_SPLIT_DOCUMENT 4

/**
 * `pending`: Not delivered yet.
 */
#define SHIPTRACK_DELIVERY_STATUS_PENDING 1

/**
 * `succeeded`: Delivered.
 */
#define SHIPTRACK_DELIVERY_STATUS_SUCCEEDED 2

/**
 * `failed`: Given up.
 */
#define SHIPTRACK_DELIVERY_STATUS_FAILED 3

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
 * `container.transport.estimated.vessel_arrived`: The estimated arrival of this container at the port of discharge changed.
 */
#define SHIPTRACK_EVENT_TRANSPORT_ESTIMATED_VESSEL_ARRIVED 40

/**
 * `container.transport.estimated.arrived_at_inland_destination`: The estimated arrival at the inland destination changed.
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
 * How many threads a worker has that is good for a host with some hundred receivers and carriers, a few of which hang.
 */
#define SHIPTRACK_WORKER_THREADS 32

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
 * It refuses our credentials: the request keeps its state and is tried again (`shipping_line_unreachable`), 14 times within a
 * day; then it fails (`retries_exhausted`).
 */
#define SHIPTRACK_LOOK_UP_REFUSED 6

/**
 * It cannot be reached: tried again as after SHIPTRACK_LOOK_UP_REFUSED, no sooner than shiptrack_answer_retry_after() says.
 */
#define SHIPTRACK_LOOK_UP_UNREACHABLE 7

/**
 * Its answer cannot be read: tried again as after SHIPTRACK_LOOK_UP_REFUSED (`unrecognized_response`).
 */
#define SHIPTRACK_LOOK_UP_UNREADABLE 8

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
 * An activity: a record was left out of a listing because it cannot be read; all others are there. `message` says which, and
 * what is wrong with it. Told once for a record.
 */
#define SHIPTRACK_ACTIVITY_RECORD_LEFT_OUT 8

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
 * The delivery was verified by the signature of its body alone: it may have been captured and sent again.
 */
#define SHIPTRACK_SCHEME_HOSTED 1

/**
 * The delivery was verified by Standard Webhooks: id, time stamp and body.
 */
#define SHIPTRACK_SCHEME_STANDARD 2

/**
 * Where a carrier's callback puts what it knows.
 *
 * Ownership and lifetime: borrowed for the call of the callback.
 */
typedef struct shiptrack_answer shiptrack_answer;

/**
 * A document to be read.
 *
 * Ownership and lifetime: borrowed for the call of the callback.
 */
typedef struct shiptrack_attachment shiptrack_attachment;

/**
 * Bytes or a text that are yours: the content of a document, a signature.
 *
 * Ownership: yours; free it with shiptrack_buffer_free().
 * Threads: any number may read it at a time.
 */
typedef struct shiptrack_buffer shiptrack_buffer;

/**
 * Tells waiting calls to give up.
 *
 * Ownership: yours; free it with shiptrack_cancel_free(), at any time: calls that wait on it are not affected.
 * Threads: any number may use it at a time; that is what it is for. Not for signal handlers.
 */
typedef struct shiptrack_cancel shiptrack_cancel;

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
 * A clock that stands still until it is moved: for tests and rehearsals of a service. Waiting on it moves it.
 *
 * Ownership: yours; free it with shiptrack_clock_free(), also while a service still runs on it.
 * Threads: any number may use it at a time.
 */
typedef struct shiptrack_clock shiptrack_clock;

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
 * Any other is refused by the function that is given the draft, with SHIPTRACK_ERROR_INVALID and its name as the pointer,
 * and so is one of the wrong shape. What a later version of the service takes goes through shiptrack_client_send().
 *
 * Ownership: yours; free it with shiptrack_draft_free().
 * Threads: any number may use it at a time.
 */
typedef struct shiptrack_draft shiptrack_draft;

/**
 * What went wrong: written by a function that failed, when its last argument was not NULL.
 *
 * Ownership: yours; free it with shiptrack_error_free().
 * Lifetime: its texts live as long as it does; it outlives the objects it came from.
 * Threads: any number may read it at a time.
 */
typedef struct shiptrack_error shiptrack_error;

/**
 * Events of the service, in the order they happened.
 *
 * Ownership: yours; free it with shiptrack_events_free(), which ends what was borrowed from it.
 * Threads: any number may read it at a time.
 */
typedef struct shiptrack_events shiptrack_events;

/**
 * Where an extractor's callback puts what it read.
 *
 * Ownership and lifetime: borrowed for the call of the callback.
 */
typedef struct shiptrack_extraction shiptrack_extraction;

/**
 * Header fields of a delivery or a request: names with values.
 *
 * Ownership: yours; free it with shiptrack_headers_free().
 * Lifetime: its texts live as long as it does.
 * Threads: any number may read it at a time, when none adds to it.
 */
typedef struct shiptrack_headers shiptrack_headers;

/**
 * What the service makes of a bare number. Everything in it may have no value.
 *
 * Ownership: yours; free it with shiptrack_inference_free().
 * Lifetime: its texts live as long as it does.
 * Threads: any number may read it at a time.
 */
typedef struct shiptrack_inference shiptrack_inference;

/**
 * What taking in a message gave.
 *
 * Ownership: yours; free it with shiptrack_ingested_free(), which ends what was borrowed from it.
 * Threads: any number may read it at a time.
 */
typedef struct shiptrack_ingested shiptrack_ingested;

/**
 * What a carrier is asked.
 *
 * Ownership and lifetime: borrowed for the call of the callback.
 */
typedef struct shiptrack_look_up shiptrack_look_up;

/**
 * A number that was checked.
 *
 * Ownership: yours; free it with shiptrack_number_free().
 * Lifetime: its texts live as long as it does.
 * Threads: any number may read it at a time.
 */
typedef struct shiptrack_number shiptrack_number;

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
 * Parameters of a listing or a request. The functions that take one take NULL for none; they copy what they need,
 * so it may be changed, used again and freed afterwards.
 *
 * Ownership: yours; free it with shiptrack_query_free().
 * Threads: any number may use it at a time.
 */
typedef struct shiptrack_query shiptrack_query;

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
 * An answer as it came.
 *
 * Ownership: yours; free it with shiptrack_response_free().
 * Lifetime: its texts live as long as it does.
 * Threads: any number may read it at a time.
 */
typedef struct shiptrack_response shiptrack_response;

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
 * Verifies deliveries with the secrets of a webhook. Its keys are prepared once: keep it and share it.
 *
 * Ownership: yours; free it with shiptrack_verifier_free().
 * Threads: any number may use it at a time.
 */
typedef struct shiptrack_verifier shiptrack_verifier;

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
 */
typedef void (*shiptrack_attempt_fn)(void *user_data, const struct shiptrack_attempt *attempt);

/**
 * Is called once, when the library needs the user data no more; NULL when nothing is to be done then: after the last object
 * that could still lead to the callback was freed, on the thread that freed it. For what is plugged into a service these are
 * the service, the settings it was made with, and every client, listing and server made from it; a closed service, and what
 * was closed with it, count as freed, listings do not. For what is plugged into a
 * client the settings, the client, and every client and listing made from it. The callback is not called after it.
 */
typedef void (*shiptrack_destroy_fn)(void *user_data);

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
 */
typedef void (*shiptrack_pause_fn)(void *user_data, const struct shiptrack_pause *pause);

/**
 * Is given a line for people: about every attempt of a client (`GET /v2/containers: 200 in 12 ms`) and every pause for the rate
 * limit when it begins (`POST /v2/tracking_requests: waits 42 s for the rate limit`), or about everything a
 * service does by itself (`look-up of MAEU123456789 at MAEU: not_found, try 1`). `is_problem` is 1 when it went wrong, else 0.
 * `line` is borrowed for the call. It runs on the thread that makes the call or does the work; several may run it at a time.
 */
typedef void (*shiptrack_log_fn)(void *user_data, int32_t is_problem, const char *line);

/**
 * Is shown a tracking request every time shiptrack_tracking_request_wait() looks at it. It runs on the thread that waits;
 * `request` is borrowed for the call. Return 0 to go on waiting, anything else to stop with SHIPTRACK_ERROR_CANCELLED.
 */
typedef int32_t (*shiptrack_progress_fn)(void *user_data, const struct shiptrack_resource *request);

/**
 * Answers a look-up: put what is known into `answer` and return SHIPTRACK_OK, or return why there is nothing
 * (SHIPTRACK_LOOK_UP_…). Any other number is taken for SHIPTRACK_LOOK_UP_UNREADABLE. SHIPTRACK_OK without any
 * fact, when none is known from before, counts as SHIPTRACK_LOOK_UP_NO_DATA_YET (an activity tells it as `no_data_yet`): who
 * knows nothing of the number returns SHIPTRACK_LOOK_UP_NOT_FOUND.
 * shiptrack_answer_problem() adds words.
 *
 * It runs on the thread that does the due work: a caller of shiptrack_service_run_due(),
 * shiptrack_tracking_request_wait() or shiptrack_service_wait_events(), or the worker; several threads may run it at a
 * time. Nothing is locked: it may call the service. It must return: no longjmp(), no exception.
 */
typedef int32_t (*shiptrack_carrier_fn)(void *user_data,
                                        const struct shiptrack_look_up *look_up,
                                        const struct shiptrack_answer *answer);

/**
 * Reads a document that came with a message: put what it says into `extraction` and return SHIPTRACK_OK; leave `extraction`
 * alone when such documents are not for this callback. Any other number says that reading failed; shiptrack_extraction_problem()
 * adds why.
 *
 * It runs on the thread that calls shiptrack_service_ingest_email(), or one of the server's; several may run it at a time.
 * Nothing is locked: it may call the service. It must return: no longjmp(), no exception.
 */
typedef int32_t (*shiptrack_extractor_fn)(void *user_data,
                                          const struct shiptrack_attachment *attachment,
                                          const struct shiptrack_extraction *extraction);

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
   * What it is about: the id of the tracking request, the notification, or the document.
   */
  const char *id;
  /**
   * A delivery: the id of the webhook.
   */
  const char *webhook_id;
  /**
   * A look-up, doubtful facts: the carrier's code; NULL when it could not be inferred from the number.
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
   * With `status`: what was wrong, for people. Doubtful facts: all of `doubts` in one text. A look-up: what the carrier's
   * callback said with shiptrack_answer_problem().
   */
  const char *message;
  /**
   * Doubtful facts: what looks wrong, one sentence each: a milestone nobody knows, a container number whose check digit
   * is wrong.
   */
  const char *const *doubts;
  /**
   * How many `doubts` there are.
   */
  size_t doubt_count;
} shiptrack_activity;

/**
 * Is told of everything a service does by itself, right after it was written down. It runs on the thread that did the work
 * (a caller's, the worker's, the server's), with nothing locked: it may use the service. Several threads may run it at a
 * time.
 */
typedef void (*shiptrack_activity_fn)(void *user_data, const struct shiptrack_activity *activity);

/**
 * Is told how far shiptrack_service_settle() has come, at the beginning and after each item: how many look-ups and
 * deliveries were `done` since the call began, by whatever thread, and how many are due and `left`. Doing one may make
 * others due, so `left` can rise; with many of them it may be a hundredth off. It runs on the thread that called, with
 * nothing locked. Return 0 to go on, anything else to stop with SHIPTRACK_ERROR_CANCELLED.
 */
typedef int32_t (*shiptrack_settle_progress_fn)(void *user_data, size_t done, uint64_t left);

/**
 * Is called whenever something happened that a host driving the service wants to know: work came in or was done, so that
 * shiptrack_service_next_due() or shiptrack_service_events() may answer otherwise than before, or the service was closed.
 *
 * It runs on the thread where it happened (a caller's, the worker's, the server's), with nothing locked; several threads
 * may run it at a time. It should do no more than wake the host's own loop.
 */
typedef void (*shiptrack_wake_fn)(void *user_data);

/**
 * A time stamp taken apart.
 */
typedef struct shiptrack_time {
  /**
   * Milliseconds since 1970-01-01T00:00:00Z, rounded down. For a date alone: those of its midnight in UTC.
   */
  int64_t unix_ms;
  /**
   * How far the clock it was written by is ahead of UTC, in seconds.
   */
  int32_t offset_seconds;
  /**
   * Year of its writer's calendar.
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
   * 1 for a day without a time: nobody said at what time of day, in whose zone. Else 0.
   */
  int32_t is_date;
} shiptrack_time;

#ifdef __cplusplus
extern "C" {
#endif /* __cplusplus */

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
 * Frees an error. NULL is harmless.
 */
void shiptrack_error_free(struct shiptrack_error *error);

/**
 * The status the function that failed returned.
 */
int32_t shiptrack_error_status(const struct shiptrack_error *error);

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
size_t shiptrack_error_object_count(const struct shiptrack_error *error);

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
 * Reads an answered error as a client does: any HTTP status, any body. For hosts that receive answers by other ways.
 */
int32_t shiptrack_error_from_answer(int32_t http_status,
                                    const char *retry_after,
                                    const uint8_t *body,
                                    size_t body_length,
                                    struct shiptrack_error **answered,
                                    struct shiptrack_error **error);

/**
 * The bytes. They may be anything, NULs too; a NUL stands behind them.
 */
struct shiptrack_text shiptrack_buffer_view(const struct shiptrack_buffer *buffer);

/**
 * Frees the bytes. NULL is harmless.
 */
void shiptrack_buffer_free(struct shiptrack_buffer *buffer);

/**
 * Makes one that nobody has cancelled yet.
 */
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

/**
 * Makes a client of the service at `base_url` (`https://host/v2`), with an API key. `options` may be NULL.
 */
int32_t shiptrack_client_open(const char *base_url,
                              const char *api_key,
                              const struct shiptrack_client_options *options,
                              struct shiptrack_client **client,
                              struct shiptrack_error **error);

/**
 * Makes a client set up by the environment: SHIPTRACK_BASE_URL and SHIPTRACK_API_KEY. `options` may be NULL.
 */
int32_t shiptrack_client_from_env(const struct shiptrack_client_options *options,
                                  struct shiptrack_client **client,
                                  struct shiptrack_error **error);

/**
 * Makes a client that shares everything with `client`, its calls limited to `milliseconds` each: everything included. With 0
 * each ends at once, with SHIPTRACK_ERROR_TIMEOUT; a negative time is refused.
 */
int32_t shiptrack_client_with_timeout(const struct shiptrack_client *client,
                                      int64_t milliseconds,
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
int32_t shiptrack_client_set_api_key(const struct shiptrack_client *client,
                                     const char *api_key,
                                     struct shiptrack_error **error);

/**
 * How many requests of this bucket (SHIPTRACK_BUCKET_…) could go now without waiting, as far as this client knows; -1
 * without a limit. Other processes that use the same key are not counted.
 */
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
 * Asks the service what a number is and which carrier it belongs to.
 */
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
size_t shiptrack_inference_candidate_count(const struct shiptrack_inference *inference);

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
 * Makes settings that are all at their defaults.
 */
int32_t shiptrack_client_options_new(struct shiptrack_client_options **options, struct shiptrack_error **error);

/**
 * Limits every call to this time, pauses and the wait for the rate allowance included: milliseconds from 1; 0 and less are
 * refused. Without it a call may spend thirty seconds on the network and in pauses, and waits for the allowance as long as it
 * takes.
 */
int32_t shiptrack_client_options_timeout(const struct shiptrack_client_options *options,
                                         int64_t milliseconds,
                                         struct shiptrack_error **error);

/**
 * Waits this many milliseconds for a connection at most, from 1; ten seconds unless told otherwise. 0 and less are refused.
 */
int32_t shiptrack_client_options_connect_timeout(const struct shiptrack_client_options *options,
                                                 int64_t milliseconds,
                                                 struct shiptrack_error **error);

/**
 * Lets the key be sent unencrypted to another machine: for a service inside a network one trusts.
 */
int32_t shiptrack_client_options_allow_insecure_http(const struct shiptrack_client_options *options,
                                                     struct shiptrack_error **error);

/**
 * Sends a request `attempts` times at most (1: never again). The first pause is a random share of `base_ms`, every further
 * one of twice as much, none longer than `cap_ms`. Both are milliseconds from 0, for no pause. Without it: 3, 500 and 20,000.
 */
int32_t shiptrack_client_options_retries(const struct shiptrack_client_options *options,
                                         uint32_t attempts,
                                         int64_t base_ms,
                                         int64_t cap_ms,
                                         struct shiptrack_error **error);

/**
 * Keeps to `requests` of a bucket (SHIPTRACK_BUCKET_…) in any `window_ms`, which is one for all buckets; a negative number
 * is no limit. Without it the interface's own: 100, 100 creations, 200 inferences, 10 refreshes a minute.
 */
int32_t shiptrack_client_options_limit(const struct shiptrack_client_options *options,
                                       int32_t bucket,
                                       int64_t requests,
                                       int64_t window_ms,
                                       struct shiptrack_error **error);

/**
 * Says this in the User-Agent field.
 */
int32_t shiptrack_client_options_user_agent(const struct shiptrack_client_options *options,
                                            const char *text,
                                            struct shiptrack_error **error);

/**
 * Sends a header field along with every request. Its value is treated as a secret.
 */
int32_t shiptrack_client_options_header(const struct shiptrack_client_options *options,
                                        const char *name,
                                        const char *value,
                                        struct shiptrack_error **error);

/**
 * Accepts answers of at most this many bytes, decoded; 16 MiB unless told otherwise.
 */
int32_t shiptrack_client_options_body_limit(const struct shiptrack_client_options *options,
                                            size_t bytes,
                                            struct shiptrack_error **error);

/**
 * Connects through the HTTP proxy at this URL. The environment is not asked for one.
 */
int32_t shiptrack_client_options_proxy(const struct shiptrack_client_options *options,
                                       const char *url,
                                       struct shiptrack_error **error);

/**
 * Believes exactly the certificates in this PEM text, in place of those of the machine.
 */
int32_t shiptrack_client_options_roots_pem(const struct shiptrack_client_options *options,
                                           const uint8_t *pem,
                                           size_t pem_length,
                                           struct shiptrack_error **error);

/**
 * Believes the certificate authorities that Mozilla trusted when this library was built, in place of those of the machine.
 */
int32_t shiptrack_client_options_roots_bundled(const struct shiptrack_client_options *options,
                                               struct shiptrack_error **error);

/**
 * Has `callback` told of every attempt. `destroy` is called with `user_data` when the settings, every client made with
 * them, and every client and listing made from these are freed; it may be NULL. When the call fails, `user_data` stays yours.
 */
int32_t shiptrack_client_options_on_attempt(const struct shiptrack_client_options *options,
                                            shiptrack_attempt_fn callback,
                                            void *user_data,
                                            shiptrack_destroy_fn destroy,
                                            struct shiptrack_error **error);

/**
 * Has `callback` told when a call begins to wait for the rate limit, which looks like a hang to whoever is not told. `destroy`
 * as with shiptrack_client_options_on_attempt().
 */
int32_t shiptrack_client_options_on_pause(const struct shiptrack_client_options *options,
                                          shiptrack_pause_fn callback,
                                          void *user_data,
                                          shiptrack_destroy_fn destroy,
                                          struct shiptrack_error **error);

/**
 * Has `callback` given a line for people about every attempt, and every pause for the rate limit. `destroy` as with shiptrack_client_options_on_attempt().
 */
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
int32_t shiptrack_client_send(const struct shiptrack_client *client,
                              const char *method,
                              const char *path,
                              const struct shiptrack_query *query,
                              const uint8_t *json,
                              size_t json_length,
                              struct shiptrack_response **response,
                              struct shiptrack_error **error);

/**
 * The HTTP status; 0 for no response.
 */
int32_t shiptrack_response_http_status(const struct shiptrack_response *response);

/**
 * The body.
 */
struct shiptrack_text shiptrack_response_body(const struct shiptrack_response *response);

/**
 * The first value of a header field; upper and lower case are the same.
 */
struct shiptrack_text shiptrack_response_header(const struct shiptrack_response *response, const char *name);

/**
 * How many header fields it has.
 */
size_t shiptrack_response_header_count(const struct shiptrack_response *response);

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
 * Tracks a number: creates a tracking request, or takes over the live one there is. Safe to call twice. When the newest
 * request for the number failed, and the reason lies in the number, that one is returned as it is
 * (SHIPTRACK_TRACKED_RETURNED); shiptrack_tracking_request_track_again() decides otherwise.
 *
 * The arguments are those of shiptrack_tracking_request_create(); `how` tells which it was (SHIPTRACK_TRACKED_…), and
 * may be NULL. A request that was taken over gets the `ref_numbers` of the draft it lacks, when the service takes them;
 * anything else of the draft it does not get: shiptrack_tracking_request_left_out_at() names what it lacks.
 */
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
int32_t shiptrack_tracking_request_track_surely(const struct shiptrack_client *client,
                                                const char *request_type,
                                                const char *request_number,
                                                const char *scac,
                                                const struct shiptrack_draft *draft,
                                                int32_t *how,
                                                struct shiptrack_resource **resource,
                                                struct shiptrack_error **error);

/**
 * Tracks a number, and says what becomes of one whose newest request failed: `again` is one of SHIPTRACK_AGAIN_…. With
 * `surely` other than 0 as shiptrack_tracking_request_track_surely(), else as shiptrack_tracking_request_track().
 */
int32_t shiptrack_tracking_request_track_again(const struct shiptrack_client *client,
                                               const char *request_type,
                                               const char *request_number,
                                               const char *scac,
                                               const struct shiptrack_draft *draft,
                                               int32_t again,
                                               int32_t surely,
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
 * It waits `timeout_ms` at most (then SHIPTRACK_ERROR_TIMEOUT; the request goes on living) and looks every `poll_ms`, more
 * often at first; 0 takes five minutes and five seconds, a negative time is refused. `progress` may be NULL. To be able to end it from another thread,
 * wait with a client of shiptrack_client_with_cancel().
 */
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
int32_t shiptrack_tracking_request_wait_until_answered(const struct shiptrack_client *client,
                                                       const char *id,
                                                       int64_t timeout_ms,
                                                       int64_t poll_ms,
                                                       shiptrack_progress_fn progress,
                                                       void *user_data,
                                                       struct shiptrack_resource **resource,
                                                       struct shiptrack_error **error);

/**
 * Reads a tracking request. `query` may ask for `tracked_object`, and may be NULL.
 */
int32_t shiptrack_tracking_request_get(const struct shiptrack_client *client,
                                       const char *id,
                                       const struct shiptrack_query *query,
                                       struct shiptrack_resource **resource,
                                       struct shiptrack_error **error);

/**
 * Reads a shipment. `query` may ask for what shiptrack_shipment_list() names, and may be NULL.
 */
int32_t shiptrack_shipment_get(const struct shiptrack_client *client,
                               const char *id,
                               const struct shiptrack_query *query,
                               struct shiptrack_resource **resource,
                               struct shiptrack_error **error);

/**
 * Reads a container. `query` may ask for what shiptrack_container_list() names, and may be NULL.
 */
int32_t shiptrack_container_get(const struct shiptrack_client *client,
                                const char *id,
                                const struct shiptrack_query *query,
                                struct shiptrack_resource **resource,
                                struct shiptrack_error **error);

/**
 * Reads a document. `query` may ask for what shiptrack_document_list() names, and may be NULL.
 */
int32_t shiptrack_document_get(const struct shiptrack_client *client,
                               const char *id,
                               const struct shiptrack_query *query,
                               struct shiptrack_resource **resource,
                               struct shiptrack_error **error);

/**
 * Reads a notification of a webhook. `query` may ask for what shiptrack_webhook_notification_list() names, and may be
 * NULL.
 */
int32_t shiptrack_webhook_notification_get(const struct shiptrack_client *client,
                                           const char *id,
                                           const struct shiptrack_query *query,
                                           struct shiptrack_resource **resource,
                                           struct shiptrack_error **error);

/**
 * Reads a webhook.
 */
int32_t shiptrack_webhook_get(const struct shiptrack_client *client,
                              const char *id,
                              struct shiptrack_resource **resource,
                              struct shiptrack_error **error);

/**
 * Reads an ocean carrier; its id is its code.
 */
int32_t shiptrack_shipping_line_get(const struct shiptrack_client *client,
                                    const char *id,
                                    struct shiptrack_resource **resource,
                                    struct shiptrack_error **error);

/**
 * Lists tracking requests, newest first. Filters: `filter[request_number]` (or `q`), `filter[scac]`, `filter[status]`,
 * `filter[created_at][start]`, `filter[created_at][end]`, `filter[updated_at][start]`, `filter[updated_at][end]`, which
 * are moments or days. Includes: `tracked_object`, also when none is asked for. `query` may be NULL.
 *
 * Every listing that comes in pages takes `page[size]` and `page[number]` (see shiptrack_query_set()), and for each family
 * its comment names what a service in this process takes beside them. It refuses everything else with
 * SHIPTRACK_ERROR_BAD_REQUEST; a hosted service may take more.
 */
int32_t shiptrack_tracking_request_list(const struct shiptrack_client *client,
                                        const struct shiptrack_query *query,
                                        struct shiptrack_pages **pages,
                                        struct shiptrack_error **error);

/**
 * Lists shipments, newest first. Filters: `number` (or `q`), `filter[tracking_stopped]` (`true`, `false`). Includes:
 * `containers`, `pod_terminal`, `port_of_lading`, `port_of_discharge`, `destination`, `destination_terminal`. `query` may
 * be NULL.
 */
int32_t shiptrack_shipment_list(const struct shiptrack_client *client,
                                const struct shiptrack_query *query,
                                struct shiptrack_pages **pages,
                                struct shiptrack_error **error);

/**
 * Lists containers. Filter: `filter[number]`. Includes: `shipment`, `pod_terminal`, `pickup_facility`,
 * `transport_events`. `query` may be NULL.
 */
int32_t shiptrack_container_list(const struct shiptrack_client *client,
                                 const struct shiptrack_query *query,
                                 struct shiptrack_pages **pages,
                                 struct shiptrack_error **error);

/**
 * Lists ocean carriers, all on one page. Filter: `search`, a part of a name or a code. No includes. `query` may be NULL.
 */
int32_t shiptrack_shipping_line_list(const struct shiptrack_client *client,
                                     const struct shiptrack_query *query,
                                     struct shiptrack_pages **pages,
                                     struct shiptrack_error **error);

/**
 * Lists email submissions. No filters. Includes: `account`, `user`, `documents`,
 * `documents.last_document_representation`; without one in `query` the last two come along. `query` may be NULL.
 */
int32_t shiptrack_email_submission_list(const struct shiptrack_client *client,
                                        const struct shiptrack_query *query,
                                        struct shiptrack_pages **pages,
                                        struct shiptrack_error **error);

/**
 * Lists documents. No filters in a service in this process; a hosted one takes `filter[filename]`, `filter[reference]`,
 * `filter[document_types]` and `sort`. Includes: `shipments`, `cargos`, `account`, `user`,
 * `last_document_representation`, `email_submission`. `query` may be NULL.
 */
int32_t shiptrack_document_list(const struct shiptrack_client *client,
                                const struct shiptrack_query *query,
                                struct shiptrack_pages **pages,
                                struct shiptrack_error **error);

/**
 * Lists webhooks. No filters, no includes. `query` may be NULL.
 */
int32_t shiptrack_webhook_list(const struct shiptrack_client *client,
                               const struct shiptrack_query *query,
                               struct shiptrack_pages **pages,
                               struct shiptrack_error **error);

/**
 * Lists notifications of webhooks. No filters. Includes: `webhook`, `reference_object`, `tracking_request`,
 * `transport_event`, `estimated_event`. `query` may be NULL.
 */
int32_t shiptrack_webhook_notification_list(const struct shiptrack_client *client,
                                            const struct shiptrack_query *query,
                                            struct shiptrack_pages **pages,
                                            struct shiptrack_error **error);

/**
 * Lists the events of a container. They come in no order of time: sort them by their time stamp. No filters. Includes:
 * `shipment`, `container`, `location`, `terminal`, `vessel`. `query` may be NULL.
 */
int32_t shiptrack_transport_event_list(const struct shiptrack_client *client,
                                       const char *container_id,
                                       const struct shiptrack_query *query,
                                       struct shiptrack_pages **pages,
                                       struct shiptrack_error **error);

/**
 * Reads an email submission. `query` may ask for what shiptrack_email_submission_list() names, and may be NULL.
 */
int32_t shiptrack_email_submission_get(const struct shiptrack_client *client,
                                       const char *id,
                                       const struct shiptrack_query *query,
                                       struct shiptrack_resource **resource,
                                       struct shiptrack_error **error);

/**
 * Creates a tracking request. Number and carrier are checked before anything leaves.
 *
 * `request_type` is `bill_of_lading`, `booking_number` or `container`. With `scac` NULL the service finds the carrier.
 * `draft` has further attributes, and may be NULL. SHIPTRACK_ERROR_DUPLICATE when a live request for the number is there
 * already: shiptrack_tracking_request_track() takes that one over instead.
 */
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
int32_t shiptrack_tracking_request_update(const struct shiptrack_client *client,
                                          const char *id,
                                          const struct shiptrack_draft *draft,
                                          struct shiptrack_resource **resource,
                                          struct shiptrack_error **error);

/**
 * Changes a shipment.
 */
int32_t shiptrack_shipment_update(const struct shiptrack_client *client,
                                  const char *id,
                                  const struct shiptrack_draft *draft,
                                  struct shiptrack_resource **resource,
                                  struct shiptrack_error **error);

/**
 * Stops following a shipment and all its containers.
 */
int32_t shiptrack_shipment_stop_tracking(const struct shiptrack_client *client,
                                         const char *id,
                                         struct shiptrack_resource **resource,
                                         struct shiptrack_error **error);

/**
 * Follows a shipment again that was stopped.
 */
int32_t shiptrack_shipment_resume_tracking(const struct shiptrack_client *client,
                                           const char *id,
                                           struct shiptrack_resource **resource,
                                           struct shiptrack_error **error);

/**
 * Registers a URL that is told of events. The answer holds the secret its deliveries are signed with. `draft` has
 * further attributes, and may be NULL.
 */
int32_t shiptrack_webhook_create(const struct shiptrack_client *client,
                                 const char *url,
                                 const struct shiptrack_draft *draft,
                                 struct shiptrack_resource **resource,
                                 struct shiptrack_error **error);

/**
 * Registers a URL unless it is registered: safe to call at every start of a program. Of several webhooks for the URL the
 * oldest is taken. That it is active, and what `draft` says of it, is set where it differs; what `draft` does not say stays.
 * Of two programs that do this at one moment one registers it. `how` tells which it was (SHIPTRACK_ENSURED_…), and may be
 * NULL, as `draft` may.
 */
int32_t shiptrack_webhook_ensure(const struct shiptrack_client *client,
                                 const char *url,
                                 const struct shiptrack_draft *draft,
                                 int32_t *how,
                                 struct shiptrack_resource **resource,
                                 struct shiptrack_error **error);

/**
 * Changes a webhook.
 */
int32_t shiptrack_webhook_update(const struct shiptrack_client *client,
                                 const char *id,
                                 const struct shiptrack_draft *draft,
                                 struct shiptrack_resource **resource,
                                 struct shiptrack_error **error);

/**
 * Gives a webhook a new secret, which the answer holds. For `overlap_ms` (30 days at most, rounded up to a second) its
 * deliveries are signed with the secret it had as well, so that a verifier that is given both takes every one of them. The
 * hosted service's own signature header has room for one, and carries that of the new secret at once. With 0 the old secret
 * ends now, and so do all before it: for one that leaked. A service that runs in a process of its owner does this; the hosted
 * one has nothing like it, and answers SHIPTRACK_ERROR_NOT_FOUND.
 */
int32_t shiptrack_webhook_rotate_secret(const struct shiptrack_client *client,
                                        const char *id,
                                        int64_t overlap_ms,
                                        struct shiptrack_resource **resource,
                                        struct shiptrack_error **error);

/**
 * Deletes a webhook.
 */
int32_t shiptrack_webhook_delete(const struct shiptrack_client *client, const char *id, struct shiptrack_error **error);

/**
 * Reads any resource by its path below the base URL: `ports/USLAX`. Its type decides which getters find a value; of one
 * that this version does not know shiptrack_resource_attribute() reads the attributes.
 */
int32_t shiptrack_client_get(const struct shiptrack_client *client,
                             const char *path,
                             struct shiptrack_resource **resource,
                             struct shiptrack_error **error);

/**
 * Lists any resources by their path below the base URL: `terminals`. The type of each decides which of its getters find a
 * value, as with shiptrack_client_get(). `query` may be NULL.
 */
int32_t shiptrack_client_list(const struct shiptrack_client *client,
                              const char *path,
                              const struct shiptrack_query *query,
                              struct shiptrack_pages **pages,
                              struct shiptrack_error **error);

/**
 * Makes a clock that stands at `unix_ms`, milliseconds since 1970-01-01T00:00:00Z.
 */
int32_t shiptrack_clock_new(int64_t unix_ms, struct shiptrack_clock **clock, struct shiptrack_error **error);

/**
 * What time it is on the clock, in milliseconds since 1970.
 */
int32_t shiptrack_clock_now(const struct shiptrack_clock *clock, int64_t *unix_ms, struct shiptrack_error **error);

/**
 * Moves the clock forward, by a hundred years (of 365.25 days) at most: more is refused, and so is going back.
 */
int32_t shiptrack_clock_advance(const struct shiptrack_clock *clock,
                                int64_t milliseconds,
                                struct shiptrack_error **error);

/**
 * Sets the clock, as an operator does: it may go back.
 */
int32_t shiptrack_clock_set(const struct shiptrack_clock *clock, int64_t unix_ms, struct shiptrack_error **error);

/**
 * Frees the clock. NULL is harmless.
 */
void shiptrack_clock_free(struct shiptrack_clock *clock);

/**
 * Makes one without attributes.
 */
int32_t shiptrack_draft_new(struct shiptrack_draft **draft, struct shiptrack_error **error);

/**
 * Sets an attribute to a text.
 */
int32_t shiptrack_draft_text(const struct shiptrack_draft *draft,
                             const char *name,
                             const char *value,
                             struct shiptrack_error **error);

/**
 * Sets an attribute to true (any number but 0) or false.
 */
int32_t shiptrack_draft_flag(const struct shiptrack_draft *draft,
                             const char *name,
                             int32_t value,
                             struct shiptrack_error **error);

/**
 * Adds a text to an attribute that is a list: `ref_numbers`, `shipment_tags`, `tags`, `events`.
 */
int32_t shiptrack_draft_add(const struct shiptrack_draft *draft,
                            const char *name,
                            const char *value,
                            struct shiptrack_error **error);

/**
 * Adds a header that is sent along with every delivery of a webhook.
 */
int32_t shiptrack_draft_header(const struct shiptrack_draft *draft,
                               const char *name,
                               const char *value,
                               struct shiptrack_error **error);

/**
 * Sets an attribute to any JSON value.
 */
int32_t shiptrack_draft_json(const struct shiptrack_draft *draft,
                             const char *name,
                             const char *json,
                             struct shiptrack_error **error);

/**
 * Frees it. NULL is harmless.
 */
void shiptrack_draft_free(struct shiptrack_draft *draft);

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
int32_t shiptrack_infer_number(const char *text,
                               struct shiptrack_number **number,
                               struct shiptrack_error **error);

/**
 * The check digit of a container number, 0 to 9, from its first ten characters (`MSCU595681`).
 */
int32_t shiptrack_container_check_digit(const char *first_ten, int32_t *digit, struct shiptrack_error **error);

/**
 * A number as the carrier `scac` knows it: without a prefix that carrier does not count.
 */
int32_t shiptrack_number_normalise(const char *kind,
                                   const char *text,
                                   const char *scac,
                                   struct shiptrack_buffer **normalised,
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
struct shiptrack_text shiptrack_number_normalised(const struct shiptrack_number *number);

/**
 * After shiptrack_infer_number(): what gave it away, `check_digit`, `shape` or `sandbox`.
 */
struct shiptrack_text shiptrack_number_evidence(const struct shiptrack_number *number);

/**
 * After shiptrack_infer_number(): the carrier whose prefix and shape it has.
 */
struct shiptrack_text shiptrack_number_scac(const struct shiptrack_number *number);

/**
 * Frees it. NULL is harmless.
 */
void shiptrack_number_free(struct shiptrack_number *number);

/**
 * Fetches the next page. SHIPTRACK_DONE when there is none.
 *
 * An item that came on an earlier page is left out, so a page may be empty although more follow. After an error the walk
 * is over; shiptrack_error_resume_from() says where another one can begin.
 */
int32_t shiptrack_pages_next(const struct shiptrack_pages *pages,
                             struct shiptrack_page **page,
                             struct shiptrack_error **error);

/**
 * Where a later walk goes on: the page that shiptrack_pages_next() would fetch now, for shiptrack_query_resume_from();
 * after an error, the page it could not get past. SHIPTRACK_DONE at the end of the listing. What
 * shiptrack_query_max_items() cut off the last page is not on it.
 */
int32_t shiptrack_pages_resume_from(const struct shiptrack_pages *pages,
                                    struct shiptrack_buffer **url,
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
 * The item at `index`, from 0; NULL past the end, and for one that cannot be read. It is borrowed from the page.
 */
const struct shiptrack_resource *shiptrack_page_at(const struct shiptrack_page *page, size_t index);

/**
 * The same, telling why an item cannot be read. SHIPTRACK_DONE past the end.
 */
int32_t shiptrack_page_read(const struct shiptrack_page *page,
                            size_t index,
                            const struct shiptrack_resource **item,
                            struct shiptrack_error **error);

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
 * An included resource by type and id; NULL when there is none. It is borrowed from the page.
 */
const struct shiptrack_resource *shiptrack_page_included(const struct shiptrack_page *page,
                                                         const char *type,
                                                         const char *id);

/**
 * How many included resources the document has, of every type.
 */
size_t shiptrack_page_included_count(const struct shiptrack_page *page);

/**
 * The included resource at `index`, from 0, in the order of the document; NULL past the end, and for one that cannot be
 * read. It is borrowed from the page, and the same one every time.
 */
const struct shiptrack_resource *shiptrack_page_included_at(const struct shiptrack_page *page, size_t index);

/**
 * The same, telling why an included resource cannot be read. SHIPTRACK_DONE past the end.
 */
int32_t shiptrack_page_included_read(const struct shiptrack_page *page,
                                     size_t index,
                                     const struct shiptrack_resource **resource,
                                     struct shiptrack_error **error);

/**
 * Reads a JSON:API document as a page of resources of this type, or of any type when `type` is NULL.
 */
int32_t shiptrack_page_parse(const char *type,
                             const uint8_t *json,
                             size_t json_length,
                             struct shiptrack_page **page,
                             struct shiptrack_error **error);

/**
 * Frees the page and its items. NULL is harmless.
 */
void shiptrack_page_free(struct shiptrack_page *page);

/**
 * Makes one without parameters.
 */
int32_t shiptrack_query_new(struct shiptrack_query **query, struct shiptrack_error **error);

/**
 * Sets a parameter by its name on the wire, in place of an earlier value: `page[size]`, `page[number]`,
 * `filter[status]`, `filter[scac]`, `filter[request_number]`, `filter[created_at][start]`, `sort`, …
 * Pages and sizes are whole numbers from 1, else refused here; a page has 100 items at most, and a larger `page[size]` gives
 * pages of 100. A service in this process refuses names it does not know, with SHIPTRACK_ERROR_BAD_REQUEST.
 */
int32_t shiptrack_query_set(const struct shiptrack_query *query,
                            const char *name,
                            const char *value,
                            struct shiptrack_error **error);

/**
 * Asks for related resources to come along, besides those asked for before. Dots lead further:
 * `documents.last_document_representation`. An empty text asks for none at all.
 */
int32_t shiptrack_query_include(const struct shiptrack_query *query, const char *path, struct shiptrack_error **error);

/**
 * Ends a listing after this many items; 0 gives none. Without it a listing has all there are.
 */
int32_t shiptrack_query_max_items(const struct shiptrack_query *query, size_t items, struct shiptrack_error **error);

/**
 * Begins a listing at the page that shiptrack_error_resume_from() or shiptrack_pages_resume_from() told. A text that is
 * neither a URL nor its path is refused here, one of another service when the walk begins.
 */
int32_t shiptrack_query_resume_from(const struct shiptrack_query *query,
                                    const char *url,
                                    struct shiptrack_error **error);

/**
 * Frees it. NULL is harmless.
 */
void shiptrack_query_free(struct shiptrack_query *query);

/**
 * Frees a resource of yours. NULL, and a borrowed resource, are left alone.
 */
void shiptrack_resource_free(struct shiptrack_resource *resource);

/**
 * Makes a copy of your own, which outlives what the resource was borrowed from. Its included resources come along.
 */
int32_t shiptrack_resource_copy(const struct shiptrack_resource *resource,
                                struct shiptrack_resource **copy,
                                struct shiptrack_error **error);

/**
 * Checks that `resource` is a living resource of this type (`"container"`), or of any when `type` is NULL.
 * SHIPTRACK_ERROR_WRONG_OBJECT when it is another.
 */
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
int32_t shiptrack_resource_parse(const char *type,
                                 const uint8_t *json,
                                 size_t json_length,
                                 struct shiptrack_resource **resource,
                                 struct shiptrack_error **error);

/**
 * Name of the company.
 */
struct shiptrack_text shiptrack_account_company_name(const struct shiptrack_resource *resource);

/**
 * Its number.
 */
struct shiptrack_text shiptrack_container_number(const struct shiptrack_resource *resource);

/**
 * `dry`, `reefer`, `open top`, `flat rack`, `bulk`, `tank`.
 */
struct shiptrack_text shiptrack_container_equipment_type(const struct shiptrack_resource *resource);

/**
 * `standard` or `high_cube`.
 */
struct shiptrack_text shiptrack_container_equipment_height(const struct shiptrack_resource *resource);

/**
 * When it was first known.
 */
struct shiptrack_text shiptrack_container_created_at(const struct shiptrack_resource *resource);

/**
 * Number of its seal.
 */
struct shiptrack_text shiptrack_container_seal_number(const struct shiptrack_resource *resource);

/**
 * Last free day: the line's, else the terminal's, else the railway's.
 */
struct shiptrack_text shiptrack_container_pickup_lfd(const struct shiptrack_resource *resource);

/**
 * Appointment for picking it up.
 */
struct shiptrack_text shiptrack_container_pickup_appointment_at(const struct shiptrack_resource *resource);

/**
 * Vessel arrived at the port of discharge.
 */
struct shiptrack_text shiptrack_container_pod_arrived_at(const struct shiptrack_resource *resource);

/**
 * Discharged there.
 */
struct shiptrack_text shiptrack_container_pod_discharged_at(const struct shiptrack_resource *resource);

/**
 * Picked up there.
 */
struct shiptrack_text shiptrack_container_pod_full_out_at(const struct shiptrack_resource *resource);

/**
 * When the terminal was last asked.
 */
struct shiptrack_text shiptrack_container_terminal_checked_at(const struct shiptrack_resource *resource);

/**
 * Chassis it was picked up on.
 */
struct shiptrack_text shiptrack_container_pod_full_out_chassis_number(const struct shiptrack_resource *resource);

/**
 * Where it stands at the terminal.
 */
struct shiptrack_text shiptrack_container_location_at_pod_terminal(const struct shiptrack_resource *resource);

/**
 * Picked up at the inland destination.
 */
struct shiptrack_text shiptrack_container_final_destination_full_out_at(const struct shiptrack_resource *resource);

/**
 * Came back empty.
 */
struct shiptrack_text shiptrack_container_empty_terminated_at(const struct shiptrack_resource *resource);

/**
 * Zone of the port of discharge, IANA name.
 */
struct shiptrack_text shiptrack_container_pod_timezone(const struct shiptrack_resource *resource);

/**
 * Zone of the inland destination.
 */
struct shiptrack_text shiptrack_container_final_destination_timezone(const struct shiptrack_resource *resource);

/**
 * Zone of the place the empty came back to.
 */
struct shiptrack_text shiptrack_container_empty_terminated_timezone(const struct shiptrack_resource *resource);

/**
 * Railway that takes it at the port.
 */
struct shiptrack_text shiptrack_container_pod_rail_carrier_scac(const struct shiptrack_resource *resource);

/**
 * Railway that brings it inland.
 */
struct shiptrack_text shiptrack_container_ind_rail_carrier_scac(const struct shiptrack_resource *resource);

/**
 * When the terminal was last polled.
 */
struct shiptrack_text shiptrack_container_pod_last_tracking_request_at(const struct shiptrack_resource *resource);

/**
 * When the carrier was last polled.
 */
struct shiptrack_text shiptrack_container_shipment_last_tracking_request_at(const struct shiptrack_resource *resource);

/**
 * On a rail car at the port.
 */
struct shiptrack_text shiptrack_container_pod_rail_loaded_at(const struct shiptrack_resource *resource);

/**
 * The train left the port.
 */
struct shiptrack_text shiptrack_container_pod_rail_departed_at(const struct shiptrack_resource *resource);

/**
 * Expected inland.
 */
struct shiptrack_text shiptrack_container_ind_eta_at(const struct shiptrack_resource *resource);

/**
 * Arrived inland.
 */
struct shiptrack_text shiptrack_container_ind_ata_at(const struct shiptrack_resource *resource);

/**
 * Off the rail car inland.
 */
struct shiptrack_text shiptrack_container_ind_rail_unloaded_at(const struct shiptrack_resource *resource);

/**
 * Last free day inland; the service's older name for `import_deadlines.pickup_lfd_rail`.
 */
struct shiptrack_text shiptrack_container_ind_facility_lfd_on(const struct shiptrack_resource *resource);

/**
 * Last free day, the terminal's.
 */
struct shiptrack_text shiptrack_container_pickup_lfd_terminal(const struct shiptrack_resource *resource);

/**
 * Last free day, the railway's.
 */
struct shiptrack_text shiptrack_container_pickup_lfd_rail(const struct shiptrack_resource *resource);

/**
 * Last free day, the carrier's.
 */
struct shiptrack_text shiptrack_container_pickup_lfd_line(const struct shiptrack_resource *resource);

/**
 * Where it is.
 */
struct shiptrack_text shiptrack_container_current_status(const struct shiptrack_resource *resource);

/**
 * Delivered, as a user says.
 */
struct shiptrack_text shiptrack_container_delivered_at(const struct shiptrack_resource *resource);

/**
 * Collected empty at the origin.
 */
struct shiptrack_text shiptrack_container_empty_out_at(const struct shiptrack_resource *resource);

/**
 * Came full to the port of lading.
 */
struct shiptrack_text shiptrack_container_pol_full_in_at(const struct shiptrack_resource *resource);

/**
 * Loaded there.
 */
struct shiptrack_text shiptrack_container_pol_vessel_loaded_at(const struct shiptrack_resource *resource);

/**
 * Left there.
 */
struct shiptrack_text shiptrack_container_pol_vessel_departed_at(const struct shiptrack_resource *resource);

/**
 * When the railway was last polled.
 */
struct shiptrack_text shiptrack_container_rail_last_tracking_request_at(const struct shiptrack_resource *resource);

/**
 * How many items shiptrack_container_ref_numbers_at() has.
 */
size_t shiptrack_container_ref_numbers_count(const struct shiptrack_resource *resource);

/**
 * The customer's own references. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_container_ref_numbers_at(const struct shiptrack_resource *resource, size_t index);

/**
 * How many holds there are, inland ones included.
 */
size_t shiptrack_container_hold_count(const struct shiptrack_resource *resource);

/**
 * What kind of hold: `freight`, `customs`, `USDA`, `VACIS`, `TMF`, `other`.
 */
struct shiptrack_text shiptrack_container_hold_name(const struct shiptrack_resource *resource, size_t index);

/**
 * `pending` or `hold`.
 */
struct shiptrack_text shiptrack_container_hold_status(const struct shiptrack_resource *resource, size_t index);

/**
 * The terminal's own words about the hold.
 */
struct shiptrack_text shiptrack_container_hold_description(const struct shiptrack_resource *resource, size_t index);

/**
 * How many fees there are, inland ones included.
 */
size_t shiptrack_container_fee_count(const struct shiptrack_resource *resource);

/**
 * What the fee is for: `demurrage`, `exam`, `extended_dwell_time`, `other`, `total`.
 */
struct shiptrack_text shiptrack_container_fee_type(const struct shiptrack_resource *resource, size_t index);

/**
 * How much, in the digits it came in: `120.50`.
 */
struct shiptrack_text shiptrack_container_fee_amount(const struct shiptrack_resource *resource, size_t index);

/**
 * Currency, ISO 4217.
 */
struct shiptrack_text shiptrack_container_fee_currency_code(const struct shiptrack_resource *resource, size_t index);

/**
 * Length in feet; SHIPTRACK_ABSENT when there is no value.
 */
int32_t shiptrack_container_equipment_length(const struct shiptrack_resource *resource, int64_t *value);

/**
 * Weight in pounds; 0 when the carrier does not say; SHIPTRACK_ABSENT when there is no value.
 */
int32_t shiptrack_container_weight_in_lbs(const struct shiptrack_resource *resource, double *value);

/**
 * Whether anybody tells if it may be picked up: 1 yes, 0 no, -1 not told.
 */
int32_t shiptrack_container_availability_known(const struct shiptrack_resource *resource);

/**
 * Whether it may be picked up: 1 yes, 0 no, -1 not told.
 */
int32_t shiptrack_container_available_for_pickup(const struct shiptrack_resource *resource);

/**
 * Where it is: SHIPTRACK_CONTAINER_STATUS_…
 */
int32_t shiptrack_container_current_status_code(const struct shiptrack_resource *resource);

/**
 * Its name.
 */
struct shiptrack_text shiptrack_document_name(const struct shiptrack_resource *resource);

/**
 * How it came in.
 */
struct shiptrack_text shiptrack_document_source(const struct shiptrack_resource *resource);

/**
 * What it is; no value until it was classified.
 */
struct shiptrack_text shiptrack_document_document_type(const struct shiptrack_resource *resource);

/**
 * What a user says it is.
 */
struct shiptrack_text shiptrack_document_document_type_manual(const struct shiptrack_resource *resource);

/**
 * Why it was classified so.
 */
struct shiptrack_text shiptrack_document_classification_notes(const struct shiptrack_resource *resource);

/**
 * Name of the file.
 */
struct shiptrack_text shiptrack_document_file_name(const struct shiptrack_resource *resource);

/**
 * Media type of the file.
 */
struct shiptrack_text shiptrack_document_file_content_type(const struct shiptrack_resource *resource);

/**
 * When it came in.
 */
struct shiptrack_text shiptrack_document_created_at(const struct shiptrack_resource *resource);

/**
 * When it last changed.
 */
struct shiptrack_text shiptrack_document_updated_at(const struct shiptrack_resource *resource);

/**
 * Size of the file in bytes; SHIPTRACK_ABSENT when there is no value.
 */
int32_t shiptrack_document_file_size_bytes(const struct shiptrack_resource *resource, int64_t *value);

/**
 * How it came in: SHIPTRACK_DOCUMENT_SOURCE_…
 */
int32_t shiptrack_document_source_code(const struct shiptrack_resource *resource);

/**
 * Version of the payload's schema.
 */
struct shiptrack_text shiptrack_document_representation_schema_version(const struct shiptrack_resource *resource);

/**
 * The values read, in the schema's own members: a JSON object.
 */
struct shiptrack_text shiptrack_document_representation_payload(const struct shiptrack_resource *resource);

/**
 * When it was made.
 */
struct shiptrack_text shiptrack_document_representation_created_at(const struct shiptrack_resource *resource);

/**
 * When it last changed.
 */
struct shiptrack_text shiptrack_document_representation_updated_at(const struct shiptrack_resource *resource);

/**
 * Subject line.
 */
struct shiptrack_text shiptrack_email_submission_subject(const struct shiptrack_resource *resource);

/**
 * The text of the message.
 */
struct shiptrack_text shiptrack_email_submission_body(const struct shiptrack_resource *resource);

/**
 * The first part of the text, in the short shape.
 */
struct shiptrack_text shiptrack_email_submission_body_preview(const struct shiptrack_resource *resource);

/**
 * When it was sent, as its header says.
 */
struct shiptrack_text shiptrack_email_submission_sent_at(const struct shiptrack_resource *resource);

/**
 * The message's own identifier.
 */
struct shiptrack_text shiptrack_email_submission_message_id(const struct shiptrack_resource *resource);

/**
 * The message it answers.
 */
struct shiptrack_text shiptrack_email_submission_in_reply_to(const struct shiptrack_resource *resource);

/**
 * Media type of the whole message.
 */
struct shiptrack_text shiptrack_email_submission_content_type(const struct shiptrack_resource *resource);

/**
 * When it was taken in.
 */
struct shiptrack_text shiptrack_email_submission_created_at(const struct shiptrack_resource *resource);

/**
 * When it last changed.
 */
struct shiptrack_text shiptrack_email_submission_updated_at(const struct shiptrack_resource *resource);

/**
 * How many items shiptrack_email_submission_from_at() has.
 */
size_t shiptrack_email_submission_from_count(const struct shiptrack_resource *resource);

/**
 * Addresses of the senders. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_email_submission_from_at(const struct shiptrack_resource *resource, size_t index);

/**
 * How many items shiptrack_email_submission_to_at() has.
 */
size_t shiptrack_email_submission_to_count(const struct shiptrack_resource *resource);

/**
 * Addresses of the recipients. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_email_submission_to_at(const struct shiptrack_resource *resource, size_t index);

/**
 * How many items shiptrack_email_submission_cc_at() has.
 */
size_t shiptrack_email_submission_cc_count(const struct shiptrack_resource *resource);

/**
 * Addresses of those who got a copy. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_email_submission_cc_at(const struct shiptrack_resource *resource, size_t index);

/**
 * How many items shiptrack_email_submission_references_at() has.
 */
size_t shiptrack_email_submission_references_count(const struct shiptrack_resource *resource);

/**
 * The messages before it in its thread. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_email_submission_references_at(const struct shiptrack_resource *resource, size_t index);

/**
 * Documents made from it and not discarded; SHIPTRACK_ABSENT when there is no value.
 */
int32_t shiptrack_email_submission_documents_count(const struct shiptrack_resource *resource, int64_t *value);

/**
 * The number as submitted.
 */
struct shiptrack_text shiptrack_shipment_bill_of_lading_number(const struct shiptrack_resource *resource);

/**
 * The form of the number the carrier is asked for.
 */
struct shiptrack_text shiptrack_shipment_normalized_number(const struct shiptrack_resource *resource);

/**
 * When it was first known.
 */
struct shiptrack_text shiptrack_shipment_created_at(const struct shiptrack_resource *resource);

/**
 * Port of lading, UN/LOCODE.
 */
struct shiptrack_text shiptrack_shipment_port_of_lading_locode(const struct shiptrack_resource *resource);

/**
 * Port of lading.
 */
struct shiptrack_text shiptrack_shipment_port_of_lading_name(const struct shiptrack_resource *resource);

/**
 * Port of discharge, UN/LOCODE.
 */
struct shiptrack_text shiptrack_shipment_port_of_discharge_locode(const struct shiptrack_resource *resource);

/**
 * Port of discharge.
 */
struct shiptrack_text shiptrack_shipment_port_of_discharge_name(const struct shiptrack_resource *resource);

/**
 * Inland destination, UN/LOCODE.
 */
struct shiptrack_text shiptrack_shipment_destination_locode(const struct shiptrack_resource *resource);

/**
 * Inland destination.
 */
struct shiptrack_text shiptrack_shipment_destination_name(const struct shiptrack_resource *resource);

/**
 * The carrier's code.
 */
struct shiptrack_text shiptrack_shipment_shipping_line_scac(const struct shiptrack_resource *resource);

/**
 * The carrier.
 */
struct shiptrack_text shiptrack_shipment_shipping_line_name(const struct shiptrack_resource *resource);

/**
 * The carrier, short.
 */
struct shiptrack_text shiptrack_shipment_shipping_line_short_name(const struct shiptrack_resource *resource);

/**
 * The customer it is tracked for.
 */
struct shiptrack_text shiptrack_shipment_customer_name(const struct shiptrack_resource *resource);

/**
 * Vessel that arrives at the port of discharge.
 */
struct shiptrack_text shiptrack_shipment_pod_vessel_name(const struct shiptrack_resource *resource);

/**
 * Its IMO number.
 */
struct shiptrack_text shiptrack_shipment_pod_vessel_imo(const struct shiptrack_resource *resource);

/**
 * Its voyage.
 */
struct shiptrack_text shiptrack_shipment_pod_voyage_number(const struct shiptrack_resource *resource);

/**
 * Planned departure from the port of lading.
 */
struct shiptrack_text shiptrack_shipment_pol_etd_at(const struct shiptrack_resource *resource);

/**
 * First planned departure.
 */
struct shiptrack_text shiptrack_shipment_pol_original_etd_at(const struct shiptrack_resource *resource);

/**
 * Actual departure.
 */
struct shiptrack_text shiptrack_shipment_pol_atd_at(const struct shiptrack_resource *resource);

/**
 * Expected arrival at the port of discharge.
 */
struct shiptrack_text shiptrack_shipment_pod_eta_at(const struct shiptrack_resource *resource);

/**
 * First expected arrival.
 */
struct shiptrack_text shiptrack_shipment_pod_original_eta_at(const struct shiptrack_resource *resource);

/**
 * Actual arrival.
 */
struct shiptrack_text shiptrack_shipment_pod_ata_at(const struct shiptrack_resource *resource);

/**
 * Expected arrival at the inland destination.
 */
struct shiptrack_text shiptrack_shipment_destination_eta_at(const struct shiptrack_resource *resource);

/**
 * First expected arrival there.
 */
struct shiptrack_text shiptrack_shipment_destination_original_eta_at(const struct shiptrack_resource *resource);

/**
 * Actual arrival there.
 */
struct shiptrack_text shiptrack_shipment_destination_ata_at(const struct shiptrack_resource *resource);

/**
 * Zone of the port of lading, IANA name.
 */
struct shiptrack_text shiptrack_shipment_pol_timezone(const struct shiptrack_resource *resource);

/**
 * Zone of the port of discharge.
 */
struct shiptrack_text shiptrack_shipment_pod_timezone(const struct shiptrack_resource *resource);

/**
 * Zone of the inland destination.
 */
struct shiptrack_text shiptrack_shipment_destination_timezone(const struct shiptrack_resource *resource);

/**
 * When the carrier was last asked.
 */
struct shiptrack_text shiptrack_shipment_line_tracking_last_attempted_at(const struct shiptrack_resource *resource);

/**
 * When it last answered with data.
 */
struct shiptrack_text shiptrack_shipment_line_tracking_last_succeeded_at(const struct shiptrack_resource *resource);

/**
 * When following it ended.
 */
struct shiptrack_text shiptrack_shipment_line_tracking_stopped_at(const struct shiptrack_resource *resource);

/**
 * Why following it ended.
 */
struct shiptrack_text shiptrack_shipment_line_tracking_stopped_reason(const struct shiptrack_resource *resource);

/**
 * How many items shiptrack_shipment_ref_numbers_at() has.
 */
size_t shiptrack_shipment_ref_numbers_count(const struct shiptrack_resource *resource);

/**
 * The customer's own references. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_shipment_ref_numbers_at(const struct shiptrack_resource *resource, size_t index);

/**
 * How many items shiptrack_shipment_tags_at() has.
 */
size_t shiptrack_shipment_tags_count(const struct shiptrack_resource *resource);

/**
 * Labels. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_shipment_tags_at(const struct shiptrack_resource *resource, size_t index);

/**
 * Why following it ended: SHIPTRACK_STOP_REASON_…
 */
int32_t shiptrack_shipment_line_tracking_stopped_reason_code(const struct shiptrack_resource *resource);

/**
 * Standard Carrier Alpha Code.
 */
struct shiptrack_text shiptrack_shipping_line_scac(const struct shiptrack_resource *resource);

/**
 * Full name.
 */
struct shiptrack_text shiptrack_shipping_line_name(const struct shiptrack_resource *resource);

/**
 * Short name.
 */
struct shiptrack_text shiptrack_shipping_line_short_name(const struct shiptrack_resource *resource);

/**
 * What data the carrier supplies: booleans with notes: a JSON object.
 */
struct shiptrack_text shiptrack_shipping_line_provided_data(const struct shiptrack_resource *resource);

/**
 * The carrier's own tracking page, a template.
 */
struct shiptrack_text shiptrack_shipping_line_tracking_url(const struct shiptrack_resource *resource);

/**
 * The carrier's contact page.
 */
struct shiptrack_text shiptrack_shipping_line_contact_url(const struct shiptrack_resource *resource);

/**
 * How many items shiptrack_shipping_line_alternative_scacs_at() has.
 */
size_t shiptrack_shipping_line_alternative_scacs_count(const struct shiptrack_resource *resource);

/**
 * Other codes that mean the same carrier. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_shipping_line_alternative_scacs_at(const struct shiptrack_resource *resource,
                                                                   size_t index);

/**
 * Whether bills of lading can be tracked: 1 yes, 0 no, -1 not told.
 */
int32_t shiptrack_shipping_line_bill_of_lading_tracking_support(const struct shiptrack_resource *resource);

/**
 * Whether bookings can be tracked: 1 yes, 0 no, -1 not told.
 */
int32_t shiptrack_shipping_line_booking_number_tracking_support(const struct shiptrack_resource *resource);

/**
 * Whether containers can be tracked: 1 yes, 0 no, -1 not told.
 */
int32_t shiptrack_shipping_line_container_number_tracking_support(const struct shiptrack_resource *resource);

/**
 * Kind of the number.
 */
struct shiptrack_text shiptrack_tracking_request_request_type(const struct shiptrack_resource *resource);

/**
 * The number as it was submitted.
 */
struct shiptrack_text shiptrack_tracking_request_request_number(const struct shiptrack_resource *resource);

/**
 * The carrier's code; no value while it is being detected.
 */
struct shiptrack_text shiptrack_tracking_request_scac(const struct shiptrack_resource *resource);

/**
 * Where the request stands.
 */
struct shiptrack_text shiptrack_tracking_request_status(const struct shiptrack_resource *resource);

/**
 * Why the last look-up failed, or the request as a whole.
 */
struct shiptrack_text shiptrack_tracking_request_failed_reason(const struct shiptrack_resource *resource);

/**
 * When the request was made.
 */
struct shiptrack_text shiptrack_tracking_request_created_at(const struct shiptrack_resource *resource);

/**
 * When it last changed.
 */
struct shiptrack_text shiptrack_tracking_request_updated_at(const struct shiptrack_resource *resource);

/**
 * How many items shiptrack_tracking_request_ref_numbers_at() has.
 */
size_t shiptrack_tracking_request_ref_numbers_count(const struct shiptrack_resource *resource);

/**
 * The customer's own references. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_tracking_request_ref_numbers_at(const struct shiptrack_resource *resource,
                                                                size_t index);

/**
 * How many items shiptrack_tracking_request_shipment_tags_at() has.
 */
size_t shiptrack_tracking_request_shipment_tags_count(const struct shiptrack_resource *resource);

/**
 * Labels the shipment gets once it is there. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_tracking_request_shipment_tags_at(const struct shiptrack_resource *resource,
                                                                  size_t index);

/**
 * Look-ups made after the first, while there is trouble; SHIPTRACK_ABSENT when there is no value.
 */
int32_t shiptrack_tracking_request_retry_count(const struct shiptrack_resource *resource, int64_t *value);

/**
 * Whether look-ups are being repeated: 1 yes, 0 no, -1 not told.
 */
int32_t shiptrack_tracking_request_is_retrying(const struct shiptrack_resource *resource);

/**
 * Kind of the number: SHIPTRACK_REQUEST_TYPE_…
 */
int32_t shiptrack_tracking_request_request_type_code(const struct shiptrack_resource *resource);

/**
 * Where the request stands: SHIPTRACK_REQUEST_STATUS_…
 */
int32_t shiptrack_tracking_request_status_code(const struct shiptrack_resource *resource);

/**
 * Why the last look-up failed, or the request as a whole: SHIPTRACK_FAILED_REASON_…
 */
int32_t shiptrack_tracking_request_failed_reason_code(const struct shiptrack_resource *resource);

/**
 * Which event.
 */
struct shiptrack_text shiptrack_transport_event_event(const struct shiptrack_resource *resource);

/**
 * Voyage.
 */
struct shiptrack_text shiptrack_transport_event_voyage_number(const struct shiptrack_resource *resource);

/**
 * When it happened, or is expected to.
 */
struct shiptrack_text shiptrack_transport_event_timestamp(const struct shiptrack_resource *resource);

/**
 * Zone of the place, IANA name; no value when the time stamp is the place's own wall clock.
 */
struct shiptrack_text shiptrack_transport_event_timezone(const struct shiptrack_resource *resource);

/**
 * Place, UN/LOCODE.
 */
struct shiptrack_text shiptrack_transport_event_location_locode(const struct shiptrack_resource *resource);

/**
 * When it was learned.
 */
struct shiptrack_text shiptrack_transport_event_created_at(const struct shiptrack_resource *resource);

/**
 * Who said so.
 */
struct shiptrack_text shiptrack_transport_event_data_source(const struct shiptrack_resource *resource);

/**
 * When it was withdrawn.
 */
struct shiptrack_text shiptrack_transport_event_invalidated_at(const struct shiptrack_resource *resource);

/**
 * The new value, for events that tell of a change.
 */
struct shiptrack_text shiptrack_transport_event_value(const struct shiptrack_resource *resource);

/**
 * Which event: SHIPTRACK_EVENT_…
 */
int32_t shiptrack_transport_event_event_code(const struct shiptrack_resource *resource);

/**
 * Who said so: SHIPTRACK_DATA_SOURCE_…
 */
int32_t shiptrack_transport_event_data_source_code(const struct shiptrack_resource *resource);

/**
 * Where notifications are posted.
 */
struct shiptrack_text shiptrack_webhook_url(const struct shiptrack_resource *resource);

/**
 * The key of the signatures.
 */
struct shiptrack_text shiptrack_webhook_secret(const struct shiptrack_resource *resource);

/**
 * When it was registered.
 */
struct shiptrack_text shiptrack_webhook_created_at(const struct shiptrack_resource *resource);

/**
 * How many items shiptrack_webhook_events_at() has.
 */
size_t shiptrack_webhook_events_count(const struct shiptrack_resource *resource);

/**
 * Which events. Item `index`, from 0.
 */
struct shiptrack_text shiptrack_webhook_events_at(const struct shiptrack_resource *resource, size_t index);

/**
 * How many headers are sent along with every delivery.
 */
size_t shiptrack_webhook_header_count(const struct shiptrack_resource *resource);

/**
 * Name of a header.
 */
struct shiptrack_text shiptrack_webhook_header_name(const struct shiptrack_resource *resource, size_t index);

/**
 * Value of a header. It often is a credential.
 */
struct shiptrack_text shiptrack_webhook_header_value(const struct shiptrack_resource *resource, size_t index);

/**
 * Whether notifications are posted: 1 yes, 0 no, -1 not told.
 */
int32_t shiptrack_webhook_active(const struct shiptrack_resource *resource);

/**
 * Which event.
 */
struct shiptrack_text shiptrack_webhook_notification_event(const struct shiptrack_resource *resource);

/**
 * How far its delivery has come.
 */
struct shiptrack_text shiptrack_webhook_notification_delivery_status(const struct shiptrack_resource *resource);

/**
 * When it was made.
 */
struct shiptrack_text shiptrack_webhook_notification_created_at(const struct shiptrack_resource *resource);

/**
 * Dated version of the payload.
 */
struct shiptrack_text shiptrack_webhook_notification_version(const struct shiptrack_resource *resource);

/**
 * Which event: SHIPTRACK_EVENT_…
 */
int32_t shiptrack_webhook_notification_event_code(const struct shiptrack_resource *resource);

/**
 * How far its delivery has come: SHIPTRACK_DELIVERY_STATUS_…
 */
int32_t shiptrack_webhook_notification_delivery_status_code(const struct shiptrack_resource *resource);

/**
 * Makes settings that are all at their defaults.
 */
int32_t shiptrack_server_options_new(struct shiptrack_server_options **options, struct shiptrack_error **error);

/**
 * Listens on this address: an IP or `localhost`, and a port; port 0 takes a free one. `127.0.0.1:0` by default.
 */
int32_t shiptrack_server_options_address(const struct shiptrack_server_options *options,
                                         const char *address,
                                         struct shiptrack_error **error);

/**
 * What links in answers start with: needed behind a proxy, and when listening on every address of the machine.
 */
int32_t shiptrack_server_options_public_url(const struct shiptrack_server_options *options,
                                            const char *url,
                                            struct shiptrack_error **error);

/**
 * Allows an address that other machines can reach. There is no TLS here: put a proxy that ends it in front.
 */
int32_t shiptrack_server_options_allow_remote(const struct shiptrack_server_options *options,
                                              struct shiptrack_error **error);

/**
 * Sets a limit. Times are in milliseconds, from 1, and `stop_deadline_ms` from 0, which waits for nobody; numbers are from 1,
 * and `queue` from 0. Others are refused, and shiptrack_error_pointer() gives the name of the limit.
 *
 * | Limit | Default |
 * |---|---|
 * | `head_deadline_ms` | 10,000 |
 * | `body_deadline_ms` | 30,000 |
 * | `idle_deadline_ms` | 60,000 |
 * | `write_deadline_ms` | 30,000 |
 * | `stop_deadline_ms` | 10,000 |
 * | `head_bytes` | 32,768 |
 * | `body_bytes` | 1,048,576 (1 MiB) |
 * | `total_body_bytes` | 134,217,728 (128 MiB), of all connections together |
 * | `connections` | 1,024 |
 * | `handlers` | 32 threads, for requests that may take a while |
 * | `queue` | 256 requests that may wait for such a thread |
 */
int32_t shiptrack_server_options_limit(const struct shiptrack_server_options *options,
                                       const char *name,
                                       int64_t number,
                                       struct shiptrack_error **error);

/**
 * Frees the settings. NULL is harmless.
 */
void shiptrack_server_options_free(struct shiptrack_server_options *options);

/**
 * Starts a server in front of the service; it listens when this returns. `options` may be NULL.
 */
int32_t shiptrack_server_start(const struct shiptrack_service *service,
                               const struct shiptrack_server_options *options,
                               struct shiptrack_server **server,
                               struct shiptrack_error **error);

/**
 * What its links start with: `http://127.0.0.1:41234`. The interface is below `/v2` of it.
 */
struct shiptrack_text shiptrack_server_url(const struct shiptrack_server *server);

/**
 * The address it listens on, with the port it was given.
 */
struct shiptrack_text shiptrack_server_address(const struct shiptrack_server *server);

/**
 * Takes no more connections, lets requests in flight finish, and closes. Stopping it again, or after its service was
 * closed, changes nothing.
 */
int32_t shiptrack_server_stop(const struct shiptrack_server *server, struct shiptrack_error **error);

/**
 * Stops the server and frees it. NULL is harmless.
 */
void shiptrack_server_free(struct shiptrack_server *server);

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
int32_t shiptrack_service_open(const char *path,
                               const struct shiptrack_service_options *options,
                               struct shiptrack_service **service,
                               struct shiptrack_error **error);

/**
 * Opens a service that lives in memory and is gone when it is closed. `options` may be NULL.
 */
int32_t shiptrack_service_open_in_memory(const struct shiptrack_service_options *options,
                                         struct shiptrack_service **service,
                                         struct shiptrack_error **error);

/**
 * Makes the host's own client of this service: in process, no key, no limits. `account_id` is one of the service's
 * accounts, or NULL for the account `default`. It tells time by the service's clock.
 */
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
int32_t shiptrack_service_run_due(const struct shiptrack_service *service,
                                  size_t max_items,
                                  size_t *done,
                                  struct shiptrack_error **error);

/**
 * When the next work is due, in milliseconds since 1970 on the service's clock; SHIPTRACK_ABSENT when none is.
 */
int32_t shiptrack_service_next_due(const struct shiptrack_service *service,
                                   int64_t *unix_ms,
                                   struct shiptrack_error **error);

/**
 * How long the host may sleep before work is due, in milliseconds, as poll() takes it: 0 when work is due, -1 when none
 * will be before something happens.
 */
int32_t shiptrack_service_poll_timeout(const struct shiptrack_service *service,
                                       int32_t *milliseconds,
                                       struct shiptrack_error **error);

/**
 * Starts a worker of at most `threads` threads, 1 to 1,024, that do due work as it falls due; does nothing when one runs
 * already. SHIPTRACK_WORKER_THREADS is a good number: they are started as they are needed, and from four on a quarter is kept
 * for look-ups and a quarter for deliveries. Refused on a clock that is moved by hand, with SHIPTRACK_ERROR_CONFIGURATION.
 * Callbacks of carriers then run on these threads.
 */
int32_t shiptrack_service_start_worker(const struct shiptrack_service *service,
                                       size_t threads,
                                       struct shiptrack_error **error);

/**
 * Stops the worker after what it is doing, cancelling calls that wait. Does nothing when none runs.
 */
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
 * Makes an account. `name` is what the host calls it; it must be new. The resource has the attributes `name`,
 * `company_name` and `created_at`.
 */
int32_t shiptrack_service_create_account(const struct shiptrack_service *service,
                                         const char *name,
                                         const char *company_name,
                                         struct shiptrack_resource **account,
                                         struct shiptrack_error **error);

/**
 * The account with this name, as the host calls it. The account a service has from the start is named `default`.
 */
int32_t shiptrack_service_account(const struct shiptrack_service *service,
                                  const char *name,
                                  struct shiptrack_resource **account,
                                  struct shiptrack_error **error);

/**
 * All accounts, oldest first, as a page of `account` resources.
 */
int32_t shiptrack_service_accounts(const struct shiptrack_service *service,
                                   struct shiptrack_page **accounts,
                                   struct shiptrack_error **error);

/**
 * Makes a key for an account (NULL for the account `default`); `read_only` is 1 for one that may only read. The key itself
 * is in the attribute `key`, and is never seen again.
 */
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
int32_t shiptrack_service_keys(const struct shiptrack_service *service,
                               const char *account_id,
                               struct shiptrack_page **keys,
                               struct shiptrack_error **error);

/**
 * Revokes a key at once. Revoking it again changes nothing.
 */
int32_t shiptrack_service_revoke_key(const struct shiptrack_service *service,
                                     const char *account_id,
                                     const char *key_id,
                                     struct shiptrack_error **error);

/**
 * Answers a request as the library's own server would: for hosts that have a web server, and for tests.
 *
 * `method` is `GET`, `POST`, `PATCH` …; `path` begins with `/v2` and has the query with it. Who asks, and what they may, is
 * told by the `Authorization` field among `headers`, which may be NULL; the limits of keys hold. An answer that says what
 * was wrong is an answer too: see shiptrack_response_http_status(). A body has 1 MiB at most.
 */
int32_t shiptrack_service_answer(const struct shiptrack_service *service,
                                 const char *method,
                                 const char *path,
                                 const struct shiptrack_headers *headers,
                                 const uint8_t *body,
                                 size_t body_length,
                                 struct shiptrack_response **response,
                                 struct shiptrack_error **error);

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
 * Adds facts, in the JSON form that share/doc/shiptrack/facts.md below the prefix describes: an array, a single fact, or one
 * a line. A refusal names the fact and the member, as a JSON pointer: `/3/event/at`.
 */
int32_t shiptrack_answer_facts(const struct shiptrack_answer *answer,
                               const uint8_t *json,
                               size_t json_length,
                               struct shiptrack_error **error);

/**
 * Says that the facts are everything the source knows: an estimate it no longer names is withdrawn.
 */
int32_t shiptrack_answer_complete(const struct shiptrack_answer *answer, struct shiptrack_error **error);

/**
 * Adds another number of the same shipment.
 */
int32_t shiptrack_answer_reference(const struct shiptrack_answer *answer,
                                   const char *number,
                                   struct shiptrack_error **error);

/**
 * With SHIPTRACK_LOOK_UP_UNREACHABLE: how long the carrier asked to be left alone, in milliseconds; 0 is no pause of its own,
 * a negative one is refused. `lifecycle.retry_after_limit_ms` is the most that is granted.
 */
int32_t shiptrack_answer_retry_after(const struct shiptrack_answer *answer,
                                     int64_t milliseconds,
                                     struct shiptrack_error **error);

/**
 * Says in words why there is nothing, for people: `timed out after 30 s`. They are told with the look-up, in the log and as
 * `message` of its activity; they are kept nowhere, and change nothing. With SHIPTRACK_OK they are not told.
 */
int32_t shiptrack_answer_problem(const struct shiptrack_answer *answer,
                                 const char *text,
                                 struct shiptrack_error **error);

/**
 * Checks facts without giving them to anybody. `count` gets how many there are, and may be NULL.
 */
int32_t shiptrack_facts_check(const uint8_t *json, size_t json_length, size_t *count, struct shiptrack_error **error);

/**
 * The key that a fact's event is known by, for a fact that takes it back: `{"withdrawn": "<key>"}`. `json` is the one fact
 * that was stated, as shiptrack_answer_facts() took it; SHIPTRACK_ABSENT when it says something other than an event.
 */
int32_t shiptrack_fact_key(const uint8_t *json,
                           size_t json_length,
                           struct shiptrack_buffer **key,
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
 * Says what was read. `document_type` may be NULL; `payload_json` is an object.
 */
int32_t shiptrack_extraction_set(const struct shiptrack_extraction *extraction,
                                 const char *document_type,
                                 const char *schema_version,
                                 const char *payload_json,
                                 struct shiptrack_error **error);

/**
 * Says in words why reading failed, for people. They are told in the log and as `message` of the activity.
 */
int32_t shiptrack_extraction_problem(const struct shiptrack_extraction *extraction,
                                     const char *text,
                                     struct shiptrack_error **error);

/**
 * The account's events behind `after` (0 for the beginning), `limit` at most; none for a `limit` of 0. `account_id` may be NULL for the account
 * `default`. Pass the sequence of the last one seen to go on behind it; it is kept over restarts.
 */
int32_t shiptrack_service_events(const struct shiptrack_service *service,
                                 const char *account_id,
                                 uint64_t after,
                                 size_t limit,
                                 struct shiptrack_events **events,
                                 struct shiptrack_error **error);

/**
 * The same, waiting up to `timeout_ms` for at least one, and doing due work meanwhile, on this thread: as with
 * shiptrack_service_run_due(), an item in hand is finished also when the time is up. None when the time is up; 0 does not
 * wait, a negative time is refused. `cancel` may be NULL.
 */
int32_t shiptrack_service_wait_events(const struct shiptrack_service *service,
                                      const char *account_id,
                                      uint64_t after,
                                      size_t limit,
                                      int64_t timeout_ms,
                                      const struct shiptrack_cancel *cancel,
                                      struct shiptrack_events **events,
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
int32_t shiptrack_events_notification(const struct shiptrack_events *events,
                                      size_t index,
                                      const struct shiptrack_resource **notification,
                                      struct shiptrack_error **error);

/**
 * Frees them. NULL is harmless.
 */
void shiptrack_events_free(struct shiptrack_events *events);

/**
 * Delivers once more every notification that failed, to webhooks that are active. `count` gets how many, and may be NULL.
 */
int32_t shiptrack_service_replay_failed(const struct shiptrack_service *service,
                                        const char *account_id,
                                        size_t *count,
                                        struct shiptrack_error **error);

/**
 * Takes in a message: RFC 5322 bytes as they came. A message that cannot be read is kept in quarantine, never refused; the
 * same bytes twice are one submission. `account_id` may be NULL for the account `default`, `user_id` for nobody.
 * Extractor callbacks run on this thread.
 */
int32_t shiptrack_service_ingest_email(const struct shiptrack_service *service,
                                       const char *account_id,
                                       const uint8_t *message,
                                       size_t message_length,
                                       const char *user_id,
                                       struct shiptrack_ingested **ingested,
                                       struct shiptrack_error **error);

/**
 * The submission, of type `email_submission`. It is borrowed.
 */
const struct shiptrack_resource *shiptrack_ingested_submission(const struct shiptrack_ingested *ingested);

/**
 * 1 when the submission was made now, 0 when the same bytes were taken in before.
 */
int32_t shiptrack_ingested_is_new(const struct shiptrack_ingested *ingested);

/**
 * 1 when the message could not be read; its bytes are kept all the same. Else 0.
 */
int32_t shiptrack_ingested_is_quarantined(const struct shiptrack_ingested *ingested);

/**
 * How many things were wrong with the message.
 */
size_t shiptrack_ingested_problem_count(const struct shiptrack_ingested *ingested);

/**
 * What was wrong with the message.
 */
struct shiptrack_text shiptrack_ingested_problem(const struct shiptrack_ingested *ingested, size_t index);

/**
 * Frees it. NULL is harmless.
 */
void shiptrack_ingested_free(struct shiptrack_ingested *ingested);

/**
 * The bytes of a document; SHIPTRACK_ABSENT when the account has no such document, or the document no bytes.
 */
int32_t shiptrack_service_document_content(const struct shiptrack_service *service,
                                           const char *account_id,
                                           const char *id,
                                           struct shiptrack_buffer **content,
                                           struct shiptrack_error **error);

/**
 * The bytes of a message as it was taken in; SHIPTRACK_ABSENT when the account has no such submission.
 */
int32_t shiptrack_service_email_content(const struct shiptrack_service *service,
                                        const char *account_id,
                                        const char *id,
                                        struct shiptrack_buffer **content,
                                        struct shiptrack_error **error);

/**
 * What was wrong with a message that was taken in, quarantined or not: a JSON array of sentences, `[]` for nothing.
 * SHIPTRACK_ABSENT when the account has no such submission.
 */
int32_t shiptrack_service_email_problems(const struct shiptrack_service *service,
                                         const char *account_id,
                                         const char *id,
                                         struct shiptrack_buffer **problems_json,
                                         struct shiptrack_error **error);

/**
 * The account's messages in quarantine, newest first, as a page of `quarantined_email` resources: their ids are those of
 * their submissions, the attribute `problems` lists what was wrong. Their bytes: shiptrack_service_email_content().
 */
int32_t shiptrack_service_quarantined_emails(const struct shiptrack_service *service,
                                             const char *account_id,
                                             struct shiptrack_page **emails,
                                             struct shiptrack_error **error);

/**
 * Discards a document: it is no longer listed or counted. SHIPTRACK_ABSENT when the account has no such document.
 */
int32_t shiptrack_service_discard_document(const struct shiptrack_service *service,
                                           const char *account_id,
                                           const char *id,
                                           struct shiptrack_error **error);

/**
 * Makes settings that are all at their defaults.
 */
int32_t shiptrack_service_options_new(struct shiptrack_service_options **options, struct shiptrack_error **error);

/**
 * Runs the service on a clock that is moved by hand.
 */
int32_t shiptrack_service_options_clock(const struct shiptrack_service_options *options,
                                        const struct shiptrack_clock *clock,
                                        struct shiptrack_error **error);

/**
 * Has `callback` answer look-ups for the carrier `scac` (`"MAEU"`), or with NULL for every carrier nothing else is set
 * for. `destroy` is called with `user_data` when the settings, every service made with them, and every client, listing and
 * server made from these are freed; it may be NULL. When the call fails, `user_data` stays yours.
 */
int32_t shiptrack_service_options_carrier(const struct shiptrack_service_options *options,
                                          const char *scac,
                                          shiptrack_carrier_fn callback,
                                          void *user_data,
                                          shiptrack_destroy_fn destroy,
                                          struct shiptrack_error **error);

/**
 * Has `callback` read the documents of messages, after the extractors set before and ahead of the built-in one. `destroy`
 * as with shiptrack_service_options_carrier().
 */
int32_t shiptrack_service_options_extractor(const struct shiptrack_service_options *options,
                                            shiptrack_extractor_fn callback,
                                            void *user_data,
                                            shiptrack_destroy_fn destroy,
                                            struct shiptrack_error **error);

/**
 * Has `callback` told of everything the service does by itself, in place of one set before. `destroy` as with
 * shiptrack_service_options_carrier().
 */
int32_t shiptrack_service_options_on_activity(const struct shiptrack_service_options *options,
                                              shiptrack_activity_fn callback,
                                              void *user_data,
                                              shiptrack_destroy_fn destroy,
                                              struct shiptrack_error **error);

/**
 * Has `callback` given a line for people about everything the service does by itself, in place of one set before.
 * `destroy` as with shiptrack_service_options_carrier().
 */
int32_t shiptrack_service_options_on_log(const struct shiptrack_service_options *options,
                                         shiptrack_log_fn callback,
                                         void *user_data,
                                         shiptrack_destroy_fn destroy,
                                         struct shiptrack_error **error);

/**
 * Lets deliveries reach this machine's loopback addresses; without it they reach public addresses only.
 */
int32_t shiptrack_service_options_allow_loopback(const struct shiptrack_service_options *options,
                                                 struct shiptrack_error **error);

/**
 * Lets deliveries reach this network too (CIDR, `10.0.0.0/8`).
 */
int32_t shiptrack_service_options_allow_network(const struct shiptrack_service_options *options,
                                                const char *network,
                                                struct shiptrack_error **error);

/**
 * Allows an API key `requests` of a bucket (SHIPTRACK_BUCKET_…) in any `window_ms`, which is one for all buckets; a
 * negative number is no limit. Without it the interface's own limits.
 */
int32_t shiptrack_service_options_limit(const struct shiptrack_service_options *options,
                                        int32_t bucket,
                                        int64_t requests,
                                        int64_t window_ms,
                                        struct shiptrack_error **error);

/**
 * Sets a number of the service's policies. Times end in `_ms`: milliseconds, from 0, timeouts from 1. Counts are whole, from
 * 1 (`mail.depth` and `mail.text_bytes` from 0); shares are from 0 to 1, and `growth` from 1 to 1,000. What is out of these bounds is
 * refused, and shiptrack_error_pointer() gives the name of the setting.
 *
 * | Setting | Default | What |
 * |---|---|---|
 * | `look_up_timeout_ms` | 30,000 | how long a built-in carrier may take to answer |
 * | `lifecycle.tries` | 14 | tries before trouble with a carrier is final |
 * | `lifecycle.first_retry_ms` | 45,000 | the pause after the first of them |
 * | `lifecycle.growth` | 1.75 | how many times as long each pause is as the one before |
 * | `lifecycle.jitter` | 0.2 | share of a pause by which chance shortens or lengthens it |
 * | `lifecycle.retry_after_limit_ms` | 43,200,000 (12 h) | how much of a pause that a carrier asks for is granted |
 * | `lifecycle.manifest_check_ms` | 86,400,000 (a day) | the pause between checks while the carrier has no data |
 * | `lifecycle.manifest_window_ms` | 604,800,000 (7 days) | how long the carrier may have no data |
 * | `lifecycle.refresh_ms` | 21,600,000 (6 h) | the pause between look-ups of a shipment that is followed |
 * | `lifecycle.silence_window_ms` | 4,838,400,000 (56 days) | how long one is followed for which the carrier has no data any more |
 * | `following.arrival_window_ms` | 4,838,400,000 (56 days) | how long one is followed after it arrived |
 * | `following.silence_window_ms` | 4,838,400,000 (56 days) | how long one is followed without news |
 * | `delivery.spread` | 0.2 | share of a pause by which chance shortens or lengthens it |
 * | `delivery.timeout_ms` | 15,000 | how long a receiver may take |
 * | `delivery.longest_retry_after_ms` | 86,400,000 (a day) | how much of a pause that a receiver asks for is granted |
 * | `delivery.hosted_signature` | 1 | whether deliveries carry the hosted service's signature header, which signs no time, beside those of Standard Webhooks: 1 or 0 |
 * | `delivery.switch_off_after_ms` | 432,000,000 (5 days) | how long a webhook may fail, without one success, before it is switched off |
 * | `breaker.failures` | 5 | failures in a row after which a receiver or a carrier rests |
 * | `breaker.first_rest_ms` | 30,000 | how long it rests at first |
 * | `breaker.growth` | 2 | how many times as long each rest is as the one before |
 * | `breaker.longest_rest_ms` | 300,000 | the longest rest |
 * | `mail.message_bytes` | 26,214,400 (25 MiB) | bytes of a message; one beyond this bound or one of the next is quarantined |
 * | `mail.header_bytes` | 1,048,576 (1 MiB) | bytes of all header blocks of a message together |
 * | `mail.fields` | 2,000 | fields of one header block |
 * | `mail.depth` | 64 | multipart containers inside one another |
 * | `mail.parts` | 1,000 | parts of a message, containers included |
 * | `mail.list_items` | 2,000 | addresses in one field, and references |
 * | `mail.parameters` | 64 | parameters of one `Content-Type` or `Content-Disposition` |
 * | `mail.text_bytes` | 1,048,576 (1 MiB) | bytes of the text of its body |
 */
int32_t shiptrack_service_options_number(const struct shiptrack_service_options *options,
                                         const char *name,
                                         double number,
                                         struct shiptrack_error **error);

/**
 * Sets the pauses between the attempts of a delivery, in milliseconds, none negative: it is attempted once more than there
 * are `pauses_ms`, so once for none. Without it 5 and 30 s, 2, 5, 15 and 30 min, 1, 2, 4, 8, 12 and 24 h.
 */
int32_t shiptrack_service_options_delivery_retries(const struct shiptrack_service_options *options,
                                                   const int64_t *pauses_ms,
                                                   size_t count,
                                                   struct shiptrack_error **error);

/**
 * Frees the settings. NULL is harmless.
 */
void shiptrack_service_options_free(struct shiptrack_service_options *options);

/**
 * Does everything that is due now, and what falls due through that, until nothing is: what a program begins with that was
 * away for a night, before it exports; without it, it exports yesterday's data. What is scheduled for later is left for
 * later, and a clock that is moved by hand is not moved. Works on every clock, also while a worker runs.
 *
 * Items are done one after the other on this thread, each once: a next try that falls due meanwhile is left, and so is what
 * nobody can do at present. What other threads have in hand is waited for. After `timeout_ms` nothing more begins, and an
 * item in hand is finished; a negative one is no limit, and 0 does nothing and tells how the service stands. `cancel` and
 * `progress` may be NULL.
 *
 * `done` gets how much was done meanwhile, `left` how much is due and was not done: 0 when the service is settled. Both may
 * be NULL. That the time is up is no error. SHIPTRACK_ERROR_CANCELLED when it was cancelled; SHIPTRACK_ERROR_CONFLICT when a
 * callback calls this while the service is calling it: it would wait for itself.
 */
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
 * the last, and its `destroy` comes when it ends.
 */
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
int32_t shiptrack_service_event_fd(const struct shiptrack_service *service,
                                   int32_t *descriptor,
                                   struct shiptrack_error **error);

/**
 * Reads a time stamp, as getters of this library give them: `2026-05-02`, `2026-05-02T15:00:00.000Z`,
 * `2026-05-02T08:00:00-07:00`. SHIPTRACK_ABSENT when `text` is NULL (no value).
 */
int32_t shiptrack_time_parse(const char *text, struct shiptrack_time *time, struct shiptrack_error **error);

/**
 * Version of the library that is running, `"1.2.3"`. The text is static.
 *
 * Compare it with the SHIPTRACK_VERSION_… macros to see whether header and library belong together.
 */
const char *shiptrack_version(void);

/**
 * Makes a new secret, `whsec_…`.
 */
int32_t shiptrack_webhook_new_secret(struct shiptrack_buffer **secret, struct shiptrack_error **error);

/**
 * Makes header fields without any.
 */
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

/**
 * Signs a delivery of `body` under `id`, made at `unix_ms`: for tests of receivers, and for senders of their own. `secrets`
 * are `secret_count` texts, the current one first.
 */
int32_t shiptrack_webhook_sign(const char *const *secrets,
                               size_t secret_count,
                               const char *id,
                               const uint8_t *body,
                               size_t body_length,
                               int64_t unix_ms,
                               struct shiptrack_headers **headers,
                               struct shiptrack_error **error);

/**
 * Makes a verifier that accepts a signature by any of these secrets.
 *
 * A time stamp may be `tolerance_ms` old or ahead at most; 0 takes five minutes, a negative one is refused.
 *
 * `require_timestamp` says whether a delivery is refused that says nothing signed about its time, as those of the hosted
 * service do: 1 refuses all of them, -1 none, and 0 leaves it to the secrets. One of the form `whsec_…` is of Standard
 * Webhooks, as those of a service of one's own are, and takes only what carries a signed time; any other is taken for one of
 * the hosted service. Somebody who captured a delivery without a signed time can send it again at any time, so remember the
 * ids of the notifications seen.
 */
int32_t shiptrack_verifier_new(const char *const *secrets,
                               size_t secret_count,
                               int64_t tolerance_ms,
                               int32_t require_timestamp,
                               struct shiptrack_verifier **verifier,
                               struct shiptrack_error **error);

/**
 * Frees it. NULL is harmless.
 */
void shiptrack_verifier_free(struct shiptrack_verifier *verifier);

/**
 * Verifies the raw bytes of a delivery that came at `unix_ms`; parse them only afterwards. Every refusal is
 * SHIPTRACK_ERROR_SIGNATURE. `scheme` gets SHIPTRACK_SCHEME_…; with SHIPTRACK_SCHEME_STANDARD, `id` gets the signed id,
 * borrowed from `headers`, and `signed_unix_ms` when the delivery was signed. The hosted scheme signs neither: then `id` has
 * no value, and `signed_unix_ms` is left as it was. Each of them may be NULL.
 */
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
 * Reads a notification that was verified: a resource of type `webhook_notification`, with what it is about included
 * (`shiptrack_resource_related(notification, "reference_object", 0)`; of which type that is for which event, is told at
 * shiptrack_events_notification()).
 */
int32_t shiptrack_notification_parse(const uint8_t *body,
                                     size_t body_length,
                                     struct shiptrack_resource **notification,
                                     struct shiptrack_error **error);

#ifdef __cplusplus
}  /* extern "C" */
#endif  /* __cplusplus */

#endif  /* SHIPTRACK_H */
