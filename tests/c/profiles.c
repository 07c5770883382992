/* Look-ups over real HTTP with a profile and credentials:
 *
 *   profiles PROFILE.TOML     a file that is created
 */
#define _POSIX_C_SOURCE 200809L
#include "check.h"
#include "json.h"

#define HOUR ((int64_t)3600 * 1000)
#define MOST 256

static const int64_t BEGIN = 1777636800000; /* 2026-05-01T12:00:00Z */

/* A simulated carrier behind HTTP that requires a token, and a client of a service that uses it with a profile. */
typedef struct {
  shiptrack_clock *clock;
  shiptrack_simulator *simulator;
  char profile[512];
} carrier;

static carrier carrier_with(const char *more) {
  carrier made;
  char description[1024];
  const char *url;
  WORKS(shiptrack_clock_new(BEGIN, &made.clock, &error));
  snprintf(description, sizeof description,
           "{\"scenario\":\"direct\",\"form\":\"dcsa2\",\"client_id\":\"the-id\",\"client_secret\":\"the-s3cr3t\"%s}", more);
  WORKS(shiptrack_simulator_open(description, made.clock, &made.simulator, &error));
  url = shiptrack_simulator_url(made.simulator).data;
  snprintf(made.profile, sizeof made.profile,
           "[SIML]\nbase_url = '%s'\npath = '/v2/events'\n[SIML.parameters]\nbooking_number = 'carrierBookingReference'\n"
           "bill_of_lading = 'transportDocumentReference'\n[SIML.oauth2]\ntoken_url = '%s/oauth2/token'\n",
           url, url);
  return made;
}

static void carrier_end(carrier *ended) {
  shiptrack_simulator_free(ended->simulator);
  shiptrack_clock_free(ended->clock);
}

static json *journey_of(const carrier *known, shiptrack_buffer **kept) {
  json *journeys;
  WORKS(shiptrack_simulator_journeys(known->simulator, kept, &error));
  journeys = json_parse(shiptrack_buffer_view(*kept).data);
  shiptrack_buffer_free(*kept);
  return journeys;
}

static shiptrack_service *service_with(const carrier *asked, const shiptrack_carrier_access *access) {
  shiptrack_service_options *options = NULL;
  shiptrack_service *service = NULL;
  WORKS(shiptrack_service_options_new(&options, &error));
  WORKS(shiptrack_service_options_clock(options, asked->clock, &error));
  WORKS(shiptrack_service_options_carrier_access(options, access, &error));
  WORKS(shiptrack_service_open_in_memory(options, &service, &error));
  shiptrack_service_options_free(options);
  return service;
}

/* One line for each event, sorted. */
typedef struct {
  char *lines[MOST];
  size_t count;
} notice_list;

static void add_notice(notice_list *known, const char *event, const char *container, const char *at) {
  char moment[32] = "-";
  shiptrack_time time;
  CHECK(known->count < MOST);
  if (at != NULL) {
    WORKS(shiptrack_time_parse(at, &time, &error));
    snprintf(moment, sizeof moment, "%lld", (long long)time.unix_ms);
  }
  known->lines[known->count] = (char *)malloc(256);
  snprintf(known->lines[known->count++], 256, "%s %s %s", event, container ? container : "-", moment);
}

static int by_text(const void *one, const void *other) {
  return strcmp(*(char *const *)one, *(char *const *)other);
}

static void same(const char *what, notice_list *received, notice_list *expected) {
  size_t i;
  int differs = received->count != expected->count;
  qsort(received->lines, received->count, sizeof *received->lines, by_text);
  qsort(expected->lines, expected->count, sizeof *expected->lines, by_text);
  for (i = 0; !differs && i < received->count; i++) differs = strcmp(received->lines[i], expected->lines[i]) != 0;
  for (i = 0; differs && i < received->count; i++) fprintf(stderr, "%s, received: %s\n", what, received->lines[i]);
  for (i = 0; differs && i < expected->count; i++) fprintf(stderr, "%s, expected: %s\n", what, expected->lines[i]);
  CHECK(!differs && received->count > 0);
  for (i = 0; i < received->count; i++) free(received->lines[i]), free(expected->lines[i]);
}

