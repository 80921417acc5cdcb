import { expect, test } from "vitest";
import { serviceAddress } from "../../../components/element/service-address.ts";

const PAGE = "https://operator.example/lobby/tables.html";

const CASES = [
  ["https://games.example.com/", "https://games.example.com/"],
  ["https://games.example.com", "https://games.example.com/"],
  ["http://127.0.0.1:3000", "http://127.0.0.1:3000/"],
  ["https://games.example.com/live", "https://games.example.com/live/"],
  ["https://games.example.com/live//?a=b#c", "https://games.example.com/live/"],
  ["//games.example.com", "https://games.example.com/"],
  ["/", "https://operator.example/"],
  ["/games", "https://operator.example/games/"],
  // Without a scheme these are names of files below the page, or a scheme of their own.
  ["games.example.com", null],
  ["games.example.com:8080", null],
  ["localhost:3000", null],
  ["games", null],
  ["", null],
  ["https://", null],
  ["ftp://games.example.com/", null],
  ["javascript:alert(1)", null],
] as const;

test.each(CASES)("%o is the service at %o", (text, address) => {
  expect(serviceAddress(text, PAGE)).toBe(address);
});
