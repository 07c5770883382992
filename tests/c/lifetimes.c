/* Ownership and lifetimes. */
#include "check.h"

static shiptrack_service *service;
static shiptrack_client *client;

static void texts_are_created_once(void) {
  shiptrack_resource *request = NULL;
  const char *first;
  WORKS(shiptrack_tracking_request_create(client, "bill_of_lading", "TEST-TR-SUCCEEDED", "TEST", NULL, &request, &error));
  first = shiptrack_tracking_request_request_number(request).data;
  IS(shiptrack_tracking_request_request_number(request), "TEST-TR-SUCCEEDED");
  CHECK(shiptrack_tracking_request_request_number(request).data == first);
  CHECK(shiptrack_resource_id(request).data == shiptrack_resource_id(request).data);
  CHECK(shiptrack_resource_json(request).data == shiptrack_resource_json(request).data);
  IS(shiptrack_tracking_request_status(request), "pending");
  CHECK(shiptrack_tracking_request_status_code(request) == SHIPTRACK_REQUEST_STATUS_PENDING);
  IS(shiptrack_tracking_request_failed_reason(request), NULL);
  CHECK(shiptrack_tracking_request_failed_reason_code(request) == SHIPTRACK_CODE_NONE);
  CHECK(shiptrack_tracking_request_is_retrying(request) == 0);
  CHECK(!SHIPTRACK_HAS(shiptrack_resource_attribute(request, "retry_count")));
  IS(shiptrack_resource_attribute_json(request, "retry_count"), "null");
  IS(shiptrack_resource_attribute_json(request, "no_such_attribute"), NULL);
  shiptrack_resource_free(request);
}

static void getters_of_another_type_have_no_value(void) {
  shiptrack_resource *request = NULL;
  int64_t number = 7;
  size_t count = 7;
  WORKS(shiptrack_tracking_request_track(client, "bill_of_lading", "TEST-TR-SUCCEEDED", "TEST", NULL, NULL, &request,
                                         &error));
  IS(shiptrack_container_number(request), NULL);
  CHECK(shiptrack_container_available_for_pickup(request) == -1);
  CHECK(shiptrack_container_current_status_code(request) == 0);
  CHECK(shiptrack_container_ref_numbers_count(request) == 0);
  CHECK(shiptrack_container_equipment_length(request, &number) == SHIPTRACK_ERROR_WRONG_OBJECT && number == 7);
  GIVES(SHIPTRACK_ABSENT, shiptrack_tracking_request_retry_count(request, &number));
  CHECK(number == 7);
  WORKS(shiptrack_resource_check(request, "tracking_request", &error));
  GIVES(SHIPTRACK_ERROR_WRONG_OBJECT, shiptrack_resource_check(request, "container", &error));
  GIVES(SHIPTRACK_ERROR_WRONG_OBJECT, shiptrack_resource_check((void *)client, NULL, &error));
  GIVES(SHIPTRACK_ERROR_NULL_ARGUMENT, shiptrack_resource_check(NULL, NULL, &error));
  GIVES(SHIPTRACK_ABSENT, shiptrack_resource_related_count(request, "kittens", &count, &error));
  CHECK(count == 7);
  shiptrack_resource_free(request);
}

static void a_copy_outlives_its_page(void) {
  shiptrack_pages *pages = NULL;
  shiptrack_page *page = NULL;
  shiptrack_resource *copy = NULL;
  const shiptrack_resource *item;
  WORKS(shiptrack_tracking_request_list(client, NULL, &pages, &error));
  WORKS(shiptrack_pages_next(pages, &page, &error));
  CHECK(shiptrack_page_count(page) == 1 && shiptrack_page_total(page) == 1);
  item = shiptrack_page_at(page, 0);
  CHECK(item != NULL && shiptrack_page_at(page, 0) == item && shiptrack_page_at(page, 1) == NULL);
  /* Freeing a borrowed resource has no effect. */
  shiptrack_resource_free((shiptrack_resource *)item);
  IS(shiptrack_tracking_request_scac(item), "TEST");
  WORKS(shiptrack_resource_copy(item, &copy, &error));
  GIVES(SHIPTRACK_DONE, shiptrack_page_read(page, 1, &item, &error));
  shiptrack_page_free(page);
  page = NULL;
  GIVES(SHIPTRACK_DONE, shiptrack_pages_next(pages, &page, &error));
  CHECK(page == NULL);
  shiptrack_pages_free(pages);
  IS(shiptrack_tracking_request_scac(copy), "TEST");
  shiptrack_resource_free(copy);
}

static void errors_have_all_details(void) {
  shiptrack_resource *request = (void *)0x1;
  CHECK(shiptrack_tracking_request_create(client, "container", "MSCU1234567", "MSCU", NULL, &request, &error) ==
        SHIPTRACK_ERROR_INVALID);
  CHECK(request == (void *)0x1);
  IS(shiptrack_error_pointer(error), "/data/attributes/request_number");
  CHECK(shiptrack_error_status(error) == SHIPTRACK_ERROR_INVALID && shiptrack_error_http_status(error) == 0);
  CHECK(shiptrack_error_objects_count(error) == 1 && !shiptrack_error_is_retryable(error));
  shiptrack_error_free(error);
  error = NULL;
  CHECK(shiptrack_tracking_request_create(client, "bill_of_lading", "test tr succeeded", "TEST", NULL, &request, &error) ==
        SHIPTRACK_ERROR_DUPLICATE);
  CHECK(shiptrack_error_http_status(error) == 422);
  IS(shiptrack_error_code(error), "duplicate");
  shiptrack_error_free(error);
  error = NULL;
  /* The error may be ignored. */
  CHECK(shiptrack_tracking_request_get(client, "unknown-id", NULL, &request, NULL) == SHIPTRACK_ERROR_NOT_FOUND);
}

