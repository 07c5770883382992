/* Invalid values are rejected where they are set, with the name of the argument; later errors contain the value. */
#include "check.h"

#include <math.h>

/* The call fails with this status, and the error has this pointer. */
#define REFUSED(status, pointer, call)                                       \
  do {                                                                       \
    CHECK((call) == (status));                                               \
    IS(shiptrack_error_pointer(error), (pointer));                           \
    CHECK(strlen(shiptrack_error_message(error).data) > 5);                  \
    shiptrack_error_free(error);                                             \
    error = NULL;                                                            \
  } while (0)

#define INVALID(pointer, call) REFUSED(SHIPTRACK_ERROR_INVALID, pointer, call)

/* The call fails as invalid, and its message begins with the first text and contains the second. */
#define SAYS(begins, holds, call)                                                                      \
  do {                                                                                                 \
    const char *message;                                                                               \
    CHECK((call) == SHIPTRACK_ERROR_INVALID);                                                          \
    message = shiptrack_error_message(error).data;                                                     \
    if (strncmp(message, (begins), strlen(begins)) != 0 || strstr(message, (holds)) == NULL) {         \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, message);                                     \
      exit(1);                                                                                         \
    }                                                                                                  \
    CHECK(strlen(message) < 400);                                                                      \
    shiptrack_error_free(error);                                                                       \
    error = NULL;                                                                                      \
  } while (0)

/* An error names the argument, its value and the accepted values; of a long text it shows the beginning. */
static void messages_of_errors(void) {
  static char long_text[300001];
  const char *secrets[] = {"whsec_AAAA", NULL}, *bad[] = {"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_?"};
  shiptrack_service *service = NULL;
  shiptrack_client *client = NULL;
  shiptrack_resource *resource = NULL;
  shiptrack_response *response = NULL;
  shiptrack_verifier *verifier = NULL;
  shiptrack_headers *headers = NULL;
  shiptrack_draft *draft = NULL;
  shiptrack_query *query = NULL;
  shiptrack_clock *clock = NULL;
  shiptrack_time time;
  int64_t left = 0;
  int32_t digit = 0;
  memset(long_text, 'a', sizeof long_text - 1);
  WORKS(shiptrack_service_open_in_memory(NULL, &service, &error));
  WORKS(shiptrack_service_client(service, NULL, &client, &error));
  WORKS(shiptrack_draft_new(&draft, &error));
  WORKS(shiptrack_query_new(&query, &error));

  REFUSED(SHIPTRACK_ERROR_NULL_ARGUMENT, "secrets[1]", shiptrack_verifier_new(secrets, 2, SHIPTRACK_DEFAULT_TIMEOUT, 0, &verifier, &error));
  REFUSED(SHIPTRACK_ERROR_NULL_ARGUMENT, "secrets[1]",
          shiptrack_webhook_sign(secrets, 2, "id", (const uint8_t *)"x", 1, 0, &headers, &error));
  INVALID("secrets[1]", shiptrack_verifier_new(bad, 2, SHIPTRACK_DEFAULT_TIMEOUT, 0, &verifier, &error));
  SAYS("require_timestamp is 1 (yes), -1 (no) or 0", "not 7", shiptrack_verifier_new(bad, 1, SHIPTRACK_DEFAULT_TIMEOUT, 7, &verifier, &error));
  SAYS("require_timestamp", "not -7", shiptrack_verifier_new(bad, 1, SHIPTRACK_DEFAULT_TIMEOUT, -7, &verifier, &error));
  SAYS("tolerance_ms is -2: a length of time is 0 or more", "SHIPTRACK_DEFAULT_TIMEOUT (-1)",
       shiptrack_verifier_new(bad, 1, -2, 0, &verifier, &error));

  SAYS("id can't be \".\" or \"..\"", "[id]", shiptrack_container_get(client, "..", NULL, &resource, &error));
  SAYS("id can't be \".\" or \"..\"", "[id]", shiptrack_shipment_stop_tracking(client, ".", &resource, &error));
  SAYS("id is missing", "[id]", shiptrack_container_get(client, "", NULL, &resource, &error));
  INVALID("latitude", shiptrack_vessel_future_positions_with_coordinates(client, "1", "p", "q", (double)NAN, 0, &resource,
                                                                         &error));
  SAYS("overlap_ms is -2: ", "[overlap_ms]", shiptrack_webhook_rotate_secret(client, "x", -2, &resource, &error));
  SAYS("the overlap is at most 30 days (2592000000 ms), not 9223372036854775806 ms", "[overlap_ms]",
       shiptrack_webhook_rotate_secret(client, "x", INT64_MAX - 1, &resource, &error));
  SAYS("timeout_ms is -5: ", "[timeout_ms]",
       shiptrack_tracking_request_wait(client, "x", -5, SHIPTRACK_DEFAULT_TIMEOUT, NULL, NULL, &resource, &error));
  SAYS("unix_ms is 9223372036854775807: ", "years 0 to 9999", shiptrack_clock_new(INT64_MAX, &clock, &error));
  SAYS("retrack_policy is SHIPTRACK_RETRACK_BY_REASON (1)", "not 0",
       shiptrack_tracking_request_track_again(client, "container", "MSCU5956818", "MSCU", NULL, 0, 0, NULL, &resource, &error));
  SAYS("bucket is SHIPTRACK_BUCKET_DEFAULT (0)", "not 9", shiptrack_client_allowance(client, 9, &left, &error));
  SAYS("method is GET, POST", "not \"FETCH\"", shiptrack_client_send(client, "FETCH", "x", NULL, NULL, 0, &response, &error));
  SAYS("method is GET, POST", "not \"FETCH\"",
       shiptrack_service_answer(service, "FETCH", "/v2", NULL, NULL, 0, &response, &error));
  SAYS("path begins with a slash", "not \"v2\"", shiptrack_service_answer(service, "GET", "v2", NULL, NULL, 0, &response, &error));
  SAYS("this is not JSON: ", "[json]",
       shiptrack_client_send(client, "POST", "x", NULL, (const uint8_t *)"{x", 2, &response, &error));
  SAYS("this is not JSON: ", "[json]", shiptrack_draft_json(draft, "x", "{x", &error));
  SAYS("\"2026-02-20T10:00:00\" has no offset: end it with Z or +08:00", "[text]",
       shiptrack_time_parse("2026-02-20T10:00:00", &time, &error));
  SAYS("\"tomorrow\" is not a time stamp: ", "2026-05-02", shiptrack_time_parse("tomorrow", &time, &error));
  SAYS("\"PST8\" is not a time zone: write its IANA name", "[timezone]",
       shiptrack_time_at_place("2026-02-20", "PST8", &time, &error));
  SAYS("\"tomorrow\" is not a time stamp: ", "[text]", shiptrack_time_at_place("tomorrow", "Asia/Tokyo", &time, &error));
  SAYS("\"MSCU\" is not the first ten characters of a container number", "",
       shiptrack_container_check_digit("MSCU", &digit, &error));
  SAYS("the name of the attribute is empty", "", shiptrack_draft_text(draft, "", "x", &error));
  SAYS("the name of the parameter is empty", "", shiptrack_query_set(query, "", "x", &error));
  WORKS(shiptrack_draft_text(draft, "ref_numbers", "one", &error));
  SAYS("\"ref_numbers\" was set to the text \"one\", so nothing can be added to it: ", "shiptrack_draft_add()",
       shiptrack_draft_add(draft, "ref_numbers", "two", &error));

  /* A header that no service accepts is rejected where it is set. */
  INVALID("value", shiptrack_draft_header(draft, "X-A", "z\r\nB: c", &error));
  INVALID("name", shiptrack_draft_header(draft, "X: y", "z", &error));
  INVALID("name", shiptrack_draft_header(draft, "Host", "z", &error));
  WORKS(shiptrack_draft_header(draft, "Authorization", "Bearer x", &error));

  /* Long texts. */
  SAYS("request_type is container, bill_of_lading or booking_number", "aaa…\"",
       shiptrack_tracking_request_create(client, long_text, "MSCU5956818", "MSCU", NULL, &resource, &error));
  SAYS("path begins", "aaa…\"", shiptrack_service_answer(service, "GET", long_text, NULL, NULL, 0, &response, &error));
  SAYS("method is", "aaa…\"", shiptrack_client_send(client, long_text, "x", NULL, NULL, 0, &response, &error));
  SAYS("\"aaa", "is not a type of number", shiptrack_number_check(long_text, "x", NULL, &error));
  shiptrack_draft_free(draft);
  WORKS(shiptrack_draft_new(&draft, &error));
  WORKS(shiptrack_draft_text(draft, long_text, "x", &error));
  CHECK(shiptrack_shipment_update(client, "x", draft, &resource, &error) == SHIPTRACK_ERROR_INVALID);
  CHECK(strlen(shiptrack_error_message(error).data) < 400 && strlen(shiptrack_error_pointer(error).data) < 250);
  shiptrack_error_free(error);
  error = NULL;

  shiptrack_draft_free(draft);
  shiptrack_query_free(query);
  shiptrack_client_free(client);
  shiptrack_service_free(service);
}