static const char *text_of(const json *object, const char *name) {
  const json *member = json_get(object, name);
  return member && member->type == 's' ? member->text : NULL;
}

static int ends_with(const char *text, const char *end) {
  size_t length = strlen(text), of_end = strlen(end);
  return length >= of_end && strcmp(text + length - of_end, end) == 0;
}

/* Whether a notice contains a time. */
static int has_time(const char *event) { return strstr(event, ".transport.") != NULL && !ends_with(event, "available"); }

static void expect(notice_list *expected, const json *list) {
  const json *item;
  for (item = list->first; item; item = item->next) {
    const char *event = text_of(item, "event");
    const char *container = strncmp(event, "container.", 10) == 0 ? text_of(item, "container") : NULL;
    add_notice(expected, event, container, has_time(event) ? text_of(item, "at") : NULL);
  }
}

/* The notice of a notification; those about the request, and about new containers, are not part of a journey. */
static void read_notice(notice_list *received, const char *document) {
  json *whole = json_parse(document), *included = json_get(whole, "included"), *item;
  const char *event = text_of(json_get(json_get(whole, "data"), "attributes"), "event"), *container = NULL, *at = NULL;
  if (strncmp(event, "tracking_request.", 17) != 0 && strcmp(event, "container.created") != 0) {
    for (item = included->first; item; item = item->next) {
      const char *type = text_of(item, "type");
      const json *attributes = json_get(item, "attributes");
      if (strcmp(type, "container") == 0 && strncmp(event, "container.", 10) == 0) container = text_of(attributes, "number");
      if ((strcmp(type, "transport_event") == 0 || strcmp(type, "estimated_event") == 0) && has_time(event))
        at = text_of(attributes, "timestamp") ? text_of(attributes, "timestamp") : text_of(attributes, "estimated_timestamp");
    }
    add_notice(received, event, container, at);
  }
  json_free(whole);
}

static void read_notices(notice_list *received, const shiptrack_service *service) {
  shiptrack_events *events = NULL;
  size_t i;
  WORKS(shiptrack_service_events(service, NULL, 0, 1000, &events, &error));
  for (i = 0; i < shiptrack_events_count(events); i++)
    read_notice(received, shiptrack_events_document_json(events, i).data);
  shiptrack_events_free(events);
}

static void read_voyage(notice_list *received, const shiptrack_client *client) {
  shiptrack_pages *containers = NULL, *events;
  shiptrack_page *page = NULL, *of_box;
  size_t i, j;
  WORKS(shiptrack_container_list(client, NULL, &containers, &error));
  WORKS(shiptrack_pages_next(containers, &page, &error));
  for (i = 0; i < shiptrack_page_count(page); i++) {
    const shiptrack_resource *container = shiptrack_page_at(page, i);
    events = NULL;
    WORKS(shiptrack_transport_event_list(client, shiptrack_resource_id(container).data, NULL, &events, &error));
    for (of_box = NULL; shiptrack_pages_next(events, &of_box, &error) == SHIPTRACK_OK; shiptrack_page_free(of_box))
      for (j = 0; j < shiptrack_page_count(of_box); j++) {
        const shiptrack_resource *event = shiptrack_page_at(of_box, j);
        const char *name = shiptrack_transport_event_event(event).data;
        if (strncmp(name, "container.transport.", 20) == 0 && has_time(name) &&
            shiptrack_transport_event_invalidated_at(event).data == NULL)
          add_notice(received, name, shiptrack_container_number(container).data, shiptrack_transport_event_timestamp(event).data);
      }
    shiptrack_pages_free(events);
  }
  shiptrack_page_free(page);
  shiptrack_pages_free(containers);
}

/* From creation to the empty return, with all faults on the way: the voyage and the notices are those that the
 * scenario expects. */
