/* Every family and verb once, on a manual clock: accounts, webhooks, events, numbers, signatures. */
#include "check.h"

static shiptrack_clock *test_clock;
static shiptrack_service *service;
static shiptrack_client *client;

enum { DAY = 86400000 };

static void pass(int64_t milliseconds) {
  WORKS(shiptrack_clock_advance(test_clock, milliseconds, &error));
  WORKS(shiptrack_service_run_due(service, 0, NULL, &error));
}

/* Whether the container has a last free day, which is then checked. It has none before the terminal reports it, and after the pick-up. */
static int has_last_free_day(const char *id) {
  shiptrack_resource *container = NULL;
  shiptrack_time time;
  int32_t status;
  WORKS(shiptrack_container_get(client, id, NULL, &container, &error));
  status = shiptrack_resource_time(container, "pickup_lfd", &time, &error);
  if (status == SHIPTRACK_OK) {
    CHECK(time.is_date && time.offset_seconds == -7 * 3600 && time.unix_ms % DAY == 7 * 3600000);
    WORKS(shiptrack_resource_time(container, "import_deadlines.pickup_lfd_terminal", &time, &error));
    CHECK(time.is_date && time.year == 2026 && time.month == 5 && time.day == 15);
    GIVES(SHIPTRACK_ABSENT, shiptrack_resource_time(container, "import_deadlines.pickup_lfd_rail", &time, &error));
    WORKS(shiptrack_time_at_place(shiptrack_container_pickup_lfd(container).data,
                                  shiptrack_container_pod_timezone(container).data, &time, &error));
    CHECK(time.is_date && time.day == 15);
  }
  shiptrack_resource_free(container);
  return status == SHIPTRACK_OK;
}

static void a_voyage(void) {
  shiptrack_draft *draft = NULL;
  shiptrack_resource *request = NULL, *shipment = NULL, *container = NULL;
  shiptrack_query *query = NULL;
  shiptrack_buffer *doubts = NULL;
  shiptrack_time time;
  size_t containers = 0;
  int with_last_free_day = 0;
  int32_t how = 0;
  char id[64], shipment_id[64];

  WORKS(shiptrack_draft_new(&draft, &error));
  WORKS(shiptrack_draft_add(draft, "ref_numbers", "PO-4711", &error));
  WORKS(shiptrack_draft_add(draft, "shipment_tags", "urgent", &error));
  WORKS(shiptrack_tracking_request_track(client, "bill_of_lading", "TEST-TR-SUCCEEDED", "TEST", draft, &how, &request,
                                         &error));
  CHECK(how == SHIPTRACK_TRACKED_CREATED && shiptrack_tracking_request_ref_numbers_count(request) == 1);
  IS(shiptrack_tracking_request_ref_numbers_at(request, 0), "PO-4711");
  IS(shiptrack_tracking_request_ref_numbers_at(request, 1), NULL);
  IS(shiptrack_tracking_request_created_at(request), "2026-05-01T12:00:00Z");
  WORKS(shiptrack_time_parse(shiptrack_tracking_request_created_at(request).data, &time, &error));
  CHECK(time.unix_ms == 1777636800000 && time.year == 2026 && time.month == 5 && time.day == 1 && !time.is_date);
  CHECK(sizeof time == 64 && time.reserved[0] == 0 && time.reserved[3] == 0);
  snprintf(id, sizeof id, "%s", shiptrack_resource_id(request).data);
  shiptrack_resource_free(request);
  WORKS(shiptrack_tracking_request_track(client, "bill_of_lading", "TEST-TR-SUCCEEDED", "TEST", NULL, &how, &request,
                                         &error));
  CHECK(how == SHIPTRACK_TRACKED_ADOPTED);
  shiptrack_resource_free(request);
  pass(0);

  WORKS(shiptrack_query_new(&query, &error));
  WORKS(shiptrack_query_include(query, "tracked_object", &error));
  WORKS(shiptrack_tracking_request_get(client, id, query, &request, &error));
  CHECK(shiptrack_tracking_request_status_code(request) == SHIPTRACK_REQUEST_STATUS_CREATED);
  IS(shiptrack_resource_related_type(request, "tracked_object", 0), "shipment");
  IS(shiptrack_shipment_port_of_discharge_locode(shiptrack_resource_related(request, "tracked_object", 0)), "USLAX");
  snprintf(shipment_id, sizeof shipment_id, "%s", shiptrack_resource_related_id(request, "tracked_object", 0).data);
  shiptrack_resource_free(request);
  shiptrack_query_free(query);

  WORKS(shiptrack_shipment_doubts(client, shipment_id, &doubts, &error));
  CHECK(strstr(shiptrack_buffer_view(doubts).data, "\"total\"") != NULL);
  CHECK(strstr(shiptrack_buffer_view(doubts).data, "\"doubts\"") != NULL);
  shiptrack_buffer_free(doubts);
  GIVES(SHIPTRACK_ERROR_NOT_FOUND, shiptrack_shipment_doubts(client, "unknown", &doubts, &error));

  WORKS(shiptrack_shipment_stop_tracking(client, shipment_id, &shipment, &error));
  IS(shiptrack_shipment_line_tracking_stopped_reason(shipment), "cancelled_by_user");
  CHECK(shiptrack_shipment_line_tracking_stopped_reason_code(shipment) == SHIPTRACK_STOP_REASON_CANCELLED_BY_USER);
  shiptrack_resource_free(shipment);
  WORKS(shiptrack_shipment_resume_tracking(client, shipment_id, &shipment, &error));
  shiptrack_resource_free(shipment);
  shiptrack_draft_free(draft);
  WORKS(shiptrack_draft_new(&draft, &error));
  WORKS(shiptrack_draft_add(draft, "tags", "late", &error));
  WORKS(shiptrack_shipment_update(client, shipment_id, draft, &shipment, &error));
  IS(shiptrack_shipment_tags_at(shipment, 0), "late");
  shiptrack_draft_free(draft);

  WORKS(shiptrack_resource_related_count(shipment, "containers", &containers, &error));
  CHECK(containers == 2);
  for (int day = 0; day < 20; day++) {
    pass(DAY);
    with_last_free_day += has_last_free_day(shiptrack_resource_related_id(shipment, "containers", 0).data);
  }
  CHECK(with_last_free_day > 0 && with_last_free_day < 20);
  WORKS(shiptrack_container_get(client, shiptrack_resource_related_id(shipment, "containers", 0).data, NULL, &container,
                                &error));
  IS(shiptrack_container_current_status(container), "empty_returned");
  CHECK(shiptrack_container_current_status_code(container) == SHIPTRACK_CONTAINER_STATUS_EMPTY_RETURNED);
  GIVES(SHIPTRACK_ABSENT, shiptrack_resource_time(container, "pickup_lfd", &time, &error));
  GIVES(SHIPTRACK_ABSENT, shiptrack_time_at_place("2026-05-15", NULL, &time, &error));
  WORKS(shiptrack_resource_time(container, "created_at", &time, &error));
  CHECK(!time.is_date && time.offset_seconds == 0);
  shiptrack_resource_free(container);
  shiptrack_resource_free(shipment);
}

