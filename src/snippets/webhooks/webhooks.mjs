// Receives webhooks, for Node 24:
// WEBHOOK_SECRET=whsec_… PORT=4001 node webhooks.mjs
import { createServer } from "node:http";
import { DatabaseSync } from "node:sqlite";
import { parseWebhook, WebhookError } from "tableside/webhooks";

// While you replace the secret, set both, separated by a space.
const secret = (process.env.WEBHOOK_SECRET ?? "").split(" ");
if (!secret.every((part) => /^whsec_[\w+/=]{24,}$/.test(part)))
  throw new Error("Set WEBHOOK_SECRET to the endpoint's whsec_…");
/** Longer than any webhook; strangers could send gigabytes. */
const MAX_BYTES = 65_536;
const db = new DatabaseSync(
  process.env.WEBHOOKS_DB ?? "webhooks.sqlite",
  {
    timeout: 5_000,
  },
);
db.exec(
  "create table if not exists webhook (id text primary key, body text)",
);
const store = db.prepare(
  "insert into webhook values (?, ?) on conflict do nothing",
);

createServer(async (request, response) => {
  try {
    const pieces = [];
    for await (const piece of request) {
      pieces.push(piece);
      if (
        pieces.reduce((sum, { length }) => sum + length, 0) > MAX_BYTES
      ) {
        response.writeHead(413, { connection: "close" }).end();
        return;
      }
    }
    const body = Buffer.concat(pieces);
    const { id, type } = await parseWebhook({
      body,
      headers: request.headers,
      secret,
    });
    // Stores the webhook for later, because the response must not wait.
    // Ignores duplicates.
    store.run(id, body.toString());
    console.log(type, id);
    response.writeHead(204).end();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    // The service retries after any non-2xx response.
    response.writeHead(error instanceof WebhookError ? 400 : 500).end();
  }
}).listen(Number(process.env.PORT ?? 4001), "127.0.0.1");
