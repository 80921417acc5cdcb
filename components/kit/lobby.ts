/*
 * The entry `tableside/lobby`: registers <game-lobby>. Where there are no elements, as on a server that
 * renders a page, it does nothing.
 */

export type { GameLobbyAttributes, GameLobbyJsx } from "./jsx.d.ts";
export type {
  GameLobbyElement,
  GameLobbyEventMap,
  GameLobbyOptions,
} from "../../src/hud/lobby/element.ts";
export type { GameSlug } from "../../src/games/index.ts";
export type { Theme } from "../../src/look/themes.ts";

/** Resolves when `<game-lobby>` is registered; at once where there are no elements. */
export const registered: Promise<void> =
  "HTMLElement" in globalThis ? import("../game-lobby.ts").then(() => {}) : Promise.resolve();
