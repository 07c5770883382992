/* Shared by the C tests. */
#ifndef CHECK_H
#define CHECK_H

#include <shiptrack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                          \
  do {                                                                            \
    if (!(condition)) {                                                           \
      fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                                    \
    }                                                                             \
  } while (0)

/* The call returns this status. Otherwise its error is printed. The error is freed. */
#define GIVES(wanted, call) gives(__FILE__, __LINE__, #call, (wanted), (call))
#define WORKS(call) GIVES(SHIPTRACK_OK, call)

static shiptrack_error *error = NULL;

#if defined(__GNUC__)
__attribute__((unused))
#endif
static void gives(const char *file, int line, const char *call, int32_t wanted, int32_t got) {
  if (got != wanted) {
    fprintf(stderr, "%s:%d: %s gave %s, not %s: %s\n", file, line, call, shiptrack_status_name(got).data,
            shiptrack_status_name(wanted).data, SHIPTRACK_OR(shiptrack_error_message(error), "no error object"));
    exit(1);
  }
  shiptrack_error_free(error);
  error = NULL;
}

/* The text is this one; NULL means no value. */
#define IS(text, wanted) is(__FILE__, __LINE__, #text, (text), (wanted))

#if defined(__GNUC__)
__attribute__((unused))
#endif
static void is(const char *file, int line, const char *what, shiptrack_text text, const char *wanted) {
  int same = wanted == NULL ? text.data == NULL && text.length == 0
                            : text.data != NULL && strcmp(text.data, wanted) == 0 && text.length == strlen(wanted);
  if (!same) {
    fprintf(stderr, "%s:%d: %s is %s, not %s\n", file, line, what, SHIPTRACK_OR(text, "NULL"), wanted ? wanted : "NULL");
    exit(1);
  }
}

#endif
