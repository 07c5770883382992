/* Makes system calls on files in a folder fail, by rules in a control file. Preloaded before libc. Linux only.
 *
 * SHIPTRACK_FAULTS names the control file, SHIPTRACK_FAULTS_IN the folder. The control file is an array of rules (see
 * struct rule) in shared memory. The test may change it while this runs. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OPEN = 1, READ = 2, WRITE = 4, SYNC = 8, TRUNCATE = 16, GROW = 32 };
enum { RULES = 8, FILES = 65536 };

struct rule {
  uint32_t calls;         /* mask of the constants above; GROW: writes and truncations that make a file longer */
  uint32_t error;         /* their errno */
  _Atomic int32_t spared; /* calls that succeed before the first failure */
  _Atomic int32_t times;  /* calls that fail; -1 for all */
  _Atomic uint32_t hits;  /* calls that have failed */
  char ending[44];        /* suffix of the file name */
};

static struct rule *rules;
static const char *folder;
static size_t folder_length;
static char names[FILES][24]; /* suffix of the name of each open file in the folder; "" for other files */

__attribute__((constructor)) static void begin(void) {
  const char *control = getenv("SHIPTRACK_FAULTS");
  folder = getenv("SHIPTRACK_FAULTS_IN");
  if (!control || !folder) return;
  int (*real_open)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
  int file = real_open(control, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  void *shared = mmap(NULL, sizeof(struct rule) * RULES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  folder_length = strlen(folder);
  if (shared != MAP_FAILED) rules = shared;
}

static int ends(const char *name, const char *ending) {
  size_t length = strlen(name), end = strlen(ending);
  return end <= length && memcmp(name + length - end, ending, end) == 0;
}

/* Returns whether this call fails, and sets errno if so. */
static int fails(uint32_t calls, const char *name) {
  if (!rules || !name || !*name) return 0;
  for (struct rule *rule = rules; rule < rules + RULES; rule++) {
    if (!(rule->calls & calls) || !ends(name, rule->ending)) continue;
    if (atomic_load(&rule->spared) > 0) {
      atomic_fetch_sub(&rule->spared, 1);
      continue;
    }
    int32_t times = atomic_load(&rule->times);
    if (times == 0) continue;
    if (times > 0) atomic_fetch_sub(&rule->times, 1);
    atomic_fetch_add(&rule->hits, 1);
    errno = (int)rule->error;
    return 1;
  }
  return 0;
}

static const char *name_of(int file) { return file >= 0 && file < FILES ? names[file] : NULL; }

static uint32_t grow_flag(int file, off_t end) {
  struct stat found;
  return fstat(file, &found) == 0 && end > found.st_size ? GROW : 0;
}

static const char *name_in_folder(const char *path) {
  if (!rules || strncmp(path, folder, folder_length) != 0) return NULL;
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static int remember_name(int file, const char *name) {
  if (file >= 0 && file < FILES) {
    size_t length = name ? strlen(name) : 0;
    size_t skip = length >= sizeof names[0] ? length - sizeof names[0] + 1 : 0;
    strcpy(names[file], name ? name + skip : "");
  }
  return file;
}

#define REAL(type, name, ...) type (*real)(__VA_ARGS__) = dlsym(RTLD_NEXT, name)

#define OPENS(function)                                        \
  int function(const char *path, int flags, ...) {             \
    mode_t mode = 0;                                           \
    if (flags & (O_CREAT | O_TMPFILE)) {                       \
      va_list rest;                                            \
      va_start(rest, flags);                                   \
      mode = va_arg(rest, mode_t);                             \
      va_end(rest);                                            \
    }                                                          \
    const char *name = name_in_folder(path);                            \
    if (fails(OPEN, name)) return -1;                          \
    REAL(int, #function, const char *, int, ...);              \
    return remember_name(real(path, flags, mode), name);              \
  }
OPENS(open)
OPENS(open64)

int close(int file) {
  remember_name(file, NULL);
  REAL(int, "close", int);
  return real(file);
}

#define READS(function, offset_t)                                          \
  ssize_t function(int file, void *to, size_t size, offset_t at) {         \
    if (fails(READ, name_of(file))) return -1;                               \
    REAL(ssize_t, #function, int, void *, size_t, offset_t);               \
    return real(file, to, size, at);                                       \
  }
READS(pread, off_t)
READS(pread64, off64_t)

ssize_t read(int file, void *to, size_t size) {
  if (fails(READ, name_of(file))) return -1;
  REAL(ssize_t, "read", int, void *, size_t);
  return real(file, to, size);
}

#define WRITES(function, offset_t)                                         \
  ssize_t function(int file, const void *from, size_t size, offset_t at) { \
    const char *name = name_of(file);                                        \
    if (name && *name && fails(WRITE | grow_flag(file, at + (off_t)size), name)) return -1; \
    REAL(ssize_t, #function, int, const void *, size_t, offset_t);         \
    return real(file, from, size, at);                                     \
  }
WRITES(pwrite, off_t)
WRITES(pwrite64, off64_t)

ssize_t write(int file, const void *from, size_t size) {
  const char *name = name_of(file);
  if (name && *name && fails(WRITE | grow_flag(file, lseek(file, 0, SEEK_CUR) + (off_t)size), name)) return -1;
  REAL(ssize_t, "write", int, const void *, size_t);
  return real(file, from, size);
}

#define SYNCS(function)                          \
  int function(int file) {                       \
    if (fails(SYNC, name_of(file))) return -1;     \
    REAL(int, #function, int);                   \
    return real(file);                           \
  }
SYNCS(fsync)
SYNCS(fdatasync)

#define TRUNCATES(function, offset_t)                                                            \
  int function(int file, offset_t size) {                                                        \
    const char *name = name_of(file);                                                              \
    if (name && *name && fails(TRUNCATE | grow_flag(file, (off_t)size), name)) return -1;          \
    REAL(int, #function, int, offset_t);                                                         \
    return real(file, size);                                                                     \
  }
TRUNCATES(ftruncate, off_t)
TRUNCATES(ftruncate64, off64_t)

#define ALLOCATES(function, offset_t)                                                            \
  int function(int file, int mode, offset_t at, offset_t size) {                                 \
    const char *name = name_of(file);                                                              \
    if (name && *name && fails(WRITE | grow_flag(file, (off_t)(at + size)), name)) return -1;      \
    REAL(int, #function, int, int, offset_t, offset_t);                                          \
    return real(file, mode, at, size);                                                           \
  }
ALLOCATES(fallocate, off_t)
ALLOCATES(fallocate64, off64_t)
