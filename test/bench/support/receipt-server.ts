/*
 * The service of the bench `receipts`, on a day of the version that is named on its command line: days of `tbs/1`
 * have no receipts. Everything else is the same. Its clock runs so many times as fast as the machine's.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../../server/config/config.ts";
import { createHttpServer } from "../../../server/http/http-server.ts";
import { openService } from "../../../server/service.ts";
import { openStore } from "../../../server/store/open-store.ts";
import { signHeader } from "../../../src/fairness/header.ts";
import type { SignedHeader } from "../../../src/fairness/header.ts";
import { baccarat } from "../../../src/games/baccarat/game.ts";
import { roundStartMs } from "../../../src/round/phases.ts";
import { SIGNING_KEY } from "../../support/test-proofs.ts";
import { answerParent } from "./server-child.ts";

const [version, speed = "1"] = process.argv.slice(2);
const dataDir = mkdtempSync(join(tmpdir(), "tableside-bench-"));
process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));
const beganMs = Date.now();
const startMs = roundStartMs(520_000, baccarat.intervalMs);
const page = async () => ({ html: "", styleHashes: [], scriptHashes: [] });

function open() {
  const env = {
    DATA_DIR: dataDir,
    ORACLE_SECRET: "5a".repeat(32),
    SIGNING_KEY: Buffer.from(SIGNING_KEY).toString("hex"),
  };
  return openService(readConfig(env), {
    pages: { embed: page, lobby: page, home: page, verify: page, replay: page },
    assets: new Map(),
    now: () => startMs + (Date.now() - beganMs) * Number(speed),
    steady: null,
    log: () => {},
  });
}

// Both are started twice, so that they differ in nothing else.
await (await open()).close();
if (version === "tbs/1") {
  const store = await openStore({ file: join(dataDir, "tableside.sqlite") });
  for (const { game, day, header } of await store.db
    .selectFrom("day_header")
    .selectAll()
    .execute()) {
    const old = signHeader({ ...(JSON.parse(header) as SignedHeader), version }, SIGNING_KEY);
    await store.db
      .updateTable("day_header")
      .set({ header: JSON.stringify(old) })
      .where("game", "=", game)
      .where("day", "=", day)
      .execute();
  }
  await store.db.deleteFrom("tlog_entry").execute();
  await store.close();
  for (const notes of ["signed-headers.ndjson", "signed-checkpoints.txt"]) {
    rmSync(join(dataDir, notes));
  }
}
const server = createHttpServer((await open()).handle).listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
answerParent({ port, path: "/embed/baccarat/api/current" }, async () => process.exit());
