import { render } from "@lit-labs/ssr";
import { FallbackRenderer } from "@lit-labs/ssr/lib/element-renderer.js";
import { collectResultSync } from "@lit-labs/ssr/lib/render-result.js";
import type { TemplateResult } from "lit";
import type { Game } from "../../src/games/contract.ts";
import { revealedView } from "../../src/hud/revealed-view.ts";
import { sandboxMarkStyles } from "../../src/hud/sandbox-mark.ts";
import { drawStill, stillStyle } from "../../src/hud/still.ts";
import { tableStyles } from "../../src/hud/styles/styles.ts";
import { table } from "../../src/hud/table.ts";
import { viewOf } from "../../src/hud/table/snapshot.ts";
import type { Snapshot } from "../../src/hud/table/snapshot.ts";
import { langs } from "../../src/i18n/langs.ts";
import { THEMES } from "../../src/look/themes.ts";
import type { Theme } from "../../src/look/themes.ts";
import { inlineHash } from "../http/content-security-policy.ts";
import { inlineJson } from "../http/html.ts";
import type { EmbedOptions } from "./embed-options.ts";
import { stillOf } from "./still-of.ts";

/**
 * The table's style sheet by language and theme, without what only people read, and without the rules of other
 * languages and themes and of a sandbox: an element that changes them has scripts, and brings all of them.
 */
const hudStyles = new Map<string, ReadonlyMap<Theme, string>>(
  langs.map((lang) => [lang, new Map(THEMES.map((theme) => [theme, tableStyleFor(lang, theme)]))]),
);

function tableStyleFor(lang: string, theme: Theme): string {
  return tableStyles
    .replace(sandboxMarkStyles, "")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/:host\(\[theme="(\w+)"\]\)[^{}]*\{[^{}]*\}/g, (rule, of) =>
      of === theme ? rule : "",
    )
    .replace(/[^{}]*:lang\([^{}]*\{[^{}]*\}/g, (rule) =>
      [...rule.matchAll(/:lang\(([\w-]+)\)/g)].some(([, of]) => `${lang}-`.startsWith(`${of}-`))
        ? rule
        : "",
    )
    .replace(/\s*\n\s*/g, "");
}

/** What is rendered stands in a custom element, or a slot would not be allowed in it. The element is not needed. */
const HOST = new FallbackRenderer("game-table");

/** What a table shows before any script runs. */
export interface FirstPaint {
  html: string;
  /** What allows its style sheets in a content security policy. */
  styleHashes: string[];
}

/**
 * The `<game-table>` of an embed page as text: its shadow root, drawn by the very templates the
 * browser uses, the still of its table, and the snapshot both were drawn from, so that the page needs no
 * request before its first picture. Element and canvas take over from there; where no script runs, this
 * stays.
 */
export async function firstPaint(
  game: Game,
  snapshot: Snapshot,
  options: EmbedOptions & { lang: string },
): Promise<FirstPaint> {
  const { lang, theme, accent, muted } = options;
  // Put together as text, since a Lit template cannot hold a <template>. Nothing here needs escaping:
  // the slug, the language and the theme come from our own lists, the accent is a hex colour.
  const attributes = [
    `game="${game.slug}" lang="${lang}" theme="${theme}"`,
    ...(accent === null ? [] : [`accent="${accent}"`]),
    ...(muted ? [] : ['muted="false"']),
  ].join(" ");
  const view = viewOf(snapshot, game, lang);
  const still = await stillOf(game);
  const styles = {
    hud: hudStyles.get(lang)?.get(theme) ?? "",
    mark: snapshot.schedule.sandbox === true ? sandboxMarkStyles : "",
    // As the element has it. An operator's colour is that of the still too.
    accent: accent === null ? "" : `:host{--accent:${accent}!important}`,
    still: still === null ? "" : stillStyle(still),
  };
  const drawn =
    still === null
      ? ""
      : `<div class="still" slot="still" aria-hidden="true">${inlineStyle(styles.still)}${textOf(drawStill(still, revealedView(view))).replace(/>\s+</g, "><")}</div>`;
  const html =
    `<game-table ${attributes}>` +
    `<template shadowrootmode="open">${inlineStyle(styles.hud)}${inlineStyle(styles.mark)}${inlineStyle(styles.accent)}${textOf(table(view))}</template>` +
    `${drawn}<script type="application/json">${inlineJson(snapshot)}</script></game-table>`;
  return { html, styleHashes: Object.values(styles).filter(Boolean).map(inlineHash) };
}

const inlineStyle = (style: string): string => (style === "" ? "" : `<style>${style}</style>`);

function textOf(template: TemplateResult): string {
  return withoutMarkers(collectResultSync(render(template, { customElementHostStack: [HOST] })));
}

/** Takes out Lit's hydration comments: the elements redraw their shadow roots rather than hydrate. */
export function withoutMarkers(text: string): string {
  return text.replace(/<!--[^>]*-->/g, "");
}
