/* A disk that forgets: what was written to the files of a database and not synced is remembered
 * in a log beside it, with the bytes from before and from after, so that a test can take it back
 * after the process was killed, as a power cut would.
 *
 * Loaded into the server with LD_PRELOAD. DISK_FILES is the path that all watched files begin
 * with, DISK_FOLDER where the logs go, one a file. A log is emptied when its file is synced.
 * DISK_LIES=1: syncs do nothing, as on a disk that lies. DISK_MICROSECONDS: how long a sync takes
 * at least, so that kills come between a write and its sync as often as on a slow disk.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { FDS = 65536, FILES = 64 };
enum { WRITE = 1, TRUNCATE = 2 };
enum { WRITES, SYNCS, TRUNCATIONS, OPENS, RENAMES, COUNTERS };

/* What one record of a log begins with; the bytes from before and from after follow. */
struct record {
    uint64_t kind, offset, old_size, old_length, new_length;
};

struct file {
    char path[PATH_MAX];
    int log;     /* where its records go */
    int reading; /* a way to read it, for those who opened it to write only */
};

static struct file files[FILES];
static int file_count;
static int16_t file_of[FDS]; /* one more than the place in `files`; 0: not watched */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static char prefix[PATH_MAX];
static const char *folder;
static int lies;
static unsigned slowness;
static uint64_t nowhere[COUNTERS], *counters = nowhere;

static int (*real_open)(const char *, int, ...);
static int (*real_openat)(int, const char *, int, ...);
static int (*real_close)(int);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_ftruncate)(int, off_t);
static int (*real_rename)(const char *, const char *);
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_writev)(int, const struct iovec *, int);

static void begin(void) {
    real_open = dlsym(RTLD_NEXT, "open");
    real_openat = dlsym(RTLD_NEXT, "openat");
    real_close = dlsym(RTLD_NEXT, "close");
    real_fsync = dlsym(RTLD_NEXT, "fsync");
    real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
    real_ftruncate = dlsym(RTLD_NEXT, "ftruncate");
    real_rename = dlsym(RTLD_NEXT, "rename");
    real_write = dlsym(RTLD_NEXT, "write");
    real_pwrite = dlsym(RTLD_NEXT, "pwrite");
    real_writev = dlsym(RTLD_NEXT, "writev");
    const char *named = getenv("DISK_FILES");
    folder = getenv("DISK_FOLDER");
    lies = getenv("DISK_LIES") != NULL;
    if (getenv("DISK_MICROSECONDS")) slowness = (unsigned)atoi(getenv("DISK_MICROSECONDS"));
    if (named == NULL || folder == NULL) return;
    snprintf(prefix, sizeof prefix, "%s", named);
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/counters", folder);
    int fd = real_open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0 || real_ftruncate(fd, sizeof nowhere) != 0) return;
    void *shared = mmap(NULL, sizeof nowhere, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (shared != MAP_FAILED) counters = shared;
}

static void start(void) { pthread_once(&once, begin); }

/* Locks and shared memory mean nothing after a power cut. */
static int watched(const char *path) {
    size_t length = strlen(prefix);
    if (length == 0 || strncmp(path, prefix, length) != 0) return 0;
    const char *rest = path + length;
    return strcmp(rest, "-shm") != 0 && strcmp(rest, "-lock") != 0 &&
           strcmp(rest, "-lock-journal") != 0;
}

static void opened(int fd, const char *path) {
    char whole[PATH_MAX];
    if (fd < 0 || fd >= FDS || folder == NULL) return;
    if (realpath(path, whole) == NULL || !watched(whole)) return;
    pthread_mutex_lock(&lock);
    int place = 0;
    while (place < file_count && strcmp(files[place].path, whole) != 0) place++;
    if (place == file_count && file_count < FILES) {
        char log[PATH_MAX];
        snprintf(log, sizeof log, "%s/%s.undo", folder, strrchr(whole, '/') + 1);
        strcpy(files[place].path, whole);
        files[place].log = real_open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        files[place].reading = -1;
        file_count++;
    }
    if (place < file_count) file_of[fd] = (int16_t)(place + 1);
    __atomic_add_fetch(&counters[OPENS], 1, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&lock);
}

static struct file *file_for(int fd) {
    start();
    return fd >= 0 && fd < FDS && file_of[fd] != 0 ? &files[file_of[fd] - 1] : NULL;
}

static ssize_t read_old(struct file *file, int fd, void *to, size_t length, off_t offset) {
    ssize_t got = pread(fd, to, length, offset);
    if (got >= 0 || errno != EBADF) return got;
    /* It stays open: closing any descriptor of a file gives up the process's locks on it. */
    if (file->reading < 0) file->reading = real_open(file->path, O_RDONLY | O_CLOEXEC);
    return pread(file->reading, to, length, offset);
}

