/*
 * A thread of a bench that sends requests while it is told to. "tries": passwords, from one address and for another
 * account each time; "looks": as many requests for `/healthz`, by which the former can be judged; "nothing".
 *
 * It writes bytes to a connection: an attacker has a machine of its own, and a client that makes each request anew
 * takes several times as long over it as the server does, of the two cores on which polls are measured.
 */
import { connect } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

const { address, everyMs } = workerData as { address: string; everyMs: number };
const { host, hostname, port } = new URL(address);
const socket = connect(Number(port), hostname).resume();
socket.on("close", () => {
  throw new Error("The server closed the attacker's connection.");
});
let tries = 0;
let timer: ReturnType<typeof setInterval> | undefined;

parentPort?.on("message", (what: "tries" | "looks" | "nothing") => {
  clearInterval(timer);
  timer =
    what === "nothing" ? undefined : setInterval(what === "tries" ? tryPassword : look, everyMs);
});

function look(): void {
  socket.write(`GET /healthz HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
}

function tryPassword(): void {
  const body = `email=eve${tries++}%40example.com&password=correct+horse+battery`;
  socket.write(
    `POST /account/sign-in/ HTTP/1.1\r\nhost: ${host}\r\norigin: ${address}\r\n` +
      "content-type: application/x-www-form-urlencoded\r\nx-forwarded-for: 198.18.0.1\r\n" +
      `content-length: ${body.length}\r\n\r\n${body}`,
  );
}
