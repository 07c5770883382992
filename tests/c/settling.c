/* shiptrack_service_settle(), the removal of wake callbacks, and numbers and URLs that are tracked and registered again. */
#include "check.h"

#include <time.h>

static shiptrack_service *service;
static shiptrack_client *client;

struct waker {
  int calls, destroyed, ends_itself;
};

static void wake(void *data) {
  struct waker *waker = data;
  waker->calls++;
  if (!waker->ends_itself) return;
  CHECK(shiptrack_service_on_wake(service, NULL, NULL, NULL, NULL) == SHIPTRACK_OK);
  CHECK(waker->destroyed == 0);
}

static void destroy(void *data) { ((struct waker *)data)->destroyed++; }

static void create(const char *number) {
  shiptrack_resource *request = NULL;
  WORKS(shiptrack_tracking_request_create(client, "booking_number", number, "TEST", NULL, &request, &error));
  shiptrack_resource_free(request);
}

static void removed_wake_callbacks(void) {
  struct waker one = {0}, other = {0}, own = {0};
  WORKS(shiptrack_service_on_wake(service, wake, &one, destroy, &error));
  WORKS(shiptrack_service_on_wake(service, wake, &other, destroy, &error));
  create("TST00001");
  CHECK(one.calls == 1 && other.calls == 1 && one.destroyed == 0);
  WORKS(shiptrack_service_on_wake(service, NULL, NULL, NULL, &error));
  CHECK(one.destroyed == 1 && other.destroyed == 1);
  WORKS(shiptrack_service_on_wake(service, NULL, &one, destroy, &error));
  own.ends_itself = 1;
  WORKS(shiptrack_service_on_wake(service, wake, &own, destroy, &error));
  create("TST00002");
  create("TST00003");
  CHECK(own.calls == 1 && own.destroyed == 1 && one.calls == 1 && one.destroyed == 1);
}

static int32_t stop_the_second_time(void *data, size_t done, uint64_t left) {
  CHECK(done + left == 3 && (size_t)*(int *)data == done);
  return ++*(int *)data == 2;
}

static void settle_does_all_due_work(void) {
  size_t done = 7;
  uint64_t left = 7;
  int calls = 0;
  shiptrack_cancel *cancel = NULL;
  GIVES(SHIPTRACK_ERROR_CANCELLED,
        shiptrack_service_settle(service, SHIPTRACK_NO_LIMIT, NULL, stop_the_second_time, &calls, &done, &left, &error));
  CHECK(calls == 2 && done == 7 && left == 7);
  WORKS(shiptrack_service_settle(service, 0, NULL, NULL, NULL, &done, &left, &error));
  CHECK(done == 0 && left == 2);
  WORKS(shiptrack_cancel_new(&cancel, &error));
  WORKS(shiptrack_cancel_now(cancel));
  GIVES(SHIPTRACK_ERROR_CANCELLED, shiptrack_service_settle(service, SHIPTRACK_NO_LIMIT, cancel, NULL, NULL, &done, &left, &error));
  shiptrack_cancel_free(cancel);
  WORKS(shiptrack_service_start_worker(service, 1, &error));
  WORKS(shiptrack_service_settle(service, 60000, NULL, NULL, NULL, NULL, &left, &error));
  CHECK(left == 0);
  WORKS(shiptrack_service_stop_worker(service, &error));
}

static int32_t track(int32_t again) {
  shiptrack_resource *request = NULL;
  int32_t how = 0;
  WORKS(shiptrack_tracking_request_track_again(client, "container", "TEST-TR-FAILED", "TEST", NULL, again, 0, &how, &request,
                                               &error));
  shiptrack_resource_free(request);
  WORKS(shiptrack_service_settle(service, SHIPTRACK_NO_LIMIT, NULL, NULL, NULL, NULL, NULL, &error));
  return how;
}

static void number_is_tracked_again(void) {
  shiptrack_resource *request = NULL;
  int32_t how = 0;
  GIVES(SHIPTRACK_ERROR_INVALID, shiptrack_tracking_request_track_again(client, "container", "TEST-TR-FAILED", "TEST", NULL, 0,
                                                                        0, &how, &request, &error));
  CHECK(request == NULL);
  CHECK(track(SHIPTRACK_RETRACK_BY_REASON) == SHIPTRACK_TRACKED_CREATED);
  CHECK(track(SHIPTRACK_RETRACK_BY_REASON) == SHIPTRACK_TRACKED_RETURNED);
  CHECK(track(SHIPTRACK_RETRACK_NEVER) == SHIPTRACK_TRACKED_RETURNED);
  CHECK(track(SHIPTRACK_RETRACK_ALWAYS) == SHIPTRACK_TRACKED_CREATED);
  WORKS(shiptrack_tracking_request_track(client, "container", "TEST-TR-FAILED", "TEST", NULL, &how, &request, &error));
  CHECK(how == SHIPTRACK_TRACKED_RETURNED);
  IS(shiptrack_tracking_request_status(request), "failed");
  shiptrack_resource_free(request);
}

static int32_t ensure(const shiptrack_draft *draft) {
  shiptrack_resource *webhook = NULL;
  int32_t how = 0;
  WORKS(shiptrack_webhook_ensure(client, "http://127.0.0.1:9/hook", draft, &how, &webhook, &error));
  CHECK(shiptrack_webhook_secret(webhook).data != NULL);
  shiptrack_resource_free(webhook);
  return how;
}

