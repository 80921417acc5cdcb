import { fileURLToPath } from "node:url";
import { dev } from "astro";
import type { AstroIntegration } from "astro";
import { readConfig } from "../config.ts";
import { jsonLog } from "../log.ts";
import type { Page, Pages } from "../pages.ts";
import { openService } from "../service.ts";
import { StartError } from "../start-error.ts";

/*
 * `npm run dev`: Astro's own server with the live service mounted in it, and the design previews.
 * The pages come from Astro, unbuilt, and go through the service like built ones do.
 */

/** Marks a request of the service for an unfilled page, so that it is not sent back to the service. */
const UNFILLED = "x-tableside-unfilled";
const LIVE = /^\/($|\?|embed\/|fairness\/|verify\/|healthz)/;

const root = fileURLToPath(new URL("../../", import.meta.url));
const now = () => Date.now();
process.env["ASTRO_TELEMETRY_DISABLED"] = "1";

try {
  const config = readConfig(process.env);
  const { host, port } = config;
  const service = await openService(config, {
    pages: unfilledPages(`http://${host}:${port}`),
    assets: new Map(),
    now,
    log: jsonLog((line) => process.stdout.write(`${line}\n`), now),
  });
  const mount: AstroIntegration = {
    name: "tableside:live",
    hooks: {
      "astro:config:setup": ({ injectRoute }) => {
        injectRoute({ pattern: "/preview/", entrypoint: "./src/previews/index.astro" });
        injectRoute({ pattern: "/preview/sheet/", entrypoint: "./src/previews/sheet.astro" });
      },
      "astro:server:setup": ({ server }) => {
        server.middlewares.use((request, response, next) => {
          const url = request.url ?? "/";
          if (url === "/game-table.js") {
            request.url = "/components/game-table.ts";
          }
          if (LIVE.test(url) && request.headers[UNFILLED] === undefined) {
            void service.handle(request, response);
          } else {
            next();
          }
        });
      },
      "astro:server:done": () => {
        service.endStreams();
        return service.close();
      },
    },
  };
  await dev({ root, server: { host, port }, integrations: [mount] });
} catch (error) {
  if (!(error instanceof StartError)) {
    throw error;
  }
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function unfilledPages(address: string): Pages {
  async function page(path: string): Promise<Page> {
    const response = await fetch(address + path, { headers: { [UNFILLED]: "1" } });
    return { html: await response.text(), styleHashes: null, scriptHashes: [] };
  }
  return {
    embed: (slug) => page(`/embed/${slug}/`),
    home: () => page("/"),
    verify: () => page("/verify/"),
  };
}
