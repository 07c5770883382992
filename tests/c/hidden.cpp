// A program with two plug-ins that hide their symbols, as in large programs, each loaded separately: one registers callbacks,
// the other calls the service that runs them. An exception of a callback in the first is thrown by the call in the second.
//
// This file is all three: a plug-in with PLUG or with CALL, otherwise the program.
#include <shiptrack.hpp>

#include <stdexcept>

namespace st = shiptrack;
#define SHOWN extern "C" __attribute__((visibility("default")))

#if defined(PLUG)

SHOWN void plug_in(st::ServiceOptions &options) {
  options.carrier("ABCD", [](const st::LookUp &look_up, const st::Answer &) -> st::LookUpResult {
    if (look_up.number() == "MSCU5956818") throw std::out_of_range("nothing is known of " + std::string(look_up.number()));
    throw st::NotFoundError(SHIPTRACK_ERROR_NOT_FOUND, "no such resource");
  });
}

#elif defined(CALL)

SHOWN void call_for(const st::Service &service, const char *number, std::string &output) {
  output = "no exception was thrown";
  service.client().track("container", number, "ABCD");
  try {
    service.run_due();
  } catch (const std::out_of_range &thrown) {
    output = std::string("out_of_range: ") + thrown.what();
  } catch (const st::NotFoundError &thrown) {
    output = std::string("NotFoundError: ") + thrown.what();
  }
}

#else

#include <dlfcn.h>

#include "check.hpp"

template <class Function>
static Function *load(const char *file, const char *name) {
  auto library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) std::cerr << dlerror() << '\n';
  CHECK(library != nullptr);
  auto function = reinterpret_cast<Function *>(dlsym(library, name));
  CHECK(function != nullptr);
  return function;
}

int main(int, char **argv) {
  auto plug_in = load<void(st::ServiceOptions &)>(argv[1], "plug_in");
  auto call_for = load<void(const st::Service &, const char *, std::string &)>(argv[2], "call_for");
  st::ServiceOptions options;
  plug_in(options);
  auto service = st::Service::in_memory(options);
  std::string first, second;
  call_for(service, "MSCU5956818", first);
  call_for(service, "TCLU4265726", second);
  std::cout << first << "; " << second << '\n';
  CHECK(first == "out_of_range: nothing is known of MSCU5956818");
  CHECK(second == "NotFoundError: no such resource");
  return 0;
}

#endif
