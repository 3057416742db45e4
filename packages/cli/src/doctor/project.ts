import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { CliError, EXIT } from '../io.ts'

/** A merchant's project folder, with the projects below it. */
export interface Project {
  /** Every package.json, that of the folder first. None: a project of another language. */
  readonly manifests: readonly Manifest[]
  readonly sources: readonly SourceFile[]
  /** Files of settings: JSON, YAML, TOML, shell scripts, image recipes. */
  readonly settings: readonly SourceFile[]
  /** The process's variables, and those of `.env` files that the process does not set. */
  readonly variables: { readonly [name: string]: string | undefined }
}

export interface Manifest {
  /** Relative to the project folder. */
  readonly path: string
  /** Direct dependencies of every kind, name to version range. */
  readonly dependencies: { readonly [name: string]: string }
}

export interface SourceFile {
  /** Relative to the project folder. */
  readonly path: string
  readonly text: string
}

const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte)$/
const SETTINGS = /\.(?:jsonc?|ya?ml|toml|sh)$|^(?:Dockerfile|Containerfile)(?:\.\w+)?$/
/** Files that tools write, and texts for people. */
const NO_SETTINGS =
  /(?:^|-)lock\.(?:json|yaml)$|(?:^|[\\/])(?:locales?|i18n|lang|languages|messages|translations)[\\/]/i
const SKIPPED = new Set(['node_modules', 'dist', 'build', 'out', 'coverage', 'vendor'])
/** Larger files are bundles or data. */
const MAX_FILE_BYTES = 1_000_000
/** Longer lines are bundled code or data, which the patterns would read slowly. */
const MAX_LINE_CHARS = 2_000
const ENV_FILES = ['.env', '.env.local', '.env.development', '.env.production']
/** Places that a finding lists. */
const MAX_PLACES = 3

/**
 * Without a package.json it is a project of another language: there is no code to read.
 * @throws CliError when there is no such folder, or a package.json is not valid
 */
export function readProject(folder: string, env: { readonly [name: string]: string | undefined }): Project {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new CliError(`There is no folder ${folder}. Run galla doctor in your project, or pass its folder`, EXIT.usage)
  const files = [...filesIn(folder)].sort(byDepth)
  const variables: { [name: string]: string | undefined } = {}
  // Those of the folder itself come last and win over those of nested projects.
  for (const path of files.filter((one) => ENV_FILES.includes(basename(one))))
    Object.assign(variables, parseEnv(readText(path) ?? ''))
  const read = (path: string): SourceFile[] => sourceOf(path, folder)
  const isSettings = (path: string): boolean =>
    SETTINGS.test(basename(path)) && !NO_SETTINGS.test(relative(folder, path))
  const manifests = files
    .filter((path) => basename(path) === 'package.json')
    .map((path) => ({ path: relative(folder, path), dependencies: dependenciesOf(path) }))
  return {
    manifests: manifests.reverse(),
    sources: manifests.length > 0 ? files.filter((path) => SOURCE.test(path)).flatMap(read) : [],
    settings: manifests.length > 0 ? files.filter(isSettings).flatMap(read) : [],
    variables: { ...variables, ...env },
  }
}

/** Lines that match a pattern and are not comments, as `src/pay.ts:12`. */
export function findLines(sources: readonly SourceFile[], pattern: RegExp): string[] {
  return sources.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) && !isComment(line) ? [`${path}:${index + 1}`] : [])),
  )
}

/** The text with comments replaced by spaces, so that positions stay. */
export function codeOf({ text }: SourceFile): string {
  // A comment that does not end is none, and is not looked at again.
  const end = text.lastIndexOf('*/') === -1 ? 0 : text.lastIndexOf('*/') + 2
  const comments = /\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(),])\/\/[^\n]*/g
  const lineComments = /(?<=^|[\s;{}(),])\/\/[^\n]*/g
  const blank = (comment: string) => comment.replace(/[^\n]/g, ' ')
  return text.slice(0, end).replace(comments, blank) + text.slice(end).replace(lineComments, blank)
}

/** Tests and samples hold made-up secrets and callbacks. */
const TEST_FILE =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|spec|e2e|examples?|samples?|fixtures?)\/|\.(?:test|spec|stories)\.\w+$/

export const isTestFile = (path: string): boolean => TEST_FILE.test(path.replaceAll('\\', '/'))

/** The lines of ascending positions, from 1, in one pass over the text. */
export function linesOf(text: string, positions: readonly number[]): number[] {
  let line = 1
  let next = text.indexOf('\n')
  return positions.map((position) => {
    while (next >= 0 && next < position) {
      line += 1
      next = text.indexOf('\n', next + 1)
    }
    return line
  })
}

/** `src/a.ts:1, src/b.ts:2 and 4 more` */
export function formatPlaces(places: readonly string[]): string {
  const more = places.length - MAX_PLACES
  return places.slice(0, MAX_PLACES).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

const isComment = (line: string) => /^\s*(?:\/\/|\*|\/\*|#)/.test(line)

function dependenciesOf(path: string): Manifest['dependencies'] {
  try {
    const { dependencies, devDependencies, peerDependencies } = JSON.parse(readText(path) ?? '')
    return { ...peerDependencies, ...devDependencies, ...dependencies }
  } catch {
    throw new CliError(`${path} is not valid JSON. Correct it and run galla doctor again`)
  }
}

/** Every file of a folder and of the folders below it, without what is installed or built. */
function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) yield path
    else if (!SKIPPED.has(entry.name) && !entry.name.startsWith('.')) yield* filesIn(path)
  }
}

function sourceOf(path: string, root: string): SourceFile[] {
  const text = readText(path)
  if (text === undefined) return []
  const lines = text.split('\n').map((line) => (line.length > MAX_LINE_CHARS ? '' : line))
  return [{ path: relative(root, path), text: lines.join('\n') }]
}

/** Deepest first; `.env` files of one folder in the order of `ENV_FILES`; otherwise by name. */
function byDepth(a: string, b: string): number {
  const depth = b.split(sep).length - a.split(sep).length
  const order = ENV_FILES.indexOf(basename(a)) - ENV_FILES.indexOf(basename(b))
  return depth || order || (a < b ? -1 : 1)
}

/** Parses `NAME=value` lines, with or without `export` and quotes: the part of the dotenv format that credentials need. */
function parseEnv(text: string): { [name: string]: string } {
  const found: { [name: string]: string } = {}
  for (const [, name, value] of text.matchAll(/^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=[ \t]*(.*)$/gm))
    if (name !== undefined) found[name] = (value ?? '').replace(/\r$/, '').replace(/^(['"])(.*)\1\s*$/, '$2')
  return found
}

/** The text of a file; undefined for a large one, and for a pipe or device, which may never end. */
function readText(path: string): string | undefined {
  try {
    const stats = statSync(path)
    return stats.isFile() && stats.size <= MAX_FILE_BYTES ? readFileSync(path, 'utf8') : undefined
  } catch {
    return undefined
  }
}
