import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { dev } from "astro";
import type { AstroIntegration } from "astro";
import { readConfig } from "../config/config.ts";
import type { RenderPage } from "../pages/built-pages.ts";
import type { Page, Pages } from "../pages/pages.ts";
import { jsonLog } from "../runtime/log.ts";
import { StartError } from "../runtime/start-error.ts";
import { openService } from "../service.ts";

/*
 * `npm run dev`: Astro's dev server with the live service mounted in it, and the design previews. Pages come from
 * Astro unbuilt, and pass through the service as built pages do.
 */

/** Keeps a request from the service for an unfilled page from being routed back to the service. */
const UNFILLED = "x-tableside-unfilled";
/** The data of a page under /account/, for `src/layouts/previews/account-locals.ts`. */
const LOCALS = "x-tableside-locals";
const LIVE_PATHS = /^\/($|\?|account\b|embed\/|lobby\b|fairness\/|replay\/|verify\/|healthz)/;

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
    steady: null,
    log: jsonLog((line) => process.stdout.write(`${line}\n`), now),
    renderPage: devPages(`http://${host}:${port}`),
  });
  const mount: AstroIntegration = {
    name: "tableside:live",
    hooks: {
      "astro:config:setup": ({ injectRoute, addMiddleware }) => {
        addMiddleware({
          entrypoint: `${root}src/layouts/previews/account-locals.ts`,
          order: "pre",
        });
        injectRoute({ pattern: "/preview/", entrypoint: "./src/layouts/previews/index.astro" });
        injectRoute({
          pattern: "/preview/sheet/",
          entrypoint: "./src/layouts/previews/sheet.astro",
        });
      },
      "astro:server:setup": ({ server }) => {
        server.middlewares.use((request, response, next) => {
          const url = request.url ?? "/";
          const [, element] = /^\/(?:v1\/)?(game-(?:table|lobby))\.js$/.exec(url) ?? [];
          if (element !== undefined) {
            request.url = `/components/${element}.ts`;
          }
          if (LIVE_PATHS.test(url) && request.headers[UNFILLED] === undefined) {
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
  const running = await dev({ root, server: { host, port }, integrations: [mount] });
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.once(signal, () => void running.stop().finally(() => process.exit()));
  }
} catch (error) {
  if (!(error instanceof StartError)) {
    throw error;
  }
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function unfilledPages(baseUrl: string): Pages {
  async function page(path: string): Promise<Page> {
    const response = await fetch(baseUrl + path, { headers: { [UNFILLED]: "1" } });
    return { html: await response.text(), styleHashes: null, scriptHashes: [] };
  }
  return {
    embed: (slug) => page(`/embed/${slug}/`),
    lobby: () => page("/lobby/"),
    home: () => page("/"),
    verify: () => page("/verify/"),
    replay: () => page("/replay/"),
  };
}

/** The pages have no content security policy, because Vite adds scripts. */
function devPages(baseUrl: string): RenderPage {
  const shown = new Map<string, object>();
  Object.assign(globalThis, { tablesideLocals: shown });
  return async ({ url }, headers, locals) => {
    const name = randomUUID();
    shown.set(name, locals);
    try {
      const page = await fetch(`${baseUrl}${url.pathname}${url.search}`, {
        headers: { [UNFILLED]: "1", [LOCALS]: name },
      });
      headers.delete("content-security-policy");
      headers.set("content-type", "text/html; charset=utf-8");
      return new Response(await page.text(), { status: page.status, headers });
    } finally {
      shown.delete(name);
    }
  };
}
