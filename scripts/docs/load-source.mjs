import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { at, cache } from '../lib/paths.mjs'

/**
 * Imports a TypeScript source of ours, so that a page is made from the table that the program uses.
 * @param {string} path
 * @param {{ external?: string[] }} options packages that are not bundled
 */
export async function loadSource(path, { external = [] } = {}) {
  const outfile = join(cache, 'docs', `${path.replace(/\W+/g, '-')}.mjs`)
  mkdirSync(join(cache, 'docs'), { recursive: true })
  await build({
    entryPoints: [at(path)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['galla-source'],
    external,
    logLevel: 'silent',
  })
  return import(pathToFileURL(outfile).href)
}
