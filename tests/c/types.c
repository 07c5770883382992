/* The type in the document decides which getters have a value, however a resource was read. */
#include "check.h"

static shiptrack_service *service;
static shiptrack_client *client;
static char shipment_id[64];

/* The values that every way to the shipment must find. */
static void is_the_shipment(const shiptrack_resource *resource) {
  int64_t number = 7;
  WORKS(shiptrack_resource_check(resource, "shipment", &error));
  IS(shiptrack_resource_id(resource), shipment_id);
  IS(shiptrack_shipment_port_of_discharge_locode(resource), "USLAX");
  CHECK(shiptrack_shipment_bill_of_lading_number(resource).length > 0);
  CHECK(shiptrack_shipment_tags_count(resource) == 1);
  IS(shiptrack_shipment_tags_at(resource, 0), "late");
  IS(shiptrack_resource_attribute_json(resource, "tags"), "[\"late\"]");
  IS(shiptrack_container_number(resource), NULL);
  CHECK(shiptrack_container_equipment_length(resource, &number) == SHIPTRACK_ERROR_WRONG_OBJECT && number == 7);
}

static void make_a_shipment(void) {
  shiptrack_draft *draft = NULL;
  shiptrack_resource *request = NULL, *read = NULL, *shipment = NULL;
  WORKS(shiptrack_tracking_request_create(client, "bill_of_lading", "TEST-TR-SUCCEEDED", "TEST", NULL, &request, &error));
  WORKS(shiptrack_service_run_due(service, 0, NULL, &error));
  WORKS(shiptrack_tracking_request_get(client, shiptrack_resource_id(request).data, NULL, &read, &error));
  snprintf(shipment_id, sizeof shipment_id, "%s", shiptrack_resource_related_id(read, "tracked_object", 0).data);
  WORKS(shiptrack_draft_new(&draft, &error));
  WORKS(shiptrack_draft_add(draft, "tags", "late", &error));
  WORKS(shiptrack_shipment_update(client, shipment_id, draft, &shipment, &error));
  is_the_shipment(shipment);
  shiptrack_draft_free(draft);
  shiptrack_resource_free(shipment);
  shiptrack_resource_free(read);
  shiptrack_resource_free(request);
}

static void resources_read_by_path_have_types(void) {
  shiptrack_resource *resource = NULL, *copy = NULL;
  shiptrack_pages *pages = NULL;
  shiptrack_page *page = NULL;
  char path[96];

  snprintf(path, sizeof path, "shipments/%s", shipment_id);
  WORKS(shiptrack_client_get(client, path, &resource, &error));
  is_the_shipment(resource);
  WORKS(shiptrack_resource_copy(resource, &copy, &error));
  shiptrack_resource_free(resource);
  is_the_shipment(copy);
  shiptrack_resource_free(copy);

  WORKS(shiptrack_client_list(client, "shipments", NULL, &pages, &error));
  WORKS(shiptrack_pages_next(pages, &page, &error));
  is_the_shipment(shiptrack_page_at(page, 0));
  shiptrack_page_free(page);
  shiptrack_pages_free(pages);
}

static void included_resources_have_types(void) {
  shiptrack_query *query = NULL;
  shiptrack_pages *pages = NULL;
  shiptrack_page *page = NULL, *parsed = NULL;
  shiptrack_events *events = NULL;
  const shiptrack_resource *request, *notification = NULL;
  shiptrack_text json;

  WORKS(shiptrack_query_new(&query, &error));
  WORKS(shiptrack_query_include(query, "tracked_object", &error));
  WORKS(shiptrack_client_list(client, "tracking_requests", query, &pages, &error));
  WORKS(shiptrack_pages_next(pages, &page, &error));
  json = shiptrack_page_json(page);
  WORKS(shiptrack_page_parse(NULL, (const uint8_t *)json.data, json.length, &parsed, &error));
  request = shiptrack_page_at(parsed, 0);
  CHECK(shiptrack_tracking_request_status_code(request) == SHIPTRACK_REQUEST_STATUS_CREATED);
  is_the_shipment(shiptrack_resource_related(request, "tracked_object", 0));
  is_the_shipment(shiptrack_resource_included(request, "shipment", shipment_id));
  is_the_shipment(shiptrack_page_included(parsed, "shipment", shipment_id));
  is_the_shipment(shiptrack_page_included(page, "shipment", shipment_id));
  is_the_shipment(shiptrack_page_included_at(page, 0));
  shiptrack_page_free(parsed);
  shiptrack_page_free(page);
  shiptrack_pages_free(pages);
  shiptrack_query_free(query);

  WORKS(shiptrack_service_events(service, NULL, 0, 1, &events, &error));
  WORKS(shiptrack_events_notification(events, 0, &notification, &error));
  request = shiptrack_resource_related(notification, "reference_object", 0);
  IS(shiptrack_tracking_request_request_number(request), "TEST-TR-SUCCEEDED");
  shiptrack_events_free(events);
}

