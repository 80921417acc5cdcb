import { inlineStyleHashes } from "../http/content-security-policy.ts";
import type { Page, Pages } from "../pages/pages.ts";

const MARK = `<style>
.sandbox-mark { position: sticky; top: 0; z-index: 9; padding: 6px 16px; text-align: center; font: 700 15px/1.4 system-ui, sans-serif; color: #000; background: #ffb000; border-bottom: 6px solid; border-image: repeating-linear-gradient(-45deg, #ffb000 0 12px, #000 12px 24px) 6; }
</style>
<div class="sandbox-mark" role="note">SANDBOX: these rounds are for tests, and can be forced.</div>`;

/** The pages of a service, marked as those of a sandbox. Tables mark themselves. */
export function markedPages(pages: Pages): Pages {
  const marked = new Map<Page, Page>();

  function mark(page: Page, withBar: boolean): Page {
    let found = marked.get(page);
    if (found === undefined) {
      const titled = page.html.replace("<title>", "<title>Sandbox · ");
      const html = withBar ? titled.replace(/<body[^>]*>/, (body) => body + MARK) : titled;
      found = { ...page, html, styleHashes: inlineStyleHashes(html) };
      marked.set(page, found);
    }
    return found;
  }

  return {
    embed: async (slug) => mark(await pages.embed(slug), false),
    home: async () => mark(await pages.home(), true),
    verify: async () => mark(await pages.verify(), true),
  };
}
