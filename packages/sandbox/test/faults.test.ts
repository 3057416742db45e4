import { describe, expect, test } from 'vitest'
import { control, setUp, standardOrder } from './helpers.ts'

describe('faults', () => {
  test.each([
    [{ profile: '__proto__' }, 'profile'],
    [{ profile: 'festival day' }, 'profile'],
    [{ kind: 'latency' }, 'kind is not a known field'],
    [{ rules: {} }, 'rules must be a list'],
    [{ rules: [null] }, 'rules[0] must be an object'],
    [{ rules: [{ rate: 1 }] }, 'rules[0].kind'],
    [{ rules: [{ kind: 'status' }] }, 'rules[0].status is required'],
    [{ rules: [{ kind: 'status', status: '503' }] }, 'rules[0].status'],
    [{ rules: [{ kind: 'reset' }, { kind: 'latency', delayMs: '50' }] }, 'rules[1].delayMs'],
    [{ rules: [{ kind: 'reset', endpoints: 'standardPay' }] }, 'rules[0].endpoints must be a list'],
    [{ rules: [{ kind: 'reset', endpoints: ['pay'] }] }, 'standardPay'],
    [{ rules: [{ kind: 'reset', times: -1 }] }, 'rules[0].times'],
    [{ rules: [{ kind: 'reset', rate: 1.1 }] }, 'rules[0].rate'],
    [{ rules: [{ kind: 'reset', probability: 1 }] }, 'rules[0].probability is not a known field'],
    [{ callbacks: 5 }, 'callbacks must be an object'],
    [{ callbacks: { duplicateRate: 'often' } }, 'callbacks.duplicateRate'],
    [{ rules: [{ kind: 'status', status: 503, contentType: 'text/html\r\nx: y' }] }, 'rules[0].contentType'],
    [{ seed: 5 }, 'seed must be a string'],
  ])('refuses %j with the field %s, and keeps the active faults', async (wanted, named) => {
    const { sandbox } = setUp({ profile: 'token-outage' })
    const refused = await control(sandbox).post('/faults', wanted)
    expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
    expect(refused.body.message).toContain(named)
    expect((await control(sandbox).get('/faults')).body.profile).toBe('token-outage')
  })

  test.each([204, 205, 304])('status %d has no body, also where the rule names one', async (status) => {
    const { sandbox, get } = setUp()
    for (const body of [undefined, 'text']) {
      const rule = { kind: 'status' as const, status, endpoints: ['standardOrderStatus'], ...(body && { body }) }
      await sandbox.setFaults({ rules: [rule] })
      expect(await get('/checkout/v2/order/none/status')).toMatchObject({ status, body: '' })
    }
  })

  test('in a process: latency, status, connection resets and changed bodies', async () => {
    const slept: number[] = []
    const { sandbox, get, post } = setUp({ sleep: async (ms) => void slept.push(ms) })
    await get('/checkout/v2/order/none/status')
    const under = async (rule: object) => {
      await sandbox.setFaults({ rules: [{ endpoints: ['standardOrderStatus'], ...rule } as never] })
      return get('/checkout/v2/order/none/status')
    }
    expect(await under({ kind: 'latency', delayMs: 700 })).toMatchObject({ status: 400 })
    expect(slept).toEqual([700])
    const limited = await under({ kind: 'status', status: 429, retryAfterSec: 7 })
    expect(limited).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    expect(limited.headers.get('retry-after')).toBe('7')
    expect(await under({ kind: 'status', status: 503 })).toMatchObject({ status: 503, body: 'R999' })
    expect((await under({ kind: 'status', status: 502 })).headers.get('content-type')).toContain('text/html')
    expect((await under({ kind: 'empty' })).body).toBe('')
    expect((await under({ kind: 'truncated' })).body).toMatch(/^\{"success/)
    expect((await under({ kind: 'wrong-content-type' })).headers.get('content-type')).toContain('text/html')
    expect((await under({ kind: 'slow-body', delayMs: 30 })).body.code).toBe('INVALID_MERCHANT_ORDER_ID')
    expect(slept).toEqual([700, 30])
    const cut = await under({ kind: 'reset' }).catch((error: unknown) => error)
    expect(cut).toBeInstanceOf(TypeError)
    expect(cut).toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNRESET' } })
    await sandbox.setFaults({ rules: [{ kind: 'lost-reply', endpoints: ['standardPay'], times: 1 }] })
    await expect(post('/checkout/v2/pay', standardOrder('lost'))).rejects.toThrow('fetch failed')
    expect((await get('/checkout/v2/order/lost/status')).status).toBe(200)
    const faults = sandbox.journal().flatMap((entry) => entry.fault ?? [])
    expect(faults).toContain('lost-reply')
  })

  test('apply to a share of the calls, to the same ones for the same seed', async () => {
    const affectedCalls = async (seed: string) => {
      const { sandbox, get } = setUp({ seed })
      await sandbox.setFaults({
        rules: [{ kind: 'status', status: 500, rate: 0.3, endpoints: ['standardOrderStatus'] }],
      })
      const statuses: number[] = []
      for (let call = 0; call < 100; call++) statuses.push((await get('/checkout/v2/order/none/status')).status)
      return statuses.map((status) => (status === 500 ? 1 : 0)).join('')
    }
    const first = await affectedCalls('a')
    expect(await affectedCalls('a')).toBe(first)
    expect(await affectedCalls('b')).not.toBe(first)
    const share = first.split('1').length - 1
    expect(share).toBeGreaterThan(15)
    expect(share).toBeLessThan(45)
  })

  test('profiles are listed, set, refused by name and cleared', async () => {
    const { sandbox } = setUp()
    const { get, post, send } = control(sandbox)
    const { profiles } = (await get('/faults')).body
    for (const { name } of profiles) expect((await post('/faults', { profile: name })).body.profile).toBe(name)
    expect((await post('/faults', { profile: 'nonsense' })).body.message).toMatch(/there are festival-day/)
    expect((await post('/faults', { rules: [{ kind: 'fire' }] })).body.message).toMatch(/there are latency/)
    expect((await post('/faults', { rules: [{ kind: 'status' }] })).status).toBe(400)
    expect((await post('/faults', { rules: [{ kind: 'reset', rate: 2 }] })).status).toBe(400)
    expect((await send('DELETE', '/faults')).body).toMatchObject({ rules: [], callbacks: {} })
  })

  test('token-outage refuses new tokens and keeps issued ones valid', async () => {
    const { sandbox, get, token } = setUp()
    await get('/checkout/v2/order/none/status')
    await sandbox.setFaults({ profile: 'token-outage' })
    expect(await token()).toBe('O-Bearer undefined')
    expect((await get('/checkout/v2/order/none/status')).status).toBe(400)
  })
})

test('an aborted fetch rejects at once with its reason', async () => {
  const { sandbox, token } = setUp({ sleep: () => new Promise(() => {}) })
  const authorization = await token()
  await sandbox.setFaults({ rules: [{ kind: 'latency' }] })
  const controller = new AbortController()
  const call = sandbox.fetch('http://x/checkout/v2/order/none/status', {
    headers: { authorization },
    signal: controller.signal,
  })
  controller.abort(new Error('enough'))
  await expect(call).rejects.toThrow('enough')
  await expect(sandbox.fetch('http://x/', { signal: controller.signal })).rejects.toThrow('enough')
})