/* The attributes of an unknown type can be read by name, and nothing is lost. */
static void unknown_type_keeps_its_attributes(void) {
  static const char KITTEN[] = "{\"data\":{\"type\":\"kitten\",\"id\":\"k\",\"attributes\":{\"tags\":[\"late\"],\"paws\":4}}}";
  shiptrack_resource *kitten = NULL;
  shiptrack_page *page = NULL;
  WORKS(shiptrack_resource_parse(NULL, (const uint8_t *)KITTEN, strlen(KITTEN), &kitten, &error));
  WORKS(shiptrack_page_parse(NULL, (const uint8_t *)KITTEN, strlen(KITTEN), &page, &error));
  WORKS(shiptrack_resource_check(kitten, "kitten", &error));
  GIVES(SHIPTRACK_ERROR_WRONG_OBJECT, shiptrack_resource_check(kitten, "shipment", &error));
  CHECK(shiptrack_shipment_tags_count(kitten) == 0 && shiptrack_shipment_tags_count(shiptrack_page_at(page, 0)) == 0);
  IS(shiptrack_resource_attribute(kitten, "paws"), "4");
  IS(shiptrack_resource_attribute_json(shiptrack_page_at(page, 0), "tags"), "[\"late\"]");
  shiptrack_page_free(page);
  shiptrack_resource_free(kitten);
}

/* The second of these cannot be parsed, and does not affect the others. */
static void included_resources_are_created_once(void) {
  static const char PAGE[] =
      "{\"data\":[],\"included\":[{\"type\":\"shipment\",\"id\":\"s\",\"attributes\":{\"customer_name\":\"Acme\"}},7,"
      "{\"type\":\"kitten\",\"id\":\"k\"}]}";
  shiptrack_page *page = NULL;
  const shiptrack_resource *first = NULL, *found = (void *)0x1;
  WORKS(shiptrack_page_parse("container", (const uint8_t *)PAGE, strlen(PAGE), &page, &error));
  CHECK(shiptrack_page_count(page) == 0 && shiptrack_page_included_count(page) == 3);
  CHECK(shiptrack_page_included_at(page, 1) == NULL && shiptrack_page_included_at(page, 3) == NULL);
  CHECK(shiptrack_page_included_at(page, SIZE_MAX) == NULL && shiptrack_page_included_count(NULL) == 0);
  CHECK(shiptrack_page_included_read(page, 1, &found, &error) == SHIPTRACK_ERROR_UNEXPECTED_RESPONSE);
  CHECK(error != NULL && strcmp(shiptrack_error_body(error).data, "7") == 0);
  shiptrack_error_free(error);
  error = NULL;
  GIVES(SHIPTRACK_DONE, shiptrack_page_included_read(page, 3, &found, &error));
  GIVES(SHIPTRACK_ERROR_NULL_ARGUMENT, shiptrack_page_included_read(page, 0, NULL, &error));
  CHECK(found == (void *)0x1);
  WORKS(shiptrack_page_included_read(page, 0, &first, &error));
  IS(shiptrack_shipment_customer_name(first), "Acme");
  CHECK(shiptrack_page_included_at(page, 0) == first && shiptrack_page_included_at(page, 0) == first);
  IS(shiptrack_resource_type(shiptrack_page_included_at(page, 2)), "kitten");
  shiptrack_page_free(page);

  WORKS(shiptrack_page_parse("container", (const uint8_t *)"{\"data\":[]}", 11, &page, &error));
  CHECK(shiptrack_page_included_count(page) == 0 && shiptrack_page_included_at(page, 0) == NULL);
  shiptrack_page_free(page);
}

static void is_left_out(const shiptrack_resource *request) {
  CHECK(shiptrack_tracking_request_left_out_count(request) == 2);
  IS(shiptrack_tracking_request_left_out_at(request, 0), "shipment_tags");
  IS(shiptrack_tracking_request_left_out_at(request, 1), "initial_custom_fields");
  IS(shiptrack_tracking_request_left_out_at(request, 2), NULL);
}

