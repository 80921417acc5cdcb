import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { inlineStyleHashes } from "./content-security.ts";

/** A page that Astro built, with `{{slots}}` that are filled for each request. */
export interface Page {
  html: string;
  /**
   * Hashes of the style sheets inlined in it, for the content security policy. Null in development,
   * where no policy is sent: Vite puts its own styles and scripts into the page.
   */
  styleHashes: readonly string[] | null;
}

/** Where the pages come from: the build, or Astro's own server during development. */
export interface Pages {
  /** The embed page of a game. */
  embed(slug: string): Promise<Page>;
  /** The operator's page at `/`. */
  home(): Promise<Page>;
}

/** The pages of a build, each read once. */
export function builtPages(distDir: string): Pages {
  const read = new Map<string, Promise<Page>>();
  function page(...path: string[]): Promise<Page> {
    const file = join(distDir, ...path);
    let loading = read.get(file);
    if (loading === undefined) {
      loading = readFile(file, "utf8").then(toPage);
      read.set(file, loading);
    }
    return loading;
  }
  return {
    embed: (slug) => page("embed", slug, "index.html"),
    home: () => page("index.html"),
  };
}

function toPage(html: string): Page {
  return { html, styleHashes: inlineStyleHashes(html) };
}

/** Fills a page's slots, in one pass, so that a value cannot open a slot of its own. */
export function fill(page: Page, slots: Readonly<Record<string, string>>): string {
  return page.html.replace(/\{\{(\w+)\}\}/g, (slot, name: string) => slots[name] ?? slot);
}
