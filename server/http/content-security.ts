import { createHash } from "node:crypto";

/** The source expression that allows one inline style sheet or script, by the hash of its text. */
export function inlineHash(style: string): string {
  return `sha256-${createHash("sha256").update(style).digest("base64")}`;
}

/** The source expressions of all inline style sheets in a page. */
export function inlineStyleHashes(html: string): string[] {
  return [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, style]) =>
    inlineHash(style ?? ""),
  );
}

/** The source expressions of all inline scripts in a page; those of a type of data run in no case. */
export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) =>
    inlineHash(script ?? ""),
  );
}

/** Joins the directives of a policy, leaving out those without a source. */
export function policy(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .filter(([, sources]) => sources.length > 0)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}
