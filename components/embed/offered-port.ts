import { isConnect } from "../../src/frame-port.ts";

/** A port that the page around the frame handed over. */
export interface OfferedPort {
  readonly port: MessagePort;
  /** The version of the protocol that it wants; anything at all. */
  readonly version: unknown;
  /** The origin of the page; `null` as text for one that has none. */
  readonly origin: string;
}

let offered: OfferedPort | null = null;
let take: (offer: OfferedPort) => void = (offer) => {
  offered?.port.close();
  offered = offer;
};

/** Listens from the first script on: the page connects on `load`, and the table may come later. */
export function listenForPort(): void {
  if (window.parent === window) {
    return;
  }
  window.addEventListener("message", ({ source, origin, data, ports }) => {
    const [port] = ports;
    // Any window can post here, also the pages that the table opened.
    if (source === window.parent && port !== undefined && isConnect(data)) {
      take({ port, version: data.version, origin });
    }
  });
}

/** Gives every port that is handed over to a function, the last one that came before first. */
export function onOfferedPort(accept: (offer: OfferedPort) => void): void {
  take = accept;
  if (offered !== null) {
    accept(offered);
    offered = null;
  }
}
