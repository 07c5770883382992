/* The objects of the program that misuse.awk generates: one valid object of each type. */
#ifndef MISUSE_H
#define MISUSE_H

#include <unistd.h>

#include "check.h"

#define CANARY ((void *)0x5ca1ab1e)

static const char BAD[] = "\xff\xfe\xc3(";
static const char *const BADS[] = {BAD};
static const uint8_t BYTE[1] = {'x'};
static void *sink = CANARY;
static uint64_t scalars[64];
static const char *function = "";
static int in_round;
static char folder[64];

static shiptrack_cancel *live_cancel;
static shiptrack_clock *live_clock;
static shiptrack_simulator *live_simulator;
static shiptrack_credentials *live_credentials;
static shiptrack_carrier_access *live_carrier_access;
static shiptrack_edi_folder *live_edi_folder;
static shiptrack_query *live_query;
static shiptrack_draft *live_draft;
static shiptrack_client_options *live_client_options;
static shiptrack_service_options *live_service_options;
static shiptrack_server_options *live_server_options;
static shiptrack_service *live_service;
static shiptrack_server *live_server;
static shiptrack_client *live_client;
static shiptrack_resource *live_resource;
static shiptrack_pages *live_pages;
static shiptrack_page *live_page;
static shiptrack_events *live_events;
static shiptrack_error *live_error;
static shiptrack_headers *live_headers;
static shiptrack_verifier *live_verifier;
static shiptrack_number *live_number;
static shiptrack_inference *live_inference;
static shiptrack_journey *live_journey;
static shiptrack_response *live_response;
static shiptrack_ingested_email *live_ingested_email;
static shiptrack_recording_report *live_recording_report;
static shiptrack_buffer *live_buffer;

/* As many resources as draw_size() lets a function read, sometimes NULL or another object. */
static const shiptrack_resource **resources(void) {
  static const shiptrack_resource *all[64];
  size_t i;
  for (i = 0; i < 64; i++) all[i] = live_resource;
  all[5] = NULL;
  all[40] = (const shiptrack_resource *)(const void *)live_clock;
  return all;
}

static void set_up(void) {
  const char *secret;
  WORKS(shiptrack_cancel_new(&live_cancel, &error));
  WORKS(shiptrack_clock_new(1777636800000, &live_clock, &error));
  WORKS(shiptrack_simulator_open("direct", live_clock, &live_simulator, &error));
  WORKS(shiptrack_credentials_of_account(NULL, &live_credentials, &error));
  WORKS(shiptrack_carrier_access_new("[MAEU]", &live_carrier_access, &error));
  WORKS(shiptrack_query_new(&live_query, &error));
  WORKS(shiptrack_draft_new(&live_draft, &error));
  WORKS(shiptrack_client_options_new(&live_client_options, &error));
  WORKS(shiptrack_service_options_new(&live_service_options, &error));
  WORKS(shiptrack_service_options_clock(live_service_options, live_clock, &error));
  WORKS(shiptrack_server_options_new(&live_server_options, &error));
  WORKS(shiptrack_service_open_in_memory(live_service_options, &live_service, &error));
  mkdtemp(strcpy(folder, "/tmp/shiptrack-misuse-XXXXXX"));
  WORKS(shiptrack_service_edi_folder(live_service, NULL, folder, 0, 0, &live_edi_folder, &error));
  WORKS(shiptrack_server_start(live_service, NULL, &live_server, &error));
  WORKS(shiptrack_service_client(live_service, NULL, &live_client, &error));
  WORKS(shiptrack_tracking_request_create(live_client, "container", "TEST-TR-SUCCEEDED", "TEST", NULL, &live_resource,
                                          &error));
  WORKS(shiptrack_service_run_due(live_service, 0, NULL, &error));
  WORKS(shiptrack_container_list(live_client, NULL, &live_pages, &error));
  WORKS(shiptrack_pages_next(live_pages, &live_page, &error));
  WORKS(shiptrack_service_events(live_service, NULL, 0, 100, &live_events, &error));
  CHECK(shiptrack_tracking_request_get(live_client, "unknown-id", NULL, &live_resource, &live_error) ==
        SHIPTRACK_ERROR_NOT_FOUND);
  WORKS(shiptrack_headers_new(&live_headers, &error));
  WORKS(shiptrack_webhook_new_secret(&live_buffer, &error));
  secret = shiptrack_buffer_view(live_buffer).data;
  WORKS(shiptrack_verifier_new(&secret, 1, SHIPTRACK_DEFAULT_TIMEOUT, 0, &live_verifier, &error));
  WORKS(shiptrack_number_check("container", "MSCU5956818", &live_number, &error));
  WORKS(shiptrack_tracking_request_infer(live_client, "MSCU5956818", &live_inference, &error));
  WORKS(shiptrack_journey_create(shiptrack_page_at(live_page, 0), NULL, 0, NULL, 1777636800000, &live_journey, &error));
  WORKS(shiptrack_client_send(live_client, "GET", "containers", NULL, NULL, 0, &live_response, &error));
  WORKS(shiptrack_service_ingest_email(live_service, NULL, BYTE, 1, NULL, &live_ingested_email, &error));
  WORKS(shiptrack_service_record_facts(live_service, NULL, "MSCU5956818", (const uint8_t *)"[]", 2, &live_recording_report, &error));
}

static void begin(const char *name, int round) {
  function = name;
  in_round = round;
  sink = CANARY;
}

