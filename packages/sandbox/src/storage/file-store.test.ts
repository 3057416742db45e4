import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fileStore } from './file-store.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galla-store-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

it('refuses the file of another user’s process, also where the errors of Node are of another realm', () => {
  const path = join(folder, 'state.jsonl')
  writeFileSync(`${path}.lock`, '4242')
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(runInNewContext(`new Error('kill EPERM')`), { code: 'EPERM' })
  })
  expect(() => fileStore(path)).toThrow(`${path} is used by the sandbox of process 4242`)
})
