import type { Page } from "playwright-core";

/**
 * Puts a module in front of a game's scene in the real page: everything else stays as it was built.
 * `body` is JavaScript that makes `scene` of `real`.
 */
async function wrapScene(page: Page, slug: string, body: string): Promise<void> {
  const isScene = ({ pathname, search }: URL) =>
    pathname.startsWith(`/_astro/${slug}.`) && search === "";
  await page.route(isScene, (route) =>
    route.fulfill({
      contentType: "text/javascript",
      headers: { "access-control-allow-origin": "*" },
      body: `
        import { scene as real } from "${new URL(route.request().url()).pathname}?real";
        ${body}`,
    }),
  );
}

/** Has a scene drawn anew in every frame the browser has, although it rests. */
export function uncap(page: Page, slug: string): Promise<void> {
  return wrapScene(
    page,
    slug,
    `let count = 0;
     export const scene = {
       ...real,
       restsAfterMs: () => Infinity,
       // Another pose each time, or the stage would see that nothing has moved.
       pose: (view, elapsedMs) => ({ ...real.pose(view, elapsedMs), count: (count += 1) }),
     };`,
  );
}
