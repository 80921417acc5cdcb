import { describe, expect, test } from "vitest";
import { baccarat } from "../../../src/games/baccarat/game.ts";
import { playCoup } from "../../../src/games/baccarat/rules.ts";
import { cards } from "../outcomes.ts";

describe("a coup of baccarat", () => {
  const markOf = (text: string) => baccarat.mark(playCoup(cards(text)));

  test("a coup's mark has the winner's colour", () => {
    expect(markOf("KH 9D 2S QC 5C 5D")?.colour).toBe("red");
    expect(markOf("9H KD KS QC 5C 5D")?.colour).toBe("blue");
    expect(markOf("9H 9D KS QC 5C 5D")?.colour).toBe("green");
  });

  test("a hand's first two cards are marked as a pair if they have the same rank", () => {
    expect(markOf("4H 9D 4S QC 5C 5D")?.pairs).toEqual(["blue"]);
    expect(markOf("4H 9D 3S 9C 5C 5D")?.pairs).toEqual(["red"]);
    expect(markOf("4H 9D 4S 9C 5C 5D")?.pairs).toEqual(["blue", "red"]);
  });

  test("two cards of equal value but different rank are not a pair", () => {
    expect(markOf("KH 9D QS 2C KC KD")?.pairs).toEqual([]);
    expect(markOf("2H 3D AS 2C 2C 2D")?.pairs).toEqual([]);
  });
});
