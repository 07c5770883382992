/* Plays the corpus of calls: every file that is named as an argument. The format stands in tests/corpus/README.md. */
#include "check.h"
#include "json.h"
#include "script_server.h"

static const char KEY[] = "canary-key-0123456789";

static script_server server;
static shiptrack_client *client;
static const char *family, *name; /* of the case in hand */
static const json *at;
static const char *given; /* how its function is called, as text */
static shiptrack_draft *drafts;
static shiptrack_query *queries;
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

/* A copy of a part of the case as it stands there, freed when the next case begins. */
static char *kept[64];
static int keeps;

static char *keep(const char *start, const char *end) {
  char *copy = malloc((size_t)(end - start) + 1);
  CHECK(copy && keeps < 64);
  memcpy(copy, start, (size_t)(end - start));
  copy[end - start] = '\0';
  return kept[keeps++] = copy;
}

static void forget(void) {
  while (keeps) free(kept[--keeps]);
  shiptrack_draft_free(drafts);
  shiptrack_query_free(queries);
  drafts = NULL;
  queries = NULL;
}

/* What an argument is called with. `x_json` is the text of `x`, `x_type` and `x_id` are of the resource that `x` links. */
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

/* Whether an argument has a place of its own in the call. */
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

/* What may be left out of a body, by the names on the wire. */
static const shiptrack_draft *draft(void) {
  const json *body = json_get(json_get(at, "request"), "body"), *data = json_get(body, "data"), *one;
  const json *members = data ? json_get(data, "attributes") : body;
  WORKS(shiptrack_draft_new(&drafts, &error));
  for (one = members ? members->first : NULL; one; one = one->next)
    if (!has_place(one->name)) WORKS(shiptrack_draft_json(drafts, one->name, keep(one->start, one->end), &error));
  return drafts;
}

/* What may be left out of a query, by the names on the wire. */
static const shiptrack_query *query(void) {
  const json *arguments = json_get(at, "arguments"), *asked = json_get(json_get(at, "request"), "query"), *one;
  WORKS(shiptrack_query_new(&queries, &error));
  for (one = asked ? asked->first : NULL; one; one = one->next) {
    if (has_place(one->name) || strcmp(one->name, "include") == 0) continue;
    if (strcmp(one->name, "page[size]") == 0 && !json_get(arguments, "page_size")) continue;
    WORKS(shiptrack_query_set(queries, one->name, one->text, &error));
  }
  if ((asked = json_get(arguments, "include")))
    for (one = asked->first; one; one = one->next) WORKS(shiptrack_query_include(queries, one->text, &error));
  return queries;
}

/* The functions that are written by hand. */
static int32_t create_request(const shiptrack_client *of, shiptrack_resource **resource, shiptrack_error **failed) {
  const json *customer = json_get(json_get(at, "arguments"), "customer");
  const shiptrack_draft *further = draft();
  if (customer) WORKS(shiptrack_draft_text(drafts, "customer", json_get(customer, "id")->text, &error));
  return shiptrack_tracking_request_create(of, text("request_type"), text("request_number"), text("scac"), further, resource, failed);
}

static int32_t rotate_secret(const shiptrack_client *of, shiptrack_resource **resource, shiptrack_error **failed) {
  return shiptrack_webhook_rotate_secret(of, text("id"), integer("overlap_seconds") * 1000, resource, failed);
}

static void compare_resource(const json *wanted, shiptrack_text came) {
  json *document = json_parse(came.data);
  const json *one, *read = json_get(document, "data") ? json_get(document, "data") : document;
  EXPECT(json_same(json_get(read, "type"), json_get(wanted, "type")) && json_same(json_get(read, "id"), json_get(wanted, "id")),
         "it is %s", came.data);
  if ((one = json_get(wanted, "attributes")))
    for (one = one->first; one; one = one->next)
      EXPECT(json_same(json_get(json_get(read, "attributes"), one->name), one), "%s in %s", one->name, came.data);
  if ((one = json_get(wanted, "relationships")))
    for (one = one->first; one; one = one->next)
      EXPECT(json_same(json_get(json_get(json_get(read, "relationships"), one->name), "data"), one), "%s in %s", one->name, came.data);
  json_free(document);
}

/* Walks a listing to its end. */
static int32_t walk(const shiptrack_pages *pages, shiptrack_error **failed) {
  const json *items = json_get(json_get(at, "result"), "items"), *item = items ? items->first : NULL;
  shiptrack_page *page = NULL;
  int32_t status;
  while ((status = shiptrack_pages_next(pages, &page, failed)) == SHIPTRACK_OK) {
    size_t i;
    for (i = 0; i < shiptrack_page_count(page); i++) {
      EXPECT(item, "an item too many");
      compare_resource(item, shiptrack_resource_json(shiptrack_page_at(page, i)));
      item = item->next;
    }
    shiptrack_page_free(page);
    page = NULL;
  }
  if (status != SHIPTRACK_DONE) return status;
  EXPECT(!item, "an item is missing");
  return SHIPTRACK_OK;
}

