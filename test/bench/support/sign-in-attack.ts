/*
 * A thread of a bench that sends requests while it is told to: its own work must not delay what the bench
 * measures meanwhile. "tries": passwords, from one address and for another account each time; "looks": as many
 * requests for `/healthz`, by which the former can be judged; "nothing".
 */
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

const { address, everyMs } = workerData as { address: string; everyMs: number };
const agent = new Agent({ keepAlive: true });
let tries = 0;
let timer: ReturnType<typeof setInterval> | undefined;

parentPort?.on("message", (what: "tries" | "looks" | "nothing") => {
  clearInterval(timer);
  timer =
    what === "nothing" ? undefined : setInterval(what === "tries" ? tryPassword : look, everyMs);
});

function look(): void {
  request(`${address}/healthz`, { agent }, (response) => response.resume()).end();
}

function tryPassword(): void {
  const body = String(
    new URLSearchParams({ email: `eve${tries++}@example.com`, password: "correct horse battery" }),
  );
  const headers = {
    origin: address,
    "content-type": "application/x-www-form-urlencoded",
    "content-length": body.length,
    "x-forwarded-for": "198.18.0.1",
  };
  const url = `${address}/account/sign-in/`;
  request(url, { method: "POST", agent, headers }, (response) => response.resume()).end(body);
}
