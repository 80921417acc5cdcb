import { createTable } from "tableside";
import { createClient } from "tableside/client";
import { registered } from "tableside/element";
import { registered as lobbyRegistered } from "tableside/lobby";
import { settle } from "tableside/settle";
import { verifyRound } from "tableside/verify";
import { parseWebhook } from "tableside/webhooks";

await Promise.all([registered, lobbyRegistered]);
console.log(
  [createTable, createClient, settle, verifyRound, parseWebhook].map((each) => typeof each).join(),
);
