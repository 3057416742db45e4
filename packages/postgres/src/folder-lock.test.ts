import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { withFolderLock } from './folder-lock.ts'

const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'galla-lock-')))
const [folder = '', other = ''] = folders
afterAll(() => folders.forEach((path) => void rmSync(path, { recursive: true, force: true })))

describe('withFolderLock', () => {
  it('runs one function at a time', async () => {
    let inside = 0
    let highest = 0
    const enter = () =>
      withFolderLock(folder, 5000, async () => {
        inside += 1
        highest = Math.max(highest, inside)
        await new Promise(setImmediate)
        inside -= 1
      })
    await Promise.all(Array.from({ length: 6 }, enter))
    expect(highest).toBe(1)
  })

  it('releases the lock after an error, and rethrows it', async () => {
    const failing = withFolderLock(folder, 0, () => Promise.reject(new Error('failed inside')))
    await expect(failing).rejects.toThrow('failed inside')
    expect(await withFolderLock(folder, 0, async () => 'in')).toBe('in')
  })

  it('locks each folder separately', async () => {
    const both = withFolderLock(folder, 0, () => withFolderLock(other, 0, async () => 'both'))
    expect(await both).toBe('both')
  })

  it('rejects with the folder when the lock is not free in time', async () => {
    const waiting = withFolderLock(folder, 0, () => withFolderLock(folder, 0, async () => 'never'))
    await expect(waiting).rejects.toThrow(`starting or stopping the database of ${folder} for too long`)
  })

  it.runIf(process.platform === 'linux')('cannot be taken by a user who may not enter the folder', async () => {
    const { dev, ino } = statSync(folder)
    const foreign = createServer().listen({ path: `\0galla-postgres-${dev}-${ino}` })
    await once(foreign, 'listening')
    expect(await withFolderLock(folder, 0, async () => 'in')).toBe('in')
    foreign.close()
  })

  it.runIf(process.platform === 'linux' && process.geteuid?.() === 0)(
    'is not held by a process of another user that has the id and the name of an ended watcher',
    async () => {
      const args = ['-c', 'read -r word', 'galla-watcher', folder, 'data']
      const removalBy = async (uid: number) => {
        const child = spawn('/bin/sh', args, { uid, stdio: ['pipe', 'ignore', 'ignore'] })
        await once(child, 'spawn')
        const removal = join(folder, `lock-removal-${child.pid}`)
        writeFileSync(removal, '')
        const end = async () => {
          child.stdin.end()
          await once(child, 'exit')
          rmSync(removal, { force: true })
        }
        return { removal, end }
      }
      const foreign = await removalBy(65_534)
      expect(await withFolderLock(folder, 0, async () => 'in')).toBe('in')
      expect(existsSync(foreign.removal)).toBe(false)
      await foreign.end()
      const own = await removalBy(0)
      await expect(withFolderLock(folder, 0, async () => 'never')).rejects.toThrow('for too long')
      await own.end()
    },
  )

  it.runIf(process.platform === 'linux')('is freed when its holder is killed, and leaves no files', async () => {
    mkdirSync(join(folder, 'lock'), { recursive: true })
    // A name in the working folder: the whole path may be too long for a socket.
    const script = `require('node:net').createServer().listen('holder', () => console.log('held'))`
    const child = spawn(process.execPath, ['-e', script], { cwd: join(folder, 'lock') })
    await once(child.stdout, 'data')
    await expect(withFolderLock(folder, 0, async () => 'never')).rejects.toThrow('for too long')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await withFolderLock(folder, 1000, async () => 'in')).toBe('in')
    expect(readdirSync(folder)).toEqual(['lock'])
    expect(readdirSync(join(folder, 'lock'))).toEqual([])
  })
})
