/* Requests that are not deliveries do not end the example that receives webhooks. */
#define main main_of_the_example
#include "../../ffi/examples/receive_webhook.c"
#undef main

#include "check.h"

static shiptrack_verifier *verifier = NULL;

/* Sends `text` to the example; the answer begins with `wanted`, or there is no answer if that is NULL. */
static void sent(const char *text, const char *wanted) {
  char answer[256] = {0};
  int ends[2];
  CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  CHECK(write(ends[1], text, strlen(text)) == (ssize_t)strlen(text));
  CHECK(shutdown(ends[1], SHUT_WR) == 0);
  if (!wanted) close(ends[1]);
  CHECK(take_in(ends[0], verifier) == 0);
  if (wanted) {
    CHECK(read(ends[1], answer, sizeof answer - 1) > 0);
    CHECK(strncmp(answer, wanted, strlen(wanted)) == 0);
    close(ends[1]);
  }
  close(ends[0]);
}

/* A valid delivery with two more fields: one in Latin-1, and one with an invalid name. */
static void delivered(const char *secret) {
  static const char BODY[] = "{\"data\":{\"type\":\"webhook_notification\",\"id\":\"n\",\"attributes\":{\"event\":\"container.created\"}}}";
  shiptrack_headers *headers = NULL;
  char text[4096];
  size_t length;
  WORKS(shiptrack_webhook_sign(&secret, 1, "msg_1", (const uint8_t *)BODY, strlen(BODY), (int64_t)time(NULL) * 1000, &headers,
                               &error));
  length = (size_t)snprintf(text, sizeof text, "POST / HTTP/1.1\r\nX-Town: M\xfcnchen\r\nno name: x\r\n");
  for (size_t i = 0; i < shiptrack_headers_count(headers); i++)
    length += (size_t)snprintf(text + length, sizeof text - length, "%s: %s\r\n", shiptrack_headers_name(headers, i).data,
                               shiptrack_headers_value(headers, i).data);
  snprintf(text + length, sizeof text - length, "Content-Length: %zu\r\n\r\n%s", strlen(BODY), BODY);
  shiptrack_headers_free(headers);
  sent(text, "HTTP/1.1 204");
  sent(text, NULL);
}

int main(void) {
  const char *secret = "whsec_plJ3nmyCDGBKInavdOK15jsl";
  WORKS(shiptrack_verifier_new(&secret, 1, SHIPTRACK_DEFAULT_TIMEOUT, 1, &verifier, &error));
  sent("", "HTTP/1.1 400");
  sent("nonsense\r\n\r\n", "HTTP/1.1 400");
  sent("POST / HTTP/1.1\r\nX-Town: M\xfcnchen\r\n\r\n", "HTTP/1.1 400");
  sent("POST / HTTP/1.1\r\n: x\r\nContent-Length: 2\r\n\r\n{}", "HTTP/1.1 400");
  sent("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n{}", "HTTP/1.1 400");
  sent("POST / HTTP/1.1\r\nContent-Length: 18446744073709551615\r\n\r\n{}", "HTTP/1.1 400");
  sent("POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n{}", "HTTP/1.1 400");
  delivered(secret);
  shiptrack_verifier_free(verifier);
  return 0;
}
