/* Callbacks: on which thread they run, with which signals, how often, and when their user data is released. */
#define _POSIX_C_SOURCE 200809L
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "check.h"

struct host {
  int calls, destroyed, reentered;
  pthread_t thread;
  int has_mask_of_host;
  shiptrack_client *client;
};

static void destroy(void *data) { ((struct host *)data)->destroyed++; }

static int32_t look_up(void *data, const shiptrack_look_up *question, const shiptrack_answer *answer) {
  static const char FACTS[] =
      "{\"container\":\"MSKU0308961\",\"event\":{\"milestone\":\"empty_out\",\"at\":\"2026-04-20T18:00:00Z\"}}";
  struct host *host = data;
  sigset_t mask;
  shiptrack_pages *pages = NULL;
  shiptrack_error *problem = NULL;

  host->calls++;
  host->thread = pthread_self();
  pthread_sigmask(SIG_SETMASK, NULL, &mask);
  host->has_mask_of_host = !sigismember(&mask, SIGTERM) && sigismember(&mask, SIGUSR2) && sigismember(&mask, SIGRTMIN);
  CHECK(strcmp(shiptrack_look_up_scac(question).data, "MAEU") == 0);
  CHECK(shiptrack_look_up_attempt(question) == 1 && !shiptrack_look_up_is_cancelled(question));
  CHECK(strcmp(shiptrack_look_up_account_name(question).data, "default") == 0);
  CHECK(shiptrack_look_up_account_id(question).length == 36 && !shiptrack_look_up_bookmark(question).data);
  CHECK(shiptrack_look_up_references_count(question) == 0 && !shiptrack_look_up_reference(question, 0).data);
  CHECK(shiptrack_look_up_containers_count(question) == 0 && !shiptrack_look_up_container(question, 0).data);
  /* Nothing is locked, so the callback may use the service. */
  if (host->client) {
    shiptrack_page *page = NULL;
    CHECK(shiptrack_tracking_request_list(host->client, NULL, &pages, &problem) == SHIPTRACK_OK);
    CHECK(shiptrack_pages_next(pages, &page, &problem) == SHIPTRACK_OK);
    shiptrack_page_free(page);
    shiptrack_pages_free(pages);
    host->reentered++;
  }
  if (strcmp(shiptrack_look_up_normalized_number(question).data, "MSKU0308961") != 0) return SHIPTRACK_LOOK_UP_NOT_FOUND;
  CHECK(shiptrack_answer_facts(answer, (const uint8_t *)"{}", 2, &problem) == SHIPTRACK_ERROR_INVALID);
  shiptrack_error_free(problem);
  CHECK(shiptrack_answer_facts(answer, (const uint8_t *)FACTS, strlen(FACTS), NULL) == SHIPTRACK_OK);
  return shiptrack_answer_complete(answer, NULL);
}

static int32_t extract(void *data, const shiptrack_attachment *attachment, const shiptrack_extraction *extraction) {
  ((struct host *)data)->calls++;
  if (strcmp(shiptrack_attachment_name(attachment).data, "bill.txt") != 0) return SHIPTRACK_OK;
  CHECK(strstr(shiptrack_attachment_content(attachment).data, "freight") != NULL);
  CHECK(shiptrack_extraction_set(extraction, NULL, "1", "[]", NULL) == SHIPTRACK_ERROR_INVALID);
  return shiptrack_extraction_set(extraction, "bill_of_lading", "2026-01-01", "{\"by\":\"host\"}", NULL);
}

static void log_line(void *data, int32_t is_problem, const char *line) {
  struct host *host = data;
  CHECK(strstr(line, "GET /v2/") == line || strstr(line, "POST /v2/") == line);
  CHECK(is_problem == 0);
  host->calls++;
}

static void attempt(void *data, const shiptrack_attempt *raw) {
  struct host *host = data;
  CHECK(strcmp(raw->method, "GET") == 0 && raw->number == 1 && raw->http_status == 200 && raw->status == 0);
  CHECK(raw->retry_in_us == -1 && raw->took_us >= 0);
  host->calls++;
}

static int32_t stop_at_once(void *data, const shiptrack_resource *request) {
  ++*(int *)data;
  CHECK(shiptrack_tracking_request_status_code(request) == SHIPTRACK_REQUEST_STATUS_PENDING);
  return 1;
}

static void wake(void *data) { ((struct host *)data)->calls++; }

