/* Runs the cases of tests/corpus/api, passed as arguments, in process and over HTTP. Their format is described in
 * tests/corpus/README.md. */
#include <ctype.h>
#include <stdarg.h>
#include <strings.h>

#include "api_send.h"

static int failures, plays, by_clients;
static char place[512];

static void wrong(const char *format, ...) {
  va_list arguments;
  failures++;
  fprintf(stderr, "%s: ", place);
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
}

/* A value that was saved under a name. */
static struct name {
  char *name, *value;
} names[32];
static size_t name_count;

static void save(const char *name, const char *value) {
  size_t at = 0;
  /* It is inserted into JSON unchanged. */
  CHECK(!strpbrk(value, "\"\\"));
  while (at < name_count && strcmp(names[at].name, name) != 0) at++;
  CHECK(at < sizeof names / sizeof *names);
  if (at == name_count) names[name_count++].name = strdup(name);
  else free(names[at].value);
  names[at].value = strdup(value);
}

static void forget_names(void) {
  while (name_count) {
    free(names[--name_count].name);
    free(names[name_count].value);
  }
}

/* The source of a value, with saved values in place of `${name}`. */
static char *fill(const json *value) {
  struct bytes filled = {NULL, 0};
  const char *at = value->start, *mark;
  while ((mark = strstr(at, "${")) && mark < value->end) {
    size_t length = strcspn(mark + 2, "}"), known = 0;
    append(&filled, at, (size_t)(mark - at));
    while (known < name_count && (strlen(names[known].name) != length || strncmp(names[known].name, mark + 2, length) != 0)) known++;
    if (known == name_count) wrong("nothing was saved for %.20s", mark);
    else say(&filled, names[known].value);
    at = mark + 2 + length + 1;
  }
  append(&filled, at, (size_t)(value->end - at));
  return filled.data;
}

/* Rejects members that are not in this list, which ends with NULL. */
static void knows(const json *object, const char *const *known) {
  for (const json *member = object->first; member; member = member->next) {
    size_t at = 0;
    while (known[at] && strcmp(known[at], member->name) != 0) at++;
    if (!known[at]) wrong("the runner does not know %s", member->name);
  }
}

static int is_uuid(const char *text) {
  for (size_t i = 0; i < 36; i++)
    if (i == 8 || i == 13 || i == 18 || i == 23 ? text[i] != '-' : !isxdigit((unsigned char)text[i])) return 0;
  return text[36] == '\0';
}

static int is_meant(const char *mark, const json *found) {
  if (strcmp(mark, "$any") == 0) return 1;
  if (strcmp(mark, "$absent") == 0) return 0;
  if (strcmp(mark, "$text") == 0) return found->type == 's' && *found->text;
  if (strcmp(mark, "$uuid") == 0) return found->type == 's' && is_uuid(found->text);
  if (strcmp(mark, "$list") == 0) return found->type == '[' && found->first;
  wrong("%s means nothing", mark);
  return 0;
}

/* Prints where and how `found` differs from `wanted`. */
static void match(const char *at, const json *wanted, const json *found) {
  char below[512];
  const json *member, *item;
  size_t index = 0;
  int right;
  if (!found) {
    if (wanted->type != 's' || strcmp(wanted->text, "$absent") != 0) wrong("nothing is at %s", at);
    return;
  }
  if (wanted->type == 's' && *wanted->text == '$') {
    right = is_meant(wanted->text, found);
  } else if (wanted->type == '{' && found->type == '{') {
    for (member = wanted->first; member; member = member->next) {
      snprintf(below, sizeof below, "%s/%s", at, member->name);
      match(below, member, json_get(found, member->name));
    }
    return;
  } else if (wanted->type == '[' && found->type == '[' && json_count(wanted) == json_count(found)) {
    for (member = wanted->first, item = found->first; member; member = member->next, item = item->next) {
      snprintf(below, sizeof below, "%s/%zu", at, index++);
      match(below, member, item);
    }
    return;
  } else {
    right = json_same(wanted, found);
  }
  if (!right)
    wrong("%s is %.*s, not %.*s", at, (int)(found->end - found->start), found->start, (int)(wanted->end - wanted->start),
          wanted->start);
}

