import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readAssets } from "../pages/assets.ts";
import { readPages } from "../pages/pages.ts";
import { jsonLog } from "../runtime/log.ts";
import { StartError } from "../runtime/start-error.ts";
import { askControl } from "../sandbox/ask-control.ts";
import { serveControl } from "../sandbox/control.ts";
import { openSandbox } from "../sandbox/sandbox.ts";
import { NO_SCRIPT, readScript } from "../sandbox/script.ts";
import { untilStopped } from "../sandbox/until-stopped.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";

const USAGE = `Usage: npx tableside-sandbox [command], or npm run -s sandbox -- [command] in the repository

  start [--script FILE] [--port N] [--host H] [--json] [--end-with-stdin]
                          starts a service for tests, which is what is done without a command;
                          --json prints its addresses and keys as one line of JSON
  state                   shows the clock, the keys and the rounds of the one that runs
  next GAME --outcome O [--phase P]
                          moves on to the next round with an outcome: a side, a named outcome such as
                          natural or suited-tie, the first places (rovers,city), or JSON of fields
  rate N                  sets how fast its clock runs: 1, 10, 100; 0 stops it
  move TO [--game G]      moves on to a phase of a game, next-phase, day-end, mode-change or a time
  trouble NAME on|off [--ms N] [--game G]
                          maintenance, unavailable, slow, no-streams, late-beacons,
                          duplicate-webhooks or late-webhooks
  key [--days N]          issues a test key; with 0 days it has expired
  webhook URL [--games A,B] [--events A,B]
                          has a receiver called, and shows the secret that signs
  await-webhooks [--ms N] waits until every webhook was answered with 2xx, or N ms (10000)
  test-webhook [URL]      sends the receiver at that address, or every one, a webhook of type test
  replay-webhook [URL] [--age-ms N]
                          sends it its last one again, as if signed so long ago (360000)
  restart [--down-ms N]   breaks every connection, and starts the service anew on its data
  cut-streams             cuts every open stream
  reset                   ends all troubles, drops webhooks held back, and sets the first rate
  run FILE                does the steps of a script

  The commands speak to the control API, which listens on 127.0.0.1 and the port of --control-port
  (3101), or at SANDBOX_CONTROL. The service listens on --port (3100). With port 0 a free one is chosen.`;

const PORT = 3100;
const CONTROL_PORT = 3101;

export const sandboxCommand: Command = { usage: USAGE, run };

async function run(args: string[], io: CommandIo): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      "control-port": { type: "string" },
      "age-ms": { type: "string" },
      days: { type: "string" },
      "down-ms": { type: "string" },
      "end-with-stdin": { type: "boolean", default: false },
      events: { type: "string" },
      game: { type: "string" },
      games: { type: "string" },
      host: { type: "string", default: "127.0.0.1" },
      json: { type: "boolean", default: false },
      ms: { type: "string" },
      outcome: { type: "string" },
      phase: { type: "string" },
      port: { type: "string", default: String(PORT) },
      script: { type: "string" },
    },
  });
  const given = values["control-port"];
  const controlPort = portNumber(given ?? String(CONTROL_PORT), "--control-port");
  const [name = "start", first, second, ...others] = positionals;
  if (others.length > 0) {
    throw new UsageError(`There is too much: ${others.join(" ")}.`);
  }
  const named = given === undefined ? io.env["SANDBOX_CONTROL"] : undefined;
  const control = named ?? `http://127.0.0.1:${controlPort}/`;
  const send = async (command: object) => show(io, await askControl(control, command));
  const game = values.game === undefined ? {} : { game: values.game };
  const ms = numberOf("ms", values.ms);
  switch (name) {
    case "start":
      return start({ ...values, port: portNumber(values.port, "--port"), controlPort }, io);
    case "state":
      return show(io, await askControl(control));
    case "next":
      return send({
        do: "next",
        game: first,
        outcome: readOutcome(values.outcome),
        ...(values.phase === undefined ? {} : { phase: values.phase }),
      });
    case "rate":
      return send({ do: "rate", rate: first === undefined ? undefined : Number(first) });
    case "move":
      return send({ do: "move", to: first, ...game });
    case "trouble":
      return send({ do: "trouble", name: first, on: onOff(second), ...ms, ...game });
    case "key":
      return send({ do: "key", ...numberOf("days", values.days) });
    case "webhook":
      return send({
        do: name,
        url: first,
        games: values.games?.split(","),
        events: values.events?.split(","),
      });
    case "await-webhooks":
      return send({ do: name, ...ms });
    case "replay-webhook":
      return send({ do: name, url: first, ...numberOf("ageMs", values["age-ms"]) });
    case "restart":
      return send({ do: "restart", downMs: Number(values["down-ms"] ?? 0) });
    case "cut-streams":
    case "reset":
      return send({ do: name });
    case "test-webhook":
      return send({ do: name, url: first });
    case "run":
      return send(await readStepsOf(first));
    default:
      throw new UsageError(`There is no command ${JSON.stringify(name)}.`);
  }
}

