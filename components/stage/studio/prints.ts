import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { runnerImport } from "vite";
import { emblems } from "../../../src/look/emblems.ts";
import type { EmblemName } from "../../../src/look/emblems.ts";
import { printInks } from "../../../src/look/print-inks.ts";

/* The prints on felt, card backs and court cards, as SVG. */

const GOLD = "#c9a255";
const EMBLEM_LINE = "#d9b56c";
const BACK = "#6d1322";

/** A thin outline, or a thick one around an emblem in the colour of its side. */
type Frame = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
} & (
  | { readonly emblem: EmblemName; readonly colour: keyof typeof printInks.emblem }
  | { readonly emblem: null }
);

/** The printed part of a card game's `felt.ts`. */
export interface Felt {
  readonly ground: readonly [inner: string, outer: string];
  readonly frames: readonly Frame[];
  readonly lozenge: { x: number; y: number; width: number; height: number } | null;
  /** The house mark, as on the card backs: its middle and its width. */
  readonly mark: { x: number; y: number; width: number };
  readonly band: {
    readonly cells: readonly { readonly from: number; readonly to: number }[];
    readonly y: number;
    readonly height: number;
    readonly sag: number;
  };
}

const svg = (width: number, height: number, viewBox: string, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${viewBox}">${body}</svg>`;

/** The felt of a table, 1.2 m square around its middle: darker towards the edges, worn where cards slide. */
export function feltPrint({ ground: [inner, outer], frames, lozenge, mark, band }: Felt): string {
  const shade = `<defs><radialGradient id="g" r=".42"><stop stop-color="${inner}"/><stop offset="1" stop-color="${outer}"/></radialGradient><filter id="b"><feGaussianBlur stdDeviation="17"/></filter></defs><rect x="-600" y="-600" width="1200" height="1200" fill="url(#g)"/><path d="M-300-150Q0-30 300-170" fill="none" stroke="#fff" stroke-opacity=".07" stroke-width="62" filter="url(#b)"/>`;
  const parts = [
    ...frames.map(framePrint),
    ...(lozenge ? [diamond(lozenge, 1, 2.2), diamond(lozenge, 0.85, 0.8)] : []),
    markPrint(mark),
    bandPrint(band),
  ];
  return svg(
    3000,
    3000,
    "-600 -600 1200 1200",
    `${shade}<g fill="none" stroke="${GOLD}">${parts.join("")}</g>`,
  );
}

/** Six bezants in a ring, fainter than the frames. */
function markPrint({ x, y, width }: Felt["mark"]): string {
  const bezants = Array.from({ length: 6 }, (_, i) => {
    const angle = (i * Math.PI) / 3;
    return `<circle cx="${46 * Math.cos(angle)}" cy="${46 * Math.sin(angle)}" r="15" fill="${GOLD}" stroke="none"/>`;
  });
  return `<g transform="translate(${x} ${-y}) scale(${width / 172})" opacity=".6"><circle r="84" stroke-width="5"/><circle r="72" stroke-width="2"/>${bezants.join("")}</g>`;
}

function framePrint({ x, y, width, height, ...inside }: Frame): string {
  return inside.emblem === null
    ? frame(x, y, width, height, 0.9)
    : `${frame(x, y, width, height, 2.2)}${frame(x, y, width - 8, height - 8, 0.8)}${emblemPrint(inside.emblem, x, y, 84, printInks.emblem[inside.colour])}`;
}

function frame(x: number, y: number, width: number, height: number, stroke: number): string {
  return `<rect x="${x - width / 2}" y="${-y - height / 2}" width="${width}" height="${height}" rx="9" stroke-width="${stroke}"/>`;
}

function diamond(
  { x, y, width, height }: NonNullable<Felt["lozenge"]>,
  share: number,
  stroke: number,
): string {
  const [across, down] = [(width / 2) * share, (height / 2) * share];
  return `<path d="M${x} ${-y - down}l${across} ${down}-${across} ${down}-${across}-${down}z" stroke-width="${stroke}"/>`;
}

function bandPrint({ cells, y, height, sag }: Felt["band"]): string {
  const [left, right] = [cells[0]?.from ?? 0, cells.at(-1)?.to ?? 0];
  const sagAt = (x: number) => sag * (1 - (x / right) ** 2);
  const arc = (top: number) => `M${left} ${top}Q0 ${top + 2 * sag} ${right} ${top}`;
  const walls = [left, ...cells.map(({ to }) => to)].map((x) => `M${x} ${-y + sagAt(x)}v${height}`);
  return `<path d="${arc(-y)}${arc(-y + height)}${walls.join("")}" stroke-width="2"/>`;
}

function emblemPrint(name: EmblemName, x: number, y: number, size: number, fill: string): string {
  const emblem = emblems[name];
  const half = (mirror: 1 | -1) =>
    `<g transform="scale(${mirror},1)"><path d="${emblem.body}" fill="${fill}" stroke="${EMBLEM_LINE}" stroke-width="1.8"/><path d="${emblem.lines}" stroke="${EMBLEM_LINE}" stroke-width="1.6"/><path d="${emblem.fine}" stroke="${EMBLEM_LINE}" stroke-width=".9"/><path d="${emblem.bright}" fill="${EMBLEM_LINE}" stroke="none"/>${"dark" in emblem ? `<path d="${emblem.dark}" fill="${fill}" stroke="none"/>` : ""}</g>`;
  return `<g transform="translate(${x} ${-y}) scale(${size / 110})" stroke-linecap="round">${half(1)}${half(-1)}</g>`;
}

/** The back of every card, 5:7. */
export function backPrint(): string {
  const [ground, line] = [BACK, printInks.backLine];
  const bezants = Array.from({ length: 6 }, (_, i) => {
    const angle = (i * Math.PI) / 3;
    return `<circle cx="${250 + 46 * Math.cos(angle)}" cy="${350 + 46 * Math.sin(angle)}" r="15"/>`;
  });
  return svg(
    500,
    700,
    "0 0 500 700",
    `<defs><pattern id="p" width="34" height="34" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="34" height="34" fill="${ground}"/><path d="M0 0H34M0 0V34" stroke="${line}" stroke-width="2"/><circle cx="17" cy="17" r="6" fill="none" stroke="${line}" stroke-width="1.6"/></pattern></defs><rect width="500" height="700" fill="${printInks.paper}"/><rect x="30" y="30" width="440" height="640" rx="14" fill="url(#p)" stroke="${ground}" stroke-width="6"/><rect x="44" y="44" width="412" height="612" rx="8" fill="none" stroke="${line}" stroke-width="2.5"/><circle cx="250" cy="350" r="86" fill="${ground}" stroke="${line}" stroke-width="4"/><circle cx="250" cy="350" r="72" fill="none" stroke="${line}" stroke-width="1.6"/><g fill="${line}">${bezants.join("")}</g>`,
  );
}

/** Our inks for the court cards, by the colours that they replace in the public-domain drawings. */
const INKS = { "#44F": "#22325c", red: "#a11a26", "#FC4": "#c79a45", "#fff": printInks.paper };

type Pack = Record<string, Parameters<typeof createElement>[0]>;
let pack: Promise<{ module: Pack }> | undefined;

/** The panel of a court card, without its indices: 167:263. `value` is J, Q or K. */
export async function courtPrint(value: string, suit: string): Promise<string> {
  // The package is written for bundlers, and plain Node cannot import it.
  pack ??= runnerImport<Pack>("node_modules/@letele/playing-cards/dist/index.esm.js", {
    configFile: false,
    ssr: { noExternal: [/letele/, /babel/] },
  });
  const card = (await pack).module[`${suit}${value.toLowerCase()}`];
  if (card === undefined) {
    throw new Error(`The pack has no court ${value}${suit}.`);
  }
  const markup = renderToStaticMarkup(createElement(card)).replace(
    /viewBox="[^"]*"/,
    'viewBox="-83.5 -131.5 167 263"',
  );
  return Object.entries(INKS).reduce(
    (text, [from, to]) => text.replaceAll(`"${from}"`, `"${to}"`),
    markup,
  );
}
