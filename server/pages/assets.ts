import type { Dirent } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { lookup } from "mrmime";
import { etagOf } from "../http/etag.ts";
import { errorCode } from "../runtime/error-code.ts";
import { StartError } from "../runtime/start-error.ts";

/** A built file as it is served. */
export interface Asset {
  type: string;
  etag: string;
  /** Its name holds its hash, so its bytes never change. */
  immutable: boolean;
  bytes: Uint8Array<ArrayBuffer>;
  /** The same bytes compressed, for text. */
  encoded: Partial<Record<"br" | "gzip", Uint8Array<ArrayBuffer>>>;
}

/** Files by their path in addresses. What is not in the map is not served. */
export type Assets = ReadonlyMap<string, Asset>;

/**
 * Reads the built files into memory, all but the pages: those go through their own routes, the
 * embed pages behind the key check. Looking a path up in a map cannot leave the folder.
 *
 * @throws StartError when there is no build.
 */
export async function readAssets(distDir: string): Promise<Assets> {
  const assets = new Map<string, Asset>();
  for (const entry of await entriesOf(distDir)) {
    const isPage = entry.name.endsWith(".html");
    if (!entry.isFile() || isPage || entry.name.startsWith(".")) {
      continue;
    }
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(distDir, file).split(sep).join("/")}`;
    assets.set(path, toAsset(path, await readFile(file)));
  }
  return assets;
}

async function entriesOf(distDir: string): Promise<Dirent[]> {
  try {
    return await readdir(distDir, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (errorCode(error) !== "ENOENT") {
      throw error;
    }
    throw new StartError("The pages are not built yet. Build them with `npm run build`.", {
      cause: error,
    });
  }
}

function toAsset(path: string, file: Uint8Array): Asset {
  const bytes = Uint8Array.from(file);
  const type = lookup(path) ?? "application/octet-stream";
  const isText = /^text\/|javascript|json|svg/.test(type);
  return {
    type: isText ? `${type}; charset=utf-8` : type,
    etag: etagOf(bytes),
    immutable: path.startsWith("/_astro/"),
    bytes,
    encoded: isText ? { br: brotli(bytes), gzip: Uint8Array.from(gzipSync(bytes)) } : {},
  };
}

/** One step below the best quality: a tenth of the time for about two percent more bytes. */
function brotli(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  return Uint8Array.from(brotliCompressSync(bytes, { params }));
}
