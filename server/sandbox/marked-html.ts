import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { inlineStyleHashes } from "../http/content-security-policy.ts";

/*
 * Every page that a sandbox serves says so: whatever is HTML is marked on its way out, so that no page
 * has to think of it. Tables mark themselves, since they redraw what they show.
 */

/** Along the lower edge, where no page has a bar of its own; the page has room to scroll clear of it. */
const MARK = `<style>
body { padding-bottom: 34px !important; }
.sandbox-mark { position: fixed; inset: auto 0 0; z-index: 9; padding: 3px 8px; border-top: 5px solid; border-image: repeating-linear-gradient(-45deg, #ffb000 0 10px, #000 10px 20px) 5; color: #000; background: #ffb000; font: 700 clamp(12px, 4vmin, 14px)/1.4 system-ui, sans-serif; text-align: center; white-space: nowrap; }
</style><div class="sandbox-mark" role="note" lang="en">SANDBOX: rounds for tests only</div>`;

const [MARK_HASH] = inlineStyleHashes(MARK) as [string];

/** What the table of a sandbox says of itself. */
const TABLE_MARK = '<p class="sandbox"';

/** An answer as a sandbox sends it: a page is marked, everything else is as it was. */
export async function markedHtml(answer: Response): Promise<Response> {
  const { headers, status } = answer;
  if (!headers.get("content-type")?.startsWith("text/html") || answer.body === null) {
    return answer;
  }
  const html = mark(decoded(await answer.bytes(), headers.get("content-encoding")));
  const marked = new Headers(headers);
  for (const name of ["content-encoding", "content-length", "etag"]) {
    marked.delete(name);
  }
  const policy = headers.get("content-security-policy") ?? "";
  marked.set("content-security-policy", policy.replace("style-src", `$& ${MARK_HASH}`));
  return new Response(html, { status, headers: marked });
}

function mark(html: string): string {
  const titled = html.replace("<title>", "<title>Sandbox · ");
  return html.includes(TABLE_MARK) ? titled : titled.replace(/<body[^>]*>/, `$&${MARK}`);
}

function decoded(bytes: Uint8Array, encoding: string | null): string {
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ""];
  return Buffer.from(decode?.(bytes) ?? bytes).toString();
}