/* Remembers one change before it is made; the lock is held. */
static void remember(struct file *file, int fd, uint64_t kind, const void *bytes, size_t length,
                     off_t offset) {
    struct stat now;
    if (fstat(fd, &now) != 0) return;
    size_t lost = kind == WRITE              ? length
                  : now.st_size > offset     ? (size_t)(now.st_size - offset)
                                             : 0;
    char *record = malloc(sizeof(struct record) + lost + length);
    if (record == NULL) abort();
    ssize_t old = lost ? read_old(file, fd, record + sizeof(struct record), lost, offset) : 0;
    if (old < 0) old = 0;
    struct record head = {kind, (uint64_t)offset, (uint64_t)now.st_size, (uint64_t)old, length};
    memcpy(record, &head, sizeof head);
    if (length) memcpy(record + sizeof head + old, bytes, length);
    size_t size = sizeof head + (size_t)old + length;
    if (real_write(file->log, record, size) != (ssize_t)size) abort();
    free(record);
    __atomic_add_fetch(&counters[kind == WRITE ? WRITES : TRUNCATIONS], 1, __ATOMIC_RELAXED);
}

static int synced(struct file *file, int fd, int (*sync)(int)) {
    if (file == NULL) return sync(fd);
    if (slowness) usleep(slowness);
    pthread_mutex_lock(&lock);
    __atomic_add_fetch(&counters[SYNCS], 1, __ATOMIC_RELAXED);
    int result = lies ? 0 : sync(fd);
    if (result == 0 && !lies && real_ftruncate(file->log, 0) != 0) abort();
    pthread_mutex_unlock(&lock);
    return result;
}

int fsync(int fd) {
    struct file *file = file_for(fd);
    return synced(file, fd, real_fsync);
}

int fdatasync(int fd) {
    struct file *file = file_for(fd);
    return synced(file, fd, real_fdatasync);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
    struct file *file = file_for(fd);
    if (file == NULL) return real_pwrite(fd, bytes, length, offset);
    pthread_mutex_lock(&lock);
    remember(file, fd, WRITE, bytes, length, offset);
    ssize_t result = real_pwrite(fd, bytes, length, offset);
    pthread_mutex_unlock(&lock);
    return result;
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t offset) {
    return pwrite(fd, bytes, length, offset);
}

static off_t position(int fd) {
    struct stat now;
    if (fcntl(fd, F_GETFL) & O_APPEND) return fstat(fd, &now) == 0 ? now.st_size : 0;
    return lseek(fd, 0, SEEK_CUR);
}

ssize_t write(int fd, const void *bytes, size_t length) {
    struct file *file = file_for(fd);
    if (file == NULL) return real_write(fd, bytes, length);
    pthread_mutex_lock(&lock);
    remember(file, fd, WRITE, bytes, length, position(fd));
    ssize_t result = real_write(fd, bytes, length);
    pthread_mutex_unlock(&lock);
    return result;
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    struct file *file = file_for(fd);
    if (file == NULL) return real_writev(fd, parts, count);
    ssize_t total = 0;
    for (int part = 0; part < count; part++) {
        ssize_t done = write(fd, parts[part].iov_base, parts[part].iov_len);
        if (done < 0) return total ? total : done;
        total += done;
    }
    return total;
}

int ftruncate(int fd, off_t length) {
    struct file *file = file_for(fd);
    if (file == NULL) return real_ftruncate(fd, length);
    pthread_mutex_lock(&lock);
    remember(file, fd, TRUNCATE, NULL, 0, length);
    int result = real_ftruncate(fd, length);
    pthread_mutex_unlock(&lock);
    return result;
}

int ftruncate64(int fd, off_t length) { return ftruncate(fd, length); }

int rename(const char *from, const char *to) {
    start();
    char whole[PATH_MAX];
    if (realpath(from, whole) != NULL && watched(whole))
        __atomic_add_fetch(&counters[RENAMES], 1, __ATOMIC_RELAXED);
    return real_rename(from, to);
}

int open(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    start();
    int fd = real_open(path, flags, mode);
    opened(fd, path);
    return fd;
}

int open64(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return open(path, flags | O_LARGEFILE, mode);
}

int openat(int at, const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    start();
    int fd = real_openat(at, path, flags, mode);
    if (at == AT_FDCWD || path[0] == '/') opened(fd, path);
    return fd;
}

int openat64(int at, const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return openat(at, path, flags | O_LARGEFILE, mode);
}

int close(int fd) {
    start();
    if (fd >= 0 && fd < FDS) file_of[fd] = 0;
    return real_close(fd);
}
