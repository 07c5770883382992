/* A program that needs only the client of a hosted service, with a URL that does not exist. */
#include "check.h"

int main(void) {
  shiptrack_client_options *options = NULL;
  shiptrack_client *client = NULL;
  shiptrack_pages *pages = NULL;
  shiptrack_page *page = NULL;
  shiptrack_time time;

  WORKS(shiptrack_client_options_new(&options, &error));
  WORKS(shiptrack_client_options_allow_insecure_http(options, &error));
  WORKS(shiptrack_client_open("http://127.0.0.1:1/v2", "key", options, &client, &error));
  WORKS(shiptrack_container_list(client, NULL, &pages, &error));
  GIVES(SHIPTRACK_ERROR_CONNECT, shiptrack_pages_next(pages, &page, &error));
  WORKS(shiptrack_time_at_place("2026-05-02T07:00:00Z", "America/Los_Angeles", &time, &error));
  CHECK(time.is_date && time.day == 2);
  printf("no service is there\n");
  shiptrack_pages_free(pages);
  shiptrack_client_free(client);
  shiptrack_client_options_free(options);
  return 0;
}