static void carriers_extractors_and_wake_callbacks(void) {
  struct host carrier = {0}, extractor = {0}, waker = {0};
  static const char MAIL[] =
      "Subject: bill\r\nContent-Type: text/plain; name=bill.txt\r\nContent-Disposition: attachment; "
      "filename=bill.txt\r\n\r\nfreight prepaid\r\n";
  shiptrack_service_options *options = NULL;
  shiptrack_service *service = NULL;
  shiptrack_client *client = NULL;
  shiptrack_resource *request = NULL, *settled = NULL, *document = NULL;
  shiptrack_ingested_email *ingested = NULL;
  shiptrack_query *query = NULL;
  shiptrack_buffer *content = NULL;
  const shiptrack_resource *representation;
  struct pollfd wait_for = {0};
  int32_t descriptor = -1, again = -2;
  uint64_t count = 0;
  const char *document_id;
  int looks = 0;

  WORKS(shiptrack_service_options_new(&options, &error));
  WORKS(shiptrack_service_options_carrier(options, "MAEU", look_up, &carrier, destroy, &error));
  WORKS(shiptrack_service_options_extractor(options, extract, &extractor, destroy, &error));
  GIVES(SHIPTRACK_ERROR_INVALID, shiptrack_service_options_carrier(options, "M", look_up, &carrier, destroy, &error));
  GIVES(SHIPTRACK_ERROR_NULL_ARGUMENT, shiptrack_service_options_carrier(options, "MAEU", NULL, &carrier, destroy, &error));
  CHECK(carrier.destroyed == 0);
  WORKS(shiptrack_service_open_in_memory(options, &service, &error));
  shiptrack_service_options_free(options);
  WORKS(shiptrack_service_client(service, NULL, &client, &error));
  WORKS(shiptrack_service_on_wake(service, wake, &waker, destroy, &error));
  WORKS(shiptrack_service_event_fd(service, &descriptor, &error));
  WORKS(shiptrack_service_event_fd(service, &again, &error));
  CHECK(descriptor == again);
  wait_for.fd = descriptor;
  wait_for.events = POLLIN;
  CHECK(poll(&wait_for, 1, 0) == 0);

  carrier.client = client;
  WORKS(shiptrack_tracking_request_create(client, "container", "MSKU0308961", "MAEU", NULL, &request, &error));
  CHECK(waker.calls == 1 && poll(&wait_for, 1, 0) == 1 && read(descriptor, &count, sizeof count) == 8 && count == 1);
  GIVES(SHIPTRACK_ERROR_CANCELLED, shiptrack_tracking_request_wait(client, shiptrack_resource_id(request).data, 60000, SHIPTRACK_DEFAULT_TIMEOUT,
                                                                   stop_at_once, &looks, &settled, &error));
  CHECK(looks == 1 && settled == NULL);
  WORKS(shiptrack_service_run_due(service, 0, NULL, &error));
  CHECK(carrier.calls == 1 && carrier.reentered == 1 && pthread_equal(carrier.thread, pthread_self()));
  CHECK(carrier.has_mask_of_host);
  WORKS(shiptrack_tracking_request_wait(client, shiptrack_resource_id(request).data, 60000, SHIPTRACK_DEFAULT_TIMEOUT, NULL, NULL, &settled,
                                        &error));
  IS(shiptrack_tracking_request_status(settled), "created");
  shiptrack_resource_free(settled);
  shiptrack_resource_free(request);

  /* On a thread of the worker, the callback has the signal mask of the thread that started the worker. */
  WORKS(shiptrack_service_start_worker(service, 1, &error));
  WORKS(shiptrack_tracking_request_create(client, "container", "CSQU3054383", "MAEU", NULL, &request, &error));
  WORKS(shiptrack_tracking_request_wait(client, shiptrack_resource_id(request).data, 2000, 10, NULL, NULL, &settled, NULL));
  WORKS(shiptrack_service_stop_worker(service, &error));
  CHECK(carrier.calls == 2);
  CHECK(carrier.has_mask_of_host);
  IS(shiptrack_tracking_request_failed_reason(settled), "not_found");
  shiptrack_resource_free(settled);
  shiptrack_resource_free(request);

  WORKS(shiptrack_service_ingest_email(service, NULL, (const uint8_t *)MAIL, strlen(MAIL), NULL, &ingested, &error));
  CHECK(extractor.calls == 1 && shiptrack_ingested_email_is_new(ingested));
  document_id = shiptrack_resource_related_id(shiptrack_ingested_email_submission(ingested), "documents", 0).data;
  CHECK(document_id != NULL);
  WORKS(shiptrack_query_new(&query, &error));
  WORKS(shiptrack_query_include(query, "last_document_representation", &error));
  WORKS(shiptrack_document_get(client, document_id, query, &document, &error));
  representation = shiptrack_resource_related(document, "last_document_representation", 0);
  IS(shiptrack_document_representation_payload_json(representation), "{\"by\":\"host\"}");
  IS(shiptrack_document_document_type(document), "bill_of_lading");
  WORKS(shiptrack_service_document_content(service, NULL, document_id, &content, &error));
  IS(shiptrack_buffer_view(content), "freight prepaid\r\n");
  shiptrack_buffer_free(content);
  WORKS(shiptrack_service_discard_document(service, NULL, document_id, &error));
  GIVES(SHIPTRACK_ABSENT, shiptrack_service_discard_document(service, NULL, document_id, &error));
  shiptrack_resource_free(document);
  shiptrack_query_free(query);
  shiptrack_ingested_email_free(ingested);

  CHECK(carrier.destroyed == 0 && extractor.destroyed == 0 && waker.destroyed == 0);
  shiptrack_client_free(client);
  shiptrack_service_free(service);
  CHECK(carrier.destroyed == 1 && extractor.destroyed == 1 && waker.destroyed == 1);
}

