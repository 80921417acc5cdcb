import type { Witness } from "../../src/tlog/policy.ts";
import type { Fetch } from "../http/fetch.ts";
import type { Job } from "../runtime/jobs.ts";
import type { Log } from "../runtime/log.ts";
import { takeLease } from "../store/lease.ts";
import type { Store } from "../store/store.ts";
import { addCheckpoint } from "./add-checkpoint.ts";
import type { HouseLog } from "./house-log.ts";

export interface WitnessJobOptions {
  readonly store: Store;
  readonly houseLog: HouseLog;
  readonly witnesses: readonly Witness[];
  /** Who this server is, among those on the store. */
  readonly holder: string;
  /** Epoch ms. */
  readonly now: () => number;
  readonly fetch: Fetch;
  readonly log: Log;
  /** Learns after each look how many entries too few witnesses have signed. */
  readonly report: (unwitnessed: number) => void;
}

const LEASE = "tlog-witnesses";
/** All witnesses are asked within this, also one that names another size first. */
const LEASE_MS = 40_000;
const EVERY_MS = 20_000;
/** A witness signs anew after this, so that a checkpoint with a new time is out every ten minutes. */
const RENEW_MS = 300_000;

/**
 * Brings each new checkpoint to the witnesses, and has it signed anew from time to time. One server on the
 * store does it at a time. A witness that is slow, away or hostile delays nobody but itself.
 */
export function witnessJob(options: WitnessJobOptions): Job {
  const { store, houseLog, witnesses, holder, now, log } = options;
  const { cosignatures } = houseLog;
  /** When each witness last answered with a signature, by this machine's clock. */
  const answeredAtMs = new Map<Witness, number>();
  const failing = new Set<Witness>();

  function isDue(witness: Witness): boolean {
    const { size } = houseLog.head();
    const signedSize = cosignatures.lastSizeOf(witness);
    if (size === 0 || signedSize > size) {
      // Another server is ahead, and brings its checkpoints.
      return false;
    }
    const sinceMs = now() - (answeredAtMs.get(witness) ?? Number.NEGATIVE_INFINITY);
    const isRecent = sinceMs >= 0 && sinceMs < RENEW_MS;
    return !(isRecent && signedSize === size);
  }

  async function ask(witness: Witness): Promise<void> {
    const { size, checkpoint } = houseLog.head();
    const offer = (oldSize: number) =>
      addCheckpoint(options.fetch, witness, {
        oldSize,
        // To the size of this checkpoint: the log may grow while the witness is asked.
        proof: houseLog.consistencyProof(oldSize, size),
        checkpoint,
      });
    let answer = await offer(cosignatures.lastSizeOf(witness));
    if (answer.kind === "conflict" && answer.size <= size) {
      answer = await offer(answer.size);
    }
    if (answer.kind === "cosigned") {
      await cosignatures.add(size, witness, answer.line);
      answeredAtMs.set(witness, now());
      failing.delete(witness);
      return;
    }
    // Once, until it signs again: a witness may be away for days.
    if (!failing.has(witness)) {
      failing.add(witness);
      const cause =
        answer.kind === "conflict"
          ? `it has signed ${answer.size} entries, and the log has ${size}: is this an old copy of the database?`
          : answer.words;
      log("witness failed", { witness: witness.key.name, cause });
    }
  }

  return {
    name: "witnesses",
    everyMs: EVERY_MS,
    async work() {
      const due = witnesses.filter(isDue);
      const nowMs = now();
      const lease = { nowMs, endsAtMs: nowMs + LEASE_MS };
      if (due.length > 0 && (await takeLease(store, LEASE, holder, lease))) {
        await Promise.all(due.map(ask));
      }
      options.report(houseLog.unwitnessed());
    },
  };
}
