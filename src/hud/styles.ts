import { contrastFills, palette, sideColours } from "../look/palette.ts";
import { themes } from "../look/themes.ts";
import type { Theme } from "../look/themes.ts";
import { space, type, typeface } from "../look/tokens.ts";
import { bannerStyles } from "./banner-styles.ts";
import { barStyles } from "./bar-styles.ts";
import { roadsStyles } from "./roads-styles.ts";
import { sandboxMarkStyles } from "./sandbox-mark.ts";
import { sheetStyles } from "./sheet-styles.ts";

const colours = [
  ...Object.entries(sideColours).map(
    ([token, { fill, ink }]) => `[data-colour="${token}"]{--fill:${fill};--on-fill:${ink}}`,
  ),
  ...Object.entries(contrastFills).map(
    ([token, fill]) =>
      `:host([theme="contrast"]) .table [data-colour="${token}"]{--fill:${fill};--on-fill:#000}`,
  ),
].join("\n");

/** The colours that hud and canvas share, as custom properties. */
function themed(theme: Theme): string {
  const { accent, felt } = themes[theme];
  return `--accent: ${accent}; --felt: ${felt};`;
}

/**
 * The style sheet of the hud: the server inlines it for the first paint, and the element adopts it.
 * Sizes depend on the table's own box, not on the window.
 */
export const hudStyles = `
:host {
  ${themed("dark")}
  --night: ${palette.night};
  --ink: ${palette.ink};
  --ink-soft: ${palette.inkSoft};
  --line: #ffffff1f;
  --warn: ${palette.warn};
  --radius: 0px;
  --font: ${typeface};
  display: block;
  container-type: size;
  aspect-ratio: 830 / 553;
  min-height: 120px;
  contain: layout paint;
  background: var(--night);
  border-radius: var(--radius);
}
:host([theme="light"]) {
  --night: #f3efe6; --ink: #191510; --ink-soft: #565046; --line: #0000001f;
  ${themed("light")} --warn: #b23c0c;
}
:host([theme="contrast"]) {
  --night: #000; --ink: #fff; --ink-soft: #fff; --line: #fff; ${themed("contrast")} --warn: #ffb000;
}
* { box-sizing: border-box; margin: 0; padding: 0; }
.table {
  position: relative;
  display: grid;
  grid-template-rows: auto minmax(0, 1fr) auto auto;
  height: 100cqh;
  color: var(--ink);
  font: 400 ${type.body}/1.3 var(--font);
  font-variant-numeric: tabular-nums;
  overflow: hidden;
}
/* These languages share characters, but write them differently. */
.table:lang(ko) { font-family: var(--font), "Apple SD Gothic Neo", "Malgun Gothic", "Noto Sans CJK KR"; }
.table:lang(ja) { font-family: var(--font), "Hiragino Sans", "Yu Gothic", Meiryo, "Noto Sans CJK JP"; }
.table:lang(zh) { font-family: var(--font), "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC"; }
.stage { grid-row: 2; grid-column: 1; position: relative; min-height: 0; overflow: hidden; }
.stage canvas { position: absolute; inset: 0; width: 100%; height: 100%; display: block; }
.poster { grid-row: 2; grid-column: 1; place-self: center; max-width: 34ch; padding: ${space.roomy}; text-align: center; font-size: ${type.title}; }
.roads { grid-row: 3; border-top: 1px solid var(--line); }
.roads + .strip { display: none; }
.strip { grid-row: 4; display: flex; align-items: center; gap: ${space.roomy}; padding: ${space.even} ${space.roomy}; border-top: 1px solid var(--line); overflow: hidden; }
ol { list-style: none; }
table { border-collapse: collapse; }
caption { text-align: left; font-size: ${type.label}; color: var(--ink-soft); padding-bottom: ${space.tight}; }
th, td { border-bottom: 1px solid var(--line); }
th { font-weight: 400; text-align: left; }
h3 { font-size: ${type.note}; font-weight: 400; color: var(--ink-soft); white-space: nowrap; }
.strip ol { display: flex; gap: ${space.snug}; overflow: hidden; flex: 1; flex-wrap: wrap; height: 26px; }
.none { font-size: ${type.note}; color: var(--ink-soft); }
.bead { display: grid; place-items: center; width: 26px; height: 26px; border-radius: 50%; background: var(--fill); color: var(--on-fill); font-size: ${type.label}; font-weight: 700; }
.bead:first-child { box-shadow: inset 0 0 0 2px var(--ink); }
.table:lang(zh) .bead { font-size: ${type.body}; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
${colours}
${barStyles}
${bannerStyles}
${roadsStyles}
${sheetStyles}
${sandboxMarkStyles}
/* A narrow or low table: the last results instead of the roads. */
@container (max-width: 639px) or (max-height: 429px) {
  h3, .roads { display: none; }
  .strip, .roads + .strip { display: flex; padding: ${space.tight} ${space.roomy}; }
  .strip ol { height: 22px; } .bead { width: 22px; height: 22px; font-size: ${type.note}; }
}
/* A phone held upright: the roads, or the last podiums, below the table. */
@container (max-width: 639px) and (min-height: 480px) {
  .roads, .podiums { display: block; }
  :is(.roads, .podiums) + .strip { display: none; }
}
/* A tile: only the ring, the phase and the last result are legible. */
@container (max-width: 299px) or (max-height: 159px) {
  .stage, .toolbar, .rounds, h2 { display: none; }
  .bar { grid-template-columns: auto auto; justify-content: center; grid-row: 1 / 3; border: 0; }
  .bar-end { display: none; }
  .title { order: 2; }
  .ring { font-size: min(44px, 24cqh, 14cqw); } .phase { font-size: ${type.title}; }
  .banner { display: none; }
  .bead:nth-child(n + 2) { display: none; }
}
`;