/* The short forms of common functions. */
static void short_forms(void) {
  shiptrack_resource *request = NULL, *settled = NULL;
  shiptrack_response *response = NULL;
  WORKS(shiptrack_track(client, "bill_of_lading", "TEST-TR-SUCCEEDED", "TEST", &request, &error));
  WORKS(shiptrack_settle(service, SHIPTRACK_NO_LIMIT, &error));
  WORKS(shiptrack_wait(client, shiptrack_resource_id(request).data, 1000, &settled, &error));
  IS(shiptrack_request_status_name(shiptrack_tracking_request_status_code(settled)),
     shiptrack_tracking_request_status(settled).data);
  WORKS(shiptrack_send(client, "GET", "containers?page[size]=1", NULL, &response, &error));
  CHECK(shiptrack_response_http_status(response) == 200);
  shiptrack_response_free(response);
  GIVES(SHIPTRACK_ERROR_INVALID, shiptrack_send(client, "POST", "tracking_requests", "{", &response, &error));
  GIVES(SHIPTRACK_ERROR_INVALID, shiptrack_upload(client, "/nowhere.pdf", &request, &error));
  shiptrack_resource_free(settled);
  shiptrack_resource_free(request);
}

/* The slot of a thread has one address for the life of the thread, and is NULL. */
static void thread_slot(void) {
  CHECK(*shiptrack_thread_slot() == NULL);
  *shiptrack_thread_slot() = &test_clock;
  CHECK(*shiptrack_thread_slot() == &test_clock);
  *shiptrack_thread_slot() = NULL;
}

static size_t count_of(int32_t (*list)(const shiptrack_client *, const shiptrack_query *, shiptrack_pages **,
                                       shiptrack_error **),
                       size_t page_size, size_t *pages_seen) {
  shiptrack_query *query = NULL;
  shiptrack_pages *pages = NULL;
  shiptrack_page *page = NULL;
  shiptrack_buffer *place = NULL;
  char size[16];
  size_t count = 0;
  int32_t status;
  snprintf(size, sizeof size, "%u", (unsigned)page_size);
  WORKS(shiptrack_query_new(&query, &error));
  WORKS(shiptrack_query_set(query, "page[size]", size, &error));
  WORKS(list(client, query, &pages, &error));
  shiptrack_query_free(query);
  *pages_seen = 0;
  WORKS(shiptrack_pages_resume_from(pages, &place, &error));
  CHECK(shiptrack_buffer_view(place).length > 0);
  shiptrack_buffer_free(place);
  while ((status = shiptrack_pages_next(pages, &page, &error)) == SHIPTRACK_OK) {
    ++*pages_seen;
    for (size_t i = 0; i < shiptrack_page_count(page); i++) {
      const shiptrack_resource *item = NULL;
      WORKS(shiptrack_page_read(page, i, &item, &error));
      CHECK(shiptrack_resource_id(item).length > 0);
      count++;
    }
    shiptrack_page_free(page);
  }
  GIVES(SHIPTRACK_DONE, status);
  GIVES(SHIPTRACK_DONE, shiptrack_pages_resume_from(pages, &place, &error));
  shiptrack_pages_free(pages);
  return count;
}

