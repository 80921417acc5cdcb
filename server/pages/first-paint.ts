import { render } from "@lit-labs/ssr";
import { FallbackRenderer } from "@lit-labs/ssr/lib/element-renderer.js";
import { collectResultSync } from "@lit-labs/ssr/lib/render-result.js";
import type { TemplateResult } from "lit";
import type { Focus, Game } from "../../src/games/contract.ts";
import { sandboxMarkStyles } from "../../src/hud/sandbox-mark.ts";
import { stillStyle } from "../../src/hud/still.ts";
import { tableStyles } from "../../src/hud/styles/table-styles.ts";
import { table } from "../../src/hud/table-hud.ts";
import { viewOf } from "../../src/hud/table/snapshot.ts";
import type { Snapshot } from "../../src/hud/table/snapshot.ts";
import { inlineHash } from "../http/content-security-policy.ts";
import { inlineJson } from "../http/html.ts";
import type { EmbedOptions } from "./embed-options.ts";

/** The table's style sheet, without comments and the sandbox mark. */
const hudStyle = tableStyles
  .replace(sandboxMarkStyles, "")
  .replace(/\/\*[\s\S]*?\*\/|\s*\n\s*/g, "");

/** Lit allows slots only inside a custom element; this acts as one. */
const HOST = new FallbackRenderer("game-table");

/**
 * An embed page's `<game-table>` as text: its shadow root, rendered from the browser's templates, its table's still,
 * and the snapshot on which both are based, so that the page does not need a request before its first picture. The
 * element and its canvas then take over. Without scripts, this picture remains.
 *
 * @returns the text, and the hashes that allow its style sheets in a content security policy.
 */
export async function firstPaint(
  game: Game,
  snapshot: Snapshot,
  options: EmbedOptions & { lang: string },
) {
  const { lang, accent } = options;
  const view = viewOf(snapshot, game, lang);
  const still = await loadStill(game);
  const styles = {
    hud: hudStyle,
    mark: snapshot.schedule.sandbox === true ? sandboxMarkStyles : "",
    // The same rule as the element's, so that the still also has the operator's colour.
    accent: accent === null ? "" : `:host{--accent:${accent}!important}`,
    still: still === null ? "" : stillStyle(still),
  };
  const drawn =
    still === null
      ? ""
      : `<div class="still" slot="still" aria-hidden="true">${inlineStyle(styles.still)}<div></div></div>`;
  // Concatenated as text, since a Lit template cannot contain a <template>.
  const html =
    `<game-table game="${game.slug}" ${appearanceOf(options)}>` +
    `<template shadowrootmode="open">${inlineStyle(styles.hud)}${inlineStyle(styles.mark)}${inlineStyle(styles.accent)}${textOf(table(view))}</template>` +
    `${drawn}<script type="application/json">${inlineJson(snapshot)}</script></game-table>`;
  return { html, styleHashes: Object.values(styles).filter(Boolean).map(inlineHash) };
}

/**
 * The options as element attributes. Nothing here needs escaping: the language and the theme come from our own lists,
 * and the accent is a hex colour.
 */
export function appearanceOf(options: EmbedOptions): string {
  const { lang, theme, accent, muted } = options;
  return [
    `lang="${lang}" theme="${theme}"`,
    ...(accent === null ? [] : [`accent="${accent}"`]),
    ...(muted ? [] : ['muted="false"']),
  ].join(" ");
}

const inlineStyle = (style: string): string => (style === "" ? "" : `<style>${style}</style>`);

function textOf(template: TemplateResult): string {
  return withoutMarkers(collectResultSync(render(template, { customElementHostStack: [HOST] })));
}

/** Removes Lit's hydration comments: the elements redraw their shadow roots instead of hydrating them. */
export function withoutMarkers(text: string): string {
  return text.replace(/<!--[^>]*-->/g, "");
}

/** A game's still; null if it has none, in which case its page waits for the canvas. */
async function loadStill({ slug }: Game): Promise<Focus | null> {
  try {
    return ((await import(`../../src/games/${slug}/still.ts`)) as { still: Focus }).still;
  } catch {
    return null;
  }
}