static void from_creation_to_empty_return(const char *path) {
  static const char FAULTS[] =
      ",\"token_seconds\":86400,\"token_seconds_actual\":7200,\"paging\":\"link\",\"page_size\":5,"
      "\"faults\":{\"seed\":7,\"per_thousand\":250,\"kinds\":[{\"status\":401},{\"status\":404},{\"status\":429},"
      "{\"status\":429,\"retry_after\":900},{\"status\":500},{\"status\":503,\"retry_after\":60},{\"slow\":0.01},"
      "{\"broken_off\":true},{\"cut_short\":true},{\"login_page\":true},{\"expired_tokens\":true},{\"form\":\"dcsa3_beta\"}]}";
  carrier asked = carrier_with(FAULTS);
  shiptrack_buffer *kept = NULL;
  json *journeys = journey_of(&asked, &kept), *journey = journeys->first, *expected = json_get(journey, "expected");
  shiptrack_carrier_access *access = NULL;
  shiptrack_service *service;
  shiptrack_client *client = NULL;
  shiptrack_resource *request = NULL;
  shiptrack_time ends;
  int64_t now;
  notice_list received = {{NULL}, 0}, wanted_notices = {{NULL}, 0};
  FILE *file = fopen(path, "w");

  CHECK(file != NULL && fputs(asked.profile, file) >= 0 && fclose(file) == 0);
  setenv("SHIPTRACK_SIML_CLIENT_ID", "the-id", 1);
  setenv("SHIPTRACK_SIML_CLIENT_SECRET", "the-s3cr3t", 1);
  WORKS(shiptrack_carrier_access_open(path, &access, &error));
  service = service_with(&asked, access);
  shiptrack_carrier_access_free(access);
  WORKS(shiptrack_service_client(service, NULL, &client, &error));
  WORKS(shiptrack_tracking_request_create(client, "booking_number", text_of(journey, "booking"), "SIML", NULL, &request,
                                          &error));
  WORKS(shiptrack_time_parse(text_of(journey, "ends"), &ends, &error));
  for (now = BEGIN; now < ends.unix_ms + 48 * HOUR; now += HOUR) {
    WORKS(shiptrack_service_run_due(service, 0, NULL, &error));
    WORKS(shiptrack_clock_advance(asked.clock, HOUR, &error));
  }
  read_voyage(&received, client);
  expect(&wanted_notices, json_get(expected, "voyage"));
  same("voyage", &received, &wanted_notices);
  received.count = wanted_notices.count = 0;
  read_notices(&received, service);
  expect(&wanted_notices, json_get(expected, "notices"));
  same("notices", &received, &wanted_notices);
  unsetenv("SHIPTRACK_SIML_CLIENT_ID");
  unsetenv("SHIPTRACK_SIML_CLIENT_SECRET");
  shiptrack_resource_free(request);
  shiptrack_client_free(client);
  shiptrack_service_free(service);
  json_free(journeys);
  carrier_end(&asked);
}

/* The status of a request after a look-up with the credentials of an account. */
static void stands(const shiptrack_carrier_access *access, carrier *asked, const char *account, const char *wanted) {
  shiptrack_service *service = service_with(asked, access);
  shiptrack_client *client = NULL;
  shiptrack_resource *request = NULL, *seen = NULL;
  shiptrack_resource *made = NULL;
  if (account != NULL) WORKS(shiptrack_service_create_account(service, account, "Acme", &made, &error));
  WORKS(shiptrack_service_client(service, shiptrack_resource_id(made).data, &client, &error));
  WORKS(shiptrack_tracking_request_create(client, "booking_number", "SIMB260001", "SIML", NULL, &request, &error));
  WORKS(shiptrack_service_run_due(service, 0, NULL, &error));
  WORKS(shiptrack_tracking_request_get(client, shiptrack_resource_id(request).data, NULL, &seen, &error));
  IS(shiptrack_tracking_request_status(seen), wanted);
  shiptrack_resource_free(made);
  shiptrack_resource_free(seen);
  shiptrack_resource_free(request);
  shiptrack_client_free(client);
  shiptrack_service_free(service);
}

