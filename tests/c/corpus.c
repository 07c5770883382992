/* Runs the cases that all languages share: tests/corpus/wire/<case>.json, passed as arguments.
 *
 * Getters are looked up by name, as in a binding of another language.
 */
#define _GNU_SOURCE
#include <dlfcn.h>

#include "check.h"
#include "json.h"

static const char *case_name;
static int failures;

#define EXPECT(condition, ...)                       \
  do {                                               \
    if (!(condition)) {                              \
      failures++;                                    \
      fprintf(stderr, "%s: ", case_name);            \
      fprintf(stderr, __VA_ARGS__);                  \
      fputc('\n', stderr);                           \
    }                                                \
  } while (0)

static void *getter(const char *type, const char *attribute, const char *suffix) {
  char name[128];
  snprintf(name, sizeof name, "shiptrack_%s_%s%s", type, attribute, suffix);
  return dlsym(RTLD_DEFAULT, name);
}

static int is_among(const char *name, const char *const *names) {
  while (*names && strcmp(*names, name) != 0) names++;
  return *names != NULL;
}

static const char *const FLAGS[] = {"is_retrying", "availability_known", "available_for_pickup", "active", NULL};
static const char *const INTEGERS[] = {"retry_count", "equipment_length", "file_size_bytes", "documents_count", NULL};
static const char *const DOUBLES[] = {"weight_in_lbs", NULL};

/* A member of the holds or fees in a list of objects. */
static void objects(const shiptrack_resource *item, const json *wanted, const char *what) {
  size_t index = 0;
  const json *object, *member;
  for (object = wanted->first; object; object = object->next, index++)
    for (member = object->first; member; member = member->next) {
      shiptrack_text (*get)(const shiptrack_resource *, size_t);
      *(void **)&get = getter(what, member->name, "");
      if (!get) continue;
      if (member->type == 'n')
        EXPECT(!SHIPTRACK_HAS(get(item, index)), "%s %s is there", what, member->name);
      else
        EXPECT(strcmp(SHIPTRACK_OR(get(item, index), ""), member->text) == 0, "%s %s is %s", what, member->name,
               SHIPTRACK_OR(get(item, index), "NULL"));
    }
}

static void field(const shiptrack_resource *item, const char *type, const json *wanted) {
  const char *name = wanted->name;
  void *count = getter(type, name, "_count"), *at = getter(type, name, "_at"), *plain = getter(type, name, "");
  if (strcmp(name, "holds_at_pod_terminal") == 0) {
    objects(item, wanted, "container_hold");
  } else if (strcmp(name, "fees_at_pod_terminal") == 0) {
    objects(item, wanted, "container_fee");
  } else if (strcmp(name, "import_deadlines") == 0) {
    const json *day;
    for (day = wanted->first; day; day = day->next) field(item, type, day);
  } else if (count && at) {
    size_t (*how_many)(const shiptrack_resource *), index = 0;
    shiptrack_text (*get)(const shiptrack_resource *, size_t);
    const json *text;
    *(void **)&how_many = count;
    *(void **)&get = at;
    EXPECT(how_many(item) == (wanted->type == '[' ? json_count(wanted) : 0), "%s has %zu items", name, how_many(item));
    for (text = wanted->first; text; text = text->next, index++)
      EXPECT(strcmp(SHIPTRACK_OR(get(item, index), "NULL"), text->text) == 0, "%s[%zu]", name, index);
  } else if (is_among(name, FLAGS)) {
    int32_t (*get)(const shiptrack_resource *);
    *(void **)&get = plain;
    EXPECT(get(item) == (wanted->type == 't' ? 1 : wanted->type == 'f' ? 0 : -1), "%s is %d", name, get(item));
  } else if (is_among(name, INTEGERS) || is_among(name, DOUBLES)) {
    int64_t whole = 0;
    double real = 0;
    int32_t status;
    if (is_among(name, INTEGERS)) {
      int32_t (*get)(const shiptrack_resource *, int64_t *);
      *(void **)&get = plain;
      status = get(item, &whole);
      real = (double)whole;
    } else {
      int32_t (*get)(const shiptrack_resource *, double *);
      *(void **)&get = plain;
      status = get(item, &real);
    }
    if (wanted->type == '0')
      EXPECT(status == SHIPTRACK_OK && real == strtod(wanted->text, NULL), "%s is %g", name, real);
    else
      EXPECT(status == SHIPTRACK_ABSENT, "%s has a value", name);
  } else if (plain) {
    shiptrack_text (*get)(const shiptrack_resource *), text;
    *(void **)&get = plain;
    text = get(item);
    /* A required member has an empty text if it is missing. */
    if (wanted->type == 'n')
      EXPECT(text.length == 0, "%s is %s", name, SHIPTRACK_OR(text, "NULL"));
    else if (wanted->type == '{' || wanted->type == '[') {
      json *output = json_parse(SHIPTRACK_OR(text, "null"));
      EXPECT(json_same(output, wanted), "%s is %s", name, SHIPTRACK_OR(text, "NULL"));
      json_free(output);
    } else
      EXPECT(strcmp(SHIPTRACK_OR(text, "NULL"), wanted->text) == 0, "%s is %s", name, SHIPTRACK_OR(text, "NULL"));
  } else {
    EXPECT(0, "no getter for %s of a %s", name, type);
  }
}

