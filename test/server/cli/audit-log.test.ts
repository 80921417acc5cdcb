import { expect, test } from "vitest";
import { auditLog } from "../../../server/cli/audit-log.ts";
import { logEntryOf } from "../../../src/fairness/header.ts";
import type { SignedHeader } from "../../../src/fairness/header.ts";
import { CHECKPOINT_PATH, tilePathOf } from "../../../src/fairness/paths.ts";
import { games } from "../../../src/games/index.ts";
import { signCheckpoint } from "../../../src/tlog/checkpoint.ts";
import { LogTree } from "../../../src/tlog/log-tree.ts";
import { leafHash } from "../../../src/tlog/merkle.ts";
import { entryBundle, tilesOf } from "../../../src/tlog/tiles.ts";
import { answering, startLyingRelay } from "../../fuzz/lying-relay.ts";
import { headerOf, TODAY } from "../../support/test-house-log.ts";
import { HOUSE } from "../../support/test-tlog.ts";

const checkpointOf = (size: number, root: Uint8Array) =>
  signCheckpoint({ size, root }, HOUSE.key, HOUSE.sign);

/** What an audit of a header says of a log of these. */
async function auditOf(headers: readonly SignedHeader[], header: SignedHeader) {
  const entries = headers.map(logEntryOf);
  const tree = new LogTree(entries.map((entry) => leafHash(entry)));
  const files = new Map(
    tilesOf(entries.length, "entries").map((tile) => {
      const first = 256 * tile.index;
      return [tilePathOf(tile), entryBundle(entries.slice(first, first + tile.width))];
    }),
  );
  const { url } = await startLyingRelay((path) => ({
    bytes: answering(
      path === CHECKPOINT_PATH
        ? checkpointOf(tree.size, tree.root())
        : (files.get(path) ?? new Uint8Array()),
    ),
  }));
  return auditLog(url, header);
}

test("a log of any number of files is read to its end", async () => {
  const game = games[0]!;
  const headers = Array.from({ length: 600 }, (_, index) => headerOf(game, TODAY + index));
  const own = headers[300]!;
  for (const size of [301, 511, 512, 513, 600]) {
    expect(await auditOf(headers.slice(0, size), own)).toMatchObject({ status: "pass" });
  }
  const other = headerOf(game, TODAY + 300, 9);
  expect((await auditOf([...headers, other], own)).words).toMatch(/has 2 headers of this day/);
  expect((await auditOf(headers, other)).words).toMatch(/and it is another one/);
  expect((await auditOf(headers.slice(0, 300), own)).words).toMatch(/does not have this header/);
});

test("a log of long entries is given up at the first file", async () => {
  // All were kept until the last: a house that signs four million of them had the audit take more memory than there is.
  const size = 256 * 15_000;
  const entries = Array.from({ length: 256 }, () => new Uint8Array(7_800));
  const asked: string[] = [];
  const { url } = await startLyingRelay((path) => {
    asked.push(path);
    return {
      bytes: answering(
        path === CHECKPOINT_PATH ? checkpointOf(size, new Uint8Array(32)) : entryBundle(entries),
      ),
    };
  });
  const { status, words } = await auditLog(url, headerOf(games[0]!, TODAY));
  expect([status, words]).toEqual(["fail", expect.stringMatching(/longer than any header/)]);
  expect(asked).toHaveLength(2);
});
