// A page with a live table, for Node. Keep the key in the environment, never in the code:
//   TABLESIDE_URL=https://games.example.com TABLESIDE_KEY=… PORT=8080 node server.mjs
import { createServer } from "node:http";

const GAMES = new Map([
  ["dragontiger", "Dragon Tiger"],
  ["baccarat", "Baccarat"],
  ["bigsixball", "Big Six Ball"],
]);

const { TABLESIDE_URL: service, TABLESIDE_KEY: key, PORT: port = "8080" } = process.env;
// The service has its host to itself, and the key travels on https: plain http is for this machine.
if (
  !/^(https:\/\/[^/?#\s]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?)\/?$/.test(service) ||
  !key
) {
  console.error("Set TABLESIDE_URL, an https address without a path, and TABLESIDE_KEY.");
  process.exit(1);
}

createServer((request, response) => {
  const query = new URLSearchParams(request.url.split("?")[1]);
  response.setHeader("content-type", "text/html; charset=utf-8");
  // The page holds the key: let no cache keep it.
  response.setHeader("cache-control", "no-store");
  response.end(`<!doctype html><title>Live table</title>\n${table(query.get("game"))}`);
}).listen(Number(port), "127.0.0.1");

function table(wanted) {
  // Take nothing but a known game from the address.
  const slug = GAMES.has(wanted) ? wanted : "dragontiger";
  const src = new URL(`/embed/${slug}/?key=${encodeURIComponent(key)}`, service);
  return `<iframe src="${escapeHtml(src.href)}" title="${GAMES.get(slug)}"
  sandbox="allow-scripts allow-same-origin allow-popups" allowfullscreen
  style="width: 100%; aspect-ratio: 830 / 553; border: 0"></iframe>`;
}

function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
