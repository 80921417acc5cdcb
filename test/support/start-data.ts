// What a server does first, as a process of its own: prints the secret it would work with.
import { openDataFolder } from "../../server/data-folder.ts";
import { loadSecret } from "../../server/secret.ts";
import { openStore } from "../../server/store/store.ts";

const folder = await openDataFolder(process.argv[2] ?? "");
const store = await openStore(folder.databaseFile);
const secret = await loadSecret({ dataDir: folder.path, given: null }, store);
process.stdout.write(Buffer.from(secret).toString("hex"));
await store.close();
