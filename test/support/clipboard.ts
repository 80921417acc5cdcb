import type { Page } from "playwright-core";

/**
 * Lets a page copy, from now on, and gives what it copied last. All pages of a Chromium share one clipboard, and
 * other tests copy at the same time: what each page copies is noted in the page itself.
 */
export async function watchClipboard(page: Page): Promise<() => Promise<string>> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(noteCopies);
  await page.evaluate(noteCopies);
  return () => page.evaluate(() => (window as unknown as { copied: string }).copied);
}

function noteCopies(): void {
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  if (clipboard !== undefined) {
    const write = clipboard.writeText.bind(clipboard);
    clipboard.writeText = async (text) => {
      await write(text);
      Object.assign(window, { copied: text });
    };
  }
}
