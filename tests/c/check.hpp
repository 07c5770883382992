// Shared by the C++ tests.
#ifndef CHECK_HPP
#define CHECK_HPP

#include <cstdlib>
#include <iostream>
#include <shiptrack.hpp>

#define CHECK(condition)                                                                    \
  do {                                                                                      \
    if (!(condition)) {                                                                     \
      std::cerr << __FILE__ << ':' << __LINE__ << ": " #condition " does not hold" << '\n'; \
      std::exit(1);                                                                         \
    }                                                                                       \
  } while (0)

namespace st = shiptrack;

/// The exception that `body` throws, which must be an E.
template <class E, class F>
E thrown_by(F &&body) {
  try {
    body();
  } catch (const E &error) {
    return error;
  }
  std::cerr << "no exception was thrown\n";
  std::exit(1);
}

#endif