/* A listing that was interrupted continues where it stopped. */
static void listing_continues(void) {
  shiptrack_query *query = NULL;
  shiptrack_pages *pages = NULL;
  shiptrack_page *page = NULL;
  shiptrack_buffer *place = NULL;
  char seen[64];
  WORKS(shiptrack_query_new(&query, &error));
  WORKS(shiptrack_query_set(query, "page[size]", "1", &error));
  WORKS(shiptrack_container_list(client, query, &pages, &error));
  WORKS(shiptrack_pages_next(pages, &page, &error));
  snprintf(seen, sizeof seen, "%s", shiptrack_resource_id(shiptrack_page_at(page, 0)).data);
  shiptrack_page_free(page);
  WORKS(shiptrack_pages_resume_from(pages, &place, &error));
  shiptrack_pages_free(pages);
  WORKS(shiptrack_query_resume_from(query, shiptrack_buffer_view(place).data, &error));
  WORKS(shiptrack_container_list(client, query, &pages, &error));
  WORKS(shiptrack_pages_next(pages, &page, &error));
  CHECK(shiptrack_page_count(page) == 1 && strcmp(shiptrack_resource_id(shiptrack_page_at(page, 0)).data, seen) != 0);
  shiptrack_page_free(page);
  GIVES(SHIPTRACK_DONE, shiptrack_pages_next(pages, &page, &error));
  shiptrack_pages_free(pages);
  shiptrack_buffer_free(place);
  shiptrack_query_free(query);
}

static void listings(void) {
  size_t pages = 0;
  listing_continues();
  CHECK(count_of(shiptrack_tracking_request_list, 30, &pages) == 1 && pages == 1);
  CHECK(count_of(shiptrack_shipment_list, 30, &pages) == 1);
  CHECK(count_of(shiptrack_container_list, 1, &pages) == 2 && pages == 2);
}

static void webhooks_and_notifications(void) {
  shiptrack_draft *draft = NULL;
  shiptrack_resource *webhook = NULL, *changed = NULL;
  shiptrack_page *page = NULL;
  shiptrack_pages *pages = NULL;
  char id[64];

  WORKS(shiptrack_draft_new(&draft, &error));
  WORKS(shiptrack_draft_add(draft, "events", "tracking_request.failed", &error));
  WORKS(shiptrack_draft_header(draft, "Authorization", "Bearer receivers-own", &error));
  WORKS(shiptrack_draft_header(draft, "X-Desk", "7", &error));
  WORKS(shiptrack_webhook_create(client, "http://127.0.0.1:9/none", draft, &webhook, &error));
  CHECK(shiptrack_webhook_events_count(webhook) == 1 && shiptrack_webhook_active(webhook) == 1);
  IS(shiptrack_webhook_headers_name(webhook, 1), "X-Desk");
  CHECK(strncmp(shiptrack_webhook_secret(webhook).data, "whsec_", 6) == 0);
  snprintf(id, sizeof id, "%s", shiptrack_resource_id(webhook).data);
  shiptrack_draft_free(draft);

  /* Headers that were read can be set again. */
  WORKS(shiptrack_draft_new(&draft, &error));
  for (size_t i = 0; i < shiptrack_webhook_headers_count(webhook); i++)
    WORKS(shiptrack_draft_header(draft, shiptrack_webhook_headers_name(webhook, i).data,
                                 shiptrack_webhook_headers_value(webhook, i).data, &error));
  shiptrack_resource_free(webhook);
  WORKS(shiptrack_webhook_update(client, id, draft, &changed, &error));
  CHECK(shiptrack_webhook_headers_count(changed) == 2);
  IS(shiptrack_webhook_headers_name(changed, 0), "Authorization");
  IS(shiptrack_webhook_headers_value(changed, 0), "Bearer receivers-own");
  shiptrack_resource_free(changed);
  shiptrack_draft_free(draft);

  WORKS(shiptrack_draft_new(&draft, &error));
  WORKS(shiptrack_draft_flag(draft, "active", 0, &error));
  WORKS(shiptrack_webhook_update(client, id, draft, &changed, &error));
  CHECK(shiptrack_webhook_active(changed) == 0);
  shiptrack_resource_free(changed);
  WORKS(shiptrack_draft_text(draft, "colour", "blue", &error));
  GIVES(SHIPTRACK_ERROR_INVALID, shiptrack_webhook_update(client, id, draft, &changed, &error));
  shiptrack_draft_free(draft);

  WORKS(shiptrack_webhook_get(client, id, &webhook, &error));
  WORKS(shiptrack_webhook_rotate_secret(client, id, 3600000, &changed, &error));
  CHECK(strcmp(shiptrack_webhook_secret(changed).data, shiptrack_webhook_secret(webhook).data) != 0);
  shiptrack_resource_free(changed);
  GIVES(SHIPTRACK_ERROR_INVALID, shiptrack_webhook_rotate_secret(client, id, -2, &changed, &error));
  GIVES(SHIPTRACK_ERROR_INVALID, shiptrack_webhook_rotate_secret(client, id, INT64_C(2592001000), &changed, &error));
  shiptrack_resource_free(webhook);
  WORKS(shiptrack_webhook_notification_list(client, NULL, &pages, &error));
  WORKS(shiptrack_pages_next(pages, &page, &error));
  CHECK(shiptrack_page_count(page) == 0);
  shiptrack_page_free(page);
  shiptrack_pages_free(pages);
  WORKS(shiptrack_webhook_delete(client, id, &error));
  GIVES(SHIPTRACK_ERROR_NOT_FOUND, shiptrack_webhook_get(client, id, &webhook, &error));
}

