/* What the child of a fork may do with objects of its parent: read resources that were fetched, and free them. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
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

/* A process opens the file and forks. Its child writes to `started` and waits for `release`. Returns the process. */
static pid_t start_owner(const char *path, int started[2], int release[2]) {
  pid_t owner = fork();
  char byte;
  CHECK(owner >= 0);
  if (owner > 0) return owner;
  WORKS(shiptrack_service_open(path, NULL, &service, &error));
  WORKS(shiptrack_server_start(service, NULL, &server, &error));
  if (fork() == 0) {
    shiptrack_service *own = NULL;
    shiptrack_client *own_client = NULL;
    /* Until the test has used the file. */
    CHECK(write(started[1], "s", 1) == 1 && read(release[0], &byte, 1) == 1);
    WORKS(shiptrack_service_open(path, NULL, &own, &error));
    WORKS(shiptrack_service_client(own, NULL, &own_client, &error));
    WORKS(shiptrack_tracking_request_create(own_client, "container", "TEST-TR-FAILED", "TEST", NULL, &request, &error));
    shiptrack_client_free(own_client);
    shiptrack_service_free(own);
    free_all();
    CHECK(write(started[1], "e", 1) == 1);
    _exit(0);
  }
  /* Until it is killed. */
  for (;;) pause();
}

/* The child of a killed process neither keeps the file locked, nor is it hindered from opening the file later. */
static void an_orphan_does_not_keep_the_file(const char *path) {
  int started[2], release[2], each;
  char byte;
  pid_t owner;
  CHECK(pipe(started) == 0 && pipe(release) == 0);
  owner = start_owner(path, started, release);
  CHECK(read(started[0], &byte, 1) == 1 && byte == 's');
  CHECK(kill(owner, SIGKILL) == 0 && waitpid(owner, NULL, 0) == owner);
  for (each = 0; each < 2; each++) {
    shiptrack_page *page = NULL;
    WORKS(shiptrack_service_open(path, NULL, &service, &error));
    WORKS(shiptrack_service_client(service, NULL, &client, &error));
    WORKS(shiptrack_tracking_request_list(client, NULL, &pages, &error));
    CHECK((shiptrack_pages_next(pages, &page, &error) == SHIPTRACK_OK) && shiptrack_page_count(page) == (size_t)each + 1);
    shiptrack_page_free(page);
    shiptrack_pages_free(pages);
    shiptrack_client_free(client);
    shiptrack_service_free(service);
    service = NULL, client = NULL, pages = NULL;
    if (each == 0) CHECK(write(release[1], "r", 1) == 1 && read(started[0], &byte, 1) == 1 && byte == 'e');
  }
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
  service = NULL, client = NULL, pages = NULL, server = NULL, request = NULL;
  an_orphan_does_not_keep_the_file(argv[1]);
  return 0;
}
