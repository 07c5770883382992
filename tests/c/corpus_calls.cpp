// Runs the calls of the corpus in C++: the files that are passed as arguments.
#include "check.hpp"
#include "calls.h"

static st::Draft draft() {
  st::Draft draft;
  for (auto one = first_of_draft(); one; one = to_draft(one->next)) draft.json(one->name, keep(one->start, one->end));
  auto customer = json_get(json_get(at, "arguments"), "customer"), id = json_get(customer, "id");
  if (id) draft.text("customer", id->text);
  else if (customer) draft.json("customer", "null");
  return draft;
}

static st::Query query() {
  st::Query query;
  for (auto one = first_of_query(); one; one = to_query(one->next)) query.set(one->name, one->text);
  for (auto one = first_included(); one; one = one->next) query.include(one->text);
  return query;
}

// Reads a listing to its end.
template <class T>
static void walk(st::Pages<T> pages) {
  auto item = first_item();
  for (st::Resource resource : pages) {
    EXPECT(item, "an item too many");
    compare_resource(item, std::string(resource.json()).c_str());
    item = item->next;
  }
  EXPECT(!item, "an item is missing");
}

// The calls that are not generated.
static st::Owned<st::TrackingRequest> create(const st::Client &client) {
  auto scac = text("scac");
  return client.create_tracking_request(text("request_type"), text("request_number"), scac ? st::OptionalText(scac) : st::OptionalText(), draft());
}

#define CASE(of, operation, method, compare) \
  if (NAMED(of, operation)) {                \
    given = #method;                         \
    return compare;                          \
  }
#define ONE(of, operation, call, method) CASE(of, operation, method, resource(client.method))
#define PAGES(of, operation, call, method) CASE(of, operation, method, walk(client.method))
#define JSON(of, operation, call, method) CASE(of, operation, method, compare_json(client.method.c_str()))
#define DONE(of, operation, call, method) CASE(of, operation, method, client.method)

// Calls the method of the case, and compares the result.
static void call(const st::Client &client) {
  auto resource = [](const auto &came) { compare_resource(json_get(at, "result"), std::string(came->json()).c_str()); };
#include "generated/operations.inc"
  CASE("tracking_requests", "create", ("request_type")("request_number")("scac")("auto_detect_vocc_scac"), resource(create(client)))
  ONE("tracking_requests", "update", , update_tracking_request(text("id"), draft()))
  ONE("webhooks", "create", , create_webhook(text("url"), draft()))
  ONE("webhooks", "rotate_secret", , rotate_webhook_secret(text("id"), std::chrono::seconds(integer("overlap_seconds"))))
  if (NAMED("tracking_requests", "infer_number")) {
    auto inference = client.infer_number(text("number"));
    return compare_resource(json_get(at, "result"), std::string(inference.json()).c_str());
  }
  EXPECT(false, "no method has its name");
}

static void make_the_call() {
  auto options = st::ClientOptions().timeout(std::chrono::seconds(30)).retries(1, st::Milliseconds(0), st::Milliseconds(0));
  for (auto bucket : {st::Bucket::default_, st::Bucket::create, st::Bucket::infer, st::Bucket::refresh})
    options.limit(bucket, std::nullopt);
  auto client = st::Client::open(server.base_url, KEY, options);
  auto said = [](const std::optional<std::string> &text) { return text ? text->c_str() : nullptr; };
  failure output{SHIPTRACK_OK, 0, nullptr, nullptr, nullptr};
  try {
    call(client);
    compare_failure(&output);
  } catch (const st::Error &error) {
    // st::Text rejects a null pointer, without the name of the argument.
    auto message = error.status() == SHIPTRACK_ERROR_NULL_ARGUMENT ? nullptr : error.what();
    output = {error.status(), error.http_status(), message, said(error.pointer()), said(error.code())};
    compare_failure(&output);
  }
}

int main(int count, char **files) { return play_corpus(count, files); }
