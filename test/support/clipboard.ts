import type { Page } from "playwright-core";

/**
 * Allows a page to copy, and returns a function that returns its last copied text. All pages of a Chromium share one
 * clipboard, so each page's text is recorded in the page.
 */
export async function watchClipboard(page: Page): Promise<() => Promise<string>> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(recordCopies);
  await page.evaluate(recordCopies);
  return () => page.evaluate(() => (window as unknown as { copied: string }).copied);
}

function recordCopies(): void {
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  if (clipboard !== undefined) {
    const write = clipboard.writeText.bind(clipboard);
    clipboard.writeText = async (text) => {
      await write(text);
      Object.assign(window, { copied: text });
    };
  }
}