static const json *at_pointer(const json *value, const char *pointer) {
  char part[64];
  while (value && *pointer == '/') {
    size_t length = strcspn(++pointer, "/");
    CHECK(length < sizeof part && !memchr(pointer, '~', length));
    memcpy(part, pointer, length);
    part[length] = '\0';
    pointer += length;
    if (value->type == '[') {
      unsigned long index = strtoul(part, NULL, 10);
      for (value = value->first; value && index; index--) value = value->next;
    } else {
      value = json_get(value, part);
    }
  }
  return value;
}

static void header(const json *wanted, const struct answer *answer) {
  const char *found = header_of(answer, wanted->name);
  if (!found || (strcmp(wanted->text, "$text") == 0 ? !*found : strcmp(found, wanted->text) != 0))
    wrong("header %s is %s, not %s", wanted->name, found ? found : "absent", wanted->text);
}

/* The error of a client is the expected one, and each of its objects is complete, also where the case lists only a part. */
static void check_error(const json *expect, const struct answer *answer, const json *body) {
  const json *kind = json_get(expect, "error"), *errors = json_get(body, "errors"), *object;
  const char *output = shiptrack_status_name(shiptrack_error_status(answer->error)).data;
  char status[8];
  if (answer->status < 400) {
    if (kind) wrong("there is no error");
    return;
  }
  if (!kind || strcmp(kind->text, output) != 0) wrong("the error is %s, not %s", output, kind ? kind->text : "expected");
  snprintf(status, sizeof status, "%d", answer->status);
  if (!errors || !errors->first || shiptrack_error_objects_count(answer->error) != json_count(errors)) wrong("other error objects");
  for (object = errors ? errors->first : NULL; object; object = object->next) {
    const json *title = json_get(object, "title"), *code = json_get(object, "code"), *own = json_get(object, "status");
    if (!title || title->type != 's' || !*title->text) wrong("an error has no title");
    if (!code || code->type != 's' || !json_get(object, "detail")) wrong("an error has no code or no detail");
    if (!own || own->type != 's' || strcmp(own->text, status) != 0) wrong("an error has another status");
  }
}

static void check(const json *ask, const struct answer *answer) {
  static const char *const KNOWN[] = {"status", "headers", "body", "error", NULL};
  const json *expect = json_get(ask, "expect"), *part, *pointer;
  json *body = json_parse(answer->body);
  int failed = failures;
  knows(expect, KNOWN);
  if (answer->status != strtol(json_get(expect, "status")->text, NULL, 10)) wrong("the status is %d", answer->status);
  if ((part = json_get(expect, "headers")))
    for (part = part->first; part; part = part->next) header(part, answer);
  if ((part = json_get(expect, "body"))) match("", part, body);
  check_error(expect, answer, body);
  if (failures != failed) fprintf(stderr, "%s: answered %s\n", place, answer->body);
  if ((part = json_get(ask, "save")))
    for (pointer = part->first; pointer; pointer = pointer->next) {
      const json *found = at_pointer(body, pointer->text);
      if (found && found->text) save(pointer->name, found->text);
      else wrong("nothing is at %s", pointer->text);
    }
  json_free(body);
}

static void play_ask(const struct stage *stage, const char *test, const json *step) {
  static const char *const KNOWN[] = {"method", "path", "key",    "headers", "body", "body_text", "body_spaces",
                                      "times",  "save", "expect", NULL};
  const json *often = json_get(step, "times");
  long times = often ? strtol(often->text, NULL, 10) : 1;
  struct reason *why_not;
  size_t start = strlen(place);
  knows(step, KNOWN);
  for (long time = 0; time < times; time++) {
    char *source = fill(step);
    json *ask = json_parse(source);
    struct answer answer;
    snprintf(place + start, sizeof place - start, ", time %ld: %s %s", time, json_get(ask, "method")->text,
             json_get(ask, "path")->text);
    why_not = ask_for(stage, test, ask, &answer);
    if (time == 0) *(why_not ? &why_not->count : &by_clients) += 1;
    check(ask, &answer);
    answer_free(&answer);
    json_free(ask);
    free(source);
  }
}

