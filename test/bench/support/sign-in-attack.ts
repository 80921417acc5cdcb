/*
 * A thread of a bench that tries passwords, one address and another account each time, while it is told
 * to: its own work must not delay what the bench measures meanwhile.
 */
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

const { address, everyMs } = workerData as { address: string; everyMs: number };
const agent = new Agent({ keepAlive: true });
let tries = 0;
let timer: ReturnType<typeof setInterval> | undefined;

parentPort?.on("message", (isOn: boolean) => {
  clearInterval(timer);
  timer = isOn ? setInterval(tryPassword, everyMs) : undefined;
});

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
