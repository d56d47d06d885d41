/* Count the reads and writes of memory of a program that gcc has compiled with -fsanitize=thread: it then calls one of
   these functions before each. Knuth calls such an operation a mem. Variables that are no arrays count as registers, and
   so do two structs, whose fields a compiler would keep there. */

#include <stdint.h>

static int64_t mems;
static uintptr_t struct_at[2], struct_end[2];

int64_t mems_so_far(void) { return mems; }

void spare(int64_t which, uintptr_t at, int64_t bytes) { struct_at[which] = at, struct_end[which] = at + (uintptr_t)bytes; }

static void count(uintptr_t at) {
    for (int k = 0; k < 2; k++) if (struct_at[k] <= at && at < struct_end[k]) return;
    mems++;
}

#define EACH(bytes) \
    void __tsan_read##bytes(uintptr_t at) { count(at); } \
    void __tsan_write##bytes(uintptr_t at) { count(at); }
EACH(1) EACH(2) EACH(4) EACH(8)

void __tsan_init(void) {}
void __tsan_func_entry(void *caller) { (void)caller; }
void __tsan_func_exit(void) {}
