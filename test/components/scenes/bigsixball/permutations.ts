/** All orders of a few things. */
export function permutations<T>(things: readonly T[]): T[][] {
  if (things.length <= 1) {
    return [[...things]];
  }
  return things.flatMap((first, i) =>
    permutations(things.toSpliced(i, 1)).map((rest) => [first, ...rest]),
  );
}
