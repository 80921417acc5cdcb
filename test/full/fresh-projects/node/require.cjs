const entries = ["", "/client", "/element", "/settle", "/verify", "/webhooks"];

async function main() {
  const [
    { createTable },
    { createClient },
    { registered },
    { settle },
    { verifyRound },
    { parseWebhook },
  ] = await Promise.all(entries.map((entry) => import(`tableside${entry}`)));
  await registered;
  console.log(
    [createTable, createClient, settle, verifyRound, parseWebhook]
      .map((each) => typeof each)
      .join(),
  );
}

main();