static void compare_json(const char *text) {
  json *read = json_parse(text);
  EXPECT(json_same(read, json_get(json_get(at, "result"), "json")), "it is %s", text);
  json_free(read);
}

#define NAMED(of, operation) (strcmp(family, (of)) == 0 && strcmp(name, (operation)) == 0)
#define CALL(function, ...) function(client, __VA_ARGS__)
#define ONE(of, operation, ...)                                                                \
  if (NAMED(of, operation)) {                                                                  \
    shiptrack_resource *resource = NULL;                                                       \
    given = #__VA_ARGS__;                                                                      \
    status = CALL(__VA_ARGS__, &resource, failed);                                             \
    if (status == SHIPTRACK_OK) compare_resource(json_get(at, "result"), shiptrack_resource_json(resource)); \
    shiptrack_resource_free(resource);                                                         \
    return status;                                                                             \
  }
#define PAGES(of, operation, ...)                                                              \
  if (NAMED(of, operation)) {                                                                  \
    shiptrack_pages *pages = NULL;                                                             \
    given = #__VA_ARGS__;                                                                      \
    status = CALL(__VA_ARGS__, &pages, failed);                                                \
    if (status == SHIPTRACK_OK) status = walk(pages, failed);                                  \
    shiptrack_pages_free(pages);                                                               \
    return status;                                                                             \
  }
#define JSON(of, operation, ...)                                                               \
  if (NAMED(of, operation)) {                                                                  \
    shiptrack_buffer *buffer = NULL;                                                           \
    given = #__VA_ARGS__;                                                                      \
    status = CALL(__VA_ARGS__, &buffer, failed);                                               \
    if (status == SHIPTRACK_OK) compare_json(shiptrack_buffer_view(buffer).data);              \
    shiptrack_buffer_free(buffer);                                                             \
    return status;                                                                             \
  }
#define DONE(of, operation, ...)                                                               \
  if (NAMED(of, operation)) {                                                                  \
    given = #__VA_ARGS__;                                                                      \
    return CALL(__VA_ARGS__, failed);                                                          \
  }

/* Calls the function of the case, and compares what it gives. */
static int32_t call(shiptrack_error **failed) {
  int32_t status;
#include "made/operations.inc"
  given = "(\"request_type\") (\"request_number\") (\"scac\") (\"auto_detect_vocc_scac\")";
  if (NAMED("tracking_requests", "create")) {
    shiptrack_resource *resource = NULL;
    status = create_request(client, &resource, failed);
    if (status == SHIPTRACK_OK) compare_resource(json_get(at, "result"), shiptrack_resource_json(resource));
    shiptrack_resource_free(resource);
    return status;
  }
  if (NAMED("tracking_requests", "infer_number")) {
    shiptrack_inference *inference = NULL;
    status = shiptrack_tracking_request_infer(client, text("number"), &inference, failed);
    if (status == SHIPTRACK_OK) compare_resource(json_get(at, "result"), shiptrack_inference_json(inference));
    shiptrack_inference_free(inference);
    return status;
  }
  if (NAMED("webhooks", "rotate_secret")) {
    shiptrack_resource *resource = NULL;
    status = rotate_secret(client, &resource, failed);
    if (status == SHIPTRACK_OK) compare_resource(json_get(at, "result"), shiptrack_resource_json(resource));
    shiptrack_resource_free(resource);
    return status;
  }
  ONE("tracking_requests", "update", shiptrack_tracking_request_update, text("id"), draft())
  ONE("webhooks", "create", shiptrack_webhook_create, text("url"), draft())
  ONE("webhooks", "update", shiptrack_webhook_update, text("id"), draft())
  EXPECT(0, "no function has its name");
  return SHIPTRACK_OK;
}

/* A number that C cannot leave out. */
static int cannot_be_said(void) {
  const json *lack = json_get(json_get(at, "refused"), "field");
  return lack && (strcmp(lack->text, "degrees") == 0 || strcmp(lack->text, "longitude") == 0);
}

/* Decodes a part of a query, in its place. */
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

