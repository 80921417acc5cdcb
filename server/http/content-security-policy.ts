import { createHash } from "node:crypto";

/** The source expression that allows one inline style sheet or script, by the hash of its text. */
export function inlineHash(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

export function inlineStyleHashes(html: string): string[] {
  return hashesOf(html, /<style[^>]*>([\s\S]*?)<\/style>/g);
}

/** The hashes of the scripts that run. Scripts with a type contain only data. */
export function inlineScriptHashes(html: string): string[] {
  return hashesOf(html, /<script>([\s\S]*?)<\/script>/g);
}

function hashesOf(html: string, element: RegExp): string[] {
  return [...html.matchAll(element)].map(([, text = ""]) => inlineHash(text));
}

export type Directives = Readonly<Record<string, readonly string[]>>;

export function formatPolicy(directives: Directives): string {
  return Object.entries(directives)
    .filter(([, sources]) => sources.length > 0)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}