static void target(const shiptrack_resource *item, const json *wanted) {
  const json *one = wanted->type == '[' ? wanted->first : wanted;
  size_t count = 0, index = 0, expected = wanted->type == '[' ? json_count(wanted) : wanted->type == '{';
  int32_t status = shiptrack_resource_related_count(item, wanted->name, &count, NULL);
  if (wanted->type == 's') {
    EXPECT(status == SHIPTRACK_ABSENT, "%s has a value", wanted->name);
    return;
  }
  EXPECT(status == SHIPTRACK_OK && count == expected, "%s has %zu targets", wanted->name, count);
  for (; one && one->type == '{' && index < count; one = one->next, index++) {
    EXPECT(strcmp(shiptrack_resource_related_type(item, wanted->name, index).data, json_get(one, "type")->text) == 0,
           "%s[%zu] has another type", wanted->name, index);
    EXPECT(strcmp(shiptrack_resource_related_id(item, wanted->name, index).data, json_get(one, "id")->text) == 0,
           "%s[%zu] has another id", wanted->name, index);
    if (wanted->type == '{') break;
  }
}

static void compare(const shiptrack_resource *item, const char *type, const json *wanted) {
  json *written = json_parse(SHIPTRACK_OR(shiptrack_resource_json(item), "null"));
  const json *member, *list;
  if ((member = json_get(wanted, "id"))) EXPECT(strcmp(shiptrack_resource_id(item).data, member->text) == 0, "another id");
  if ((list = json_get(wanted, "fields")))
    for (member = list->first; member; member = member->next) field(item, type, member);
  if ((list = json_get(wanted, "targets")))
    for (member = list->first; member; member = member->next) target(item, member);
  if ((list = json_get(wanted, "written")))
    for (member = list->first; member; member = member->next)
      EXPECT(json_same(json_get(written, member->name), member), "%s is written otherwise", member->name);
  if ((list = json_get(wanted, "written_attributes")))
    for (member = list->first; member; member = member->next)
      EXPECT(json_same(json_get(json_get(written, "attributes"), member->name), member), "%s is written otherwise",
             member->name);
  json_free(written);
}

static void run_error(const json *test, const char *input, size_t length) {
  const json *wanted = json_get(json_get(test, "expect"), "error"), *text;
  shiptrack_error *read = NULL;
  WORKS(shiptrack_error_from_answer((int32_t)strtol(json_get(test, "status")->text, NULL, 10), NULL, (const uint8_t *)input,
                                    length, &read, &error));
  EXPECT(strcmp(shiptrack_status_name(shiptrack_error_status(read)).data, json_get(wanted, "kind")->text) == 0, "it is %s",
         shiptrack_status_name(shiptrack_error_status(read)).data);
  EXPECT(shiptrack_error_is_retryable(read) == (json_get(wanted, "retryable")->type == 't'), "retryable or not");
  EXPECT(shiptrack_error_objects_count(read) == strtoul(json_get(wanted, "objects")->text, NULL, 10), "objects");
  text = json_get(wanted, "code");
  EXPECT(text->type == 'n' ? !SHIPTRACK_HAS(shiptrack_error_code(read))
                           : strcmp(SHIPTRACK_OR(shiptrack_error_code(read), "NULL"), text->text) == 0, "code");
  text = json_get(wanted, "pointer");
  EXPECT(text->type == 'n' ? !SHIPTRACK_HAS(shiptrack_error_pointer(read))
                           : strcmp(SHIPTRACK_OR(shiptrack_error_pointer(read), "NULL"), text->text) == 0, "pointer");
  if ((text = json_get(wanted, "message")) && text->type == 's')
    EXPECT(strncmp(shiptrack_error_message(read).data, text->text, strlen(text->text)) == 0, "it says %s",
           shiptrack_error_message(read).data);
  shiptrack_error_free(read);
}

