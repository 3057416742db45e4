import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { ask, place } from './parts/place.ts'

const { room, start } = place()
const DEBIAN = '/usr/lib/postgresql/15/bin'

describe.runIf(existsSync(DEBIAN))('PostgreSQL 15 of the system', () => {
  it('serves a folder, and goes on serving it where the npm binaries are the default', async () => {
    const folder = await room()
    const first = await start({ folder, bin: DEBIAN, durable: false })
    expect(await ask(first, `select current_setting('server_version_num')::int / 10000 as major`)).toEqual([
      { major: 15 },
    ])
    const sorted = await ask(first, `select word from unnest('{b,é,B,a}'::text[]) as word order by word`)
    expect(sorted.map(({ word }: { word?: string }) => word)).toEqual(['B', 'a', 'b', 'é'])
    expect(await first.stop()).toBe(true)
    expect(await readdir(folder)).toContain('data-15')

    const second = await start({ folder, durable: false })
    expect(await ask(second, `select current_setting('server_version_num')::int / 10000 as major`)).toEqual([
      { major: 15 },
    ])
    expect(await second.stop()).toBe(true)
  })

  it('does not touch data of 18', async () => {
    const folder = await room()
    await (await start({ folder, durable: false })).stop()
    await expect(start({ folder, bin: DEBIAN })).rejects.toThrow(
      /holds data of PostgreSQL 18\. .*pg_dumpall with 18.*15\/bin is PostgreSQL 15/,
    )
  })
})
