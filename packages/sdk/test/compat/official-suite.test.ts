import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyPublicSource } from '@galla/testkit/public-source'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
/** Version 2.0.6. The suite is not in the package of npm, and is never copied into this repository. */
const REPOSITORY = 'PhonePe/phonepe-pg-sdk-node'
const COMMIT = '2e3877e926e9f70de8dd2909ddaa7936a394eb7d'
/**
 * Tests of a queue of events and its scheduler, objects that our telemetry does not have. What they send, in batches of which size and
 * with which token, is recorded from the official package and compared in `test/telemetry`.
 */
const INTERNALS = ['eventpublisher']

interface Result {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly { assertionResults: readonly { status: string; fullName: string }[] }[]
}

/** The folder with the suite, or why there is none. */
async function fetchSuite(into: string): Promise<{ folder: string } | { reason: string }> {
  const missing = copyPublicSource(REPOSITORY, COMMIT, into)
  if (missing === undefined) return { folder: into }
  try {
    const archiveUrl = `https://codeload.github.com/${REPOSITORY}/tar.gz/${COMMIT}`
    const response = await fetch(archiveUrl, { signal: AbortSignal.timeout(20_000) })
    if (!response.ok) return { reason: `${missing}, and the archive was answered with ${response.status}` }
    const archive = join(into, 'suite.tar.gz')
    writeFileSync(archive, Buffer.from(await response.arrayBuffer()))
    execFileSync('tar', ['-xzf', archive, '-C', into, '--strip-components=1'])
    return { folder: into }
  } catch (error) {
    return { reason: `${missing}, and no archive came: ${error}` }
  }
}

const config = (folder: string) => `
import { defineConfig } from 'vitest/config'
const shim = ${JSON.stringify(join(import.meta.dirname, 'official-suite/shim.ts'))}
const compat = ${JSON.stringify(join(root, 'packages/sdk/src/compat/index.ts'))}
export default defineConfig({
  root: ${JSON.stringify(folder)},
  resolve: {
    conditions: ['galla-source', 'node'],
    alias: [
      { find: '@galla/sdk/compat', replacement: compat },
      { find: /^(?:\\.\\.\\/src\\/.*|axios|axios-mock-adapter)$/, replacement: shim },
    ],
  },
  ssr: { resolve: { conditions: ['galla-source', 'node'] } },
  test: {
    globals: true,
    include: ['tests/*.test.ts'],
    exclude: ${JSON.stringify(INTERNALS.map((name) => `tests/${name}.test.ts`))},
  },
})
`

describe.runIf(process.env.GALLA_LONG === '1')('the test suite of the official package', () => {
  let folder: string
  let suite: { folder: string } | { reason: string }
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'official-suite-'))
    suite = await fetchSuite(folder)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('passes against compat, except for tests of internals', (context) => {
    if ('reason' in suite) return context.skip(`the suite could not be fetched: ${suite.reason}`)
    const program = join(folder, 'program')
    mkdirSync(program)
    symlinkSync(join(root, 'node_modules'), join(program, 'node_modules'))
    const file = join(program, 'vitest.config.mjs')
    const report = join(program, 'report.json')
    writeFileSync(file, config(suite.folder))
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const args = [vitest, 'run', '--config', file, '--reporter=json', `--outputFile=${report}`]
    const { stderr } = spawnSync(process.execPath, args, { cwd: suite.folder, encoding: 'utf8' })
    if (!existsSync(report)) throw new Error(stderr)
    const result: Result = JSON.parse(readFileSync(report, 'utf8'))
    const failed = result.testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'failed')
    expect(failed.map(({ fullName }) => fullName)).toEqual([])
    expect(result.numPassedTests).toBeGreaterThanOrEqual(105)
  }, 300_000)
})