static void missing_attributes_of_an_adopted_request_are_listed(void) {
  shiptrack_draft *draft = NULL;
  shiptrack_resource *request = NULL, *copy = NULL;
  int32_t how = 0;
  WORKS(shiptrack_draft_new(&draft, &error));
  WORKS(shiptrack_draft_add(draft, "ref_numbers", "PO-4711", &error));
  WORKS(shiptrack_draft_add(draft, "shipment_tags", "urgent", &error));
  WORKS(shiptrack_draft_json(draft, "initial_custom_fields", "{\"shipment\":[]}", &error));
  WORKS(shiptrack_tracking_request_track(client, "bill_of_lading", "TEST-TR-SUCCEEDED", "TEST", draft, &how, &request,
                                         &error));
  CHECK(how == SHIPTRACK_TRACKED_ADOPTED);
  IS(shiptrack_tracking_request_ref_numbers_at(request, 0), "PO-4711");
  is_left_out(request);
  WORKS(shiptrack_resource_copy(request, &copy, &error));
  shiptrack_resource_free(request);
  is_left_out(copy);
  shiptrack_resource_free(copy);
  WORKS(shiptrack_tracking_request_track(client, "bill_of_lading", "TEST-TR-SUCCEEDED", "TEST", NULL, &how, &request,
                                         &error));
  CHECK(how == SHIPTRACK_TRACKED_ADOPTED && shiptrack_tracking_request_left_out_count(request) == 0);
  IS(shiptrack_tracking_request_left_out_at(request, 0), NULL);
  shiptrack_resource_free(request);
  shiptrack_draft_free(draft);
}

static void a_wrong_check_digit_is_accepted_if_the_draft_allows_it(void) {
  shiptrack_draft *draft = NULL;
  shiptrack_resource *request = NULL;
  WORKS(shiptrack_draft_new(&draft, &error));
  GIVES(SHIPTRACK_ERROR_INVALID,
        shiptrack_tracking_request_create(client, "container", "MSCU1234567", "TEST", draft, &request, &error));
  WORKS(shiptrack_draft_flag(draft, "allow_wrong_check_digit", 1, &error));
  WORKS(shiptrack_tracking_request_create(client, "container", "MSCU1234567", "TEST", draft, &request, &error));
  IS(shiptrack_tracking_request_request_number(request), "MSCU1234567");
  shiptrack_resource_free(request);
  shiptrack_draft_free(draft);
}

static void a_number_that_may_be_a_container_has_a_warning(void) {
  shiptrack_resource *request = NULL, *copy = NULL;
  int32_t how = 0;
  WORKS(shiptrack_tracking_request_track(client, "bill_of_lading", "TGHUI643396", "TEST", NULL, &how, &request, &error));
  CHECK(how == SHIPTRACK_TRACKED_CREATED);
  CHECK(strstr(shiptrack_resource_warnings_json(request).data, "did you mean TGHU1643396") != NULL);
  WORKS(shiptrack_resource_copy(request, &copy, &error));
  shiptrack_resource_free(request);
  CHECK(strstr(shiptrack_resource_warnings_json(copy).data, "container_number") != NULL);
  shiptrack_resource_free(copy);
  WORKS(shiptrack_tracking_request_track(client, "bill_of_lading", "TGHUI643396", "TEST", NULL, &how, &request, &error));
  IS(shiptrack_resource_warnings_json(request), NULL);
  shiptrack_resource_free(request);
}

