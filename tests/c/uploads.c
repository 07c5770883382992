/* Files uploaded as documents, over a socket. */
#include <sys/stat.h>

#include "check.h"
#include "upload_server.h"

#define LENGTH 300000

static upload_server server;
static shiptrack_client *client;
static shiptrack_resource *document;
static char content[LENGTH + 1];
static const char *path;

static void write_file(const char *text, size_t length) {
  FILE *file = fopen(path, "wb");
  CHECK(file && fwrite(text, 1, length, file) == length && fclose(file) == 0);
}

/* The behavior of a callback, and the values it received. */
struct watch {
  uint64_t sent, stop_at;
  int output, closes, shortens;
};

static int32_t watch(void *data, uint64_t sent, uint64_t total) {
  struct watch *watch = data;
  CHECK(total == LENGTH && sent <= total && (watch->output == 0 ? sent == 0 : sent > watch->sent));
  watch->sent = sent;
  watch->output++;
  if (watch->closes) CHECK(shiptrack_client_close(client, NULL) == SHIPTRACK_OK);
  if (watch->shortens) write_file("hello", 5);
  return sent >= watch->stop_at;
}

static void upload_creates_a_document(void) {
  struct watch all = {0, UINT64_MAX, 0, 0, 0};
  WORKS(shiptrack_document_upload(client, path, NULL, NULL, watch, &all, &document, &error));
  CHECK(all.output > 3 && all.sent == LENGTH);
  IS(shiptrack_resource_id(document), "d-1");
  IS(shiptrack_document_name(document), "invoice.pdf");
  shiptrack_resource_free(document);
  CHECK(upload_contains(&server, ANNOUNCED, "\"checksum\":\"EG7bRlOf0NR3CxCYutXgIw==\""));
  CHECK(upload_contains(&server, ANNOUNCED, "\"byte_size\":300000") && upload_contains(&server, ANNOUNCED, "application/pdf"));
  CHECK(upload_contains(&server, SENT, content) && upload_contains(&server, SENT, "block"));
  CHECK(upload_contains(&server, CREATED, strrchr(path, '/') + 1) && upload_contains(&server, CREATED, "\"attached_document\":\"signed\""));
  CHECK(upload_contains(&server, CREATED, "key-of-tests") && !upload_contains(&server, SENT, "key-of-tests"));
  WORKS(shiptrack_document_upload(client, path, "Invoice 17", "image/tiff", NULL, NULL, &document, &error));
  shiptrack_resource_free(document);
  CHECK(upload_contains(&server, ANNOUNCED, "image/tiff") && upload_contains(&server, CREATED, "\"name\":\"Invoice 17\""));
}

/* A file that a callback reads in parts of `most` bytes; at `until` it returns something else: INT64_MAX for more than the
 * space in the buffer. */
struct reader {
  size_t most;
  uint64_t until;
  int64_t answer;
};

static int64_t read_some(void *data, uint64_t offset, uint8_t *buffer, size_t room) {
  const struct reader *reader = data;
  uint64_t left = LENGTH - offset;
  size_t count = room < reader->most ? room : reader->most;
  CHECK(offset <= LENGTH && room > 0);
  if (offset >= reader->until) return reader->answer == INT64_MAX ? (int64_t)room + 1 : reader->answer;
  if (left < count) count = (size_t)left;
  memcpy(buffer, content + offset, count);
  return (int64_t)count;
}

