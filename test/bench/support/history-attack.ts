/*
 * A thread of a bench that asks for pages of old rounds, others each time and from another address each
 * time, while it is told to: its own work must not delay what the bench measures meanwhile.
 */
import { Agent, get } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

const { address, everyMs } = workerData as { address: string; everyMs: number };
const agent = new Agent({ keepAlive: true });
const ROUNDS = 400_000;
const PAGE = 500;
let asked = 0;
let timer: ReturnType<typeof setInterval> | undefined;

parentPort?.on("message", (isOn: boolean) => {
  clearInterval(timer);
  timer = isOn ? setInterval(askForPage, everyMs) : undefined;
});

function askForPage(): void {
  asked += 1;
  const before = ROUNDS - ((asked * PAGE) % (ROUNDS - PAGE));
  const headers = {
    "accept-encoding": "br",
    "x-forwarded-for": `198.18.${(asked >> 8) & 255}.${asked & 255}`,
  };
  const url = `${address}/embed/baccarat/api/results?limit=${PAGE}&before=${before}`;
  // A connection that was kept may be closed by now.
  get(url, { agent, headers }, (response) => response.resume()).on("error", () => {});
}
