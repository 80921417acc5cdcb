import { confirmedByServers } from "../access/running-servers.ts";
import type { Store } from "../store/store.ts";

const WAIT_MS = 5_000;

/**
 * Waits until the servers that run go by what was just changed, and says on stderr how it went. One
 * that does not is a failure of the command: what was to end there goes on.
 */
export async function confirmChange(store: Store): Promise<void> {
  const { confirmed, late } = await confirmedByServers(store, Date.now, WAIT_MS);
  if (late > 0) {
    process.exitCode = 1;
    process.stderr.write(
      `${servers(late)} did not confirm this within ${WAIT_MS / 1_000} s and may still go by what was before. See its log and /healthz, or stop it.\n`,
    );
  } else if (confirmed > 0) {
    process.stderr.write(`${servers(confirmed)} confirmed it.\n`);
  } else {
    process.stderr.write("No server runs on this data; it counts from the next start on.\n");
  }
}

function servers(count: number): string {
  return count === 1 ? "1 running server" : `${count} running servers`;
}
