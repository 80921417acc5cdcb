import { StoreError, type StoreFault } from "../store/store-error.ts";
import type { KeyChecker } from "./key-checker.ts";
import type { StoreChanges } from "./store-changes.ts";

/** Faults of the store in words for the public: they name no file or server. */
const WORDS: Partial<Record<StoreFault, string>> = {
  busy: "The store of keys is held by another program.",
  damaged: "The store of keys holds a damaged record.",
  full: "The disk of the store of keys is full.",
  "read-only": "The store of keys can only be read.",
  replaced: "The file of the store of keys was deleted, replaced, overwritten or cut off.",
};

/** Why a running service is degraded, a sentence for each reason; empty if it is not. */
export function degradedReasons(
  changes: Pick<StoreChanges, "state" | "lostFor">,
  keyChecker: Pick<KeyChecker, "damaged">,
): string[] {
  const reasons: string[] = [];
  if (changes.state === "lost") {
    const { lostFor } = changes;
    const words = lostFor instanceof StoreError ? WORDS[lostFor.fault] : undefined;
    const what = words ?? "The store of keys does not answer.";
    reasons.push(`${what} Rounds and known keys go on while the clock can do without it.`);
  }
  const damaged = keyChecker.damaged().length;
  if (damaged > 0) {
    reasons.push(
      `The records of ${damaged} keys are damaged, which open nothing: the log names them.`,
    );
  }
  return reasons;
}