static void play_email(const struct stage *stage, const json *step) {
  struct bytes message = {NULL, 0};
  shiptrack_ingested_email *ingested = NULL;
  char *source = fill(step);
  json *lines = json_parse(source);
  for (const json *line = lines->first; line; line = line->next) {
    say(&message, line->text);
    if (line->next) say(&message, "\r\n");
  }
  WORKS(shiptrack_service_ingest_email(stage->service, NULL, (const uint8_t *)message.data, message.length, NULL, &ingested, &error));
  shiptrack_ingested_email_free(ingested);
  json_free(lines);
  free(source);
  free(message.data);
}

static void play_step(struct stage *stage, const char *test, const json *step) {
  CHECK(step->type == '{' && step->first && !step->first->next);
  step = step->first;
  if (strcmp(step->name, "advance") == 0) {
    WORKS(shiptrack_clock_advance(stage->clock, strtol(step->text, NULL, 10) * 1000, &error));
  } else if (strcmp(step->name, "run") == 0) {
    CHECK(strcmp(step->text, "due") == 0);
    WORKS(shiptrack_service_run_due(stage->service, 0, NULL, &error));
  } else if (strcmp(step->name, "carrier") == 0) {
    static const char *const KNOWN[] = {"facts", "complete", "references", NULL};
    if (step->type == '{') knows(step, KNOWN);
    CHECK(stage->carrier.count < sizeof stage->carrier.answers / sizeof *stage->carrier.answers);
    stage->carrier.answers[stage->carrier.count++] = step;
  } else if (strcmp(step->name, "email") == 0) {
    play_email(stage, step);
  } else if (strcmp(step->name, "ask") == 0) {
    play_ask(stage, test, step);
  } else {
    wrong("the runner does not know the step %s", step->name);
  }
}

static void play(const json *test, int home) {
  static const char *const HOMES[] = {"process", "http"};
  const json *homes = json_get(test, "homes"), *step;
  const char *name = json_get(test, "name")->text;
  struct stage stage;
  size_t index = 0;
  int here = !homes;
  for (step = homes ? homes->first : NULL; step; step = step->next) here = here || strcmp(step->text, HOMES[home]) == 0;
  if (!here) return;
  open_stage(&stage, home);
  save("origin", stage.origin);
  save("account", shiptrack_resource_id(stage.account).data);
  for (step = json_get(test, "steps")->first; step; step = step->next, index++) {
    snprintf(place, sizeof place, "%s (%s), step %zu", name, HOMES[home], index);
    play_step(&stage, name, step);
  }
  close_stage(&stage);
  forget_names();
  plays++;
}

static void run(const char *path) {
  static const char *const KNOWN[] = {"name", "what", "homes", "steps", NULL};
  FILE *file = fopen(path, "rb");
  char *text = calloc(1, 1 << 20);
  json *test;
  CHECK(file && text);
  CHECK(fread(text, 1, (1 << 20) - 1, file) > 0);
  fclose(file);
  test = json_parse(text);
  snprintf(place, sizeof place, "%s", path);
  knows(test, KNOWN);
  play(test, PROCESS);
  play(test, HTTP);
  json_free(test);
  free(text);
}

int main(int argc, char **argv) {
  /* Some of the cases, or all of them by default. */
  int some = argc > 1 && strcmp(argv[1], "--some") == 0;
  CHECK(some || argc > 60);
  for (int i = 1 + some; i < argc; i++) run(argv[i]);
  snprintf(place, sizeof place, "requests that no client made");
  for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
    printf("%d requests go as they stand: %s\n", reasons[i].count, reasons[i].why);
    if (reasons[i].count > reasons[i].most) wrong("more than %d: %s", reasons[i].most, reasons[i].why);
  }
  printf("%d cases in %d plays, %d requests by clients\n", argc - 1 - some, plays, by_clients);
  CHECK(some || (plays > 150 && by_clients > 700));
  return failures != 0;
}