static const char KEYS[] = "[SIML]\nclient_id = 'the-id'\nclient_secret = 'the-s3cr3t'\n";

static shiptrack_carrier_access *access_with(const carrier *asked, const shiptrack_credentials *credentials) {
  shiptrack_carrier_access *access = NULL;
  WORKS(shiptrack_carrier_access_new(asked->profile, &access, &error));
  WORKS(shiptrack_carrier_access_credentials(access, credentials, &error));
  return access;
}

typedef struct {
  int asked, freed, fails;
} vault;

static void vault_freed(void *data) { ((vault *)data)->freed++; }

static int32_t vault_callback(void *data, const shiptrack_credential_request *wanted) {
  vault *known = (vault *)data;
  const char *name = shiptrack_credential_request_name(wanted).data;
  known->asked++;
  IS(shiptrack_credential_request_scac(wanted), "SIML");
  if (known->fails) {
    CHECK(shiptrack_credential_request_problem(wanted, "the vault is sealed", NULL) == SHIPTRACK_OK);
    return SHIPTRACK_ERROR_CALLBACK;
  }
  IS(shiptrack_credential_request_account_name(wanted), "acme");
  CHECK(shiptrack_credential_request_account_id(wanted).length == 36);
  return shiptrack_credential_request_set_secret(wanted, strcmp(name, "client_id") == 0 ? "the-id" : "the-s3cr3t", NULL);
}

/* Credentials from every source; those of one account are not used for another. */
static void credentials_of(const char *path) {
  carrier asked = carrier_with("");
  shiptrack_credentials *credentials = NULL;
  shiptrack_carrier_access *access;
  vault known = {0, 0, 0};
  FILE *file = fopen(path, "w");

  WORKS(shiptrack_credentials_of_account(NULL, &credentials, &error));
  WORKS(shiptrack_credentials_text(credentials, KEYS, &error));
  access = access_with(&asked, credentials);
  stands(access, &asked, NULL, "created");
  stands(access, &asked, "acme", "pending");
  shiptrack_credentials_free(credentials);
  /* The credentials of the account come before those of all accounts. */
  WORKS(shiptrack_credentials_of_every_account(&credentials, &error));
  CHECK(file != NULL && fputs(KEYS, file) >= 0 && fclose(file) == 0);
  WORKS(shiptrack_credentials_file(credentials, path, &error));
  WORKS(shiptrack_carrier_access_credentials(access, credentials, &error));
  shiptrack_credentials_free(credentials);
  stands(access, &asked, "acme", "created");
  shiptrack_carrier_access_free(access);

  WORKS(shiptrack_credentials_of_account("acme", &credentials, &error));
  WORKS(shiptrack_credentials_environment(credentials, &error));
  WORKS(shiptrack_credentials_callback(credentials, vault_callback, &known, vault_freed, &error));
  access = access_with(&asked, credentials);
  shiptrack_credentials_free(credentials);
  stands(access, &asked, NULL, "pending");
  CHECK(known.asked == 0);
  stands(access, &asked, "acme", "created");
  CHECK(known.asked > 1 && known.freed == 0);
  known.fails = 1;
  stands(access, &asked, "acme", "pending");
  shiptrack_carrier_access_free(access);
  CHECK(known.freed == 1);
  carrier_end(&asked);
}

/* The report of a check is complete, and contains no secret. */
static json *checked(const shiptrack_carrier_access *access, const char *number, const char *account, const char *outcome) {
  shiptrack_buffer *output = NULL;
  json *check;
  WORKS(shiptrack_carrier_access_check(access, "SIML", number, "booking_number", account, NULL, &output, &error));
  CHECK(strstr(shiptrack_buffer_view(output).data, "s3cr3t") == NULL);
  check = json_parse(shiptrack_buffer_view(output).data);
  shiptrack_buffer_free(output);
  CHECK(strcmp(text_of(check, "outcome"), outcome) == 0);
  return check;
}