static void url_is_registered_again(void) {
  shiptrack_draft *draft = NULL;
  WORKS(shiptrack_draft_new(&draft, &error));
  WORKS(shiptrack_draft_flag(draft, "active", 0, &error));
  CHECK(ensure(NULL) == SHIPTRACK_ENSURED_CREATED);
  CHECK(ensure(NULL) == SHIPTRACK_ENSURED_UNCHANGED);
  CHECK(ensure(draft) == SHIPTRACK_ENSURED_UPDATED);
  shiptrack_draft_free(draft);
}

/* The service of this test is the hosted account of another service. */
static void hosted_account_is_imported(void) {
  static const char BODY[] = "{\"data\":{\"type\":\"webhook_notification\",\"id\":\"n\",\"attributes\":{\"event\":\"container.created\"}}}";
  const char *secrets[] = {"a secret of the account"};
  const uint8_t *body = (const uint8_t *)BODY;
  shiptrack_service_options *options = NULL;
  shiptrack_service *home = NULL;
  shiptrack_client *account = NULL, *own = NULL;
  shiptrack_verifier *verifier = NULL;
  shiptrack_headers *headers = NULL;
  shiptrack_resource *request = NULL;
  shiptrack_page *page = NULL;
  shiptrack_pages *pages = NULL;
  shiptrack_buffer *report = NULL;

  WORKS(shiptrack_tracking_request_create(client, "bill_of_lading", "TEST-TR-SUCCEEDED", "TEST", NULL, &request, &error));
  shiptrack_resource_free(request);
  WORKS(shiptrack_settle(service, SHIPTRACK_NO_LIMIT, &error));
  WORKS(shiptrack_service_client(service, NULL, &account, &error));
  WORKS(shiptrack_service_options_new(&options, &error));
  WORKS(shiptrack_service_options_hosted(options, NULL, account, 0, 1, &error));
  GIVES(SHIPTRACK_ERROR_NULL_ARGUMENT, shiptrack_service_options_hosted(options, NULL, NULL, 0, 0, &error));
  GIVES(SHIPTRACK_ERROR_INVALID, shiptrack_service_options_hosted(options, "?", account, 0, 0, &error));
  WORKS(shiptrack_service_open_in_memory(options, &home, &error));
  shiptrack_service_options_free(options);

  WORKS(shiptrack_service_adopt(home, NULL, account, 0, 0, 0, SHIPTRACK_DEFAULT_TIMEOUT, NULL, &report, &error));
  CHECK(strstr(shiptrack_buffer_view(report).data, "\"is_complete\":true") != NULL);
  shiptrack_buffer_free(report);
  WORKS(shiptrack_service_adopt(home, NULL, account, 0, 1, 1, 60000, NULL, NULL, &error));
  GIVES(SHIPTRACK_ERROR_TIMEOUT, shiptrack_service_adopt(home, NULL, account, 0, 0, 1, 0, NULL, NULL, &error));
  WORKS(shiptrack_service_adopt(home, NULL, account, 0, 0, 1, SHIPTRACK_DEFAULT_TIMEOUT, NULL, NULL, &error));
  GIVES(SHIPTRACK_ERROR_NOT_FOUND, shiptrack_service_adopt(home, "unknown-id", account, 0, 0, 0, SHIPTRACK_DEFAULT_TIMEOUT, NULL, NULL, &error));
  WORKS(shiptrack_service_client(home, NULL, &own, &error));
  WORKS(shiptrack_shipment_list(own, NULL, &pages, &error));
  WORKS(shiptrack_pages_next(pages, &page, &error));
  CHECK(shiptrack_page_count(page) > 0);

  WORKS(shiptrack_verifier_new(secrets, 1, SHIPTRACK_DEFAULT_TIMEOUT, 0, &verifier, &error));
  WORKS(shiptrack_webhook_sign(secrets, 1, "n", body, sizeof BODY - 1, (int64_t)time(NULL) * 1000, &headers, &error));
  WORKS(shiptrack_service_receive_hosted(home, NULL, account, verifier, headers, body, sizeof BODY - 1, &report, &error));
  CHECK(strstr(shiptrack_buffer_view(report).data, "\"what\":\"nothing\"") != NULL);
  shiptrack_buffer_free(report);
  GIVES(SHIPTRACK_ERROR_SIGNATURE,
        shiptrack_service_receive_hosted(home, NULL, account, verifier, headers, body, 2, NULL, &error));

  shiptrack_headers_free(headers);
  shiptrack_verifier_free(verifier);
  shiptrack_page_free(page);
  shiptrack_pages_free(pages);
  shiptrack_client_free(own);
  shiptrack_client_free(account);
  shiptrack_service_free(home);
}

int main(void) {
  shiptrack_service_options *options = NULL;
  WORKS(shiptrack_service_options_new(&options, &error));
  WORKS(shiptrack_service_options_allow_loopback(options, &error));
  WORKS(shiptrack_service_open_in_memory(options, &service, &error));
  shiptrack_service_options_free(options);
  WORKS(shiptrack_service_client(service, NULL, &client, &error));
  removed_wake_callbacks();
  settle_does_all_due_work();
  number_is_tracked_again();
  url_is_registered_again();
  hosted_account_is_imported();
  shiptrack_client_free(client);
  shiptrack_service_free(service);
  return 0;
}
