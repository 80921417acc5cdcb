import { describe, expect, test } from "vitest";
import { NEWCOMERS } from "../../../src/snippets/operator/players.ts";
import { Refusal } from "../../../src/snippets/operator/refusal.ts";
import { Player, startOperator } from "./operator.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
const HOUR_MS = 3_600_000;

describe("new players", () => {
  test("are so many an hour from one network; who plays already goes on", async () => {
    const operator = await startOperator();
    const player = await operator.player();
    const from = (address: string) =>
      new Player(operator.url).post("/api/session", {}, { "x-forwarded-for": address });
    for (let count = 0; count < NEWCOMERS.perNetwork; count += 1) {
      // What a visitor writes into the header himself stands before what the proxy adds.
      expect(await from(`203.0.113.${count}, 2001:db8:1:2::${count}`)).toMatchObject({
        status: 200,
      });
    }
    expect(await from("2001:db8:1:2:ffff::1")).toMatchObject({
      status: 429,
      code: "too_many_players",
      detail: "Too many new players at once. Try again in an hour.",
    });
    for (const address of ["2001:db8:1:3::1", "2001:db8::2:1", "192.0.2.1"]) {
      expect(await from(address), `from ${address}`).toMatchObject({ status: 200 });
    }
    expect((await player.overview()).balance).toBe(100_000);
  });

  test("are told when to come back", async () => {
    const operator = await startOperator();
    const open = () =>
      fetch(`${operator.url}/api/session`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
      });
    const answers = [];
    for (let count = 0; count <= NEWCOMERS.perNetwork; count += 1) {
      answers.push(await open());
    }
    expect(answers.at(-1)?.headers.get("retry-after")).toBe("3600");
    expect(answers.at(-1)?.headers.get("set-cookie")).toBeNull();
  });

  test("are so many an hour in all, and an hour later there is room again", async () => {
    const { players, db } = await startOperator();
    for (let count = 0; count < NEWCOMERS.inAll; count += 1) {
      players.create(`network ${count}`, NOW_MS);
    }
    expect(() => players.create("another", NOW_MS + HOUR_MS)).toThrow(Refusal);
    const before = db.prepare("SELECT count(*) AS players FROM player").get();
    expect(before).toEqual({ players: NEWCOMERS.inAll });
    expect(players.create("another", NOW_MS + HOUR_MS + 1)).toHaveProperty("session");
    // No address is kept for longer.
    expect(db.prepare("SELECT count(*) AS networks FROM newcomer").get()).toEqual({ networks: 1 });
  });
});
