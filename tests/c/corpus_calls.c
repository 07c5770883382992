/* Plays the cases of tests/corpus/calls, given as arguments: every operation, against a server that answers what the case
 * says. Their format stands in tests/corpus/README.md. Which function an operation is, is made: a case needs no code here. */
#include "call_server.h"

static const char KEY[] = "canary-key-0123456789";

static int failures, plays, unsaid;
static char place[512];

#define EXPECT(condition, ...)                          \
  do {                                                  \
    if (!(condition)) {                                 \
      failures++;                                       \
      fprintf(stderr, "%s: ", place);                   \
      fprintf(stderr, __VA_ARGS__);                     \
      fprintf(stderr, " (%s)\n", #condition);           \
    }                                                   \
  } while (0)

/* The case that is played: its arguments, and what is asked with them. */
static const char *family, *operation;
static const json *arguments;
static shiptrack_client *client;
static shiptrack_draft *draft;
static shiptrack_query *query;
static int lacks_number;

/* What comes of it. */
static shiptrack_resource *resource;
static shiptrack_pages *pages;
static shiptrack_buffer *answer;
static shiptrack_inference *inference;

/* Texts that the arguments were made into, freed after the case. */
static char *made[64];
static size_t made_count;

static char *keep(const char *start, size_t length) {
  char *copy = malloc(length + 1);
  CHECK(copy && made_count < sizeof made / sizeof *made);
  memcpy(copy, start, length);
  copy[length] = '\0';
  return made[made_count++] = copy;
}

static char *source(const json *value) { return keep(value->start, (size_t)(value->end - value->start)); }

/* A value as a path and a query have it. */
static const char *plain(const json *value) {
  struct bytes all = {NULL, 0};
  const char *kept;
  if (value->type == 's') return value->text;
  if (value->type != '[') return source(value);
  append(&all, "", 0);
  for (const json *item = value->first; item; item = item->next) {
    if (item != value->first) append(&all, ",", 1);
    append(&all, item->text, strlen(item->text));
  }
  kept = keep(all.data, all.length);
  free(all.data);
  return kept;
}

/* An argument by its name in C: `value_json` is the JSON of `value`, `entity_type` the type of the link `entity`. */
static const char *text(const char *name) {
  const json *found = json_get(arguments, name), *linked;
  size_t length = strlen(name);
  char stem[64];
  CHECK(length < sizeof stem);
  if (found) return plain(found);
  snprintf(stem, sizeof stem, "%s", name);
  if (length > 5 && strcmp(name + length - 5, "_json") == 0) {
    stem[length - 5] = '\0';
    return (found = json_get(arguments, stem)) ? source(found) : NULL;
  }
  for (char *at = strrchr(stem, '_'); at; at = NULL) {
    *at = '\0';
    if ((linked = json_get(arguments, stem)) && linked->type == '{') return plain(json_get(linked, at + 1));
  }
  return NULL;
}

/* A number cannot be left out in C. */
static double number(const char *name) {
  const json *found = json_get(arguments, name);
  if (!found) lacks_number = 1;
  return found ? strtod(found->text, NULL) : 0;
}

static int64_t integer(const char *name) { return (int64_t)number(name); }

static int asks_for(const char *of, const char *name) { return strcmp(family, of) == 0 && strcmp(operation, name) == 0; }

static void set_parameter(const char *argument, const char *name) {
  const json *found = json_get(arguments, argument);
  if (found) WORKS(shiptrack_query_set(query, name, plain(found), &error));
}

static void set_field(const char *name) {
  const json *found = json_get(arguments, name);
  int texts = found && found->type == '[' && found->first && found->first->type == 's';
  if (!found) return;
  if (found->type == 's') WORKS(shiptrack_draft_text(draft, name, found->text, &error));
  else if (found->type == 't' || found->type == 'f') WORKS(shiptrack_draft_flag(draft, name, found->type == 't', &error));
  else if (texts)
    for (const json *item = found->first; item; item = item->next) WORKS(shiptrack_draft_add(draft, name, item->text, &error));
  else WORKS(shiptrack_draft_json(draft, name, source(found), &error));
}

static void set_up(void) {
  const json *paths = json_get(arguments, "include");
  WORKS(shiptrack_query_new(&query, &error));
  WORKS(shiptrack_draft_new(&draft, &error));
  set_parameter("page_size", "page[size]");
  set_parameter("page_number", "page[number]");
  for (const json *path = paths ? paths->first : NULL; path; path = path->next)
    WORKS(shiptrack_query_include(query, path->text, &error));
  if (paths && !paths->first) WORKS(shiptrack_query_include(query, "", &error));
#define PARAMETER(of, name, argument, wire) if (asks_for(of, name)) set_parameter(argument, wire);
#define FIELD(of, name, field) if (asks_for(of, name)) set_field(field);
#define ONE(of, name, call)
#define PAGES(of, name, call)
#define JSON(of, name, call)
#define DONE(of, name, call)
#include "made/operations.inc"
#undef PARAMETER
#undef FIELD
#undef ONE
#undef PAGES
#undef JSON
#undef DONE
}

/* Operations that have a mind of their own. -1 for one that has no function yet. */
static int32_t call_by_hand(void) {
  if (asks_for("tracking_requests", "create")) {
    shiptrack_draft *own = NULL;
    const json *customer = json_get(arguments, "customer"), *field;
    int32_t status;
    /* The carrier is an argument, and without one the service finds it. */
    WORKS(shiptrack_draft_new(&own, &error));
    if (customer) WORKS(shiptrack_draft_text(own, "customer", json_get(customer, "id")->text, &error));
    for (field = arguments->first; field; field = field->next)
      if (field->type == '[')
        for (const json *item = field->first; item; item = item->next)
          WORKS(shiptrack_draft_add(own, field->name, item->text, &error));
      else if (strcmp(field->name, "initial_custom_fields") == 0)
        WORKS(shiptrack_draft_json(own, field->name, source(field), &error));
    status = shiptrack_tracking_request_create(client, text("request_type"), text("request_number"), text("scac"), own, &resource, &error);
    shiptrack_draft_free(own);
    return status;
  }
  if (asks_for("tracking_requests", "update")) return shiptrack_tracking_request_update(client, text("id"), draft, &resource, &error);
  if (asks_for("tracking_requests", "infer_number")) return shiptrack_tracking_request_infer(client, text("number"), &inference, &error);
  if (asks_for("webhooks", "create")) {
    /* Whether it is active can be left out in C: it is. */
    set_field("active");
    return shiptrack_webhook_create(client, text("url"), draft, &resource, &error);
  }
  if (asks_for("webhooks", "update")) return shiptrack_webhook_update(client, text("id"), draft, &resource, &error);
  if (asks_for("webhooks", "rotate_secret"))
    return shiptrack_webhook_rotate_secret(client, text("id"), integer("overlap_seconds") * 1000, &resource, &error);
  return -1;
}

static int32_t call(void) {
#define PARAMETER(of, name, argument, wire)
#define FIELD(of, name, field)
#define ONE(of, name, call) if (asks_for(of, name)) return call;
#define PAGES(of, name, call) ONE(of, name, call)
#define JSON(of, name, call) ONE(of, name, call)
#define DONE(of, name, call) ONE(of, name, call)
#include "made/operations.inc"
  return call_by_hand();
}

static void compare_members(const json *wanted, const json *found, const char *what) {
  for (const json *member = wanted ? wanted->first : NULL; member; member = member->next) {
    const json *told = json_get(found, member->name);
    if (strcmp(what, "relationship") == 0 && told) told = json_get(told, "data");
    EXPECT(told && json_same(told, member), "%s %s", what, member->name);
  }
}

static void compare_one(const json *wanted, const char *text) {
  json *whole = json_parse(text);
  const json *found = json_get(whole, "data") ? json_get(whole, "data") : whole;
  EXPECT(json_same(json_get(found, "type"), json_get(wanted, "type")), "another type: %s", text);
  EXPECT(json_same(json_get(found, "id"), json_get(wanted, "id")), "another id: %s", text);
  compare_members(json_get(wanted, "attributes"), json_get(found, "attributes"), "attribute");
  compare_members(json_get(wanted, "relationships"), json_get(found, "relationships"), "relationship");
  json_free(whole);
}

/* Walks a listing to its end; what ends it is told. */
static int32_t walk(const json *wanted) {
  shiptrack_page *page = NULL;
  const json *item = wanted ? wanted->first : NULL;
  int32_t status;
  while ((status = shiptrack_pages_next(pages, &page, &error)) == SHIPTRACK_OK) {
    for (size_t i = 0; i < shiptrack_page_count(page); i++) {
      const shiptrack_resource *found = NULL;
      WORKS(shiptrack_page_read(page, i, &found, &error));
      EXPECT(item, "more items than %zu", i);
      if (item) compare_one(item, shiptrack_resource_json(found).data), item = item->next;
    }
    shiptrack_page_free(page);
  }
  EXPECT(status != SHIPTRACK_DONE || !item, "too few items");
  return status == SHIPTRACK_DONE ? SHIPTRACK_OK : status;
}

static void compare_result(const json *wanted) {
  json *found;
  if (resource) compare_one(wanted, shiptrack_resource_json(resource).data);
  else if (inference) compare_one(wanted, shiptrack_inference_json(inference).data);
  else if (answer) {
    found = json_parse(shiptrack_buffer_view(answer).data);
    EXPECT(json_get(wanted, "json") && json_same(found, json_get(wanted, "json")), "other JSON");
    json_free(found);
  } else EXPECT(pages || !wanted->first, "nothing came");
}

static void compare_error(int32_t status, const json *wanted) {
  const json *told;
  IS(shiptrack_status_name(status), json_get(wanted, "kind")->text);
  EXPECT(shiptrack_error_http_status(error) == strtol(json_get(wanted, "status")->text, NULL, 10), "HTTP status");
  told = json_get(wanted, "pointer");
  IS(shiptrack_error_pointer(error), told ? told->text : NULL);
  told = json_get(wanted, "code");
  IS(shiptrack_error_code(error), told ? told->text : NULL);
}

/* What is missing is NULL in C, or empty. */
static void compare_refusal(int32_t status, const json *wanted) {
  const char *field = json_get(wanted, "field")->text, *pointer = SHIPTRACK_OR(shiptrack_error_pointer(error), "");
  EXPECT(status == SHIPTRACK_ERROR_NULL_ARGUMENT || status == SHIPTRACK_ERROR_INVALID, "refused with %d", status);
  EXPECT(strncmp(pointer, field, strlen(field)) == 0, "%s is refused, not %s", pointer, field);
}

static void compare_request(const json *wanted, struct server *server) {
  const json *body = json_get(wanted, "body"), *parameter;
  json *sent;
  EXPECT(server->requests == 1, "%d requests", server->requests);
  if (server->requests != 1) return;
  EXPECT(strcmp(server->method, json_get(wanted, "method")->text) == 0, "method %s", server->method);
  EXPECT(strcmp(server->path, json_get(wanted, "path")->text) == 0, "path %s", server->path);
  EXPECT(server->parameter_count == json_count(json_get(wanted, "query")), "parameters");
  for (parameter = json_get(wanted, "query")->first; parameter; parameter = parameter->next) {
    const char *found = parameter_of(server, parameter->name);
    EXPECT(found && strcmp(found, parameter->text) == 0, "parameter %s is %s", parameter->name, found ? found : "absent");
  }
  EXPECT((body != NULL) == (server->body.length > 0), "a body, or none");
  if (body && server->body.length) {
    sent = json_parse(server->body.data);
    EXPECT(json_same(sent, body), "body %s", server->body.data);
    json_free(sent);
    EXPECT(strcmp(server->content_type, json_get(body, "data") ? "application/vnd.api+json" : "application/json") == 0, "it is %s",
           server->content_type);
  }
  EXPECT(strncmp(server->authorization, "Token ", 6) == 0 && strcmp(server->authorization + 6, KEY) == 0, "the key");
}

static void open_client(const struct server *server) {
  shiptrack_client_options *options = NULL;
  WORKS(shiptrack_client_options_new(&options, &error));
  WORKS(shiptrack_client_options_timeout(options, 30000, &error));
  WORKS(shiptrack_client_options_retries(options, 1, 1, 1, &error));
  for (int32_t bucket = SHIPTRACK_BUCKET_DEFAULT; bucket <= SHIPTRACK_BUCKET_REFRESH; bucket++)
    WORKS(shiptrack_client_options_limit(options, bucket, -1, 60000, &error));
  WORKS(shiptrack_client_open(server->url, KEY, options, &client, &error));
  shiptrack_client_options_free(options);
}

static void forget(void) {
  shiptrack_client_free(client);
  shiptrack_resource_free(resource);
  shiptrack_pages_free(pages);
  shiptrack_buffer_free(answer);
  shiptrack_inference_free(inference);
  shiptrack_query_free(query);
  shiptrack_draft_free(draft);
  shiptrack_error_free(error);
  resource = NULL, pages = NULL, answer = NULL, inference = NULL, query = NULL, draft = NULL, error = NULL;
  while (made_count) free(made[--made_count]);
}

static void play(const json *test, struct server *server) {
  const json *result = json_get(test, "result"), *failed = json_get(test, "error"), *refused = json_get(test, "refused");
  int32_t status;
  operation = json_get(test, "operation")->text;
  arguments = json_get(test, "arguments");
  snprintf(place, sizeof place, "%s.%s: %s", family, operation, json_get(test, "what")->text);
  lacks_number = 0;
  script(server, json_get(test, "answer"));
  /* One of its own: after a 401 a client sends nothing more. */
  open_client(server);
  set_up();
  status = call();
  if (status == SHIPTRACK_OK && pages) status = walk(result ? json_get(result, "items") : NULL);
  if (status == -1 || lacks_number) unsaid++;
  else if (result) {
    EXPECT(status == SHIPTRACK_OK, "%s", SHIPTRACK_OR(shiptrack_error_message(error), "no error"));
    if (status == SHIPTRACK_OK) compare_result(result);
  } else {
    EXPECT(status != SHIPTRACK_OK, "a refusal is expected");
    if (status != SHIPTRACK_OK && failed) compare_error(status, failed);
    if (status != SHIPTRACK_OK && refused) compare_refusal(status, refused);
  }
  if (status != -1 && json_get(test, "request")) compare_request(json_get(test, "request"), server);
  if (status != -1 && refused && !lacks_number) EXPECT(server->requests == 0, "it was sent");
  forget();
  plays++;
}

static void run(const char *path, struct server *server) {
  FILE *file = fopen(path, "rb");
  char *text = calloc(1, 1 << 20);
  json *whole;
  CHECK(file && text);
  CHECK(fread(text, 1, (1 << 20) - 1, file) > 0);
  fclose(file);
  whole = json_parse(text);
  family = json_get(whole, "family")->text;
  for (const json *test = json_get(whole, "calls")->first; test; test = test->next) play(test, server);
  json_free(whole);
  free(text);
}

int main(int argc, char **argv) {
  struct server server;
  CHECK(argc > 16);
  server_start(&server);
  for (int i = 1; i < argc; i++) run(argv[i], &server);
  server_stop(&server);
  printf("%d calls; %d cannot be said in C\n", plays, unsaid);
  CHECK(plays > 200 && unsaid < 20);
  return failures != 0;
}
