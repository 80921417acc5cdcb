import { InputError, KeyError } from "../access/refusal.ts";
import { errorCode } from "../error-code.ts";
import { StartError } from "../start-error.ts";
import { printableLines } from "./printable.ts";

/** How a command was called cannot be understood. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** How a command ends that did not do its work. */
export interface FaultCodes {
  /** It was called wrongly. */
  readonly wrongCall: number;
  /** Everything else. */
  readonly fault: number;
}

/**
 * Runs a command of the command line: its faults become words on stderr and an exit code.
 *
 * @param usage shown with `--help`, and after a wrong call.
 */
export async function runCommand(
  usage: string,
  command: (args: string[]) => Promise<void>,
  codes: FaultCodes = { wrongCall: 2, fault: 1 },
): Promise<void> {
  // Who reads only the beginning, as `head` does, closes the pipe: that is no fault.
  process.stdout.on("error", (error) => errorCode(error) === "EPIPE" && process.exit());
  const args = process.argv.slice(2);
  if (args.includes("--help") || args[0] === "help") {
    process.stdout.write(`${usage}\n`);
    return;
  }
  try {
    await command(args);
  } catch (error) {
    // Not process.exit(): what was written may still be on its way through a pipe.
    process.exitCode = isWrongCall(error) ? codes.wrongCall : codes.fault;
    // They may quote what somebody else wrote.
    process.stderr.write(
      `${printableLines(wordsFor(error))}\n${isWrongCall(error) ? `\n${usage}\n` : ""}`,
    );
  }
}

function isWrongCall(error: unknown): boolean {
  return (
    error instanceof UsageError ||
    error instanceof InputError ||
    // What parseArgs of node:util throws.
    (error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_"))
  );
}

function wordsFor(error: unknown): string {
  if (isWrongCall(error) || error instanceof StartError || error instanceof KeyError) {
    return (error as Error).message;
  }
  return `This failed unexpectedly: ${error instanceof Error ? error.message : String(error)}`;
}
