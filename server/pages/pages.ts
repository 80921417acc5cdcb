import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { slugs } from "../../src/games/index.ts";
import { inlineScriptHashes, inlineStyleHashes } from "../http/content-security-policy.ts";

/** A page that Astro built, with `{{slots}}` to fill for each request. */
export interface Page {
  html: string;
  /**
   * For the content security policy. Null in development, which sends no policy because Vite inserts its own styles and
   * scripts into the page.
   */
  styleHashes: readonly string[] | null;
  scriptHashes: readonly string[];
}

/** All pages, from the build or from Astro's dev server. */
export type Pages = Awaited<ReturnType<typeof readPages>>;

/** Reads a build's pages once, so that a later build is never served in part. */
export async function readPages(distDir: string) {
  const read = async (...path: string[]) => toPage(await readFile(join(distDir, ...path), "utf8"));
  const home = await read("index.html");
  const verify = await read("verify", "index.html");
  const lobby = await read("lobby", "index.html");
  const replay = await read("replay", "index.html");
  const embeds = new Map<string, Page>();
  for (const slug of slugs) {
    embeds.set(slug, await read("embed", slug, "index.html"));
  }
  return {
    home: async () => home,
    verify: async () => verify,
    embed: async (slug: string) => embeds.get(slug) as Page,
    replay: async () => replay,
    lobby: async () => lobby,
  };
}

function toPage(html: string): Page {
  return { html, styleHashes: inlineStyleHashes(html), scriptHashes: inlineScriptHashes(html) };
}

/** Fills a page's slots in one pass, so that a value cannot open another slot. */
export function fill(page: Page, slots: Readonly<Record<string, string>>): string {
  return page.html.replace(/\{\{(\w+)\}\}/g, (slot, name: string) => slots[name] ?? slot);
}
