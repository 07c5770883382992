// A program of two plug-ins that hide their symbols, as libraries of large hosts do, each loaded by itself: one plugs callbacks
// in, the other calls the service that runs them. What a callback throws in the one comes out of the call in the other.
//
// This file is each of the three: with PLUG, with CALL, and with neither the program.
#include <shiptrack.hpp>

#include <stdexcept>

namespace st = shiptrack;
#define SHOWN extern "C" __attribute__((visibility("default")))

#if defined(PLUG)

SHOWN void plug_in(st::ServiceOptions &options) {
  options.carrier("ABCD", [](const st::LookUp &look_up, const st::Answer &) -> st::LookUpResult {
    if (look_up.number() == "MSCU5956818") throw std::out_of_range("nothing is known of " + std::string(look_up.number()));
    throw st::NotFoundError(SHIPTRACK_ERROR_NOT_FOUND, "nobody is at home");
  });
}

#elif defined(CALL)

SHOWN void call_for(const st::Service &service, const char *number, std::string &told) {
  told = "nothing was thrown";
  service.client().track("container", number, "ABCD");
  try {
    service.run_due();
  } catch (const std::out_of_range &thrown) {
    told = std::string("out_of_range: ") + thrown.what();
  } catch (const st::NotFoundError &thrown) {
    told = std::string("NotFoundError: ") + thrown.what();
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
  CHECK(second == "NotFoundError: nobody is at home");
  return 0;
}

#endif
