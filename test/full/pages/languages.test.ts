import { render } from "@lit-labs/ssr";
import type { RenderInfo } from "@lit-labs/ssr";
import { collectResultSync } from "@lit-labs/ssr/lib/render-result.js";
import { expect, test } from "vitest";
import { slugs } from "../../../src/games/index.ts";
import { tableStyles } from "../../../src/hud/styles/styles.ts";
import { table } from "../../../src/hud/table.ts";
import { fixtures } from "../../../src/hud/table/fixtures.ts";
import { previewView } from "../../../src/hud/table/preview-view.ts";
import type { TableView } from "../../../src/hud/table/view.ts";
import { PHASES } from "../../../src/round/phases.ts";
import type { Connection } from "../../../src/wire/connection.ts";
import { sharedPage } from "../../support/browser-page.ts";

const CONNECTIONS: readonly Connection[] = ["stale", "offline", "maintenance", "suspended"];

/** The narrow bars: those of phones, and the narrowest that names the phase beside the ring. */
const SIZES = [
  [390, 700],
  [320, 568],
  [320, 213],
] as const;

/** Marks above and below letters need lines so high, in heights of their type. */
const TALL_LINES: Readonly<Record<string, number>> = { th: 1.5, vi: 1.5 };

// The banner grows as it enters. Measured in its first frame it was never too wide, and on phones it was
// cut off in Vietnamese and Indonesian: pages of tests show it at rest.
const page = sharedPage({ viewport: { width: 900, height: 800 } });

/** A table of each game in each phase, with every result, then in each state of its connection, as markup. */
function tables(lang: string): string[] {
  const views = slugs.flatMap((slug) =>
    PHASES.flatMap((phase) =>
      (fixtures[slug] ?? []).flatMap((_, outcome) => {
        const isShown = outcome === 0 || phase === "result";
        const view = isShown && previewView({ slug, phase, elapsedMs: 1_000, outcome, lang });
        return view ? [view] : [];
      }),
    ),
  );
  const late = CONNECTIONS.map((connection) => ({ ...views[0], connection }) as TableView);
  return [...views, ...late].map(markupOf);
}

function markupOf(view: TableView): string {
  // It renders a slot, which only stands in an element.
  const inElement = { customElementHostStack: [{}] } as unknown as Partial<RenderInfo>;
  return collectResultSync(render(table(view), inElement));
}

const TRIED = ["en", "ko", "th"] as const;

test.each(TRIED)("no word in the bar or on the banner is cut off in %s", async (lang) => {
  const all = tables(lang);
  for (const [width, height] of SIZES) {
    const cut = await page().evaluate(measure, {
      tables: all,
      styles: tableStyles,
      size: { width, height },
      minLine: TALL_LINES[lang] ?? 1,
    });
    expect(cut, `at ${width}x${height}`).toEqual([]);
  }
});

interface Measured {
  tables: readonly string[];
  styles: string;
  size: { width: number; height: number };
  minLine: number;
}

/** Runs in the page: the words of these tables that do not fit their box, in width or height. */
function measure({ tables: markup, styles, size, minLine }: Measured): string[] {
  const host = document.createElement("div");
  Object.assign(host.style, { width: `${size.width}px`, height: `${size.height}px` });
  document.body.replaceChildren(host);
  const root = host.attachShadow({ mode: "open" });
  const cut = markup.flatMap((text) => {
    // Without the results, which take long to lay out.
    root.innerHTML = `<style>${styles} :is(.roads, .podiums, .strip) { display: none !important }</style>${text}`;
    return [...root.querySelectorAll<HTMLElement>("h2, .phase, .banner")]
      .filter((box) => {
        const { fontSize, lineHeight, overflow } = getComputedStyle(box);
        const isLow = Number.parseFloat(lineHeight) < minLine * Number.parseFloat(fontSize) - 0.1;
        const { left, right } = box.getBoundingClientRect();
        const isWide = left < 0 || right > host.getBoundingClientRect().right;
        return box.scrollWidth > box.clientWidth || isWide || (overflow === "hidden" && isLow);
      })
      .map((box) => box.innerText.trim());
  });
  return [...new Set(cut)];
}
