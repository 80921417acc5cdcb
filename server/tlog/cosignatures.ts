import { readCheckpoint } from "../../src/tlog/checkpoint.ts";
import { cosignedAtMs } from "../../src/tlog/cosignature.ts";
import type { Witness } from "../../src/tlog/policy.ts";
import { formatVerifierKey } from "../../src/tlog/verifier-key.ts";
import type { Store } from "../store/store.ts";

/** What a witness signed of the log at one size, as lines of a note. */
interface Lines {
  readonly first: string;
  readonly latest: string;
}

/** What witnesses signed of the log: at each size the first and the last signature of each. */
export interface Cosignatures {
  /** Loads what other servers stored since. */
  load(): Promise<void>;
  /** Keeps a line that was checked, of a checkpoint of that size. */
  add(size: number, witness: Witness, line: string): Promise<void>;
  /** The last lines at a size, for the newest times. */
  latest(size: number): string;
  /** All lines at a size: the first says since when the log stands. */
  all(size: number): string;
  /** The largest size that a witness has signed; 0: none. */
  lastSizeOf(witness: Witness): number;
  /** When a witness last signed a checkpoint, epoch ms by its own clock; null: it has not signed this one. */
  lastTimeOf(witness: Witness, checkpoint: string, size: number): number | null;
  /** The smallest size from `least` on that `needed` of the witnesses have signed; undefined: none. */
  firstSize(least: number, witnesses: readonly Witness[], needed: number): number | undefined;
  /** The largest size that `needed` of the witnesses have signed; 0: none. */
  lastSize(witnesses: readonly Witness[], needed: number): number;
}

export function createCosignatures({ db }: Store): Cosignatures {
  /** By size, and by the witness's key. Sizes are in ascending order. */
  let bySize = new Map<number, Map<string, Lines>>();
  let loadedTo = 0;

  /** Whether enough of the witnesses are among those who signed a size. */
  const enough = (witnesses: readonly Witness[], needed: number) => {
    const names = witnesses.map(({ key }) => formatVerifierKey(key));
    return (lines: ReadonlyMap<string, Lines>) =>
      names.filter((name) => lines.has(name)).length >= needed;
  };
  const linesAt = (size: number) => [...(bySize.get(size)?.values() ?? [])];

  return {
    async load() {
      const rows = await db
        .selectFrom("tlog_cosignature")
        .selectAll()
        // Lines of earlier sizes never change again.
        .where("size", ">=", loadedTo)
        .orderBy("size")
        .execute();
      const loaded = new Map(bySize);
      for (const { size, witness, first, latest } of rows) {
        const lines = loaded.get(size) ?? new Map<string, Lines>();
        lines.set(witness, { first, latest });
        loaded.set(size, lines);
        loadedTo = size;
      }
      bySize = loaded;
    },
    async add(size, { key }, line) {
      await db
        .insertInto("tlog_cosignature")
        .values({ size, witness: formatVerifierKey(key), first: line, latest: line })
        .onConflict((conflict) =>
          conflict.columns(["size", "witness"]).doUpdateSet({ latest: line }),
        )
        .execute();
      await this.load();
    },
    latest: (size) =>
      linesAt(size)
        .map(({ latest }) => latest)
        .join(""),
    all: (size) =>
      [...new Set(linesAt(size).flatMap(({ first, latest }) => [first, latest]))].join(""),
    lastSizeOf({ key }) {
      const name = formatVerifierKey(key);
      return [...bySize].findLast(([, lines]) => lines.has(name))?.[0] ?? 0;
    },
    lastTimeOf({ key }, checkpoint, size) {
      const line = bySize.get(size)?.get(formatVerifierKey(key))?.latest;
      return line === undefined ? null : cosignedAtMs(readCheckpoint(checkpoint + line), key);
    },
    firstSize(least, witnesses, needed) {
      const isEnough = enough(witnesses, needed);
      return [...bySize].find(([size, lines]) => size >= least && isEnough(lines))?.[0];
    },
    lastSize(witnesses, needed) {
      const isEnough = enough(witnesses, needed);
      return [...bySize].findLast(([, lines]) => isEnough(lines))?.[0] ?? 0;
    },
  };
}
