/* Every getter of every type finds its attribute, and has no value if it is missing: tests/c/generated/attributes.inc has a
 * document of each type and its values. */
#include "check.h"

static int getters;

static shiptrack_resource *parse(const char *type, const char *json) {
  shiptrack_resource *read = NULL;
  WORKS(shiptrack_resource_parse(type, (const uint8_t *)json, strlen(json), &read, &error));
  return read;
}

#define TYPE(type, class, json)                                        \
  static void type##_attributes(void) {                                \
    shiptrack_resource *full = parse(#type, json), *bare = parse(#type, "{\"data\":{\"id\":\"1\"}}"); \
    IS(shiptrack_resource_type(full), #type);
#define END(type)                \
  shiptrack_resource_free(bare); \
  shiptrack_resource_free(full); \
  }
#define TEXT(type, name, wanted)                          \
  getters++;                                              \
  IS(shiptrack_##type##_##name(full), wanted);            \
  CHECK(shiptrack_##type##_##name(bare).length == strspn(SHIPTRACK_OR(shiptrack_##type##_##name(bare), ""), "{}"));
#define TIME(type, name, wanted) TEXT(type, name, wanted)
#define NUMERIC(kind, function, wanted)                                                    \
  {                                                                                        \
    kind number = 0;                                                                       \
    getters++;                                                                             \
    CHECK(function(full, &number) == SHIPTRACK_OK && number == wanted);                    \
    CHECK(function(bare, &number) == SHIPTRACK_ABSENT);                                    \
  }
#define INTEGER(type, name, wanted) NUMERIC(int64_t, shiptrack_##type##_##name, wanted)
#define NUMBER(type, name, wanted) NUMERIC(double, shiptrack_##type##_##name, wanted)
#define FLAG(type, name, wanted) \
  getters++;                     \
  CHECK(shiptrack_##type##_##name(full) == wanted && shiptrack_##type##_##name(bare) < 1);
#define CODE(type, name, wanted) \
  getters++;                     \
  CHECK(shiptrack_##type##_##name(full) == wanted && shiptrack_##type##_##name(bare) == SHIPTRACK_CODE_NONE);
#define COUNT(type, name, wanted) \
  getters++;                      \
  CHECK(shiptrack_##type##_##name(full) == wanted && shiptrack_##type##_##name(bare) == 0);
#define ITEM(type, name, index, wanted)                    \
  getters++;                                               \
  IS(shiptrack_##type##_##name##_at(full, index), wanted); \
  IS(shiptrack_##type##_##name##_at(full, 2), NULL);       \
  IS(shiptrack_##type##_##name##_at(bare, 0), NULL);
#define ITEM_CODE(type, name, index, wanted)                           \
  getters++;                                                           \
  CHECK(shiptrack_##type##_##name##_code_at(full, index) == wanted);   \
  CHECK(shiptrack_##type##_##name##_code_at(full, 2) == SHIPTRACK_CODE_NONE);
#define ROW_TEXT(type, name, list, member, index, wanted) \
  getters++;                                              \
  IS(shiptrack_##type##_##name(full, index), wanted);     \
  IS(shiptrack_##type##_##name(full, 2), NULL);
#define ROW_TIME(type, name, list, member, index, wanted) ROW_TEXT(type, name, list, member, index, wanted)
#define ROW_NUMERIC(kind, function, index, wanted)                         \
  {                                                                        \
    kind number = 0;                                                       \
    getters++;                                                             \
    CHECK(function(full, index, &number) == SHIPTRACK_OK && number == wanted); \
    CHECK(function(full, 2, &number) == SHIPTRACK_ABSENT);                 \
  }
#define ROW_INTEGER(type, name, list, member, index, wanted) ROW_NUMERIC(int64_t, shiptrack_##type##_##name, index, wanted)
#define ROW_NUMBER(type, name, list, member, index, wanted) ROW_NUMERIC(double, shiptrack_##type##_##name, index, wanted)
#define ROW_FLAG(type, name, list, member, index, wanted) \
  getters++;                                              \
  CHECK(shiptrack_##type##_##name(full, index) == wanted && shiptrack_##type##_##name(full, 2) == -1);
#define ROW_CODE(type, name, list, member, index, wanted) \
  getters++;                                              \
  CHECK(shiptrack_##type##_##name(full, index) == wanted && shiptrack_##type##_##name(full, 2) == SHIPTRACK_CODE_NONE);

#include "generated/attributes.inc"

#undef TYPE
#undef END
#undef TEXT
#undef TIME
#undef INTEGER
#undef NUMBER
#undef FLAG
#undef CODE
#undef COUNT
#undef ITEM
#undef ITEM_CODE
#undef ROW_TEXT
#undef ROW_TIME
#undef ROW_INTEGER
#undef ROW_NUMBER
#undef ROW_FLAG
#undef ROW_CODE
#define TYPE(type, class, json) type##_attributes();
#define END(type)
#define TEXT(...)
#define TIME(...)
#define INTEGER(...)
#define NUMBER(...)
#define FLAG(...)
#define CODE(...)
#define COUNT(...)
#define ITEM(...)
#define ITEM_CODE(...)
#define ROW_TEXT(...)
#define ROW_TIME(...)
#define ROW_INTEGER(...)
#define ROW_NUMBER(...)
#define ROW_FLAG(...)
#define ROW_CODE(...)

static void names(void) {
#define NAME(called, code, wanted)          \
  IS(shiptrack_##called(code), wanted);     \
  IS(shiptrack_##called(SHIPTRACK_CODE_OTHER), NULL);
#include "generated/names.inc"
}

int main(void) {
  names();
#include "generated/attributes.inc"
  CHECK(getters > 300);
  printf("%d getters\n", getters);
  return 0;
}
