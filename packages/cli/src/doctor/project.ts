import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Failure } from '../failure.ts'
import { EXIT } from '../io.ts'

/** A merchant's folder, read once. */
export interface Project {
  /** Direct dependencies of every kind, name to range. */
  readonly dependencies: { readonly [name: string]: string }
  readonly sources: readonly SourceFile[]
  /** The process's variables, with those of the folder's `.env` files behind them. */
  readonly variables: { readonly [name: string]: string | undefined }
}

export interface SourceFile {
  /** As a person would name it from the project's folder. */
  readonly path: string
  readonly text: string
}

const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte)$/
const SKIPPED = new Set(['node_modules', 'dist', 'build', 'out', 'coverage', 'vendor'])
/** A bundle or a data file is not somebody's code. */
const LONGEST_BYTES = 1_000_000
const ENV_FILES = ['.env', '.env.local', '.env.development', '.env.production']

export function readProject(folder: string, env: { readonly [name: string]: string | undefined }): Project {
  const manifest = readText(join(folder, 'package.json'))
  if (manifest === undefined)
    throw new Failure(
      `There is no package.json in ${folder}. Run galla doctor in your project, or name its folder`,
      EXIT.usage,
    )
  const variables: { [name: string]: string | undefined } = {}
  for (const name of ENV_FILES) Object.assign(variables, variablesOf(readText(join(folder, name)) ?? ''))
  return {
    dependencies: dependenciesOf(manifest),
    sources: [...sourcesIn(folder, folder)],
    variables: { ...variables, ...env },
  }
}

function dependenciesOf(manifest: string): Project['dependencies'] {
  try {
    const { dependencies, devDependencies, peerDependencies } = JSON.parse(manifest)
    return { ...peerDependencies, ...devDependencies, ...dependencies }
  } catch {
    throw new Failure('The package.json is not JSON')
  }
}

function* sourcesIn(folder: string, root: string): Generator<SourceFile> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!SKIPPED.has(entry.name) && !entry.name.startsWith('.')) yield* sourcesIn(path, root)
    } else if (SOURCE.test(entry.name) && statSync(path).size <= LONGEST_BYTES) {
      yield { path: relative(root, path), text: readText(path) ?? '' }
    }
  }
}

/** `NAME=value`, one a line, quotes taken off; enough of what dotenv files are. */
function variablesOf(text: string): { [name: string]: string } {
  const found: { [name: string]: string } = {}
  for (const [, name, value] of text.matchAll(/^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=[ \t]*(.*)$/gm))
    if (name !== undefined) found[name] = (value ?? '').replace(/\r$/, '').replace(/^(['"])(.*)\1\s*$/, '$2')
  return found
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
