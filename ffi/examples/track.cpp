// Tracks a number in C++, with a lambda that answers the look-ups.
//
//     c++ -std=c++17 track.cpp -o track $(pkg-config --cflags --libs shiptrack)
#include <chrono>
#include <iostream>
#include <shiptrack.hpp>

int main() try {
  using namespace std::chrono_literals;

  shiptrack::ServiceOptions options;
  options.carrier("MAEU", [](const shiptrack::LookUp &question, const shiptrack::Answer &answer) {
    if (question.normalized_number() != "MSKU0308961") return shiptrack::LookUpResult::not_found;
    answer.facts(R"([{ "container": "MSKU0308961",
                       "event": { "movement": "departed", "mode": "vessel", "at": "2026-04-20T18:00:00+08:00",
                                  "place": { "locode": "CNSHA" }, "vessel": { "name": "MAERSK ELBA" } } }])");
    answer.complete();
    return shiptrack::LookUpResult::ok;
  });

  auto service = shiptrack::Service::in_memory(options);
  auto client = service.client();

  auto request = client.track("container", "MSKU 030896-1", "MAEU");
  auto settled = client.wait(request->id(), 1min);
  std::cout << settled->request_number().value_or("?") << " is " << settled->status().value_or("?") << '\n';

  for (shiptrack::Container container : client.containers()) {
    std::cout << container.number().value_or("?") << " is " << container.current_status().value_or("?") << '\n';
    for (shiptrack::TransportEvent event : client.transport_events(container.id()))
      std::cout << "  " << (event.timestamp() ? event.timestamp()->text() : "-") << ' ' << event.event().value_or("?") << '\n';
  }

  try {
    client.create_tracking_request("container", "MSKU0308961", "MAEU");
  } catch (const shiptrack::DuplicateError &refused) {
    std::cout << "refused: " << refused.code().value_or("") << " at " << refused.pointer().value_or("") << '\n';
  }
  return 0;
} catch (const shiptrack::Error &error) {
  std::cerr << error.what() << '\n';
  return 1;
}
