import { readFileSync } from "node:fs";

const PARENT_LOOK_MS = 500;

/**
 * Resolves at the first SIGTERM or SIGINT; the second one ends the process as usual. Also when standard
 * input ends, where that was asked for, and when npx is gone: if it is killed it takes nobody along.
 */
export async function untilStopped(
  isEndedByStdin: boolean,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (isEndedByStdin) {
    process.stdin.resume().once("close", () => resolve());
  }
  // Started by anything else it may well outlive its parent, such as the shell of a CI step.
  if (env["npm_lifecycle_event"] === "npx") {
    const first = ancestors();
    setInterval(() => ancestors() !== first && resolve(), PARENT_LOOK_MS).unref();
  }
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.once(signal, () => resolve());
  }
  await promise;
}

/** The ids of the shell that npx starts and, where Linux tells it, of npx: another once that has ended. */
function ancestors(): string {
  const { ppid } = process;
  try {
    // Behind the name, which may hold anything: the state, then the parent.
    const [, parent] = readFileSync(`/proc/${ppid}/stat`, "utf8").replace(/.*\) /s, "").split(" ");
    return `${ppid} ${parent}`;
  } catch {
    return `${ppid}`;
  }
}
