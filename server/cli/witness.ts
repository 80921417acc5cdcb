import { parseArgs } from "node:util";
import { LogFormatError } from "../../src/tlog/format-error.ts";
import {
  COSIGNATURE,
  ED25519,
  formatVerifierKey,
  isKeyName,
  readVerifierKey,
} from "../../src/tlog/verifier-key.ts";
import type { VerifierKey } from "../../src/tlog/verifier-key.ts";
import { ed25519 } from "../fairness/node-crypto.ts";
import { listen } from "../http/http-server.ts";
import { jsonLog } from "../runtime/log.ts";
import { serveWitness } from "../witness/serve.ts";
import { openWitnessState } from "../witness/state.ts";
import { createWitness } from "../witness/witness.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";

const USAGE = `Usage: npm run -s witness -- --log KEY... [--name NAME] [--file FILE] [--host H] [--port N]

  Runs a witness for logs of others: it signs that a log only grew since it last looked, and when that
  was. It should run on a machine of somebody whom players trust more than the house.

  --log    the verifier key of a log, the first line of its /log/policy; several may be given
  --name   what a new witness is called for ever, such as witness.example.com/w1
  --file   its only file, with its key and what it has signed (./witness.sqlite). Never run two
           witnesses on copies of it, and never go back to an older copy.
  --host   where it listens (127.0.0.1)
  --port   and on which port (3200)

  It prints its verifier key, which the house puts into WITNESSES with the witness's address, and which
  verifiers put into their policies.`;

const PORT = 3200;

export const witnessCommand: Command = { usage: USAGE, run };

async function run(args: string[], { stdout, now = Date.now }: CommandIo): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      log: { type: "string", multiple: true, default: [] },
      name: { type: "string" },
      file: { type: "string", default: "./witness.sqlite" },
      host: { type: "string", default: "127.0.0.1" },
      port: { type: "string", default: String(PORT) },
    },
  });
  const logs = values.log.map(readLogKey);
  const port = Number(values.port);
  if (logs.length === 0) {
    throw new UsageError("Name at least one --log.");
  }
  if (!/^\d{1,5}$/.test(values.port) || port > 65_535) {
    throw new UsageError("--port must be a whole number from 0 to 65535.");
  }
  if (values.name !== undefined && !isKeyName(values.name)) {
    throw new UsageError("--name must be without spaces and plus signs.");
  }
  const state = openWitnessState(values.file, values.name ?? null);
  const key: VerifierKey = {
    name: state.name,
    type: COSIGNATURE,
    publicKey: ed25519.getPublicKey(state.secretKey),
  };
  const sign = (message: Uint8Array) => ed25519.sign(message, state.secretKey);
  const witness = createWitness({ key, sign, logs, state, now });
  const log = jsonLog((line) => stdout.write(`${line}\n`), now);
  const server = await listen(serveWitness(witness, log), { host: values.host, port });
  stdout.write(`${formatVerifierKey(key)}\n${server.address}\n`);
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => resolve());
    }
  });
  await server.stop();
  state.close();
}

/** The verifier key of a log; with or without the word that begins its line in a policy. */
function readLogKey(text: string): VerifierKey {
  try {
    return readVerifierKey(text.trim().replace(/^log\s+/, ""), ED25519);
  } catch (error) {
    throw error instanceof LogFormatError
      ? new UsageError(`--log: ${error.message}`, { cause: error })
      : error;
  }
}

if (import.meta.main) {
  await runProgram(witnessCommand);
}
