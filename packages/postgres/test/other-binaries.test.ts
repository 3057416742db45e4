import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { query, testServers } from './helpers/test-servers.ts'

const { newFolder, start } = testServers()
const DEBIAN = '/usr/lib/postgresql/15/bin'

describe.runIf(existsSync(DEBIAN))('an installed PostgreSQL 15', () => {
  it('creates data, and is used for it again although the npm binaries come first', async () => {
    const folder = await newFolder()
    const first = await start({ folder, bin: DEBIAN, durable: false })
    expect(await query(first, `select current_setting('server_version_num')::int / 10000 as major`)).toEqual([
      { major: 15 },
    ])
    const sorted = await query(first, `select word from unnest('{b,é,B,a}'::text[]) as word order by word`)
    expect(sorted.map(({ word }: { word?: string }) => word)).toEqual(['B', 'a', 'b', 'é'])
    expect(await first.stop()).toBe(true)
    expect(await readdir(folder)).toContain('data-15')

    const second = await start({ folder, durable: false })
    expect(await query(second, `select current_setting('server_version_num')::int / 10000 as major`)).toEqual([
      { major: 15 },
    ])
    expect(await second.stop()).toBe(true)
  })

  it('refuses data of PostgreSQL 18', async () => {
    const folder = await newFolder()
    await (await start({ folder, durable: false })).stop()
    await expect(start({ folder, bin: DEBIAN })).rejects.toThrow(
      /holds data of PostgreSQL 18\. .*pg_dumpall with 18.*15\/bin is PostgreSQL 15/,
    )
  })
})
