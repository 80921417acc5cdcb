import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { saveBeacon } from "../../../server/beacon/stored-beacons.ts";
import { auditCommand } from "../../../server/cli/audit.ts";
import { loadSecret } from "../../../server/fairness/secret.ts";
import { dateOfDay, dayAt, dayStartMs } from "../../../src/fairness/utc-day.ts";
import { bigsixball } from "../../../src/games/bigsixball/game.ts";
import { callCommand } from "../../support/command.ts";
import { VECTOR_SECRET } from "../../support/dealt-rounds.ts";
import { startProofHouse } from "../../support/proof-house.ts";
import { SECRET_HEX } from "../../support/service.ts";
import { tempFolder, tempStore } from "../../support/temp-store.ts";
import { dayOfProofs, network, withReceipt } from "../../support/test-proofs.ts";
import type { Proof } from "../../support/test-proofs.ts";

/** A day that has been over for a minute and more. 1440 rounds of it. */
const DAY = dayAt(Date.UTC(2026, 6, 1));
const DATE = dateOfDay(DAY);
const now = () => dayStartMs(DAY + 1) + 120_000;
const proofsOfDay = () => dayOfProofs(bigsixball, DAY, null, { every: 1 });

const audit = (args: readonly string[], env: Record<string, string> = {}) =>
  callCommand(auditCommand, ["bigsixball", DATE, ...args], env, now);

describe("a day of a house", () => {
  test("is checked whole: header, every round, and the odds", async () => {
    const url = await startProofHouse(proofsOfDay());
    const { code, stdout } = await audit(["--base-url", `${url}/`]);
    expect(stdout).toMatch(/^pass +Signed by whom/m);
    expect(stdout).toMatch(/^pass +Every round is told +1440 of the day’s 1440 rounds/m);
    expect(stdout).toMatch(/^pass +Result +All 1440 rounds\./m);
    expect(stdout).toMatch(/^pass +In the results +All 1440 rounds/m);
    expect(stdout).toMatch(/^pass +Odds +Chi-square \d+\.\d\d with 5 degrees of freedom/m);
    expect(stdout).toMatch(/^none +Mode .*do not prove that the house did not know it/m);
    expect(code).toBe(4);
  });

  test("that changes one round, keeps another back, and shows another key is caught at each", async () => {
    const proofs = proofsOfDay();
    const [one, other, kept] = proofs.slice(700) as [Proof, Proof, Proof];
    const url = await startProofHouse(proofs, {
      records: {
        [one.record.round]: { ...one.record, outcome: other.record.outcome },
        [other.record.round]: { ...other.record, outcome: [] },
        [kept.record.round]: kept.open,
      },
    });
    const { code, stdout } = await audit(["--base-url", url, "--key", "00".repeat(32)]);
    expect(stdout).toMatch(/^fail +Signed by whom/m);
    expect(stdout).toMatch(
      new RegExp(`^fail +Every round is told +1 of 1440 .*: ${kept.record.round}\\.$`, "m"),
    );
    expect(stdout).toMatch(
      new RegExp(
        `^fail +Result +2 of 1440 rounds: ${one.record.round}, ${other.record.round}\\. Something else`,
        "m",
      ),
    );
    expect(code).toBe(1);
  });
});

describe("what the user kept himself", () => {
  const proofs = proofsOfDay();
  const [{ header, record }] = proofs as [Proof];
  // The same house signed it, for the same day.
  const otherHeader = dayOfProofs(bigsixball, DAY, network, { every: 1440 })[0]?.header;
  const entryOf = ({ record: { round, outcome } }: Proof) => ({ round, ...Object(outcome) });
  const kept = proofs.slice(0, 3).map(entryOf);
  const ofAnotherDay = { ...kept[0], round: record.round - 1 };

  async function file(value: unknown): Promise<string> {
    const path = join(await tempFolder(), "kept.json");
    await writeFile(path, JSON.stringify(value));
    return path;
  }

  test.each([
    [
      "the header that the house shows",
      header,
      [],
      /^pass +The header of the day +The house shows the one/m,
      4,
    ],
    [
      "another header",
      otherHeader,
      [],
      /^fail +The header of the day +The house shows another one/m,
      1,
    ],
    [
      "a header that the house shows no more",
      header,
      ["header"],
      /^fail +The header of the day +You kept .* shows none/m,
      1,
    ],
  ])("%s", async (_name, keptHeader, missing, expected, end) => {
    const url = await startProofHouse(proofs, {
      before(request, response) {
        const isMissing = missing.length > 0 && request.url?.startsWith("/fairness/bigsixball/");
        response.statusCode = 404;
        return isMissing === true && Boolean(response.end("{}"));
      },
    });
    const { code, stdout } = await audit(["--base-url", url, "--header", await file(keptHeader)]);
    expect(stdout).toMatch(expected);
    expect(code).toBe(end);
  });

  test("records, which no round that never opened may contradict, and the audit counts each kind", async () => {
    const [late, voided, denied, unsaid] = proofs.slice(700) as [Proof, Proof, Proof, Proof];
    const { openedAt, revealedAt } = late.record.receipt!;
    const neverOpened = ({ record }: Proof) =>
      withReceipt(record, { voidedAt: record.closesAt + 1_000, reason: "beacon" });
    const lies = {
      records: {
        [late.record.round]: withReceipt(late.record, {
          openedAt,
          revealedAt: (revealedAt as number) + 1,
        }),
        [voided.record.round]: neverOpened(voided),
        [denied.record.round]: neverOpened(denied),
        [unsaid.record.round]: { ...unsaid.record, receipt: null },
      },
    };
    const url = await startProofHouse(proofs, lies);
    const own = [denied.open, unsaid.open, { round: 1 }, null];
    const { code, stdout } = await audit(["--base-url", url, "--kept", await file(own)]);
    expect(stdout).toMatch(
      new RegExp(
        `^fail +Receipt +1 of 1440 rounds: ${denied.record.round}\\. You keep a receipt`,
        "m",
      ),
    );
    expect(stdout).toMatch(
      /^pass +Openings +1436 punctual, 1 late, 1 never opened, 1 of which not all is signed\./m,
    );
    expect(code).toBe(1);
  });

  test.each([
    ["results that he paid by", kept, /^pass +The results you kept +3 rounds/m],
    [
      "a result that is another one now",
      [...kept, { ...kept[1], round: kept[0]?.round }],
      /^fail +The results you kept +1 of/m,
    ],
    ["results of other days", [ofAnotherDay], /^open +The results you kept +None/m],
  ])("%s", async (_name, results, expected) => {
    const url = await startProofHouse(proofs);
    const { stdout } = await audit(["--base-url", url, "--results", await file(results)]);
    expect(stdout).toMatch(expected);
  });

  test("nothing else is taken for a header or for results", async () => {
    const notHeader = await audit(["--base-url", "http://127.0.0.1:1", "--header", await file({})]);
    expect(notHeader).toMatchObject({ code: 3, stdout: "" });
    expect(notHeader.stderr).toContain("The header that you kept cannot be read");
    const notList = await audit(["--base-url", "http://127.0.0.1:1", "--results", await file({})]);
    expect(notList.stderr).toContain("--results must be a list");
  });
});

