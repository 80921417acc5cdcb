import { expect, test } from "vitest";
import { browserName } from "../../src/account/browser-name.ts";

const MOZILLA = "Mozilla/5.0";
const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";
const CHROME = `${WEBKIT} Chrome/140.0.0.0`;

test.each([
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, "Chrome 140, Windows"],
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/140.0.0.0`,
    "Edge 140, Windows",
  ],
  [`${MOZILLA} (Windows NT 10.0) ${CHROME} Safari/537.36 OPR/122.0.0.0`, "Opera 122, Windows"],
  [`${MOZILLA} (Windows NT 10.0) ${CHROME} Whale/4.32.315.22 Safari/537.36`, "Whale 4, Windows"],
  [
    `${MOZILLA} (Linux; Android 10; K) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet 28, Android",
  ],
  [`${MOZILLA} (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0`, "Firefox 141, Linux"],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
    "Safari 18, iOS",
  ],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`,
    "Safari 18, macOS",
  ],
  [`${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, "Chrome 140, ChromeOS"],
  ["curl/8.14.1", "curl/8.14.1"],
  ["", ""],
])('user agent "%s" is named "%s"', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