/* After the service is freed, its clients and listings keep it; closing it ends it, wakes the program, and releases the callbacks. */
static void objects_keep_a_service_alive(void) {
  int closing;
  for (closing = 0; closing < 2; closing++) {
    struct host waker = {0};
    shiptrack_service *service = NULL;
    shiptrack_client *client = NULL;
    shiptrack_pages *pages = NULL;
    shiptrack_page *page = NULL;
    shiptrack_server *server = NULL;
    struct pollfd wait_for = {0};
    int32_t descriptor = -1;
    WORKS(shiptrack_service_open_in_memory(NULL, &service, &error));
    WORKS(shiptrack_service_on_wake(service, wake, &waker, destroy, &error));
    WORKS(shiptrack_service_event_fd(service, &descriptor, &error));
    WORKS(shiptrack_service_client(service, NULL, &client, &error));
    WORKS(shiptrack_shipment_list(client, NULL, &pages, &error));
    WORKS(shiptrack_server_start(service, NULL, &server, &error));
    wait_for.fd = descriptor;
    wait_for.events = POLLIN;
    CHECK(waker.calls == 0 && poll(&wait_for, 1, 0) == 0);
    if (closing) {
      WORKS(shiptrack_service_close(service, SHIPTRACK_DEFAULT_TIMEOUT, &error));
      CHECK(waker.calls == 1 && poll(&wait_for, 1, 0) == 1 && waker.destroyed == 0);
      WORKS(shiptrack_service_close(service, SHIPTRACK_DEFAULT_TIMEOUT, &error));
      CHECK(waker.calls == 1);
      WORKS(shiptrack_server_stop(server, &error));
      /* Stopping a stopped worker works; starting one does not. */
      WORKS(shiptrack_service_stop_worker(service, &error));
      GIVES(SHIPTRACK_ERROR_CLOSED, shiptrack_service_on_wake(service, wake, &waker, destroy, &error));
      GIVES(SHIPTRACK_ERROR_CLOSED, shiptrack_pages_next(pages, &page, &error));
      shiptrack_pages_free(pages);
      CHECK(waker.destroyed == 1);
      WORKS(shiptrack_service_on_wake(service, NULL, NULL, NULL, &error));
      CHECK(waker.destroyed == 1);
      shiptrack_service_free(service);
      shiptrack_client_free(client);
      shiptrack_server_free(server);
    } else {
      shiptrack_service_free(service);
      WORKS(shiptrack_pages_next(pages, &page, &error));
      shiptrack_page_free(page);
      shiptrack_client_free(client);
      shiptrack_server_free(server);
      CHECK(waker.destroyed == 0);
      shiptrack_pages_free(pages);
      CHECK(waker.destroyed == 1);
    }
  }
}

static void observers_of_a_hosted_client(void) {
  struct host log = {0}, watch = {0};
  shiptrack_client_options *options = NULL;
  shiptrack_service *service = NULL;
  shiptrack_server *server = NULL;
  shiptrack_client *client = NULL;
  shiptrack_resource *key = NULL;
  shiptrack_response *response = NULL;
  shiptrack_query *query = NULL;
  int64_t left = 0;
  char base_url[128];

  WORKS(shiptrack_service_open_in_memory(NULL, &service, &error));
  WORKS(shiptrack_server_start(service, NULL, &server, &error));
  WORKS(shiptrack_service_create_key(service, NULL, "test", 0, &key, &error));
  snprintf(base_url, sizeof base_url, "%s/v2", shiptrack_server_url(server).data);
  WORKS(shiptrack_client_options_new(&options, &error));
  WORKS(shiptrack_client_options_timeout(options, 20000, &error));
  WORKS(shiptrack_client_options_on_log(options, log_line, &log, destroy, &error));
  WORKS(shiptrack_client_options_on_attempt(options, attempt, &watch, destroy, &error));
  WORKS(shiptrack_client_open(base_url, shiptrack_resource_attribute(key, "key").data, options, &client, &error));
  WORKS(shiptrack_query_new(&query, &error));
  WORKS(shiptrack_query_set(query, "page[size]", "5", &error));
  WORKS(shiptrack_client_send(client, "GET", "shipments", query, NULL, 0, &response, &error));
  CHECK(shiptrack_response_http_status(response) == 200);
  IS(shiptrack_response_header(response, "CONTENT-TYPE"), "application/vnd.api+json");
  CHECK(strstr(shiptrack_response_body(response).data, "\"data\":[]") != NULL);
  CHECK(log.calls == 1 && watch.calls == 1);
  WORKS(shiptrack_client_allowance(client, SHIPTRACK_BUCKET_DEFAULT, &left, &error));
  CHECK(left == 99);
  WORKS(shiptrack_service_revoke_key(service, NULL, shiptrack_resource_id(key).data, &error));
  shiptrack_response_free(response);
  shiptrack_query_free(query);
  shiptrack_client_options_free(options);
  CHECK(log.destroyed == 0 && watch.destroyed == 0);
  shiptrack_client_free(client);
  CHECK(log.destroyed == 1 && watch.destroyed == 1);
  shiptrack_resource_free(key);
  shiptrack_server_free(server);
  shiptrack_service_free(service);
}

struct heard {
  int kinds[5], outcome, problems, lines, problem_lines, destroyed;
  const shiptrack_service *service;
};

