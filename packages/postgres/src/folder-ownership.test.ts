import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkOwnership, warnIfReplaceable } from './folder-ownership.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galla-own-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('checkOwnership', () => {
  it('accepts a private folder, and closes an empty one to others', async () => {
    await checkOwnership(folder)
    chmodSync(folder, 0o777)
    await checkOwnership(folder)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  it.each([0o770, 0o707, 0o777])('refuses data in a folder that others may write to: %o', async (mode) => {
    mkdirSync(join(folder, 'data-18'), { mode: 0o700 })
    chmodSync(folder, mode)
    await expect(checkOwnership(folder)).rejects.toThrow(/Other users may write to .*chmod 700/)
  })

  it.each(['socket', 'leases', 'data-18', 'server.log', 'socket-folder', 'temporary', 'lock'])(
    'refuses a link in place of %s',
    async (name) => {
      const elsewhere = join(folder, 'elsewhere')
      mkdirSync(elsewhere)
      symlinkSync(elsewhere, join(folder, name))
      await expect(checkOwnership(folder)).rejects.toThrow(`${join(folder, name)} is a symbolic link`)
    },
  )

  it.runIf(process.geteuid?.() === 0)('refuses what another user has made', async () => {
    writeFileSync(join(folder, 'server.log'), '')
    chownSync(join(folder, 'server.log'), 4_711, 4_711)
    await expect(checkOwnership(folder)).rejects.toThrow(/server\.log belongs to another user \(4711\)/)
    chownSync(folder, 4_711, 4_711)
    await expect(checkOwnership(folder)).rejects.toThrow(/belongs to another user \(4711\), who could read and replace/)
  })
})

describe('warnIfReplaceable', () => {
  it.each([
    ['every user may write to', 0o777, true],
    ['every user may write to, but not rename what others made in', 0o1777, false],
    ['a group may write to', 0o775, false],
    ['only its user may write to', 0o755, false],
  ])('a folder above that %s', async (_, mode, warns) => {
    const shared = join(folder, 'shared')
    mkdirSync(join(shared, 'project', 'data'), { recursive: true })
    chmodSync(shared, mode)
    const emitWarning = vi.spyOn(process, 'emitWarning').mockReturnValue()
    await warnIfReplaceable(join(shared, 'project', 'data'))
    const warning = [expect.stringContaining(`may write to ${shared},`), { code: 'GALLA_REPLACEABLE_FOLDER' }]
    expect(emitWarning.mock.calls).toEqual(warns ? [warning] : [])
    emitWarning.mockRestore()
  })
})
