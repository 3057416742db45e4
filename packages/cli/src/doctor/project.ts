import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { CliError, EXIT } from '../io.ts'

/** A merchant's project folder. */
export interface Project {
  /** Direct dependencies of every kind, name to version range. */
  readonly dependencies: { readonly [name: string]: string }
  readonly sources: readonly SourceFile[]
  /** The process's variables, and those of the folder's `.env` files that the process does not set. */
  readonly variables: { readonly [name: string]: string | undefined }
}

export interface SourceFile {
  /** Relative to the project folder. */
  readonly path: string
  readonly text: string
}

const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte)$/
const SKIPPED = new Set(['node_modules', 'dist', 'build', 'out', 'coverage', 'vendor'])
/** Larger files are bundles or data. */
const MAX_FILE_BYTES = 1_000_000
const ENV_FILES = ['.env', '.env.local', '.env.development', '.env.production']
/** Places that a finding lists. */
const MAX_PLACES = 3

/** @throws CliError when the folder has no valid package.json */
export function readProject(folder: string, env: { readonly [name: string]: string | undefined }): Project {
  const manifest = readText(join(folder, 'package.json'))
  if (manifest === undefined)
    throw new CliError(
      `There is no package.json in ${folder}. Run galla doctor in your project, or pass its folder`,
      EXIT.usage,
    )
  const variables: { [name: string]: string | undefined } = {}
  for (const name of ENV_FILES) Object.assign(variables, parseEnv(readText(join(folder, name)) ?? ''))
  return {
    dependencies: dependenciesOf(manifest),
    sources: [...sourcesIn(folder, folder)],
    variables: { ...variables, ...env },
  }
}

/** Lines that match a pattern and are no comments, as `src/pay.ts:12`. */
export function findLines(sources: readonly SourceFile[], pattern: RegExp): string[] {
  return sources.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) && !isComment(line) ? [`${path}:${index + 1}`] : [])),
  )
}

/** `src/a.ts:1, src/b.ts:2 and 4 more` */
export function formatPlaces(places: readonly string[]): string {
  const more = places.length - MAX_PLACES
  return places.slice(0, MAX_PLACES).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

const isComment = (line: string) => /^\s*(?:\/\/|\*|\/\*|#)/.test(line)

function dependenciesOf(manifest: string): Project['dependencies'] {
  try {
    const { dependencies, devDependencies, peerDependencies } = JSON.parse(manifest)
    return { ...peerDependencies, ...devDependencies, ...dependencies }
  } catch {
    throw new CliError('package.json is not valid JSON. Correct it and run galla doctor again')
  }
}

function* sourcesIn(folder: string, root: string): Generator<SourceFile> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!SKIPPED.has(entry.name) && !entry.name.startsWith('.')) yield* sourcesIn(path, root)
    } else if (SOURCE.test(entry.name) && statSync(path).size <= MAX_FILE_BYTES) {
      yield { path: relative(root, path), text: readText(path) ?? '' }
    }
  }
}

/** Parses `NAME=value` lines, with or without `export` and quotes: the part of the dotenv format that credentials need. */
function parseEnv(text: string): { [name: string]: string } {
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
