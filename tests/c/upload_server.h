/* A service that accepts files, and the target of the uploads, on one port. For C and C++. */
#ifndef UPLOAD_SERVER_H
#define UPLOAD_SERVER_H

#include "script_server.h"

enum upload_step { ANNOUNCED, SENT, CREATED, UPLOAD_STEPS };

typedef struct upload_server {
  script_server http;
  int is_known; /* whether the file is rejected because it was uploaded before */
  char *came[UPLOAD_STEPS]; /* the last request of each step; NULL if there was none */
} upload_server;

static const char *const UPLOAD_REQUESTS[UPLOAD_STEPS] = {"POST /rails/active_storage/direct_uploads ", "PUT /bucket/k ",
                                                          "POST /v2/documents "};
static const char UPLOAD_DOCUMENT[] =
    "{\"data\":{\"id\":\"d-1\",\"type\":\"document\",\"attributes\":{\"name\":\"invoice.pdf\"}}}";
static const char UPLOAD_CONFLICT[] =
    "{\"errors\":[{\"status\":\"409\",\"title\":\"Conflict\",\"code\":\"duplicate_document\","
    "\"meta\":{\"existing_document_id\":\"d-0\",\"existing_document_name\":\"Invoice 17\"}}]}";

static char *upload_answer(script_server *http, const char *request) {
  upload_server *server = (upload_server *)(void *)http;
  char place[512];
  int step = 0;
  while (step < UPLOAD_STEPS && strncmp(request, UPLOAD_REQUESTS[step], strlen(UPLOAD_REQUESTS[step])) != 0) step++;
  if (step == UPLOAD_STEPS) return NULL;
  free(server->came[step]);
  server->came[step] = strdup(request);
  if (step == SENT) return script_answer_of(200, "", "");
  if (step == CREATED && server->is_known) return script_answer_of(409, "Content-Type: application/json\r\n", UPLOAD_CONFLICT);
  if (step == CREATED) return script_answer_of(201, "Content-Type: application/json\r\n", UPLOAD_DOCUMENT);
  snprintf(place, sizeof place,
           "{\"signed_id\":\"signed\",\"direct_upload\":{\"url\":\"%.*s/bucket/k\",\"headers\":{\"X-Kind\":\"block\"}}}",
           (int)(strlen(http->base_url) - strlen("/v2")), http->base_url);
  return script_answer_of(200, "Content-Type: application/json\r\n", place);
}

/* Starts a server. Returns 0, or -1 if there is no port. */
static int upload_server_start(upload_server *server) {
  memset(server, 0, sizeof *server);
  if (script_start(&server->http)) return -1;
  server->http.respond = upload_answer;
  return 0;
}

/* Whether the last request of this step has `text` in it. */
static int upload_contains(upload_server *server, enum upload_step step, const char *text) {
  int said;
  pthread_mutex_lock(&server->http.lock);
  said = server->came[step] != NULL && strstr(server->came[step], text) != NULL;
  pthread_mutex_unlock(&server->http.lock);
  return said;
}

/* Whether this step was reached since the last call, which resets it. */
static int upload_came(upload_server *server, enum upload_step step) {
  int came, at;
  pthread_mutex_lock(&server->http.lock);
  came = server->came[step] != NULL;
  for (at = 0; at < UPLOAD_STEPS; at++) {
    free(server->came[at]);
    server->came[at] = NULL;
  }
  pthread_mutex_unlock(&server->http.lock);
  return came;
}

static void upload_server_stop(upload_server *server) {
  upload_came(server, CREATED);
  script_stop(&server->http);
}

#endif
