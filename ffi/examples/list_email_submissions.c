/* Lists the email submissions of an account over HTTP, with their documents and the data extracted from them.
 *
 *     cc list_email_submissions.c -o list_email_submissions $(pkg-config --cflags --libs shiptrack)
 *     SHIPTRACK_BASE_URL=https://…/v2 SHIPTRACK_API_KEY=… ./list_email_submissions
 *
 * Without these variables it starts a server in the same process, and ingests a message first.
 */
#include <shiptrack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(int32_t status, shiptrack_error **error) {
  if (!SHIPTRACK_FAILED(status)) return;
  fprintf(stderr, "%s: %s\n", shiptrack_status_name(status).data, SHIPTRACK_OR(shiptrack_error_message(*error), ""));
  shiptrack_error_free(*error);
  exit(1);
}

static const char MESSAGE[] =
    "From: \"Ocean Desk\" <desk@carrier.example>\r\n"
    "To: inbox@broker.example\r\n"
    "Subject: Arrival notice MSCU5956818\r\n"
    "Message-ID: <arrival-1@carrier.example>\r\n"
    "Date: Fri, 01 May 2026 09:30:00 +0200\r\n"
    "MIME-Version: 1.0\r\n"
    "Content-Type: multipart/mixed; boundary=part\r\n"
    "\r\n"
    "--part\r\n"
    "Content-Type: text/plain\r\n"
    "\r\n"
    "See the notice attached.\r\n"
    "--part\r\n"
    "Content-Type: text/plain; name=notice.txt\r\n"
    "Content-Disposition: attachment; filename=notice.txt\r\n"
    "\r\n"
    "Container MSCU5956818 arrives on 14 May.\r\n"
    "--part--\r\n";

/* A service behind a socket, with a message; the client uses it over HTTP like any other. */
static void start_own(shiptrack_service **service, shiptrack_server **server, shiptrack_client **client) {
  shiptrack_ingested_email *ingested = NULL;
  shiptrack_resource *key = NULL;
  shiptrack_error *error = NULL;
  char base_url[256];

  must(shiptrack_service_open_in_memory(NULL, service, &error), &error);
  must(shiptrack_service_ingest_email(*service, NULL, (const uint8_t *)MESSAGE, strlen(MESSAGE), NULL, &ingested, &error),
       &error);
  shiptrack_ingested_email_free(ingested);
  must(shiptrack_server_start(*service, NULL, server, &error), &error);
  must(shiptrack_service_create_key(*service, NULL, "example", 1, &key, &error), &error);
  snprintf(base_url, sizeof base_url, "%s/v2", shiptrack_server_url(*server).data);
  must(shiptrack_client_open(base_url, shiptrack_resource_attribute(key, "key").data, NULL, client, &error), &error);
  shiptrack_resource_free(key);
}

static void show(const shiptrack_resource *email) {
  size_t documents = 0;

  printf("email_submission %s: \"%s\"\n", shiptrack_resource_id(email).data,
         SHIPTRACK_OR(shiptrack_email_submission_subject(email), ""));
  for (size_t i = 0; i < shiptrack_email_submission_from_count(email); i++)
    printf("  from %s\n", shiptrack_email_submission_from_at(email, i).data);
  if (shiptrack_resource_related_count(email, "documents", &documents, NULL) != SHIPTRACK_OK) return;
  for (size_t i = 0; i < documents; i++) {
    const shiptrack_resource *document = shiptrack_resource_related(email, "documents", i);
    const shiptrack_resource *read_out = shiptrack_resource_related(document, "last_document_representation", 0);
    printf("  document %s (source %s)\n", SHIPTRACK_OR(shiptrack_document_name(document), "?"),
           SHIPTRACK_OR(shiptrack_document_source(document), "?"));
    if (read_out)
      printf("    document_representation %s: %s\n", shiptrack_document_representation_schema_version(read_out).data,
             SHIPTRACK_OR(shiptrack_document_representation_payload_json(read_out), "null"));
  }
}

int main(void) {
  shiptrack_service *service = NULL;
  shiptrack_server *server = NULL;
  shiptrack_client *client = NULL;
  shiptrack_query *query = NULL;
  shiptrack_pages *pages = NULL;
  shiptrack_page *page = NULL;
  shiptrack_error *error = NULL;
  int32_t status;

  if (getenv("SHIPTRACK_API_KEY"))
    must(shiptrack_client_from_env(NULL, &client, &error), &error);
  else
    start_own(&service, &server, &client);

  must(shiptrack_query_new(&query, &error), &error);
  must(shiptrack_query_set(query, "page[size]", "50", &error), &error);
  must(shiptrack_query_include(query, "documents", &error), &error);
  must(shiptrack_query_include(query, "documents.last_document_representation", &error), &error);
  must(shiptrack_email_submission_list(client, query, &pages, &error), &error);
  while ((status = shiptrack_pages_next(pages, &page, &error)) == SHIPTRACK_OK) {
    for (size_t i = 0; i < shiptrack_page_count(page); i++) show(shiptrack_page_at(page, i));
    shiptrack_page_free(page);
  }
  must(status, &error); /* SHIPTRACK_DONE is not an error. */

  shiptrack_pages_free(pages);
  shiptrack_query_free(query);
  shiptrack_client_free(client);
  shiptrack_server_free(server);
  shiptrack_service_free(service);
  return 0;
}
