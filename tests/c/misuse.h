/* What the program that misuse.awk makes works with: one living object of each kind. */
#ifndef MISUSE_H
#define MISUSE_H

#include "check.h"

#define CANARY ((void *)0x5ca1ab1e)

static const char BAD[] = "\xff\xfe\xc3(";
static const char *const BADS[] = {BAD};
static const uint8_t BYTE[1] = {'x'};
static void *sink = CANARY;
static uint64_t scalars[16];
static const char *function = "";
static int in_round;

static shiptrack_cancel *live_cancel;
static shiptrack_clock *live_clock;
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
static shiptrack_response *live_response;
static shiptrack_ingested *live_ingested;
static shiptrack_buffer *live_buffer;

static void set_up(void) {
  const char *secret;
  WORKS(shiptrack_cancel_new(&live_cancel, &error));
  WORKS(shiptrack_clock_new(1777636800000, &live_clock, &error));
  WORKS(shiptrack_query_new(&live_query, &error));
  WORKS(shiptrack_draft_new(&live_draft, &error));
  WORKS(shiptrack_client_options_new(&live_client_options, &error));
  WORKS(shiptrack_service_options_new(&live_service_options, &error));
  WORKS(shiptrack_service_options_clock(live_service_options, live_clock, &error));
  WORKS(shiptrack_server_options_new(&live_server_options, &error));
  WORKS(shiptrack_service_open_in_memory(live_service_options, &live_service, &error));
  WORKS(shiptrack_server_start(live_service, NULL, &live_server, &error));
  WORKS(shiptrack_service_client(live_service, NULL, &live_client, &error));
  WORKS(shiptrack_tracking_request_create(live_client, "container", "TEST-TR-SUCCEEDED", "TEST", NULL, &live_resource,
                                          &error));
  WORKS(shiptrack_service_run_due(live_service, 0, NULL, &error));
  WORKS(shiptrack_container_list(live_client, NULL, &live_pages, &error));
  WORKS(shiptrack_pages_next(live_pages, &live_page, &error));
  WORKS(shiptrack_service_events(live_service, NULL, 0, 100, &live_events, &error));
  CHECK(shiptrack_tracking_request_get(live_client, "nobody", NULL, &live_resource, &live_error) ==
        SHIPTRACK_ERROR_NOT_FOUND);
  WORKS(shiptrack_headers_new(&live_headers, &error));
  WORKS(shiptrack_webhook_new_secret(&live_buffer, &error));
  secret = shiptrack_buffer_view(live_buffer).data;
  WORKS(shiptrack_verifier_new(&secret, 1, 0, 0, &live_verifier, &error));
  WORKS(shiptrack_number_check("container", "MSCU5956818", &live_number, &error));
  WORKS(shiptrack_tracking_request_infer(live_client, "MSCU5956818", &live_inference, &error));
  WORKS(shiptrack_client_send(live_client, "GET", "containers", NULL, NULL, 0, &live_response, &error));
  WORKS(shiptrack_service_ingest_email(live_service, NULL, BYTE, 1, NULL, &live_ingested, &error));
}

static void begin(const char *name, int round) {
  function = name;
  in_round = round;
  sink = CANARY;
}

/* A refused call leaves its output alone, and says what was wrong. */
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

static void tear_down(void) {
  shiptrack_buffer_free(live_buffer);
  shiptrack_ingested_free(live_ingested);
  shiptrack_response_free(live_response);
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
  shiptrack_clock_free(live_clock);
  shiptrack_cancel_free(live_cancel);
}

#endif
