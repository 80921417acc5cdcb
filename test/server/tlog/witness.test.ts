import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkpointRequest } from "../../../server/tlog/add-checkpoint.ts";
import { openWitnessState } from "../../../server/witness/state.ts";
import { isCheckpointOf, readCheckpoint, signCheckpoint } from "../../../src/tlog/checkpoint.ts";
import { cosignedAtMs } from "../../../src/tlog/cosignature.ts";
import { LogTree } from "../../../src/tlog/log-tree.ts";
import { leafHash } from "../../../src/tlog/merkle.ts";
import { NOW_MS } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { HOUSE, logKey, WITNESSES } from "../../support/test-tlog.ts";
import { serveTestWitness, testWitness } from "../../support/test-witness.ts";

const leaves = (count: number, word = "entry") =>
  Array.from({ length: count }, (_, index) => leafHash(Buffer.from(`${word} ${index}`)));
const TREE = new LogTree(leaves(20));
const OTHER = new LogTree([...leaves(5), ...leaves(15, "another")]);
const [W] = WITNESSES;

const signed = (size: number, tree = TREE, signer = HOUSE) =>
  signCheckpoint({ size, root: tree.root(size) }, signer.key, signer.sign);
/** A request to sign a size after another one. */
const offer = (oldSize: number, size: number, tree = TREE) =>
  checkpointRequest({
    oldSize,
    proof: tree.consistencyProof(oldSize, size),
    checkpoint: signed(size, tree),
  });

