/* Runs searches of taking apart from a file to their ends, and prints how many positions each has and how many groups
   slide away. test_elsewhere.py writes the file: for each search the arrays of `Distances` and of `Positions`: the number
   of bytes of their table, and the table; then for each array the number of its bytes, and the array. */

#include <stdio.h>
#include <stdlib.h>
#include "../../../makers/apart/spread.c"

static i64 *read_bytes(FILE *file) {
    i64 bytes;
    if (fread(&bytes, 8, 1, file) != 1) return NULL;
    i64 *data = malloc((size_t)bytes);    /* each array is a block of its own: a sanitizer sees its end */
    if (fread(data, 1, (size_t)bytes, file) != (size_t)bytes) exit(1);
    return data;
}

static i64 *read_arrays(FILE *file, int arrays) {
    i64 *table = read_bytes(file);
    for (int k = 0; table && k < arrays; k++) table[4 * k] = (i64)read_bytes(file);
    return table;
}

static void forget(i64 *table, int arrays) {
    for (int k = 0; k < arrays; k++) free((void *)table[4 * k]);
    free(table);
}

int main(int count, char **words) {
    FILE *file = fopen(words[count - 1], "rb");
    i64 *gaps, *all, answer;
    while ((gaps = read_arrays(file, 5))) {
        all = read_arrays(file, 6);
        i64 *at = ((Positions *)all)->at.at;
        do answer = spread_positions((Gaps *)gaps, (Positions *)all, 0, FREE, 1000); while (answer == PAUSED);
        printf("%lld %lld\n", (long long)at[COUNT], (long long)at[FOUND]);
        if (answer != ENDED && answer != LEAVING) return 2;
        forget(gaps, 5), forget(all, 6);
    }
    return 0;
}
