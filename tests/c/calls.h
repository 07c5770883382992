/* The cases of tests/corpus/calls and their server, for the test programs in C and in C++: corpus_calls.c
 * and corpus_calls.cpp. tests/corpus/README.md describes the format. This file is C that is also C++. */
#ifndef CALLS_H
#define CALLS_H

#include "json.h"
#include "script_server.h"
#include <shiptrack.h>

static const char KEY[] = "canary-key-0123456789";

static script_server server;
static const char *family, *name; /* of the present case */
static const json *at;
static const char *given; /* the call of its function, as text */
static int played, unsaid;

#define EXPECT(condition, ...)                                                                          \
  do {                                                                                                  \
    if (!(condition)) {                                                                                 \
      fprintf(stderr, "%s.%s: %s: ", family, name, json_get(at, "what")->text);                         \
      fprintf(stderr, __VA_ARGS__);                                                                     \
      fprintf(stderr, "\n");                                                                            \
      exit(1);                                                                                          \
    }                                                                                                   \
  } while (0)

/* A copy of a part of the case, freed when the next case begins. */
static char *kept[64];
static int keeps;

static char *keep(const char *start, const char *end) {
  char *copy = (char *)malloc((size_t)(end - start) + 1);
  EXPECT(copy && keeps < 64, "too much is kept");
  memcpy(copy, start, (size_t)(end - start));
  copy[end - start] = '\0';
  return kept[keeps++] = copy;
}

/* The value of an argument. `x_json` is the text of `x`, `x_type` and `x_id` are those of the resource that `x` links. */
static const json *argument(const char *asked, const char **part) {
  static const char *const PARTS[] = {"_json", "_type", "_id"};
  const json *arguments = json_get(at, "arguments"), *found = json_get(arguments, asked);
  size_t i, length = strlen(asked);
  *part = "";
  for (i = 0; !found && i < 3; i++) {
    size_t tail = strlen(PARTS[i]);
    if (length > tail && strcmp(asked + length - tail, PARTS[i]) == 0) {
      found = json_get(arguments, keep(asked, asked + length - tail));
      *part = PARTS[i];
    }
  }
  return found;
}

static const char *text(const char *asked) {
  const char *part;
  const json *found = argument(asked, &part);
  if (!found) return NULL;
  if (strcmp(part, "_json") == 0) return keep(found->start, found->end);
  return *part ? json_get(found, part + 1)->text : found->text;
}

static double number(const char *asked) { return strtod(json_get(json_get(at, "arguments"), asked)->text, NULL); }

static int64_t integer(const char *asked) { return (int64_t)strtoll(json_get(json_get(at, "arguments"), asked)->text, NULL, 10); }

/* Whether the call has a parameter for an argument. */
static int has_place(const char *asked) {
  static const char *const PARTS[] = {"", "_json", "_type"};
  char place[128];
  size_t i;
  for (i = 0; i < 3; i++) {
    snprintf(place, sizeof place, "(\"%s%s\")", asked, PARTS[i]);
    if (strstr(given, place)) return 1;
  }
  return 0;
}

/* The optional members of a body, by their names in the interface: the member itself, or the next optional one after it. */
static const json *to_draft(const json *member) {
  while (member && has_place(member->name)) member = member->next;
  return member;
}

static const json *first_of_draft(void) {
  const json *body = json_get(json_get(at, "request"), "body"), *data = json_get(body, "data");
  const json *members = data ? json_get(data, "attributes") : body;
  return to_draft(members ? members->first : NULL);
}

/* The same for a query. Included resources are set separately, and the default page size is not set. */
static const json *to_query(const json *member) {
  const json *arguments = json_get(at, "arguments");
  while (member && (has_place(member->name) || strcmp(member->name, "include") == 0 ||
                    (strcmp(member->name, "page[size]") == 0 && !json_get(arguments, "page_size"))))
    member = member->next;
  return member;
}

