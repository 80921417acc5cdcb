import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { tempFile } from "../support/temp-store.ts";
import { watchServer } from "./watched-server.ts";

const REFUSED = { status: 409, text: "Not that.", isRefusal: true };

async function openWatched() {
  const file = await tempFile();
  const database = new DatabaseSync(file);
  database.exec("create table account (id text); create table lease (id text)");
  return { database, watched: await watchServer(file, { lease: "a job" }) };
}

test("an answer in words that changes nothing is sound, and so is a change that was asked for", async () => {
  const { database, watched } = await openWatched();
  await watched.send("a", async () => REFUSED);
  await watched.send("b", async () => {
    database.exec("insert into account values ('b')");
    return { status: 303, text: "", isRefusal: false };
  });
  await watched.send("c", async () => {
    database.exec("insert into lease values ('c')");
    return REFUSED;
  });
  expect(watched.faults).toEqual([]);
});

test("what goes wrong is noted, with what it went wrong at", async () => {
  const { database, watched } = await openWatched();
  await watched.send("a row", async () => {
    database.exec("insert into account values ('a')");
    return REFUSED;
  });
  await watched.send("a fault", async () => ({ ...REFUSED, status: 500 }));
  await watched.send("a trace", async () => ({
    ...REFUSED,
    text: "Error: no\n    at work (server/app.ts:3:4)",
  }));
  // Each time anew, as a request would that takes too long.
  await watched.send("a wait", async () => {
    const endsAt = performance.now() + 1_100;
    while (performance.now() < endsAt) {
      // Nothing else is served meanwhile.
    }
    return REFUSED;
  });
  expect(watched.faults).toEqual([
    "a row: was refused, and changed account",
    "a fault: is answered with 500: Not that.",
    expect.stringMatching(/^a trace: shows the inside: /),
    "a wait: keeps others waiting",
  ]);
});
