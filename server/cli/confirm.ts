import { confirmedByServers } from "../access/running-servers.ts";
import type { Store } from "../store/store.ts";

/** Longer than the time between two signs of life of a server. */
const WAIT_MS = 8_000;

/**
 * Makes a change, waits until the servers that run go by it, and says on stderr how it went. One that
 * does not is a failure of the command: what was to end there goes on.
 */
export async function confirmChange(store: Store, change: () => Promise<void>): Promise<void> {
  const waiting = { now: Date.now, waitMs: WAIT_MS };
  const { confirmed, late, silent } = await confirmedByServers(store, change, waiting);
  if (late > 0) {
    process.stderr.write(
      `${servers(late)} did not confirm this within ${WAIT_MS / 1_000} s and may still go by what was before. See its log and /healthz, or stop it.\n`,
    );
  }
  if (silent > 0) {
    process.stderr.write(
      `${serversThatRan(silent)} did not answer within ${WAIT_MS / 1_000} s and may be gone, if it was killed. One that still runs may go by what was before: stop it.\n`,
    );
  }
  if (late + silent > 0) {
    process.exitCode = 1;
  } else if (confirmed > 0) {
    process.stderr.write(`${servers(confirmed)} confirmed it.\n`);
  } else {
    process.stderr.write("No server runs on this data; it counts from the next start on.\n");
  }
}

function servers(count: number): string {
  return count === 1 ? "1 running server" : `${count} running servers`;
}

function serversThatRan(count: number): string {
  return count === 1 ? "1 server that ran lately" : `${count} servers that ran lately`;
}
