import { expect, test } from "vitest";
import { connectMsOf } from "../../../server/store/postgres-pool.ts";

test.each([
  ["", 3_000],
  ["?connect_timeout=10", 10_000],
  ["?sslmode=require&connect_timeout=120", 120_000],
  // More than a timer can wait.
  ["?connect_timeout=99999999", 3_600_000],
  ["?connect_timeout=0", 3_000],
  ["?connect_timeout=-1", 3_000],
  ["?connect_timeout=soon", 3_000],
])("with %j at its end, a database's address lets a connection take %i ms", (end, ms) => {
  expect(connectMsOf(`postgres://user:p%40ss@db.example.com:5432/tableside${end}`)).toBe(ms);
});
