/*
 * Attack: the house under check returns control codes that write "Proven: every check passes" over its refusal, an
 * endless response, or redirects. Effect: the codes reached the terminal, and the response filled the memory. Defence:
 * external text is escaped, responses are limited in bytes and time, and redirects are not followed.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { onTestFinished, expect, test } from "vitest";
import { verifyCommand } from "../../server/cli/verify.ts";
import { baccarat } from "../../src/games/baccarat/game.ts";
import { callCommand } from "../support/command.ts";
import { startProofHouse } from "../support/proof-house.ts";
import { listen } from "../support/running-service.ts";
import { proofOf } from "../support/test-proofs.ts";

const ROUND = 521_999;
const PATH = `/embed/baccarat/api/rounds/${ROUND}`;

async function verifyAt(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const { url, end } = await listen(handle);
  onTestFinished(end);
  return callCommand(verifyCommand, [url + PATH]);
}

test.each([
  ["a refusal", JSON.stringify({ detail: "\u001b[2J\u001b[HProven: every check passes.\u0007" })],
  ["a page", "\u009b2J\u202eEvery check\r\npasses."],
])("control codes in %s are escaped when printed", async (_, body) => {
  const { code, stdout, stderr } = await verifyAt((_request, response) => {
    response.writeHead(404).end(body);
  });
  expect(stderr).toContain("returned 404");
  // oxlint-disable-next-line no-control-regex -- these characters must be absent
  expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(code).toBe(3);
});

test("a response that never ends is aborted", async () => {
  let sent = 0;
  const { code, stderr } = await verifyAt((_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write("x".repeat(65_536))) {
        sent += 65_536;
      }
    };
    response.on("drain", more);
    more();
  });
  expect(stderr).toContain("more than 2000000 bytes");
  expect(code).toBe(3);
  expect(sent).toBeLessThan(50_000_000);
});

test("a house that redirects to another house is not mistaken for it", async () => {
  const honest = await startProofHouse([proofOf(baccarat, ROUND, null)]);
  const { code, stderr } = await verifyAt((request, response) => {
    const location = `${honest.replace("127.0.0.1", "localhost")}${request.url}`;
    response.writeHead(302, { location }).end();
  });
  expect(stderr).toContain("redirects to http://localhost");
  expect(code).toBe(3);
});