test("the summary is JSON for a program, and a page for everybody, in which nothing of the house is code", async () => {
  const proofs = proofsOfDay();
  const attack = "<script>alert(1)</script>";
  const url = await startProofHouse(proofs, {
    before(request, response) {
      const isLog = request.url?.startsWith("/log/") === true;
      response.statusCode = 418;
      return isLog && Boolean(response.end(JSON.stringify({ detail: attack })));
    },
  });
  const page = join(await tempFolder(), "audit.html");
  const args = ["--base-url", url, "--json", "--page", page];
  const { code, stdout } = await audit(args);
  expect(code).toBe(4);
  const summary = JSON.parse(stdout);
  expect(summary).toMatchObject({
    game: "bigsixball",
    date: DATE,
    house: url,
    checkedAt: new Date(now()).toISOString(),
    verdict: "consistent",
    rounds: { ofDay: 1440, over: 1440, checked: 1440 },
    openings: { punctual: 1440, late: 0, neverOpened: 0, unsigned: 0 },
  });
  expect(JSON.stringify(summary.findings)).toContain("<script>");
  const html = await readFile(page, "utf8");
  expect(html).not.toContain("<script");
  expect(html).toContain("&lt;script&gt;");
  expect(html).toContain("Audit of Big Six Ball, 2026-07-01");
  expect(html).toContain("1440 punctual, 0 late");
  expect(await audit(args)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("There is a file of that name"),
  });
  expect(await readFile(page, "utf8")).toBe(html);
});

test("the day of one's own data is checked without a server, with the beacons that were kept", async () => {
  const DATA_DIR = await tempFolder();
  const { store } = await tempStore({ file: join(DATA_DIR, "tableside.sqlite") });
  await loadSecret({ dataDir: DATA_DIR, given: SECRET_HEX }, store);
  expect(Buffer.from(VECTOR_SECRET).toString("hex")).toBe(SECRET_HEX);
  // The beacons of two rounds, since to sign them all takes long.
  const proofs = dayOfProofs(bigsixball, DAY, network, { every: 720 });
  const [{ header }] = proofs as [Proof];
  await store.db
    .insertInto("day_header")
    .values({ game: "bigsixball", day: DAY, header: JSON.stringify(header) })
    .execute();
  for (const { record } of proofs) {
    const signature = Buffer.from(record.beacon as string, "hex");
    await saveBeacon(store, network.chain, record.drandRound as number, signature, null);
  }
  const chain = join(DATA_DIR, "chain.json");
  await writeFile(chain, JSON.stringify(network.chain));
  const { stdout } = await audit(["--chain", chain], {
    DATA_DIR,
    ORACLE_SECRET: SECRET_HEX,
    DRAND_CHAIN_HASH: network.chain.hash,
    DRAND_PUBLIC_KEY: network.chain.public_key,
    DRAND_GENESIS: String(network.chain.genesis_time),
    DRAND_PERIOD: "3",
    DRAND_GROUP_HASH: network.chain.groupHash,
    DRAND_BEACON_ID: network.chain.metadata.beaconID,
    DRAND_RELAYS: "http://127.0.0.1:1",
  });
  expect(stdout).toMatch(/^fail +Every round is told +1438 of 1440/m);
  expect(stdout).toMatch(/^open +Beacon +1438 of 1440 rounds/m);
  expect(stdout).not.toMatch(/^fail +(Beacon|Result|Seed)/m);
});

describe("refused:", () => {
  test.each([
    [["poker", DATE], "Name a game"],
    [["baccarat", "yesterday"], "Name a game"],
    [["baccarat", DATE, "--key", "x"], "--key must be"],
  ])("%j", async (args, words) => {
    const { code, stderr } = await callCommand(auditCommand, args);
    expect(code).toBe(3);
    expect(stderr).toContain(words);
  });

  test("data on which no service ever ran, and a house that is not there", async () => {
    const ended = await audit([], { DATA_DIR: await tempFolder() });
    expect(ended).toMatchObject({ code: 3, stdout: "" });
    expect(ended.stderr).toContain("There is no service in");
    const gone = await audit(["--base-url", "http://127.0.0.1:1"]);
    expect(gone.stderr).toContain("does not answer");
  });
});
