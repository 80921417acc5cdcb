import { palette } from "../src/hud/tokens.ts";
import { inlineHash } from "./content-security.ts";
import { escapeHtml } from "./html.ts";

/** A refusal as it crosses the wire (RFC 9457): `title` is its label, `detail` says what to do. */
export interface Problem {
  title: string;
  status: number;
  detail: string;
  /** For programs: no round opened, and the next one may. */
  reason?: "suspended";
}

const style = `
html{height:100%;background:${palette.night};color:${palette.ink};font:16px/1.5 system-ui,sans-serif}
body{margin:0;min-height:100%;display:grid;place-items:center;padding:12px;box-sizing:border-box}
main{max-width:34em;padding:16px 24px;border-left:4px solid ${palette.gold}}
h1{margin:0 0 6px;font-size:22px}p{margin:0}small{color:${palette.inkSoft}}
`;

/** The hash that lets the page's one style sheet through its content security policy. */
export const problemStyleHash = inlineHash(style);

/** A refusal as a page that a person reads inside the iframe. */
export function problemPage(problem: Problem): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(problem.title)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(problem.title)}</h1><p>${escapeHtml(problem.detail)}</p><small>Tableside, status ${problem.status}</small></main></body>
</html>
`;
}
