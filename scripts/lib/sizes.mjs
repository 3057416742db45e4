import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { transform } from 'esbuild'
import { at } from './paths.mjs'
import { npm } from './run.mjs'

const KB = 1000

/** Size budgets: what a merchant installs, and what a browser loads first. */
export async function checkSizes() {
  const measured = [...(await sdkUnpacked()), ...(await sdkMinified()), await sandboxPacked(), ...PAGES.map(firstLoad)]
  const lines = measured.map(({ what, size, limit }) => `${what} ${(size / KB).toFixed(1)} of ${limit / KB} kB`)
  return {
    ok: measured.every(({ size, limit }) => size <= limit),
    note: lines.join(', '),
    output: lines.join('\n'),
  }
}

/** Files of a family that the client loads with its first call about one; each family has a budget of its own (ADR 0008). */
const FAMILIES = [
  { what: 'mandates', files: /^(?:dist\/)?(?:shared-)?(?:mandates|subscription)/, limit: 58 * KB, minified: 5 * KB },
  { what: 'settlements', files: /^(?:dist\/)?(?:shared-)?settlement/, limit: 6 * KB, minified: 1.5 * KB },
  { what: 'links', files: /^(?:dist\/)?link-calls/, limit: 7.5 * KB, minified: 1.8 * KB },
]
const ofNoFamily = (name) => FAMILIES.every(({ files }) => !files.test(name))

/** Pages for people and tools that read the installed package. */
const DOCS = /^docs\//
/** Grows with each release, by what it says. */
const CHANGELOG = /^CHANGELOG\.md$/

/** The tarball of a package, as npm would publish it. */
async function tarball(folder) {
  const { ok, output } = await npm(['pack', '--dry-run', '--json', '--loglevel=silent'], { cwd: at(folder) })
  if (!ok) throw new Error(`npm pack --dry-run fails in ${folder}:\n${output}`)
  return JSON.parse(output.slice(output.indexOf('[')))[0]
}

/** With the hosted page in six languages, and the test tools. */
async function sandboxPacked() {
  const { size } = await tarball('packages/sandbox')
  return { what: 'sandbox packed', size, limit: 2_200 * KB }
}

async function sdkUnpacked() {
  const { unpackedSize, files } = await tarball('packages/sdk')
  const sizeOf = (part) => files.filter(({ path }) => part.test(path)).reduce((sum, { size }) => sum + size, 0)
  const families = FAMILIES.map(({ what, files: ofFamily, limit }) => ({
    what: `sdk ${what} unpacked`,
    size: sizeOf(ofFamily),
    limit,
  }))
  const [docs, changelog] = [DOCS, CHANGELOG].map(sizeOf)
  const rest = families.reduce((left, { size }) => left - size, unpackedSize - docs - changelog)
  return [
    { what: 'sdk unpacked', size: rest, limit: 300 * KB },
    ...families,
    { what: 'sdk docs unpacked', size: docs, limit: 6 * KB },
  ]
}

/** The main entry as a bundler ships it to a worker, and what it loads for each family. */
async function sdkMinified() {
  const dist = at('packages/sdk/dist')
  const all = readdirSync(dist).filter(
    (name) => name.endsWith('.mjs') && !/^(?:testing|undici|otel|compat)\./.test(name),
  )
  const gzipped = async (parts) => {
    const minified = await Promise.all(
      parts.map(async (name) => (await transform(readFileSync(join(dist, name)), { loader: 'js', minify: true })).code),
    )
    return gzipSync(minified.join('')).length
  }
  const families = FAMILIES.map(async ({ what, files, minified }) => ({
    what: `sdk ${what} minified and gzipped`,
    size: await gzipped(all.filter((name) => files.test(name))),
    limit: minified,
  }))
  const main = { what: 'sdk minified and gzipped', size: await gzipped(all.filter(ofNoFamily)), limit: 23 * KB }
  return [main, ...(await Promise.all(families))]
}

/** Pages that a server of ours serves from its own package, with the folder that their addresses begin at. */
const PAGES = [
  { what: 'hosted page gzipped', folder: 'packages/sandbox/assets/checkout-page', limit: 120 * KB },
  { what: 'console gzipped', folder: 'packages/gateway/assets/console', limit: 170 * KB },
  { what: 'test tools gzipped', folder: 'packages/sandbox/assets', page: 'test-tools/index.html', limit: 155 * KB },
]

/** Scripts and styles that the document names; fonts and further chunks load later or not at all. */
function firstLoad({ what, folder, page = 'index.html', limit }) {
  const html = readFileSync(at(folder, page), 'utf8')
  const named = [...html.matchAll(/(?:src|href)="(?:\.\/|\/)?([^"]+\.(?:js|css))"/g)].map(([, name]) => name)
  const files = [page, ...new Set(named)].map((name) => at(folder, name))
  const size = files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0)
  return { what, size, limit }
}
