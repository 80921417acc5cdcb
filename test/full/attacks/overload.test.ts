/*
 * Attack: at once, everything that by itself made `current` wait for seconds: connections that pipeline costly pages and
 * never read, thousands of silent ones (a process without free file handles cannot even read its own database),
 * long responses that are never read, and floods of sign-ins, pages and streams. Effect: all of it was processed as it
 * came. Defence: a process limits its connections, starts one request in each turn of its event loop, and refuses
 * the excess with 503, the newest first.
 */
import { readdir, readFile } from "node:fs/promises";
import { connect } from "node:net";
import { beforeAll, expect, test } from "vitest";
import { ensureBuild } from "../../support/build.ts";
import { eventually } from "../../support/eventually.ts";
import { getting } from "../../support/raw-client.ts";
import { startServer } from "../../support/server-process.ts";
import { clientOn, CURRENT, historyPage, many, startStorm, STREAM } from "../../support/storm.ts";
import type { Dial } from "../../support/storm.ts";

/** Maximum number of open streams from one IP address. */
const STREAMS_MAX = 200;
/** The process's open-file limit, and the connections that it allows. */
const FILES_MAX = 2_300;
const CONNECTIONS_MAX = 2_100;
/**
 * The promised maximum. Measured: 302 to 338 MB, even on a busy machine, of which 180 MB at rest; without limits it
 * was 2 GB.
 */
const MAX_BYTES = 400_000_000;

beforeAll(ensureBuild, 600_000);

test("rounds and open streams continue under a flood of requests", async () => {
  const server = await startServer({}, FILES_MAX);
  const { address } = server;
  const port = Number(new URL(address).port);
  const dial: Dial = (sends, options) => clientOn(connect(port, "127.0.0.1"), sends, options);
  const folder = `/proc/${server.child.pid}`;
  const openFiles = async () => (await readdir(`${folder}/fd`)).length;
  const viewers = many(20, () => dial(getting(STREAM)));
  await eventually(() => viewers.every(({ said }) => said().includes("event: state")));
  const atRest = await openFiles();

  const storm = startStorm(dial, address, { idle: 2_300, streams: 2 * STREAMS_MAX });
  for (let poll = 0; poll < 50; poll++) {
    expect((await fetch(address + CURRENT)).status).toBe(200);
  }
  await eventually(() => storm.isAnswered());
  expect(storm.fault).toBeUndefined();
  const opened = storm.streams.filter(({ said }) => said().includes("event: state"));
  expect(opened.length).toBeLessThanOrEqual(STREAMS_MAX - viewers.length);
  expect(await openFiles()).toBeLessThan(CONNECTIONS_MAX + atRest + 200);
  const [, peakKb] = /VmHWM:\s+(\d+)/.exec(await readFile(`${folder}/status`, "utf8")) ?? [];
  expect(Number(peakKb) * 1_024).toBeLessThan(MAX_BYTES);
  expect(viewers.some(({ socket }) => socket.destroyed)).toBe(false);

  storm.end();
  // Some files that a page was loaded from may stay open.
  await eventually(async () => (await openFiles()) < atRest + 20);
  const late = dial(getting(STREAM));
  await eventually(() => late.said().includes("event: state"));
  // The address may have used up its budget of old rounds, which refills.
  await eventually(async () => (await fetch(address + historyPage(0))).status === 200);
  expect(server.stdout()).not.toContain('"event":"fault"');
});
