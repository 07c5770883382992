/* The environment of a case of tests/corpus/api: a service on a manual clock, its accounts and keys, its carrier, and a
 * server in front of it if the case runs over HTTP. */
#ifndef API_STAGE_H
#define API_STAGE_H

#include "check.h"
#include "json.h"

enum { PROCESS, HTTP };
enum { DEFAULT, OTHER, READ_ONLY, REVOKED, KEYS };
static const char *const KEY_NAMES[KEYS] = {"default", "other", "read_only", "revoked"};

/* The next answers of the carrier, from the steps of a case. */
struct carrier {
  const json *answers[16];
  size_t count, next;
};

struct stage {
  int home;
  shiptrack_clock *clock;
  shiptrack_service *service;
  shiptrack_server *server;
  /* By key. In process there are only the first two, as clients of the accounts. */
  shiptrack_client *clients[KEYS];
  shiptrack_resource *keys[KEYS], *account, *other;
  struct carrier carrier;
  const char *origin;
};

static const char *key_of(const struct stage *stage, int key) { return shiptrack_resource_attribute(stage->keys[key], "key").data; }

static int32_t failure_of(const char *name) {
  static const char *const NAMES[] = {"not_found", "no_data_yet", "invalid_number", "cancelled",
                                      "withheld",  "refused",     "unreachable",    "unreadable"};
  for (int32_t i = 0; i < 8; i++)
    if (strcmp(NAMES[i], name) == 0) return SHIPTRACK_LOOK_UP_NOT_FOUND + i;
  fprintf(stderr, "no carrier fails with %s\n", name);
  exit(1);
}

static int32_t look_up(void *data, const shiptrack_look_up *question, const shiptrack_answer *answer) {
  struct carrier *carrier = data;
  const json *output = carrier->next < carrier->count ? carrier->answers[carrier->next++] : NULL, *facts, *reference;
  CHECK(strcmp(shiptrack_look_up_scac(question).data, "MAEU") == 0);
  if (!output) return SHIPTRACK_LOOK_UP_NOT_FOUND;
  if (output->type == 's') return failure_of(output->text);
  facts = output->type == '[' ? output : json_get(output, "facts");
  CHECK(shiptrack_answer_facts(answer, (const uint8_t *)facts->start, (size_t)(facts->end - facts->start), NULL) == SHIPTRACK_OK);
  if (output->type == '[' || json_get(output, "complete")->type == 't') CHECK(shiptrack_answer_complete(answer, NULL) == SHIPTRACK_OK);
  if (output->type == '{' && json_get(output, "references"))
    for (reference = json_get(output, "references")->first; reference; reference = reference->next)
      CHECK(shiptrack_answer_reference(answer, reference->text, NULL) == SHIPTRACK_OK);
  return SHIPTRACK_OK;
}

static void open_service(struct stage *stage) {
  shiptrack_service_options *options = NULL;
  WORKS(shiptrack_clock_new(1777636800000, &stage->clock, &error));
  WORKS(shiptrack_service_options_new(&options, &error));
  WORKS(shiptrack_service_options_clock(options, stage->clock, &error));
  WORKS(shiptrack_service_options_allow_loopback(options, &error));
  WORKS(shiptrack_service_options_carrier(options, "MAEU", look_up, &stage->carrier, NULL, &error));
  WORKS(shiptrack_service_open_in_memory(options, &stage->service, &error));
  shiptrack_service_options_free(options);
}

static void open_accounts(struct stage *stage) {
  const char *other;
  WORKS(shiptrack_service_account(stage->service, "default", &stage->account, &error));
  WORKS(shiptrack_service_create_account(stage->service, "other", "Other Company", &stage->other, &error));
  other = shiptrack_resource_id(stage->other).data;
  for (int key = 0; key < KEYS; key++)
    WORKS(shiptrack_service_create_key(stage->service, key == OTHER ? other : NULL, KEY_NAMES[key], key == READ_ONLY,
                                       &stage->keys[key], &error));
  WORKS(shiptrack_service_revoke_key(stage->service, NULL, shiptrack_resource_id(stage->keys[REVOKED]).data, &error));
}

/* Clients without retries and rate limits, because the tests look at the answers of the service. */
static void open_hosted(struct stage *stage) {
  shiptrack_server_options *options = NULL;
  shiptrack_client_options *settings = NULL;
  WORKS(shiptrack_server_options_new(&options, &error));
  WORKS(shiptrack_server_options_limit(options, "body_bytes", 65536, &error));
  WORKS(shiptrack_server_start(stage->service, options, &stage->server, &error));
  shiptrack_server_options_free(options);
  stage->origin = shiptrack_server_url(stage->server).data;
  WORKS(shiptrack_client_options_new(&settings, &error));
  WORKS(shiptrack_client_options_retries(settings, 1, 0, 0, &error));
  WORKS(shiptrack_client_options_roots_bundled(settings, &error));
  for (int32_t bucket = SHIPTRACK_BUCKET_DEFAULT; bucket <= SHIPTRACK_BUCKET_REFRESH; bucket++)
    WORKS(shiptrack_client_options_limit(settings, bucket, SHIPTRACK_NO_LIMIT, SHIPTRACK_DEFAULT_TIMEOUT, &error));
  for (int key = 0; key < KEYS; key++)
    WORKS(shiptrack_client_open(stage->origin, key_of(stage, key), settings, &stage->clients[key], &error));
  shiptrack_client_options_free(settings);
}

static void open_stage(struct stage *stage, int home) {
  memset(stage, 0, sizeof *stage);
  stage->home = home;
  stage->origin = "";
  open_service(stage);
  open_accounts(stage);
  if (home == HTTP) {
    open_hosted(stage);
  } else {
    WORKS(shiptrack_service_client(stage->service, NULL, &stage->clients[DEFAULT], &error));
    WORKS(shiptrack_service_client(stage->service, shiptrack_resource_id(stage->other).data, &stage->clients[OTHER], &error));
  }
}

static void close_stage(struct stage *stage) {
  for (int key = 0; key < KEYS; key++) {
    shiptrack_client_free(stage->clients[key]);
    shiptrack_resource_free(stage->keys[key]);
  }
  shiptrack_resource_free(stage->account);
  shiptrack_resource_free(stage->other);
  shiptrack_server_free(stage->server);
  shiptrack_service_free(stage->service);
  shiptrack_clock_free(stage->clock);
}

#endif
