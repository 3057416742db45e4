import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fileStore } from './file-store.ts'

const foreignError = (code: string) => Object.assign(runInNewContext(`new Error('failed')`), { code })

/** Node's own errors are of another realm in a test environment that runs in a `vm` context. */
vi.mock('node:fs', async (load) => {
  const fs = await load<typeof import('node:fs')>()
  const write: typeof fs.writeFileSync = (...args) => {
    try {
      fs.writeFileSync(...args)
    } catch (error) {
      throw foreignError((error as { code: string }).code)
    }
  }
  return { ...fs, writeFileSync: write }
})

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galla-store-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

it.each([
  ['of this user', () => true as const],
  [
    'of another user, whose errors are of another realm',
    () => {
      throw foreignError('EPERM')
    },
  ],
])('refuses the file of a running process %s', (_whose, kill) => {
  const path = join(folder, 'state.jsonl')
  writeFileSync(`${path}.lock`, '4242')
  vi.spyOn(process, 'kill').mockImplementation(kill)
  expect(() => fileStore(path)).toThrow(`${path} is used by the sandbox of process 4242`)
})
