/* Runs the corpora of values: tests/corpus/{numbers,infer,signatures}/<file>.json, passed as arguments.
 *
 * Not run: numbers that contain a NUL, which a C string cannot contain. Not compared: the id and the time stamp of a signature,
 * which the C interface reads from the headers.
 */
#include "check.h"
#include "json.h"

static shiptrack_client *client;
static int failures, cases;

static void expect(int holds, const json *test, const char *what) {
  if (holds) return;
  failures++;
  fprintf(stderr, "%s: %.*s\n", what, (int)(test->end - test->start), test->start);
}

static const char *text_of(const json *test, const char *name) {
  const json *member = json_get(test, name);
  return member && member->type == 's' ? member->text : NULL;
}

static int same(shiptrack_text text, const char *wanted) {
  return wanted ? SHIPTRACK_HAS(text) && strcmp(text.data, wanted) == 0 : !SHIPTRACK_HAS(text);
}

/* 1 for true, 0 for false, -1 for anything else. */
static int flag_of(const json *test, const char *name) {
  const json *member = json_get(test, name);
  return member && member->type == 't' ? 1 : member && member->type == 'f' ? 0 : -1;
}

/* The call was rejected as the case says, or it succeeded. */
static int refused(const json *test, int32_t status) {
  const json *refusal = json_get(test, "refused");
  const char *code = "invalid";
  if (refusal) {
    expect(status == SHIPTRACK_ERROR_INVALID, test, "it is not refused");
    expect(same(shiptrack_error_pointer(error), text_of(refusal, "pointer")), test, "another pointer");
    if (text_of(refusal, "code")) code = text_of(refusal, "code");
    expect(same(shiptrack_error_code(error), code), test, "another code");
    if (text_of(refusal, "says"))
      expect(strstr(SHIPTRACK_OR(shiptrack_error_message(error), ""), text_of(refusal, "says")) != NULL, test, "other words");
  } else {
    expect(status == SHIPTRACK_OK, test, SHIPTRACK_OR(shiptrack_error_message(error), "it fails"));
  }
  shiptrack_error_free(error);
  error = NULL;
  return status != SHIPTRACK_OK;
}

static void number(const json *test) {
  const char *as = text_of(test, "as"), *text = text_of(test, "text");
  const json *at = json_get(test, "at");
  shiptrack_number *read = NULL;
  int any = strcmp(as, "any") == 0;
  const char *nul = strstr(json_get(test, "text")->start, "\\u0000");
  if (nul && nul < json_get(test, "text")->end) return;
  if (refused(test, any ? shiptrack_number_infer(text, &read, &error) : shiptrack_number_check(as, text, &read, &error)))
    return;
  expect(same(shiptrack_number_normalized(read), text_of(test, "normalized")), test, "another normal form");
  if (any) expect(same(shiptrack_number_kind(read), text_of(test, "kind")), test, "another kind");
  for (at = at ? at->first : NULL; at; at = at->next) {
    shiptrack_buffer *normalized = NULL;
    WORKS(shiptrack_number_normalize(any ? shiptrack_number_kind(read).data : as, text, at->name, &normalized, &error));
    expect(same(shiptrack_buffer_view(normalized), at->text), test, "another form at the carrier");
    shiptrack_buffer_free(normalized);
  }
  shiptrack_number_free(read);
}

static void infer(const json *test) {
  shiptrack_inference *found = NULL;
  const char *type = text_of(test, "number_type");
  const json *candidate = json_get(test, "candidates");
  int32_t status = shiptrack_tracking_request_infer(client, text_of(test, "number"), &found, &error);
  size_t index = 0;
  if (json_get(test, "refused")) {
    /* The pointer of the endpoint is in its own body. */
    expect(status == SHIPTRACK_ERROR_INVALID, test, "it is not refused");
    shiptrack_error_free(error);
    error = NULL;
    return;
  }
  if (refused(test, status)) return;
  /* The type has the name that a tracking request uses. */
  if (type && strcmp(type, "booking") == 0) type = "booking_number";
  expect(same(shiptrack_inference_request_type(found), type), test, "another type");
  expect(shiptrack_inference_is_valid(found) == flag_of(test, "is_valid"), test, "valid or not");
  expect(shiptrack_inference_check_digit_passed(found) == flag_of(test, "check_digit_passed"), test, "the check digit");
  expect(same(shiptrack_inference_parsed_number(found), text_of(test, "parsed_number")), test, "another number");
  expect(same(shiptrack_inference_decision(found), text_of(test, "decision")), test, "another decision");
  expect(same(shiptrack_inference_selected_scac(found), text_of(test, "selected")), test, "another carrier");
  for (candidate = candidate ? candidate->first : NULL; candidate; candidate = candidate->next, index++) {
    double confidence = 0;
    WORKS(shiptrack_inference_candidate_confidence(found, index, &confidence));
    expect(same(shiptrack_inference_candidate_scac(found, index), candidate->first->text), test, "another candidate");
    expect(confidence == strtod(candidate->first->next->text, NULL), test, "another confidence");
  }
  expect(shiptrack_inference_candidates_count(found) == index, test, "other candidates");
  shiptrack_inference_free(found);
}

