import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { at, root } from '../lib/paths.mjs'
import { repositoryFiles } from '../lib/repository-files.mjs'
import { node } from '../lib/run.mjs'

it('each test file of the repository belongs to one project of vitest.config.ts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'galla-projects-'))
  const listed = join(folder, 'files.json')
  try {
    const { ok, output } = await node([at('node_modules/vitest/vitest.mjs'), 'list', '--filesOnly', `--json=${listed}`])
    expect({ ok, output }).toMatchObject({ ok: true })
    const files: { file: string }[] = JSON.parse(readFileSync(listed, 'utf8'))
    const tests = repositoryFiles().filter((path) => /\.test\.tsx?$/.test(path))
    expect(files.map(({ file }) => relative(root, file)).sort()).toEqual(tests.sort())
  } finally {
    rmSync(folder, { recursive: true })
  }
})
