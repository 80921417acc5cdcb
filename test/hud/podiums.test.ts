import { nothing } from "lit";
import { expect, test } from "vitest";
import { podiums } from "../../src/hud/podiums.ts";
import { coups, race } from "./outcomes.ts";
import { received, textOf, viewWith } from "./table-view.ts";

test("the last podiums are the first three of the last five races, latest first", () => {
  const orders = ["123456", "234561", "345612", "456123", "561234", "612345"];
  const text = received(textOf(podiums(viewWith("bigsixball", orders.map(race)))));
  expect(text).toBe(
    "Last results Rangers Rovers United Athletic Rangers Rovers Wanderers Athletic Rangers City Wanderers Athletic United City Wanderers",
  );
});

test("a game with roads has no podiums", () => {
  expect(podiums(viewWith("baccarat", coups("BP")))).toBe(nothing);
});