static void a_check(void) {
  carrier asked = carrier_with("");
  shiptrack_credentials *credentials = NULL;
  shiptrack_carrier_access *access;
  json *check;

  WORKS(shiptrack_credentials_of_account(NULL, &credentials, &error));
  WORKS(shiptrack_credentials_text(credentials, KEYS, &error));
  access = access_with(&asked, credentials);
  check = checked(access, "SIMB260001", NULL, "facts");
  CHECK(json_count(json_get(check, "calls")) == 2 && strstr(text_of(check, "advice"), "Track the number") != NULL);
  json_free(check);
  json_free(checked(access, "OTHER1", NULL, "not_found"));
  check = checked(access, "SIMB260001", "acme", "refused");
  CHECK(strstr(text_of(check, "why"), "SHIPTRACK_SIML_CLIENT_ID") != NULL && json_count(json_get(check, "calls")) == 0);
  json_free(check);
  shiptrack_carrier_access_free(access);
  shiptrack_credentials_free(credentials);

  WORKS(shiptrack_credentials_of_account(NULL, &credentials, &error));
  WORKS(shiptrack_credentials_text(credentials, "{\"SIML\": {\"client_id\": \"the-id\", \"client_secret\": \"no s3cr3t\"}}",
                                   &error));
  access = access_with(&asked, credentials);
  json_free(checked(access, "SIMB260001", NULL, "refused"));
  shiptrack_carrier_access_free(access);
  shiptrack_credentials_free(credentials);
  carrier_end(&asked);
}

static void built_in_profiles(void) {
  shiptrack_carrier_access *access = NULL;
  shiptrack_service_options *options = NULL;
  shiptrack_service *service = NULL;
  shiptrack_buffer *output = NULL;
  json *profiles, *one;

  WORKS(shiptrack_carrier_access_new(NULL, &access, &error));
  WORKS(shiptrack_carrier_access_profiles(access, &output, &error));
  profiles = json_parse(shiptrack_buffer_view(output).data);
  for (one = profiles->first; one; one = one->next) CHECK(strcmp(text_of(one, "status"), "never_tried") == 0);
  CHECK(strstr(text_of(json_get(profiles, "MSCU"), "missing"), "signed") != NULL);
  CHECK(json_get(json_get(profiles, "HLCU"), "missing")->type == 'n');
  json_free(profiles);
  shiptrack_buffer_free(output);
  /* An incomplete profile is rejected with its position when the service is opened. */
  WORKS(shiptrack_service_options_new(&options, &error));
  WORKS(shiptrack_service_options_carrier_access(options, access, &error));
  CHECK(shiptrack_service_open_in_memory(options, &service, &error) == SHIPTRACK_ERROR_CONFIGURATION);
  IS(shiptrack_error_pointer(error), "profiles.EGLV.base_url");
  shiptrack_error_free(error);
  error = NULL;
  shiptrack_service_options_free(options);
  shiptrack_carrier_access_free(access);
}

/* The call is rejected with this pointer, and without the secret. */
static void refused(int32_t status, int32_t wanted, const char *place) {
  CHECK(status == wanted);
  IS(shiptrack_error_pointer(error), place);
  CHECK(strstr(shiptrack_error_message(error).data, "s3cr3t") == NULL);
  shiptrack_error_free(error);
  error = NULL;
}

/* The text of a member of the JSON object, up to the next quotation mark. */
static void member(const char *object, const char *name, char *value, size_t size) {
  char quoted[64];
  const char *at;
  size_t length = 0;
  snprintf(quoted, sizeof quoted, "\"%s\":\"", name);
  at = strstr(object, quoted);
  CHECK(at != NULL);
  for (at += strlen(quoted); at[length] != '"' && length + 1 < size; length++) value[length] = at[length];
  value[length] = '\0';
}

