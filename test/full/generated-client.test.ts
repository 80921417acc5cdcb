import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createClient } from "@hey-api/openapi-ts";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { roundAt } from "../../src/round/phases.ts";
import { startListening } from "../support/listening-service.ts";
import { programEnv } from "../support/program-env.ts";

/* What a developer gets who hands /openapi.json to a generator of clients. */

const CONTRACT = fileURLToPath(new URL("../../public/openapi.json", import.meta.url));

/** A reader's program: every name and type it uses is the generator's. */
const PROGRAM = `
import { createClient } from "./client/client/index.ts";
import {
  getBaccaratCurrent,
  getBaccaratRecord,
  getBaccaratResults,
  getBaccaratStream,
  getBigSixBallCurrent,
  getSchedule,
} from "./client/index.ts";
import type { BaccaratEntry, BaccaratState } from "./client/index.ts";

const client = createClient({ baseUrl: process.argv[2] as string });
const { data: state } = await getBaccaratCurrent({ client, throwOnError: true });
const phase: "betting" | "revealing" | "result" | "waiting" = state.phase;
const cards: { suit: "S" | "H" | "D" | "C" }[] | null = state.player_cards;
const { data: entries } = await getBaccaratResults({ client, query: { limit: 2 }, throwOnError: true });
const winners: BaccaratEntry["result"][] = entries.map(({ result }) => result);
const path = { round: state.round };
const { data: record } = await getBaccaratRecord({ client, path, throwOnError: true });
const outcome = "outcome" in record ? record.outcome.result : null;
const { data: schedule } = await getSchedule({ client, path: { slug: "baccarat" }, throwOnError: true });
const { stream } = await getBaccaratStream({ client });
let first: BaccaratState | undefined;
for await (const each of stream) {
  first = each;
  break;
}
const { error } = await getBigSixBallCurrent({ client });
console.log(JSON.stringify({
  round: state.round, phase, cards: cards?.length, winners, outcome,
  intervalMs: schedule.intervalMs, streamed: first?.round, refused: error?.code,
}));
process.exit();
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tableside-"));
  await createClient({
    input: CONTRACT,
    output: { path: join(folder, "client"), module: { extension: ".ts" } },
    logs: { level: "silent" },
  });
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await writeFile(join(folder, "program.ts"), PROGRAM);
});

afterAll(() => rm(folder, { recursive: true }));

function faultsOf(file: string): string[] {
  const program = ts.createProgram([file], {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.Preserve,
    lib: ["lib.es2024.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.dom.asynciterable.d.ts"],
    types: ["node"],
    typeRoots: [fileURLToPath(new URL("../../node_modules/@types", import.meta.url))],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file: at, messageText }) =>
        `${at?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
}

test("compiles under strict TypeScript, and its types forbid what the contract does not have", async () => {
  expect(faultsOf(join(folder, "program.ts"))).toEqual([]);
  const wrong = PROGRAM.replace("state.player_cards", "state.dragon");
  await writeFile(join(folder, "wrong.ts"), wrong);
  expect(faultsOf(join(folder, "wrong.ts")).join()).toContain("dragon");
});

test("reads a round of a service that runs", async () => {
  const nowMs = Date.UTC(2026, 6, 1, 12, 0, 26);
  const service = await startListening({ nowMs, down: ["bigsixball"] });
  const args = [join(folder, "program.ts"), service.url];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: programEnv });
  const round = roundAt(nowMs, 30_000);
  expect(JSON.parse(stdout)).toEqual({
    round,
    phase: "result",
    cards: 2,
    winners: ["player", expect.any(String)],
    outcome: "player",
    intervalMs: 30_000,
    streamed: round,
    refused: "maintenance",
  });
});
