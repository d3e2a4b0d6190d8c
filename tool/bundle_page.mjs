// Joins the page's modules and style sheets into a few files with hashes in their names, for wheels and sdists:
// `node tool/bundle_page.mjs [FOLDER]`, as `make bundle` does. What is in static/ runs as it is, without this.
import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const WEB = resolve(dirname(fileURLToPath(import.meta.url)), "../src/shirokuro/web");
const STATIC = join(WEB, "static");
const folder = resolve(process.argv[2] ?? join(WEB, "static_built"));

const shared = {
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "none", // the licences of vendor/ are copied beside the files
  logLevel: "warning",
};

/** An import while the page runs; one in a comment, of a type, goes on with its name. */
const IMPORT = /\bimport\("(\.[^"]+)"\)(?!\.)/g;

/** All files of a folder, sorted, with / between their parts. */
async function filesOf(root) {
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  const names = found
    .filter((each) => each.isFile())
    .map((each) => relative(root, join(each.parentPath, each.name)));
  return names.map((name) => name.replaceAll("\\", "/")).sort();
}

/** What the server compares, so that it never serves a bundle of other sources: the names and contents of all files. */
async function digest() {
  const hash = createHash("sha256");
  for (const name of await filesOf(STATIC))
    hash
      .update(`${name}\0`)
      .update(await readFile(join(STATIC, name)))
      .update("\0");
  return hash.digest("hex");
}

/** The modules that come later than the first move become one file instead of one each. */
const together = {
  name: "together",
  async setup(building) {
    const texts = await Promise.all(
      (await filesOf(STATIC))
        .filter((name) => name.endsWith(".js"))
        .map(async (name) => [name, await readFile(join(STATIC, name), "utf8")]),
    );
    const late = new Set(
      texts.flatMap(([name, text]) =>
        [...text.matchAll(IMPORT)].map(([, path]) => join(STATIC, dirname(name), path)),
      ),
    );
    const modules = [...late].sort();
    building.onResolve({ filter: /^all-later$/ }, () => ({ path: "later", namespace: "later" }));
    building.onLoad({ filter: /.*/, namespace: "later" }, () => ({
      contents: modules.map((path, at) => `export * as m${at} from ${JSON.stringify(path)};`).join("\n"),
      resolveDir: STATIC,
    }));
    building.onLoad({ filter: /\.js$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const contents = text.replace(IMPORT, (_, other) => {
        const at = modules.indexOf(join(dirname(path), other));
        return `import("all-later").then((all) => all.m${at})`;
      });
      return { contents, loader: "js" };
    });
  },
};

const part = `${folder}.part`;
await rm(part, { recursive: true, force: true });
await mkdir(part, { recursive: true });

const page = await readFile(join(STATIC, "index.html"), "utf8");
const sheets = [...page.matchAll(/<link rel="stylesheet" href="([^"]+)">\n/g)].map(([, href]) => href);
const scripts = await build({
  ...shared,
  entryPoints: [join(STATIC, "main.js")],
  outdir: part,
  splitting: true,
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  metafile: true,
  plugins: [together],
});
const styles = await build({
  ...shared,
  stdin: {
    contents: sheets.map((sheet) => `@import "./${sheet}";`).join("\n"),
    loader: "css",
    resolveDir: STATIC,
  },
  outdir: part,
  entryNames: "style-[hash]",
  metafile: true,
});

const made = Object.entries(scripts.metafile.outputs);
const nameOf = (path) => path.split("/").at(-1);
const [main, { imports }] = made.find(([, { entryPoint }]) => entryPoint?.endsWith("static/main.js"));
const first = imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => nameOf(path));
const style = nameOf(Object.keys(styles.metafile.outputs)[0]);
const preloads = first.map((name) => `<link rel="modulepreload" href="${name}">\n`).join("");
const built = page
  .replace(/(?:<link rel="stylesheet"[^>]+>\n)+/, `<link rel="stylesheet" href="${style}">\n`)
  .replace(/(?:<link rel="modulepreload"[^>]+>\n)+/, preloads)
  .replace("<html ", '<html data-worker="worker.js" ')
  .replace('src="main.js"', `src="${nameOf(main)}"`);

for (const name of await filesOf(STATIC)) {
  const isCopied = !/\.(js|css|ts|html|md)$/.test(name);
  if (isCopied) await cp(join(STATIC, name), join(part, name));
}
await writeFile(join(part, "index.html"), built);
const sources = await digest();
const kept = (await filesOf(part)).filter((name) => !/index\.html|LICENSE/.test(name));
const worker = await readFile(join(WEB, "../../../tool/page_worker.js"), "utf8");
const known = `const VERSION = "${sources.slice(0, 16)}";\nconst FILES = ${JSON.stringify(kept)};\n`;
await writeFile(join(part, "worker.js"), known + worker);
await writeFile(join(part, "sources.sha256"), sources);
await rm(folder, { recursive: true, force: true });
await rename(part, folder);