#ifndef RANDOM
/* A rejected call does not write its output, and describes the error. */
static void end(int32_t status, int must_refuse) {
  int refused = status != SHIPTRACK_OK && status != SHIPTRACK_DONE && status != SHIPTRACK_ABSENT;
  if ((must_refuse && status == SHIPTRACK_OK) || (status != SHIPTRACK_OK && sink != CANARY) ||
      status == SHIPTRACK_ERROR_PANIC || (refused && in_round != 4 && error == NULL) || (!refused && error != NULL)) {
    fprintf(stderr, "%s, round %d: %s %s\n", function, in_round, shiptrack_status_name(status).data,
            SHIPTRACK_OR(shiptrack_error_message(error), ""));
    exit(1);
  }
  shiptrack_error_free(error);
  error = NULL;
}
#endif

#ifdef RANDOM
/* xorshift: the same calls for the same seed, with the same compiler. */
static uint64_t seed;

static uint64_t draw(uint64_t below) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (seed >> 11) % below;
}

static const char *const TEXTS[64] = {
    "", "x", "container", "bill_of_lading", "TEST-TR-SUCCEEDED", "TEST-TR-FAILED", "TEST", "MAEU", "MSCU5956818",
    "page[size]", "5", "-1", "include", "containers", "reference_object", "default", "lifecycle.tries", "queue",
    "127.0.0.1:0", "10.0.0.0/8", "https://example.com/v2", "http://127.0.0.1:1/", "/v2/containers?page[size]=1", "GET",
    "POST", "status", "{}", "[]", "{\"data\":[]}", "2026-05-02", "2026-05-02T08:00:00-07:00", "key", "\xff\xfe\xc3(",
    "events", "container.created", "refs", "\n", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"};

static const char *draw_text(void) {
  switch (draw(16)) {
    case 0: return NULL;
    case 1: return BAD;
    case 2: return shiptrack_resource_id(live_resource).data;
    default: return TEXTS[draw(40)];
  }
}

/* Each has 64 bytes, the maximum that draw_size() lets a function read. */
static const uint8_t *draw_bytes(void) {
  static const char BYTES[8][64] = {
      "x", "{}", "[]", "{\"data\":[{\"type\":\"container\",\"id\":\"1\"}]}", "{\"event\":{\"milestone\":\"full_in\"}}",
      "Subject: x\r\n\r\nMSCU5956818", "\xff\xfe\xfd", "-----BEGIN CERTIFICATE-----\n"};
  return draw(8) ? (const uint8_t *)BYTES[draw(8)] : NULL;
}

static uint64_t draw_size(void) {
  static const uint64_t SIZES[] = {0, 1, 2, 8, 32, 41, 64, SIZE_MAX, SIZE_MAX / 2 + 1};
  return SIZES[draw(sizeof SIZES / sizeof SIZES[0])];
}

static const int64_t NUMBERS[64] = {1,   1000, 5,     0,         2,         3,         200,          -1,
                                    404, 7,    60000, INT32_MAX, INT64_MAX, INT64_MIN, 1777636800000};

static int64_t draw_number(void) { return NUMBERS[draw(16)]; }

static void *draw_object(void) {
  void *const OBJECTS[] = {NULL, live_cancel, live_clock, live_query, live_client, live_service, live_page, live_error};
  return OBJECTS[draw(sizeof OBJECTS / sizeof OBJECTS[0])];
}

/* With any arguments: no panic, and an output only on success. */
static void settle(int32_t status) {
  if (status == SHIPTRACK_ERROR_PANIC || (SHIPTRACK_FAILED(status) && sink != CANARY)) {
    fprintf(stderr, "%s: %s %s\n", function, shiptrack_status_name(status).data,
            SHIPTRACK_OR(shiptrack_error_message(error), ""));
    exit(1);
  }
  shiptrack_error_free(error);
  error = NULL;
}
#endif

static void tear_down(void) {
  char made[64];
  shiptrack_edi_folder_free(live_edi_folder);
  rmdir(strcat(strcpy(made, folder), "/done"));
  rmdir(strcat(strcpy(made, folder), "/failed"));
  rmdir(folder);
  shiptrack_carrier_access_free(live_carrier_access);
  shiptrack_credentials_free(live_credentials);
  shiptrack_buffer_free(live_buffer);
  shiptrack_ingested_email_free(live_ingested_email);
  shiptrack_recording_report_free(live_recording_report);
  shiptrack_response_free(live_response);
  shiptrack_journey_free(live_journey);
  shiptrack_inference_free(live_inference);
  shiptrack_number_free(live_number);
  shiptrack_verifier_free(live_verifier);
  shiptrack_headers_free(live_headers);
  shiptrack_error_free(live_error);
  shiptrack_events_free(live_events);
  shiptrack_page_free(live_page);
  shiptrack_pages_free(live_pages);
  shiptrack_resource_free(live_resource);
  shiptrack_client_free(live_client);
  shiptrack_server_free(live_server);
  shiptrack_service_free(live_service);
  shiptrack_server_options_free(live_server_options);
  shiptrack_service_options_free(live_service_options);
  shiptrack_client_options_free(live_client_options);
  shiptrack_draft_free(live_draft);
  shiptrack_query_free(live_query);
  shiptrack_simulator_free(live_simulator);
  shiptrack_clock_free(live_clock);
  shiptrack_cancel_free(live_cancel);
}

#ifdef RANDOM
static int call_at_random(int argc, char **argv, void (*one_call)(void)) {
  uint64_t calls = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000, made;
  uint64_t first = seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  for (made = 0; made < calls; made++) {
    /* New objects from time to time, so that growing objects do not slow the test down. */
    if (made % 5000 == 0) {
      if (made > 0) tear_down();
      set_up();
    }
    one_call();
  }
  tear_down();
  printf("%llu calls at random, seed %llu\n", (unsigned long long)made, (unsigned long long)first);
  return 0;
}
#endif

#endif
