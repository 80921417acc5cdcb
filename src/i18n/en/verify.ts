export const words = {
  page: {
    title: "Check a round",
    lead: "The house commits to every round before it is played, normally a day ahead. Here, your own browser replays the round and checks each step, from the commitment to the result.",
    language: "Language",
    game: "Game",
    round: "Round",
    check: "Check",
    checking: "Checking…",
    paste: "Or check a record or a saved proof",
    openFile: "Open a file",
    checkPasted: "Check the pasted text",
    noRecord: "Enter a round record.",
    unavailable: "This could not be loaded: {why}",
    otherRound: "The house returned a round that you did not request.",
    keys: "Saved keys",
    keysHelp:
      "The house’s public keys, one per line. If you enter any keys, only those are trusted. This browser remembers them.",
    keepKeys: "Save the keys the house shows now",
    badKeys: "A key is 64 hexadecimal digits in lower case.",
    steps: "Step by step",
    values: "Values",
    save: "Save this proof",
    saveHelp: "Save this page as well. Opened from your disk, it checks saved proofs offline.",
  },
  statuses: {
    pass: "passes",
    fail: "fails",
    word: "the house’s word",
    open: "not known yet",
    none: "not checked",
  },
  checks: {
    format: "Readable",
    key: "Who signed it",
    signature: "Signature",
    day: "The day’s rounds",
    header: "The right header",
    published: "Published in advance",
    kept: "Saved in advance",
    round: "Place in the day and closing time",
    commitment: "Seed",
    inclusion: "Fixed for the whole day",
    "beacon-number": "Which beacon",
    beacon: "Beacon",
    outcome: "Result",
    results: "In the results",
  },
  reasons: {
    "format-right": "The record and its day’s header use a supported version.",
    "format-wrong": "The “{field}” field is missing or wrong.",
    "key-pinned": "The signing key {key} is one you saved.",
    "key-shown":
      "The signing key {key} is one that the house shows today. Save it, and compare it next time.",
    "key-foreign": "The signing key {key} is not one of the house’s keys.",
    "key-unknown":
      "The signer is unknown. Anyone can make up such a proof with a key of their own. Compare the key with one you saved, or ask the house.",
    "signature-right": "Not one byte of the header has changed since the house signed it.",
    "signature-wrong": "The signature is not valid for the header.",
    "day-right":
      "The header covers every round of its day, from the first to the last, and bets close when the protocol says.",
    "day-wrong":
      "On {date}, the rounds of this game are {firstRound} to {lastRound}, and bets close {closesMs} ms after a round opens. The header does not match.",
    "header-right": "The record belongs to this header and to no other.",
    "header-other": "The record names the header {named}, but this is {headerHash}.",
    "published-before":
      "The header claims that it was published 24 hours before its day began. Anyone who saved it in time can confirm that.",
    "published-first":
      "The header was published at {publishedAt}; the round opened at {opensAt}. The header was due at {dueAt}, but this is one of the first two days that the house published.",
    "published-short":
      "Published at {publishedAt}, but due at {dueAt}, 24 hours before the day began. That is allowed only on a house’s first two days, and only the house can say whether this is one of them.",
    "published-behind":
      "Published at {publishedAt}, but due at {dueAt}, 24 hours before the day began. The day before was published in time, so this is not one of the house’s first days.",
    "published-late":
      "Published at {publishedAt}, but the round had already opened at {opensAt}, before the house had committed to anything.",
    "published-older":
      "This round is older than this service’s first header, which covers rounds starting with {firstRound}. The house committed to nothing for it, so nothing can be proven or refuted.",
    "kept-same": "The record you saved while bets were open names the same header and hash.",
    "kept-other": "The record you saved while bets were open names a different header or hash.",
    "kept-nothing":
      "No record was saved while bets were open, so you have only the house’s word for the header’s date.",
    "round-right": "The round is one of the day’s, and its bets closed at the time in the header.",
    "round-outside": "Round {round} is not part of the header’s day.",
    "round-closing":
      "According to the header, bets closed at {closesAt}. The record does not match.",
    "commitment-right": "This seed is the one whose hash the house committed to in advance.",
    "commitment-wrong": "The seed gives {commitment}, which is not what the house committed to.",
    "inclusion-right":
      "The signed header has contained that hash all along, so the seed was not replaced.",
    "inclusion-wrong": "The hashes do not lead to the header’s root.",
    "beacon-number-right":
      "The clock determines which beacon is used: the one due 3 seconds after bets closed. No one chose it.",
    "beacon-number-wrong": "The beacon in the record is not the one due for this round.",
    "beacon-number-chain":
      "The chain {chain} is not among those you trust, so the time of its beacons cannot be checked.",
    "beacon-number-seed": "No beacon: the seed alone determined this round.",
    "beacon-right":
      "The beacon is genuine. It did not exist while bets were open, so not even the house knew the result.",
    "beacon-wrong": "This is not the beacon with that number.",
    "beacon-chain": "The chain {chain} is not among those you trust, so its key is unknown.",
    "beacon-seed":
      "The seed alone determined this round. The checks prove that the house did not change the result; they do not prove that the house did not know it while bets were open.",
    "outcome-right": "Replayed here, the round has exactly this result.",
    "outcome-wrong": "The record contains a different result from the one replayed here.",
    "outcome-early": "The result is not final yet.",
    "results-right": "The house’s list of results, which bets are paid from, says the same.",
    "results-other": "The house’s list of results gives a different result for this round.",
    "results-missing": "The house’s list of results does not include this round.",
    "results-unasked": "The house’s list of results was not requested.",
  },
  verdicts: {
    proven: "Proven: every check passes, and you saved the record yourself while bets were open.",
    consistent:
      "Consistent: every check passes, but you have only the house’s word that the commitment was made in time.",
    undecided: "Undecided: no check fails, but some could not be run.",
    refuted: "Refuted: a check failed.",
  },
};
