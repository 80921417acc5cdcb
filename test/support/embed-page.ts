import { createHash } from "node:crypto";
import type { Snapshot } from "../../src/hud/table/snapshot.ts";

export function directivesOf(headers: Headers): Record<string, string[]> {
  const policy = headers.get("content-security-policy") ?? "";
  return Object.fromEntries(
    policy.split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources];
    }),
  );
}

export function inlineStylesOf(html: string): string[] {
  return [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/gi)].map(([, style = ""]) => style);
}

/** The source expression that a browser compares an inline style sheet with. */
export function sourceOf(style: string): string {
  return `'sha256-${createHash("sha256").update(style).digest("base64")}'`;
}

export function snapshotOf(html: string): Snapshot {
  const [, json = ""] = /<script type="application\/json">([\s\S]*?)<\/script>/.exec(html) ?? [];
  return JSON.parse(json) as Snapshot;
}

/** The attributes of the page's `<game-table>`; one without a value is an empty string. */
export function attributesOf(html: string): Record<string, string> {
  const [, text = ""] = /<game-table([^>]*)>/.exec(html) ?? [];
  return Object.fromEntries(
    [...text.matchAll(/ ([\w-]+)(?:="([^"]*)")?/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
}

export function firstPaintOf(html: string): string {
  const [, shadow = ""] = /<template shadowrootmode="open">([\s\S]*?)<\/template>/.exec(html) ?? [];
  return shadow
    .replace(/<style[\s\S]*?<\/style>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
