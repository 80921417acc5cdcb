import { beforeEach, expect, test } from "vitest";
import { ElementEvents } from "../../../components/element/table-events.ts";
import { fixtures } from "../../../src/games/baccarat/fixtures.ts";
import { baccarat } from "../../../src/games/baccarat/game.ts";
import type { Phase } from "../../../src/round/phases.ts";
import type { Connection } from "../../../src/wire/connection.ts";

const NAMES = ["phase", "ready", "result", "error", "connection"];

let heard: [name: string, detail: unknown][];
let events: ElementEvents;
beforeEach(() => {
  heard = [];
  const host = new EventTarget();
  for (const name of NAMES) {
    host.addEventListener(name, (event) => heard.push([name, (event as CustomEvent).detail]));
  }
  events = new ElementEvents(host);
});

function follow(round: number, phase: Phase, connection: Connection = "live"): void {
  const outcome = phase === "betting" ? null : (fixtures[0]?.outcome ?? null);
  const common = { round, daily_round: 1, date: "2026-07-01", phase, remainMs: 0 };
  const state = Object.assign(common, baccarat.publicFields(outcome, phase));
  events.follow(baccarat, { state, connection });
}
const names = () => heard.map(([name]) => name);

test("the result of a round is reported even if its result phase was missed", () => {
  follow(7, "betting");
  follow(8, "waiting");
  follow(8, "result");
  expect(names().slice(2)).toEqual(["phase", "result"]);
});