static const json *first_of_query(void) {
  const json *asked = json_get(json_get(at, "request"), "query");
  return to_query(asked ? asked->first : NULL);
}

static const json *first_included(void) {
  const json *paths = json_get(json_get(at, "arguments"), "include");
  return paths ? paths->first : NULL;
}

/* Checks the members of a resource that the case lists. */
static void compare_resource(const json *wanted, const char *came) {
  json *document = json_parse(came);
  const json *one, *read = json_get(document, "data") ? json_get(document, "data") : document;
  EXPECT(json_same(json_get(read, "type"), json_get(wanted, "type")) && json_same(json_get(read, "id"), json_get(wanted, "id")),
         "it is %s", came);
  if ((one = json_get(wanted, "attributes")))
    for (one = one->first; one; one = one->next)
      EXPECT(json_same(json_get(json_get(read, "attributes"), one->name), one), "%s in %s", one->name, came);
  if ((one = json_get(wanted, "relationships")))
    for (one = one->first; one; one = one->next)
      EXPECT(json_same(json_get(json_get(json_get(read, "relationships"), one->name), "data"), one), "%s in %s", one->name, came);
  json_free(document);
}

static const json *first_item(void) {
  const json *items = json_get(json_get(at, "result"), "items");
  return items ? items->first : NULL;
}

static void compare_json(const char *text) {
  json *read = json_parse(text);
  EXPECT(json_same(read, json_get(json_get(at, "result"), "json")), "it is %s", text);
  json_free(read);
}

#define NAMED(of, operation) (strcmp(family, (of)) == 0 && strcmp(name, (operation)) == 0)

/* A number that is required in C and C++. */
static int cannot_be_said(void) {
  const json *lack = json_get(json_get(at, "refused"), "field");
  return lack && (strcmp(lack->text, "degrees") == 0 || strcmp(lack->text, "longitude") == 0);
}

/* Decodes a part of a query in place. */
static void decode(char *part) {
  char *out = part;
  for (; *part; part++) {
    char digits[3] = {0};
    if (*part == '%' && part[1] && part[2]) {
      memcpy(digits, part + 1, 2);
      *out++ = (char)strtoul(digits, NULL, 16);
      part += 2;
    } else {
      *out++ = *part == '+' ? ' ' : *part;
    }
  }
  *out = '\0';
}

static void compare_query(const json *wanted, char *output) {
  size_t pairs = 0;
  char *pair;
  for (pair = strtok(output, "&"); pair; pair = strtok(NULL, "&"), pairs++) {
    char *value = strchr(pair, '=');
    const json *known;
    EXPECT(value, "%s has no value", pair);
    *value++ = '\0';
    decode(pair);
    decode(value);
    known = json_get(wanted, pair);
    EXPECT(known && strcmp(known->text, value) == 0, "%s is asked for with %s", pair, value);
  }
  EXPECT(pairs == json_count(wanted), "%zu parameters came", pairs);
}

static void compare_request(const json *wanted) {
  script_request asked = script_asked(&server);
  const json *body = json_get(wanted, "body");
  char token[64];
  EXPECT(server.requests == 1, "%u requests came", server.requests);
  EXPECT(strcmp(asked.method, json_get(wanted, "method")->text) == 0, "it came as %s", asked.method);
  EXPECT(strcmp(asked.path, json_get(wanted, "path")->text) == 0, "it came to %s", asked.path);
  compare_query(json_get(wanted, "query"), asked.query);
  if (body) {
    json *read = json_parse(asked.body);
    EXPECT(json_same(read, body), "the body is %s", asked.body);
    json_free(read);
  } else {
    EXPECT(!*asked.body, "the body is %s", asked.body);
  }
  snprintf(token, sizeof token, "Token %s", KEY);
  EXPECT(script_has(&asked, "Authorization", token), "the key is missing");
  EXPECT(script_has(&asked, "Content-Type", !body ? NULL : json_get(body, "data") ? "application/vnd.api+json" : "application/json"),
         "the body says what it is not");
  free(asked.copy);
}