static int refused(int32_t status, const json *expect) {
  const json *wanted = json_get(expect, "refused");
  if (wanted)
    EXPECT(strcmp(shiptrack_status_name(status).data, wanted->text) == 0, "it gives %s", shiptrack_status_name(status).data);
  else
    EXPECT(status == SHIPTRACK_OK, "it is refused: %s", SHIPTRACK_OR(shiptrack_error_message(error), ""));
  shiptrack_error_free(error);
  error = NULL;
  return status != SHIPTRACK_OK;
}

static void included(const json *expect, const shiptrack_page *page, const shiptrack_resource *alone) {
  const json *list, *wanted;
  if ((list = json_get(expect, "included")))
    for (wanted = list->first; wanted; wanted = wanted->next) {
      const char *type = json_get(wanted, "type")->text, *id = json_get(wanted, "id")->text;
      const shiptrack_resource *found =
          page ? shiptrack_page_included(page, type, id) : shiptrack_resource_included(alone, type, id);
      EXPECT(found != NULL, "%s %s is not found", type, id);
      if (found) compare(found, type, wanted);
    }
  if ((list = json_get(expect, "not_included")))
    for (wanted = list->first; wanted; wanted = wanted->next) {
      const char *type = json_get(wanted, "type")->text, *id = json_get(wanted, "id")->text;
      EXPECT(!(page ? shiptrack_page_included(page, type, id) : shiptrack_resource_included(alone, type, id)),
             "%s %s is found", type, id);
    }
}

static void run_page(const json *test, const char *type, const char *input, size_t length) {
  const json *expect = json_get(test, "expect"), *items = json_get(expect, "items"), *wanted;
  shiptrack_page *page = NULL;
  size_t index = 0;
  if (refused(shiptrack_page_parse(type, (const uint8_t *)input, length, &page, &error), expect)) return;
  if (items) EXPECT(shiptrack_page_count(page) == json_count(items), "it has %zu items", shiptrack_page_count(page));
  for (wanted = items ? items->first : NULL; wanted; wanted = wanted->next, index++) {
    const shiptrack_resource *item = shiptrack_page_at(page, index);
    const json *unreadable = json_get(wanted, "unreadable");
    EXPECT((item == NULL) == (unreadable && unreadable->type == 't'), "item %zu", index);
    if (item) compare(item, type, wanted);
    else GIVES(SHIPTRACK_ERROR_UNEXPECTED_RESPONSE, shiptrack_page_read(page, index, &item, &error));
  }
  if ((wanted = json_get(expect, "total")))
    EXPECT(shiptrack_page_total(page) == (wanted->type == 'n' ? -1 : strtol(wanted->text, NULL, 10)), "total");
  if ((wanted = json_get(expect, "links"))) {
    json *links = json_parse(shiptrack_page_links_json(page).data);
    EXPECT(json_same(links, wanted), "links are %s", shiptrack_page_links_json(page).data);
    json_free(links);
  }
  included(expect, page, NULL);
  shiptrack_page_free(page);
}

static void run_document(const json *test, const char *type, const char *input, size_t length) {
  const json *expect = json_get(test, "expect"), *items = json_get(expect, "items");
  shiptrack_resource *alone = NULL;
  if (refused(shiptrack_resource_parse(type, (const uint8_t *)input, length, &alone, &error), expect)) return;
  if (items && items->first) compare(alone, type, items->first);
  EXPECT(!json_get(expect, "links"), "links of a document are not compared here");
  included(expect, NULL, alone);
  shiptrack_resource_free(alone);
}

static void run(const char *path) {
  FILE *file = fopen(path, "rb");
  char *text = calloc(1, 1 << 20);
  const json *value, *input_text;
  const char *input, *kind;
  json *test;
  size_t length;
  CHECK(file && text);
  CHECK(fread(text, 1, (1 << 20) - 1, file) > 0);
  fclose(file);
  test = json_parse(text);
  case_name = json_get(test, "name")->text;
  value = json_get(test, "input");
  input_text = json_get(test, "input_text");
  input = input_text ? input_text->text : value->start;
  length = input_text ? strlen(input) : (size_t)(value->end - value->start);
  kind = json_get(test, "kind")->text;
  if (strcmp(kind, "error") == 0) run_error(test, input, length);
  else if (strcmp(kind, "page") == 0) run_page(test, json_get(test, "resource")->text, input, length);
  else run_document(test, json_get(test, "resource")->text, input, length);
  json_free(test);
  free(text);
}

int main(int argc, char **argv) {
  CHECK(argc > 25);
  for (int i = 1; i < argc; i++) run(argv[i]);
  printf("%d cases\n", argc - 1);
  return failures != 0;
}
