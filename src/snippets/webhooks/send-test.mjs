// Sends a signed webhook to a receiver on this computer:
// WEBHOOK_SECRET=whsec_… PORT=4000 node send-test.mjs
import { createHmac, randomUUID } from "node:crypto";

const { WEBHOOK_SECRET = "", PORT = "4000" } = process.env;
const key = Buffer.from(WEBHOOK_SECRET.replace("whsec_", ""), "base64");
const id = `test-${randomUUID()}`;
const now = new Date();
const sentS = Math.floor(now.getTime() / 1_000);
const body = JSON.stringify({
  type: "test",
  timestamp: now.toISOString(),
  data: { endpoint: "local" },
});
const signature = createHmac("sha256", key)
  .update(`${id}.${sentS}.${body}`)
  .digest("base64");
const { status } = await fetch(`http://127.0.0.1:${PORT}/`, {
  method: "POST",
  headers: {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(sentS),
    "webhook-signature": `v1,${signature}`,
  },
  body,
});
console.log(status); // 204, or 400 if the secrets differ