static void closed_objects_are_rejected(void) {
  shiptrack_service *other = NULL;
  shiptrack_client *mine = NULL, *derived = NULL;
  shiptrack_server *server = NULL;
  shiptrack_pages *pages = NULL;
  shiptrack_page *page = NULL;
  int64_t left = 0;
  WORKS(shiptrack_service_open_in_memory(NULL, &other, &error));
  WORKS(shiptrack_service_client(other, NULL, &mine, &error));
  WORKS(shiptrack_client_with_timeout(mine, 1000, &derived, &error));
  WORKS(shiptrack_shipment_list(derived, NULL, &pages, &error));
  WORKS(shiptrack_server_start(other, NULL, &server, &error));
  WORKS(shiptrack_client_allowance(derived, SHIPTRACK_BUCKET_CREATE, &left, &error));
  CHECK(left == SHIPTRACK_NO_LIMIT);
  WORKS(shiptrack_service_close(other, SHIPTRACK_DEFAULT_TIMEOUT, &error));
  GIVES(SHIPTRACK_ERROR_CLOSED, shiptrack_service_run_due(other, 0, NULL, &error));
  GIVES(SHIPTRACK_ERROR_CLOSED, shiptrack_client_allowance(mine, 0, &left, &error));
  GIVES(SHIPTRACK_ERROR_CLOSED, shiptrack_client_allowance(derived, 0, &left, &error));
  GIVES(SHIPTRACK_ERROR_CLOSED, shiptrack_pages_next(pages, &page, &error));
  CHECK(shiptrack_service_run_due(other, 0, NULL, &error) == SHIPTRACK_ERROR_CLOSED);
  CHECK(strstr(shiptrack_error_message(error).data, "is closed") != NULL);
  shiptrack_error_free(error);
  error = NULL;
  WORKS(shiptrack_server_stop(server, &error));
  WORKS(shiptrack_server_stop(server, &error));
  WORKS(shiptrack_service_close(other, SHIPTRACK_DEFAULT_TIMEOUT, &error));
  shiptrack_pages_free(pages);
  shiptrack_server_free(server);
  shiptrack_client_free(derived);
  shiptrack_client_free(mine);
  shiptrack_service_free(other);
}

static void closing_releases_the_file(const char *path) {
  shiptrack_service *first = NULL, *second = NULL;
  shiptrack_client *held = NULL;
  WORKS(shiptrack_service_open(path, NULL, &first, &error));
  WORKS(shiptrack_service_client(first, NULL, &held, &error));
  GIVES(SHIPTRACK_ERROR_STORE_BUSY, shiptrack_service_open(path, NULL, &second, &error));
  WORKS(shiptrack_service_close(first, SHIPTRACK_DEFAULT_TIMEOUT, &error));
  WORKS(shiptrack_service_open(path, NULL, &second, &error));
  shiptrack_service_free(first);
  shiptrack_client_free(held);
  shiptrack_service_free(second);
}

static void panic_becomes_a_status(void) {
#ifdef SHIPTRACK_TESTING
  extern int32_t shiptrack_test_panic(shiptrack_error * *error);
  CHECK(shiptrack_test_panic(&error) == SHIPTRACK_ERROR_PANIC);
  CHECK(strstr(shiptrack_error_message(error).data, "injected") != NULL);
  shiptrack_error_free(error);
  error = NULL;
#endif
}

static void debug_build_detects_freed_objects(void) {
#ifdef SHIPTRACK_DEBUG
  shiptrack_clock *clock = NULL;
  int64_t now = 0;
  WORKS(shiptrack_clock_new(0, &clock, &error));
  shiptrack_clock_free(clock);
  GIVES(SHIPTRACK_ERROR_FREED, shiptrack_clock_now(clock, &now, &error));
  shiptrack_clock_free(clock);
  GIVES(SHIPTRACK_ERROR_WRONG_OBJECT, shiptrack_clock_now((void *)&now, &now, &error));
#endif
}

int main(int argc, char **argv) {
  char version[32];
  CHECK(argc == 2);
  snprintf(version, sizeof version, "%d.%d.%d", SHIPTRACK_VERSION_MAJOR, SHIPTRACK_VERSION_MINOR, SHIPTRACK_VERSION_PATCH);
  CHECK(strcmp(version, shiptrack_version()) == 0);
  WORKS(shiptrack_service_open_in_memory(NULL, &service, &error));
  WORKS(shiptrack_service_client(service, NULL, &client, &error));
  texts_are_created_once();
  getters_of_another_type_have_no_value();
  a_copy_outlives_its_page();
  errors_have_all_details();
  closed_objects_are_rejected();
  closing_releases_the_file(argv[1]);
  panic_becomes_a_status();
  debug_build_detects_freed_objects();
  shiptrack_client_free(client);
  shiptrack_service_free(service);
  return 0;
}
