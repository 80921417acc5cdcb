import { assert } from "chai";
import type { GameTable } from "../../../components/game-table.ts";
import { words as parts } from "../../../src/i18n/en/parts.ts";
import { dragonTiger } from "./fake-service.ts";
import { mountTable, service } from "./table.ts";
import { until } from "./until.ts";

const words = parts.proof;

const COMMITMENT = "c0".repeat(32);
const SEED = "5e".repeat(32);

beforeEach(() => {
  service.records.set(100, { commitment: COMMITMENT, drandRound: null });
});

/** A calm table, because other tables' facts also request a record while bets are open. */
const mount = () => mountTable('calm style="width:830px"', ".prove");

const opener = (table: GameTable) => table.shadowRoot?.querySelector<HTMLElement>(".prove");
const panel = (table: GameTable) => table.shadowRoot?.querySelector("round-proof")?.shadowRoot;
const text = (table: GameTable) => (panel(table)?.textContent ?? "").replace(/\s+/g, " ");
const roundRequests = () => service.asked.filter((path) => path.includes("/rounds/"));

async function open(table: GameTable): Promise<void> {
  opener(table)?.click();
  await until(() => panel(table)?.querySelector(".sheet") != null);
}

describe("a round's proof", () => {
  it("the round number opens the round's proof", async () => {
    const table = await mount();
    await open(table);
    await until(() => text(table).includes(COMMITMENT));
    assert.include(text(table), "Round 100");
    assert.include(text(table), words.modes.seed);
    assert.include(text(table), words.notYet);
    const link = panel(table)?.querySelector("a");
    assert.equal(link?.href, `${location.origin}/verify/?slug=dragontiger&round=100&lang=en`);
    assert.equal(link?.target, "_blank");
    assert.deepEqual(roundRequests(), ["/embed/dragontiger/api/rounds/100"]);
  });

  it("the proof shows the seed once the result is final", async () => {
    const table = await mount();
    await open(table);
    await until(() => text(table).includes(COMMITMENT));
    service.records.set(100, {
      commitment: COMMITMENT,
      drandRound: null,
      seed: SEED,
      proof: [],
      beacon: null,
      outcome: {},
    });
    service.say(dragonTiger(100, "revealing"));
    await until(() => table.shadowRoot?.querySelector('[data-phase="revealing"]') != null);
    assert.equal(roundRequests().length, 1);
    service.say(dragonTiger(100, "result"));
    await until(() => text(table).includes(SEED));
    assert.include(text(table), COMMITMENT);
    service.say(dragonTiger(101, "betting"));
    await until(() => opener(table)?.textContent?.includes("101") === true);
    assert.include(text(table), "Round 100");
    assert.equal(roundRequests().length, 2);
  });

  it("the proof names the beacon that determines the round", async () => {
    const beacon = "be".repeat(48);
    service.records.set(100, {
      commitment: COMMITMENT,
      drandRound: 31_543_812,
      seed: SEED,
      proof: [],
      beacon,
      outcome: {},
    });
    const table = await mount();
    await open(table);
    await until(() => text(table).includes(beacon));
    assert.include(text(table), words.modes.drand.replace("{beacon}", "31543812"));
    assert.notInclude(text(table), words.modes.seed);
  });
});
