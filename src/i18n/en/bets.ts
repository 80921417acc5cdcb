export const words = {
  spots: "Places for bets",
  missed: "Press a marked place to bet",
  all: "all bets",
  own: "your bet",
  win: "you get",
  unpaid: "No win",
  net: "Round #",
  won: "Won #",
  back: "# back",
};
