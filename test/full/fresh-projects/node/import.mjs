import { createTable } from "tableside";
import { createClient } from "tableside/client";
import { registered } from "tableside/element";
import { settle } from "tableside/settle";
import { verifyRound } from "tableside/verify";
import { parseWebhook } from "tableside/webhooks";

await registered;
console.log(
  [createTable, createClient, settle, verifyRound, parseWebhook].map((each) => typeof each).join(),
);