static void record_activity(void *data, const shiptrack_activity *activity) {
  struct heard *heard = data;
  CHECK(activity->kind >= SHIPTRACK_ACTIVITY_LOOK_UP && activity->kind <= SHIPTRACK_ACTIVITY_TROUBLE);
  heard->kinds[activity->kind]++;
  heard->problems += activity->is_problem;
  /* Nothing is locked, so the callback may use the service. */
  if (heard->service) CHECK(shiptrack_service_next_due(heard->service, &(int64_t){0}, NULL) != SHIPTRACK_ERROR_CLOSED);
  switch (activity->kind) {
    case SHIPTRACK_ACTIVITY_LOOK_UP:
      CHECK(activity->id && !activity->webhook_id && strcmp(activity->scac, "TEST") == 0 && activity->attempt == 1);
      CHECK(activity->account_id != NULL);
      CHECK(strncmp(activity->number, "TEST-TR-", 8) == 0 && activity->retry_after_ms == -1 && !activity->message);
      heard->outcome = activity->outcome;
      CHECK((activity->outcome == SHIPTRACK_OUTCOME_TROUBLE) == (activity->reason != NULL));
      break;
    case SHIPTRACK_ACTIVITY_DELIVERY:
      CHECK(activity->id && activity->webhook_id && !activity->number && activity->attempt == 1);
      CHECK(activity->http_status == 0 && activity->status == SHIPTRACK_ERROR_CONNECT && activity->message);
      break;
    case SHIPTRACK_ACTIVITY_EXTRACTION_FAILED:
      CHECK(activity->id && activity->status == SHIPTRACK_ERROR_INTERNAL && activity->message && activity->attempt == 0);
      break;
    default: CHECK(!"trouble");
  }
}

static void service_line(void *data, int32_t is_problem, const char *line) {
  struct heard *heard = data;
  CHECK(strstr(line, "look-up of TEST-TR-") || strstr(line, "delivery of ") || strstr(line, "document "));
  CHECK(strncmp(line, "2026-05-01T12:", 14) == 0 && strstr(line, " account="));
  CHECK(is_problem == (strstr(line, " WARN ") != NULL) && (strstr(line, " request=") != NULL) == (strstr(line, "look-up") != NULL));
  heard->lines++;
  heard->problem_lines += is_problem;
}

static void count_release(void *data) { ((struct heard *)data)->destroyed++; }

static int32_t cannot_read(void *data, const shiptrack_attachment *attachment, const shiptrack_extraction *extraction) {
  (void)data, (void)attachment, (void)extraction;
  return 1;
}

static void activities_are_reported(void) {
  static const char MAIL[] =
      "Subject: bill\r\nContent-Type: text/plain; name=bill.txt\r\nContent-Disposition: attachment; "
      "filename=bill.txt\r\n\r\nfreight prepaid\r\n";
  struct heard heard = {0}, before = {0};
  shiptrack_service_options *options = NULL;
  shiptrack_service *service = NULL;
  shiptrack_client *client = NULL;
  shiptrack_resource *request = NULL, *webhook = NULL;
  shiptrack_clock *clock = NULL;
  shiptrack_ingested_email *ingested = NULL;
  shiptrack_buffer *problems = NULL;
  const char *id;

  WORKS(shiptrack_service_options_new(&options, &error));
  WORKS(shiptrack_clock_new(1777636800000, &clock, &error));
  WORKS(shiptrack_service_options_clock(options, clock, &error));
  WORKS(shiptrack_service_options_allow_loopback(options, &error));
  WORKS(shiptrack_service_options_extractor(options, cannot_read, NULL, NULL, &error));
  GIVES(SHIPTRACK_ERROR_NULL_ARGUMENT, shiptrack_service_options_on_activity(options, NULL, &before, count_release, &error));
  GIVES(SHIPTRACK_ERROR_NULL_ARGUMENT, shiptrack_service_options_on_log(options, NULL, &before, count_release, &error));
  CHECK(before.destroyed == 0);
  /* The later callback replaces the earlier one, which is released at once. */
  WORKS(shiptrack_service_options_on_activity(options, record_activity, &before, count_release, &error));
  WORKS(shiptrack_service_options_on_activity(options, record_activity, &heard, count_release, &error));
  CHECK(before.destroyed == 1 && heard.destroyed == 0);
  WORKS(shiptrack_service_options_on_log(options, service_line, &heard, count_release, &error));
  WORKS(shiptrack_service_open_in_memory(options, &service, &error));
  shiptrack_service_options_free(options);
  heard.service = service;
  WORKS(shiptrack_service_client(service, NULL, &client, &error));
  /* No server listens on port 1. */
  WORKS(shiptrack_webhook_create(client, "http://127.0.0.1:1/", NULL, &webhook, &error));

  WORKS(shiptrack_tracking_request_create(client, "bill_of_lading", "TEST-TR-FAILED", "TEST", NULL, &request, &error));
  shiptrack_resource_free(request);
  CHECK(heard.kinds[SHIPTRACK_ACTIVITY_LOOK_UP] == 0);
  WORKS(shiptrack_service_run_due(service, 0, NULL, &error));
  CHECK(heard.kinds[SHIPTRACK_ACTIVITY_LOOK_UP] == 1 && heard.kinds[SHIPTRACK_ACTIVITY_DELIVERY] == 1);
  CHECK(heard.outcome != 0 && heard.outcome != SHIPTRACK_OUTCOME_FOUND && heard.outcome != SHIPTRACK_OUTCOME_TROUBLE);
  WORKS(shiptrack_tracking_request_create(client, "bill_of_lading", "TEST-TR-RETRYING", "TEST", NULL, &request, &error));
  WORKS(shiptrack_service_run_due(service, 0, NULL, &error));
  CHECK(heard.kinds[SHIPTRACK_ACTIVITY_LOOK_UP] == 2 && heard.outcome == SHIPTRACK_OUTCOME_TROUBLE);

  WORKS(shiptrack_service_ingest_email(service, NULL, (const uint8_t *)MAIL, strlen(MAIL), NULL, &ingested, &error));
  CHECK(heard.kinds[SHIPTRACK_ACTIVITY_EXTRACTION_FAILED] == 1);
  id = shiptrack_resource_id(shiptrack_ingested_email_submission(ingested)).data;
  WORKS(shiptrack_service_email_problems(service, NULL, id, &problems, &error));
  IS(shiptrack_buffer_view(problems), "[]");
  shiptrack_buffer_free(problems);
  shiptrack_ingested_email_free(ingested);
  GIVES(SHIPTRACK_ABSENT, shiptrack_service_email_problems(service, NULL, "unknown-id", &problems, &error));
  WORKS(shiptrack_service_ingest_email(service, NULL, (const uint8_t *)"x", 1, NULL, &ingested, &error));
  CHECK(shiptrack_ingested_email_is_quarantined(ingested));
  id = shiptrack_resource_id(shiptrack_ingested_email_submission(ingested)).data;
  WORKS(shiptrack_service_email_problems(service, NULL, id, &problems, &error));
  CHECK(strncmp(shiptrack_buffer_view(problems).data, "[\"", 2) == 0);
  CHECK(strstr(shiptrack_buffer_view(problems).data, shiptrack_ingested_email_problem(ingested, 0).data) != NULL);
  shiptrack_buffer_free(problems);
  shiptrack_ingested_email_free(ingested);

  /* Every activity had a log line, except for repeated warnings. */
  CHECK(heard.kinds[SHIPTRACK_ACTIVITY_TROUBLE] == 0 && heard.problem_lines > 0 && heard.problem_lines <= heard.problems);
  CHECK(heard.lines - heard.problem_lines == heard.kinds[1] + heard.kinds[2] + heard.kinds[3] - heard.problems);
  shiptrack_resource_free(request);
  shiptrack_resource_free(webhook);
  shiptrack_client_free(client);
  CHECK(heard.destroyed == 0);
  shiptrack_service_free(service);
  CHECK(heard.destroyed == 2);
  shiptrack_clock_free(clock);
}

