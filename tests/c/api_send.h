/* Sends the requests of tests/corpus/api, with a client if it can send them, otherwise as raw HTTP. */
#ifndef API_SEND_H
#define API_SEND_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "api_stage.h"

/* An answer, from a client or from raw HTTP. */
struct answer {
  int status;
  char *body;                   /* JSON; "null" for none */
  shiptrack_headers *headers;   /* NULL for an error that a client reported */
  shiptrack_error *error;       /* of every status from 400 */
};

struct bytes {
  char *data;
  size_t length;
};

static void append(struct bytes *to, const char *data, size_t length) {
  to->data = realloc(to->data, to->length + length + 1);
  CHECK(to->data);
  memcpy(to->data + to->length, data, length);
  to->length += length;
  to->data[to->length] = '\0';
}

static void say(struct bytes *to, const char *text) { append(to, text, strlen(text)); }

static int key_at(const json *ask) {
  const json *key = json_get(ask, "key");
  for (int i = 0; key && i < KEYS; i++)
    if (strcmp(KEY_NAMES[i], key->text) == 0) return i;
  CHECK(!key || strcmp(key->text, "none") == 0);
  return key ? KEYS : DEFAULT;
}

static struct bytes body_of(const json *ask) {
  struct bytes body = {NULL, 0};
  const json *part;
  append(&body, "", 0);
  if ((part = json_get(ask, "body"))) append(&body, part->start, (size_t)(part->end - part->start));
  else if ((part = json_get(ask, "body_text"))) say(&body, part->text);
  else if ((part = json_get(ask, "body_spaces")))
    for (long left = strtol(part->text, NULL, 10); left > 0; left--) append(&body, " ", 1);
  return body;
}

/* Why a request is sent as raw HTTP and not with a client, how often that happened, and how often it may happen. */
static struct reason {
  const char *why;
  int count, most;
} reasons[] = {
    {"a client sets its own header fields", 0, 46},
    {"a client sends JSON", 0, 13},
    {"a client has a key", 0, 20},
    {"the host's own client has no API keys and no limits", 0, 34},
    {"a client waits after HTTP 429", 0, 13},
    {"an error has no header fields", 0, 0},
    {"a client stays below its base URL", 0, 8},
};

static struct reason *reason_for_raw_request(const struct stage *stage, const char *test, const json *ask) {
  const char *path = json_get(ask, "path")->text;
  const json *expect = json_get(ask, "expect");
  if (json_get(ask, "headers")) return &reasons[0];
  if (json_get(ask, "body_text") || json_get(ask, "body_spaces")) return &reasons[1];
  if (key_at(ask) == KEYS) return &reasons[2];
  if (stage->home == PROCESS && key_at(ask) > OTHER) return &reasons[3];
  if (strncmp(test, "rate_limit", 10) == 0) return &reasons[stage->home == HTTP ? 4 : 3];
  if (json_get(expect, "headers") && json_get(expect, "error")) return &reasons[5];
  if (strcmp(path, "/") == 0 || (stage->home == PROCESS && strncmp(path, "/v2/", 4) != 0)) return &reasons[6];
  return NULL;
}

static void by_client(const struct stage *stage, const json *ask, struct answer *answer) {
  struct bytes body = body_of(ask);
  shiptrack_response *response = NULL;
  int32_t status = shiptrack_client_send(stage->clients[key_at(ask)], json_get(ask, "method")->text, json_get(ask, "path")->text,
                                         NULL, (const uint8_t *)body.data, body.length, &response, &answer->error);
  struct bytes output = {NULL, 0};
  if (status == SHIPTRACK_OK) {
    shiptrack_text text = shiptrack_response_body(response);
    answer->status = shiptrack_response_http_status(response);
    say(&output, text.length ? text.data : "null");
    WORKS(shiptrack_headers_new(&answer->headers, &error));
    for (size_t i = 0; i < shiptrack_response_headers_count(response); i++)
      WORKS(shiptrack_headers_add(answer->headers, shiptrack_response_header_name(response, i).data,
                                  shiptrack_response_header_value(response, i).data, &error));
  } else {
    CHECK(shiptrack_error_status(answer->error) == status);
    answer->status = shiptrack_error_http_status(answer->error);
    say(&output, "{\"errors\":");
    say(&output, SHIPTRACK_OR(shiptrack_error_objects_json(answer->error), "null"));
    say(&output, "}");
  }
  answer->body = output.data;
  shiptrack_response_free(response);
  free(body.data);
}

/* The header fields of a raw request. */
static shiptrack_headers *fields_of(const struct stage *stage, const json *ask, const struct bytes *body) {
  const json *given = json_get(ask, "headers"), *field;
  shiptrack_headers *headers = NULL;
  char authorization[256];
  WORKS(shiptrack_headers_new(&headers, &error));
  if (key_at(ask) < KEYS) {
    snprintf(authorization, sizeof authorization, "Token %s", key_of(stage, key_at(ask)));
    WORKS(shiptrack_headers_add(headers, "Authorization", authorization, &error));
  }
  if (body->length && !json_get(given, "Content-Type"))
    WORKS(shiptrack_headers_add(headers, "Content-Type", "application/vnd.api+json", &error));
  for (field = given ? given->first : NULL; field; field = field->next)
    if (field->type == 's') WORKS(shiptrack_headers_add(headers, field->name, field->text, &error));
  return headers;
}

