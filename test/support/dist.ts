import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { slugs } from "../../src/games/index.ts";

/** The inlined style sheet of the fake build's embed pages. */
const EMBED_STYLE = "html,body{height:100%;margin:0}";

/** A script long enough to be worth compressing, served at {@link HASHED_PATH}. */
export const SCRIPT = `export const words = ${JSON.stringify("table ".repeat(200))};\n`;
export const HASHED_PATH = "/_astro/embed-page.Bv1mX7tn.js";

const FILES: Readonly<Record<string, string>> = {
  "index.html": `<!DOCTYPE html><html lang="en"><head><style>p{margin:0}</style></head><body><p data-base="{{baseUrl}}" data-portal="{{portal}}" data-price="{{price}}" data-contact="{{contact}}"></p></body></html>`,
  "verify/index.html": `<!DOCTYPE html><html lang="en" data-house="{{baseUrl}}"><head><style>p{margin:0}</style></head><body><script type="application/json">{}</script><script>let page;</script></body></html>`,
  "replay/index.html": `<!DOCTYPE html><html lang="{{lang}}"><head><title>{{title}}</title><meta property="og:description" content="{{description}}"><meta property="og:url" content="{{url}}"></head><body><game-table game="{{game}}" round="{{round}}"></game-table></body></html>`,
  "docs/embed/index.html": `<!DOCTYPE html><html lang="en"><body><p data-base="https://games.example.com"></p></body></html>`,
  "docs/deploy/index.html": `<!DOCTYPE html><html lang="en"><body>BASE_URL=https://games.example.com</body></html>`,
  ".built-from": "0".repeat(64),
  "favicon.svg": `<svg xmlns="http://www.w3.org/2000/svg"></svg>`,
  "game-table.js": `import "./_astro/embed-page.Bv1mX7tn.js";\n`,
  "image.png": "\u0089PNG",
  [HASHED_PATH.slice(1)]: SCRIPT,
};

function framedPage(name: string, slot: string): string {
  return (
    `<!DOCTYPE html><html lang="{{lang}}"><head><meta charset="utf-8"><title>${name}</title>` +
    `<style>${EMBED_STYLE}</style></head><body>${slot}` +
    `<script type="module" src="${HASHED_PATH}"></script></body></html>`
  );
}

export async function fakeDist(dist: string): Promise<void> {
  const pages = slugs.map(
    (slug) => [`embed/${slug}/index.html`, framedPage(slug, "{{table}}")] as const,
  );
  const lobby = ["lobby/index.html", framedPage("lobby", "{{lobby}}")] as const;
  for (const [path, text] of [...Object.entries(FILES), ...pages, lobby]) {
    const file = join(dist, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, path.endsWith(".png") ? "latin1" : "utf8");
  }
}