struct doubtful {
  int activities, lines;
};

static int32_t answer_unexpectedly(void *data, const shiptrack_look_up *question, const shiptrack_answer *answer) {
  static const char FACTS[] =
      "[{\"container\":\"MSKU0308961\",\"event\":{\"milestone\":\"vesel_departed\",\"at\":\"2026-05-01\"}},"
      "{\"container\":\"MSKU0308962\",\"event\":{\"milestone\":\"full_in\",\"at\":\"2026-05-01T08:00:00\"}}]";
  (void)data, (void)question;
  return shiptrack_answer_facts(answer, (const uint8_t *)FACTS, strlen(FACTS), NULL);
}

static void doubted(void *data, const shiptrack_activity *activity) {
  if (activity->kind != SHIPTRACK_ACTIVITY_DOUBTFUL_FACTS) {
    CHECK(activity->doubts == NULL && activity->doubts_count == 0);
    return;
  }
  ((struct doubtful *)data)->activities++;
  CHECK(activity->id && strcmp(activity->scac, "MAEU") == 0 && strcmp(activity->number, "123456789") == 0);
  CHECK(activity->is_problem == 1 && activity->status == SHIPTRACK_OK && activity->attempt == 0 && !activity->webhook_id);
  CHECK(activity->doubts_count == 3 && strstr(activity->doubts[0], "vesel_departed"));
  CHECK(strstr(activity->doubts[1], "MSKU0308962") && strstr(activity->message, activity->doubts[0]));
  CHECK(strstr(activity->message, activity->doubts[1]) && strstr(activity->doubts[2], "shown as UTC"));
}

static void doubted_line(void *data, int32_t is_problem, const char *line) {
  if (!strstr(line, " facts for 123456789 at MAEU look wrong: ")) return;
  CHECK(is_problem == 1 && strstr(line, "vesel_departed"));
  ((struct doubtful *)data)->lines++;
}

/* A day of look-ups with the same answer reports its doubts once. */
static void doubtful_facts_are_reported_once(void) {
  struct doubtful doubtful = {0};
  shiptrack_service_options *options = NULL;
  shiptrack_service *service = NULL;
  shiptrack_client *client = NULL;
  shiptrack_resource *request = NULL;
  shiptrack_clock *clock = NULL;
  size_t done = 0;
  int day;
  WORKS(shiptrack_service_options_new(&options, &error));
  WORKS(shiptrack_clock_new(1777636800000, &clock, &error));
  WORKS(shiptrack_service_options_clock(options, clock, &error));
  WORKS(shiptrack_service_options_carrier(options, "MAEU", answer_unexpectedly, NULL, NULL, &error));
  WORKS(shiptrack_service_options_on_activity(options, doubted, &doubtful, NULL, &error));
  WORKS(shiptrack_service_options_on_log(options, doubted_line, &doubtful, NULL, &error));
  WORKS(shiptrack_service_open_in_memory(options, &service, &error));
  shiptrack_service_options_free(options);
  WORKS(shiptrack_service_client(service, NULL, &client, &error));
  WORKS(shiptrack_tracking_request_create(client, "bill_of_lading", "123456789", "MAEU", NULL, &request, &error));
  for (day = 0; day < 3; day++) {
    WORKS(shiptrack_service_run_due(service, 0, &done, &error));
    CHECK(done > 0 && doubtful.activities == 1 && doubtful.lines == 1);
    WORKS(shiptrack_clock_advance(clock, 86400000, &error));
  }
  shiptrack_resource_free(request);
  shiptrack_client_free(client);
  shiptrack_service_free(service);
  shiptrack_clock_free(clock);
}