/* The types of the resources of events, as the header documents them. */
static const char *type_about(const char *event) {
  static const char *const TYPES[][2] = {
      {"tracking_request.", "tracking_request"},
      {"container.transport.", "transport_event"},
      {"container.pickup_", "transport_event"},
      {"container.created", "container_created_event"},
      {"container.updated", "container_updated_event"},
      {"container.pod_terminal_changed", "container_pod_terminal_changed_event"},
      {"shipment.estimated.arrival", "estimated_event"},
      {"shipment.updated", "shipment_updated_event"},
  };
  size_t i;
  for (i = 0; i < sizeof TYPES / sizeof TYPES[0]; i++)
    if (strncmp(event, TYPES[i][0], strlen(TYPES[i][0])) == 0) return TYPES[i][1];
  return NULL;
}

static void resources_of_events(const shiptrack_events *events) {
  size_t i, own = 0;
  for (i = 0; i < shiptrack_events_count(events); i++) {
    const shiptrack_resource *notification = NULL, *object;
    const char *name = shiptrack_events_name(events, i).data;
    WORKS(shiptrack_events_notification(events, i, &notification, &error));
    object = shiptrack_resource_related(notification, "reference_object", 0);
    IS(shiptrack_resource_type(object), type_about(name));
    if (strcmp(name, "container.created") != 0) continue;
    own++;
    CHECK(shiptrack_resource_attribute(object, "timestamp").length > 0);
    CHECK(shiptrack_resource_related_id(object, "container", 0).length > 0);
    CHECK(shiptrack_resource_related_id(object, "shipment", 0).length > 0);
  }
  CHECK(own == 2);
}

static void the_feed(void) {
  shiptrack_events *events = NULL, *rest = NULL;
  const shiptrack_resource *notification = NULL;
  int64_t due = 0;
  int32_t timeout = -2;
  size_t count;
  WORKS(shiptrack_service_events(service, NULL, 0, 1000, &events, &error));
  count = shiptrack_events_count(events);
  CHECK(count > 10 && shiptrack_events_sequence(events, count) == 0);
  IS(shiptrack_events_name(events, 0), "tracking_request.succeeded");
  CHECK(shiptrack_events_code(events, 0) == SHIPTRACK_EVENT_TRACKING_REQUEST_SUCCEEDED);
  WORKS(shiptrack_events_notification(events, 0, &notification, &error));
  IS(shiptrack_webhook_notification_event(notification), "tracking_request.succeeded");
  resources_of_events(events);
  WORKS(shiptrack_service_events(service, NULL, shiptrack_events_sequence(events, count - 2), 1000, &rest, &error));
  CHECK(shiptrack_events_count(rest) == 1);
  shiptrack_events_free(rest);
  WORKS(shiptrack_service_wait_events(service, NULL, shiptrack_events_sequence(events, count - 1), 10, 1000, NULL, &rest,
                                      &error));
  CHECK(shiptrack_events_count(rest) == 0);
  shiptrack_events_free(rest);
  shiptrack_events_free(events);
  GIVES(SHIPTRACK_ABSENT, shiptrack_service_next_due(service, &due, &error));
  WORKS(shiptrack_service_poll_timeout(service, &timeout, &error));
  CHECK(timeout == -1);
}

