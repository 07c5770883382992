/* A loopback server that answers every request with the configured response, and keeps the last request. For C
 * and C++. */
#ifndef SCRIPT_SERVER_H
#define SCRIPT_SERVER_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#if defined(__GNUC__)
#define MAY_BE_UNUSED __attribute__((unused))
#else
#define MAY_BE_UNUSED
#endif

typedef struct script_server {
  char base_url[64]; /* ends with /v2 */
  int listener;
  pthread_t thread;
  pthread_mutex_t lock;
  char *answer; /* the response: head and body */
  size_t answer_length;
  char *request; /* the last request, head and body; NULL if there was none */
  unsigned requests; /* the number of requests since the response was set */
  /* Makes the response to a request, with script_answer_of(); NULL for the configured one. */
  char *(*respond)(struct script_server *server, const char *request);
} script_server;

/* The parts of a request, in a copy of it. */
typedef struct script_request {
  char *copy, *method, *path, *query, *head, *body; /* query and body are empty if they are missing */
} script_request;

/* Reads one request from a connection; NULL at its end. */
static char *script_read(int connection) {
  size_t length = 0, room = 4096;
  char *text = (char *)malloc(room + 1), *end = NULL, *field;
  size_t wanted = 0;
  while (!end || length < wanted) {
    ssize_t got;
    if (length == room) text = (char *)realloc(text, (room *= 2) + 1);
    got = text ? read(connection, text + length, room - length) : -1;
    if (got <= 0) {
      free(text);
      return NULL;
    }
    length += (size_t)got;
    text[length] = '\0';
    if (!end && (end = strstr(text, "\r\n\r\n")) != NULL) {
      wanted = (size_t)(end + 4 - text);
      for (field = strstr(text, "\r\n"); field && field < end; field = strstr(field + 2, "\r\n"))
        if (strncasecmp(field + 2, "content-length:", 15) == 0) wanted += strtoul(field + 17, NULL, 10);
    }
  }
  return text;
}

static void *script_serve(void *given) {
  script_server *server = (script_server *)given;
  int connection;
  while ((connection = accept(server->listener, NULL, NULL)) >= 0) {
    char *request, *answer = NULL;
    size_t sent = 0, length = 0;
    if ((request = script_read(connection)) != NULL) {
      pthread_mutex_lock(&server->lock);
      free(server->request);
      server->request = request;
      server->requests++;
      if (server->respond && (answer = server->respond(server, request)) != NULL) length = strlen(answer);
      else if ((answer = (char *)malloc(server->answer_length + 1)) != NULL)
        memcpy(answer, server->answer, length = server->answer_length);
      pthread_mutex_unlock(&server->lock);
    }
    while (answer && sent < length) {
      ssize_t took = send(connection, answer + sent, length - sent, MSG_NOSIGNAL);
      if (took <= 0) break;
      sent += (size_t)took;
    }
    free(answer);
    shutdown(connection, SHUT_WR);
    close(connection);
  }
  return NULL;
}

/* A response with this status, these header fields ("Name: value\r\n" each) and this body; the caller frees it. */
static char *script_answer_of(int status, const char *fields, const char *body) {
  size_t room = strlen(fields) + strlen(body) + 128;
  char *answer = (char *)malloc(room);
  if (answer)
    snprintf(answer, room, "HTTP/1.1 %d Scripted\r\n%sContent-Length: %zu\r\nConnection: close\r\n\r\n%s", status, fields,
             strlen(body), body);
  return answer;
}

/* Sets the response to every request. */
static void script_answer(script_server *server, int status, const char *fields, const char *body) {
  char *answer = script_answer_of(status, fields, body);
  pthread_mutex_lock(&server->lock);
  free(server->answer);
  server->answer = answer;
  server->answer_length = answer ? strlen(answer) : 0;
  free(server->request);
  server->request = NULL;
  server->requests = 0;
  pthread_mutex_unlock(&server->lock);
}

/* Starts a server. Returns 0, or -1 if there is no port. */
static int script_start(script_server *server) {
  struct sockaddr_in address;
  socklen_t length = sizeof address;
  memset(server, 0, sizeof *server);
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  pthread_mutex_init(&server->lock, NULL);
  server->listener = socket(AF_INET, SOCK_STREAM, 0);
  if (server->listener < 0 || bind(server->listener, (struct sockaddr *)&address, length) || listen(server->listener, 8) ||
      getsockname(server->listener, (struct sockaddr *)&address, &length))
    return -1;
  snprintf(server->base_url, sizeof server->base_url, "http://127.0.0.1:%d/v2", ntohs(address.sin_port));
  script_answer(server, 500, "", "");
  return pthread_create(&server->thread, NULL, script_serve, server) ? -1 : 0;
}

static void script_stop(script_server *server) {
  shutdown(server->listener, SHUT_RDWR);
  close(server->listener);
  pthread_join(server->thread, NULL);
  pthread_mutex_destroy(&server->lock);
  free(server->answer);
  free(server->request);
}

/* The parts of the last request; the caller frees its copy. `copy` is NULL if there was none. */
MAY_BE_UNUSED static script_request script_asked(script_server *server) {
  script_request asked = {NULL, NULL, NULL, NULL, NULL, NULL};
  char *at;
  pthread_mutex_lock(&server->lock);
  if (server->request && (asked.copy = (char *)malloc(strlen(server->request) + 1)) != NULL) strcpy(asked.copy, server->request);
  pthread_mutex_unlock(&server->lock);
  if (!asked.copy) return asked;
  at = strstr(asked.copy, "\r\n\r\n");
  *at = '\0';
  asked.body = at + 4;
  asked.method = asked.copy;
  at = strstr(asked.copy, "\r\n");
  *at = '\0';
  asked.head = at + 2;
  at = strchr(asked.method, ' ');
  *at = '\0';
  asked.path = at + 1;
  *strchr(asked.path, ' ') = '\0';
  asked.query = strchr(asked.path, '?');
  if (asked.query) *asked.query++ = '\0';
  else asked.query = asked.path + strlen(asked.path);
  return asked;
}

/* Whether the head of a request has a field with exactly this value. */
MAY_BE_UNUSED static int script_has(const script_request *asked, const char *name, const char *value) {
  const char *field = asked->head;
  size_t length = strlen(name);
  while (field && *field) {
    if (strncasecmp(field, name, length) == 0 && field[length] == ':') {
      const char *output = field + length + 1 + strspn(field + length + 1, " ");
      return value && strncmp(output, value, strlen(value)) == 0 && (output[strlen(value)] == '\r' || !output[strlen(value)]);
    }
    field = strstr(field, "\r\n");
    if (field) field += 2;
  }
  return value == NULL;
}

#endif
