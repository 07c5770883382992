/* Drives the service from a poll() loop, without threads of the library and without sleeping in it. Linux only.
 *
 * Due work is done on the thread of the loop, one item at a time: a look-up takes as long as its carrier, a delivery as long
 * as its receiver, at most 15 seconds (`delivery.timeout_ms`). A loop that must not block that long starts a worker
 * (shiptrack_service_start_worker()), omits shiptrack_service_run_due() and the timeout, and keeps the eventfd, which then
 * shows that there are new events.
 *
 *     cc event_loop.c -o event_loop $(pkg-config --cflags --libs shiptrack)
 */
#include <poll.h>
#include <shiptrack.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void must(int32_t status, shiptrack_error **error) {
  if (status == SHIPTRACK_OK) return;
  fprintf(stderr, "%s: %s\n", shiptrack_status_name(status).data, SHIPTRACK_OR(shiptrack_error_message(*error), ""));
  shiptrack_error_free(*error);
  exit(1);
}

/* Prints the events after `*after`, and advances it. Returns whether the request succeeded. */
static int show_news(shiptrack_service *service, uint64_t *after) {
  shiptrack_error *error = NULL;
  shiptrack_events *events = NULL;
  int succeeded = 0;

  must(shiptrack_service_events(service, NULL, *after, 100, &events, &error), &error);
  for (size_t i = 0; i < shiptrack_events_count(events); i++) {
    *after = shiptrack_events_sequence(events, i);
    printf("%3llu %s\n", (unsigned long long)*after, shiptrack_events_name(events, i).data);
    succeeded |= shiptrack_events_code(events, i) == SHIPTRACK_EVENT_TRACKING_REQUEST_SUCCEEDED;
  }
  shiptrack_events_free(events);
  return succeeded;
}

int main(void) {
  shiptrack_service *service = NULL;
  shiptrack_client *client = NULL;
  shiptrack_resource *request = NULL;
  shiptrack_error *error = NULL;
  struct pollfd wait_for[1];
  int32_t descriptor = -1, timeout = -1;
  uint64_t seen = 0, count = 0;
  int done = 0;

  must(shiptrack_service_open_in_memory(NULL, &service, &error), &error);
  must(shiptrack_service_client(service, NULL, &client, &error), &error);
  must(shiptrack_service_event_fd(service, &descriptor, &error), &error);
  wait_for[0].fd = descriptor;
  wait_for[0].events = POLLIN; /* … and the other descriptors of the program. */

  must(shiptrack_tracking_request_create(client, "bill_of_lading", "TEST-TR-SUCCEEDED", "TEST", NULL, &request, &error),
       &error);
  while (!done) {
    must(shiptrack_service_poll_timeout(service, &timeout, &error), &error);
    if (poll(wait_for, 1, timeout) < 0) return 1;
    if (wait_for[0].revents & POLLIN && read(descriptor, &count, sizeof count) < 0) return 1;
    /* One item, then back to the other descriptors. If more is due, the next timeout is 0. */
    must(shiptrack_service_run_due(service, 1, NULL, &error), &error);
    done = show_news(service, &seen);
  }

  shiptrack_resource_free(request);
  shiptrack_client_free(client);
  shiptrack_service_free(service);
  return 0;
}
