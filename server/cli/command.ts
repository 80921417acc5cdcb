import type { Writable } from "node:stream";
import { InvalidInput, UnknownKey, UnusableKey } from "../access/errors.ts";
import { errorCode } from "../runtime/error-code.ts";
import { StartError } from "../runtime/start-error.ts";
import { printableLines } from "./printable.ts";

/** The command line cannot be understood. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The exit codes of a command that did not do its work. */
export interface FaultCodes {
  /** It was called wrongly. */
  readonly wrongCall: number;
  /** Everything else. */
  readonly fault: number;
}

/** Settings as environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a command reads and writes besides its arguments: the process's own, or a test's. */
export interface CommandIo {
  readonly env: Environment;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** This machine's clock, epoch ms; the real one if absent. */
  readonly now?: () => number;
}

/** A command of the command line. */
export interface Command {
  /** Printed for `--help`, and after a wrong call. */
  readonly usage: string;
  /** Resolves with the exit code; nothing means 0. What it throws is explained on stderr. */
  run(args: string[], io: CommandIo): Promise<number | void>;
  readonly codes?: FaultCodes;
}

/** Runs a command. Resolves with its exit code and never rejects. */
export async function runCommand(
  { usage, run, codes = { wrongCall: 2, fault: 1 } }: Command,
  args: string[],
  io: CommandIo,
): Promise<number> {
  if (args.includes("--help") || args[0] === "help") {
    io.stdout.write(`${usage}\n`);
    return 0;
  }
  try {
    return (await run(args, io)) ?? 0;
  } catch (error) {
    // Messages may quote text from strangers, which must not control the terminal.
    io.stderr.write(
      `${printableLines(wordsFor(error))}\n${isWrongCall(error) ? `\n${usage}\n` : ""}`,
    );
    return isWrongCall(error) ? codes.wrongCall : codes.fault;
  }
}

/** Runs a command as this process's only task. */
export async function runProgram(command: Command): Promise<void> {
  // A reader that wants only the beginning, such as `head`, closes the pipe: that is no fault.
  process.stdout.on("error", (error) => errorCode(error) === "EPIPE" && process.exit());
  // Not process.exit(): output may still be on its way through a pipe.
  process.exitCode = await runCommand(command, process.argv.slice(2), process);
}

function isWrongCall(error: unknown): boolean {
  return (
    error instanceof UsageError ||
    error instanceof InvalidInput ||
    // What parseArgs of node:util throws.
    (error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_"))
  );
}

/** Errors whose message is written for the person at the terminal. */
const EXPLAINED = [StartError, UnknownKey, UnusableKey];

function wordsFor(error: unknown): string {
  if (isWrongCall(error) || EXPLAINED.some((each) => error instanceof each)) {
    return (error as Error).message;
  }
  return `This failed unexpectedly: ${error instanceof Error ? error.message : String(error)}`;
}