static void accounts_and_keys(void) {
  shiptrack_resource *account = NULL, *key = NULL, *found = NULL;
  shiptrack_page *page = NULL;
  shiptrack_client *theirs = NULL;
  shiptrack_pages *pages = NULL;
  const char *id, *const order[] = {"terminal", "shipping_line", "terminal"};
  const char *const senders[] = {"line.example", "Line <edi@line.example>"};
  WORKS(shiptrack_service_create_account(service, "forwarder", "Forwarder Ltd.", &account, &error));
  GIVES(SHIPTRACK_ERROR_CONFLICT, shiptrack_service_create_account(service, "forwarder", "x", &found, &error));
  id = shiptrack_resource_id(account).data;
  IS(shiptrack_account_company_name(account), "Forwarder Ltd.");
  IS(shiptrack_resource_attribute(account, "name"), "forwarder");
  IS(shiptrack_resource_attribute_json(account, "estimate_order"), "[]");
  WORKS(shiptrack_service_set_estimate_order(service, id, order, 2, &error));
  GIVES(SHIPTRACK_ERROR_INVALID, shiptrack_service_set_estimate_order(service, id, order, 3, &error));
  WORKS(shiptrack_service_account(service, "forwarder", &found, &error));
  IS(shiptrack_resource_id(found), id);
  IS(shiptrack_resource_attribute_json(found, "estimate_order"), "[\"terminal\",\"shipping_line\"]");
  WORKS(shiptrack_service_set_estimate_order(service, id, NULL, 0, &error));
  WORKS(shiptrack_service_set_allowed_senders(service, id, senders, 1, "mx.host.example", &error));
  GIVES(SHIPTRACK_ERROR_INVALID, shiptrack_service_set_allowed_senders(service, id, senders, 2, NULL, &error));
  WORKS(shiptrack_service_set_indirect_senders(service, id, senders, 1, &error));
  GIVES(SHIPTRACK_ERROR_INVALID, shiptrack_service_set_indirect_senders(service, id, senders, 2, &error));
  shiptrack_resource_free(found);
  WORKS(shiptrack_service_account(service, "forwarder", &found, &error));
  IS(shiptrack_resource_attribute_json(found, "allowed_senders"), "[\"line.example\"]");
  IS(shiptrack_resource_attribute_json(found, "indirect_senders"), "[\"line.example\"]");
  IS(shiptrack_resource_attribute(found, "authentication_server"), "mx.host.example");
  WORKS(shiptrack_service_set_allowed_senders(service, id, NULL, 0, NULL, &error));
  WORKS(shiptrack_service_accounts(service, &page, &error));
  CHECK(shiptrack_page_count(page) == 2);
  shiptrack_page_free(page);
  WORKS(shiptrack_service_create_key(service, id, "desk", 1, &key, &error));
  CHECK(strncmp(shiptrack_resource_attribute(key, "key").data, "stk_", 4) == 0);
  IS(shiptrack_resource_attribute(key, "read_only"), "true");
  WORKS(shiptrack_service_revoke_key(service, id, shiptrack_resource_id(key).data, &error));
  WORKS(shiptrack_service_keys(service, id, &page, &error));
  CHECK(shiptrack_page_count(page) == 1 && SHIPTRACK_HAS(shiptrack_resource_attribute(shiptrack_page_at(page, 0), "revoked_at")));
  IS(shiptrack_resource_attribute(shiptrack_page_at(page, 0), "key"), NULL);
  shiptrack_page_free(page);
  WORKS(shiptrack_service_client(service, id, &theirs, &error));
  WORKS(shiptrack_container_list(theirs, NULL, &pages, &error));
  WORKS(shiptrack_pages_next(pages, &page, &error));
  CHECK(shiptrack_page_count(page) == 0);
  shiptrack_page_free(page);
  shiptrack_pages_free(pages);
  shiptrack_client_free(theirs);
  shiptrack_resource_free(found);
  shiptrack_resource_free(key);
  shiptrack_resource_free(account);
}

static void freight_numbers(void) {
  shiptrack_number *number = NULL;
  shiptrack_inference *inference = NULL;
  shiptrack_buffer *normalized = NULL;
  int32_t digit = -1;
  WORKS(shiptrack_number_check("container", " mscu 595681-8 ", &number, &error));
  IS(shiptrack_number_normalized(number), "MSCU5956818");
  shiptrack_number_free(number);
  GIVES(SHIPTRACK_ERROR_INVALID, shiptrack_number_check("container", "MSCU5956817", &number, &error));
  GIVES(SHIPTRACK_ERROR_INVALID, shiptrack_number_check("bill_of_lading", "PO-4500012345", NULL, &error));
  WORKS(shiptrack_number_check("imo", "9321483", NULL, &error));
  WORKS(shiptrack_container_check_digit("MSCU595681", &digit, &error));
  CHECK(digit == 8);
  WORKS(shiptrack_number_infer("MSCU5956818", &number, &error));
  IS(shiptrack_number_kind(number), "container");
  IS(shiptrack_number_evidence(number), "check_digit");
  shiptrack_number_free(number);
  WORKS(shiptrack_number_normalize("bill_of_lading", "MAEU123456789", "MAEU", &normalized, &error));
  IS(shiptrack_buffer_view(normalized), "123456789");
  shiptrack_buffer_free(normalized);
  WORKS(shiptrack_tracking_request_infer(client, "MEDUF5399896", &inference, &error));
  IS(shiptrack_inference_request_type(inference), "bill_of_lading");
  IS(shiptrack_inference_selected_scac(inference), "MSCU");
  CHECK(shiptrack_inference_decision_code(inference) == SHIPTRACK_LINE_DECISION_AUTO_SELECT);
  shiptrack_inference_free(inference);
}

