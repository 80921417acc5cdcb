export const words = {
  lang: "en",
  title: "Tables",
  open: "Open {game}",
  back: "All tables",
  badges: {
    streak: "{side} streak #",
    "ping-pong": "Ping-pong ×#",
    double: "Two by two ×#",
    "one-two": "One-two ×#",
    wins: "{side} won last #",
    podiums: "{side} top three ×#",
  },
  independence: "Every round is independent: patterns say nothing about the next round.",
};
