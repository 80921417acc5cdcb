import { readFileSync, readlinkSync } from "node:fs";
import { errorCode } from "../../runtime/error-code.ts";

/** A name of this process that is unique on this machine: the boot, the PID namespace and the PID. */
export function processName(): string {
  return `${place()}/${process.pid}`;
}

/**
 * Whether a named process is known to have exited. False for one of another machine or container, whose
 * PIDs mean nothing here.
 */
export function hasExited(name: string): boolean {
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

/** Random where the system does not say: then no process is known to have exited. */
function place(): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot}/${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return `nowhere/${Math.random()}`;
  }
}
