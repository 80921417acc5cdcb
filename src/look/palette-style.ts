import { palette } from "./palette.ts";
import { THEMES } from "./theme-names.ts";
import { themes } from "./themes.ts";

/* Style sheets that pages inline. The server adds their hashes to the content security policy. */

function rule(selector: string, colours: Readonly<Record<string, string>>): string {
  const properties = Object.entries(colours).map(([name, colour]) => `--${name}:${colour}`);
  return `${selector}{${properties.join(";")}}`;
}

export const paletteStyle = rule(":root", palette);

/** The palette, and the colours of replays in each theme. */
export const themeStyle = [
  paletteStyle,
  ...THEMES.map((name) => {
    const { night: ground, ink, accent: link } = themes[name];
    return rule(`[data-theme="${name}"]`, { ground, ink, link });
  }),
].join("\n");

const { light } = themes;
const byScheme = (day: string, night: string) => `light-dark(${day},${night})`;

/** The docs colours, which follow the reader's system. */
export const docsStyle = rule(":root", {
  ground: byScheme(palette.paper, palette.night),
  panel: byScheme("#fff", palette.panel),
  well: byScheme(palette.paperWell, palette.well),
  hair: byScheme(light.line, palette.hair),
  ink: byScheme(light.ink, palette.ink),
  soft: byScheme(light["ink-soft"], palette.inkSoft),
  accent: byScheme(light.accent, palette.gold),
});