describe("a witness", () => {
  test("cosigns a log that only grows, and says when it looked", async () => {
    const witness = await testWitness(NOW_MS);
    for (const [old, size] of [
      [0, 3],
      [3, 3],
      [3, 8],
      [8, 20],
    ] as const) {
      witness.clock.nowMs += 600_000;
      const { status, text } = witness.addCheckpoint(offer(old, size));
      expect(status).toBe(200);
      const checkpoint = readCheckpoint(signed(size) + text);
      expect(cosignedAtMs(checkpoint, W!.key)).toBe(witness.clock.nowMs);
    }
  });

  /** What the specification asks for, after three entries were signed. */
  const refusals: [status: number, what: string, body: string][] = [
    [400, "nothing", ""],
    [400, "no old size", `\n${signed(3)}`],
    [400, "an old size with a zero before it", offer(3, 8).replace("old 3", "old 03")],
    [400, "an old size below zero", offer(3, 8).replace("old 3", "old -3")],
    [400, "a hash that is none", offer(3, 8).replace("\n\n", "\nAAAA\n\n")],
    [
      400,
      "too many hashes",
      offer(3, 8).replace("\n\n", `\n${`${"A".repeat(43)}=\n`.repeat(63)}\n`),
    ],
    [400, "no checkpoint", "old 3\n\nnothing\n"],
    [400, "an old size above the checkpoint's", offer(3, 8).replace("old 3", "old 9")],
    [
      403,
      "another key's signature",
      offer(3, 8).replace(signed(8), signed(8, TREE, { ...W!, key: HOUSE.key })),
    ],
    [403, "no signature of the log", offer(3, 8).replace(/— games\S+/, "— elsewhere.example/log")],
    [
      404,
      "an unknown log",
      offer(3, 8).replace("games.example.com/log\n8", "other.example/log\n8"),
    ],
    [409, "an old size that is not the last", offer(2, 8)],
    [409, "an old size of zero", offer(0, 8)],
    [
      409,
      "another old size, whatever the proof",
      offer(2, 8).replace("\n\n", `\n${"A".repeat(43)}=\n\n`),
    ],
    [422, "another history", offer(3, 8, OTHER).replace(signed(8, OTHER), signed(8))],
    [422, "another history with its own proof", offer(3, 8, new LogTree(leaves(8, "another")))],
    [422, "another root of the same size", offer(3, 3, new LogTree(leaves(3, "another")))],
    [422, "a proof too many", offer(3, 3).replace("\n\n", `\n${"A".repeat(43)}=\n\n`)],
    [422, "a proof too few", `old 3\n\n${signed(8)}`],
  ];
  test.each(refusals)("refuses with %d: %s", async (status, _what, body) => {
    const witness = await testWitness(NOW_MS);
    witness.addCheckpoint(offer(0, 3));
    const reply = witness.addCheckpoint(body);
    expect(reply.status).toBe(status);
    const [text, contentType] =
      status === 409 ? [/^3\n$/, "text/x.tlog.size"] : [/\.\n$/, undefined];
    expect(reply.text).toMatch(text);
    expect(reply.contentType).toBe(contentType);
    expect(witness.addCheckpoint(offer(3, 8)).status).toBe(200);
  });

  test("refuses a log of no entries with a root of its own", async () => {
    const witness = await testWitness(NOW_MS);
    const empty = { size: 0, root: TREE.root(1) };
    const request = (head: typeof empty) =>
      `old 0\n\n${signCheckpoint(head, HOUSE.key, HOUSE.sign)}`;
    expect(witness.addCheckpoint(request(empty)).status).toBe(422);
    expect(witness.addCheckpoint(request({ size: 0, root: TREE.root(0) })).status).toBe(200);
    expect(
      witness.addCheckpoint(offer(0, 3).replace("old 0\n", `old 0\n${"A".repeat(43)}=\n`)).status,
    ).toBe(422);
  });

  test("never signs two histories, in whatever order requests and crashes come", async () => {
    const first = await testWitness(NOW_MS);
    const step = fc.record({
      old: fc.integer({ min: 0, max: 20 }),
      size: fc.integer({ min: 0, max: 20 }),
      tree: fc.constantFrom(TREE, OTHER),
      crash: fc.boolean(),
    });
    let witness = first;
    /** The roots it signed, in the order of its answers. */
    const signatures: { size: number; root: string }[] = [];
    const send = (old: number, size: number, tree: LogTree) => {
      if (witness.addCheckpoint(offer(old, size, tree)).status === 200) {
        signatures.push({ size, root: String(tree.root(size)) });
      }
    };
    send(0, 1, TREE);
    send(1, 2, TREE);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        for (const { old, size, tree, crash } of steps) {
          witness = crash ? witness.restart() : witness;
          send(Math.min(old, size), size, tree);
        }
      }),
      { numRuns: 60 },
    );
    const sizes = signatures.map(({ size }) => size);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    const heads = new Set(signatures.map(({ size, root }) => `${size} ${root}`));
    expect(heads.size).toBe(new Set(sizes).size);
    expect(heads.size).toBeGreaterThan(1);
  });

  test("knows nothing of one log by another, however their names are alike", async () => {
    const witness = await testWitness(NOW_MS, [HOUSE.key, logKey("games.example.com/log2")]);
    witness.addCheckpoint(offer(0, 8));
    const second = signCheckpoint(
      { size: 3, root: OTHER.root(3) },
      logKey("games.example.com/log2"),
      HOUSE.sign,
    );
    expect(witness.addCheckpoint(`old 0\n\n${second}`).status).toBe(200);
  });

  test("has one process to a file, which nobody else reads, and one name", async () => {
    const { file, restart } = await testWitness(NOW_MS);
    expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
    expect(() => openWitnessState(file, null)).toThrow(/If another witness has it open/);
    restart();
    const folder = await tempFolder();
    expect(() => openWitnessState(`${folder}/new`, null)).toThrow(/--name/);
  });
});

describe("over HTTP", () => {
  test("it takes checkpoints and shows the last one", async () => {
    const address = await serveTestWitness(await testWitness(NOW_MS));
    const post = (body: string) => fetch(`${address}/add-checkpoint`, { method: "POST", body });
    const hash = createHash("sha256").update("games.example.com/log").digest("hex");
    const shown = () => fetch(`${address}/${hash}/checkpoint`);
    expect((await shown()).status).toBe(404);
    const answer = await post(offer(0, 3));
    expect(answer.status).toBe(200);
    const checkpoint = readCheckpoint(await (await shown()).text());
    expect(isCheckpointOf(checkpoint, HOUSE.key)).toBe(true);
    expect(cosignedAtMs(checkpoint, W!.key)).toBe(NOW_MS);
    const conflict = await post(offer(0, 8));
    expect(conflict.status).toBe(409);
    expect(conflict.headers.get("content-type")).toBe("text/x.tlog.size");
    expect(await conflict.text()).toBe("3\n");
    expect((await fetch(`${address}/add-checkpoint`)).status).toBe(405);
    expect((await fetch(`${address}/other`)).status).toBe(404);
    expect((await post("a".repeat(70_000))).status).toBe(413);
  });
});
