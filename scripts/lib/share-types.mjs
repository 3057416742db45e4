import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes both kinds of import see one set of types: `index.d.mts` only points at `index.d.cts`, which says the same.
 * An ES module may import CommonJS, not the other way round. It halves the types, and nothing of them exists twice.
 * @param doors names of the entries; what else was emitted belongs to them and is left to the CommonJS side
 */
export function shareTypes(dist, doors) {
  for (const file of readdirSync(dist).filter((name) => name.endsWith('.d.mts'))) {
    const name = file.slice(0, -'.d.mts'.length)
    if (doors.includes(name)) writeFileSync(join(dist, file), `export * from './${name}.cjs'\n`)
    else rmSync(join(dist, file))
  }
}
