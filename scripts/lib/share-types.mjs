import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Gives both kinds of import one set of types: `index.d.mts` re-exports `index.d.cts`. An ES module can import CommonJS,
 * not the other way round. This halves the size of the types and declares nothing twice.
 * @param {string} dist
 * @param {readonly string[]} entries names of the public entries; other `.d.mts` files are deleted
 */
export function shareTypes(dist, entries) {
  for (const file of readdirSync(dist).filter((name) => name.endsWith('.d.mts'))) {
    const name = file.slice(0, -'.d.mts'.length)
    if (entries.includes(name)) writeFileSync(join(dist, file), `export * from './${name}.cjs'\n`)
    else rmSync(join(dist, file))
  }
}
