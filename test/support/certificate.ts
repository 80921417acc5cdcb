import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** Creates a self-signed certificate of a host, as `cert.pem` and `key.pem` in a folder; returns its PEM. */
export async function makeCertificate(folder: string, host: string): Promise<string> {
  const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];
  const subject = ["-subj", `/CN=${host}`, "-addext", `subjectAltName=DNS:${host}`, "-days", "2"];
  const files = ["-nodes", "-keyout", join(folder, "key.pem"), "-out", join(folder, "cert.pem")];
  await promisify(execFile)("/usr/bin/openssl", [...request, ...subject, ...files]);
  return readFile(join(folder, "cert.pem"), "utf8");
}
