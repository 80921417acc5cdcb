import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { beaconTimeMs } from "../../src/fairness/chain.ts";
import { listenOn } from "./free-port.ts";
import { beaconSigner } from "./test-beacons.ts";
import type { BeaconSigner } from "./test-beacons.ts";

/**
 * A relay's behaviour. `well`: like drand's relays, which delay the response for the next beacon until it exists, and
 * return 425 for any later one.
 */
export type RelayMood =
  | "well"
  /** 48 bytes that are not a signature. */
  | "garbles"
  /** A genuine beacon with that number from another chain. */
  | "strays"
  /** Always responds that the beacon does not exist yet. */
  | "early"
  | "hangs"
  | "html"
  | 503;

const STRAY = beaconSigner("another chain");

/** A chain whose clock is `now`, epoch ms, with relays on their own ports until the test ends. */
export function chainOf(signer: BeaconSigner, now: () => number = Date.now) {
  const { chain } = signer;

  function published(beaconRound: number, signature: Uint8Array): string {
    return JSON.stringify({
      round: beaconRound,
      randomness: "00".repeat(32),
      signature: Buffer.from(signature).toString("hex"),
    });
  }

  function respond(response: ServerResponse, beaconRound: number): void {
    const earlyMs = beaconTimeMs(chain, beaconRound) - now();
    if (response.destroyed) {
      return;
    }
    if (earlyMs <= 0) {
      response.end(published(beaconRound, signer.sign(beaconRound)));
    } else if (earlyMs <= chain.period * 1_000) {
      // Checks again soon, since a test can set the clock.
      setTimeout(() => respond(response, beaconRound), Math.min(earlyMs, 20));
    } else {
      response.writeHead(425).end();
    }
  }

  function misbehave(response: ServerResponse, mood: RelayMood, beaconRound: number): void {
    switch (mood) {
      case "well":
        respond(response, beaconRound);
        break;
      case "garbles":
        response.end(published(beaconRound, new Uint8Array(48).fill(0x8f)));
        break;
      case "strays":
        response.end(published(beaconRound, STRAY.sign(beaconRound)));
        break;
      case "early":
        response.writeHead(425).end();
        break;
      case "hangs":
        break;
      case "html":
        response
          .writeHead(200, { "content-type": "text/html" })
          .end("<h1>Welcome to the hotel</h1>");
        break;
      default:
        response.writeHead(mood).end("{}");
    }
  }

  return {
    chain,
    async startRelay(mood: RelayMood = "well") {
      const server = createServer((request, response) => {
        const path = new RegExp(`^/${chain.hash}/public/(\\d+)$`).exec(request.url ?? "");
        if (path === null) {
          response.writeHead(404).end();
          return;
        }
        misbehave(response, relay.mood, Number(path[1]));
      });
      const relay = { url: `http://127.0.0.1:${await listenOn(server)}`, mood };
      onTestFinished(() => {
        server.close();
        server.closeAllConnections();
      });
      return relay;
    },
  };
}
