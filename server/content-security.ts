import { createHash } from "node:crypto";

/** The source expression that allows one inline style sheet, by the hash of its text. */
export function styleHash(style: string): string {
  return `sha256-${createHash("sha256").update(style).digest("base64")}`;
}

/** The source expressions of all inline style sheets in a page. */
export function inlineStyleHashes(html: string): string[] {
  return [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, style]) =>
    styleHash(style ?? ""),
  );
}

/** Joins the directives of a policy, leaving out those without a source. */
export function policy(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .filter(([, sources]) => sources.length > 0)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}
