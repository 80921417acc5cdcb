import type { Network, Peer } from "./network.ts";

/** How somebody outside behaves. */
export type PeerMood = "well" | "silent" | "fault";

/** Somebody outside who is sent things, in a mood. */
export interface MoodyPeer {
  mood: PeerMood;
}

/** Puts somebody at a name in the network. Gives what sets the mood. */
export function addPeer(network: Network, name: string, answer: Peer): MoodyPeer {
  const peer: MoodyPeer = { mood: "well" };
  network.peers.set(name, (asked) => {
    switch (peer.mood) {
      case "silent":
        return null;
      case "fault":
        return { status: 503, body: "" };
      default:
        return answer(asked);
    }
  });
  return peer;
}