static void signatures(void) {
  static const char BODY[] = "{\"data\":{\"type\":\"webhook_notification\",\"id\":\"n\",\"attributes\":{\"event\":\"container.created\"}}}";
  const uint8_t *body = (const uint8_t *)BODY;
  const char *secrets[] = {"whsec_plJ3nmyCDGBKInavdOK15jsl"};
  shiptrack_headers *headers = NULL, *bare = NULL;
  shiptrack_verifier *verifier = NULL, *strict = NULL, *lenient = NULL;
  shiptrack_resource *notification = NULL;
  int32_t scheme = 0;
  shiptrack_text id = {0};
  int64_t signed_unix_ms = 0;
  WORKS(shiptrack_webhook_sign(secrets, 1, "msg_1", body, strlen(BODY), 1777636800000, &headers, &error));
  CHECK(shiptrack_headers_count(headers) == 4);
  WORKS(shiptrack_verifier_new(secrets, 1, SHIPTRACK_DEFAULT_TIMEOUT, 0, &verifier, &error));
  WORKS(shiptrack_verifier_verify(verifier, headers, body, strlen(BODY), 1777636801000, &scheme, &id, &signed_unix_ms,
                                  &error));
  CHECK(scheme == SHIPTRACK_SCHEME_STANDARD && signed_unix_ms == 1777636800000);
  IS(id, "msg_1");
  GIVES(SHIPTRACK_ERROR_SIGNATURE,
        shiptrack_verifier_verify(verifier, headers, body, strlen(BODY) - 1, 1777636801000, &scheme, NULL, NULL, &error));
  GIVES(SHIPTRACK_ERROR_SIGNATURE,
        shiptrack_verifier_verify(verifier, headers, body, strlen(BODY), 1777636800000 + 3600000, &scheme, NULL, NULL, &error));
  WORKS(shiptrack_headers_new(&bare, &error));
  for (size_t i = 0; i < shiptrack_headers_count(headers); i++)
    if (strcmp(shiptrack_headers_name(headers, i).data, "X-T49-Webhook-Signature") == 0)
      WORKS(shiptrack_headers_add(bare, "x-t49-webhook-signature", shiptrack_headers_value(headers, i).data, &error));
  /* Such a secret signs the time, too; a receiver that does not require that must say so. */
  WORKS(shiptrack_verifier_new(secrets, 1, SHIPTRACK_DEFAULT_TIMEOUT, -1, &lenient, &error));
  WORKS(shiptrack_verifier_verify(lenient, bare, body, strlen(BODY), 1, &scheme, &id, &signed_unix_ms, &error));
  CHECK(scheme == SHIPTRACK_SCHEME_HOSTED && !SHIPTRACK_HAS(id) && signed_unix_ms == 1777636800000);
  shiptrack_verifier_free(lenient);
  GIVES(SHIPTRACK_ERROR_SIGNATURE,
        shiptrack_verifier_verify(verifier, bare, body, strlen(BODY), 1, NULL, NULL, NULL, &error));
  WORKS(shiptrack_verifier_new(secrets, 1, SHIPTRACK_DEFAULT_TIMEOUT, 1, &strict, &error));
  GIVES(SHIPTRACK_ERROR_SIGNATURE, shiptrack_verifier_verify(strict, bare, body, strlen(BODY), 1, NULL, NULL, NULL, &error));
  WORKS(shiptrack_notification_parse(body, strlen(BODY), &notification, &error));
  CHECK(shiptrack_webhook_notification_event_code(notification) == SHIPTRACK_EVENT_CONTAINER_CREATED);
  shiptrack_resource_free(notification);
  shiptrack_verifier_free(strict);
  shiptrack_verifier_free(verifier);
  shiptrack_headers_free(bare);
  shiptrack_headers_free(headers);
}

/* The service behind a web server of the program. */
static void web_server_of_the_program(void) {
  shiptrack_resource *key = NULL;
  shiptrack_response *response = NULL;
  shiptrack_headers *headers = NULL;
  char authorization[128];
  WORKS(shiptrack_service_answer(service, "GET", "/v2/shipments", NULL, NULL, 0, &response, &error));
  CHECK(shiptrack_response_http_status(response) == 401);
  shiptrack_response_free(response);
  WORKS(shiptrack_service_create_key(service, NULL, "web", 0, &key, &error));
  snprintf(authorization, sizeof authorization, "Token %s", shiptrack_resource_attribute(key, "key").data);
  WORKS(shiptrack_headers_new(&headers, &error));
  WORKS(shiptrack_headers_add(headers, "authorization", authorization, &error));
  WORKS(shiptrack_service_answer(service, "GET", "/v2/shipments?page[size]=1", headers, NULL, 0, &response, &error));
  CHECK(shiptrack_response_http_status(response) == 200);
  IS(shiptrack_response_header(response, "content-type"), "application/vnd.api+json");
  shiptrack_response_free(response);
  GIVES(SHIPTRACK_ERROR_INVALID, shiptrack_service_answer(service, "get", "/v2/shipments", headers, NULL, 0, &response, &error));
  GIVES(SHIPTRACK_ERROR_INVALID, shiptrack_service_answer(service, "GET", "shipments", headers, NULL, 0, &response, &error));
  shiptrack_headers_free(headers);
  shiptrack_resource_free(key);
}

static void quarantined_mail(void) {
  static const uint8_t MESSAGE[] = "x";
  shiptrack_ingested_email *ingested = NULL;
  shiptrack_page *page = NULL;
  WORKS(shiptrack_service_quarantined_emails(service, NULL, &page, &error));
  CHECK(shiptrack_page_count(page) == 0);
  shiptrack_page_free(page);
  WORKS(shiptrack_service_ingest_email(service, NULL, MESSAGE, 1, NULL, &ingested, &error));
  CHECK(shiptrack_ingested_email_is_quarantined(ingested) == 1);
  WORKS(shiptrack_service_quarantined_emails(service, NULL, &page, &error));
  CHECK(shiptrack_page_count(page) == 1);
  IS(shiptrack_resource_id(shiptrack_page_at(page, 0)), shiptrack_resource_id(shiptrack_ingested_email_submission(ingested)).data);
  CHECK(strstr(shiptrack_resource_attribute_json(shiptrack_page_at(page, 0), "problems").data,
               shiptrack_ingested_email_problem(ingested, 0).data));
  IS(shiptrack_ingested_email_edi_json(ingested), "[]");
  shiptrack_page_free(page);
  shiptrack_ingested_email_free(ingested);
}