static void settings_of_a_client(void) {
  static const char PEM[] = "hello";
  shiptrack_client_options *options = NULL;
  shiptrack_client *client = NULL;
  WORKS(shiptrack_client_options_new(&options, &error));
  INVALID("timeout_ms", shiptrack_client_options_timeout(options, 0, &error));
  INVALID("timeout_ms", shiptrack_client_options_timeout(options, -2, &error));
  INVALID("timeout_ms", shiptrack_client_options_connect_timeout(options, 0, &error));
  INVALID("attempts", shiptrack_client_options_retries(options, 0, 1, 1, &error));
  INVALID("base_ms", shiptrack_client_options_retries(options, 1, -2, 1, &error));
  INVALID("bucket", shiptrack_client_options_limit(options, 4, 1, 1000, &error));
  INVALID("requests", shiptrack_client_options_limit(options, SHIPTRACK_BUCKET_CREATE, 0, 1000, &error));
  INVALID("window_ms", shiptrack_client_options_limit(options, SHIPTRACK_BUCKET_CREATE, 1, 0, &error));
  INVALID("text", shiptrack_client_options_user_agent(options, "", &error));
  INVALID("text", shiptrack_client_options_user_agent(options, "a\r\nb", &error));
  INVALID("name", shiptrack_client_options_header(options, "a b", "c", &error));
  INVALID("name", shiptrack_client_options_header(options, "Authorization", "c", &error));
  INVALID("value", shiptrack_client_options_header(options, "X-Team", "a\r\nb", &error));
  INVALID("bytes", shiptrack_client_options_body_limit(options, 0, &error));
  INVALID("url", shiptrack_client_options_proxy(options, "proxy:3128", &error));
  INVALID("pem", shiptrack_client_options_roots_pem(options, (const uint8_t *)PEM, strlen(PEM), &error));
  INVALID("pem", shiptrack_client_options_roots_pem(options, NULL, 0, &error));
  /* None of it was stored. */
  WORKS(shiptrack_client_options_header(options, "X-Team", "freight", &error));
  WORKS(shiptrack_client_options_timeout(options, 1, &error));
  WORKS(shiptrack_client_open("http://127.0.0.1:1/v2", "key", options, &client, &error));
  shiptrack_client_free(client);
  /* Checked only when all settings are known. */
  REFUSED(SHIPTRACK_ERROR_CONFIGURATION, "base_url", shiptrack_client_open("ftp://x/v2", "key", options, &client, &error));
  REFUSED(SHIPTRACK_ERROR_CONFIGURATION, "api_key", shiptrack_client_open("https://x/v2", "", options, &client, &error));
  shiptrack_client_options_free(options);
}

