import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "astro";

/** Where the hello world is found on the service that is measured against it. */
export const HELLO_PATH = "/hello/";

/**
 * What everybody writes first with Pixi: its default imports, one picture of the table's size. Its
 * canvas goes up when it has been drawn.
 */
const PAGE = `---
---
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Hello</title></head><body>
<script>
  import { Application, Graphics, Text } from "pixi.js";
  const app = new Application();
  await app.init({ width: 830, height: 553, background: "#101820", antialias: true });
  app.stage.addChild(
    new Graphics().roundRect(40, 40, 750, 473, 24).fill("#14532d"),
    new Text({ text: "Hello", style: { fill: "#ffffff", fontSize: 48 }, x: 340, y: 240 }),
  );
  app.render();
  document.body.append(app.canvas);
</script>
</body></html>
`;

/** In here, so that its import of Pixi finds the project's. */
const parent = fileURLToPath(new URL("../../../node_modules/", import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
};

/** Builds the hello world and gives what answers for it, gzipped beforehand; else false. */
export async function helloWorld(): Promise<
  (request: IncomingMessage, response: ServerResponse) => boolean
> {
  const files = await buildHello();
  return (request, response) => {
    const found = files.get(request.url ?? "");
    if (found === undefined) {
      return false;
    }
    response.writeHead(200, {
      "content-type": TYPES[extname(found.name)] ?? "application/octet-stream",
      "content-encoding": "gzip",
    });
    response.end(found.bytes);
    return true;
  };
}

async function buildHello(): Promise<Map<string, { name: string; bytes: Buffer }>> {
  const root = await mkdtemp(join(await realpath(parent), ".tableside-hello-"));
  try {
    await mkdir(join(root, "src", "pages"), { recursive: true });
    await writeFile(join(root, "src", "pages", "index.astro"), PAGE);
    process.env["ASTRO_TELEMETRY_DISABLED"] = "1";
    await build({ root, base: HELLO_PATH, logLevel: "error", configFile: false });
    const files = new Map<string, { name: string; bytes: Buffer }>();
    const dist = join(root, "dist");
    for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) {
        const name = join(entry.parentPath, entry.name).slice(dist.length + 1);
        const bytes = gzipSync(await readFile(join(dist, name)));
        files.set(HELLO_PATH + name.replace(/index\.html$/, ""), { name, bytes });
      }
    }
    return files;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
