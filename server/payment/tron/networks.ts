/** TRON's public networks. */
export type Network = "mainnet" | "nile" | "shasta";

/** Genesis blocks. Their last four bytes are the chain ids: https://developers.tron.network/reference-link/eth_chainid */
const GENESIS: Readonly<Record<string, Network>> = {
  "00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc": "mainnet",
  "0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc": "nile",
  "0000000000000000de1aa88295e1fcf982742f773e0419c5a9c134c994a9059e": "shasta",
};

/** The USDT contracts. Of other contracts, such as on a private network, only the node knows. */
const CONTRACTS: Readonly<Record<string, Network>> = {
  TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t: "mainnet",
  TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf: "nile",
  TG3XXyExBkPp9nzdajDZsozEu4BkaSJozs: "shasta",
};

/** The network with this genesis block; undefined when unknown. */
export function nameOfNetwork(genesis: string): Network | undefined {
  return Object.hasOwn(GENESIS, genesis) ? GENESIS[genesis] : undefined;
}

/** The network that this contract is on; undefined when unknown. */
export function networkOfContract(contract: string): Network | undefined {
  return Object.hasOwn(CONTRACTS, contract) ? CONTRACTS[contract] : undefined;
}
