import { concatBytes } from "@noble/hashes/utils.js";
import { toBase64 } from "../../src/tlog/base64.ts";
import { signCheckpoint } from "../../src/tlog/checkpoint.ts";
import type { TreeHead } from "../../src/tlog/checkpoint.ts";
import { LogTree } from "../../src/tlog/log-tree.ts";
import { policyText } from "../../src/tlog/policy.ts";
import type { Sign } from "../../src/tlog/signed-note.ts";
import { entryBundle, widthAt } from "../../src/tlog/tiles.ts";
import type { Tile } from "../../src/tlog/tiles.ts";
import { formatTlogProof } from "../../src/tlog/tlog-proof.ts";
import type { VerifierKey } from "../../src/tlog/verifier-key.ts";
import type { WitnessSettings } from "../config/tlog-settings.ts";
import { sha256 } from "../fairness/node-crypto.ts";
import { dayUnreadable } from "../http/refusal.ts";
import type { Store } from "../store/store.ts";
import { createCosignatures } from "./cosignatures.ts";
import type { Cosignatures } from "./cosignatures.ts";
import { openHeadJournal, otherHistory } from "./head-journal.ts";
import { enterHeaders, readEntriesBut } from "./log-entries.ts";

/** The log of all published headers, which only grows (C2SP tlog-tiles). */
export interface HouseLog {
  /** Whom a verifier has to believe for this log, as the settings have it (C2SP tlog-policy). */
  readonly policy: string;
  /** The newest head that is signed. */
  head(): SignedHead;
  /** The newest checkpoint, with the last signatures of its witnesses; undefined while the log is empty. */
  checkpoint(): string | undefined;
  /** A file of the log; undefined for one that it does not have. @throws HTTPError 503 where an entry is lost. */
  file(tile: Tile): Uint8Array | undefined;
  /** The tlog-proof of a game's UTC day; undefined while it is not in the log. */
  proofOf(slug: string, day: number): string | undefined;
  /** That the log only grew from one size to another, which is at most that of the newest head. */
  consistencyProof(fromSize: number, toSize: number): Uint8Array[];
  readonly cosignatures: Cosignatures;
  /** How many entries too few witnesses have signed yet; 0 where none are set. */
  unwitnessed(): number;
  /**
   * Enters what was published, and signs the new head. On every server at once they come to the same log.
   *
   * @throws StartError when the store's log is not the one that was signed.
   */
  grow(): Promise<void>;
}

/** A head of the log that this server has signed. */
export interface SignedHead extends TreeHead {
  /** The checkpoint, without signatures of witnesses. */
  readonly checkpoint: string;
}

export interface HouseLogOptions {
  readonly store: Store;
  /** The key that signs headers, under the name of the log. */
  readonly key: VerifierKey;
  readonly sign: Sign;
  /** The folder in which this server notes what it has signed. */
  readonly dataDir: string;
  readonly witnesses: WitnessSettings;
  /** Whether the store has the header of a game's UTC day and cannot read it. */
  readonly isLost: (slug: string, day: number) => boolean;
}

/**
 * Opens the log, and enters the headers that are published already.
 *
 * @throws StartError when the store's log is not the one that this server signed.
 */
export async function openHouseLog(options: HouseLogOptions): Promise<HouseLog> {
  const { store, key, sign, dataDir, witnesses, isLost } = options;
  const journal = await openHeadJournal(dataDir);
  const cosignatures = createCosignatures(store);
  const tree = new LogTree([], sha256);
  const entries: (Uint8Array | null)[] = [];
  const places = new Map<string, number>();
  const nameOf = (slug: string, day: number) => `${slug}:${day}`;
  let signed: SignedHead = { size: 0, root: tree.root(), checkpoint: "" };

  /** Signs a size of the log, which is noted. The same size has the same checkpoint whenever it is signed. */
  const checkpointAt = (size: number) => signCheckpoint({ size, root: tree.root(size) }, key, sign);

  async function read(): Promise<void> {
    for (const { position, game, day, bytes, leaf } of await readEntriesBut(
      store,
      tree.size,
      isLost,
    )) {
      // Somebody else may have read the same ones meanwhile.
      if (position === tree.size) {
        places.set(nameOf(game, day), position);
        tree.append(leaf);
        entries.push(bytes);
      }
    }
  }

  async function grow(): Promise<void> {
    await enterHeaders(store, isLost);
    await read();
    await cosignatures.load();
    if (tree.size > signed.size) {
      const head = { size: tree.size, root: tree.root() };
      await journal.note(head);
      signed = { ...head, checkpoint: checkpointAt(head.size) };
    }
  }

  /** The size whose checkpoint says best when an entry was there. */
  function witnessedSize(index: number): number {
    const { keys, needed } = witnesses;
    const size = needed > 0 ? cosignatures.firstSize(index + 1, keys, needed) : undefined;
    // Another server may be ahead of this one.
    return Math.min(size ?? signed.size, signed.size);
  }

  await enterHeaders(store, isLost);
  await read();
  for (const size of journal.sizes()) {
    if (size > tree.size || journal.of(size) !== toBase64(tree.root(size))) {
      throw otherHistory(size, journal.file);
    }
  }
  await grow();

  return {
    policy: policyText(key, witnesses.keys, witnesses.needed),
    head: () => signed,
    checkpoint: () =>
      signed.size === 0 ? undefined : signed.checkpoint + cosignatures.latest(signed.size),
    file({ level, index, width }) {
      if (widthAt(signed.size, level, index) < width) {
        return undefined;
      }
      return level === "entries"
        ? entryBundle(entries.slice(256 * index, 256 * index + width).map(readable))
        : concatBytes(...tree.tile(level, index, width));
    },
    proofOf(slug, day) {
      const index = places.get(nameOf(slug, day));
      if (index === undefined || index >= signed.size) {
        return undefined;
      }
      const size = witnessedSize(index);
      const checkpoint = checkpointAt(size) + cosignatures.all(size);
      return formatTlogProof(index, tree.inclusionProof(index, size), checkpoint);
    },
    consistencyProof: (fromSize, toSize) => tree.consistencyProof(fromSize, toSize),
    cosignatures,
    unwitnessed: () =>
      witnesses.needed === 0
        ? 0
        : Math.max(0, signed.size - cosignatures.lastSize(witnesses.keys, witnesses.needed)),
    grow,
  };
}

function readable(entry: Uint8Array | null): Uint8Array {
  if (entry === null) {
    throw dayUnreadable();
  }
  return entry;
}