static int32_t report_problem(void *data, const shiptrack_look_up *question, const shiptrack_answer *answer) {
  (void)data, (void)question;
  GIVES(SHIPTRACK_ERROR_NULL_ARGUMENT, shiptrack_answer_problem(answer, NULL, &error));
  GIVES(SHIPTRACK_ERROR_NOT_UTF8, shiptrack_answer_problem(answer, "\xff", &error));
  WORKS(shiptrack_answer_problem(answer, "timed out after 30 s", &error));
  return SHIPTRACK_LOOK_UP_UNREACHABLE;
}

static int32_t report_no_problem(void *data, const shiptrack_attachment *attachment, const shiptrack_extraction *extraction) {
  (void)data, (void)attachment;
  WORKS(shiptrack_extraction_problem(extraction, "no such table", &error));
  return 1;
}

static void check_problem(void *data, const shiptrack_activity *activity) {
  const char *why = activity->kind == SHIPTRACK_ACTIVITY_LOOK_UP ? "timed out after 30 s" : "the host's extractor failed: no such table";
  CHECK(activity->is_problem == 1 && strcmp(activity->message, why) == 0);
  ++*(int *)data;
}

static void callbacks_report_problems(void) {
  static const char MAIL[] = "Subject: a\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nx\r\n";
  shiptrack_service_options *options = NULL;
  shiptrack_service *service = NULL;
  shiptrack_client *client = NULL;
  shiptrack_resource *request = NULL;
  shiptrack_ingested_email *ingested = NULL;
  size_t done = 0;
  int count = 0;
  WORKS(shiptrack_service_options_new(&options, &error));
  WORKS(shiptrack_service_options_carrier(options, "MAEU", report_problem, NULL, NULL, &error));
  WORKS(shiptrack_service_options_extractor(options, report_no_problem, NULL, NULL, &error));
  WORKS(shiptrack_service_options_on_activity(options, check_problem, &count, NULL, &error));
  WORKS(shiptrack_service_open_in_memory(options, &service, &error));
  shiptrack_service_options_free(options);
  WORKS(shiptrack_service_client(service, NULL, &client, &error));
  WORKS(shiptrack_tracking_request_create(client, "bill_of_lading", "123456789", "MAEU", NULL, &request, &error));
  WORKS(shiptrack_service_run_due(service, 0, &done, &error));
  CHECK(count == 1);
  WORKS(shiptrack_service_ingest_email(service, NULL, (const uint8_t *)MAIL, strlen(MAIL), NULL, &ingested, &error));
  CHECK(count == 2);
  shiptrack_ingested_email_free(ingested);
  shiptrack_resource_free(request);
  shiptrack_client_free(client);
  shiptrack_service_free(service);
}

/* The statuses of a rejected answer have the same numbers as final outcomes of a look-up. */
static int32_t return_the_error_status(void *data, const shiptrack_look_up *question, const shiptrack_answer *answer) {
  static const char *const BAD[] = {"{", "{}", "[{\"event\":{}}]"};
  int nth = ++*(int *)data;
  (void)question;
  if (nth <= 3) return shiptrack_answer_facts(answer, (const uint8_t *)BAD[nth - 1], strlen(BAD[nth - 1]), NULL);
  if (nth == 4) return shiptrack_answer_retry_after(answer, -2, NULL);
  GIVES(SHIPTRACK_ERROR_INVALID, shiptrack_answer_retry_after(answer, -2, &error));
  GIVES(SHIPTRACK_ERROR_INVALID, shiptrack_answer_next_look(answer, -2, &error));
  WORKS(shiptrack_answer_problem(answer, "a slip", &error));
  return SHIPTRACK_LOOK_UP_NOT_FOUND;
}

static int32_t return_that_status_too(void *data, const shiptrack_attachment *attachment, const shiptrack_extraction *extraction) {
  (void)data, (void)attachment;
  return shiptrack_extraction_set(extraction, NULL, "1", "[]", NULL);
}

static void check_refusal(void *data, const shiptrack_activity *activity) {
  int *count = data;
  CHECK(activity->is_problem == 1);
  if (activity->kind == SHIPTRACK_ACTIVITY_EXTRACTION_FAILED)
    CHECK(strstr(activity->message, "payload_json is not a JSON object") != NULL);
  if (activity->kind != SHIPTRACK_ACTIVITY_LOOK_UP) return;
  ++*count;
  CHECK(activity->outcome == SHIPTRACK_OUTCOME_TROUBLE);
  if (*count == 5) CHECK(strncmp(activity->message, "a slip: pause_ms is -2", 22) == 0);
  CHECK(strstr(activity->message, *count == 1   ? "not JSON"
                                  : *count == 2 ? "/0"
                                  : *count == 3 ? "/0/event"
                                               : "a length of time is 0 or more") != NULL);
}

