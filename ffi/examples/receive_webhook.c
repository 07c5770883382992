/* Receives webhook deliveries on a plain socket, and verifies the signature before it parses the body. POSIX only.
 *
 * Any client that reaches the port can send anything: the receiver responds to other requests with 400 and continues.
 *
 *     cc receive_webhook.c -o receive_webhook $(pkg-config --cflags --libs shiptrack)
 */
#define _POSIX_C_SOURCE 200809L
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <shiptrack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static void must(int32_t status, shiptrack_error **error) {
  if (status == SHIPTRACK_OK) return;
  fprintf(stderr, "%s: %s\n", shiptrack_status_name(status).data, SHIPTRACK_OR(shiptrack_error_message(*error), ""));
  shiptrack_error_free(*error);
  exit(1);
}

static int listen_on_loopback(uint16_t *port) {
  struct sockaddr_in address = {0};
  socklen_t length = sizeof address;
  int listener = socket(AF_INET, SOCK_STREAM, 0);

  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 16) ||
      getsockname(listener, (struct sockaddr *)&address, &length))
    exit(1);
  *port = ntohs(address.sin_port);
  return listener;
}

/* Reads a request: its header fields and its body. Any HTTP server does the same. */
struct request {
  char text[65536];
  char *body;
  size_t body_length;
};

static int receive(int connection, struct request *request, shiptrack_headers *headers) {
  size_t have = 0, wanted = 0;
  char *end = NULL, *line;

  while (!end || have < wanted) {
    ssize_t got = read(connection, request->text + have, sizeof request->text - 1 - have);
    if (got <= 0) return 0;
    have += (size_t)got;
    request->text[have] = '\0';
    if (end || !(end = strstr(request->text, "\r\n\r\n"))) continue;
    *end = '\0';
    request->body = end + 4;
    for (line = strstr(request->text, "\r\n"); line; line = strstr(line, "\r\n")) {
      char *colon = strchr(line += 2, ':'), *next = strstr(line, "\r\n");
      if (!colon) break;
      *colon = '\0';
      if (next) *next = '\0';
      /* A field that cannot be added, such as one that is not UTF-8, is not needed and is skipped. */
      if (shiptrack_headers_add(headers, line, colon + 1 + strspn(colon + 1, " "), NULL) != SHIPTRACK_OK)
        fprintf(stderr, "a header field is left out\n");
      if (strcasecmp(line, "content-length") == 0) request->body_length = strtoul(colon + 1, NULL, 10);
      if (request->body_length >= sizeof request->text) return 0;
      if (!next) break;
      *next = '\r';
      line = next;
    }
    wanted = (size_t)(request->body - request->text) + request->body_length;
    if (wanted >= sizeof request->text) return 0;
  }
  return 1;
}

/* Returns whether it was the notification that this program waits for. */
static int take_in(int connection, const shiptrack_verifier *verifier) {
  static const char OK[] = "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n";
  static const char REFUSED[] = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
  shiptrack_headers *headers = NULL;
  shiptrack_resource *notification = NULL;
  shiptrack_error *error = NULL;
  struct request *request = calloc(1, sizeof *request);
  const struct timeval patience = {5, 0};
  const char *answer = REFUSED;
  int succeeded = 0;

  /* A client that sends nothing cannot block the receiver for long. */
  (void)setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);

  must(shiptrack_headers_new(&headers, &error), &error);
  if (request && receive(connection, request, headers)) {
    const uint8_t *body = (const uint8_t *)request->body;
    int64_t now = (int64_t)time(NULL) * 1000;
    /* First verify the bytes, then parse them. */
    if (shiptrack_verifier_verify(verifier, headers, body, request->body_length, now, NULL, NULL, NULL, &error) == SHIPTRACK_OK &&
        shiptrack_notification_parse(body, request->body_length, &notification, &error) == SHIPTRACK_OK) {
      const shiptrack_resource *about = shiptrack_resource_related(notification, "reference_object", 0);
      printf("verified: %s of %s\n", shiptrack_webhook_notification_event(notification).data,
             SHIPTRACK_OR(shiptrack_resource_type(about), "nothing"));
      succeeded =
          shiptrack_webhook_notification_event_code(notification) == SHIPTRACK_EVENT_TRACKING_REQUEST_SUCCEEDED;
      answer = OK;
    } else {
      printf("refused: %s\n", SHIPTRACK_OR(shiptrack_error_message(error), "?"));
    }
  }
  /* The client may have closed the connection; without MSG_NOSIGNAL, SIGPIPE would end this program. */
  if (send(connection, answer, strlen(answer), MSG_NOSIGNAL) < 0) perror("send");
  shiptrack_resource_free(notification);
  shiptrack_headers_free(headers);
  shiptrack_error_free(error);
  free(request);
  return succeeded;
}

int main(void) {
  shiptrack_service_options *options = NULL;
  shiptrack_service *service = NULL;
  shiptrack_client *client = NULL;
  shiptrack_resource *webhook = NULL, *request = NULL;
  shiptrack_verifier *verifier = NULL;
  shiptrack_error *error = NULL;
  const char *secret;
  char url[64];
  uint16_t port;
  int listener = listen_on_loopback(&port), done = 0;

  /* The sender: a service whose worker delivers. Deliveries to loopback addresses must be permitted. */
  must(shiptrack_service_options_new(&options, &error), &error);
  must(shiptrack_service_options_allow_loopback(options, &error), &error);
  must(shiptrack_service_open_in_memory(options, &service, &error), &error);
  must(shiptrack_service_client(service, NULL, &client, &error), &error);
  snprintf(url, sizeof url, "http://127.0.0.1:%u/freight", (unsigned)port);
  must(shiptrack_webhook_create(client, url, NULL, &webhook, &error), &error);
  must(shiptrack_service_start_worker(service, 1, &error), &error);

  /* The registration returns the secret that the receiver needs. */
  secret = shiptrack_webhook_secret(webhook).data;
  must(shiptrack_verifier_new(&secret, 1, SHIPTRACK_DEFAULT_TIMEOUT, 1, &verifier, &error), &error);

  must(shiptrack_tracking_request_create(client, "bill_of_lading", "TEST-TR-SUCCEEDED", "TEST", NULL, &request, &error),
       &error);
  while (!done) {
    int connection = accept(listener, NULL, NULL);
    if (connection < 0 && (errno == EINTR || errno == ECONNABORTED)) continue;
    if (connection < 0) return 1;
    done = take_in(connection, verifier);
    close(connection);
  }

  close(listener);
  shiptrack_verifier_free(verifier);
  shiptrack_resource_free(request);
  shiptrack_resource_free(webhook);
  shiptrack_client_free(client);
  shiptrack_service_free(service);
  shiptrack_service_options_free(options);
  return 0;
}
