/*
 * A process of a bench that does one kind of harm to a service while it is told to:
 * `storm.ts KIND PORT COUNT`. Its connections come from many addresses of this machine. It begins at "on",
 * and at "off" lets everything go and says what was answered, by status.
 */
import { connect } from "node:net";
import type { Socket } from "node:net";
import { setPriority } from "node:os";

// Those who attack have machines of their own: here they get the time that the service leaves.
setPriority(19);
const [kind = "", port = "", count = ""] = process.argv.slice(2);
const LOOK_MS = 50;
const LOOKS_A_SECOND = 1_000 / LOOK_MS;
/** With one more a connection is cut. */
const UNANSWERED = 65;
const LONG_PAGES = ["/verify/", "/v1/game-table.js", "/docs/pay-out/", "/embed/baccarat/"];
const COSTLY_PAGES = [
  (n: number) => `/embed/baccarat/api/results?limit=500&before=${400_000 - ((n * 500) % 390_000)}`,
  () => "/account/sign-in/",
  (n: number) => `/replay/dragontiger/${1_000 + (n % 100_000)}`,
  (n: number) => `/embed/bigsixball/api/rounds/${1 + ((n * 1_441) % 300_000)}`,
  () => "/lobby/",
  () => "/docs/embed/",
];

const open = new Set<Socket>();
/** Answers by status, and connections that ended without one. */
const answers: Record<string, number> = {};
let made = 0;

/** What one step of each kind does, and how many steps there are in a second; 0: as many as `count`, once. */
const KINDS: Readonly<Record<string, { aSecond: number; step: () => void }>> = {
  unread: {
    aSecond: 0,
    step() {
      const pages = Array.from({ length: UNANSWERED }, (_, n) =>
        get(COSTLY_PAGES[0]?.(made * UNANSWERED + n) ?? ""),
      );
      dial({ reads: false }).write(pages.join(""));
    },
  },
  idle: { aSecond: 4_000, step: () => void dial() },
  slow: {
    aSecond: 500,
    step: () => void dial({ reads: false }).write(get(LONG_PAGES[made % LONG_PAGES.length] ?? "/")),
  },
  "sign-ins": {
    aSecond: 50,
    step() {
      const body = `email=eve${made}@example.com&password=correct+horse+battery`;
      ask(
        `POST /account/sign-in/ HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\n` +
          `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      );
    },
  },
  pages: {
    aSecond: 300,
    step: () => ask(get(COSTLY_PAGES[made % COSTLY_PAGES.length]?.(made) ?? "/", "close")),
  },
  streams: {
    aSecond: 1_000,
    step: () => void dial({ isAnswer: true }).write(get("/embed/baccarat/api/stream")),
  },
};

function get(path: string, connection = "keep-alive"): string {
  return `GET ${path} HTTP/1.1\r\nHost: storm\r\nConnection: ${connection}\r\n\r\n`;
}

function ask(request: string): void {
  dial({ isAnswer: true }).write(request);
}

/** A connection from one of 40,000 addresses. */
function dial({ reads = true, isAnswer = false } = {}): Socket {
  made += 1;
  const localAddress = `127.${1 + (process.pid % 100)}.${1 + (made % 200)}.${1 + (Math.floor(made / 200) % 200)}`;
  const socket = connect({ port: Number(port), host: "127.0.0.1", localAddress });
  open.add(socket);
  let status = "none";
  socket.on("error", () => {});
  socket.once("close", () => {
    open.delete(socket);
    if (isAnswer && status === "none") {
      note(status);
    }
  });
  if (reads) {
    socket.once("data", (bytes: Buffer) => {
      status = bytes.toString("latin1", 9, 12);
      note(status);
      socket.resume();
    });
  } else {
    socket.pause();
  }
  return socket;
}

function note(status: string): void {
  answers[status] = (answers[status] ?? 0) + 1;
}

let timer: NodeJS.Timeout | undefined;
process.on("message", (isOn: boolean) => {
  clearInterval(timer);
  const { aSecond, step } = KINDS[kind] ?? { aSecond: 0, step: () => {} };
  if (isOn) {
    timer = setInterval(() => {
      const steps = aSecond === 0 ? Number(count) : Math.ceil(aSecond / LOOKS_A_SECOND);
      for (let n = 0; n < steps && made < Number(count); n++) {
        step();
      }
    }, LOOK_MS);
    return;
  }
  process.send?.({ kind, made, open: open.size, answers });
  for (const socket of open) {
    socket.destroy();
  }
});
process.once("disconnect", () => process.exit());
process.send?.("ready");
