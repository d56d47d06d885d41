/* Arrays of numpy, as `puzzlelib/compiled/arrays.py` hands them over: the address of the first entry, which takes
   eight bytes on every machine, and the shape. Python has checked types and lengths. */

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t u64;
typedef int64_t i64;

#define ARRAY(type) struct { union { type *at; u64 address; }; i64 n[3]; }
#define PUBLIC __attribute__((visibility("default")))

#ifndef KERNEL
#define KERNEL(name) name
#endif
