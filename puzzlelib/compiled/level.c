/* The level of instructions that this x86-64 processor and its system have: 2, 3 (AVX2) or 4 (AVX-512), as the
   x86-64 psABI defines them; 0 on any other processor. It runs before a level is chosen, so it needs none itself. */

#include <stdint.h>

#if defined __x86_64__
#include <cpuid.h>

static int64_t has(unsigned bits, unsigned wanted) { return (bits & wanted) == wanted; }

__attribute__((visibility("default"))) int64_t level(void) {
    unsigned a, b, c, d, saved = 0, high;
    __cpuid(1, a, b, c, d);
    if (!has(c, bit_OSXSAVE | bit_AVX | bit_FMA | bit_F16C | bit_MOVBE)) return 2;
    __asm__("xgetbv" : "=a"(saved), "=d"(high) : "c"(0));          /* the registers that the system saves */
    if (!has(saved, 0x06) || !__get_cpuid_count(7, 0, &a, &b, &c, &d)) return 2;
    if (!has(b, bit_AVX2 | bit_BMI | bit_BMI2)) return 2;
    unsigned vectors = bit_AVX512F | bit_AVX512BW | bit_AVX512CD | bit_AVX512DQ | bit_AVX512VL;
    return has(saved, 0xe6) && has(b, vectors) ? 4 : 3;
}
#else
__attribute__((visibility("default"))) int64_t level(void) { return 0; }
#endif
