/* The cost of reading through the C interface, as a ratio to the cost in Rust in the same process.
 *
 * Fails when a text getter takes more than 3 ns beyond an empty call, the id of a relationship more than 30 (it is found by name), or a listing more than 1.2 times what Rust takes.
 */
#define _POSIX_C_SOURCE 200809L
#include <time.h>

#include "check.h"

enum { ITEMS = 10000, ROUNDS = 15, READS = 20000000 };

const shiptrack_resource *shiptrack_test_empty(const shiptrack_resource *resource);
int32_t shiptrack_test_list_in_rust(const shiptrack_client *client, size_t *sum, shiptrack_error **error);
int32_t shiptrack_test_parse_in_rust(const uint8_t *json, size_t length, size_t *sum, shiptrack_error **error);

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static size_t lengths(const shiptrack_page *page) {
  size_t sum = 0, count = shiptrack_page_count(page), i;
  for (i = 0; i < count; i++) {
    const shiptrack_resource *request = shiptrack_page_at(page, i);
    sum += shiptrack_tracking_request_request_number(request).length;
    sum += shiptrack_tracking_request_status(request).length;
    sum += shiptrack_tracking_request_scac(request).length;
  }
  return sum;
}

static size_t list_in_c(const shiptrack_client *client, const shiptrack_query *query) {
  shiptrack_pages *pages = NULL;
  shiptrack_page *page = NULL;
  size_t sum = 0;
  WORKS(shiptrack_tracking_request_list(client, query, &pages, &error));
  while (shiptrack_pages_next(pages, &page, &error) == SHIPTRACK_OK) {
    sum += lengths(page);
    shiptrack_page_free(page);
  }
  shiptrack_pages_free(pages);
  return sum;
}

static double best(double one, double other) { return one < other ? one : other; }

static double getter(const shiptrack_resource *request) {
  double empty = 1e9, text = 1e9, begun;
  size_t sum = 0, i;
  int round;
  for (round = 0; round < 5; round++) {
    begun = now();
    for (i = 0; i < READS; i++) sum += shiptrack_test_empty(request) == NULL;
    empty = best(empty, now() - begun);
    begun = now();
    for (i = 0; i < READS; i++) sum += shiptrack_tracking_request_request_number(request).length;
    text = best(text, now() - begun);
  }
  CHECK(sum > 0);
  printf("text getter: %.2f ns, an empty call %.2f ns, difference %.2f ns (at most 3)\n", text / READS * 1e9,
         empty / READS * 1e9, (text - empty) / READS * 1e9);
  return (text - empty) / READS * 1e9;
}

/* The id of a relationship target, by the name of the relationship: no memory is allocated, and nothing is parsed twice. */
static double relationship(void) {
  static const char JSON[] =
      "{\"data\":{\"type\":\"tracking_request\",\"id\":\"1\",\"relationships\":{\"tracked_object\":{\"data\":{\"type\":\"shipment\","
      "\"id\":\"019e4a68-2600-7cf5-8c61-93229657d4b8\"}}}}}";
  shiptrack_resource *request = NULL;
  double empty = 1e9, id = 1e9, begun;
  size_t sum = 0, i;
  int round;
  WORKS(shiptrack_resource_parse(NULL, (const uint8_t *)JSON, sizeof JSON - 1, &request, &error));
  for (round = 0; round < 5; round++) {
    begun = now();
    for (i = 0; i < READS; i++) sum += shiptrack_test_empty(request) == NULL;
    empty = best(empty, now() - begun);
    begun = now();
    for (i = 0; i < READS; i++) sum += shiptrack_resource_related_id(request, "tracked_object", 0).length;
    id = best(id, now() - begun);
  }
  CHECK(sum > 0);
  shiptrack_resource_free(request);
  printf("id of a relationship: difference %.2f ns (at most 30)\n", (id - empty) / READS * 1e9);
  return (id - empty) / READS * 1e9;
}

int main(void) {
  shiptrack_service *service = NULL;
  shiptrack_client *client = NULL;
  shiptrack_query *query = NULL;
  shiptrack_resource *request = NULL;
  shiptrack_pages *pages = NULL;
  shiptrack_page *page = NULL, *parsed = NULL;
  double c = 1e9, rust = 1e9, parse_c = 1e9, parse_rust = 1e9, begun, beyond, beyond_id;
  size_t sum_c = 0, sum_rust = 0, sum_parse_c = 0, sum_parse_rust = 0;
  shiptrack_text json;
  int round;

  WORKS(shiptrack_service_open_in_memory(NULL, &service, &error));
  WORKS(shiptrack_service_client(service, NULL, &client, &error));
  for (int i = 0; i < ITEMS; i++) {
    char number[32];
    snprintf(number, sizeof number, "BILL%06d", i);
    shiptrack_resource_free(request);
    WORKS(shiptrack_tracking_request_create(client, "bill_of_lading", number, "TEST", NULL, &request, &error));
  }
  WORKS(shiptrack_query_new(&query, &error));
  WORKS(shiptrack_query_set(query, "page[size]", "100", &error));
  WORKS(shiptrack_tracking_request_list(client, query, &pages, &error));
  WORKS(shiptrack_pages_next(pages, &page, &error));
  json = shiptrack_page_json(page);

  beyond = getter(request);
  beyond_id = relationship();
  for (round = 0; round < ROUNDS; round++) {
    begun = now();
    sum_c = list_in_c(client, query);
    c = best(c, now() - begun);
    begun = now();
    WORKS(shiptrack_test_list_in_rust(client, &sum_rust, &error));
    rust = best(rust, now() - begun);

    begun = now();
    for (int i = 0; i < 100; i++) {
      WORKS(shiptrack_page_parse("tracking_request", (const uint8_t *)json.data, json.length, &parsed, &error));
      sum_parse_c = lengths(parsed);
      shiptrack_page_free(parsed);
    }
    parse_c = best(parse_c, now() - begun);
    begun = now();
    for (int i = 0; i < 100; i++)
      WORKS(shiptrack_test_parse_in_rust((const uint8_t *)json.data, json.length, &sum_parse_rust, &error));
    parse_rust = best(parse_rust, now() - begun);
  }
  CHECK(sum_c == sum_rust && sum_parse_c == sum_parse_rust && sum_c > ITEMS);
  printf("10,000 items fetched, decoded, three fields read: C %.1f ms, Rust %.1f ms, ratio %.3f (at most 1.2)\n", c * 1e3,
         rust * 1e3, c / rust);
  printf("10,000 items decoded, three fields read: C %.1f ms, Rust %.1f ms, ratio %.3f\n", parse_c * 1e3, parse_rust * 1e3,
         parse_c / parse_rust);

  shiptrack_page_free(page);
  shiptrack_pages_free(pages);
  shiptrack_query_free(query);
  shiptrack_resource_free(request);
  shiptrack_client_free(client);
  shiptrack_service_free(service);
  return beyond > 3.0 || beyond_id > 30.0 || c / rust > 1.2;
}
