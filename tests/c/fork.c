/* What the child of a fork may do with objects of its parent: read resources that were fetched, and free them. */
#define _POSIX_C_SOURCE 200809L
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static shiptrack_service *service;
static shiptrack_client *client;
static shiptrack_resource *request;
static shiptrack_pages *pages;
static shiptrack_server *server;

static void free_all(void) {
  shiptrack_pages_free(pages);
  shiptrack_server_free(server);
  shiptrack_resource_free(request);
  shiptrack_client_free(client);
  shiptrack_service_free(service);
}

/* `alone`: no other thread ran at the time of the fork, so no missing thread holds a lock of SQLite. */
static int in_the_child(int alone) {
  shiptrack_resource *found = NULL;
  shiptrack_page *page = NULL;
  shiptrack_service *own = NULL;
  GIVES(SHIPTRACK_ERROR_FORKED, shiptrack_tracking_request_get(client, "x", NULL, &found, &error));
  GIVES(SHIPTRACK_ERROR_FORKED, shiptrack_service_run_due(service, 0, NULL, &error));
  GIVES(SHIPTRACK_ERROR_FORKED, shiptrack_pages_next(pages, &page, &error));
  GIVES(SHIPTRACK_ERROR_FORKED, shiptrack_server_stop(server, &error));
  GIVES(SHIPTRACK_ERROR_FORKED, shiptrack_client_close(client, &error));
  IS(shiptrack_tracking_request_scac(request), "TEST");
  if (alone) {
    WORKS(shiptrack_service_open_in_memory(NULL, &own, &error));
    shiptrack_service_free(own);
  }
  free_all();
  return 0;
}

static void a_child(int alone) {
  int status = 0;
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) _exit(in_the_child(alone));
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(int argc, char **argv) {
  CHECK(argc == 2);
  WORKS(shiptrack_service_open(argv[1], NULL, &service, &error));
  WORKS(shiptrack_service_client(service, NULL, &client, &error));
  WORKS(shiptrack_tracking_request_create(client, "container", "TEST-TR-SUCCEEDED", "TEST", NULL, &request, &error));
  WORKS(shiptrack_tracking_request_list(client, NULL, &pages, &error));
  WORKS(shiptrack_server_start(service, NULL, &server, &error));
  WORKS(shiptrack_service_start_worker(service, 1, &error));
  a_child(0);
  /* The parent still has its worker and its lock on the file. */
  {
    shiptrack_resource *settled = NULL;
    shiptrack_service *second = NULL;
    WORKS(shiptrack_tracking_request_wait(client, shiptrack_resource_id(request).data, 60000, SHIPTRACK_DEFAULT_TIMEOUT, NULL, NULL, &settled,
                                          &error));
    IS(shiptrack_tracking_request_status(settled), "created");
    GIVES(SHIPTRACK_ERROR_STORE_BUSY, shiptrack_service_open(argv[1], NULL, &second, &error));
    shiptrack_resource_free(settled);
  }
  WORKS(shiptrack_service_stop_worker(service, &error));
  a_child(1);
  free_all();
  return 0;
}
