import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ensureBuild } from "../../support/build.ts";
import { postgres, settingsFor } from "../../support/engines.ts";
import { eventually } from "../../support/eventually.ts";
import { startServer } from "../../support/server-process.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";
import { openWebhookSetup } from "../../support/webhook-setup.ts";

/** The endpoint's age: the results of ten minutes are due at once. */
const AGE_MS = 10 * 60_000;
/** Webhooks that got a response before the sending server is killed. */
const ANSWERED = 5;

beforeAll(ensureBuild, 600_000);

test("no webhook is lost when another server takes over", async () => {
  const place = await postgres.place();
  const setup = await openWebhookSetup(place, Date.now() - AGE_MS);
  const { db } = setup.store;
  const receiver = await startReceiver((count) => (count <= ANSWERED ? 200 : "hangs"));
  const { id } = await setup.add(receiver.url);
  const settings = {
    ...settingsFor(place),
    ORACLE_SECRET: "cc3c2c997a128ebe74bd6697e916b4bfacb146634cc1f53b09b3e774106449ba",
    SIGNING_KEY: "e1edd0189a8a00f14718590c673f7ab52edc7077a395d828039cc8e0d0eec459",
    WEBHOOKS_PRIVATE: "on",
  };
  /** The number of the last event that is recorded as delivered. */
  const recordedSeq = async () => {
    const row = await db.selectFrom("webhook_endpoint").select("seq").executeTakeFirst();
    return Number(row?.seq ?? 0);
  };
  const happened = () =>
    db
      .selectFrom("webhook_event")
      .selectAll()
      .where("at", ">=", setup.clock.nowMs)
      .orderBy("seq")
      .execute();

  const begin = async () => {
    const dataDir = await tempFolder();
    await writeFile(join(dataDir, "key-encryption-key"), "07".repeat(32), { mode: 0o600 });
    return startServer({ ...settings, DATA_DIR: dataDir });
  };

  const first = await begin();
  await eventually(async () => receiver.received.length > ANSWERED && (await recordedSeq()) > 0);
  const second = await begin();
  await first.end("SIGKILL");
  const [sentBefore, recordedBefore] = [receiver.received.length, await recordedSeq()];
  receiver.mood = 200;
  // Once the first server's lease has expired, waiting and new webhooks arrive.
  await eventually(async () => (await recordedSeq()) >= Number((await happened()).at(-1)?.seq));
  expect(second.child.exitCode).toBeNull();

  const events = await happened();
  const idOf = ({ game, round, type }: (typeof events)[number]) =>
    `${id}-${game}-${round}-${type.replace("round.", "")}`;
  const ids = receiver.received.map((call) => call.id);
  // Each webhook arrives at least once, and in order. Later events might have happened since.
  expect([...new Set(ids)].slice(0, events.length)).toEqual(events.map(idOf));
  // No round is missing.
  const results = events.filter(({ game, type }) => game === "baccarat" && type === "round.result");
  const from = results[0]?.round ?? 0;
  expect(results.map(({ round }) => round)).toEqual(results.map((_, index) => from + index));
  expect(results.length).toBeGreaterThanOrEqual(AGE_MS / 30_000 - 1);
  // Recorded webhooks are not sent again.
  const recorded = new Set(events.filter(({ seq }) => Number(seq) <= recordedBefore).map(idOf));
  expect(recorded.size).toBeGreaterThan(0);
  expect(ids.slice(sentBefore).filter((sentId) => recorded.has(sentId))).toEqual([]);
});
