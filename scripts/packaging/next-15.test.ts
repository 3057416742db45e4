import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type MountedShop, testMountedShop } from '../../examples/test/mounted-shop.ts'
import { npm } from '../lib/run.mjs'
import { createShop, tarballFolder } from './merchant-project.ts'
import { buildNext, NEXT_DIFFERENCES, serveShop } from './next-shop.ts'

const NEXT_15 = '^15.5.0'

describe.runIf(process.env.GALLA_LONG === '1')('the next template on Next 15, built', () => {
  const parent = mkdtempSync(join(tmpdir(), 'galla-next-15-'))
  const folder = join(parent, 'shop')
  const lines: string[] = []
  let shop: MountedShop

  /** Changes a file of the shop, as its merchant does. */
  const change = (name: string, changed: (text: string) => string) => {
    const before = readFileSync(join(folder, name), 'utf8')
    expect(changed(before)).not.toBe(before)
    writeFileSync(join(folder, name), changed(before))
  }

  beforeAll(async () => {
    await createShop(parent, 'shop', '--framework', 'next', '--gateway', '--ts', '--packages', tarballFolder())
    change('package.json', (text) =>
      text
        .replace(/"next": "[^"]+"/, `"next": "${NEXT_15}"`)
        .replace(/"typescript": "[^"]+"/, '"typescript": "^5.9.0"'),
    )
    // Settings that Next 15 does not have.
    change('next.config.ts', (text) => text.replace(/^ *(?:cacheComponents|partialPrefetching): true,\n/gm, ''))
    const installed = await npm(['install', '--no-audit', '--no-fund'], { cwd: folder })
    expect(installed.ok, installed.output).toBe(true)
    const { version } = JSON.parse(readFileSync(join(folder, 'node_modules/next/package.json'), 'utf8'))
    expect(version).toMatch(/^15\./)
    const next = join(folder, 'node_modules/next/dist/bin/next')
    await buildNext(folder, next)
    shop = await serveShop(folder, next, join(parent, 'database'), lines)
  }, 900_000)
  afterAll(async () => {
    await shop?.close()
    rmSync(parent, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
  })

  testMountedShop(async () => ({ ...shop, close: async () => {} }), NEXT_DIFFERENCES)
})
