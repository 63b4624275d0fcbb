// Bundles the page's vendored files from the packages in package-lock.json, and writes their hashes beside them.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const vendor = process.argv[2] ?? join(here, "../../../../clients/web/page/vendor");
const version = (name) => JSON.parse(readFileSync(join(here, "node_modules", name, "package.json"), "utf8")).version;
const bundles = { preact: ["preact", "htm"], noble: ["@noble/ed25519", "@noble/hashes"] };

for (const [name, packages] of Object.entries(bundles)) {
  const made = packages.map((each) => `${each} ${version(each)}`).join(", ");
  await build({
    absWorkingDir: here,
    entryPoints: [`${name}.entry.js`],
    outfile: join(vendor, `${name}.js`),
    bundle: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    banner: { js: `/* ${made}. Not edited here: see README.md. */` },
  });
}
for (const name of [...bundles.preact, ...bundles.noble]) {
  const licence = readFileSync(join(here, "node_modules", name, "LICENSE"), "utf8");
  writeFileSync(join(vendor, `LICENSE-${name.replace("@", "").replace("/", "-")}`), licence);
}
const lines = Object.keys(bundles).map((name) => {
  const hash = createHash("sha256").update(readFileSync(join(vendor, `${name}.js`))).digest("hex");
  return `${hash}  ${name}.js\n`;
});
writeFileSync(join(vendor, "hashes.txt"), lines.join(""));