static void callbacks_of_a_carrier(void) {
  static const char REPORT[] = "{\"number\":\"MSKU0308961\",\"facts\":[{\"reading\":{\"available_for_pickup\":true}}]}";
  carrier asked = carrier_with("");
  shiptrack_carrier_access *access = NULL;
  shiptrack_credentials *credentials = NULL;
  shiptrack_service *service;
  shiptrack_server *server = NULL;
  shiptrack_headers *headers = NULL;
  shiptrack_buffer *output = NULL;
  char profile[1024], wanted[256], id[64], secret[64];
  const char *secrets[1];
  size_t taken = 0;

  snprintf(profile, sizeof profile, "%s[SIML.subscriptions]\npath = '/v2/event-subscriptions'\n", asked.profile);
  WORKS(shiptrack_carrier_access_new(profile, &access, &error));
  WORKS(shiptrack_credentials_of_account(NULL, &credentials, &error));
  WORKS(shiptrack_credentials_text(credentials, "[SIML]\nclient_id = 'the-id'\nclient_secret = 'the-s3cr3t'", &error));
  WORKS(shiptrack_carrier_access_credentials(access, credentials, &error));
  service = service_with(&asked, access);
  WORKS(shiptrack_server_start(service, NULL, &server, &error));

  snprintf(wanted, sizeof wanted,
           "{\"carrier\":\"SIML\",\"number\":\"SIML2600001\",\"kind\":\"bill_of_lading\",\"callback_url\":\"%s/push\"}",
           shiptrack_server_url(server).data);
  WORKS(shiptrack_service_add_subscription(service, NULL, wanted, &output, &error));
  CHECK(strstr(shiptrack_buffer_view(output).data, "\"state\":\"requested\"") != NULL);
  member(shiptrack_buffer_view(output).data, "id", id, sizeof id);
  shiptrack_buffer_free(output);
  WORKS(shiptrack_service_run_due(service, 0, NULL, &error));
  WORKS(shiptrack_service_subscriptions(service, NULL, &output, &error));
  CHECK(strstr(shiptrack_buffer_view(output).data, "\"state\":\"active\"") != NULL);
  shiptrack_buffer_free(output);
  WORKS(shiptrack_clock_advance(asked.clock, 9 * 24 * HOUR, &error));
  WORKS(shiptrack_simulator_call_back(asked.simulator, &taken, &error));
  CHECK(taken == 1);
  WORKS(shiptrack_service_rotate_subscription(service, NULL, id, NULL, SHIPTRACK_DEFAULT_TIMEOUT, &output, &error));
  shiptrack_buffer_free(output);
  WORKS(shiptrack_service_remove_subscription(service, NULL, id, &error));
  WORKS(shiptrack_service_run_due(service, 0, NULL, &error));
  WORKS(shiptrack_service_subscriptions(service, NULL, &output, &error));
  CHECK(strcmp(shiptrack_buffer_view(output).data, "[]") == 0);
  shiptrack_buffer_free(output);
  refused(shiptrack_service_remove_subscription(service, NULL, "7", &error), SHIPTRACK_ERROR_INVALID, "id");
  refused(shiptrack_service_add_subscription(service, NULL, "{\"carier\":\"SIML\"}", &output, &error), SHIPTRACK_ERROR_INVALID,
          "subscription");

  /* A custom source, whose data arrive through the program's web server. */
  WORKS(shiptrack_service_add_subscription(service, NULL, "{\"source\":\"terminal\",\"name\":\"Pier 400\"}", &output, &error));
  member(shiptrack_buffer_view(output).data, "id", id, sizeof id);
  member(shiptrack_buffer_view(output).data, "secret", secret, sizeof secret);
  shiptrack_buffer_free(output);
  secrets[0] = secret;
  WORKS(shiptrack_webhook_sign(secrets, 1, "report-1", (const uint8_t *)REPORT, strlen(REPORT), BEGIN + 9 * 24 * HOUR, &headers,
                               &error));
  CHECK(shiptrack_service_receive_push(service, headers, (const uint8_t *)REPORT, strlen(REPORT), &output, &error) ==
        SHIPTRACK_ERROR_BAD_REQUEST);
  CHECK(shiptrack_error_http_status(error) == 400);
  shiptrack_error_free(error);
  error = NULL;
  WORKS(shiptrack_headers_add(headers, "Subscription-ID", id, &error));
  WORKS(shiptrack_service_receive_push(service, headers, (const uint8_t *)REPORT, strlen(REPORT), &output, &error));
  CHECK(strstr(shiptrack_buffer_view(output).data, "\"is_repeated\":false") != NULL);
  shiptrack_buffer_free(output);
  WORKS(shiptrack_service_receive_push(service, headers, (const uint8_t *)REPORT, strlen(REPORT), NULL, &error));
  CHECK(shiptrack_service_receive_push(service, headers, (const uint8_t *)REPORT, strlen(REPORT) - 1, &output, &error) ==
        SHIPTRACK_ERROR_SIGNATURE);
  shiptrack_error_free(error);
  error = NULL;

  WORKS(shiptrack_service_suspended_credentials(service, &output, &error));
  CHECK(strcmp(shiptrack_buffer_view(output).data, "[]") == 0);
  shiptrack_buffer_free(output);
  WORKS(shiptrack_service_carriers_plan(service, &output, &error));
  CHECK(shiptrack_buffer_view(output).data[0] == '[');
  shiptrack_buffer_free(output);
  shiptrack_headers_free(headers);
  shiptrack_server_free(server);
  shiptrack_service_free(service);
  shiptrack_credentials_free(credentials);
  shiptrack_carrier_access_free(access);
  carrier_end(&asked);
}

