import fc from "fast-check";
import { expect, test } from "vitest";
import { grouped } from "../../src/hud/bar.ts";
import { langs } from "../../src/i18n/langs.ts";

test.each(langs)("numbers are grouped as %s groups them", (lang) => {
  const format = new Intl.NumberFormat(lang);
  fc.assert(fc.property(fc.maxSafeNat(), (value) => grouped(value) === format.format(value)));
  for (const value of [0, 9, 99, 999, 1_000, 12_345, 999_999, 1_000_000]) {
    expect(grouped(value)).toBe(format.format(value));
  }
});
