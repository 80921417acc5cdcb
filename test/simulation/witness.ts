import { join } from "node:path";
import { ed25519 } from "@noble/curves/ed25519.js";
import { openWitnessState } from "../../server/witness/state.ts";
import { createWitness } from "../../server/witness/witness.ts";
import { toBase64 } from "../../src/tlog/base64.ts";
import { readCheckpoint } from "../../src/tlog/checkpoint.ts";
import { COSIGNATURE, ED25519, formatVerifierKey } from "../../src/tlog/verifier-key.ts";
import type { Agenda } from "./agenda.ts";
import type { Findings } from "./findings.ts";
import type { Peer } from "./network.ts";

const ORIGIN = "games.simulated/log";
const NAME = "witness.simulated/w1";
const SECRET_KEY = new Uint8Array(32).fill(77);

/** A witness of the log, as a process: it may be killed, and opens its file again. */
export interface LogWitness {
  readonly answer: Peer;
  restart(): void;
  close(): void;
}

/** The settings of a service that this witness cosigns for. */
export function witnessSettings(host: string): Record<string, string> {
  const publicKey = ed25519.getPublicKey(SECRET_KEY);
  const key = formatVerifierKey({ name: NAME, type: COSIGNATURE, publicKey });
  return { LOG_ORIGIN: ORIGIN, WITNESSES: `${key} http://${host}` };
}

/**
 * The real witness, with a file of its own. All that it signs is held against what it has signed before, and a
 * log that it finds to contradict itself is a broken promise.
 *
 * @param signingKey the house's private key, 64 hex digits.
 */
export function createLogWitness(
  folder: string,
  signingKey: string,
  agenda: Agenda,
  { broken }: Findings,
): LogWitness {
  const publicKey = ed25519.getPublicKey(Uint8Array.from(Buffer.from(signingKey, "hex")));
  const logs = [{ name: ORIGIN, type: ED25519, publicKey }];
  const roots = new Map<number, string>();
  let largest = 0;
  const open = () => openWitnessState(join(folder, "witness.sqlite"), NAME);
  let state = open();
  const key = { name: NAME, type: COSIGNATURE, publicKey: ed25519.getPublicKey(SECRET_KEY) };
  const sign = (message: Uint8Array) => ed25519.sign(message, SECRET_KEY);

  /** Notes what was signed. */
  function signed(body: string): void {
    const { size, root } = readCheckpoint(body.slice(body.indexOf("\n\n") + 2));
    const text = toBase64(root);
    if (size < largest || (roots.get(size) ?? text) !== text) {
      broken("a witness signs one history", `${size} entries with ${text}, after ${largest}`);
    }
    roots.set(size, text);
    largest = Math.max(largest, size);
  }

  return {
    answer({ url, body }) {
      if (url.pathname !== "/add-checkpoint") {
        return { status: 404, body: "" };
      }
      const kept = { of: state.of, keep: state.keep };
      const witness = createWitness({ key, sign, logs, state: kept, now: () => agenda.nowMs });
      const { status, text } = witness.addCheckpoint(body);
      if (status === 200) {
        signed(body);
      } else if (status !== 409) {
        // Whoever only comes back from a backup has fewer entries, which is a conflict.
        broken("the log only grows", `a witness answers ${status}: ${text}`);
      }
      return { status, body: text };
    },
    restart() {
      state.close();
      state = open();
    },
    close: () => state.close(),
  };
}
