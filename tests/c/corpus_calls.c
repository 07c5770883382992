/* Runs the calls of the corpus in C: the files that are passed as arguments. */
#include "check.h"
#include "calls.h"

static shiptrack_client *client;
static shiptrack_draft *drafts;
static shiptrack_query *queries;

static const shiptrack_draft *draft(void) {
  const json *one, *customer = json_get(json_get(at, "arguments"), "customer"), *id = json_get(customer, "id");
  WORKS(shiptrack_draft_new(&drafts, &error));
  for (one = first_of_draft(); one; one = to_draft(one->next))
    WORKS(shiptrack_draft_json(drafts, one->name, keep(one->start, one->end), &error));
  if (id) WORKS(shiptrack_draft_text(drafts, "customer", id->text, &error));
  else if (customer) WORKS(shiptrack_draft_json(drafts, "customer", "null", &error));
  return drafts;
}

static const shiptrack_query *query(void) {
  const json *one;
  WORKS(shiptrack_query_new(&queries, &error));
  for (one = first_of_query(); one; one = to_query(one->next)) WORKS(shiptrack_query_set(queries, one->name, one->text, &error));
  for (one = first_included(); one; one = one->next) WORKS(shiptrack_query_include(queries, one->text, &error));
  return queries;
}

/* The functions that are not generated. */
static int32_t create_request(shiptrack_resource **resource, shiptrack_error **failed) {
  return shiptrack_tracking_request_create(client, text("request_type"), text("request_number"), text("scac"), draft(), resource,
                                           failed);
}

static int32_t infer(shiptrack_error **failed) {
  shiptrack_inference *inference = NULL;
  int32_t status = shiptrack_tracking_request_infer(client, text("number"), &inference, failed);
  if (status == SHIPTRACK_OK) compare_resource(json_get(at, "result"), shiptrack_inference_json(inference).data);
  shiptrack_inference_free(inference);
  return status;
}

/* Reads a listing to its end. */
static int32_t walk(const shiptrack_pages *pages, shiptrack_error **failed) {
  const json *item = first_item();
  shiptrack_page *page = NULL;
  int32_t status;
  while ((status = shiptrack_pages_next(pages, &page, failed)) == SHIPTRACK_OK) {
    size_t i;
    for (i = 0; i < shiptrack_page_count(page); i++) {
      EXPECT(item, "an item too many");
      compare_resource(item, shiptrack_resource_json(shiptrack_page_at(page, i)).data);
      item = item->next;
    }
    shiptrack_page_free(page);
    page = NULL;
  }
  if (status != SHIPTRACK_DONE) return status;
  EXPECT(!item, "an item is missing");
  return SHIPTRACK_OK;
}

#define ONE(of, operation, call, method)                                                                          \
  if (NAMED(of, operation)) {                                                                                     \
    shiptrack_resource *resource = NULL;                                                                          \
    given = #method;                                                                                              \
    status = call;                                                                                                \
    if (status == SHIPTRACK_OK) compare_resource(json_get(at, "result"), shiptrack_resource_json(resource).data); \
    shiptrack_resource_free(resource);                                                                            \
    return status;                                                                                                \
  }
#define PAGES(of, operation, call, method)                        \
  if (NAMED(of, operation)) {                                     \
    shiptrack_pages *pages = NULL;                                \
    given = #method;                                              \
    status = call;                                                \
    if (status == SHIPTRACK_OK) status = walk(pages, failed);     \
    shiptrack_pages_free(pages);                                  \
    return status;                                                \
  }
#define JSON(of, operation, call, method)                                         \
  if (NAMED(of, operation)) {                                                     \
    shiptrack_buffer *buffer = NULL;                                              \
    given = #method;                                                              \
    status = call;                                                                \
    if (status == SHIPTRACK_OK) compare_json(shiptrack_buffer_view(buffer).data); \
    shiptrack_buffer_free(buffer);                                                \
    return status;                                                                \
  }
#define DONE(of, operation, call, method) \
  if (NAMED(of, operation)) {             \
    given = #method;                      \
    return call;                          \
  }

/* Calls the function of the case, and compares the result. */
static int32_t call(shiptrack_error **failed) {
  int32_t status;
#include "generated/operations.inc"
  DONE("tracking_requests", "infer_number", infer(failed), ("number"))
  ONE("tracking_requests", "create", create_request(&resource, failed), ("request_type")("request_number")("scac")("auto_detect_vocc_scac"))
  ONE("tracking_requests", "update", shiptrack_tracking_request_update(client, text("id"), draft(), &resource, failed), ("id"))
  ONE("webhooks", "create", shiptrack_webhook_create(client, text("url"), draft(), &resource, failed), ("url"))
  ONE("webhooks", "rotate_secret",
      shiptrack_webhook_rotate_secret(client, text("id"), integer("overlap_seconds") * 1000, &resource, failed), ("id"))
  EXPECT(0, "no function has its name");
  return SHIPTRACK_OK;
}

static void make_the_call(void) {
  shiptrack_client_options *options = NULL;
  shiptrack_error *failed = NULL;
  failure output;
  int32_t bucket;
  WORKS(shiptrack_client_options_new(&options, &error));
  WORKS(shiptrack_client_options_timeout(options, 30000, &error));
  WORKS(shiptrack_client_options_retries(options, 1, 0, 0, &error));
  for (bucket = SHIPTRACK_BUCKET_DEFAULT; bucket <= SHIPTRACK_BUCKET_REFRESH; bucket++)
    WORKS(shiptrack_client_options_limit(options, bucket, SHIPTRACK_NO_LIMIT, SHIPTRACK_DEFAULT_TIMEOUT, &error));
  WORKS(shiptrack_client_open(server.base_url, KEY, options, &client, &error));
  output.status = call(&failed);
  output.http_status = shiptrack_error_http_status(failed);
  output.message = shiptrack_error_message(failed).data;
  output.pointer = shiptrack_error_pointer(failed).data;
  output.code = shiptrack_error_code(failed).data;
  compare_failure(&output);
  shiptrack_error_free(failed);
  shiptrack_client_free(client);
  shiptrack_client_options_free(options);
  shiptrack_draft_free(drafts);
  shiptrack_query_free(queries);
  drafts = NULL;
  queries = NULL;
}

int main(int count, char **files) { return play_corpus(count, files); }
