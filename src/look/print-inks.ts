/** The inks of felt and cards, which the studio prints and the first paint draws. */
export const printInks = {
  paper: "#efe7d8",
  /** The pattern on the card backs. */
  backLine: "#e7c7b8",
  /** The emblems on the felt, by their side's colour. */
  emblem: { red: "#7e2230", blue: "#1e3f7c" },
} as const;
