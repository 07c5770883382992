/* Eight threads on one client, one page and one resource, while the worker of the service runs. */
#include <pthread.h>

#include "check.h"

enum { THREADS = 8, ROUNDS = 25 };

static shiptrack_service *service;
static shiptrack_client *client;
static const shiptrack_page *shared;

static void *work(void *argument) {
  int me = *(int *)argument;
  shiptrack_error *problem = NULL;
  for (int round = 0; round < ROUNDS; round++) {
    shiptrack_resource *request = NULL;
    shiptrack_pages *pages = NULL;
    shiptrack_page *page = NULL;
    char number[32];
    snprintf(number, sizeof number, "BILL%d%04d", me, round);
    CHECK(shiptrack_tracking_request_create(client, "bill_of_lading", number, "TEST", NULL, &request, &problem) == 0);
    CHECK(strcmp(shiptrack_tracking_request_request_number(request).data, number) == 0);
    CHECK(shiptrack_tracking_request_list(client, NULL, &pages, &problem) == 0);
    CHECK(shiptrack_pages_next(pages, &page, &problem) == 0);
    CHECK(shiptrack_page_count(page) > 0);
    /* All threads parse the same items at the same time. */
    for (size_t i = 0; i < shiptrack_page_count(shared); i++) {
      const shiptrack_resource *item = shiptrack_page_at(shared, i);
      CHECK(shiptrack_shipping_line_scac(item).data != NULL);
      CHECK(shiptrack_resource_json(item).length > 0);
      CHECK(shiptrack_resource_attribute(item, "name").data != NULL);
    }
    shiptrack_page_free(page);
    shiptrack_pages_free(pages);
    shiptrack_resource_free(request);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  int numbers[THREADS];
  shiptrack_pages *pages = NULL;
  shiptrack_page *page = NULL;
  WORKS(shiptrack_service_open_in_memory(NULL, &service, &error));
  WORKS(shiptrack_service_client(service, NULL, &client, &error));
  WORKS(shiptrack_shipping_line_list(client, NULL, &pages, &error));
  WORKS(shiptrack_pages_next(pages, &page, &error));
  shared = page;
  WORKS(shiptrack_service_start_worker(service, 2, &error));
  for (int i = 0; i < THREADS; i++) {
    numbers[i] = i;
    CHECK(pthread_create(&threads[i], NULL, work, &numbers[i]) == 0);
  }
  for (int i = 0; i < THREADS; i++) CHECK(pthread_join(threads[i], NULL) == 0);
  WORKS(shiptrack_service_stop_worker(service, &error));
  shiptrack_page_free(page);
  shiptrack_pages_free(pages);
  shiptrack_client_free(client);
  shiptrack_service_free(service);
  return 0;
}