static int32_t nothing(void *data, const shiptrack_look_up *question, const shiptrack_answer *answer) {
  (void)data, (void)question, (void)answer;
  return SHIPTRACK_LOOK_UP_NOT_FOUND;
}

static void settings_of_a_service(void) {
  static const struct {
    const char *name;
    double number;
  } BAD[] = {
      {"look_up_timeout_ms", 0},    {"lifecycle.tries", 2.5},      {"lifecycle.tries", 0},
      {"lifecycle.refresh_ms", -1}, {"delivery.timeout_ms", 0},    {"delivery.switch_off_after_ms", 1e300},
      {"mail.fields", 0},           {"mail.parts", 1.25},          {"mail.message_bytes", -5},
      {"mail.depth", 0.5},          {"mail.list_items", 0},        {"following.arrival_window_ms", 1e16},
      {"mail.text_bytes", -1},      {"pace.at_once", 0},           {"pace.look_ups", 1.5},
      {"pace.MAEU.per_ms", 0},
  };
  static const char *const NUMBERS[] = {
      "look_up_timeout_ms", "lifecycle.tries", "lifecycle.first_retry_ms", "lifecycle.manifest_check_ms",
      "lifecycle.manifest_window_ms", "lifecycle.refresh_ms", "lifecycle.silence_window_ms",
      "following.arrival_window_ms", "following.silence_window_ms", "delivery.timeout_ms",
      "delivery.switch_off_after_ms", "mail.message_bytes", "mail.header_bytes", "mail.fields", "mail.depth",
      "mail.parts", "mail.list_items", "mail.parameters", "mail.text_bytes",
      "lifecycle.at_sea_ms", "pace.at_once", "pace.look_ups", "pace.per_ms", "pace.MAEU.look_ups", "pace.MAEU.per_ms"};
  static const int64_t PAUSES[] = {1000, -1};
  shiptrack_service_options *options = NULL;
  shiptrack_service *service = NULL;
  size_t i;
  WORKS(shiptrack_service_options_new(&options, &error));
  for (i = 0; i < sizeof BAD / sizeof BAD[0]; i++)
    INVALID(BAD[i].name, shiptrack_service_options_number(options, BAD[i].name, BAD[i].number, &error));
  for (i = 0; i < sizeof NUMBERS / sizeof NUMBERS[0]; i++)
    WORKS(shiptrack_service_options_number(options, NUMBERS[i], 1, &error));
  INVALID("name", shiptrack_service_options_number(options, "lifecycle.trys", 1, &error));
  INVALID("name", shiptrack_service_options_number(options, "pace.MAEU.look_up", 1, &error));
  INVALID("scac", shiptrack_service_options_carrier(options, "M", nothing, NULL, NULL, &error));
  INVALID("network", shiptrack_service_options_allow_network(options, "10.0.0.0/99", &error));
  INVALID("network", shiptrack_service_options_allow_network(options, "", &error));
  CHECK(shiptrack_service_options_carrier_name(options, "MAEU", "Maersk", NULL) == SHIPTRACK_ERROR_CONFIGURATION);
  INVALID("address", shiptrack_service_options_webhook_ip(options, "deliveries.example.com", &error));
  INVALID("requests", shiptrack_service_options_limit(options, SHIPTRACK_BUCKET_DEFAULT, 0, 60000, &error));
  INVALID("window_ms", shiptrack_service_options_limit(options, SHIPTRACK_BUCKET_DEFAULT, 5, 0, &error));
  INVALID("pauses_ms", shiptrack_service_options_delivery_retries(options, PAUSES, 2, &error));
  WORKS(shiptrack_service_open_in_memory(options, &service, &error));
  shiptrack_service_free(service);
  shiptrack_service_options_free(options);
}

static void settings_of_a_server(void) {
  shiptrack_server_options *options = NULL;
  shiptrack_service *service = NULL;
  shiptrack_server *server = NULL;
  WORKS(shiptrack_server_options_new(&options, &error));
  INVALID("address", shiptrack_server_options_address(options, "tracking.example.com:80", &error));
  INVALID("address", shiptrack_server_options_address(options, "", &error));
  INVALID("url", shiptrack_server_options_public_url(options, "tracking.example.com", &error));
  INVALID("url", shiptrack_server_options_public_url(options, "https://tracking.example.com/v2", &error));
  INVALID("head_deadline_ms", shiptrack_server_options_limit(options, "head_deadline_ms", 0, &error));
  INVALID("connections", shiptrack_server_options_limit(options, "connections", 0, &error));
  INVALID("connections", shiptrack_server_options_limit(options, "connections", INT64_MAX, &error));
  INVALID("handlers", shiptrack_server_options_limit(options, "handlers", -1, &error));
  INVALID("name", shiptrack_server_options_limit(options, "head_deadline", 1, &error));
  WORKS(shiptrack_server_options_limit(options, "stop_deadline_ms", 0, &error));
  WORKS(shiptrack_server_options_limit(options, "queue", 0, &error));
  /* Another setting says whether other machines may reach it. */
  WORKS(shiptrack_server_options_address(options, "0.0.0.0:0", &error));
  WORKS(shiptrack_service_open_in_memory(NULL, &service, &error));
  REFUSED(SHIPTRACK_ERROR_CONFIGURATION, "address", shiptrack_server_start(service, options, &server, &error));
  WORKS(shiptrack_server_options_allow_remote(options, &error));
  REFUSED(SHIPTRACK_ERROR_CONFIGURATION, "public_url", shiptrack_server_start(service, options, &server, &error));
  shiptrack_service_free(service);
  shiptrack_server_options_free(options);
}

