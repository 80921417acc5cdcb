import { readFileSync, readlinkSync } from "node:fs";
import { errorCode } from "../../runtime/error-code.ts";

/** Names this process for all others on this machine: the boot, the room its number counts in, and that. */
export function processName(): string {
  return `${place()}/${process.pid}`;
}

/**
 * Whether a process that was named is known to be gone. One of another machine, or of another container
 * whose numbers mean nothing here, may run.
 */
export function isGone(name: string): boolean {
  const at = name.lastIndexOf("/");
  if (name.slice(0, at) !== place()) {
    return false;
  }
  try {
    process.kill(Number(name.slice(at + 1)), 0);
    return false;
  } catch (error) {
    return errorCode(error) === "ESRCH";
  }
}

/** Empty where the system does not say: then no process is known to be gone. */
function place(): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot}/${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return `nowhere/${Math.random()}`;
  }
}
