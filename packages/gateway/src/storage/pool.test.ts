import { describe, expect, it } from 'vitest'
import { waitUntilReady } from './pool.ts'

/** A pool whose queries fail with these errors, one after the other, and then succeed. */
function poolThatFails(...codes: readonly string[]) {
  const left = [...codes]
  let calls = 0
  const query = async () => {
    calls += 1
    const code = left.shift()
    if (code !== undefined) throw Object.assign(new Error(code), { code })
    return { rows: [] }
  }
  return { pool: { query } as unknown as Parameters<typeof waitUntilReady>[0], calls: () => calls }
}

describe('waitUntilReady', () => {
  it.each(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', '57P03'])(
    'asks again while a server that was killed starts again: %s',
    async (code) => {
      const { pool, calls } = poolThatFails(code, code)
      await waitUntilReady(pool, { awayMs: 60_000 })
      expect(calls()).toBe(3)
    },
  )

  it('gives up on a server that is away for longer', async () => {
    const { pool, calls } = poolThatFails('ECONNREFUSED')
    await expect(waitUntilReady(pool, { awayMs: 0 })).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    expect(calls()).toBe(1)
  })

  it.each(['28P01', 'ENOTFOUND', '3D000'])('throws any other error at once: %s', async (code) => {
    const { pool, calls } = poolThatFails(code)
    await expect(waitUntilReady(pool, { awayMs: 60_000 })).rejects.toMatchObject({ code })
    expect(calls()).toBe(1)
  })
})
