import { CONNECT_TYPE, isFrameMessage, PORT_VERSION } from "../../src/frame-port.ts";
import type { ConnectMessage, PageMessage } from "../../src/frame-port.ts";
import type { SpotPress } from "../../src/table/bets.ts";
import type { BetsTable } from "./play-money.ts";

/**
 * The bets of a table in a frame: hands it a port whenever it has loaded, asks for presses, and says the bets
 * there.
 */
export function frameBets(
  frame: HTMLIFrameElement,
  game: string,
  pressed: (table: BetsTable, press: SpotPress) => void,
): BetsTable {
  let port: MessagePort | null = null;
  const send = (message: PageMessage) => port?.postMessage(message);
  const table: BetsTable = {
    game,
    show: (bets) => send({ type: "bets", bets }),
    settle: (winners) => send({ type: "winners", winners }),
  };
  frame.addEventListener("load", () => {
    port?.close();
    const channel = new MessageChannel();
    port = channel.port1;
    port.addEventListener("message", ({ data }) => {
      if (isFrameMessage(data) && data.type === "bet-spot") {
        pressed(table, data.press);
      }
    });
    port.start();
    const connect: ConnectMessage = { type: CONNECT_TYPE, version: PORT_VERSION };
    frame.contentWindow?.postMessage(connect, location.origin, [channel.port2]);
    send({ type: "bet-spots", isOn: true });
  });
  return table;
}