static void rejected_answer_counts_as_unreadable(void) {
  static const char MAIL[] = "Subject: a\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nx\r\n";
  shiptrack_service_options *options = NULL;
  shiptrack_service *service = NULL;
  shiptrack_client *client = NULL;
  shiptrack_clock *clock = NULL;
  shiptrack_ingested_email *ingested = NULL;
  shiptrack_resource *request = NULL, *seen = NULL;
  int asked = 0, count = 0;
  WORKS(shiptrack_clock_new(INT64_C(1777636800000), &clock, &error));
  WORKS(shiptrack_service_options_new(&options, &error));
  WORKS(shiptrack_service_options_clock(options, clock, &error));
  WORKS(shiptrack_service_options_carrier(options, "MAEU", return_the_error_status, &asked, NULL, &error));
  WORKS(shiptrack_service_options_extractor(options, return_that_status_too, NULL, NULL, &error));
  WORKS(shiptrack_service_options_on_activity(options, check_refusal, &count, NULL, &error));
  WORKS(shiptrack_service_open_in_memory(options, &service, &error));
  shiptrack_service_options_free(options);
  WORKS(shiptrack_service_client(service, NULL, &client, &error));
  WORKS(shiptrack_tracking_request_create(client, "container", "MSKU0308961", "MAEU", NULL, &request, &error));
  while (asked < 5) {
    WORKS(shiptrack_service_run_due(service, 0, NULL, &error));
    WORKS(shiptrack_clock_advance(clock, 60000, &error));
  }
  CHECK(count == asked);
  WORKS(shiptrack_tracking_request_get(client, shiptrack_resource_id(request).data, NULL, &seen, &error));
  IS(shiptrack_tracking_request_status(seen), "pending");
  WORKS(shiptrack_service_ingest_email(service, NULL, (const uint8_t *)MAIL, strlen(MAIL), NULL, &ingested, &error));
  shiptrack_ingested_email_free(ingested);
  shiptrack_resource_free(seen);
  shiptrack_resource_free(request);
  shiptrack_client_free(client);
  shiptrack_service_free(service);
  shiptrack_clock_free(clock);
}

struct closer {
  shiptrack_service *service;
  int closed, troubled, destroyed;
};

static int32_t close_during_the_upload(void *data, const shiptrack_look_up *question, const shiptrack_answer *answer) {
  struct closer *closer = data;
  (void)question, (void)answer;
  CHECK(shiptrack_service_close(closer->service, SHIPTRACK_DEFAULT_TIMEOUT, NULL) == SHIPTRACK_OK);
  CHECK(closer->destroyed == 0);
  closer->closed++;
  return SHIPTRACK_LOOK_UP_NOT_FOUND;
}

static void troubled(void *data, const shiptrack_activity *activity) {
  CHECK(((struct closer *)data)->destroyed == 0);
  ((struct closer *)data)->troubled += activity->kind == SHIPTRACK_ACTIVITY_TROUBLE;
}

static void ended(void *data) { ((struct closer *)data)->destroyed++; }

/* Work in progress is dropped when a service is closed; that is not reported as a failure, and is not retried. */
static void closing_is_not_reported_as_failure(void) {
  struct closer closer = {0};
  shiptrack_service_options *options = NULL;
  shiptrack_client *client = NULL;
  shiptrack_resource *request = NULL, *settled = NULL;
  int32_t status;
  WORKS(shiptrack_service_options_new(&options, &error));
  WORKS(shiptrack_service_options_carrier(options, "MAEU", close_during_the_upload, &closer, NULL, &error));
  WORKS(shiptrack_service_options_on_activity(options, troubled, &closer, ended, &error));
  WORKS(shiptrack_service_open_in_memory(options, &closer.service, &error));
  shiptrack_service_options_free(options);
  WORKS(shiptrack_service_client(closer.service, NULL, &client, &error));
  WORKS(shiptrack_tracking_request_create(client, "bill_of_lading", "123456789", "MAEU", NULL, &request, &error));
  status = shiptrack_tracking_request_wait(client, shiptrack_resource_id(request).data, 60000, SHIPTRACK_DEFAULT_TIMEOUT, NULL, NULL, &settled, NULL);
  CHECK(status == SHIPTRACK_ERROR_CLOSED || status == SHIPTRACK_ERROR_CANCELLED);
  CHECK(closer.closed == 1 && closer.troubled == 0 && closer.destroyed == 1);
  shiptrack_resource_free(request);
  shiptrack_client_free(client);
  shiptrack_service_free(closer.service);
}

/* A carrier that returns when the test writes to its pipe. */
struct hanging_carrier {
  int begun[2], release[2];
  int destroyed;
};

static int32_t hang(void *data, const shiptrack_look_up *question, const shiptrack_answer *answer) {
  struct hanging_carrier *carrier = data;
  char byte;
  (void)question, (void)answer;
  CHECK(write(carrier->begun[1], "b", 1) == 1);
  CHECK(read(carrier->release[0], &byte, 1) == 1 && !carrier->destroyed);
  return SHIPTRACK_LOOK_UP_NOT_FOUND;
}

static void report_destroyed(void *data) {
  struct hanging_carrier *carrier = data;
  carrier->destroyed = 1;
  CHECK(write(carrier->begun[1], "d", 1) == 1);
}

