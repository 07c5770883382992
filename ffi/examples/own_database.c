/* Answers look-ups from the data of the program, with a C callback as the carrier.
 *
 *     cc own_database.c -o own_database $(pkg-config --cflags --libs shiptrack)
 */
#include <shiptrack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(int32_t status, shiptrack_error **error) {
  if (status == SHIPTRACK_OK) return;
  fprintf(stderr, "%s: %s\n", shiptrack_status_name(status).data, SHIPTRACK_OR(shiptrack_error_message(*error), ""));
  shiptrack_error_free(*error);
  exit(1);
}

/* A row of the program's database. facts.md describes the form of the facts: it is installed in the folder above this one,
 * share/doc/shiptrack, and is core/docs/facts.md in the sources. */
struct row {
  const char *number;
  const char *facts;
};

static const struct row TABLE[] = {
    {"MSKU0308961",
     "[{\"container\": \"MSKU0308961\", \"event\": {\"movement\": \"departed\", \"mode\": \"vessel\", \"at\": \"2026-04-20T18:00:00+08:00\","
     "  \"place\": {\"locode\": \"CNSHA\"}, \"vessel\": {\"name\": \"MAERSK ELBA\", \"imo\": \"9458078\"}}},"
     " {\"container\": \"MSKU0308961\", \"event\": {\"movement\": \"arrived\", \"mode\": \"vessel\", \"certainty\": \"estimated\","
     "  \"at\": \"2026-05-14T06:00:00-07:00\", \"place\": {\"locode\": \"USLAX\"}}},"
     " {\"particulars\": {\"port_of_lading\": {\"locode\": \"CNSHA\"}, \"port_of_discharge\": {\"locode\": \"USLAX\"},"
     "  \"containers\": [\"MSKU0308961\"]}}]"},
};

/* Runs on the thread that does the due work: here the thread that waits in main(). */
static int32_t look_up(void *user_data, const shiptrack_look_up *question, const shiptrack_answer *answer) {
  const char *number = shiptrack_look_up_normalized_number(question).data;
  int *calls = user_data;
  size_t i;

  ++*calls;
  for (i = 0; i < sizeof TABLE / sizeof TABLE[0]; i++) {
    shiptrack_error *error = NULL;
    if (strcmp(TABLE[i].number, number) != 0) continue;
    if (shiptrack_answer_facts(answer, (const uint8_t *)TABLE[i].facts, strlen(TABLE[i].facts), &error)) {
      /* The facts are not valid: the look-up fails, with this error as its message. */
      fprintf(stderr, "%s at %s\n", shiptrack_error_message(error).data, SHIPTRACK_OR(shiptrack_error_pointer(error), "?"));
      shiptrack_error_free(error);
      return SHIPTRACK_LOOK_UP_UNREADABLE;
    }
    return shiptrack_answer_complete(answer, NULL);
  }
  return SHIPTRACK_LOOK_UP_NOT_FOUND;
}

int main(void) {
  shiptrack_service_options *options = NULL;
  shiptrack_service *service = NULL;
  shiptrack_client *client = NULL;
  shiptrack_resource *request = NULL, *settled = NULL, *shipment = NULL;
  shiptrack_error *error = NULL;
  int calls = 0;

  must(shiptrack_service_options_new(&options, &error), &error);
  must(shiptrack_service_options_carrier(options, "MAEU", look_up, &calls, NULL, &error), &error);
  must(shiptrack_service_open_in_memory(options, &service, &error), &error);
  must(shiptrack_service_client(service, NULL, &client, &error), &error);

  must(shiptrack_tracking_request_track(client, "container", "MSKU 030896-1", "MAEU", NULL, NULL, &request, &error), &error);
  must(shiptrack_tracking_request_wait(client, shiptrack_resource_id(request).data, 60000, SHIPTRACK_DEFAULT_TIMEOUT, NULL, NULL, &settled,
                                       &error),
       &error);
  printf("%s is %s after %d look-up\n", shiptrack_tracking_request_request_number(settled).data,
         shiptrack_tracking_request_status(settled).data, calls);

  must(shiptrack_shipment_get(client, shiptrack_resource_related_id(settled, "tracked_object", 0).data, NULL, &shipment,
                              &error),
       &error);
  printf("from %s to %s, expected %s\n", SHIPTRACK_OR(shiptrack_shipment_port_of_lading_locode(shipment), "?"),
         SHIPTRACK_OR(shiptrack_shipment_port_of_discharge_locode(shipment), "?"),
         SHIPTRACK_OR(shiptrack_shipment_pod_eta_at(shipment), "?"));

  shiptrack_resource_free(shipment);
  shiptrack_resource_free(settled);
  shiptrack_resource_free(request);
  shiptrack_client_free(client);
  shiptrack_service_free(service);
  shiptrack_service_options_free(options);
  return 0;
}
