import { games } from "../../../src/games/index.ts";
import { fixtures } from "../../../src/hud/table/all-fixtures.ts";
import { phaseLengthMs } from "../../../src/round/phases.ts";
import type { Phase } from "../../../src/round/phases.ts";
import { PreviewTable } from "./preview-table.ts";

/*
 * Fills the contact sheet: for each game and size, the table during betting, each fixture in mid-reveal and as a
 * result, and the table being cleared.
 */

const SIZES = ["830x553", "390x700", "390x260", "320x213"];
/** Width of a picture and of a grid column, in CSS px. */
const THUMB_WIDTH = 300;

/** The times at which every outcome is shown, as a fraction of the phase. */
const MOMENTS: readonly [phase: Phase, fraction: number][] = [
  ["revealing", 0.55],
  ["result", 0.5],
];

const query = new URLSearchParams(location.search);
const lang = query.get("lang") ?? "en";
const theme = query.get("theme") ?? "dark";

for (const game of games.filter(({ slug }) => (query.get("slug") ?? slug) === slug)) {
  for (const size of SIZES.filter((name) => (query.get("size") ?? name) === name)) {
    const section = document.createElement("section");
    section.append(
      picture(game.slug, size, "betting", 0.3, 0),
      picture(game.slug, size, "betting", 0.85, 0),
    );
    fixtures[game.slug]?.forEach((_, outcome) => {
      section.append(
        ...MOMENTS.map(([phase, share]) => picture(game.slug, size, phase, share, outcome)),
      );
    });
    section.append(picture(game.slug, size, "waiting", 0.5, 0));
    const heading = document.createElement("h2");
    heading.textContent = `${game.slug}, ${size}`;
    document.body.append(heading, section);
  }
}

function picture(
  slug: string,
  size: string,
  phase: Phase,
  share: number,
  outcome: number,
): HTMLElement {
  const game = games.find((known) => known.slug === slug);
  const elapsedMs = Math.round(share * (game === undefined ? 0 : phaseLengthMs(phase, game)));
  const table = new PreviewTable();
  const [width, height] = size.split("x");
  table.style.width = `${width}px`;
  table.style.height = `${height}px`;
  table.style.zoom = String(THUMB_WIDTH / Number(width));
  table.theme = theme;
  table.choice = { slug, phase, elapsedMs, outcome, lang };
  const moment = { slug, size, phase, elapsedMs, outcome, lang, theme };
  const link = document.createElement("a");
  link.href = `/preview/?${new URLSearchParams(Object.entries(moment).map(([key, value]) => [key, String(value)]))}`;
  const title = fixtures[slug]?.[outcome]?.title ?? "";
  link.textContent = `${phase} ${(elapsedMs / 1000).toFixed(1)} s, ${title}`;
  const caption = document.createElement("figcaption");
  caption.append(link);
  const figure = document.createElement("figure");
  figure.append(table, caption);
  return figure;
}