static void parameters_and_attributes(void) {
  shiptrack_query *query = NULL;
  shiptrack_draft *draft = NULL;
  WORKS(shiptrack_query_new(&query, &error));
  INVALID("name", shiptrack_query_set(query, "", "x", &error));
  INVALID("page[size]", shiptrack_query_set(query, "page[size]", "0", &error));
  INVALID("page[number]", shiptrack_query_set(query, "page[number]", "next", &error));
  INVALID("url", shiptrack_query_resume_from(query, "", &error));
  INVALID("url", shiptrack_query_resume_from(query, "garbage", &error));
  WORKS(shiptrack_query_resume_from(query, "/v2/containers?page[number]=2", &error));
  REFUSED(SHIPTRACK_ERROR_LENGTH, "items", shiptrack_query_max_items(query, (size_t)-1, &error));
  WORKS(shiptrack_query_max_items(query, 0, &error));
  WORKS(shiptrack_query_set(query, "page[size]", "5000", &error));
  WORKS(shiptrack_query_set(query, "filter[status]", "", &error));
  shiptrack_query_free(query);
  WORKS(shiptrack_draft_new(&draft, &error));
  INVALID("name", shiptrack_draft_text(draft, "", "x", &error));
  INVALID("name", shiptrack_draft_flag(draft, "", 1, &error));
  INVALID("name", shiptrack_draft_add(draft, "", "x", &error));
  INVALID("name", shiptrack_draft_json(draft, "", "1", &error));
  INVALID("json", shiptrack_draft_json(draft, "x", "{", &error));
  WORKS(shiptrack_draft_json(draft, "headers", "5", &error));
  INVALID("draft", shiptrack_draft_header(draft, "X-Team", "freight", &error));
  INVALID("name", shiptrack_draft_add(draft, "headers", "freight", &error));
  shiptrack_draft_free(draft);
}

/* What the comment of shiptrack_query_set() says. */
static void parameters_of_a_listing(void) {
  shiptrack_service *service = NULL;
  shiptrack_client *client = NULL;
  shiptrack_query *query = NULL;
  shiptrack_pages *pages = NULL;
  shiptrack_page *page = NULL;
  WORKS(shiptrack_service_open_in_memory(NULL, &service, &error));
  WORKS(shiptrack_service_client(service, NULL, &client, &error));
  WORKS(shiptrack_query_new(&query, &error));
  /* A later include replaces the earlier ones, and another path is added to it. */
  WORKS(shiptrack_query_include(query, "kittens", &error));
  WORKS(shiptrack_query_set(query, "include", "shipment, pod_terminal", &error));
  WORKS(shiptrack_query_set(query, "page[size]", "5000", &error));
  WORKS(shiptrack_query_set(query, "colour", "red", &error));
  WORKS(shiptrack_container_list(client, query, &pages, &error));
  WORKS(shiptrack_pages_next(pages, &page, &error));
  CHECK(strstr(shiptrack_page_warnings_json(page).data, "colour") != NULL);
  shiptrack_page_free(page);
  shiptrack_pages_free(pages);
  WORKS(shiptrack_query_include(query, "kittens", &error));
  WORKS(shiptrack_container_list(client, query, &pages, &error));
  REFUSED(SHIPTRACK_ERROR_BAD_REQUEST, "include", shiptrack_pages_next(pages, &page, &error));
  shiptrack_pages_free(pages);
  WORKS(shiptrack_query_set(query, "include", "", &error));
  WORKS(shiptrack_query_set(query, "filter[filename]", "a.pdf", &error));
  WORKS(shiptrack_container_list(client, query, &pages, &error));
  REFUSED(SHIPTRACK_ERROR_BAD_REQUEST, "filter[filename]", shiptrack_pages_next(pages, &page, &error));
  shiptrack_pages_free(pages);
  shiptrack_query_free(query);
  shiptrack_client_free(client);
  shiptrack_service_free(service);
}

