import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { slugs } from "../../src/games/index.ts";

/** The style sheet that the embed pages of the fake build have inlined. */
const EMBED_STYLE = "html,body{height:100%;margin:0}";

/** A script, long enough to be worth compressing; its name in addresses is {@link HASHED_PATH}. */
export const SCRIPT = `export const words = ${JSON.stringify("table ".repeat(200))};\n`;
export const HASHED_PATH = "/_astro/embed-page.Bv1mX7tn.js";

const FILES: Readonly<Record<string, string>> = {
  "index.html": `<!DOCTYPE html><html lang="en"><head><style>p{margin:0}</style></head><body><p data-key="{{demoKey}}" data-base="{{baseUrl}}"></p></body></html>`,
  "verify/index.html": `<!DOCTYPE html><html lang="en" data-house="{{baseUrl}}"><head><style>p{margin:0}</style></head><body><script type="application/json">{}</script><script>let page;</script></body></html>`,
  ".built-from": "0".repeat(64),
  "favicon.svg": `<svg xmlns="http://www.w3.org/2000/svg"></svg>`,
  "game-table.js": `import "./_astro/embed-page.Bv1mX7tn.js";\n`,
  "image.png": "\u0089PNG",
  [HASHED_PATH.slice(1)]: SCRIPT,
};

function embedPage(slug: string): string {
  return (
    `<!DOCTYPE html><html lang="{{lang}}"><head><meta charset="utf-8"><title>${slug}</title>` +
    `<style>${EMBED_STYLE}</style></head><body>{{table}}` +
    `<script type="module" src="${HASHED_PATH}"></script></body></html>`
  );
}

/** Fills the folder `dist` like the real build's, in no time. */
export async function fakeDist(dist: string): Promise<void> {
  const pages = slugs.map((slug) => [`embed/${slug}/index.html`, embedPage(slug)] as const);
  for (const [path, text] of [...Object.entries(FILES), ...pages]) {
    const file = join(dist, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, path.endsWith(".png") ? "latin1" : "utf8");
  }
}