static void upload_of_bytes_without_a_file(void) {
  static const struct reader FAILING[] = {{4096, 0, -1}, {4096, 20014, INT64_MIN}, {4096, 20014, INT64_MAX}};
  size_t i;
  struct reader reader = {10007, UINT64_MAX, 0};
  WORKS(shiptrack_document_upload_from(client, "scan.tiff", read_some, NULL, NULL, NULL, &reader, &document, &error));
  shiptrack_resource_free(document);
  CHECK(upload_contains(&server, ANNOUNCED, "\"filename\":\"scan.tiff\"") && upload_contains(&server, ANNOUNCED, "image/tiff"));
  CHECK(upload_contains(&server, SENT, content) && upload_contains(&server, CREATED, "\"name\":\"scan.tiff\""));
  reader.until = 0;
  WORKS(shiptrack_document_upload_from(client, "empty.txt", read_some, "Empty", "text/csv", NULL, &reader, &document, &error));
  shiptrack_resource_free(document);
  CHECK(upload_contains(&server, ANNOUNCED, "\"byte_size\":0") && upload_contains(&server, CREATED, "\"name\":\"Empty\""));
  (void)upload_came(&server, CREATED);
  for (i = 0; i < sizeof FAILING / sizeof FAILING[0]; i++) {
    reader = FAILING[i];
    GIVES(SHIPTRACK_ERROR_CALLBACK,
          shiptrack_document_upload_from(client, "a.pdf", read_some, NULL, NULL, NULL, &reader, &document, &error));
  }
  CHECK(!upload_came(&server, ANNOUNCED));
}

/* The error of the argument with this name, without a request. */
static void refused(int32_t wanted, const char *pointer, const char *file, const char *content_type) {
  CHECK(shiptrack_document_upload(client, file, NULL, content_type, NULL, NULL, &document, &error) == wanted);
  IS(shiptrack_error_pointer(error), pointer);
  shiptrack_error_free(error);
  error = NULL;
  CHECK(!upload_came(&server, ANNOUNCED));
}

static void invalid_files_are_rejected_before_a_request(void) {
  struct reader reader = {1, 0, 0};
  refused(SHIPTRACK_ERROR_INVALID, "path", "/nowhere/invoice.pdf", NULL);
  refused(SHIPTRACK_ERROR_INVALID, "path", "/tmp", NULL);
  refused(SHIPTRACK_ERROR_INVALID, "path", "/dev/zero", NULL);
  refused(SHIPTRACK_ERROR_INVALID, "path", "", NULL);
  refused(SHIPTRACK_ERROR_INVALID, "content_type", path, "pdf");
  refused(SHIPTRACK_ERROR_NULL_ARGUMENT, "path", NULL, NULL);
  refused(SHIPTRACK_ERROR_NOT_UTF8, "path", "\xff", NULL);
  GIVES(SHIPTRACK_ERROR_NULL_ARGUMENT, shiptrack_document_upload(client, path, NULL, NULL, NULL, NULL, NULL, &error));
  GIVES(SHIPTRACK_ERROR_NULL_ARGUMENT,
        shiptrack_document_upload_from(client, "a.pdf", NULL, NULL, NULL, NULL, NULL, &document, &error));
  GIVES(SHIPTRACK_ERROR_NULL_ARGUMENT,
        shiptrack_document_upload_from(client, NULL, read_some, NULL, NULL, NULL, &reader, &document, &error));
  GIVES(SHIPTRACK_ERROR_INVALID,
        shiptrack_document_upload_from(client, "", read_some, "Invoice", NULL, NULL, &reader, &document, &error));
  CHECK(!upload_came(&server, ANNOUNCED) && document == NULL);
}

static void file_that_changes_is_rejected(void) {
  struct watch shortening = {0, UINT64_MAX, 0, 0, 1};
  CHECK(shiptrack_document_upload(client, path, NULL, NULL, watch, &shortening, &document, &error) == SHIPTRACK_ERROR_INVALID);
  IS(shiptrack_error_pointer(error), "file");
  CHECK(strstr(shiptrack_error_message(error).data, "it is shorter now"));
  shiptrack_error_free(error);
  error = NULL;
  CHECK(upload_contains(&server, ANNOUNCED, "300000") && !upload_contains(&server, SENT, "PUT") && !upload_came(&server, CREATED));
  write_file(content, LENGTH);
}

