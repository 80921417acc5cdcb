import { games, returnToPlayer } from "../../../src/kit/settle.ts";
import type { Paytable } from "../../../src/kit/settle.ts";
import { variants } from "../../../src/kit/settle/variants.ts";
import { rules } from "./rules.ts";

type Rule = (outcome: unknown, teams: readonly string[], variant: string) => number;

/** A market as a house offers it; the variant "" is the usual one. */
interface Sold {
  readonly market: string;
  readonly variant: string;
  readonly paytable: Paytable;
  readonly rule: Rule;
  readonly teams: readonly string[];
  /** The number of deals by return, in hundredths of the stake. */
  readonly deals: Map<number, number>;
}

/** Counts the returns of the vectors' rules over all deals of a game. */
export class RuleReturns {
  readonly #game;
  readonly #sold: readonly Sold[];

  /** @param markets some markets of the game, by their ids. */
  constructor(slug: string, markets: readonly string[]) {
    const tables: [string, Paytable][] = [["", {}], ...Object.entries<Paytable>(variants)];
    this.#game = games.find((game) => game.slug === slug);
    this.#sold = tables.flatMap(([variant, paytable]) =>
      markets
        .filter((market) => variant === "" || paytable[slug]?.[market] !== undefined)
        .map((market) => ({
          market,
          variant,
          paytable,
          rule: rules[slug]?.[market] as Rule,
          teams: this.#teamsOf(market),
          deals: new Map<number, number>(),
        })),
    );
  }

  /** Adds an outcome with its number of deals. */
  add(outcome: unknown, ways: number): void {
    for (const { rule, teams, variant, deals } of this.#sold) {
      const hundredths = rule(outcome, teams, variant);
      deals.set(hundredths, (deals.get(hundredths) ?? 0) + ways);
    }
  }

  /** The markets whose return to player in the library differs from the count. */
  differences(): string[] {
    const { slug = "", deals: all = 0 } = this.#game ?? {};
    return this.#sold
      .filter(({ market, paytable, deals }) => {
        const counted = [...deals].reduce(
          (sum, [hundredths, ways]) => sum + BigInt(hundredths) * BigInt(ways),
          0n,
        );
        const { numerator, denominator } = returnToPlayer(slug, market, paytable);
        return numerator * BigInt(all) * 100n !== counted * denominator;
      })
      .map(({ market, variant }) => `${slug} ${market} ${variant}`);
  }

  /** The teams that a bet names do not affect its odds. */
  #teamsOf(id: string): readonly string[] {
    const count = this.#game?.markets.find((market) => market.id === id)?.teams ?? 0;
    return this.#game?.teams.slice(0, count) ?? [];
  }
}
