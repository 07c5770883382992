/* A program with the SQLite of the system on one file, and a service on another. */
#include <sqlite3.h>

#include "check.h"

int main(int argc, char **argv) {
  sqlite3 *own = NULL;
  shiptrack_service *service = NULL;
  shiptrack_client *client = NULL;
  shiptrack_resource *request = NULL, *settled = NULL;
  CHECK(argc == 2);
  /* The library of the program, not the one inside shiptrack. */
  CHECK(strcmp(sqlite3_libversion(), SQLITE_VERSION) == 0);
  CHECK(sqlite3_open(":memory:", &own) == SQLITE_OK);
  CHECK(sqlite3_exec(own, "create table containers(number text); insert into containers values('MSCU5956818')", 0, 0, 0) == SQLITE_OK);
  WORKS(shiptrack_service_open(argv[1], NULL, &service, &error));
  WORKS(shiptrack_service_client(service, NULL, &client, &error));
  WORKS(shiptrack_tracking_request_create(client, "container", "TEST-TR-SUCCEEDED", "TEST", NULL, &request, &error));
  WORKS(shiptrack_tracking_request_wait(client, shiptrack_resource_id(request).data, 60000, SHIPTRACK_DEFAULT_TIMEOUT, NULL, NULL, &settled, &error));
  CHECK(sqlite3_exec(own, "delete from containers", 0, 0, 0) == SQLITE_OK && sqlite3_changes(own) == 1);
  CHECK(sqlite3_close(own) == SQLITE_OK);
  IS(shiptrack_tracking_request_status(settled), "created");
  shiptrack_resource_free(settled);
  shiptrack_resource_free(request);
  shiptrack_client_free(client);
  shiptrack_service_free(service);
  return 0;
}