/* In a separate list, and from two documents. */
static void events_are_sorted(void) {
  static const char PAGE[] =
      "{\"data\":["
      "{\"type\":\"transport_event\",\"id\":\"discharged\",\"attributes\":{\"event\":"
      "\"container.transport.vessel_discharged\",\"timestamp\":\"2026-05-01T11:00:00Z\",\"timezone\":\"America/Los_Angeles\"}},"
      "{\"type\":\"transport_event\",\"id\":\"untimed\",\"attributes\":{\"event\":\"container.transport.full_out\"}},"
      "{\"type\":\"transport_event\",\"id\":\"arrived\",\"attributes\":{\"event\":"
      "\"container.transport.vessel_arrived\",\"timestamp\":\"2026-05-01\",\"timezone\":\"America/Los_Angeles\"}}]}";
  static const char LOADED[] =
      "{\"data\":{\"type\":\"transport_event\",\"id\":\"loaded\",\"attributes\":{\"event\":"
      "\"container.transport.vessel_loaded\",\"timestamp\":\"2026-04-20T18:00:00Z\"}}}";
  static const char OTHER[] = "{\"data\":{\"type\":\"container\",\"id\":\"c\"}}";
  static const char *const ORDER[] = {"loaded", "arrived", "discharged", "untimed"};
  shiptrack_page *page = NULL;
  shiptrack_resource *loaded = NULL, *other = NULL;
  const shiptrack_resource *events[5] = {NULL, NULL, NULL, NULL, NULL};
  WORKS(shiptrack_page_parse("transport_event", (const uint8_t *)PAGE, strlen(PAGE), &page, &error));
  WORKS(shiptrack_resource_parse(NULL, (const uint8_t *)LOADED, strlen(LOADED), &loaded, &error));
  WORKS(shiptrack_resource_parse(NULL, (const uint8_t *)OTHER, strlen(OTHER), &other, &error));
  for (size_t i = 0; i < 3; i++) events[i] = shiptrack_page_at(page, i);
  events[3] = loaded;
  GIVES(SHIPTRACK_ERROR_NULL_ARGUMENT, shiptrack_transport_events_sort(events, 5, &error));
  events[4] = other;
  CHECK(shiptrack_transport_events_sort(events, 5, &error) == SHIPTRACK_ERROR_WRONG_OBJECT);
  IS(shiptrack_error_message(error), "events[4] is a container, not a transport_event");
  IS(shiptrack_error_pointer(error), "events[4]");
  shiptrack_error_free(error);
  error = NULL;
  CHECK(events[3] == loaded && events[4] == other);
  WORKS(shiptrack_transport_events_sort(events, 4, &error));
  for (size_t i = 0; i < 4; i++) IS(shiptrack_resource_id(events[i]), ORDER[i]);
  WORKS(shiptrack_transport_events_sort(NULL, 0, &error));
  shiptrack_resource_free(other);
  shiptrack_resource_free(loaded);
  shiptrack_page_free(page);
}

