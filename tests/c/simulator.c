/* A simulated carrier, in a service and over HTTP, on a clock of the test. */
#define _POSIX_C_SOURCE 200809L
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"

/* Sends a request over HTTP, and returns the response from the status line. */
static const char *ask(const char *url, const char *path) {
  static char answer[64 * 1024];
  char request[512];
  struct sockaddr_in address = {0};
  size_t length = 0;
  ssize_t got;
  int connection = socket(AF_INET, SOCK_STREAM, 0);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons((uint16_t)strtoul(strrchr(url, ':') + 1, NULL, 10));
  CHECK(connect(connection, (struct sockaddr *)&address, sizeof address) == 0);
  snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", path);
  CHECK(write(connection, request, strlen(request)) == (ssize_t)strlen(request));
  while ((got = read(connection, answer + length, sizeof answer - 1 - length)) > 0) length += (size_t)got;
  answer[length] = '\0';
  close(connection);
  return answer;
}

/* The number of occurrences of a text in another. */
static size_t count(const char *text, const char *part) {
  size_t found = 0;
  while ((text = strstr(text, part)) != NULL) found++, text++;
  return found;
}

/* The bill of lading of the scenario "direct". */
static const char BILL[] = "SIML2600001";

static void over_http(void) {
  shiptrack_error *error = NULL;
  shiptrack_clock *clock = NULL;
  shiptrack_simulator *simulator = NULL;
  shiptrack_buffer *journeys = NULL;
  const char *url, *answer;
  size_t early;

  CHECK(shiptrack_clock_new(1777636800000, &clock, &error) == SHIPTRACK_OK);
  CHECK(shiptrack_simulator_open("{\"scenario\":\"direct\",\"faults\":[{\"status\":429,\"retry_after\":60}]}", clock,
                                 &simulator, &error) == SHIPTRACK_OK);
  url = shiptrack_simulator_url(simulator).data;
  CHECK(strncmp(url, "http://127.0.0.1:", 17) == 0);
  answer = ask(url, "/v2/events?transportDocumentReference=SIML2600001");
  CHECK(strncmp(answer, "HTTP/1.1 429", 12) == 0 && strstr(answer, "Retry-After: 60") != NULL);
  answer = ask(url, "/v2/events?transportDocumentReference=SIML2600001");
  CHECK(strncmp(answer, "HTTP/1.1 200", 12) == 0);
  early = count(answer, "eventID");
  CHECK(shiptrack_clock_advance(clock, (int64_t)20 * 86400 * 1000, &error) == SHIPTRACK_OK);
  answer = ask(url, "/v2/events?transportDocumentReference=SIML2600001");
  CHECK(count(answer, "eventID") > early && early > 0);
  CHECK(shiptrack_simulator_journeys(simulator, &journeys, &error) == SHIPTRACK_OK);
  CHECK(strstr(shiptrack_buffer_view(journeys).data, BILL) != NULL);
  CHECK(strstr(shiptrack_buffer_view(journeys).data, "container.transport.empty_in") != NULL);
  shiptrack_buffer_free(journeys);
  shiptrack_simulator_free(simulator);
  shiptrack_clock_free(clock);
}

static void in_a_service(void) {
  shiptrack_error *error = NULL;
  shiptrack_clock *clock = NULL;
  shiptrack_simulator *simulator = NULL;
  shiptrack_service_options *options = NULL;
  shiptrack_service *service = NULL;
  shiptrack_client *client = NULL;
  shiptrack_resource *request = NULL;
  shiptrack_pages *pages = NULL;
  shiptrack_page *page = NULL;
  int hours;

  CHECK(shiptrack_clock_new(1777636800000, &clock, &error) == SHIPTRACK_OK);
  CHECK(shiptrack_simulator_open("direct", clock, &simulator, &error) == SHIPTRACK_OK);
  CHECK(shiptrack_service_options_new(&options, &error) == SHIPTRACK_OK);
  CHECK(shiptrack_service_options_clock(options, clock, &error) == SHIPTRACK_OK);
  CHECK(shiptrack_service_options_simulator(options, "SIML", simulator, &error) == SHIPTRACK_OK);
  CHECK(shiptrack_service_open_in_memory(options, &service, &error) == SHIPTRACK_OK);
  CHECK(shiptrack_service_client(service, NULL, &client, &error) == SHIPTRACK_OK);
  /* The service continues to use it. */
  shiptrack_simulator_free(simulator);
  CHECK(shiptrack_tracking_request_create(client, "bill_of_lading", BILL, "SIML", NULL, &request, &error) == SHIPTRACK_OK);
  for (hours = 0; hours < 34 * 24; hours += 6) {
    CHECK(shiptrack_service_run_due(service, 0, NULL, &error) == SHIPTRACK_OK);
    CHECK(shiptrack_clock_advance(clock, (int64_t)6 * 3600 * 1000, &error) == SHIPTRACK_OK);
  }
  CHECK(shiptrack_container_list(client, NULL, &pages, &error) == SHIPTRACK_OK);
  CHECK(shiptrack_pages_next(pages, &page, &error) == SHIPTRACK_OK);
  CHECK(shiptrack_page_count(page) == 2);
  CHECK(strcmp(shiptrack_container_current_status(shiptrack_page_at(page, 0)).data, "empty_returned") == 0);
  shiptrack_page_free(page);
  shiptrack_pages_free(pages);
  shiptrack_resource_free(request);
  shiptrack_client_free(client);
  shiptrack_service_free(service);
  shiptrack_service_options_free(options);
  shiptrack_clock_free(clock);
}

int main(void) {
  shiptrack_error *error = NULL;
  shiptrack_simulator *simulator = NULL;
  CHECK(shiptrack_simulator_open("nowhere", NULL, &simulator, &error) == SHIPTRACK_ERROR_INVALID);
  CHECK(strstr(shiptrack_error_message(error).data, "transshipment") != NULL);
  shiptrack_error_free(error);
  over_http();
  in_a_service();
  printf("simulator: journeys over HTTP and in a service\n");
  return 0;
}
