import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { COMPLETE } from './gateway-variables.ts'
import { runCli } from './run-cli.ts'

it('galla gateway prints its version and where its database is, and no secret', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'galla-start-'))
  const stop = new AbortController()
  const lines: string[] = []
  const { code } = await runCli(['gateway'], {
    env: { ...COMPLETE, GALLA_DATABASE: folder, GALLA_PORT: '0', GALLA_LOG_LEVEL: 'error' },
    nowMs: Date.now,
    stop: stop.signal,
    out(line) {
      lines.push(line)
      if (line.includes('Press Ctrl-C')) stop.abort()
    },
  })
  await rm(folder, { recursive: true, force: true })
  expect(code).toBe(0)
  expect(lines.slice(1, 3)).toEqual([
    `  version       ${manifest.version}`,
    `  database      embedded PostgreSQL in ${folder}`,
  ])
  expect(lines.join()).not.toContain(COMPLETE.GALLA_CLIENT_SECRET)
})
