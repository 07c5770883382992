/* A small JSON parser for tests, in C that is also C++. */
#ifndef JSON_H
#define JSON_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct json {
  char type; /* n null, t true, f false, 0 number, s string, [ list, { object */
  char *text; /* of a string or a number */
  char *name; /* of a member */
  const char *start, *end; /* its position */
  struct json *first, *next;
} json;

static const char *json_at;

static void json_fail(const char *why) {
  fprintf(stderr, "no JSON: %s at %.20s\n", why, json_at);
  exit(1);
}

static void json_space(void) {
  while (*json_at && strchr(" \t\r\n", *json_at)) json_at++;
}

static unsigned json_hex(void) {
  unsigned code = 0;
  int i;
  for (i = 0; i < 4; i++) {
    char digit[2] = {*json_at++, 0};
    code = code * 16 + (unsigned)strtoul(digit, NULL, 16);
  }
  return code;
}

static char *json_utf8(char *out, unsigned code) {
  if (code < 0x80) {
    *out++ = (char)code;
  } else if (code < 0x800) {
    *out++ = (char)(0xc0 | code >> 6);
    *out++ = (char)(0x80 | (code & 63));
  } else if (code < 0x10000) {
    *out++ = (char)(0xe0 | code >> 12);
    *out++ = (char)(0x80 | (code >> 6 & 63));
    *out++ = (char)(0x80 | (code & 63));
  } else {
    *out++ = (char)(0xf0 | code >> 18);
    *out++ = (char)(0x80 | (code >> 12 & 63));
    *out++ = (char)(0x80 | (code >> 6 & 63));
    *out++ = (char)(0x80 | (code & 63));
  }
  return out;
}

static char *json_string(void) {
  const char *end = ++json_at;
  char *text, *out;
  while (*end && *end != '"') end += *end == '\\' && end[1] ? 2 : 1;
  out = text = (char *)malloc((size_t)(end - json_at) + 1);
  while (json_at < end) {
    unsigned code;
    if (*json_at != '\\') {
      *out++ = *json_at++;
      continue;
    }
    json_at++;
    switch (*json_at++) {
      case 'n': *out++ = '\n'; break;
      case 't': *out++ = '\t'; break;
      case 'r': *out++ = '\r'; break;
      case 'b': *out++ = '\b'; break;
      case 'f': *out++ = '\f'; break;
      case 'u':
        code = json_hex();
        if (code >= 0xd800 && code < 0xdc00 && json_at[0] == '\\' && json_at[1] == 'u') {
          json_at += 2;
          code = 0x10000 + ((code - 0xd800) << 10) + (json_hex() - 0xdc00);
        }
        out = json_utf8(out, code >= 0xd800 && code < 0xe000 ? 0xfffd : code);
        break;
      default: *out++ = json_at[-1];
    }
  }
  *out = '\0';
  json_at = end + 1;
  return text;
}

static json *json_value(void) {
  json *value = (json *)calloc(1, sizeof *value), **last = &value->first;
  json_space();
  value->start = json_at;
  if (*json_at == '"') {
    value->type = 's';
    value->text = json_string();
  } else if (*json_at == '[' || *json_at == '{') {
    char close = *json_at == '[' ? ']' : '}';
    value->type = *json_at++;
    json_space();
    while (*json_at != close) {
      char *name = NULL;
      if (value->type == '{') {
        json_space();
        if (*json_at != '"') json_fail("a name is missing");
        name = json_string();
        json_space();
        if (*json_at++ != ':') json_fail("a colon is missing");
      }
      *last = json_value();
      (*last)->name = name;
      last = &(*last)->next;
      json_space();
      if (*json_at == ',') json_at++;
      else if (*json_at != close) json_fail("a comma is missing");
    }
    json_at++;
  } else {
    size_t length = strcspn(json_at, ",]} \t\r\n");
    value->type = *json_at == 'n' || *json_at == 't' || *json_at == 'f' ? *json_at : '0';
    if (length == 0) json_fail("a value is missing");
    value->text = (char *)calloc(1, length + 1);
    memcpy(value->text, json_at, length);
    json_at += length;
  }
  value->end = json_at;
  return value;
}

static json *json_parse(const char *text) {
  json_at = text;
  return json_value();
}

static void json_free(json *value) {
  while (value) {
    json *next = value->next;
    json_free(value->first);
    free(value->text);
    free(value->name);
    free(value);
    value = next;
  }
}

static json *json_get(const json *object, const char *name) {
  json *member = object && object->type == '{' ? object->first : NULL;
  while (member && strcmp(member->name, name) != 0) member = member->next;
  return member;
}

static size_t json_count(const json *list) {
  size_t count = 0;
  json *item;
  for (item = list->first; item; item = item->next) count++;
  return count;
}

#if defined(__GNUC__)
__attribute__((unused))
#endif
static int json_same(const json *one, const json *other) {
  const json *item, *pair;
  if (!one || !other || one->type != other->type) return 0;
  switch (one->type) {
    case 's': return strcmp(one->text, other->text) == 0;
    case '0': return strcmp(one->text, other->text) == 0 || strtod(one->text, NULL) == strtod(other->text, NULL);
    case '[':
      for (item = one->first, pair = other->first; item && pair; item = item->next, pair = pair->next)
        if (!json_same(item, pair)) return 0;
      return !item && !pair;
    case '{':
      if (json_count(one) != json_count(other)) return 0;
      for (item = one->first; item; item = item->next)
        if (!json_same(item, json_get(other, item->name))) return 0;
      return 1;
    default: return 1;
  }
}

#endif
