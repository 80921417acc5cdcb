import type { Writable } from "node:stream";
import { InvalidInput } from "../access/invalid-input.ts";
import type { Environment } from "../config/settings.ts";
import { errorCode } from "../runtime/error-code.ts";
import { StartError } from "../runtime/start-error.ts";
import { printable } from "./terminal.ts";

export class UsageError extends Error {
  override readonly name = "UsageError";
}

const LIST = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** @param given the first word of a program's arguments, if any. */
export function notACommand(given: string | undefined, commands: Iterable<string>): UsageError {
  const choices = LIST.format(commands);
  return new UsageError(
    given === undefined
      ? `Specify a command: ${choices}.`
      : `"${given}" is not a command: choose ${choices}.`,
  );
}

/** What a command uses of its process; tests provide their own. */
export interface CommandIo {
  readonly env: Environment;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** The machine's clock, epoch ms; the real clock by default. */
  readonly now?: () => number;
}

export interface Command {
  /** Printed for `--help`. Its first words are `Usage:` and the program. */
  readonly usage: string;
  /** Resolves with the exit code; undefined means 0. A thrown error is explained on stderr. */
  run(args: string[], io: CommandIo): Promise<number | void>;
  /** The exit code of every error; by default 2 for wrong arguments and 1 for other errors. */
  readonly faultCode?: number;
}

/** Runs a command. Resolves with the exit code, and never rejects. */
export async function runCommand(
  { usage, run, faultCode }: Command,
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
    const isWrong =
      error instanceof UsageError ||
      // The errors of parseArgs in node:util.
      (error instanceof TypeError && errorCode(error)?.startsWith("ERR_PARSE_") === true);
    const isExplained = isWrong || error instanceof InvalidInput || error instanceof StartError;
    const given = error instanceof Error ? error.message : String(error);
    // Node adds advice that mentions no option of the command. npm takes options without `--` before them for itself.
    const message = given
      .replace(/^Unknown option '(.+?)'.*$/s, "Unknown option $1.")
      .replace(
        /^Option '(--[\w-]+).*? argument is ambiguous.*$/s,
        "$1 needs a value, which cannot start with -.",
      )
      .replace(
        /^Unexpected argument ('.+?')\..*$/s,
        "Unexpected argument $1. Options of npm run need -- before them.",
      );
    // Messages may quote untrusted text, which must not control the terminal.
    const words = (isExplained ? message : `Unexpected error: ${message}`)
      .split("\n")
      .map(printable)
      .join("\n");
    const [, program = ""] = /^Usage: (npm run -s \S+ --|\S+)/.exec(usage) ?? [];
    io.stderr.write(`${words}\n${isWrong ? `Run "${program} --help" for usage.\n` : ""}`);
    return faultCode ?? (isWrong ? 2 : 1);
  }
}

export async function runProgram(command: Command): Promise<void> {
  // A reader such as `head` may close the pipe early, which is not an error.
  process.stdout.on("error", (error) => errorCode(error) === "EPIPE" && process.exit());
  // process.exit() would lose output that a pipe still contains.
  process.exitCode = await runCommand(command, process.argv.slice(2), process);
}
