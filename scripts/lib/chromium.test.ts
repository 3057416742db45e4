import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refuseForeign } from './chromium.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galla-chromium-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe.runIf(process.platform !== 'win32')('refuseForeign', () => {
  it('accepts a folder that only this user can write', () => {
    expect(() => refuseForeign(folder)).not.toThrow()
  })

  it.each([0o770, 0o702, 0o777])('refuses a folder of mode %o, where others can put a program', (mode) => {
    chmodSync(folder, mode)
    expect(() => refuseForeign(folder)).toThrow(/can be written by one/)
  })

  it('refuses a link to a folder that would be accepted', () => {
    mkdirSync(join(folder, 'real'), { mode: 0o700 })
    symlinkSync(join(folder, 'real'), join(folder, 'link'))
    expect(() => refuseForeign(join(folder, 'real'))).not.toThrow()
    expect(() => refuseForeign(join(folder, 'link'))).toThrow(/is a link/)
  })

  it('refuses what belongs to another user', () => {
    const root = process.getuid?.() === 0
    if (root) chownSync(folder, 54_321, 54_321)
    expect(() => refuseForeign(root ? folder : '/usr')).toThrow(/belongs to another user/)
  })
})
