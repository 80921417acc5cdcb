import type { Lang } from "./langs.ts";

/** What players read in place of a table that is not served, whatever the reason. */
export interface ClosedTableWords {
  unavailable: string;
  /** For reasons that pass: the page asks again by itself. */
  comesBack: string;
}

/** All languages at once: two lines each. */
export const closedTableWords: Readonly<Record<Lang, ClosedTableWords>> = {
  en: {
    unavailable: "This table is not available at the moment.",
    comesBack: "It will come back by itself.",
  },
  ko: {
    unavailable: "지금은 이 테이블을 이용할 수 없습니다.",
    comesBack: "잠시 후 자동으로 다시 열립니다.",
  },
  "zh-Hans": {
    unavailable: "该牌桌暂时无法使用。",
    comesBack: "稍后会自动恢复。",
  },
  ja: {
    unavailable: "このテーブルは現在ご利用いただけません。",
    comesBack: "しばらくすると自動的に再開します。",
  },
};
