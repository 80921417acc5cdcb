import { confirmedByServers } from "../access/running-servers.ts";
import type { Store } from "../store/store.ts";
import type { CommandIo } from "./command.ts";

/** Longer than the interval of the servers' heartbeats. */
const WAIT_MS = 8_000;

/**
 * Makes a change, waits until all running servers have loaded it, and reports on stderr. A server that
 * has not loaded it makes the command fail: what should have ended may go on there. Resolves with the
 * exit code.
 */
export async function confirmChange(
  store: Store,
  { stderr }: CommandIo,
  change: () => Promise<void>,
  waitMs = WAIT_MS,
): Promise<number> {
  const waiting = { now: Date.now, waitMs };
  const { confirmed, late, silent } = await confirmedByServers(store, change, waiting);
  if (late > 0) {
    stderr.write(
      `${servers(late)} did not confirm this within ${waitMs / 1_000} s and may still go by what was before. See its log and /healthz, or stop it.\n`,
    );
  }
  if (silent > 0) {
    stderr.write(
      `${serversThatRan(silent)} did not answer within ${waitMs / 1_000} s and may be gone, if it was killed. One that still runs may go by what was before: stop it.\n`,
    );
  }
  if (late + silent > 0) {
    return 1;
  }
  if (confirmed > 0) {
    stderr.write(`${servers(confirmed)} confirmed it.\n`);
  } else {
    stderr.write("No server runs on this data; it counts from the next start on.\n");
  }
  return 0;
}

function servers(count: number): string {
  return count === 1 ? "1 running server" : `${count} running servers`;
}

function serversThatRan(count: number): string {
  return count === 1 ? "1 server that ran lately" : `${count} servers that ran lately`;
}
