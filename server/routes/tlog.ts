import type { H3Event } from "h3";
import { LogFormatError } from "../../src/tlog/format-error.ts";
import { readTilePath } from "../../src/tlog/tiles.ts";
import type { Deps } from "../deps.ts";
import { HEADERS, setHeaders } from "../http/headers.ts";
import { emptyLog, noSuchTile } from "../http/refusal.ts";
import { readOnly } from "./request.ts";

/*
 * The log of published headers as static files (C2SP tlog-tiles). No key is needed, and any cache may keep
 * them.
 */

/** GET /log/checkpoint: the newest head, signed by the house and its witnesses. 404 while nothing is published. */
export const checkpoint = ({ houseLog }: Pick<Deps, "houseLog">) =>
  readOnly((event) => {
    const text = houseLog.checkpoint();
    if (text === undefined) {
      throw emptyLog();
    }
    setHeaders(event, HEADERS.shortText);
    return text;
  });

/** GET /log/policy: the log's key, its witnesses and how many of them are needed (C2SP tlog-policy). */
export const policy = ({ houseLog }: Pick<Deps, "houseLog">) =>
  readOnly((event) => {
    setHeaders(event, HEADERS.shortText);
    return houseLog.policy;
  });

/** GET /log/tile/…: hashes or entries. They never change. 404 for a file that the log does not have. */
export const tile = ({ houseLog }: Pick<Deps, "houseLog">) =>
  readOnly((event) => {
    const bytes = houseLog.file(requireTile(event));
    if (bytes === undefined) {
      throw noSuchTile();
    }
    setHeaders(event, HEADERS.foreverBytes);
    return bytes;
  });

function requireTile(event: H3Event) {
  try {
    return readTilePath(event.url.pathname.slice("/log/".length));
  } catch (error) {
    throw error instanceof LogFormatError ? noSuchTile() : error;
  }
}
