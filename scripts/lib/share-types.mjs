import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
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

/**
 * Makes an ES module of an entry re-export its CommonJS module: a process that both imports and requires the package then has one
 * copy of it, with one shared client, and installs its code once.
 * @param {string} dist
 * @param {string} entry name of the public entry
 */
export function shareModule(dist, entry) {
  const names = Object.keys(createRequire(import.meta.url)(join(dist, `${entry}.cjs`)))
  writeFileSync(join(dist, `${entry}.mjs`), `export {\n  ${names.join(',\n  ')},\n} from './${entry}.cjs'\n`)
}

/** Declarations that `await using` needs. TypeScript before 5.2 and the default libraries do not have them. */
const DISPOSABLE = `declare global {
  interface SymbolConstructor { readonly dispose: unique symbol; readonly asyncDispose: unique symbol }
  interface Disposable { [Symbol.dispose](): void }
  interface AsyncDisposable { [Symbol.asyncDispose](): PromiseLike<void> }
}
`

/** Declares the types of `await using` in an entry that uses them: they merge with those of a newer library. */
export function declareDisposable(dist, entry) {
  const file = join(dist, `${entry}.d.cts`)
  writeFileSync(file, DISPOSABLE + readFileSync(file, 'utf8'))
}
