/* A server of the corpus of calls: it answers every request with what was scripted last, and keeps the last request. */
#ifndef CALL_SERVER_H
#define CALL_SERVER_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"
#include "json.h"

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

/* Between two calls nobody but the test looks at it: an answer has been read when its call has ended. */
struct server {
  int socket;
  pthread_t thread;
  char url[64];
  struct bytes answer, request, body;
  int requests;
  char method[16], path[512], content_type[64], authorization[64];
  struct {
    char name[64], value[256];
  } parameters[16];
  size_t parameter_count;
};

static int hex(char digit) { return digit <= '9' ? digit - '0' : (digit | 32) - 'a' + 10; }

static void decode(char *to, size_t size, const char *from, size_t length) {
  size_t at = 0;
  for (size_t i = 0; i < length && at + 1 < size; i++)
    if (from[i] == '%' && i + 2 < length + 1) to[at++] = (char)(hex(from[i + 1]) * 16 + hex(from[i + 2])), i += 2;
    else to[at++] = from[i] == '+' ? ' ' : from[i];
  to[at] = '\0';
}

static const char *parameter_of(const struct server *server, const char *name) {
  for (size_t i = 0; i < server->parameter_count; i++)
    if (strcmp(server->parameters[i].name, name) == 0) return server->parameters[i].value;
  return NULL;
}

static void read_query(struct server *server, const char *query) {
  server->parameter_count = 0;
  while (*query) {
    size_t length = strcspn(query, "&"), name = strcspn(query, "=&");
    CHECK(server->parameter_count < 16);
    decode(server->parameters[server->parameter_count].name, 64, query, name);
    decode(server->parameters[server->parameter_count].value, 256, query + name + (name < length), length - name - (name < length));
    server->parameter_count++;
    query += length + (query[length] == '&');
  }
}

static void header(char *to, size_t size, const char *request, const char *name) {
  const char *line = request;
  *to = '\0';
  while ((line = strstr(line, "\r\n")) && strncmp(line, "\r\n\r\n", 4) != 0) {
    line += 2;
    if (strncasecmp(line, name, strlen(name)) == 0 && line[strlen(name)] == ':') {
      line += strlen(name) + 1;
      line += strspn(line, " ");
      snprintf(to, size, "%.*s", (int)strcspn(line, "\r"), line);
      return;
    }
  }
}

/* Reads one request; 0 when there is none. */
static int receive(struct server *server, int connection) {
  char part[4096], number[32], target[512];
  const char *end = NULL, *question;
  size_t wanted = 0;
  ssize_t got;
  server->request.length = server->body.length = 0;
  while (!end || server->request.length < wanted) {
    if ((got = recv(connection, part, sizeof part, 0)) <= 0) return 0;
    append(&server->request, part, (size_t)got);
    if (!end && (end = strstr(server->request.data, "\r\n\r\n"))) {
      header(number, sizeof number, server->request.data, "Content-Length");
      wanted = (size_t)(end + 4 - server->request.data) + strtoul(number, NULL, 10);
    }
  }
  end = strstr(server->request.data, "\r\n\r\n") + 4;
  append(&server->body, end, server->request.length - (size_t)(end - server->request.data));
  header(server->content_type, sizeof server->content_type, server->request.data, "Content-Type");
  header(server->authorization, sizeof server->authorization, server->request.data, "Authorization");
  CHECK(sscanf(server->request.data, "%15s %511s", server->method, target) == 2);
  question = strchr(target, '?');
  snprintf(server->path, sizeof server->path, "%.*s", (int)strcspn(target, "?"), target);
  read_query(server, question ? question + 1 : "");
  return 1;
}

static void *serve(void *data) {
  struct server *server = data;
  int connection;
  while ((connection = accept(server->socket, NULL, NULL)) >= 0) {
    if (receive(server, connection)) {
      server->requests++;
      for (size_t sent = 0; sent < server->answer.length;) {
        ssize_t got = send(connection, server->answer.data + sent, server->answer.length - sent, MSG_NOSIGNAL);
        if (got <= 0) break;
        sent += (size_t)got;
      }
    }
    close(connection);
  }
  return NULL;
}

/* What the next request is answered with: an answer of a case, NULL when there is to be none. */
static void script(struct server *server, const json *answer) {
  const json *body = answer ? json_get(answer, "body") : NULL, *text = answer ? json_get(answer, "body_text") : NULL, *field;
  const json *headers = answer ? json_get(answer, "headers") : NULL;
  char line[256];
  size_t length = body ? (size_t)(body->end - body->start) : text ? strlen(text->text) : 0;
  server->answer.length = 0;
  server->requests = 0;
  if (!answer) return;
  snprintf(line, sizeof line, "HTTP/1.1 %s X\r\nConnection: close\r\n", json_get(answer, "status")->text);
  append(&server->answer, line, strlen(line));
  /* An answer with 204 says nothing of a length. */
  if (strcmp(json_get(answer, "status")->text, "204") != 0) {
    snprintf(line, sizeof line, "Content-Length: %zu\r\n", length);
    append(&server->answer, line, strlen(line));
  }
  if (length && (!headers || !json_get(headers, "Content-Type"))) {
    snprintf(line, sizeof line, "Content-Type: application/vnd.api+json\r\n");
    append(&server->answer, line, strlen(line));
  }
  for (field = headers ? headers->first : NULL; field; field = field->next) {
    snprintf(line, sizeof line, "%s: %s\r\n", field->name, field->text);
    append(&server->answer, line, strlen(line));
  }
  append(&server->answer, "\r\n", 2);
  append(&server->answer, body ? body->start : text ? text->text : "", length);
}

static void server_start(struct server *server) {
  struct sockaddr_in address = {0};
  socklen_t size = sizeof address;
  memset(server, 0, sizeof *server);
  server->socket = socket(AF_INET, SOCK_STREAM, 0);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  CHECK(server->socket >= 0 && bind(server->socket, (struct sockaddr *)&address, sizeof address) == 0);
  CHECK(listen(server->socket, 16) == 0 && getsockname(server->socket, (struct sockaddr *)&address, &size) == 0);
  snprintf(server->url, sizeof server->url, "http://127.0.0.1:%d/v2", ntohs(address.sin_port));
  CHECK(pthread_create(&server->thread, NULL, serve, server) == 0);
}

static void server_stop(struct server *server) {
  shutdown(server->socket, SHUT_RDWR);
  pthread_join(server->thread, NULL);
  close(server->socket);
  free(server->answer.data);
  free(server->request.data);
  free(server->body.data);
}

#endif
