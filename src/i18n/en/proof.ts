export const words = {
  title: "Round {round}",
  earlier: "The round before",
  later: "The round after",
  before: "Before: a hash",
  beforeHelp: "It ties the house to one seed for this round, without giving the seed away.",
  after: "After: the seed",
  afterHelp: "Only this seed gives that hash, and with it anybody can play the round again.",
  notYet: "It is shown as soon as the result stands.",
  mode: "What decides the result",
  modes: {
    seed: "The seed alone. The house cannot change the result without being found out, but it could know it while bets are open.",
    drand:
      "The seed, and the public beacon {beacon}, which comes 3 seconds after bets close. While bets are open nobody can know the result, not even the house, unless the network of the beacon is its own; the check shows which one it is.",
  },
  check: "Check this round",
  checkHelp: "Your browser plays it again and checks every step.",
  newTab: "opens in a new tab",
  loading: "Loading…",
  unpublished: "There is no proof of this round: nothing was published for its day.",
  failed: "It could not be loaded.",
  again: "Try again",
};
