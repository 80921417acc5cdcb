import fc from "fast-check";
import { expect, test } from "vitest";
import { checkpointRequest } from "../../server/tlog/add-checkpoint.ts";
import { serveWitness } from "../../server/witness/serve.ts";
import { signCheckpoint } from "../../src/tlog/checkpoint.ts";
import { LogTree } from "../../src/tlog/log-tree.ts";
import { leafHash } from "../../src/tlog/merkle.ts";
import { times } from "../support/effort.ts";
import { NOW_MS } from "../support/service.ts";
import { HOUSE } from "../support/test-tlog.ts";
import { serveOnPort, testWitness } from "../support/test-witness.ts";
import { fuzzSeed } from "./fuzz-seed.ts";
import { likeText } from "./mutations.ts";

/** Set it to try other bodies. */
const TREE = new LogTree(
  Array.from({ length: 8 }, (_, index) => leafHash(Buffer.from(`entry ${index}`))),
);

/** A request to sign a size after another one. */
const offer = (oldSize: number, size: number) =>
  checkpointRequest({
    oldSize,
    proof: TREE.consistencyProof(oldSize, size),
    checkpoint: signCheckpoint({ size, root: TREE.root(size) }, HOUSE.key, HOUSE.sign),
  });

test(`whatever is sent to a witness to sign is refused in words, and it goes on, seed ${fuzzSeed}`, async () => {
  const witness = await testWitness(NOW_MS);
  const logged: string[] = [];
  const url = await serveOnPort(serveWitness(witness, (event) => logged.push(event)));
  const send = (body: string | Uint8Array<ArrayBuffer>) =>
    fetch(`${url}/add-checkpoint`, { method: "POST", body });
  expect((await send(offer(0, 3))).status).toBe(200);
  const statuses = new Set<number>();
  const body = fc.oneof(
    { weight: 4, arbitrary: likeText(offer(3, 8)) },
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Uint8Array.from(bytes)),
    fc.constantFrom("", "\n".repeat(65_536), "A".repeat(65_537)),
  );
  await fc.assert(
    fc.asyncProperty(body, async (odd) => {
      const answer = await send(odd);
      statuses.add(answer.status);
      expect([200, 400, 403, 404, 409, 413, 422]).toContain(answer.status);
      expect(await answer.text()).toMatch(/\n$/);
    }),
    { seed: fuzzSeed, numRuns: times(100, 5_000) },
  );
  expect(logged).toEqual([]);
  expect([...statuses]).toEqual(expect.arrayContaining([400, 413]));
  // It still has what it signed before them: 3 entries, or all 8 where a change left a request whole.
  expect([(await send(offer(3, 8))).status, (await send(offer(8, 8))).status]).toContain(200);
});
