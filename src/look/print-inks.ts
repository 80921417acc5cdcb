/** The inks of felt and cards, which the studio prints and the first paint draws. */
export const printInks = {
  paper: "#efe7d8",
  /** The pattern of the cards' backs. */
  backLine: "#e7c7b8",
  /** The emblems on the felt, by the colour of their side. */
  emblem: { red: "#7e2230", blue: "#1e3f7c" },
} as const;