/* Late, expected and past steps are derived from the events; missing values are read from the shipment. */
static void journey_has_arrival_and_steps(void) {
  static const char CONTAINER[] =
      "{\"data\":{\"type\":\"container\",\"id\":\"c\",\"attributes\":{\"number\":\"MSKU0308961\",\"pickup_lfd\":"
      "\"2026-05-23T05:30:00Z\",\"pod_timezone\":\"America/Los_Angeles\"},\"relationships\":{\"shipment\":{\"data\":"
      "{\"type\":\"shipment\",\"id\":\"s\"}},\"transport_events\":{\"data\":[{\"type\":\"transport_event\",\"id\":\"loaded\"},"
      "{\"type\":\"transport_event\",\"id\":\"expected\"}]}}},\"included\":["
      "{\"type\":\"shipment\",\"id\":\"s\",\"attributes\":{\"bill_of_lading_number\":\"MAEU123456789\","
      "\"pod_vessel_name\":\"BIG 2\",\"pod_voyage_number\":\"02\",\"pod_original_eta_at\":\"2026-05-18T17:00:00Z\","
      "\"port_of_lading_locode\":\"CNSHA\",\"port_of_lading_name\":\"Shanghai\",\"pol_timezone\":\"Asia/Shanghai\"}},"
      "{\"type\":\"vessel\",\"id\":\"v\",\"attributes\":{\"name\":\"Big 2\"}},"
      "{\"type\":\"transport_event\",\"id\":\"loaded\",\"attributes\":{\"event\":\"container.transport.vessel_loaded\","
      "\"timestamp\":\"2026-04-21T02:00:00Z\",\"location_locode\":\"CNSHA\"},\"relationships\":{\"vessel\":{\"data\":"
      "{\"type\":\"vessel\",\"id\":\"v\"}}}},"
      "{\"type\":\"transport_event\",\"id\":\"expected\",\"attributes\":{\"event\":"
      "\"container.transport.estimated.vessel_arrived\",\"timestamp\":\"2026-05-20T17:00:00Z\"}}]}";
  static const char OTHER[] = "{\"data\":{\"type\":\"shipment\",\"id\":\"t\",\"attributes\":{\"pod_vessel_name\":\"BIG 3\"}}}";
  const int64_t now = 1777636800000; /* 2026-05-01T12:00:00Z */
  shiptrack_resource *container = NULL, *other = NULL;
  shiptrack_journey *journey = NULL;
  const shiptrack_resource *events[1];
  shiptrack_time at;
  int64_t span = 0;
  WORKS(shiptrack_resource_parse(NULL, (const uint8_t *)CONTAINER, strlen(CONTAINER), &container, &error));
  WORKS(shiptrack_resource_parse(NULL, (const uint8_t *)OTHER, strlen(OTHER), &other, &error));
  GIVES(SHIPTRACK_ERROR_WRONG_OBJECT, shiptrack_journey_create(other, NULL, 0, NULL, now, &journey, &error));
  GIVES(SHIPTRACK_ERROR_WRONG_OBJECT, shiptrack_journey_create(container, NULL, 0, container, now, &journey, &error));

  WORKS(shiptrack_journey_create(container, NULL, 0, NULL, now, &journey, &error));
  IS(shiptrack_journey_vessel(journey), "Big 2");
  IS(shiptrack_journey_voyage(journey), "02");
  IS(shiptrack_journey_eta(journey), "2026-05-20T17:00:00Z");
  IS(shiptrack_journey_first_eta(journey), "2026-05-18T17:00:00Z");
  IS(shiptrack_journey_arrived_at(journey), NULL);
  IS(shiptrack_journey_tracking(journey), "followed");
  IS(shiptrack_journey_last_free_day(journey), "2026-05-22");
  IS(shiptrack_journey_bill_of_lading(journey), "MAEU123456789");
  WORKS(shiptrack_journey_delay_ms(journey, &span));
  CHECK(span == 2 * 86400000 && shiptrack_journey_steps_count(journey) == 2);
  IS(shiptrack_journey_step_name(journey, 0), "vessel_loaded");
  IS(shiptrack_journey_step_label(journey, 0), "Loaded on the vessel");
  IS(shiptrack_journey_step_place(journey, 0), "CNSHA");
  IS(shiptrack_journey_step_place_name(journey, 0), "Shanghai");
  IS(shiptrack_journey_step_vessel(journey, 0), "Big 2");
  IS(shiptrack_journey_step_voyage(journey, 0), NULL);
  IS(shiptrack_journey_step_terminal(journey, 0), NULL);
  WORKS(shiptrack_time_at_place(shiptrack_journey_step_at(journey, 0).data,
                                shiptrack_journey_step_timezone(journey, 0).data, &at, &error));
  CHECK(at.day == 21 && at.offset_seconds == 8 * 3600);
  CHECK(shiptrack_journey_step_happened(journey, 0) == 1 && shiptrack_journey_step_passed(journey, 0) == 0);
  CHECK(shiptrack_journey_step_late_ms(journey, 0, &span) == SHIPTRACK_ABSENT);
  CHECK(shiptrack_journey_step_happened(journey, 1) == 0 && shiptrack_journey_step_passed(journey, 1) == 0);
  WORKS(shiptrack_journey_step_late_ms(journey, 1, &span));
  CHECK(span == 2 * 86400000);
  IS(shiptrack_journey_step_name(journey, 2), NULL);
  CHECK(shiptrack_journey_step_happened(journey, 2) == -1);
  CHECK(shiptrack_journey_step_late_ms(journey, 2, &span) == SHIPTRACK_ABSENT);
  shiptrack_journey_free(journey);

  /* Selected events, and another shipment with another vessel. */
  events[0] = shiptrack_resource_related(container, "transport_events", 0);
  WORKS(shiptrack_journey_create(container, events, 1, other, now, &journey, &error));
  shiptrack_resource_free(other);
  shiptrack_resource_free(container);
  CHECK(shiptrack_journey_steps_count(journey) == 1);
  IS(shiptrack_journey_vessel(journey), "Big 2");
  IS(shiptrack_journey_first_eta(journey), NULL);
  CHECK(shiptrack_journey_delay_ms(journey, &span) == SHIPTRACK_ABSENT);
  CHECK(shiptrack_journey_delay_ms(NULL, &span) == SHIPTRACK_ERROR_NULL_ARGUMENT);
  shiptrack_journey_free(journey);
}

int main(void) {
  journey_has_arrival_and_steps();
  events_are_sorted();
  WORKS(shiptrack_service_open_in_memory(NULL, &service, &error));
  WORKS(shiptrack_service_client(service, NULL, &client, &error));
  make_a_shipment();
  resources_read_by_path_have_types();
  included_resources_have_types();
  unknown_type_keeps_its_attributes();
  included_resources_are_created_once();
  missing_attributes_of_an_adopted_request_are_listed();
  a_wrong_check_digit_is_accepted_if_the_draft_allows_it();
  a_number_that_may_be_a_container_has_a_warning();
  shiptrack_client_free(client);
  shiptrack_service_free(service);
  return 0;
}