/* An unknown attribute, or one of another type, is rejected before a request is sent, and the error lists the attributes. */
static void attributes_of_drafts(void) {
  static const char *const UNKNOWN[] = {"colour", "ref_number", "status", "request_number"};
  static const char *const OF_REQUESTS[][2] = {
      {"ref_numbers", "[5]"}, {"shipment_tags", "null"}, {"customer", "5"}, {"initial_custom_fields", "\"x\""}};
  static const char *const OF_WEBHOOKS[][2] = {
      {"active", "1"}, {"events", "[null]"}, {"headers", "[5]"}, {"headers", "5"}};
  shiptrack_service *service = NULL;
  shiptrack_client *client = NULL;
  shiptrack_resource *resource = NULL;
  shiptrack_draft *draft = NULL;
  WORKS(shiptrack_service_open_in_memory(NULL, &service, &error));
  WORKS(shiptrack_service_client(service, NULL, &client, &error));
  for (size_t i = 0; i < sizeof UNKNOWN / sizeof UNKNOWN[0]; i++) {
    WORKS(shiptrack_draft_new(&draft, &error));
    WORKS(shiptrack_draft_text(draft, UNKNOWN[i], "blue", &error));
    INVALID(UNKNOWN[i], shiptrack_tracking_request_create(client, "bill_of_lading", "TEST-TR-SUCCEEDED", "TEST", draft,
                                                          &resource, &error));
    INVALID(UNKNOWN[i], shiptrack_tracking_request_track(client, "bill_of_lading", "TEST-TR-SUCCEEDED", "TEST", draft, NULL,
                                                         &resource, &error));
    INVALID(UNKNOWN[i], shiptrack_shipment_update(client, "x", draft, &resource, &error));
    INVALID(UNKNOWN[i], shiptrack_webhook_create(client, "https://example.com", draft, &resource, &error));
    if (i != 1) INVALID(UNKNOWN[i], shiptrack_tracking_request_update(client, "x", draft, &resource, &error));
    shiptrack_draft_free(draft);
  }
  for (size_t i = 0; i < 4; i++) {
    const char *request = OF_REQUESTS[i][0], *webhook = OF_WEBHOOKS[i][0];
    WORKS(shiptrack_draft_new(&draft, &error));
    WORKS(shiptrack_draft_json(draft, request, OF_REQUESTS[i][1], &error));
    INVALID(request, shiptrack_tracking_request_create(client, "bill_of_lading", "TEST-TR-SUCCEEDED", "TEST", draft, &resource, &error));
    INVALID(request, shiptrack_tracking_request_update(client, "x", draft, &resource, &error));
    shiptrack_draft_free(draft);
    WORKS(shiptrack_draft_new(&draft, &error));
    WORKS(shiptrack_draft_json(draft, webhook, OF_WEBHOOKS[i][1], &error));
    INVALID(webhook, shiptrack_webhook_create(client, "https://example.com", draft, &resource, &error));
    INVALID(webhook, shiptrack_webhook_update(client, "x", draft, &resource, &error));
    shiptrack_draft_free(draft);
  }
  WORKS(shiptrack_draft_new(&draft, &error));
  WORKS(shiptrack_draft_text(draft, "colour", "blue", &error));
  CHECK(shiptrack_shipment_update(client, "x", draft, &resource, &error) == SHIPTRACK_ERROR_INVALID);
  IS(shiptrack_error_detail(error), "a shipment that is changed has no attribute \"colour\". Use one of ref_numbers, tags, customer");
  IS(shiptrack_error_code(error), "invalid");
  shiptrack_error_free(error);
  error = NULL;
  shiptrack_draft_free(draft);
  WORKS(shiptrack_draft_new(&draft, &error));
  WORKS(shiptrack_draft_text(draft, "ref_numbers", "PO-1", &error));
  INVALID("name", shiptrack_draft_add(draft, "ref_numbers", "PO-2", &error));
  CHECK(shiptrack_shipment_update(client, "x", draft, &resource, &error) == SHIPTRACK_ERROR_INVALID);
  IS(shiptrack_error_detail(error), "ref_numbers must be a list of texts, each added by shiptrack_draft_add(), not the text \"PO-1\"");
  shiptrack_error_free(error);
  error = NULL;
  shiptrack_draft_free(draft);
  shiptrack_client_free(client);
  shiptrack_service_free(service);
}

/* Numbers that are too large, texts that are empty, bytes that are not a document. */
static void values_out_of_bounds(void) {
  static const char PAGE[] = "<html>";
  const char *no_secret = "";
  shiptrack_service *service = NULL;
  shiptrack_client *client = NULL, *hurried = NULL;
  shiptrack_clock *clock = NULL;
  shiptrack_events *events = NULL;
  shiptrack_headers *headers = NULL;
  shiptrack_verifier *verifier = NULL;
  shiptrack_number *number = NULL;
  shiptrack_resource *resource = NULL;
  INVALID("path", shiptrack_service_open("", NULL, &service, &error));
  WORKS(shiptrack_service_open(":memory:", NULL, &service, &error));
  shiptrack_service_free(service);
  service = NULL;
  WORKS(shiptrack_clock_new(0, &clock, &error));
  INVALID("by_ms", shiptrack_clock_advance(clock, INT64_C(3155760000001), &error));
  INVALID("by_ms", shiptrack_clock_advance(clock, -1, &error));
  WORKS(shiptrack_clock_advance(clock, INT64_C(3155760000000), &error));
  shiptrack_clock_free(clock);
  WORKS(shiptrack_service_open_in_memory(NULL, &service, &error));
  REFUSED(SHIPTRACK_ERROR_LENGTH, "max_items", shiptrack_service_run_due(service, SIZE_MAX, NULL, &error));
  REFUSED(SHIPTRACK_ERROR_LENGTH, "limit", shiptrack_service_events(service, NULL, 0, SIZE_MAX, &events, &error));
  REFUSED(SHIPTRACK_ERROR_NOT_FOUND, "account_id", shiptrack_service_client(service, "nope", &client, &error));
  REFUSED(SHIPTRACK_ERROR_NOT_FOUND, "account_id", shiptrack_service_events(service, "nope", 0, 1, &events, &error));
  INVALID("threads", shiptrack_service_start_worker(service, 0, &error));
  INVALID("threads", shiptrack_service_start_worker(service, 1000000, &error));
  WORKS(shiptrack_service_client(service, NULL, &client, &error));
  INVALID("timeout_ms", shiptrack_client_with_timeout(client, -2, &hurried, &error));
  WORKS(shiptrack_client_with_timeout(client, 0, &hurried, &error));
  GIVES(SHIPTRACK_ERROR_TIMEOUT, shiptrack_shipping_line_get(hurried, "MAEU", &resource, &error));
  shiptrack_client_free(hurried);
  CHECK(shiptrack_tracking_request_create(client, "box", "MSCU5956818", "MSCU", NULL, &resource, &error) ==
        SHIPTRACK_ERROR_INVALID);
  CHECK(strstr(shiptrack_error_message(error).data, "\"box\"") != NULL);
  shiptrack_error_free(error);
  error = NULL;
  CHECK(shiptrack_resource_parse(NULL, (const uint8_t *)PAGE, strlen(PAGE), &resource, &error) ==
        SHIPTRACK_ERROR_UNEXPECTED_RESPONSE);
  CHECK(strstr(shiptrack_error_message(error).data, "this is not a JSON:API document") != NULL);
  shiptrack_error_free(error);
  error = NULL;
  INVALID("secrets[0]", shiptrack_verifier_new(&no_secret, 1, SHIPTRACK_DEFAULT_TIMEOUT, 0, &verifier, &error));
  INVALID("secrets", shiptrack_verifier_new(NULL, 0, SHIPTRACK_DEFAULT_TIMEOUT, 0, &verifier, &error));
  INVALID("/data/attributes/request_number", shiptrack_number_infer("", &number, &error));
  WORKS(shiptrack_headers_new(&headers, &error));
  INVALID("name", shiptrack_headers_add(headers, "", "x", &error));
  INVALID("name", shiptrack_headers_add(headers, "X-A\r\nX-B", "x", &error));
  INVALID("value", shiptrack_headers_add(headers, "X-A", "x\r\nX-B: y", &error));
  REFUSED(SHIPTRACK_ERROR_NOT_UTF8, "value", shiptrack_headers_add(headers, "X-A", "M\xfcnchen", &error));
  CHECK(shiptrack_headers_count(headers) == 0);
  shiptrack_headers_free(headers);
  shiptrack_client_free(client);
  shiptrack_service_free(service);
}

