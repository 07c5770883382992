/* A program with another SQLite next to shiptrack: each uses its own, and both work.
 *
 * Its SQLite is a dummy with the same name: if the library exported its symbols, one of the two would replace the other.
 */
#include "check.h"

static int calls;

/* The SQLite of a program may have another version and other options. */
const char *sqlite3_libversion(void) {
  calls++;
  return "the host's own";
}

int sqlite3_open_v2(const char *path, void **database, int flags, const char *vfs) {
  (void)path, (void)database, (void)flags, (void)vfs;
  calls++;
  return 1;
}

int sqlite3_step(void *statement) {
  (void)statement;
  calls++;
  return 1;
}

int main(void) {
  shiptrack_service *service = NULL;
  shiptrack_client *client = NULL;
  shiptrack_resource *request = NULL;
  CHECK(strcmp(sqlite3_libversion(), "the host's own") == 0 && calls == 1);
  WORKS(shiptrack_service_open_in_memory(NULL, &service, &error));
  WORKS(shiptrack_service_client(service, NULL, &client, &error));
  WORKS(shiptrack_tracking_request_create(client, "container", "TEST-TR-SUCCEEDED", "TEST", NULL, &request, &error));
  IS(shiptrack_tracking_request_status(request), "pending");
  CHECK(calls == 1);
  shiptrack_resource_free(request);
  shiptrack_client_free(client);
  shiptrack_service_free(service);
  return 0;
}
