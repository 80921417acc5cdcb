import type { JSX } from "react";
import { describe, expect, expectTypeOf, test } from "vitest";
import type { GameTableElement } from "../../../components/kit/element.ts";
import { createTable } from "../../../components/kit/index.ts";
import type { CreateTableOptions, PhaseMessage, Table } from "../../../components/kit/index.ts";
import type { GameLobbyElement } from "../../../components/kit/lobby.ts";
import type { GameSlug } from "../../../src/games/index.ts";

/* The package's types. The type checker verifies most of this, not the test run. */

const baseUrl = "https://games.example.com";
const place = { baseUrl, game: "baccarat" } as const;

describe("the type of `game`", () => {
  const misspelt = { ...place, game: "bacarat", theme: "lihgt" } as const;

  test("createTable accepts only an existing game", () => {
    expectTypeOf<CreateTableOptions["game"]>().toEqualTypeOf<GameSlug>();
    // @ts-expect-error Neither the game nor the theme exists.
    expect(() => createTable("#table", { ...misspelt, key: "k" })).toThrow("theme");
  });

  test("<game-table> accepts only an existing game", () => {
    expectTypeOf<JSX.IntrinsicElements["game-table"]["game"]>().toEqualTypeOf<GameSlug>();
  });
});

void ((table: GameTableElement) => {
  // @ts-expect-error Set as a property.
  table.game = "bacarat";
  // @ts-expect-error The same.
  table.theme = "lihgt";
});

/* Events are typed by name, both a table's and those that bubble to the document. */
void ((table: GameTableElement, frame: Table, lobby: GameLobbyElement) => {
  lobby.addEventListener("open", ({ detail }) => {
    expectTypeOf(detail.game).toEqualTypeOf<GameSlug>();
  });
  expectTypeOf(document.createElement("game-lobby")).toEqualTypeOf<GameLobbyElement>();
  table.addEventListener("phase", ({ detail }) => {
    expectTypeOf(detail).toEqualTypeOf<PhaseMessage>();
  });
  document.addEventListener("phase", ({ detail }) => {
    expectTypeOf(detail).toEqualTypeOf<PhaseMessage>();
  });
  window.addEventListener("result", ({ detail }) => {
    expectTypeOf(detail.round).toEqualTypeOf<number>();
  });
  frame.on("phase", (message) => {
    expectTypeOf(message).toEqualTypeOf<PhaseMessage>();
    // @ts-expect-error No game has this type.
    return message.type === "bacarat_phase";
  });
  frame.on("ready", ({ game }) => expectTypeOf(game).toEqualTypeOf<GameSlug>());
});