static void to_service(const struct stage *stage, const json *ask, struct answer *answer) {
  struct bytes body = body_of(ask), output = {NULL, 0};
  shiptrack_headers *headers = fields_of(stage, ask, &body);
  shiptrack_response *response = NULL;
  WORKS(shiptrack_service_answer(stage->service, json_get(ask, "method")->text, json_get(ask, "path")->text, headers,
                                 (const uint8_t *)body.data, body.length, &response, &error));
  answer->status = shiptrack_response_http_status(response);
  say(&output, shiptrack_response_body(response).length ? shiptrack_response_body(response).data : "null");
  answer->body = output.data;
  WORKS(shiptrack_headers_new(&answer->headers, &error));
  for (size_t i = 0; i < shiptrack_response_headers_count(response); i++)
    WORKS(shiptrack_headers_add(answer->headers, shiptrack_response_header_name(response, i).data,
                                shiptrack_response_header_value(response, i).data, &error));
  shiptrack_response_free(response);
  shiptrack_headers_free(headers);
  free(body.data);
}

/* Reads what the server sends until it closes the connection. */
static struct bytes exchange(const char *origin, const struct bytes *request) {
  struct sockaddr_in address = {0};
  struct bytes output = {NULL, 0};
  char part[4096];
  ssize_t got;
  size_t sent = 0;
  int connection = socket(AF_INET, SOCK_STREAM, 0);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons((uint16_t)strtoul(strrchr(origin, ':') + 1, NULL, 10));
  CHECK(connection >= 0 && connect(connection, (struct sockaddr *)&address, sizeof address) == 0);
  while (sent < request->length && (got = send(connection, request->data + sent, request->length - sent, MSG_NOSIGNAL)) > 0)
    sent += (size_t)got;
  append(&output, "", 0);
  while ((got = recv(connection, part, sizeof part, 0)) > 0) append(&output, part, (size_t)got);
  close(connection);
  return output;
}

/* Sends a raw request over a new connection. */
static void over_socket(const struct stage *stage, const json *ask, struct answer *answer) {
  struct bytes body = body_of(ask), request = {NULL, 0}, output;
  shiptrack_headers *headers = fields_of(stage, ask, &body);
  char line[512], *at, *end;
  snprintf(line, sizeof line, "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n", json_get(ask, "method")->text,
           json_get(ask, "path")->text, stage->origin + strlen("http://"));
  say(&request, line);
  for (size_t i = 0; i < shiptrack_headers_count(headers); i++) {
    snprintf(line, sizeof line, "%s: %s\r\n", shiptrack_headers_name(headers, i).data, shiptrack_headers_value(headers, i).data);
    say(&request, line);
  }
  if (body.length) {
    snprintf(line, sizeof line, "Content-Length: %zu\r\n", body.length);
    say(&request, line);
  }
  say(&request, "\r\n");
  append(&request, body.data, body.length);
  output = exchange(stage->origin, &request);
  CHECK(strncmp(output.data, "HTTP/1.1 ", 9) == 0);
  answer->status = (int)strtol(output.data + 9, NULL, 10);
  WORKS(shiptrack_headers_new(&answer->headers, &error));
  for (at = strstr(output.data, "\r\n") + 2; (end = strstr(at, "\r\n")) && end != at; at = end + 2) {
    char *colon = strchr(at, ':');
    CHECK(colon && colon < end);
    *end = *colon = '\0';
    WORKS(shiptrack_headers_add(answer->headers, at, colon + 1 + strspn(colon + 1, " "), &error));
  }
  CHECK(end);
  output.length -= (size_t)(end + 2 - output.data);
  memmove(output.data, end + 2, output.length + 1);
  if (!output.length) say(&output, "null");
  answer->body = output.data;
  shiptrack_headers_free(headers);
  free(request.data);
  free(body.data);
}

static const char *header_of(const struct answer *answer, const char *name) {
  for (size_t i = 0; i < shiptrack_headers_count(answer->headers); i++)
    if (strcasecmp(shiptrack_headers_name(answer->headers, i).data, name) == 0)
      return shiptrack_headers_value(answer->headers, i).data;
  return NULL;
}

/* Sends the request. Reports the reason if it is not sent with a client. */
static struct reason *ask_for(const struct stage *stage, const char *test, const json *ask, struct answer *answer) {
  struct reason *why_not = reason_for_raw_request(stage, test, ask);
  memset(answer, 0, sizeof *answer);
  if (!why_not) {
    by_client(stage, ask, answer);
    return NULL;
  }
  if (stage->home == HTTP) over_socket(stage, ask, answer);
  else to_service(stage, ask, answer);
  if (answer->status >= 400)
    WORKS(shiptrack_error_from_answer(answer->status, header_of(answer, "Retry-After"), (const uint8_t *)answer->body,
                                      strlen(answer->body), &answer->error, &error));
  return why_not;
}

static void answer_free(struct answer *answer) {
  shiptrack_headers_free(answer->headers);
  shiptrack_error_free(answer->error);
  free(answer->body);
}

#endif