static void decoded_carrier_answers(void) {
  static const char ANSWER[] =
      "{\"events\":[{\"eventClassifierCode\":\"ACT\",\"equipmentEventTypeCode\":\"GTOT\",\"emptyIndicatorCode\":\"EMPTY\",\"equipmentReference\":\"MSKU0308961\","
      "\"eventDateTime\":\"2026-01-05T22:19:00+08:00\",\"eventLocation\":{\"UNLocationCode\":\"CNSHA\"}}, 7]}";
  static const char LINE[] =
      "{\"container\":\"MSKU0308961\",\"at\":\"2026-01-05T14:19:00Z\",\"locode\":\"CNSHA\",\"raw_event\":\"empty_out\","
      "\"event\":\"container.transport.empty_out\",\"estimated\":false}\n";
  const uint8_t *bytes = (const uint8_t *)ANSWER;
  shiptrack_buffer *output = NULL;
  WORKS(shiptrack_carriers_read(bytes, strlen(ANSWER), &output, &error));
  CHECK(strstr(shiptrack_buffer_view(output).data, "\"form\":\"dcsa2\""));
  CHECK(strstr(shiptrack_buffer_view(output).data, "\"place\":\"/events/1\""));
  shiptrack_buffer_free(output);
  WORKS(shiptrack_carriers_voyage(bytes, strlen(ANSWER), 1777636800000, &output, &error));
  CHECK(strncmp(shiptrack_buffer_view(output).data, "{\"shipment\":{", 13) == 0);
  CHECK(strstr(shiptrack_buffer_view(output).data, LINE));
  shiptrack_buffer_free(output);
  WORKS(shiptrack_carriers_read(NULL, 0, &output, &error));
  CHECK(strstr(shiptrack_buffer_view(output).data, "\"messages\":[]"));
  shiptrack_buffer_free(output);
  GIVES(SHIPTRACK_ERROR_NULL_ARGUMENT, shiptrack_carriers_read(bytes, strlen(ANSWER), NULL, &error));
}

static void ingested_edi(void) {
  static const char QUAY[] =
      "UNB+UNOA:2+USLAXTERM+ME+260520:1500+77'UNH+1+COARRI:D:95B:UN'BGM+44+1+9'LOC+11+USLAX:139:6'EQD+CN+MSKU0308961'"
      "DTM+203:202605201410:203'UNT+6+1'UNH+2+COPRAR:D:95B:UN'UNT+2+2'UNZ+2+77'";
  const uint8_t *bytes = (const uint8_t *)QUAY;
  shiptrack_buffer *output = NULL;
  WORKS(shiptrack_service_ingest_edi(service, NULL, bytes, strlen(QUAY), &output, &error));
  CHECK(strstr(shiptrack_buffer_view(output).data, "\"is_repeated\":false"));
  CHECK(strstr(shiptrack_buffer_view(output).data, "\"kind\":\"COARRI\""));
  CHECK(strstr(shiptrack_buffer_view(output).data, "\"acknowledgement\":\"UNB+UNOA:2+ME+USLAXTERM"));
  shiptrack_buffer_free(output);
  WORKS(shiptrack_service_ingest_edi(service, NULL, bytes, strlen(QUAY), &output, &error));
  CHECK(strstr(shiptrack_buffer_view(output).data, "\"is_repeated\":true"));
  shiptrack_buffer_free(output);
  WORKS(shiptrack_service_ingest_edi(service, NULL, bytes, strlen(QUAY), NULL, &error));
  WORKS(shiptrack_service_unread_edi(service, NULL, 10, &output, &error));
  CHECK(strstr(shiptrack_buffer_view(output).data, "[{\"id\":\"1-2\",\"sender\":\"USLAXTERM\""));
  CHECK(strstr(shiptrack_buffer_view(output).data, "\"text\":\"UNH+2+COPRAR:D:95B:UN'UNT+2+2'\""));
  shiptrack_buffer_free(output);
  WORKS(shiptrack_service_discard_unread_edi(service, NULL, "1-2", &error));
  GIVES(SHIPTRACK_ABSENT, shiptrack_service_discard_unread_edi(service, NULL, "1-2", &error));
  GIVES(SHIPTRACK_ERROR_NOT_FOUND, shiptrack_service_ingest_edi(service, "unknown-id", bytes, strlen(QUAY), &output, &error));
}

/* All shipments of the account are derived by the rules of this version. */
static void derived_again(void) {
  shiptrack_buffer *report = NULL;
  WORKS(shiptrack_service_rederive(service, NULL, 1, &report, &error));
  IS(shiptrack_buffer_view(report), "{\"examined\":0,\"shipments\":[]}");
  shiptrack_buffer_free(report);
  WORKS(shiptrack_service_rederive(service, NULL, 0, NULL, &error));
  GIVES(SHIPTRACK_ERROR_NOT_FOUND, shiptrack_service_rederive(service, "unknown-id", 1, &report, &error));
}