static void invalid_settings_are_rejected_by_name(void) {
  shiptrack_carrier_access *access = NULL;
  shiptrack_credentials *credentials = NULL;
  shiptrack_buffer *output = NULL;
  const int32_t SETTING = SHIPTRACK_ERROR_CONFIGURATION, ARGUMENT = SHIPTRACK_ERROR_INVALID;

  refused(shiptrack_carrier_access_new("[MAEU.pace]\nper_day = 'x'", &access, &error), SETTING, "profiles.MAEU.pace.per_day");
  refused(shiptrack_carrier_access_new("[MAEU\n", &access, &error), SETTING, "profiles");
  refused(shiptrack_carrier_access_open("no-such-file.toml", &access, &error), SETTING, "profiles");
  WORKS(shiptrack_carrier_access_new("[MAEU]", &access, &error));
  refused(shiptrack_carrier_access_proxy(access, "socks5://me:s3cr3t@proxy", &error), ARGUMENT, "url");
  refused(shiptrack_carrier_access_roots_pem(access, (const uint8_t *)"none", 4, &error), ARGUMENT, "pem");
  refused(shiptrack_carrier_access_allow_network(access, "10.0.0.0/99", &error), ARGUMENT, "network");
  refused(shiptrack_carrier_access_check(access, "MAEU", "1", "parcel", NULL, NULL, &output, &error), ARGUMENT, "request_type");
  refused(shiptrack_carrier_access_check(access, "ONEY", "ONEYA1", NULL, NULL, NULL, &output, &error), ARGUMENT, "scac");
  WORKS(shiptrack_carrier_access_proxy(access, "http://me:s3cr3t@127.0.0.1:1", &error));
  WORKS(shiptrack_carrier_access_roots_bundled(access, &error));
  WORKS(shiptrack_carrier_access_public_only(access, &error));
  WORKS(shiptrack_carrier_access_allow_network(access, "10.0.0.0/8", &error));
  WORKS(shiptrack_credentials_of_every_account(&credentials, &error));
  refused(shiptrack_credentials_text(credentials, "[MAEU]\nclient_id = s3cr3t", &error), SETTING, "credentials");
  refused(shiptrack_credentials_file(credentials, "no-such-file.toml", &error), SETTING, "credentials");
  shiptrack_credentials_free(credentials);
  shiptrack_carrier_access_free(access);
}

int main(int argc, char **argv) {
  CHECK(argc == 2);
  invalid_settings_are_rejected_by_name();
  built_in_profiles();
  credentials_of(argv[1]);
  a_check();
  callbacks_of_a_carrier();
  from_creation_to_empty_return(argv[1]);
  printf("profiles: from creation to the empty return over HTTP\n");
  return 0;
}
