import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { withFolderLock } from './folder-lock.ts'

const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'galla-lock-')))
const [folder = '', other = ''] = folders
afterAll(() => folders.forEach((path) => void rmSync(path, { recursive: true, force: true })))

describe('withFolderLock', () => {
  it('lets one in at a time', async () => {
    let inside = 0
    let most = 0
    const visit = () =>
      withFolderLock(folder, 5000, async () => {
        inside += 1
        most = Math.max(most, inside)
        await new Promise(setImmediate)
        inside -= 1
      })
    await Promise.all(Array.from({ length: 6 }, visit))
    expect(most).toBe(1)
  })

  it('is free again after an error, and hands it on', async () => {
    const failing = withFolderLock(folder, 0, () => Promise.reject(new Error('no milk')))
    await expect(failing).rejects.toThrow('no milk')
    expect(await withFolderLock(folder, 0, async () => 'in')).toBe('in')
  })

  it('is one of its own for each folder', async () => {
    const both = withFolderLock(folder, 0, () => withFolderLock(other, 0, async () => 'both'))
    expect(await both).toBe('both')
  })

  it('names the folder when the turn does not come', async () => {
    const waiting = withFolderLock(folder, 0, () => withFolderLock(folder, 0, async () => 'never'))
    await expect(waiting).rejects.toThrow(`starting or stopping the database of ${folder} for too long`)
  })
})
