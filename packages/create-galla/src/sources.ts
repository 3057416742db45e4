import { readFileSync } from 'node:fs'

/** The examples of this release, as the build collects them (`scripts/lib/starter-sources.mjs`). */
export interface Sources {
  /** Version of Galla's packages. */
  readonly version: string
  /** Exact versions that the examples are tested with, by name of the package. */
  readonly versions: { readonly [name: string]: string }
  /** Text by path below `examples`. `js`: without types. */
  readonly files: { readonly [path: string]: { readonly ts: string; readonly js: string } }
  /** Compiler settings of the examples that have their own. */
  readonly tsconfigs: { readonly next: string; readonly nest: string }
}

/** Reads the sources beside the built program, also when its own sources run. */
export const readSources = (): Sources =>
  JSON.parse(readFileSync(new URL('../dist/sources.json', import.meta.url), 'utf8'))
