import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";

/** The core of what is measured, and the one of everything that loads it. */
const MEASURED = 0;
const LOADING = 1;
/** What Linux counts CPU time in. */
const TICK_MS = 10;

/**
 * Gives a server a core of its own, and this process with all that it starts from now on another one, so that the
 * two do not wait for each other: in earnest they are different machines. On a machine of one core, or where
 * `taskset` is missing, nothing is done.
 *
 * @returns whether it was done.
 */
export function separateCores(serverPid: number): boolean {
  if (availableParallelism() < 2) {
    return false;
  }
  try {
    pin(serverPid, MEASURED);
    pin(process.pid, LOADING);
    return true;
  } catch {
    return false;
  }
}

/** All threads of a process, also those that they start. */
function pin(pid: number, core: number): void {
  execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", String(core), String(pid)], {
    stdio: "ignore",
  });
}

/** CPU time of a process with all its threads, ms. */
export async function processCpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // The name, in brackets, may hold anything. User and system time are the 12th and 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** CPU time that all processes of the machine took so far, ms. */
export async function machineCpuMs(): Promise<number> {
  const [total = ""] = (await readFile("/proc/stat", "utf8")).split("\n");
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = total
    .split(/\s+/)
    .map(Number);
  return (user + nice + system + irq + softirq) * TICK_MS;
}