static void compare_query(const json *wanted, char *told) {
  size_t pairs = 0;
  char *pair;
  for (pair = strtok(told, "&"); pair; pair = strtok(NULL, "&"), pairs++) {
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

/* Has the server answer what the case says. */
static void script(const json *answer) {
  const json *headers = json_get(answer, "headers"), *body = json_get(answer, "body"), *plain = json_get(answer, "body_text"), *one;
  char fields[512] = "";
  for (one = headers ? headers->first : NULL; one; one = one->next)
    snprintf(fields + strlen(fields), sizeof fields - strlen(fields), "%s: %s\r\n", one->name, one->text);
  if ((body || plain) && !json_get(headers, "Content-Type")) strcat(fields, "Content-Type: application/vnd.api+json\r\n");
  script_answer(&server, (int)strtol(json_get(answer, "status")->text, NULL, 10), fields,
                body ? keep(body->start, body->end) : plain ? plain->text : "");
}

/* The text is this one, or nothing where the case says nothing. */
static int agrees(shiptrack_text text, const json *wanted) {
  return wanted ? text.data && strcmp(text.data, wanted->text) == 0 : text.data == NULL;
}

static void compare_failure(int32_t status, const shiptrack_error *failed) {
  const json *wanted = json_get(at, "error"), *lack = json_get(at, "refused");
  const char *kind = shiptrack_status_name(status).data;
  if (lack) {
    /* What a case does not give is NULL here, which is refused before anything else. */
    const char *field = json_get(lack, "field")->text;
    EXPECT(status == SHIPTRACK_ERROR_NULL_ARGUMENT, "%s", kind);
    EXPECT(strncmp(shiptrack_error_message(failed).data, field, strlen(field)) == 0, "%s", shiptrack_error_message(failed).data);
    EXPECT(server.requests == 0, "it was sent");
    return;
  }
  EXPECT(strcmp(kind, json_get(wanted, "kind")->text) == 0, "%s: %s", kind, shiptrack_error_message(failed).data);
  EXPECT(shiptrack_error_http_status(failed) == (int32_t)strtol(json_get(wanted, "status")->text, NULL, 10), "its status differs");
  EXPECT(agrees(shiptrack_error_pointer(failed), json_get(wanted, "pointer")), "it points at %s",
         SHIPTRACK_OR(shiptrack_error_pointer(failed), "nothing"));
  EXPECT(agrees(shiptrack_error_code(failed), json_get(wanted, "code")), "its code is %s",
         SHIPTRACK_OR(shiptrack_error_code(failed), "none"));
}

static void play(void) {
  const json *request = json_get(at, "request"), *answer = json_get(at, "answer");
  shiptrack_client_options *options = NULL;
  shiptrack_error *failed = NULL;
  int32_t status, bucket;
  name = json_get(at, "operation")->text;
  if (cannot_be_said()) {
    unsaid++;
    return;
  }
  if (answer) script(answer);
  else script_answer(&server, 500, "", "");
  WORKS(shiptrack_client_options_new(&options, &error));
  WORKS(shiptrack_client_options_timeout(options, 30000, &error));
  WORKS(shiptrack_client_options_retries(options, 1, 0, 0, &error));
  for (bucket = SHIPTRACK_BUCKET_DEFAULT; bucket <= SHIPTRACK_BUCKET_REFRESH; bucket++)
    WORKS(shiptrack_client_options_limit(options, bucket, -1, 60000, &error));
  WORKS(shiptrack_client_open(server.base_url, KEY, options, &client, &error));
  status = call(&failed);
  if (json_get(at, "result")) EXPECT(status == SHIPTRACK_OK, "%s", SHIPTRACK_OR(shiptrack_error_message(failed), "no error"));
  else compare_failure(status, failed);
  if (request) compare_request(request);
  shiptrack_error_free(failed);
  shiptrack_client_free(client);
  shiptrack_client_options_free(options);
  forget();
  played++;
}

static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  char *content;
  long length;
  CHECK(file && fseek(file, 0, SEEK_END) == 0 && (length = ftell(file)) > 0);
  rewind(file);
  content = malloc((size_t)length + 1);
  CHECK(content && fread(content, 1, (size_t)length, file) == (size_t)length);
  content[length] = '\0';
  fclose(file);
  return content;
}

int main(int count, char **files) {
  int i;
  CHECK(script_start(&server) == 0);
  for (i = 1; i < count; i++) {
    char *content = read_file(files[i]);
    json *document = json_parse(content);
    family = json_get(document, "family")->text;
    for (at = json_get(document, "calls")->first; at; at = at->next) play();
    json_free(document);
    free(content);
  }
  script_stop(&server);
  CHECK(played > 250 && unsaid == 2);
  printf("%d calls, %d that C cannot say\n", played, unsaid);
  return 0;
}
