/* Runs the parts of divided searches, each in a thread, and prints how many solutions they have together. test_elsewhere.py
   writes the file: for each search how many parts and arrays it has; for each array the number of its bytes, and the
   array; for each part the Search, with the numbers of its arrays for their addresses. Parts share some arrays. */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include "../../../puzzlelib/compiled/search.c"

enum { MOST_PARTS = 16, MOST_ARRAYS = 512, ADDRESSES = 18 };

static void *read_bytes(FILE *file, i64 bytes) {
    void *data = malloc((size_t)bytes);
    if (fread(data, 1, (size_t)bytes, file) != (size_t)bytes) exit(1);
    return data;
}

static void *run_part(void *part) {
    Search *s = part;
    while (s->depth >= 0) if (KERNEL(search)(s, RUN, 20) == NO_ROOM) exit(2);
    return NULL;
}

int main(int count, char **words) {
    FILE *file = fopen(words[count - 1], "rb");
    for (i64 header[2], bytes; fread(header, 8, 2, file) == 2;) {
        void *arrays[MOST_ARRAYS], *parts[MOST_PARTS];
        pthread_t threads[MOST_PARTS];
        i64 found = 0;
        for (i64 k = 0; k < header[1]; k++)
            if (fread(&bytes, 8, 1, file) == 1) arrays[k] = read_bytes(file, bytes);
        for (i64 k = 0; k < header[0]; k++) {
            u64 *numbers = parts[k] = read_bytes(file, sizeof(Search));
            for (i64 a = 0; a < ADDRESSES; a++) numbers[a] = (u64)arrays[numbers[a]];
        }
        for (i64 k = 0; k < header[0]; k++) if (pthread_create(threads + k, NULL, run_part, parts[k])) return 3;
        for (i64 k = 0; k < header[0]; k++) pthread_join(threads[k], NULL);
        for (i64 k = 0; k < header[0]; k++) found += ((Search *)parts[k])->found, free(parts[k]);
        for (i64 k = 0; k < header[1]; k++) free(arrays[k]);
        printf("%lld\n", (long long)found);
    }
    return 0;
}
