/* The program that reads PDF, XLSX and HTML documents for shiptrack, in a process apart. The library starts it and passes its own path. */
#include <dlfcn.h>
#include <signal.h>

int main(int argc, char **argv) {
  void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : 0;
  void *symbol = library ? dlsym(library, "shiptrack_serve_reader") : 0;
  void (*serve)(void);
  if (!symbol) return 1;
  /* The host program may ignore the signals that end a reader at its limits of time, and a process inherits that. */
  signal(SIGALRM, SIG_DFL);
  signal(SIGXCPU, SIG_DFL);
  *(void **)&serve = symbol;
  serve();
  return 1;
}
