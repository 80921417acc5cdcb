import { connect } from "node:net";

export interface Asked {
  readonly port: number;
  readonly path: string;
}

const CONNECTIONS = 32;

/** Sends requests over several connections, each after the previous response; returns a response's length. */
export async function askInTurns({ port, path }: Asked, requests: number): Promise<number> {
  const question = `GET ${path} HTTP/1.1\r\nHost: bench\r\n\r\n`;
  let left = requests;
  let length = 0;
  const connections = Array.from({ length: CONNECTIONS }, () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const socket = connect(port, "127.0.0.1").on("error", reject).on("close", resolve);
    function askAgain(): void {
      if (left > 0) {
        left -= 1;
        socket.write(question);
      } else {
        socket.destroy();
      }
    }
    let response = "";
    socket.setEncoding("latin1").on("connect", askAgain);
    socket.on("data", (piece: string) => {
      response += piece;
      // The end of a response; some arrive in two pieces.
      if (response.endsWith("}")) {
        length = response.length;
        if (!response.startsWith("HTTP/1.1 200")) {
          reject(new Error(`Not what was asked for: ${response}`));
        }
        response = "";
        askAgain();
      }
    });
    return promise;
  });
  await Promise.all(connections);
  return length;
}
