import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { logEntryOf } from "../../../src/fairness/header.ts";
import { dayAt } from "../../../src/fairness/utc-day.ts";
import { games } from "../../../src/games/index.ts";
import { isCheckpointOf, readCheckpoint } from "../../../src/tlog/checkpoint.ts";
import { isConsistent } from "../../../src/tlog/consistency.ts";
import { cosign, cosignedAtMs } from "../../../src/tlog/cosignature.ts";
import { LogTree } from "../../../src/tlog/log-tree.ts";
import { leafHash } from "../../../src/tlog/merkle.ts";
import { readNote, signatureLine } from "../../../src/tlog/signed-note.ts";
import { readEntryBundle, readHashTile, tilesOf } from "../../../src/tlog/tiles.ts";
import { includes, readTlogProof } from "../../../src/tlog/tlog-proof.ts";
import { engines } from "../../support/engines.ts";
import { NOW_MS } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { dayOf, headerOf, openLog, publish, TODAY } from "../../support/test-house-log.ts";
import { HOUSE, WITNESSES } from "../../support/test-tlog.ts";

describe.each(engines)("the log on $name", (engine) => {
  test("is empty before anything is published", async () => {
    const { log } = await openLog(await engine.place(), await tempFolder());
    expect(log.checkpoint()).toBeUndefined();
    expect(log.proofOf("baccarat", TODAY)).toBeUndefined();
    expect(log.file({ level: 0, index: 0, width: 1 })).toBeUndefined();
  });

  test("holds every published day, as static files that add up to its checkpoint", async () => {
    const place = await engine.place();
    const days = Array.from({ length: 90 }, (_, index) => dayOf(TODAY + index)).flat();
    await publish(place, days);
    const { log } = await openLog(place, await tempFolder());
    const checkpoint = readCheckpoint(log.checkpoint() as string);
    expect(isCheckpointOf(checkpoint, HOUSE.key)).toBe(true);
    expect(checkpoint.size).toBe(270);
    const entries = tilesOf(270, "entries").flatMap((tile) =>
      readEntryBundle(log.file(tile) as Uint8Array, tile.width),
    );
    expect(new Set(entries.map(String))).toEqual(new Set(days.map(logEntryOf).map(String)));
    const leaves = tilesOf(270, 0).flatMap((tile) =>
      readHashTile(log.file(tile) as Uint8Array, tile.width),
    );
    expect(leaves).toEqual(entries.map((entry) => leafHash(entry)));
    expect(new LogTree(leaves).root()).toEqual(checkpoint.root);
    expect(log.file({ level: 1, index: 0, width: 1 })).toHaveLength(32);
    for (const tile of [
      { level: 0, index: 1, width: 15 },
      { level: 0, index: 1, width: 256 },
      { level: 1, index: 0, width: 2 },
      { level: 9, index: 0, width: 1 },
    ]) {
      expect(log.file(tile)).toBeUndefined();
    }
    // A size that there was before stays readable.
    expect(log.file({ level: 0, index: 1, width: 3 })).toHaveLength(3 * 32);
  });

  test("proves each day, and that it only grew", async () => {
    const place = await engine.place();
    await publish(place, dayOf(TODAY));
    const { log } = await openLog(place, await tempFolder());
    const before = log.head();
    await publish(place, dayOf(TODAY + 1));
    expect(log.head()).toBe(before);
    await log.grow();
    const after = log.head();
    expect([before.size, after.size]).toEqual([3, 6]);
    expect(isConsistent(before, after, log.consistencyProof(3, 6))).toBe(true);
    for (const header of [...dayOf(TODAY), ...dayOf(TODAY + 1)]) {
      const text = log.proofOf(header.game, dayAt(Date.parse(header.date)));
      expect(includes(readTlogProof(text as string), leafHash(logEntryOf(header)))).toBe(true);
    }
    expect(log.proofOf("baccarat", TODAY + 2)).toBeUndefined();
  });

  // The look of every minute and one that was asked for read the same entries twice.
  test("grows once, however many look at once", async () => {
    const place = await engine.place();
    const { log } = await openLog(place, await tempFolder());
    await publish(place, dayOf(TODAY));
    await Promise.all([log.grow(), log.grow(), log.grow()]);
    expect(log.head().size).toBe(3);
    await publish(place, dayOf(TODAY + 1));
    await Promise.all([log.grow(), log.grow()]);
    expect(log.head().size).toBe(6);
    expect((await openLog(place, await tempFolder())).log.checkpoint()).toBe(log.checkpoint());
  });

  test("is proven as far as a server has it, where another one is ahead", async () => {
    const place = await engine.place();
    const [one, other] = [
      await openLog(place, await tempFolder()),
      await openLog(place, await tempFolder()),
    ];
    await publish(place, dayOf(TODAY));
    await Promise.all([one.log.grow(), other.log.grow()]);
    await publish(place, dayOf(TODAY + 1));
    await other.log.grow();
    const [witness] = WITNESSES;
    const { text } = readNote(other.log.checkpoint() as string);
    const line = signatureLine(cosign(text, NOW_MS / 1_000, witness!.key, witness!.sign));
    await other.log.cosignatures.add(6, { key: witness!.key, url: undefined }, line);
    await one.log.cosignatures.load();
    const proof = readTlogProof(one.log.proofOf("baccarat", TODAY) as string);
    expect(proof.checkpoint.size).toBe(3);
    await one.log.grow();
    const later = readTlogProof(one.log.proofOf("baccarat", TODAY) as string);
    expect(cosignedAtMs(later.checkpoint, witness!.key)).toBe(NOW_MS);
  });

  test("is one on all servers, whoever enters a day", async () => {
    const place = await engine.place();
    const servers = await Promise.all(
      Array.from({ length: 3 }, async () => openLog(place, await tempFolder())),
    );
    for (const day of [TODAY, TODAY + 1, TODAY + 2]) {
      await publish(place, dayOf(day));
      await Promise.all(servers.map(({ log }) => log.grow()));
    }
    // One that entered last has seen all of it, and the others see it when they look again.
    await Promise.all(servers.map(({ log }) => log.grow()));
    const checkpoints = servers.map(({ log }) => log.checkpoint());
    expect(new Set(checkpoints).size).toBe(1);
    expect(servers[0]?.log.head().size).toBe(9);
  });

  // An honest house restored a backup, signed the day anew, and so convicted itself.
  test("refuses to sign another history after a backup is restored", async () => {
    const place = await engine.place();
    const dataDir = await tempFolder();
    await publish(place, [...dayOf(TODAY), ...dayOf(TODAY + 1)]);
    const { store } = await openLog(place, dataDir);
    await store.db
      .deleteFrom("tlog_entry")
      .where("day", "=", TODAY + 1)
      .execute();
    await store.db
      .deleteFrom("day_header")
      .where("day", "=", TODAY + 1)
      .execute();
    await expect(openLog(place, dataDir)).rejects.toThrow(/Put the newer database back/);
    const other = dayOf(TODAY + 1).map((header, index) =>
      index === 0 ? headerOf(games[0]!, TODAY + 1, 8) : header,
    );
    await publish(place, other);
    await expect(openLog(place, dataDir)).rejects.toThrow(/another|second/);
  });

  test("goes on after a backup is restored whose days come back as they were", async () => {
    const place = await engine.place();
    const dataDir = await tempFolder();
    await publish(place, [...dayOf(TODAY), ...dayOf(TODAY + 1)]);
    const { store, log } = await openLog(place, dataDir);
    const before = log.checkpoint();
    await store.db.deleteFrom("tlog_entry").where("day", ">=", TODAY).execute();
    expect((await openLog(place, dataDir)).log.checkpoint()).toBe(before);
  });

  test("notices a header that was changed in the database", async () => {
    const place = await engine.place();
    await publish(place, dayOf(TODAY));
    const { store } = await openLog(place, await tempFolder());
    const changed = JSON.stringify(headerOf(games[0]!, TODAY, 9));
    await store.db
      .updateTable("day_header")
      .set({ header: changed })
      .where("game", "=", games[0]!.slug)
      .execute();
    await expect(openLog(place, await tempFolder())).rejects.toThrow(/tlog_entry/);
  });
});

describe("the journal of signed heads", () => {
  test("outlives a line that a power cut left incomplete, and refuses a damaged one", async () => {
    const place = await engines[0]!.place();
    const dataDir = await tempFolder();
    const file = join(dataDir, "signed-checkpoints.txt");
    await publish(place, dayOf(TODAY));
    await openLog(place, dataDir);
    const whole = await readFile(file, "utf8");
    await writeFile(file, `${whole}6 AbCd`);
    await publish(place, dayOf(TODAY + 1));
    expect((await openLog(place, dataDir)).log.head().size).toBe(6);
    expect((await openLog(place, dataDir)).log.head().size).toBe(6);
    await writeFile(file, whole.replace("3 ", "3 x"));
    await expect(openLog(place, dataDir)).rejects.toThrow(/Line 1 of .*signed-checkpoints/);
    await rm(file);
    expect((await openLog(place, dataDir)).log.head().size).toBe(6);
  });
});
