/* Runs searches from a file to their ends, and prints how many solutions each has. test_elsewhere.py writes the file:
   for each search the numbers of its bytes, its arrays, and two that only harness.mjs needs; the Search; and for each
   array the number of its bytes, and the array. On Windows it opens a library, prints its level and calls a function of
   it: harness.exe LIBRARY FUNCTION FILE. */

#ifdef _WIN32
#define NOGDI    /* it has a PLANES of its own */
#include <windows.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include "../../../puzzlelib/compiled/search.c"

typedef i64 (*Run)(Search *, i64, i64);

static Run find_search(char **words) {
#ifdef _WIN32
    HMODULE library = LoadLibraryA(words[1]);
    printf("%lld\n", (long long)((i64 (*)(void))GetProcAddress(library, "level"))());
    return (Run)GetProcAddress(library, words[2]);
#else
    return (void)words, KERNEL(search);
#endif
}

static void *read_bytes(FILE *file, i64 bytes) {
    void *data = malloc((size_t)bytes);    /* each array is a block of its own: a sanitizer sees its end */
    if (fread(data, 1, (size_t)bytes, file) != (size_t)bytes) exit(1);
    return data;
}

int main(int count, char **words) {
    FILE *file = fopen(words[count - 1], "rb");
    Run run = find_search(words);
    for (i64 header[4], bytes; fread(header, 8, 4, file) == 4;) {
        u64 *numbers = read_bytes(file, header[0]);
        for (i64 k = 0; k < header[1]; k++)
            if (fread(&bytes, 8, 1, file) == 1) numbers[k] = (u64)read_bytes(file, bytes);
        Search *s = (Search *)numbers;
        while (s->depth >= 0) if (run(s, RUN, 100000) == NO_ROOM) return 2;
        printf("%lld\n", (long long)s->found);
        for (i64 k = 0; k < header[1]; k++) free((void *)numbers[k]);
        free(numbers);
    }
    return 0;
}