/* The user data is released when the callback has returned. */
static void closing_abandons_a_callback_that_does_not_return(void) {
  struct hanging_carrier carrier = {0};
  char byte;
  shiptrack_service_options *options = NULL;
  shiptrack_service *service = NULL;
  shiptrack_client *client = NULL;
  shiptrack_resource *request = NULL;
  CHECK(pipe(carrier.begun) == 0 && pipe(carrier.release) == 0);
  WORKS(shiptrack_service_options_new(&options, &error));
  WORKS(shiptrack_service_options_carrier(options, "MAEU", hang, &carrier, report_destroyed, &error));
  WORKS(shiptrack_service_open_in_memory(options, &service, &error));
  shiptrack_service_options_free(options);
  WORKS(shiptrack_service_start_worker(service, 1, &error));
  WORKS(shiptrack_service_client(service, NULL, &client, &error));
  WORKS(shiptrack_tracking_request_create(client, "bill_of_lading", "123456789", "MAEU", NULL, &request, &error));
  CHECK(read(carrier.begun[0], &byte, 1) == 1 && byte == 'b');
  GIVES(SHIPTRACK_ERROR_INVALID, shiptrack_service_close(service, -2, &error));
  WORKS(shiptrack_service_close(service, 1, &error));
  shiptrack_resource_free(request);
  shiptrack_client_free(client);
  shiptrack_service_free(service);
  CHECK(!carrier.destroyed);
  CHECK(write(carrier.release[1], "r", 1) == 1);
  CHECK(read(carrier.begun[0], &byte, 1) == 1 && byte == 'd');
}

static void *cancel_soon(void *cancel) {
  CHECK(shiptrack_cancel_now(cancel) == SHIPTRACK_OK);
  return NULL;
}

static void a_wait_is_cancelled_from_another_thread(void) {
  shiptrack_service *service = NULL;
  shiptrack_client *client = NULL, *patient = NULL;
  shiptrack_resource *request = NULL, *settled = NULL;
  shiptrack_cancel *cancel = NULL;
  pthread_t other;
  WORKS(shiptrack_service_open_in_memory(NULL, &service, &error));
  WORKS(shiptrack_service_client(service, NULL, &client, &error));
  WORKS(shiptrack_cancel_new(&cancel, &error));
  WORKS(shiptrack_client_with_cancel(client, cancel, &patient, &error));
  WORKS(shiptrack_tracking_request_create(client, "bill_of_lading", "TEST-TR-AWAITING", "TEST", NULL, &request, &error));
  CHECK(pthread_create(&other, NULL, cancel_soon, cancel) == 0);
  GIVES(SHIPTRACK_ERROR_CANCELLED, shiptrack_tracking_request_wait(patient, shiptrack_resource_id(request).data, 600000, SHIPTRACK_DEFAULT_TIMEOUT,
                                                                   NULL, NULL, &settled, &error));
  CHECK(pthread_join(other, NULL) == 0);
  CHECK(shiptrack_cancel_is_cancelled(cancel) == 1 && shiptrack_cancel_is_cancelled(NULL) == 0);
  /* A wait for the answer of the carrier does not wait for the manifest. */
  WORKS(shiptrack_tracking_request_wait_until_answered(client, shiptrack_resource_id(request).data, 60000, SHIPTRACK_DEFAULT_TIMEOUT, NULL, NULL,
                                                       &settled, &error));
  IS(shiptrack_tracking_request_status(settled), "awaiting_manifest");
  shiptrack_resource_free(settled);
  shiptrack_resource_free(request);
  shiptrack_client_free(patient);
  shiptrack_client_free(client);
  shiptrack_cancel_free(cancel);
  shiptrack_service_free(service);
}

/* A program that blocks a real-time signal on all of its threads receives it with sigwait(), and its handler of another signal runs on
   its own thread. */
static volatile sig_atomic_t handled;
static pthread_t main_thread;

static void handle(int number) { handled = number == SIGUSR1 && pthread_equal(pthread_self(), main_thread); }

static void signals_of_the_host_reach_its_threads(const sigset_t *blocked) {
  struct sigaction action = {0};
  shiptrack_service *service = NULL;
  int number = 0, each;
  WORKS(shiptrack_service_open_in_memory(NULL, &service, &error));
  WORKS(shiptrack_service_start_worker(service, 4, &error));
  for (each = 0; each < 8; each++) {
    sigset_t waited;
    sigemptyset(&waited);
    sigaddset(&waited, SIGRTMIN);
    CHECK(sigismember(blocked, SIGRTMIN) && kill(getpid(), SIGRTMIN) == 0);
    CHECK(sigwait(&waited, &number) == 0 && number == SIGRTMIN);
  }
  main_thread = pthread_self();
  action.sa_handler = handle;
  CHECK(sigaction(SIGUSR1, &action, NULL) == 0 && kill(getpid(), SIGUSR1) == 0);
  CHECK(handled);
  shiptrack_service_free(service);
}

int main(void) {
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR2);
  sigaddset(&blocked, SIGRTMIN);
  CHECK(pthread_sigmask(SIG_BLOCK, &blocked, NULL) == 0);
  signals_of_the_host_reach_its_threads(&blocked);
  carriers_extractors_and_wake_callbacks();
  objects_keep_a_service_alive();
  observers_of_a_hosted_client();
  activities_are_reported();
  doubtful_facts_are_reported_once();
  callbacks_report_problems();
  rejected_answer_counts_as_unreadable();
  closing_is_not_reported_as_failure();
  closing_abandons_a_callback_that_does_not_return();
  a_wait_is_cancelled_from_another_thread();
  return 0;
}