static void arguments(void) {
  shiptrack_service *service = NULL;
  shiptrack_client *client = NULL;
  shiptrack_number *number = NULL;
  shiptrack_time time;
  size_t count = 0;
  REFUSED(SHIPTRACK_ERROR_NULL_ARGUMENT, "path", shiptrack_service_open(NULL, NULL, &service, &error));
  REFUSED(SHIPTRACK_ERROR_NULL_ARGUMENT, "service", shiptrack_service_open("x", NULL, NULL, &error));
  REFUSED(SHIPTRACK_ERROR_NOT_UTF8, "path", shiptrack_service_open("\xff", NULL, &service, &error));
  REFUSED(SHIPTRACK_ERROR_NOT_UTF8, "json", shiptrack_facts_check((const uint8_t *)"\xff", 1, &count, &error));
  REFUSED(SHIPTRACK_ERROR_LENGTH, "json", shiptrack_facts_check((const uint8_t *)"x", SIZE_MAX, &count, &error));
  REFUSED(SHIPTRACK_ERROR_NULL_ARGUMENT, "json", shiptrack_facts_check(NULL, 1, &count, &error));
  REFUSED(SHIPTRACK_ERROR_NULL_ARGUMENT, "shiptrack_service", shiptrack_service_client(NULL, NULL, &client, &error));
  REFUSED(SHIPTRACK_ERROR_WRONG_OBJECT, "shiptrack_service",
          shiptrack_service_client((const shiptrack_service *)(const void *)&time, NULL, &client, &error));
  CHECK(shiptrack_number_check("crate", "MSCU5956818", &number, &error) == SHIPTRACK_ERROR_INVALID);
  IS(shiptrack_error_message(error),
     "\"crate\" is not a type of number. Use one of container, bill_of_lading, booking_number, container_number, "
     "bill_of_lading_value, booking_value, scac, request_scac, imo, un_locode [/data/attributes/request_type]");
  shiptrack_error_free(error);
  error = NULL;
}

static int reads;

static int32_t read_document(void *data, const shiptrack_attachment *attachment, const shiptrack_extraction *extraction) {
  (void)data, (void)attachment, (void)extraction;
  reads++;
  return SHIPTRACK_OK;
}

static void accounts(void) {
  static const char MAIL[] =
      "Content-Type: text/plain; name=bill.txt\r\nContent-Disposition: attachment; filename=bill.txt\r\n\r\nx\r\n";
  shiptrack_service_options *options = NULL;
  shiptrack_service *service = NULL;
  shiptrack_client *client = NULL;
  shiptrack_ingested_email *ingested = NULL;
  WORKS(shiptrack_service_options_new(&options, &error));
  WORKS(shiptrack_service_options_extractor(options, read_document, NULL, NULL, &error));
  WORKS(shiptrack_service_open_in_memory(options, &service, &error));
  shiptrack_service_options_free(options);
  /* The name of an account is not its id. */
  CHECK(shiptrack_service_client(service, "default", &client, &error) == SHIPTRACK_ERROR_NOT_FOUND);
  CHECK(strstr(shiptrack_error_message(error).data, "by its id (a UUID), not by its name: \"default\" is not an id") != NULL);
  shiptrack_error_free(error);
  error = NULL;
  GIVES(SHIPTRACK_ERROR_NOT_FOUND, shiptrack_service_ingest_email(service, "unknown-id", (const uint8_t *)MAIL, strlen(MAIL),
                                                                  NULL, &ingested, &error));
  CHECK(reads == 0);
  WORKS(shiptrack_service_ingest_email(service, NULL, (const uint8_t *)MAIL, strlen(MAIL), NULL, &ingested, &error));
  CHECK(reads == 1);
  shiptrack_ingested_email_free(ingested);
  shiptrack_service_free(service);
}

