import { render } from "@lit-labs/ssr";
import { collectResultSync } from "@lit-labs/ssr/lib/render-result.js";
import type { Game } from "../../src/games/contract.ts";
import { hudStyles } from "../../src/hud/styles.ts";
import { table } from "../../src/hud/table.ts";
import { viewOf } from "../../src/table/snapshot.ts";
import type { Snapshot } from "../../src/table/snapshot.ts";
import { inlineHash } from "../http/content-security-policy.ts";
import { inlineJson } from "../http/html.ts";
import type { EmbedOptions } from "./embed-options.ts";

/** The hud's style sheet without what only people read. */
const style = hudStyles.replace(/\/\*[\s\S]*?\*\/\s*/g, "");

/** Allows it in the embed page's content security policy. */
export const hudStyleHash = inlineHash(style);

/**
 * The `<game-table>` of an embed page as text: its shadow root, drawn by the very templates the
 * browser uses, and the snapshot it was drawn from, so that the page needs no request before its
 * first picture. The element takes over from there; where no script runs, this stays.
 */
export function firstPaint(
  game: Game,
  snapshot: Snapshot,
  options: EmbedOptions & { lang: string },
): string {
  const { lang, theme, accent, muted } = options;
  // Put together as text, since a Lit template cannot hold a <template>. Nothing here needs escaping:
  // the slug, the language and the theme come from our own lists, the accent is a hex colour.
  const attributes = [
    `game="${game.slug}" lang="${lang}" theme="${theme}"`,
    ...(accent === null ? [] : [`accent="${accent}"`]),
    ...(muted ? [] : ['muted="false"']),
  ].join(" ");
  const hud = collectResultSync(render(table(viewOf(snapshot, game, lang))));
  return (
    `<game-table ${attributes}>` +
    `<template shadowrootmode="open"><style>${style}</style>${withoutMarkers(hud)}</template>` +
    `<script type="application/json">${inlineJson(snapshot)}</script></game-table>`
  );
}

/** Takes out Lit's hydration comments: the element draws its shadow root anew rather than hydrate. */
function withoutMarkers(text: string): string {
  return text.replace(/<!--[^>]*-->/g, "");
}
