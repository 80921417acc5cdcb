/* The thread that hashes passwords, one at a time: each takes a core and 32 MB for a while. */
import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { threadCalls } from "../../runtime/thread-calls.ts";
import type { Port } from "../../runtime/thread-calls.ts";
import type { HashingThread } from "./password-hashing.ts";

/** A third of what other threads get where there are not enough cores. With less, nobody could sign in on a busy machine. */
const NICE = 5;

// On Linux this is the priority of the thread alone: whoever waits for the running round comes first.
if (process.platform === "linux") {
  setPriority(NICE);
}

/** As better-auth's own hashes, which this one's are: it would compute them in a pool that has our priority. */
const COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1_024 * 1_024 } as const;
const KEY_BYTES = 64;
const SALT_BYTES = 16;

function keyOf(password: string, salt: string): Buffer {
  return scryptSync(password.normalize("NFKC"), salt, KEY_BYTES, COST);
}

threadCalls<HashingThread, Record<never, never>>(parentPort as Port, {
  async hash(password) {
    const salt = randomBytes(SALT_BYTES).toString("hex");
    return `${salt}:${keyOf(password, salt).toString("hex")}`;
  },
  async verify({ hash, password }) {
    // A damaged row holds neither: no password is right then, and its owner may set another by mail.
    const [salt = "", key = ""] = hash.split(":");
    const known = Buffer.from(key, "hex");
    const tried = keyOf(password, salt);
    return known.length === tried.length && timingSafeEqual(known, tried);
  },
});