static void keys_of_facts(void) {
  static const char EVENT[] =
      "{\"container\":\"MSKU0308961\",\"event\":{\"milestone\":\"vessel_arrived\",\"certainty\":\"estimated\","
      "\"place\":{\"locode\":\"USLAX\"},\"vessel\":{\"imo\":9321483}}}";
  static const char FEE[] = "{\"reading\":{\"fees\":[{\"type\":\"total\",\"amount\":\"250.00\"}]}}";
  static const char KEY[] = "2|shipping_line|MSKU0308961|arrived|expected|laden|USLAX|0";
  shiptrack_buffer *key = NULL;
  char withdrawal[160];
  size_t count = 0;
  WORKS(shiptrack_fact_key((const uint8_t *)EVENT, strlen(EVENT), &key, &error));
  IS(shiptrack_buffer_view(key), KEY);
  snprintf(withdrawal, sizeof withdrawal, "{\"withdrawn\":\"%s\"}", shiptrack_buffer_view(key).data);
  WORKS(shiptrack_facts_check((const uint8_t *)withdrawal, strlen(withdrawal), &count, &error));
  CHECK(count == 1);
  shiptrack_buffer_free(key);
  WORKS(shiptrack_facts_check((const uint8_t *)FEE, strlen(FEE), NULL, &error));
  GIVES(SHIPTRACK_ABSENT, shiptrack_fact_key((const uint8_t *)FEE, strlen(FEE), &key, &error));
  INVALID("json", shiptrack_fact_key((const uint8_t *)"[]", 2, &key, &error));
}

/* The response of a proxy in place of the service can be read. */
static void unreadable_responses(void) {
  static const char PAGE[] = "<html>Bad gateway</html>";
  shiptrack_error *answered = NULL;
  WORKS(shiptrack_error_from_answer(502, NULL, (const uint8_t *)PAGE, strlen(PAGE), &answered, &error));
  IS(shiptrack_error_body(answered), PAGE);
  CHECK(shiptrack_error_http_status(answered) == 502 && shiptrack_error_objects_count(answered) == 0);
  shiptrack_error_free(answered);
}

static void statuses(void) {
  CHECK(!SHIPTRACK_FAILED(SHIPTRACK_OK) && !SHIPTRACK_FAILED(SHIPTRACK_DONE) && !SHIPTRACK_FAILED(SHIPTRACK_ABSENT));
  CHECK(SHIPTRACK_FAILED(SHIPTRACK_ERROR_INVALID) && SHIPTRACK_FAILED(SHIPTRACK_ERROR_PANIC));
  CHECK(SHIPTRACK_FAILED(-1) && SHIPTRACK_FAILED(12345));
}

