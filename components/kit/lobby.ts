/*
 * The `tableside/lobby` entry point: registers <game-lobby>. It does nothing where custom elements do not exist, such
 * as on a server.
 */

export type { GameLobbyAttributes, GameLobbyJsx } from "./jsx.d.ts";
export type {
  GameLobbyElement,
  GameLobbyEventMap,
  GameLobbyOptions,
} from "../../src/hud/lobby/lobby-element.ts";
export type { GameSlug } from "../../src/games/index.ts";
export type { Theme } from "../../src/look/theme-names.ts";

/** Resolves when `<game-lobby>` is registered, or immediately where custom elements do not exist. */
export const registered: Promise<void> =
  "HTMLElement" in globalThis ? import("../game-lobby.ts").then(() => {}) : Promise.resolve();
