import { once } from "node:events";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { MINUTE_MS } from "../../src/round/phases.ts";
import { portNumber } from "../config/config.ts";
import { readAssets } from "../pages/assets.ts";
import { readPages } from "../pages/pages.ts";
import { StartError } from "../runtime/start-error.ts";
import { serveControl } from "../sandbox/control.ts";
import { openSandbox } from "../sandbox/sandbox.ts";
import { notACommand, runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";

const USAGE = `Usage: tableside-sandbox [COMMAND]

  start [--port N] [--host H] [--json]
                          starts a service for tests (the default); --json prints its URLs and keys
                          as one line of JSON
  state                   shows the clock, the keys and the rounds of the running sandbox
  next GAME --outcome O [--phase P]
                          moves on to the next round with an outcome: a side, a named outcome such as
                          natural or suited-tie, the first places (rovers,city), or JSON of fields
  rate N                  sets the speed of its clock, N from 0 to 100; 0 stops it
  move PHASE --game G     moves the clock forward to the next start of a phase such as result
  move next-phase|TIME    moves the clock forward to the first phase change in any game, or to a time such as
                          2026-07-01T12:00:00Z
  failure NAME on|off [--ms N] [--game G]
                          maintenance, unavailable, slow, no-streams, duplicate-webhooks or
                          late-webhooks
  key [--days N]          issues a test key; 0 issues an expired key
  webhook URL [--games A,B] [--events A,B]
                          calls a receiver for each event, and prints the signing secret
  restart [--down-ms N]   drops every connection and restarts the service on its data
  cut-streams             ends every open stream
  reset                   ends every failure, drops delayed webhooks, and restores the initial rate

  The commands call the control API at 127.0.0.1:3101, or at the port in --control-port. For a
  sandbox elsewhere, set SANDBOX_CONTROL to its control URL. The service listens on port 3100, or the
  one in --port. Port 0 picks a free one. In a clone of Tableside, "npm run -s sandbox --"
  replaces "tableside-sandbox".`;

export const sandboxCommand: Command = { usage: USAGE, run };

async function run(args: string[], io: CommandIo): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      "control-port": { type: "string" },
      days: { type: "string" },
      "down-ms": { type: "string" },
      events: { type: "string" },
      game: { type: "string" },
      games: { type: "string" },
      host: { type: "string", default: "127.0.0.1" },
      json: { type: "boolean", default: false },
      ms: { type: "string" },
      outcome: { type: "string" },
      phase: { type: "string" },
      port: { type: "string", default: "3100" },
    },
  });
  const [name = "start", first, second, ...others] = positionals;
  if (others.length > 0) {
    throw new UsageError(`Too many arguments: ${others.join(" ")}.`);
  }
  const given = values["control-port"];
  const controlPort = requirePort(given ?? "3101", "--control-port");
  if (name === "start") {
    const port = requirePort(values.port, "--port");
    return start({ host: values.host, port, controlPort, isJson: values.json }, io);
  }
  const control =
    (given === undefined ? io.env["SANDBOX_CONTROL"] : undefined) ??
    `http://127.0.0.1:${controlPort}/`;
  const { game, phase, outcome } = values;
  const fields: Readonly<Record<string, object>> = {
    next: {
      game: first,
      outcome: outcome?.startsWith("{") ? fieldsIn(outcome) : outcome,
      phase,
    },
    rate: { rate: numberIn(first) },
    move: { to: first, game },
    failure: {
      name: first,
      on: name === "failure" && onOff(second),
      ms: numberIn(values.ms),
      game,
    },
    key: { days: numberIn(values.days) },
    webhook: { url: first, games: values.games?.split(","), events: values.events?.split(",") },
    restart: { downMs: numberIn(values["down-ms"]) },
    "cut-streams": {},
    reset: {},
    state: {},
  };
  if (!Object.hasOwn(fields, name)) {
    throw notACommand(name, ["start", ...Object.keys(fields)]);
  }
  if (Object.values(fields[name] ?? {}).some(Number.isNaN)) {
    throw new UsageError("--ms, --days, --down-ms and the rate must be numbers.");
  }
  if (name === "next" && outcome === undefined) {
    throw new UsageError('Pass the outcome, such as "--outcome tie".');
  }
  const result = await callControl(
    control,
    name === "state" ? null : { do: name, ...fields[name] },
  );
  io.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
}

interface StartOptions {
  readonly host: string;
  readonly port: number;
  readonly controlPort: number;
  readonly isJson: boolean;
}

async function start(options: StartOptions, { stdout }: CommandIo): Promise<void> {
  const dist = fileURLToPath(new URL("../../dist/", import.meta.url));
  const sandbox = await openSandbox({
    ...options,
    startMs: Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS,
    rate: 1,
    pages: await readPages(dist),
    assets: await readAssets(dist),
    tempDir: tmpdir(),
    now: () => Date.now(),
    steady: () => performance.now(),
  });
  try {
    const control = await serveControl(sandbox, options.controlPort);
    const { url, keys } = await sandbox.state();
    const ready = { url, controlUrl: `${control.url}/`, keys };
    const stopped = Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
    stdout.write(
      options.isJson
        ? `${JSON.stringify(ready)}\n`
        : `
  The sandbox is ready.

  Tables:               ${url}/
  Test key:             ${keys.good}
  Expired key:          ${keys.expired}
  Revoked key:          ${keys.revoked}
  Control:              ${ready.controlUrl}\n\n`,
    );
    await stopped;
    await control.stop();
  } finally {
    await sandbox.close();
  }
}

/**
 * @param command null requests the state.
 * @throws StartError with the reason of a refusal.
 */
async function callControl(control: string, command: object | null): Promise<unknown> {
  const post = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(command),
  };
  const response = await fetch(control, command === null ? {} : post).catch((cause: unknown) => {
    throw new StartError(
      `No sandbox responds at ${control}. Start one with "tableside-sandbox start", or pass --control-port with the port it uses.`,
      { cause },
    );
  });
  const body = (await response.json()) as { detail?: string };
  if (!response.ok) {
    throw new StartError(body.detail ?? "");
  }
  return body;
}

function fieldsIn(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new UsageError("--outcome starts with { but is not valid JSON.", { cause: error });
  }
}

function numberIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function onOff(text: string | undefined): boolean {
  if (text !== "on" && text !== "off") {
    throw new UsageError('Say whether to turn the failure on or off, such as "failure slow on".');
  }
  return text === "on";
}

function requirePort(text: string, name: string): number {
  const port = portNumber(text);
  if (port === undefined) {
    throw new UsageError(`${name} must be a whole number from 0 to 65535.`);
  }
  return port;
}

if (import.meta.main) {
  await runProgram(sandboxCommand);
}
