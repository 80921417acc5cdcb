/** Does something with each item, in order, after all that was asked for before. */
export type Slices = <T>(items: readonly T[], work: (item: T) => void) => void;

/**
 * Long lists of small work, `size` items at a time: in between, the process does what else there is
 * to do. The first slice is done at once.
 */
export function slices(size: number): Slices {
  const lists: { items: readonly unknown[]; work: (item: never) => void; next: number }[] = [];

  function next(): void {
    const [list] = lists;
    if (list === undefined) {
      return;
    }
    const end = Math.min(list.next + size, list.items.length);
    while (list.next < end) {
      list.work(list.items[list.next++] as never);
    }
    if (end === list.items.length) {
      lists.shift();
    }
    if (lists.length > 0) {
      setImmediate(next);
    }
  }

  return (items, work) => {
    lists.push({ items, work, next: 0 });
    if (lists.length === 1) {
      next();
    }
  };
}
