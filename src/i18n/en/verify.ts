export const words = {
  page: {
    title: "Check a round",
    lead: "The house bound itself to every round a day before it was played. Here your own browser deals it again and checks each step of the way, from the promise to the result.",
    language: "Language",
    game: "Game",
    round: "Round",
    check: "Check",
    checking: "Checking…",
    paste: "Or a record, or a proof you saved",
    openFile: "Open a file",
    checkPasted: "Check what is pasted",
    noJson: "That is no JSON.",
    noRecord: "That is no record of a round.",
    unavailable: "This could not be had: {why}",
    otherRound: "The house told of another round than the one that was asked for.",
    keys: "Keys you kept",
    keysHelp:
      "The public keys of the house, one a line. While there is one here, no other is believed. This browser remembers them.",
    keepKeys: "Keep the keys that the house shows now",
    badKeys: "A key is 64 hexadecimal digits in lower case.",
    chains: "Chains you believe",
    chainsHelp:
      "The public network drand quicknet is believed in any case. For another paste what its relays say at /info.",
    badChains: "That is not what a relay says at /info.",
    steps: "Step by step",
    values: "Values",
    relay: "Fetch the beacon yourself",
    relayHelp:
      "From a relay of your choice, run by whoever you like. There is one beacon of each number and nobody can make another.",
    relayAddress: "Relay",
    relayFetch: "Fetch and compare",
    relaySame: "{relay} has the same beacon {drandRound}.",
    relayOther: "{relay} says something else. One of the two is not genuine: see the step above.",
    relaySilent: "{relay} does not tell beacon {drandRound}.",
    save: "Save this proof",
    saveHelp:
      "Save this page as well: opened from your disk it checks saved proofs without any network.",
  },
  statuses: {
    pass: "holds",
    fail: "fails",
    word: "the house's word",
    open: "open",
    none: "not there",
  },
  checks: {
    format: {
      title: "Readable",
      proves: "The record and the header of its day are of a version that is understood here.",
    },
    key: {
      title: "Signed by whom",
      proves: "The header is signed with a key you trust, not with one made up for you.",
    },
    signature: {
      title: "Signature",
      proves: "Not one byte of the header has changed since the house signed it.",
    },
    day: {
      title: "The day’s rounds",
      proves:
        "The header speaks for every round of its day, from the first to the last, and bets close when the protocol says.",
    },
    header: {
      title: "The header that is meant",
      proves: "The record belongs to this header and to no other.",
    },
    published: {
      title: "Published beforehand",
      proves:
        "By its own word the header was out a day before its day began. Whoever saved it in time knows.",
    },
    kept: {
      title: "Kept beforehand",
      proves:
        "You yourself kept the promise before the result was known, so it was not made up afterwards.",
    },
    round: {
      title: "Place and closing time",
      proves: "The round is one of the day’s, and its bets closed when the header says.",
    },
    commitment: {
      title: "Seed",
      proves: "The seed shown now is the one that the house was bound to before, by its hash.",
    },
    inclusion: {
      title: "Fixed for the whole day",
      proves: "That hash was in the signed header all along: no seed was exchanged.",
    },
    tick: {
      title: "Which beacon",
      proves: "The beacon is the one of the clock, 3 seconds after bets closed. Nobody chose it.",
    },
    beacon: {
      title: "Beacon",
      proves:
        "The beacon is genuine. It did not exist while bets were open, so nobody knew the result, not even the house.",
    },
    outcome: {
      title: "Result",
      proves: "Dealt again from seed and beacon, exactly this result comes out.",
    },
    results: {
      title: "In the results",
      proves: "The house’s list of results, by which bets are paid, says the same.",
    },
  },
  reasons: {
    "format-right": "Version {version}.",
    "format-wrong": "The field “{field}” is missing or not as it must be.",
    "key-pinned": "The signing key {key} is one that you kept.",
    "key-shown":
      "The signing key {key} is one that the house shows today. Keep it, and compare next time.",
    "key-foreign": "The signing key {key} is not among the keys of the house.",
    "key-unknown":
      "There is no key to compare with the signing key {key}. Keys inside a proof do not count: whoever makes one up makes up its keys.",
    "signature-right": "The signature fits the header {headerHash}.",
    "signature-wrong": "The signature does not fit the header.",
    "day-right": "{date} has the rounds {firstRound} to {lastRound}.",
    "day-wrong":
      "On {date} this game has the rounds {firstRound} to {lastRound}, and bets close {closesMs} ms after a round opens; the header says otherwise.",
    "header-right": "The record names the header {headerHash}.",
    "header-other": "The record names the header {named}, but this is {headerHash}.",
    "published-before": "Published {publishedAt}, opened {opensAt}.",
    "published-first":
      "Published {publishedAt}, opened {opensAt}. Due {dueAt}, but these are the first days that the house published.",
    "published-short":
      "Published {publishedAt}, but due {dueAt}, 24 hours before the day. That may be on the first two days of a house alone, and only the house can say whether these are.",
    "published-behind":
      "Published {publishedAt}, but due {dueAt}, 24 hours before the day. The day before was published in time, so these are not the first days of the house.",
    "published-late":
      "Published {publishedAt}, but the round had opened at {opensAt}: nothing bound the house before it.",
    "published-older":
      "This round is older than the first header of this service, which covers rounds from {firstRound} on. Nothing was promised for it, so nothing can be proven or refuted.",
    "kept-same": "The record that you kept while bets were open names the same header and hash.",
    "kept-other": "The record that you kept while bets were open names another header or hash.",
    "kept-nothing":
      "Nothing was kept while bets were open: that the header is so old is the house’s own word.",
    "round-right":
      "Round {round} is number {index} of the day, counted from 0; bets closed {closesAt}.",
    "round-outside": "Round {round} is not one of the header’s day.",
    "round-closing": "By the header bets closed {closesAt}; the record says otherwise.",
    "commitment-right": "The seed gives the commitment {commitment}.",
    "commitment-wrong": "The seed gives {commitment}, which is not what was committed to.",
    "commitment-early": "The seed is told when the result stands.",
    "inclusion-right": "{hashes} hashes lead to the header’s root {root}.",
    "inclusion-wrong": "The hashes do not lead to the header’s root.",
    "inclusion-early": "The way to the header’s root is told when the result stands.",
    "tick-right": "Beacon {drandRound} came at {tick}.",
    "tick-wrong": "The record names another beacon than the one that the clock decides on.",
    "tick-chain": "The chain {chain} is not among those you trust, so its clock is not known.",
    "tick-seed": "No beacon: this round was decided by its seed alone.",
    "beacon-right": "The signature of the beacon fits the key of its chain.",
    "beacon-wrong": "This is not the beacon of that number.",
    "beacon-early": "The beacon is told when the result stands.",
    "beacon-chain": "The chain {chain} is not among those you trust, so its key is not known.",
    "beacon-seed": "No beacon: the house could know this result before bets closed.",
    "outcome-right": "It is the result in the record.",
    "outcome-wrong": "Something else comes out than the record says.",
    "outcome-early": "The result is told when it stands.",
    "results-right": "The house’s list of results has this round, with the same result.",
    "results-other": "The house’s list of results says otherwise of this round.",
    "results-missing": "The house’s list of results does not have this round.",
    "results-early": "The round is listed when its result stands.",
    "results-unasked": "The house was not asked for its list of results.",
  },
  verdicts: {
    proven:
      "Proven: every check holds, and you kept the promise yourself before the result was known.",
    consistent:
      "Consistent: all adds up, but that the promise was made in time is the house’s own word.",
    undecided: "Undecided: nothing is wrong, but not everything could be checked.",
    refuted: "This round is not as it should be.",
  },
  unknownSigner:
    "It is not known who signed this. Anybody can make up such a proof, with a key of their own. Compare the key with one you kept, or ask the house.",
  seedMode:
    "This round was decided by its seed alone. The checks prove that the house did not change the result; they do not prove that the house did not know it while bets were open.",
};