static void recorded_facts(void) {
  static const char OUT[] =
      "{\"source\": {\"kind\": \"terminal\", \"name\": \"WBCT\"}, \"event\": {\"movement\": \"gate_out\", \"mode\": \"truck\","
      " \"phase\": \"improt\", \"at\": \"2026-04-30T09:00:00-07:00\", \"place\": {\"locode\": \"USLAX\"}}}";
  const uint8_t *json = (const uint8_t *)OUT;
  shiptrack_recording_report *recorded = NULL;
  shiptrack_buffer *doubts = NULL;
  WORKS(shiptrack_facts_doubts(json, strlen(OUT), 1777636800000, &doubts, &error));
  CHECK(strstr(shiptrack_buffer_view(doubts).data, "improt"));
  shiptrack_buffer_free(doubts);
  WORKS(shiptrack_service_record_facts(service, NULL, "TGHU1643396", json, strlen(OUT), &recorded, &error));
  CHECK(shiptrack_recording_report_kept_count(recorded) == 1 && shiptrack_recording_report_count(recorded) == 0);
  CHECK(shiptrack_recording_report_doubts_count(recorded) == 1 && strstr(shiptrack_recording_report_doubt(recorded, 0).data, "improt"));
  CHECK(!shiptrack_recording_report_request_id(recorded, 0).data && !shiptrack_recording_report_doubt(recorded, 1).data);
  shiptrack_recording_report_free(recorded);
  WORKS(shiptrack_service_record_facts(service, NULL, "TGHU1643396", json, strlen(OUT), NULL, &error));
  GIVES(SHIPTRACK_ERROR_INVALID, shiptrack_service_record_facts(service, NULL, "", json, strlen(OUT), &recorded, &error));
  GIVES(SHIPTRACK_ERROR_NULL_ARGUMENT, shiptrack_service_record_facts(service, NULL, NULL, json, strlen(OUT), &recorded, &error));
}

/* No server listens on port 9: the pause after the first attempt is the configured one. */
static void pauses_between_attempts(void) {
  static const int64_t PAUSES[] = {7000};
  shiptrack_service_options *options = NULL;
  shiptrack_service *own = NULL;
  shiptrack_client *host = NULL;
  shiptrack_draft *draft = NULL;
  shiptrack_resource *webhook = NULL, *request = NULL;
  int64_t now = 0, due = 0;
  WORKS(shiptrack_service_options_new(&options, &error));
  WORKS(shiptrack_service_options_clock(options, test_clock, &error));
  WORKS(shiptrack_service_options_allow_loopback(options, &error));
  WORKS(shiptrack_service_options_delivery_retries(options, PAUSES, 1, &error));
  WORKS(shiptrack_service_open_in_memory(options, &own, &error));
  WORKS(shiptrack_service_client(own, NULL, &host, &error));
  WORKS(shiptrack_draft_new(&draft, &error));
  WORKS(shiptrack_draft_add(draft, "events", "tracking_request.failed", &error));
  WORKS(shiptrack_webhook_create(host, "http://127.0.0.1:9/none", draft, &webhook, &error));
  WORKS(shiptrack_tracking_request_create(host, "bill_of_lading", "TEST-TR-FAILED", "TEST", NULL, &request, &error));
  WORKS(shiptrack_service_run_due(own, 0, NULL, &error));
  WORKS(shiptrack_clock_now(test_clock, &now, &error));
  WORKS(shiptrack_service_next_due(own, &due, &error));
  /* The pause varies randomly by at most a fifth. */
  CHECK(due - now >= PAUSES[0] * 4 / 5 && due - now <= PAUSES[0] * 6 / 5);
  shiptrack_resource_free(request);
  shiptrack_resource_free(webhook);
  shiptrack_draft_free(draft);
  shiptrack_client_free(host);
  shiptrack_service_free(own);
  shiptrack_service_options_free(options);
}

int main(void) {
  static const int64_t WRONG[] = {-1};
  shiptrack_service_options *options = NULL;
  WORKS(shiptrack_clock_new(1777636800000, &test_clock, &error));
  WORKS(shiptrack_service_options_new(&options, &error));
  WORKS(shiptrack_service_options_clock(options, test_clock, &error));
  WORKS(shiptrack_service_options_allow_loopback(options, &error));
  WORKS(shiptrack_service_options_number(options, "lifecycle.refresh_ms", DAY, &error));
  GIVES(SHIPTRACK_ERROR_INVALID, shiptrack_service_options_number(options, "lifecycle.colour", 1, &error));
  GIVES(SHIPTRACK_ERROR_INVALID, shiptrack_service_options_delivery_retries(options, WRONG, 1, &error));
  WORKS(shiptrack_service_open_in_memory(options, &service, &error));
  shiptrack_service_options_free(options);
  WORKS(shiptrack_service_client(service, NULL, &client, &error));
  GIVES(SHIPTRACK_ERROR_CONFIGURATION, shiptrack_service_start_worker(service, 1, &error));
  a_voyage();
  listings();
  webhooks_and_notifications();
  the_feed();
  accounts_and_keys();
  freight_numbers();
  signatures();
  web_server_of_the_program();
  quarantined_mail();
  decoded_carrier_answers();
  ingested_edi();
  derived_again();
  recorded_facts();
  pauses_between_attempts();
  short_forms();
  thread_slot();
  shiptrack_client_free(client);
  shiptrack_service_free(service);
  shiptrack_clock_free(test_clock);
  return 0;
}
