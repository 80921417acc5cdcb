import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../config/config.ts";
import { examine } from "../doctor/doctor.ts";
import type { Finding, FindingStatus } from "../doctor/finding.ts";
import { plainFetch } from "../http/fetch.ts";
import { StartError } from "../runtime/start-error.ts";
import { placeOf, readSettings } from "./cli-store.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo, Environment } from "./command.ts";
import { printableLines } from "./printable.ts";
import { alignedTable } from "./text-table.ts";

const USAGE = `Usage: npm run -s doctor [-- --json]

  Looks at all that the service stands on, whether it runs or not: versions, settings, files and their
  rights, the disk, the database and its rows (100,000 of a table at most), the secrets, the published
  headers (their rounds from yesterday on), the clock, and the relays, nodes and mail server that are asked.
  Nothing is changed, and no secret is printed.

  Each line is ok, a warning or a fault, with what to do. Give it the server's own settings, and the
  server's user.

  Ends with 0 when all is well, 3 when there are warnings, 1 when there is a fault, and 2 when it was
  called wrongly.`;

/** How the command ends. A script may rely on the numbers. */
const ENDS = { ok: 0, fault: 1, warning: 3 } as const satisfies Readonly<
  Record<FindingStatus, number>
>;

const BUILD = [
  new URL("../../dist-server/entry.mjs", import.meta.url),
  new URL("../../dist/index.html", import.meta.url),
];

export const doctorCommand: Command = {
  usage: USAGE,
  async run(args, { env, stdout, now = Date.now }: CommandIo) {
    const options = { json: { type: "boolean", default: false } } as const;
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    if (positionals.length > 0) {
      throw new UsageError("The doctor takes nothing but --json.");
    }
    const settings = readSettings(env);
    const findings = await examine({
      place: placeOf(settings),
      folder: resolve(settings.dataDir),
      settings: configOf(env),
      node: process.versions.node,
      build: BUILD,
      now,
      steady: () => performance.now(),
      fetch: plainFetch,
    });
    const status = worstOf(findings);
    stdout.write(
      values.json ? `${JSON.stringify({ status, findings }, null, 2)}\n` : textOf(findings, status),
    );
    return ENDS[status];
  },
};

function configOf(env: Environment) {
  try {
    return readConfig(env);
  } catch (error) {
    if (error instanceof StartError) {
      return error;
    }
    throw error;
  }
}

function worstOf(findings: readonly Finding[]): FindingStatus {
  const has = (status: FindingStatus) => findings.some((finding) => finding.status === status);
  return has("fault") ? "fault" : has("warning") ? "warning" : "ok";
}

function textOf(findings: readonly Finding[], status: FindingStatus): string {
  const rows = findings.map(({ part, status: found, words }) => [
    found,
    part.replaceAll("_", " "),
    words.replaceAll(/\s*\n\s*/g, " "),
  ]);
  const count = findings.filter((finding) => finding.status === status).length;
  const end =
    status === "ok"
      ? "All is well."
      : `${count} ${status}${count === 1 ? "" : "s"}: each line says what to do.`;
  return `${alignedTable(rows)}\n${printableLines(end)}\n`;
}

/** For what it has written to be read. */
const EXIT_MS = 1_000;

if (import.meta.main) {
  await runProgram(doctorCommand);
  // A mail server that never comes to an end must not hold it up.
  setTimeout(() => process.exit(), EXIT_MS).unref();
}