static void duplicate_upload_names_the_existing_document(void) {
  server.is_known = 1;
  CHECK(shiptrack_document_upload(client, path, NULL, NULL, NULL, NULL, &document, &error) == SHIPTRACK_ERROR_CONFLICT);
  CHECK(shiptrack_error_http_status(error) == 409 && !shiptrack_error_is_in_doubt(error));
  IS(shiptrack_error_code(error), "duplicate_document");
  IS(shiptrack_error_existing_document_id(error), "d-0");
  shiptrack_error_free(error);
  error = NULL;
  server.is_known = 0;
  CHECK(shiptrack_document_upload(client, "/nowhere", NULL, NULL, NULL, NULL, &document, &error) == SHIPTRACK_ERROR_INVALID);
  IS(shiptrack_error_existing_document_id(error), NULL);
  shiptrack_error_free(error);
  error = NULL;
  (void)upload_came(&server, CREATED);
}

/* Before the first byte, in the middle, and after the last byte. */
static void a_callback_ends_an_upload(void) {
  static const uint64_t PLACES[] = {0, 1, LENGTH};
  size_t i;
  for (i = 0; i < sizeof PLACES / sizeof PLACES[0]; i++) {
    struct watch stopping = {0, PLACES[i], 0, 0, 0};
    GIVES(SHIPTRACK_ERROR_CANCELLED,
          shiptrack_document_upload(client, path, NULL, NULL, watch, &stopping, &document, &error));
    CHECK(stopping.sent >= PLACES[i] && (PLACES[i] == LENGTH || stopping.sent < LENGTH) && !upload_came(&server, CREATED));
  }
  WORKS(shiptrack_document_upload(client, path, NULL, NULL, NULL, NULL, &document, &error));
  shiptrack_resource_free(document);
  CHECK(upload_came(&server, CREATED));
}

static void a_callback_closes_the_client(void) {
  struct watch closing = {0, UINT64_MAX, 0, 1, 0};
  document = NULL;
  GIVES(SHIPTRACK_ERROR_CANCELLED, shiptrack_document_upload(client, path, NULL, NULL, watch, &closing, &document, &error));
  GIVES(SHIPTRACK_ERROR_CLOSED, shiptrack_document_upload(client, path, NULL, NULL, watch, &closing, &document, &error));
  CHECK(closing.output == 1 && document == NULL && !upload_came(&server, CREATED));
}

static void service_in_this_process_accepts_uploads(void) {
  shiptrack_service *service = NULL;
  shiptrack_client *own = NULL;
  WORKS(shiptrack_service_open_in_memory(NULL, &service, &error));
  WORKS(shiptrack_service_client(service, NULL, &own, &error));
  WORKS(shiptrack_document_upload(own, path, NULL, NULL, NULL, NULL, &document, &error));
  shiptrack_resource_free(document);
  document = NULL;
  CHECK(shiptrack_document_upload(own, path, NULL, NULL, NULL, NULL, &document, &error) == SHIPTRACK_ERROR_CONFLICT);
  IS(shiptrack_error_code(error), "duplicate_document");
  CHECK(shiptrack_error_existing_document_id(error).length == 36);
  shiptrack_error_free(error);
  error = NULL;
  shiptrack_client_free(own);
  shiptrack_service_free(service);
}

int main(int argc, char **argv) {
  int at;
  CHECK(argc == 2);
  path = argv[1];
  for (at = 0; at < LENGTH; at++) content[at] = (char)('a' + at % 26);
  write_file(content, LENGTH);
  CHECK(upload_server_start(&server) == 0);
  WORKS(shiptrack_client_open(server.http.base_url, "key-of-tests", NULL, &client, &error));
  invalid_files_are_rejected_before_a_request();
  upload_creates_a_document();
  upload_of_bytes_without_a_file();
  file_that_changes_is_rejected();
  duplicate_upload_names_the_existing_document();
  a_callback_ends_an_upload();
  a_callback_closes_the_client();
  service_in_this_process_accepts_uploads();
  shiptrack_client_free(client);
  upload_server_stop(&server);
  CHECK(remove(path) == 0);
  return 0;
}
