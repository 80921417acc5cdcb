import { assert } from "chai";
import type { GameTable } from "../../../components/game-table.ts";
import type { TableEventDetails } from "../../../src/hud/table/events.ts";
import { dragonTiger } from "./fake-service.ts";
import { service } from "./table.ts";
import { until } from "./until.ts";

/* The public properties of <game-table>, and its events other than `phase`. */

type Name = keyof TableEventDetails;
type Fired = { [Each in Name]: { name: Each; detail: TableEventDetails[Each] } }[Name];

let fired: Fired[];

beforeEach(() => void (fired = []));

const NAMES = ["ready", "phase", "result", "error", "connection"] as const;

function add(attributes = 'game="dragontiger"'): GameTable {
  const place = document.createElement("div");
  place.innerHTML = `<game-table ${attributes}></game-table>`;
  const table = place.firstElementChild as GameTable;
  for (const name of NAMES) {
    table.addEventListener(name, (event) =>
      fired.push({ name, detail: (event as CustomEvent).detail } as Fired),
    );
  }
  document.body.append(place);
  return table;
}

const names = () => fired.map(({ name }) => name);
const detailsOf = <Each extends Name>(name: Each) =>
  fired.filter((fact) => fact.name === name).map(({ detail }) => detail as TableEventDetails[Each]);

describe("a table's public properties", () => {
  it("a table's properties contain the round, its phase and the time left", async () => {
    const table = add();
    assert.deepEqual(
      [table.round, table.phase, table.remainMs, table.connection],
      [null, null, 0, "stale"],
    );
    await until(() => table.round === 100);
    assert.equal(table.phase, "betting");
    assert.equal(table.connection, "live");
    // A second of betting has passed, plus this test's duration.
    assert.isAtMost(table.remainMs, 14_000);
    assert.isAbove(table.remainMs, 0);
  });

  // Cause: it read "No results yet".
  it("a table that has never been connected shows no results", async () => {
    service.failure = "network";
    const table = add();
    await until(() => table.connection === "offline");
    await table.updateComplete;
    const strip = () => table.shadowRoot?.querySelector(".strip .none")?.textContent;
    assert.equal(strip(), "");
    service.failure = null;
    service.nudge();
    // Cause: on a busy machine, the connection was known before the strip was drawn.
    await until(() => strip() !== "");
  });
});

describe("table events", () => {
  it("`ready` and `result` are fired once, the result with the round's entry, after its phase", async () => {
    add();
    await until(() => names().includes("ready"));
    assert.deepEqual(detailsOf("ready"), [{ round: 100, phase: "betting" }]);
    service.say(dragonTiger(100, "result"));
    await until(() => names().includes("result"));
    service.say(dragonTiger(100, "waiting"));
    await until(() => detailsOf("phase").length === 2);
    assert.deepEqual<unknown>(detailsOf("result"), [
      {
        round: 100,
        daily_round: 100,
        date: "2026-01-01",
        dragon: { suit: "S", value: "K" },
        tiger: { suit: "H", value: "A" },
        result: "dragon",
      },
    ]);
    assert.deepEqual(
      names().filter((name) => name !== "connection"),
      ["ready", "phase", "result", "phase"],
    );
  });

  it("`result` is fired even if the result phase was missed", async () => {
    add();
    await until(() => names().includes("ready"));
    service.say(dragonTiger(101, "waiting"));
    await until(() => names().includes("result"));
    assert.deepEqual(
      detailsOf("result").map(({ round }) => round),
      [101],
    );
  });

  it("`error` names an invalid attribute", async () => {
    add('game="roulette"');
    add('game="dragontiger" base-url="games.example"');
    await until(() => detailsOf("error").length === 2);
    assert.deepEqual(detailsOf("error"), [{ code: "unknown_game" }, { code: "bad_base_url" }]);
    assert.deepEqual(service.asked, []);
  });

  for (const [failure, code, connection] of [
    ["network", "offline", "offline"],
    [{ status: 503, retryAfterS: 30, code: "maintenance" }, "maintenance", "maintenance"],
    // Cause: a service outage was reported as maintenance.
    [{ status: 503, retryAfterS: 0, code: "not_ready" }, "offline", "offline"],
    [{ status: 503, retryAfterS: 30, reason: "suspended" }, "no_round_open", "suspended"],
  ] as const) {
    it(`\`error\` reports ${code} only once`, async () => {
      add();
      await until(() => names().includes("ready"));
      fired = [];
      service.failure = failure;
      service.nudge();
      await until(() => names().includes("error"));
      service.nudge();
      service.failure = null;
      service.nudge();
      await until(() => detailsOf("connection").at(-1)?.connection === "live");
      // A network failure first makes the state stale.
      const news = fired.filter(
        ({ detail }) => !("connection" in detail && detail.connection === "stale"),
      );
      assert.deepEqual(news, [
        { name: "connection", detail: { connection } },
        { name: "error", detail: { code } },
        { name: "connection", detail: { connection: "live" } },
      ]);
    });
  }
});
