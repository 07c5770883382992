/* Tracks a container with the service in this process: no server, no network, one SQLite file.
 *
 *     cc track_container.c -o track_container $(pkg-config --cflags --libs shiptrack)
 *     ./track_container [DATABASE]
 */
#include <shiptrack.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program after an error. It takes a pointer to the error, because C does not define the order in which arguments
 * are evaluated. */
static void must(int32_t status, shiptrack_error **error) {
  if (!SHIPTRACK_FAILED(status)) return;
  fprintf(stderr, "%s: %s\n", shiptrack_status_name(status).data, SHIPTRACK_OR(shiptrack_error_message(*error), ""));
  shiptrack_error_free(*error);
  exit(1);
}

/* An event, and the time at which it happened or is expected. */
struct moment {
  int64_t unix_ms;
  shiptrack_resource *event;
};

static int by_time(const void *left, const void *right) {
  int64_t first = ((const struct moment *)left)->unix_ms, second = ((const struct moment *)right)->unix_ms;
  return (first > second) - (first < second);
}

/* The events of all pages, sorted by time, which is not the order of the listing. Items of a page are freed with the page, so
 * they are copied. */
static void show_events(shiptrack_client *client, const char *container_id) {
  shiptrack_error *error = NULL;
  shiptrack_pages *pages = NULL;
  shiptrack_page *page = NULL;
  struct moment *events = NULL;
  size_t count = 0, i;
  int32_t status;

  must(shiptrack_transport_event_list(client, container_id, NULL, &pages, &error), &error);
  while ((status = shiptrack_pages_next(pages, &page, &error)) == SHIPTRACK_OK) {
    events = realloc(events, (count + shiptrack_page_count(page) + 1) * sizeof *events);
    if (events == NULL) exit(1);
    for (i = 0; i < shiptrack_page_count(page); i++, count++) {
      const shiptrack_resource *event = shiptrack_page_at(page, i);
      shiptrack_time time = {0};
      /* An event without a time (SHIPTRACK_ABSENT) keeps 0, and comes first. */
      must(shiptrack_time_parse(shiptrack_transport_event_timestamp(event).data, &time, &error), &error);
      events[count].unix_ms = time.unix_ms;
      must(shiptrack_resource_copy(event, &events[count].event, &error), &error);
    }
    shiptrack_page_free(page);
  }
  must(status, &error); /* SHIPTRACK_DONE is not an error. */
  shiptrack_pages_free(pages);

  if (count > 0) qsort(events, count, sizeof *events, by_time);
  for (i = 0; i < count; i++) {
    printf("  %-24s %s\n", SHIPTRACK_OR(shiptrack_transport_event_timestamp(events[i].event), "-"),
           SHIPTRACK_OR(shiptrack_transport_event_event(events[i].event), "-"));
    shiptrack_resource_free(events[i].event);
  }
  free(events);
}

int main(int argc, char **argv) {
  shiptrack_service *service = NULL;
  shiptrack_client *client = NULL;
  shiptrack_resource *request = NULL, *settled = NULL;
  shiptrack_pages *containers = NULL;
  shiptrack_page *page = NULL;
  shiptrack_error *error = NULL;
  int32_t status;

  if (argc > 1)
    must(shiptrack_service_open(argv[1], NULL, &service, &error), &error);
  else
    must(shiptrack_service_open_in_memory(NULL, &service, &error), &error);
  must(shiptrack_service_client(service, NULL, &client, &error), &error);

  /* Calling it twice is safe. TEST is the built-in carrier, whose numbers have fixed results. */
  must(shiptrack_tracking_request_track(client, "container", "TEST-TR-SUCCEEDED", "TEST", NULL, NULL, &request, &error),
       &error);
  must(shiptrack_tracking_request_wait(client, shiptrack_resource_id(request).data, 60000, SHIPTRACK_DEFAULT_TIMEOUT, NULL, NULL, &settled,
                                       &error),
       &error);
  printf("%s is %s\n", shiptrack_tracking_request_request_number(settled).data,
         shiptrack_tracking_request_status(settled).data);
  if (shiptrack_tracking_request_status_code(settled) != SHIPTRACK_REQUEST_STATUS_CREATED) return 1;

  must(shiptrack_container_list(client, NULL, &containers, &error), &error);
  while ((status = shiptrack_pages_next(containers, &page, &error)) == SHIPTRACK_OK) {
    for (size_t i = 0; i < shiptrack_page_count(page); i++) {
      const shiptrack_resource *container = shiptrack_page_at(page, i);
      printf("container %s is %s\n", SHIPTRACK_OR(shiptrack_container_number(container), "?"),
             SHIPTRACK_OR(shiptrack_container_current_status(container), "?"));
      show_events(client, shiptrack_resource_id(container).data);
    }
    shiptrack_page_free(page);
  }
  must(status, &error); /* SHIPTRACK_DONE is not an error. */

  shiptrack_pages_free(containers);
  shiptrack_resource_free(settled);
  shiptrack_resource_free(request);
  shiptrack_client_free(client);
  shiptrack_service_free(service);
  return 0;
}
