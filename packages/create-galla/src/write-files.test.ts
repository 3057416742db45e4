import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkEmpty, writeFiles } from './write-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galla create '))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a folder for a new shop', () => {
  it('may be absent, empty, or a new git repository', () => {
    mkdirSync(join(folder, '.git'))
    expect(() => checkEmpty(folder)).not.toThrow()
    expect(() => checkEmpty(join(folder, 'absent'))).not.toThrow()
  })

  it('is refused with what is in it and the way out', () => {
    for (const name of ['a', 'b', 'c', 'd']) writeFileSync(join(folder, name), '')
    expect(() => checkEmpty(folder)).toThrow(
      /is not empty \(a, b, c and 1 more\)\. Choose another folder, or run "galla init"/,
    )
  })
})

describe('files', () => {
  it('are written below folders that do not exist, also on a path with spaces', () => {
    writeFiles(join(folder, 'my shop'), [{ path: 'app/page.ts', text: 'page' }])
    expect(readFileSync(join(folder, 'my shop/app/page.ts'), 'utf8')).toBe('page')
  })

  it('leave nothing when one of them cannot be written, and never replace a file', () => {
    writeFileSync(join(folder, 'there'), 'mine')
    const files = ['new/a', 'b', 'there', 'c'].map((path) => ({ path, text: 'theirs' }))
    expect(() => writeFiles(folder, files)).toThrow('Nothing was created: there exists')
    expect(readdirSync(folder)).toEqual(['there'])
    expect(readFileSync(join(folder, 'there'), 'utf8')).toBe('mine')
  })

  it('leave no folder when a tarball is missing', () => {
    const tarballs = { from: join(folder, 'none'), names: { '@galla/sdk': 'galla-sdk-1.2.3.tgz' } }
    expect(() => writeFiles(join(folder, 'shop'), [{ path: 'a', text: '' }], tarballs)).toThrow('Nothing was created')
    expect(existsSync(join(folder, 'shop'))).toBe(false)
  })
})
