import { describe, expect, it } from 'vitest'
import { subscriptionView } from '../../test/helpers/subscription-view.ts'
import type { Presence } from '../core/browser.ts'
import type { SubscriptionResponse } from './subscription-client.ts'
import { createSubscriptionSession } from './subscription-session.ts'

const VIEW = (over = {}): SubscriptionResponse => ({ kind: 'view', view: subscriptionView(over) })
const NO_ANSWER: SubscriptionResponse = { kind: 'no-answer' }
const refusal = (status: number): SubscriptionResponse => ({ kind: 'refused', status, code: 'X', message: '' })

/** A session whose requests the test answers, and whose timers it runs. */
function openSession() {
  const requests: { readonly name: string; readonly answer: (response: SubscriptionResponse) => Promise<void> }[] = []
  const timers = new Map<() => void, number>()
  const ask = (name: string) =>
    new Promise<SubscriptionResponse>((resolve) => {
      requests.push({
        name,
        async answer(response) {
          resolve(response)
          await new Promise((settled) => setImmediate(settled))
        },
      })
    })
  let tell = () => {}
  const device = { active: true, online: true }
  const presence: Presence = {
    get active() {
      return device.active
    },
    get online() {
      return device.online
    },
    subscribe(onChange) {
      tell = onChange
      return () => {
        tell = () => {}
      }
    },
  }
  const session = createSubscriptionSession({
    client: { status: () => ask('status'), change: ask },
    presence: () => presence,
    schedule(work, ms) {
      timers.set(work, ms)
      return () => timers.delete(work)
    },
  })
  const names = () => requests.map(({ name }) => name)
  const latest = () => requests.at(-1) ?? expect.fail('no request was sent')
  const waits = () => [...timers.values()]
  const runTimers = () => {
    for (const work of [...timers.keys()]) {
      timers.delete(work)
      work()
    }
  }
  const move = (next: Partial<typeof device>) => {
    Object.assign(device, next)
    tell()
  }
  return { session, names, latest, waits, runTimers, move, requests }
}

describe('the session of a subscription', () => {
  it('sends nothing before somebody subscribes, and shows the first reply', async () => {
    const { session, names, latest } = openSession()
    expect(names()).toEqual([])
    session.subscribe(() => {})
    expect(session.snapshot().phase).toBe('loading')
    await latest().answer(VIEW())
    expect(session.snapshot()).toMatchObject({ phase: 'shown', connection: 'up', subscription: { state: 'ACTIVE' } })
  })

  it('asks again after the interval of the gateway, and not where nothing is awaited', async () => {
    const { session, latest, waits, runTimers } = openSession()
    session.subscribe(() => {})
    await latest().answer(VIEW({ state: 'CREATED', pollAfterMs: 3_000 }))
    expect(waits()).toEqual([3_000])
    runTimers()
    await latest().answer(VIEW())
    expect(waits()).toEqual([])
  })

  it('asks again with growing pauses while the gateway does not answer, and keeps what it showed', async () => {
    const { session, latest, waits, runTimers } = openSession()
    session.subscribe(() => {})
    await latest().answer(VIEW())
    void session.refresh()
    await latest().answer(NO_ANSWER)
    expect(session.snapshot()).toMatchObject({ phase: 'shown', connection: 'down' })
    expect(waits()).toEqual([1_000])
    runTimers()
    await latest().answer(NO_ANSWER)
    expect(waits()).toEqual([2_000])
    runTimers()
    await latest().answer(VIEW())
    expect(session.snapshot().connection).toBe('up')
  })

  it('sends one change at a time, and shows its result', async () => {
    const { session, names, latest } = openSession()
    session.subscribe(() => {})
    await latest().answer(VIEW())
    void session.change('pause')
    void session.change('cancel')
    expect(names()).toEqual(['status', 'pause'])
    expect(session.snapshot().sending).toBe('pause')
    await latest().answer(VIEW({ state: 'PAUSED' }))
    expect(session.snapshot()).toMatchObject({ subscription: { state: 'PAUSED' }, refused: false })
    expect(session.snapshot().sending).toBeUndefined()
  })

  it('after a change without an answer, waits for the next reply before another change', async () => {
    const { session, names, latest, runTimers } = openSession()
    session.subscribe(() => {})
    await latest().answer(VIEW())
    void session.change('cancel')
    await latest().answer(NO_ANSWER)
    expect(session.snapshot()).toMatchObject({ sending: 'cancel', connection: 'down' })
    void session.change('pause')
    expect(names()).toEqual(['status', 'cancel'])
    runTimers()
    await latest().answer(VIEW({ state: 'CANCELLED' }))
    expect(session.snapshot()).toMatchObject({ subscription: { state: 'CANCELLED' }, connection: 'up' })
    expect(session.snapshot().sending).toBeUndefined()
  })

  it('ignores the reply to a request from before a change', async () => {
    const { session, requests, latest } = openSession()
    session.subscribe(() => {})
    await latest().answer(VIEW())
    void session.refresh()
    const before = latest()
    void session.change('pause')
    await latest().answer(VIEW({ state: 'PAUSED' }))
    await before.answer(VIEW({ state: 'ACTIVE' }))
    expect(session.snapshot().subscription?.state).toBe('PAUSED')
    expect(requests).toHaveLength(3)
  })

  it('says that a change was refused, and shows what the subscription is now', async () => {
    const { session, names, latest } = openSession()
    session.subscribe(() => {})
    await latest().answer(VIEW())
    void session.change('pause')
    await latest().answer(refusal(409))
    expect(names()).toEqual(['status', 'pause', 'status'])
    await latest().answer(VIEW({ state: 'CANCELLED' }))
    expect(session.snapshot()).toMatchObject({ refused: true, subscription: { state: 'CANCELLED' } })
  })

  it('ends when the token opens nothing any more', async () => {
    const { session, latest, waits } = openSession()
    session.subscribe(() => {})
    await latest().answer(refusal(401))
    expect(session.snapshot()).toEqual({ phase: 'unavailable', connection: 'up', refused: false })
    expect(waits()).toEqual([])
  })

  it('sends nothing while the page is hidden, and asks at once when the payer returns', async () => {
    const { session, names, latest, waits, move } = openSession()
    session.subscribe(() => {})
    await latest().answer(VIEW({ state: 'CREATED', pollAfterMs: 3_000 }))
    move({ active: false })
    expect(waits()).toEqual([])
    move({ active: true })
    expect(names()).toEqual(['status', 'status'])
  })

  it('is unavailable without a token, and sends nothing', () => {
    const session = createSubscriptionSession({ client: undefined, presence: expect.fail, schedule: expect.fail })
    session.subscribe(() => {})
    expect(session.snapshot().phase).toBe('unavailable')
  })
})
