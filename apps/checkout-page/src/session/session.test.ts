import type { PageView } from '@galla/contract/sandbox-api/page-routes'
import { beforeEach, describe, expect, it } from 'vitest'
import { viewOf } from '../../test/helpers/page-view.ts'
import type { Answer, PageClient } from './page-client.ts'
import { SessionDriver } from './session.ts'

/** A provider whose answers the test gives by hand, and a clock that stands until it is moved. */
function desk() {
  const asked: { route: string; answer: (answer: Answer<PageView>) => void }[] = []
  const timers: { work: () => void; ms: number }[] = []
  let changed = () => {}
  const presence = {
    here: true,
    online: true,
    watch(listener: () => void) {
      changed = listener
      return () => {
        changed = () => {}
      }
    },
  }
  const client = {
    call: (route: string) => new Promise((answer) => asked.push({ route, answer })),
  } as unknown as PageClient
  const driver = new SessionDriver({
    client,
    hasToken: true,
    presence,
    now: () => 0,
    later(work, ms) {
      const timer = { work, ms }
      timers.push(timer)
      return () => {
        const at = timers.indexOf(timer)
        if (at >= 0) timers.splice(at, 1)
      }
    },
  })
  return {
    driver,
    asked,
    timers,
    presence,
    notice: () => changed(),
    async answer(index: number, answer: Answer<PageView>) {
      asked[index]?.answer(answer)
      await Promise.resolve()
      await Promise.resolve()
      await Promise.resolve()
    },
  }
}

const open: Answer<PageView> = { kind: 'answer', reply: viewOf({ pollAfterMs: 3_000 }) }
const lost: Answer<PageView> = { kind: 'lost' }

describe('SessionDriver', () => {
  let room: ReturnType<typeof desk>
  beforeEach(() => {
    room = desk()
  })

  it('asks at once, then in the provider’s rhythm', async () => {
    room.driver.start()
    await room.answer(0, open)
    expect(room.driver.snapshot().session.phase).toBe('choose')
    expect(room.timers.map(({ ms }) => ms)).toEqual([3_000])
    room.timers[0]?.work()
    expect(room.asked).toHaveLength(2)
  })

  it('waits longer after each look that nobody answered, and never hammers', async () => {
    room.driver.start()
    const waits: (number | undefined)[] = []
    for (let look = 0; look < 7; look++) {
      await room.answer(look, lost)
      waits.push(room.timers[0]?.ms)
      room.timers[0]?.work()
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000])
  })

  it('plans nothing while hidden, and looks at once when seen again', async () => {
    room.driver.start()
    room.presence.here = false
    await room.answer(0, open)
    expect(room.timers).toEqual([])
    room.presence.here = true
    room.notice()
    expect(room.asked).toHaveLength(2)
  })

  it('shows a lost line as soon as the network is gone', async () => {
    room.driver.start()
    await room.answer(0, open)
    Object.assign(room.presence, { here: false, online: false })
    room.notice()
    expect(room.driver.snapshot()).toMatchObject({ line: 'down', session: { phase: 'choose' } })
    expect(room.timers).toEqual([])
  })

  it('does not let an old look overwrite a newer answer', async () => {
    room.driver.start()
    void room.driver.act((client) => client.call('POST /attempts', { paymentMode: { type: 'UPI_QR' } }))
    const paid = viewOf({ order: { state: 'COMPLETED' } })
    await room.answer(1, { kind: 'answer', reply: paid })
    await room.answer(0, open)
    expect(room.driver.snapshot().session.phase).toBe('done')
  })

  it('sends one thing at a time', async () => {
    room.driver.start()
    await room.answer(0, open)
    const first = room.driver.act((client) => client.call('GET /view'))
    expect(await room.driver.act((client) => client.call('GET /view'))).toBe(false)
    await room.answer(1, open)
    expect(await first).toBe(true)
    expect(room.asked).toHaveLength(2)
  })

  it('looks where the order stands when something was refused, and keeps the reason', async () => {
    room.driver.start()
    await room.answer(0, open)
    const taken = room.driver.act((client) => client.call('GET /view'))
    await room.answer(1, { kind: 'refused', status: 409, code: 'NOT_OFFERED', message: 'no' })
    expect(await taken).toBe(false)
    await room.answer(2, open)
    expect(room.driver.snapshot()).toMatchObject({ sending: false, refusal: { code: 'NOT_OFFERED' } })
  })

  it('stops for good when the order is over', async () => {
    room.driver.start()
    await room.answer(0, { kind: 'answer', reply: viewOf({ order: { state: 'COMPLETED' } }) })
    expect(room.timers).toEqual([])
    room.notice()
    expect(room.asked).toHaveLength(1)
  })

  it('does not know an order that the provider does not know', async () => {
    room.driver.start()
    await room.answer(0, { kind: 'refused', status: 401, code: 'INVALID_PAGE_TOKEN', message: '' })
    expect(room.driver.snapshot().session).toEqual({ phase: 'broken', why: 'not-found' })
    expect(room.timers).toEqual([])
  })
})
