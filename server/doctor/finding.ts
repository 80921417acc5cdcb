import { errorCode } from "../runtime/error-code.ts";
import { StartError } from "../runtime/start-error.ts";

/** What can be looked at, in the order of the report. */
export const PARTS = [
  "versions",
  "settings",
  "files",
  "disk",
  "server",
  "database",
  "rows",
  "secrets",
  "headers",
  "days",
  "clock",
  "beacons",
  "payment_node",
  "review",
  "mail",
] as const;

export type Part = (typeof PARTS)[number];

/** A fault keeps something from working, now or at the next start; a warning will, or may. */
export type FindingStatus = "ok" | "warning" | "fault";

/** What a look at one part found. */
export interface Finding {
  readonly part: Part;
  readonly status: FindingStatus;
  /** What was found, and unless that is well, what to do. No secret, and no password. */
  readonly words: string;
}

/** Says what was found of a part. */
export type Say = (status: FindingStatus, words: string) => void;

/**
 * Looks at a part of the service, and never rejects: what cannot be looked at is a fault.
 *
 * @param look says what it finds; with nothing to say the part is left out.
 */
export async function lookAt(
  part: Part,
  look: (say: Say) => void | Promise<void>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const say: Say = (status, words) => findings.push({ part, status, words });
  try {
    await look(say);
  } catch (error) {
    say("fault", wordsFor(error));
  }
  return findings;
}

/** Messages for people say what to do. Of any other error no more is known than that. */
function wordsFor(error: unknown): string {
  if (error instanceof StartError) {
    return error.message;
  }
  const code = errorCode(error);
  return code === "EACCES" || code === "EPERM"
    ? `It cannot be looked at (${String(error)}). Run this as the user that the service runs as, and give that user the file.`
    : `It cannot be looked at (${String(error)}).`;
}
