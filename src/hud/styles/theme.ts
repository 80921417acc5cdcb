import { contrastFills, sideColours } from "../../look/palette.ts";
import { THEMES } from "../../look/theme-names.ts";
import { themes } from "../../look/themes.ts";
import { typeface } from "../../look/tokens.ts";

const colours = [
  ...Object.entries(sideColours).map(
    ([token, { fill, ink }]) => `[data-colour="${token}"]{--fill:${fill};--on-fill:${ink}}`,
  ),
  ...Object.entries(contrastFills).map(
    ([token, fill]) =>
      `:host([theme="contrast"]) .table [data-colour="${token}"]{--fill:${fill};--on-fill:#000}`,
  ),
].join("\n");

/** The dark theme first: it also applies without an attribute. */
const themeRules = THEMES.map((theme) => {
  const properties = Object.entries(themes[theme]).map(([name, colour]) => `--${name}:${colour}`);
  return `:host${theme === "dark" ? "" : `([theme="${theme}"])`}{${properties.join(";")}}`;
}).join("\n");

/** The styles that tables and the lobby share: themes, colours of sides, typefaces, the box. */
export const themeStyles = `
${themeRules}
:host {
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
* { box-sizing: border-box; margin: 0; padding: 0; }
/* These languages share characters, but write them differently. */
.table:lang(ko) { font-family: var(--font), "Apple SD Gothic Neo", "Malgun Gothic", "Noto Sans CJK KR"; }
.table:lang(ja) { font-family: var(--font), "Hiragino Sans", "Yu Gothic", Meiryo, "Noto Sans CJK JP"; }
.table:lang(zh) { font-family: var(--font), "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC"; }
.table:lang(zh-Hant) { font-family: var(--font), "PingFang TC", "Microsoft JhengHei", "Noto Sans CJK TC"; }
.table:lang(th) { font-family: var(--font), Thonburi, "Leelawadee UI", "Noto Sans Thai"; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
${colours}
`;
