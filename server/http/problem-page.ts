import type { H3Event } from "h3";
import { partWordsOf } from "../../src/i18n/index.ts";
import type { Lang } from "../../src/i18n/langs.ts";
import { palette } from "../../src/look/palette.ts";
import { CONNECT_TYPE } from "../../src/wire/frame-port.ts";
import type { FrameErrorCode, FrameMessage } from "../../src/wire/frame-port.ts";
import type { Problem } from "../../src/wire/problem.ts";
import { JITTER_MS } from "../../src/wire/retry.ts";
import { inlineHash } from "./content-security-policy.ts";
import type { HeaderFields } from "./headers.ts";
import { escapeHtml, inlineJson } from "./html.ts";
import { langOf } from "./lang-of.ts";
import { pageHeaders } from "./page-headers.ts";
import type { RefusalCode } from "./refusal.ts";

const style = `
html{height:100%;background:${palette.night};color:${palette.ink};font:clamp(14px,4vmin,16px)/1.4 system-ui,sans-serif}
body{margin:0;min-height:100%;display:grid;place-items:center;padding:min(12px,3vmin);box-sizing:border-box}
main{max-width:34em;padding:4px clamp(12px,4vw,20px);border-left:4px solid ${palette.gold}}
h1{margin:0 0 4px;font-size:clamp(16px,5vmin,22px);line-height:1.3;text-wrap:balance}p{margin:0}
small{display:block;margin-top:min(12px,2.5vh);font-size:clamp(10px,5.2vh,14px);line-height:1.35;color:${palette.inkSoft}}
a{color:inherit}
h1,p{word-break:auto-phrase;overflow-wrap:anywhere}:lang(ko){word-break:keep-all}
`;

/** Maximum pause between two checks, in ms, before jitter. */
const MAX_CHECK_PAUSE_MS = 15_000;

const styleHashes = [inlineHash(style)];

/** Sends the refusal to a parent page that connects, through its port only. */
const script = `addEventListener("message",({source,data,ports:[port]})=>{
if(port&&source===parent&&parent!==window&&data?.type==="${CONNECT_TYPE}"){
port.postMessage(JSON.parse(document.querySelector("[type]").textContent));
port.close()}})`;

/**
 * Polls the game's state until the game is back, and then reloads the page. A timed reload during a restart would show
 * a browser error.
 */
const retryScript = `const{retryAfterMs}=JSON.parse(document.querySelector("[type]").textContent);
(function wait(){setTimeout(async()=>{
try{if((await fetch("api/current",{cache:"no-store"})).ok)return location.reload()}catch{}
wait()},Math.min(retryAfterMs,${MAX_CHECK_PAUSE_MS})+Math.random()*${JITTER_MS})})()`;

interface ProblemPage {
  readonly body: string;
  readonly fields: HeaderFields;
}

/** Pages with tables, which sites show in frames. */
export function isEmbed({ url }: H3Event): boolean {
  return /^\/(embed\/[^/]+|lobby)\/$/.test(url.pathname);
}

/** A refusal as a page. With `retryAfterS`, the page tries again by itself. */
export function problemPage(
  problem: Problem<RefusalCode>,
  event: H3Event,
  retryAfterS: string | null,
): ProblemPage {
  if (isEmbed(event)) {
    return embedPage(
      problem,
      langOf(event),
      retryAfterS === null ? null : Number(retryAfterS) * 1_000,
    );
  }
  const fields = {
    ...pageHeaders("problem", { styleHashes }),
    vary: "accept",
    ...(retryAfterS !== null && { refresh: retryAfterS }),
  };
  const round = /^\/replay\/[^/]+\/([^/]+)$/.exec(event.url.pathname)?.[1];
  if (round !== undefined) {
    const body = replayPage(problem, langOf(event), round);
    return { body, fields: { ...fields, vary: "accept, accept-language" } };
  }
  const { title, status, detail } = problem;
  const words = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(detail)}</p>`;
  const links = `<a href="/">Tableside</a> · <a href="/docs/">Docs</a>`;
  return { body: page("en", title, `${words}<small>Status ${status} · ${links}</small>`), fields };
}

/**
 * A refused replay, in the viewer's language, with the reason below.
 *
 * @param round the round's number as written in the URL.
 */
function replayPage(
  { title, status, detail, code }: Problem<RefusalCode>,
  lang: Lang,
  round: string,
): string {
  const { replay: words, failed } = partWordsOf(lang);
  const isUnknown = code === "not_published";
  const text = isUnknown ? words.unknownRound.replace("{round}", () => round) : failed;
  const reason = escapeHtml(`${status} ${title}: ${detail}`);
  return page(
    lang,
    words.replay,
    `<h1>${escapeHtml(words.replay)}</h1><p>${escapeHtml(text)}</p><small lang="en">${reason}</small>`,
  );
}

/**
 * A refusal in place of a table. Players cannot mend a key, so they learn only that the table is unavailable; the
 * reason below is for the site's developer. A parent page that connects also receives it.
 *
 * @param retryAfterMs the delay before the page checks whether the table is back, in ms; null for no check.
 */
function embedPage(
  problem: Problem<RefusalCode>,
  lang: Lang,
  retryAfterMs: number | null,
): ProblemPage {
  const words = partWordsOf(lang).closed;
  const { title, status, detail } = problem;
  // The other codes belong to forms, which no frame shows.
  const code = problem.code as FrameErrorCode;
  const heading = retryAfterMs === null ? words.notHere : words.notNow;
  const retryNote = retryAfterMs === null ? "" : `<p>${escapeHtml(words.comesBack)}</p>`;
  const reason = escapeHtml(`${status} ${title} (${code}): ${detail}`);
  const message: FrameMessage = { type: "error", code, status, title, detail, retryAfterMs };
  const scripts = retryAfterMs === null ? [script] : [script, retryScript];
  const inlined = { styleHashes, scriptHashes: scripts.map(inlineHash) };
  return {
    body: page(
      lang,
      heading,
      `<h1>${escapeHtml(heading)}</h1>${retryNote}<small lang="en">${reason}</small>` +
        `<script type="application/json">${inlineJson(message)}</script>` +
        scripts.map((source) => `<script>${source}</script>`).join(""),
    ),
    fields: {
      ...pageHeaders(retryAfterMs === null ? "problem" : "closed", inlined),
      vary: "accept, accept-language",
    },
  };
}

function page(lang: Lang, title: string, content: string): string {
  return `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main>${content}</main></body>
</html>
`;
}