/* -1 is the default, INT64_MAX no limit, and 0 does not wait; any other negative time is rejected with the name of its parameter. */
static void special_times(void) {
  static const int64_t PAUSES[] = {1000, SHIPTRACK_NO_LIMIT};
  const char *secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", *id;
  shiptrack_client_options *options = NULL;
  shiptrack_service_options *settings = NULL;
  shiptrack_service *service = NULL;
  shiptrack_client *client = NULL, *derived = NULL;
  shiptrack_resource *request = NULL, *webhook = NULL, *found = NULL;
  shiptrack_verifier *verifier = NULL;
  shiptrack_edi_folder *folder = NULL;
  shiptrack_events *events = NULL;
  shiptrack_buffer *output = NULL;
  shiptrack_clock *clock = NULL;
  int64_t left = 0;
  uint64_t due = 0;
  CHECK(SHIPTRACK_DEFAULT_TIMEOUT == -1 && SHIPTRACK_NO_LIMIT == INT64_MAX);

  WORKS(shiptrack_client_options_new(&options, &error));
  WORKS(shiptrack_client_options_timeout(options, SHIPTRACK_DEFAULT_TIMEOUT, &error));
  WORKS(shiptrack_client_options_timeout(options, SHIPTRACK_NO_LIMIT, &error));
  INVALID("timeout_ms", shiptrack_client_options_timeout(options, -2, &error));
  WORKS(shiptrack_client_options_connect_timeout(options, SHIPTRACK_DEFAULT_TIMEOUT, &error));
  WORKS(shiptrack_client_options_connect_timeout(options, SHIPTRACK_NO_LIMIT, &error));
  INVALID("timeout_ms", shiptrack_client_options_connect_timeout(options, INT64_MIN, &error));
  WORKS(shiptrack_client_options_retries(options, 2, SHIPTRACK_DEFAULT_TIMEOUT, SHIPTRACK_NO_LIMIT, &error));
  INVALID("base_ms", shiptrack_client_options_retries(options, 2, SHIPTRACK_NO_LIMIT, 1, &error));
  INVALID("cap_ms", shiptrack_client_options_retries(options, 2, 1, -2, &error));
  WORKS(shiptrack_client_options_limit(options, SHIPTRACK_BUCKET_CREATE, SHIPTRACK_NO_LIMIT, SHIPTRACK_DEFAULT_TIMEOUT, &error));
  INVALID("requests", shiptrack_client_options_limit(options, SHIPTRACK_BUCKET_CREATE, -1, 1000, &error));
  INVALID("window_ms", shiptrack_client_options_limit(options, SHIPTRACK_BUCKET_CREATE, 1, -2, &error));
  INVALID("window_ms", shiptrack_client_options_limit(options, SHIPTRACK_BUCKET_CREATE, 1, SHIPTRACK_NO_LIMIT, &error));
  WORKS(shiptrack_service_options_new(&settings, &error));
  INVALID("pauses_ms", shiptrack_service_options_delivery_retries(settings, PAUSES, 2, &error));
  INVALID("requests", shiptrack_service_options_limit(settings, SHIPTRACK_BUCKET_DEFAULT, -1, 1000, &error));
  WORKS(shiptrack_clock_new(INT64_C(1777636800000), &clock, &error));
  INVALID("by_ms", shiptrack_clock_advance(clock, SHIPTRACK_DEFAULT_TIMEOUT, &error));
  INVALID("by_ms", shiptrack_clock_advance(clock, SHIPTRACK_NO_LIMIT, &error));
  WORKS(shiptrack_service_options_clock(settings, clock, &error));
  WORKS(shiptrack_service_open_in_memory(settings, &service, &error));
  WORKS(shiptrack_service_client(service, NULL, &client, &error));

  WORKS(shiptrack_client_with_timeout(client, SHIPTRACK_NO_LIMIT, &derived, &error));
  WORKS(shiptrack_client_allowance(derived, SHIPTRACK_BUCKET_DEFAULT, &left, &error));
  CHECK(left == SHIPTRACK_NO_LIMIT);
  shiptrack_client_free(derived);
  WORKS(shiptrack_client_with_timeout(client, 0, &derived, &error));
  shiptrack_client_free(client);
  /* The default is the limit of the original client. */
  WORKS(shiptrack_client_with_timeout(derived, SHIPTRACK_DEFAULT_TIMEOUT, &client, &error));
  GIVES(SHIPTRACK_ERROR_TIMEOUT, shiptrack_shipping_line_get(client, "MAEU", &found, &error));
  shiptrack_client_free(derived);
  shiptrack_client_free(client);
  WORKS(shiptrack_service_client(service, NULL, &client, &error));

  /* 0 fetches once, and does no due work. */
  WORKS(shiptrack_track(client, "container", "TEST-TR-SUCCEEDED", "TEST", &request, &error));
  id = shiptrack_resource_id(request).data;
  GIVES(SHIPTRACK_ERROR_TIMEOUT, shiptrack_wait(client, id, 0, &found, &error));
  INVALID("timeout_ms", shiptrack_wait(client, id, -2, &found, &error));
  INVALID("poll_ms", shiptrack_tracking_request_wait(client, id, 0, -2, NULL, NULL, &found, &error));
  INVALID("poll_ms", shiptrack_tracking_request_wait(client, id, 0, SHIPTRACK_NO_LIMIT, NULL, NULL, &found, &error));
  WORKS(shiptrack_service_settle(service, 0, NULL, NULL, NULL, NULL, &due, &error));
  CHECK(due > 0);
  INVALID("timeout_ms", shiptrack_settle(service, -2, &error));
  WORKS(shiptrack_settle(service, SHIPTRACK_DEFAULT_TIMEOUT, &error));
  WORKS(shiptrack_settle(service, SHIPTRACK_NO_LIMIT, &error));
  WORKS(shiptrack_wait(client, id, SHIPTRACK_DEFAULT_TIMEOUT, &found, &error));
  shiptrack_resource_free(found);
  WORKS(shiptrack_wait(client, id, SHIPTRACK_NO_LIMIT, &found, &error));
  shiptrack_resource_free(found);
  WORKS(shiptrack_tracking_request_wait_until_answered(client, id, 0, 0, NULL, NULL, &found, &error));
  shiptrack_resource_free(found);

  INVALID("timeout_ms", shiptrack_service_wait_events(service, NULL, 0, 1, -2, NULL, &events, &error));
  WORKS(shiptrack_service_wait_events(service, NULL, 0, 1, SHIPTRACK_DEFAULT_TIMEOUT, NULL, &events, &error));
  CHECK(shiptrack_events_count(events) == 1);
  shiptrack_events_free(events);
  WORKS(shiptrack_service_wait_events(service, NULL, 0, 1, SHIPTRACK_NO_LIMIT, NULL, &events, &error));
  shiptrack_events_free(events);
  WORKS(shiptrack_service_wait_events(service, NULL, 1000000, 1, 0, NULL, &events, &error));
  CHECK(shiptrack_events_count(events) == 0);
  shiptrack_events_free(events);

  WORKS(shiptrack_webhook_create(client, "https://receiver.example/hook", NULL, &webhook, &error));
  id = shiptrack_resource_id(webhook).data;
  INVALID("overlap_ms", shiptrack_webhook_rotate_secret(client, id, -2, &found, &error));
  INVALID("overlap_ms", shiptrack_webhook_rotate_secret(client, id, SHIPTRACK_NO_LIMIT, &found, &error));
  WORKS(shiptrack_webhook_rotate_secret(client, id, SHIPTRACK_DEFAULT_TIMEOUT, &found, &error));
  shiptrack_resource_free(found);
  INVALID("overlap_ms", shiptrack_service_rotate_subscription(service, NULL, "8d6f6a6e-5a0f-4a3c-9a53-2f6a1c1f7d10", NULL, -2,
                                                              &output, &error));
  INVALID("quiet_ms", shiptrack_service_edi_folder(service, NULL, ".", -2, 0, &folder, &error));
  INVALID("quiet_ms", shiptrack_service_edi_folder(service, NULL, ".", SHIPTRACK_NO_LIMIT, 0, &folder, &error));

  INVALID("tolerance_ms", shiptrack_verifier_new(&secret, 1, -2, 0, &verifier, &error));
  WORKS(shiptrack_verifier_new(&secret, 1, 0, 0, &verifier, &error));
  shiptrack_verifier_free(verifier);
  WORKS(shiptrack_verifier_new(&secret, 1, SHIPTRACK_NO_LIMIT, 0, &verifier, &error));
  shiptrack_verifier_free(verifier);

  shiptrack_resource_free(webhook);
  shiptrack_resource_free(request);
  shiptrack_client_free(client);
  shiptrack_service_free(service);
  shiptrack_clock_free(clock);
  shiptrack_service_options_free(settings);
  shiptrack_client_options_free(options);
}

int main(void) {
  special_times();
  messages_of_errors();
  settings_of_a_client();
  settings_of_a_service();
  settings_of_a_server();
  parameters_and_attributes();
  parameters_of_a_listing();
  attributes_of_drafts();
  values_out_of_bounds();
  arguments();
  accounts();
  keys_of_facts();
  unreadable_responses();
  statuses();
  return 0;
}
