import type { PageView } from '@galla/contract/sandbox-api/page-routes'
import { beforeEach, describe, expect, it } from 'vitest'
import { viewOf } from '../../test/helpers/page-view.ts'
import type { PageClient, PageResponse } from './page-client.ts'
import { PageSession } from './session.ts'

/** A session with a client whose replies the test gives, and timers that the test fires. */
function setUp() {
  const requests: { route: string; reply: (response: PageResponse<PageView>) => void }[] = []
  const timers: { work: () => void; ms: number }[] = []
  let onPresenceChange = () => {}
  const presence = {
    active: true,
    online: true,
    subscribe(listener: () => void) {
      onPresenceChange = listener
      return () => {
        onPresenceChange = () => {}
      }
    },
  }
  const client = {
    call: (route: string) => new Promise((response) => requests.push({ route, reply: response })),
  } as unknown as PageClient
  const session = new PageSession({
    client,
    hasToken: true,
    presence,
    now: () => 0,
    schedule(work, ms) {
      const timer = { work, ms }
      timers.push(timer)
      return () => {
        const at = timers.indexOf(timer)
        if (at >= 0) timers.splice(at, 1)
      }
    },
  })
  return {
    session,
    requests,
    timers,
    changePresence: (change: Partial<Pick<typeof presence, 'active' | 'online'>> = {}) => {
      Object.assign(presence, change)
      onPresenceChange()
    },
    async reply(index: number, response: PageResponse<PageView>) {
      requests[index]?.reply(response)
      for (let turn = 0; turn < 3; turn++) await Promise.resolve()
    },
  }
}

const OPEN: PageResponse<PageView> = { kind: 'answer', body: viewOf({ pollAfterMs: 3_000 }) }
const NO_ANSWER: PageResponse<PageView> = { kind: 'no-answer' }

describe('PageSession', () => {
  let test: ReturnType<typeof setUp>
  beforeEach(() => {
    test = setUp()
  })

  it('requests the status at once, then after pollAfterMs', async () => {
    test.session.start()
    await test.reply(0, OPEN)
    expect(test.session.snapshot().session.phase).toBe('choose')
    expect(test.timers.map(({ ms }) => ms)).toEqual([3_000])
    test.timers[0]?.work()
    expect(test.requests).toHaveLength(2)
  })

  it('backs off up to 15 s while the provider does not answer', async () => {
    test.session.start()
    const delays: (number | undefined)[] = []
    for (let attempt = 0; attempt < 7; attempt++) {
      await test.reply(attempt, NO_ANSWER)
      delays.push(test.timers[0]?.ms)
      test.timers[0]?.work()
    }
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000])
  })

  it('schedules nothing while hidden, and requests the status when visible again', async () => {
    test.session.start()
    test.changePresence({ active: false })
    await test.reply(0, OPEN)
    expect(test.timers).toEqual([])
    test.changePresence({ active: true })
    expect(test.requests).toHaveLength(2)
  })

  it('reports the connection as down as soon as the device is offline', async () => {
    test.session.start()
    await test.reply(0, OPEN)
    test.changePresence({ active: false, online: false })
    expect(test.session.snapshot()).toMatchObject({ connection: 'down', session: { phase: 'choose' } })
    expect(test.timers).toEqual([])
  })

  it('ignores a status reply that a newer reply has overtaken', async () => {
    test.session.start()
    void test.session.act((client) => client.call('POST /attempts', { paymentMode: { type: 'UPI_QR' } }))
    const paid = viewOf({ order: { state: 'COMPLETED' } })
    await test.reply(1, { kind: 'answer', body: paid })
    await test.reply(0, OPEN)
    expect(test.session.snapshot().session.phase).toBe('done')
  })

  it('sends one request at a time', async () => {
    test.session.start()
    await test.reply(0, OPEN)
    const first = test.session.act((client) => client.call('GET /view'))
    expect(await test.session.act((client) => client.call('GET /view'))).toBe(false)
    await test.reply(1, OPEN)
    expect(await first).toBe(true)
    expect(test.requests).toHaveLength(2)
  })

  it('requests the status after a refusal, and keeps the refusal', async () => {
    test.session.start()
    await test.reply(0, OPEN)
    const accepted = test.session.act((client) => client.call('GET /view'))
    await test.reply(1, { kind: 'refused', status: 409, code: 'NOT_OFFERED', message: 'no' })
    expect(await accepted).toBe(false)
    await test.reply(2, OPEN)
    expect(test.session.snapshot()).toMatchObject({ sending: false, refusal: { code: 'NOT_OFFERED' } })
  })

  it('ends when the order is final', async () => {
    test.session.start()
    await test.reply(0, { kind: 'answer', body: viewOf({ order: { state: 'COMPLETED' } }) })
    expect(test.timers).toEqual([])
    test.changePresence()
    expect(test.requests).toHaveLength(1)
  })

  it('is unavailable when the provider does not know the token', async () => {
    test.session.start()
    await test.reply(0, { kind: 'refused', status: 401, code: 'INVALID_PAGE_TOKEN', message: '' })
    expect(test.session.snapshot().session).toEqual({ phase: 'unavailable', reason: 'not-found' })
    expect(test.timers).toEqual([])
  })

  describe('a request of the payer', () => {
    const pay = () => test.session.act((client) => client.call('POST /attempts', { paymentMode: { type: 'UPI_QR' } }))
    beforeEach(async () => {
      test.session.start()
      await test.reply(0, OPEN)
    })

    it('without a usable answer is not repeated before the status says what became of it', async () => {
      const paid = pay()
      await test.reply(1, NO_ANSWER)
      expect(await paid).toBe(false)
      expect(await pay()).toBe(false)
      expect(test.timers.map(({ ms }) => ms)).toEqual([1_000])
      test.timers[0]?.work()
      expect(test.requests.map(({ route }) => route)).toEqual(['GET /view', 'POST /attempts', 'GET /view'])
      await test.reply(2, OPEN)
      expect(test.session.snapshot()).toMatchObject({ sending: false, connection: 'up' })
      void pay()
      expect(test.requests).toHaveLength(4)
    })

    it('is not repeated while the reply of an earlier status check arrives', async () => {
      void test.session.refresh()
      void pay()
      await test.reply(1, OPEN)
      expect(test.session.snapshot().sending).toBe(true)
      expect(await pay()).toBe(false)
    })

    it('whose answer a status check has overtaken ends with the next status', async () => {
      void pay()
      void test.session.refresh()
      await test.reply(2, OPEN)
      await test.reply(1, OPEN)
      expect(test.requests.map(({ route }) => route)).toEqual(['GET /view', 'POST /attempts', 'GET /view', 'GET /view'])
      await test.reply(3, OPEN)
      expect(test.session.snapshot().sending).toBe(false)
    })

    it('without a usable answer is looked up when the payer returns to the page', async () => {
      void pay()
      test.changePresence({ active: false })
      await test.reply(1, NO_ANSWER)
      expect(test.timers).toEqual([])
      test.changePresence({ active: true })
      await test.reply(2, OPEN)
      expect(test.session.snapshot().sending).toBe(false)
    })
  })

  it('goes on asking after a reply that the page cannot read', async () => {
    test.session.start()
    await test.reply(0, OPEN)
    void test.session.refresh()
    await test.reply(1, { kind: 'answer', body: {} as PageView })
    expect(test.session.snapshot()).toMatchObject({ connection: 'down', session: { phase: 'choose' } })
    expect(test.timers.map(({ ms }) => ms)).toEqual([1_000])
  })
})