interface StartOptions {
  readonly host: string;
  readonly port: number;
  readonly controlPort: number;
  readonly script?: string | undefined;
  readonly json: boolean;
  readonly "end-with-stdin": boolean;
}

/** Runs a sandbox until the process is to stop. */
async function start(options: StartOptions, { env, stdout }: CommandIo): Promise<void> {
  const { host, port, controlPort } = options;
  const script =
    options.script === undefined ? NO_SCRIPT : readScript(await readText(options.script));
  const dist = fileURLToPath(new URL("../../dist/", import.meta.url));
  const now = () => Date.now();
  const sandbox = await openSandbox({
    host,
    port,
    script,
    pages: await readPages(dist),
    assets: await readAssets(dist),
    tempDir: tmpdir(),
    now,
    steady: () => performance.now(),
    log: jsonLog(() => {}, now),
  });
  try {
    const control = await serveControl(sandbox, controlPort);
    const { address, keys } = await sandbox.state();
    const controlUrl = `${control.address}/`;
    const ready = `\n  The sandbox is ready after ${(performance.now() / 1_000).toFixed(1)} s.\n
  Tables, with a demo:  ${address}/
  Test key:             ${keys.good}
  Expired and revoked:  ${keys.expired}  ${keys.revoked}
  Control:              ${controlUrl}\n\n`;
    stdout.write(options.json ? "" : ready);
    await sandbox.inTurn(async (execute) => {
      for (const step of script.steps) {
        await execute(step);
      }
    });
    stdout.write(options.json ? `${JSON.stringify({ url: address, controlUrl, keys })}\n` : "");
    await untilStopped(options["end-with-stdin"], env);
    await control.stop();
  } finally {
    await sandbox.close();
  }
}

function show({ stdout }: CommandIo, answer: unknown): void {
  stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
}

/** The steps of a script as they are written: the control API reads them itself. */
async function readStepsOf(file: string | undefined): Promise<object[]> {
  const text = await readText(file);
  readScript(text);
  const { steps = [] } = JSON.parse(text) as { steps?: object[] };
  return steps;
}

async function readText(file: string | undefined): Promise<string> {
  if (file === undefined) {
    throw new UsageError("Name the file of a script.");
  }
  if (file.startsWith("{")) {
    return file;
  }
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new StartError(`The script ${file} cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** An outcome as text, or as JSON of fields. */
function readOutcome(text: string | undefined): unknown {
  return text?.startsWith("{") ? JSON.parse(text) : text;
}

/** A field of a command, unless its option was left out. */
function numberOf(name: string, text: string | undefined): object {
  return text === undefined ? {} : { [name]: Number(text) };
}

function onOff(text: string | undefined): boolean {
  if (text !== "on" && text !== "off") {
    throw new UsageError("Say whether the trouble is on or off.");
  }
  return text === "on";
}

function portNumber(text: string, name: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new UsageError(`${name} must be a whole number from 0 to 65535.`);
  }
  return port;
}

if (import.meta.main) {
  await runProgram(sandboxCommand);
}