static void signature(const json *test) {
  const json *secret = json_get(test, "secrets")->first, *header, *tolerance = json_get(test, "tolerance_seconds");
  const json *verified = json_get(test, "verified");
  const char *secrets[32], *body = text_of(test, "body");
  shiptrack_headers *headers = NULL;
  shiptrack_verifier *verifier = NULL;
  shiptrack_time now;
  size_t count = 0;
  int32_t scheme = 0, status;
  shiptrack_text id = {0};
  int64_t signed_unix_ms = -1;
  for (; secret && count < 32; secret = secret->next) secrets[count++] = secret->text;
  WORKS(shiptrack_time_parse(text_of(test, "now"), &now, &error));
  WORKS(shiptrack_headers_new(&headers, &error));
  for (header = json_get(test, "headers")->first; header; header = header->next)
    WORKS(shiptrack_headers_add(headers, header->name, header->text, &error));
  status = shiptrack_verifier_new(secrets, count, tolerance ? strtol(tolerance->text, NULL, 10) * 1000 : SHIPTRACK_DEFAULT_TIMEOUT,
                                  (const int[]){0, -1, 1}[flag_of(test, "require_timestamp") + 1], &verifier, &error);
  if (status == SHIPTRACK_OK)
    status = shiptrack_verifier_verify(verifier, headers, (const uint8_t *)body, strlen(body), now.unix_ms, &scheme, &id,
                                       &signed_unix_ms, &error);
  if (verified) {
    expect(status == SHIPTRACK_OK, test, SHIPTRACK_OR(shiptrack_error_message(error), "it fails"));
    expect(scheme == (strcmp(text_of(verified, "scheme"), "hosted") == 0 ? SHIPTRACK_SCHEME_HOSTED : SHIPTRACK_SCHEME_STANDARD),
           test, "another scheme");
    if (json_get(verified, "id")) {
      shiptrack_time signed_at;
      WORKS(shiptrack_time_parse(text_of(verified, "timestamp"), &signed_at, &error));
      expect(same(id, text_of(verified, "id")), test, "another signed id");
      expect(signed_unix_ms == signed_at.unix_ms, test, "another signed time");
    } else {
      expect(!SHIPTRACK_HAS(id) && signed_unix_ms == -1, test, "an id or a time that is not signed");
    }
  } else {
    expect(status == SHIPTRACK_ERROR_SIGNATURE || status == SHIPTRACK_ERROR_INVALID, test, "it is not refused");
    expect(strstr(SHIPTRACK_OR(shiptrack_error_message(error), ""), text_of(test, "refused")) != NULL, test, "other words");
  }
  shiptrack_error_free(error);
  error = NULL;
  shiptrack_verifier_free(verifier);
  shiptrack_headers_free(headers);
}

static void run(const char *path) {
  FILE *file = fopen(path, "rb");
  char *text = calloc(1, 1 << 20);
  json *all, *test;
  CHECK(file && text);
  CHECK(fread(text, 1, (1 << 20) - 1, file) > 0);
  fclose(file);
  all = json_parse(text);
  for (test = all->first; test; test = test->next, cases++) {
    if (strstr(path, "/numbers/")) number(test);
    else if (strstr(path, "/infer/")) infer(test);
    else signature(test);
  }
  json_free(all);
  free(text);
}

int main(int argc, char **argv) {
  shiptrack_service *service = NULL;
  WORKS(shiptrack_service_open_in_memory(NULL, &service, &error));
  WORKS(shiptrack_service_client(service, NULL, &client, &error));
  for (int i = 1; i < argc; i++) run(argv[i]);
  shiptrack_client_free(client);
  shiptrack_service_free(service);
  printf("%d cases\n", cases);
  CHECK(cases >= 100);
  return failures != 0;
}
