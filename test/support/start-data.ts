// The first steps of a server, as its own process: prints the secret it would use.
import { readConfig } from "../../server/config/config.ts";
import { loadSecret } from "../../server/fairness/secret.ts";
import { openOwnStore } from "../../server/store/open-store.ts";

const config = readConfig(process.env);
const store = await openOwnStore(config);
const secret = await loadSecret({ dataDir: config.dataDir, given: config.oracleSecret }, store);
process.stdout.write(Buffer.from(secret).toString("hex"));
await store.close();