/* Makes the server answer as the case says. */
static void script(const json *answer) {
  const json *headers = json_get(answer, "headers"), *body = json_get(answer, "body"), *plain = json_get(answer, "body_text"), *one;
  char fields[512] = "";
  for (one = headers ? headers->first : NULL; one; one = one->next)
    snprintf(fields + strlen(fields), sizeof fields - strlen(fields), "%s: %s\r\n", one->name, one->text);
  if ((body || plain) && !json_get(headers, "Content-Type")) strcat(fields, "Content-Type: application/vnd.api+json\r\n");
  script_answer(&server, (int)strtol(json_get(answer, "status")->text, NULL, 10), fields,
                body ? keep(body->start, body->end) : plain ? plain->text : "");
}

/* How a call failed; with the message only if it must name the rejected value. */
typedef struct failure {
  int32_t status, http_status;
  const char *message, *pointer, *code;
} failure;

/* The text is this one, or has no value if the case has none. */
static int agrees(const char *output, const json *wanted) { return wanted ? output && strcmp(output, wanted->text) == 0 : !output; }

static void compare_failure(const failure *failed) {
  const json *wanted = json_get(at, "error"), *lack = json_get(at, "refused");
  const char *kind = shiptrack_status_name(failed->status).data;
  if (json_get(at, "result")) {
    EXPECT(failed->status == SHIPTRACK_OK, "%s: %s", kind, failed->message ? failed->message : "no message");
  } else if (lack) {
    /* A missing argument is NULL, which is rejected first. */
    const char *field = json_get(lack, "field")->text;
    EXPECT(failed->status == SHIPTRACK_ERROR_NULL_ARGUMENT, "%s", kind);
    EXPECT(!failed->message || strncmp(failed->message, field, strlen(field)) == 0, "%s", failed->message);
    EXPECT(server.requests == 0, "it was sent");
  } else {
    EXPECT(strcmp(kind, json_get(wanted, "kind")->text) == 0, "%s", kind);
    EXPECT(failed->http_status == (int32_t)strtol(json_get(wanted, "status")->text, NULL, 10), "its status differs");
    EXPECT(agrees(failed->pointer, json_get(wanted, "pointer")), "it points at %s", failed->pointer ? failed->pointer : "nothing");
    EXPECT(agrees(failed->code, json_get(wanted, "code")), "its code is %s", failed->code ? failed->code : "missing");
  }
}

/* Makes the call of the case with a new client, and compares the result. Each test program defines it. */
static void make_the_call(void);

static void play(void) {
  const json *request = json_get(at, "request"), *answer = json_get(at, "answer");
  name = json_get(at, "operation")->text;
  if (cannot_be_said()) {
    unsaid++;
    return;
  }
  if (answer) script(answer);
  else script_answer(&server, 500, "", "");
  make_the_call();
  if (request) compare_request(request);
  while (keeps) free(kept[--keeps]);
  played++;
}

static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  char *content = NULL;
  long length = 0;
  if (file && fseek(file, 0, SEEK_END) == 0 && (length = ftell(file)) > 0) content = (char *)malloc((size_t)length + 1);
  if (content) rewind(file);
  if (!content || fread(content, 1, (size_t)length, file) != (size_t)length) {
    fprintf(stderr, "%s cannot be read\n", path);
    exit(1);
  }
  content[length] = '\0';
  fclose(file);
  return content;
}

static int play_corpus(int count, char **files) {
  int i;
  if (script_start(&server) != 0) return 1;
  for (i = 1; i < count; i++) {
    char *content = read_file(files[i]);
    json *document = json_parse(content);
    family = json_get(document, "family")->text;
    for (at = json_get(document, "calls")->first; at; at = at->next) play();
    json_free(document);
    free(content);
  }
  script_stop(&server);
  printf("%d calls, %d that cannot be said\n", played, unsaid);
  return played > 250 && unsaid == 2 ? 0 : 1;
}

#endif
