/* Forks while other threads write: the child can open another service in any case. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

enum { THREADS = 4, SECONDS = 60 };

static shiptrack_service *services[THREADS];
static volatile int over;
static double longest_ms, all_ms;

static double now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Opens, writes and closes in a loop, to use all locks of SQLite. */
static void *write_on(void *data) {
  shiptrack_service *service = data;
  shiptrack_error *failure = NULL;
  unsigned number = 0;
  while (!over) {
    char text[32];
    shiptrack_client *client = NULL;
    shiptrack_resource *request = NULL;
    shiptrack_service *brief = NULL;
    snprintf(text, sizeof text, "TST%08u", number++);
    CHECK(shiptrack_service_client(service, NULL, &client, &failure) == SHIPTRACK_OK);
    CHECK(shiptrack_tracking_request_create(client, "booking_number", text, "TEST", NULL, &request, &failure) ==
          SHIPTRACK_OK);
    CHECK(shiptrack_service_run_due(service, 0, NULL, &failure) == SHIPTRACK_OK);
    CHECK(shiptrack_service_open_in_memory(NULL, &brief, &failure) == SHIPTRACK_OK);
    shiptrack_service_free(brief);
    shiptrack_resource_free(request);
    shiptrack_client_free(client);
  }
  return NULL;
}

/* Every tenth service is in a file, because syncing takes long. */
static int in_the_child(const char *path, int number) {
  shiptrack_service *own = NULL;
  shiptrack_client *client = NULL;
  shiptrack_resource *request = NULL;
  size_t done = 0;
  /* A lock of a missing thread would block forever. */
  alarm(SECONDS);
  if (number % 10 == 0)
    WORKS(shiptrack_service_open(path, NULL, &own, &error));
  else
    WORKS(shiptrack_service_open_in_memory(NULL, &own, &error));
  WORKS(shiptrack_service_client(own, NULL, &client, &error));
  WORKS(shiptrack_tracking_request_track(client, "container", "TEST-TR-SUCCEEDED", "TEST", NULL, NULL, &request, &error));
  WORKS(shiptrack_service_settle(own, SHIPTRACK_NO_LIMIT, NULL, NULL, NULL, &done, NULL, &error));
  CHECK(done == 1);
  GIVES(SHIPTRACK_ERROR_FORKED, shiptrack_service_run_due(services[0], 0, NULL, &error));
  shiptrack_resource_free(request);
  shiptrack_client_free(client);
  shiptrack_service_free(own);
  return 0;
}

static void a_child(const char *path, int number) {
  char own[512], beside[520];
  int status = 0;
  double begun, took;
  pid_t child;
  snprintf(own, sizeof own, "%s-child-%d", path, number);
  begun = now_ms();
  child = fork();
  CHECK(child >= 0);
  if (child == 0) _exit(in_the_child(own, number));
  took = now_ms() - begun;
  all_ms += took;
  if (took > longest_ms) longest_ms = took;
  CHECK(waitpid(child, &status, 0) == child);
  if (WIFSIGNALED(status)) printf("child %d ended by signal %d\n", number, WTERMSIG(status));
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  remove(own);
  snprintf(beside, sizeof beside, "%s.lock", own);
  remove(beside);
}

int main(int argc, char **argv) {
  pthread_t threads[THREADS];
  const char *depth = getenv("SHIPTRACK_TEST_DEPTH");
  int forks = depth && strcmp(depth, "deep") == 0 ? 1000 : 30;
  int i;
  CHECK(argc == 2);
  for (i = 0; i < THREADS; i++) {
    char path[512];
    snprintf(path, sizeof path, "%s-%d", argv[1], i);
    /* Two in files, two in memory. */
    if (i % 2)
      WORKS(shiptrack_service_open(path, NULL, &services[i], &error));
    else
      WORKS(shiptrack_service_open_in_memory(NULL, &services[i], &error));
    CHECK(pthread_create(&threads[i], NULL, write_on, services[i]) == 0);
  }
  for (i = 0; i < forks; i++) a_child(argv[1], i);
  over = 1;
  for (i = 0; i < THREADS; i++) {
    CHECK(pthread_join(threads[i], NULL) == 0);
    shiptrack_service_free(services[i]);
  }
  printf("figures: %d forks beside %d threads that write, in %.1f ms each, the longest in %.0f ms\n", forks, THREADS, all_ms / forks,
         longest_ms);
  return 0;
}
