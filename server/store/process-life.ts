import { readFileSync, readlinkSync } from "node:fs";
import { errorCode } from "../runtime/error-code.ts";

/** What tells a process from a later one that has got its number. */
export interface ProcessLife {
  /** The start of the machine, and the container, that numbers of processes belong to; null: the system does not say. */
  readonly home: string | null;
  /** When it began, in ticks since the start of the machine; null: the system does not say. */
  readonly startedTicks: number | null;
}

/** The life of this process. */
export function ownLife(): ProcessLife {
  return { home: homeOfNumbers(), startedTicks: statusOf("self")?.startedTicks ?? null };
}

/**
 * Whether a process is known to have ended, and be it a moment ago. False for one of another container or of before the
 * machine's last start, whose number says nothing here.
 */
export function isOver(pid: number, { home, startedTicks }: ProcessLife): boolean {
  if (home === null || home !== homeOfNumbers()) {
    return false;
  }
  const status = statusOf(String(pid));
  if (status === undefined) {
    return !isThere(pid);
  }
  return status.isDead || (startedTicks !== null && status.startedTicks !== startedTicks);
}

function homeOfNumbers(): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return null;
  }
}

/** Where the state and the start stand behind the name of the program, which may hold blanks and brackets. */
const STATE = 0;
const STARTED = 19;

function statusOf(process: string): { isDead: boolean; startedTicks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${process}/stat`, "latin1");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { isDead: /[ZXx]/.test(String(fields[STATE])), startedTicks: Number(fields[STARTED]) };
  } catch {
    return undefined;
  }
}

/** Also where the processes of other users are hidden. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}
