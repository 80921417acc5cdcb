import type { Game } from "../games/contract.ts";

/** How far results are from their odds. */
export interface OddsCheck {
  readonly chiSquare: number;
  readonly freedom: number;
  /** How often fair rounds are at least as far off, 0 to 1. */
  readonly probability: number;
}

/** Of fewer rounds than these nothing can be said. */
const LEAST_EXPECTED = 5;

/** Pearson's test of who won against the exact odds of the game; null for too few rounds. */
export function checkOdds(game: Game, winners: readonly string[]): OddsCheck | null {
  const shares = game.board.sides.map(({ id }) => ({ id, share: shareOf(game, id) }));
  if (shares.some(({ share }) => share * winners.length < LEAST_EXPECTED)) {
    return null;
  }
  const terms = shares.map(({ id, share }) => {
    const expected = share * winners.length;
    const counted = winners.filter((winner) => winner === id).length;
    return (counted - expected) ** 2 / expected;
  });
  const chiSquare = terms.reduce((sum, term) => sum + term, 0);
  const freedom = shares.length - 1;
  return { chiSquare, freedom, probability: upperGamma(freedom / 2, chiSquare / 2) };
}

/** How likely a side wins: by the odds of the game, which name it, or like every other. */
function shareOf({ board, odds }: Game, side: string): number {
  return odds.find(({ id }) => id === side)?.chance ?? 1 / board.sides.length;
}

const STEPS = 500;
const PRECISE = 1e-14;

/** The regularized upper incomplete gamma function Q(a, x), for `a` of a few halves. */
export function upperGamma(a: number, x: number): number {
  if (x <= 0) {
    return 1;
  }
  const scale = Math.exp(a * Math.log(x) - x - logGammaOfHalves(a));
  return x < a + 1 ? 1 - scale * lowerSeries(a, x) : scale * upperFraction(a, x);
}

function lowerSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; n < STEPS && term > sum * PRECISE; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

/** The continued fraction of the upper part, by Lentz's method. */
function upperFraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = Number.MAX_VALUE;
  let d = 1 / b;
  let product = d;
  for (let n = 1; n < STEPS; n++) {
    const numerator = -n * (n - a);
    b += 2;
    d = 1 / (numerator * d + b);
    c = b + numerator / c;
    product *= c * d;
    if (Math.abs(c * d - 1) < PRECISE) {
      break;
    }
  }
  return product;
}

/** The logarithm of the gamma function of a multiple of one half. */
function logGammaOfHalves(a: number): number {
  let sum = 0;
  let rest = a;
  for (; rest > 1; rest--) {
    sum += Math.log(rest - 1);
  }
  return rest === 1 ? sum : sum + Math.log(Math.PI) / 2;
}
