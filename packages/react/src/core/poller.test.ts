import { beforeEach, describe, expect, it } from 'vitest'
import type { Reply } from './payer-calls.ts'
import { createPoller } from './poller.ts'

interface Received {
  readonly kind: string
  readonly isChange: boolean
  readonly isChanging: boolean
}

/** A poller whose requests the test answers, whose timers it fires, and whose device it moves. */
function setUp() {
  const requests: { name: string; reply: (reply: Reply<string>) => Promise<void> }[] = []
  const timers: { work: () => void; ms: number }[] = []
  const received: Received[] = []
  const calls: string[] = []
  const record: { nextMs: number | undefined; isOver: boolean } = { nextMs: 3_000, isOver: false }
  const device = { active: true, online: true }
  let tell = () => {}
  const send = (name: string) => () =>
    new Promise<Reply<string>>((resolve) => {
      const reply = async (given: Reply<string>) => {
        resolve(given)
        for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
      }
      requests.push({ name, reply })
    })
  const poller = createPoller<string>(
    {
      status: send('status'),
      receive(reply, isChange, isChanging) {
        received.push({ kind: reply.kind === 'view' ? reply.view : reply.kind, isChange, isChanging })
        return reply.kind !== 'no-answer'
      },
      isOver: () => record.isOver,
      nextMs: () => record.nextMs,
      onPresence: (isActive) => calls.push(isActive ? 'in use' : 'out of use'),
      onAnswer: () => calls.push('answered'),
    },
    {
      presence: () => ({
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
      }),
      schedule(work, ms) {
        const timer = { work, ms }
        timers.push(timer)
        return () => {
          if (timers.includes(timer)) timers.splice(timers.indexOf(timer), 1)
        }
      },
    },
  )
  return {
    poller,
    requests,
    received,
    calls,
    record,
    change: () => poller.change(send('change')),
    names: () => requests.map(({ name }) => name),
    views: () => received.map(({ kind }) => kind),
    delays: () => timers.map(({ ms }) => ms),
    fire: () => timers.shift()?.work(),
    reply: (at: number, reply: Reply<string>) => requests[at]?.reply(reply) ?? expect.fail(`no request ${at}`),
    move(next: Partial<typeof device>) {
      Object.assign(device, next)
      tell()
    },
  }
}

const view = (text: string): Reply<string> => ({ kind: 'view', view: text })
const NO_ANSWER: Reply<string> = { kind: 'no-answer' }
const REFUSED: Reply<string> = { kind: 'refused', status: 409, code: 'CLOSED', message: '' }

let test: ReturnType<typeof setUp>
beforeEach(() => {
  test = setUp()
})

describe('listeners', () => {
  it('start the poller, and its end leaves no request planned', async () => {
    expect(test.names()).toEqual([])
    const leave = test.poller.subscribe(() => {})
    test.poller.subscribe(() => {})()
    expect(test.names()).toEqual(['status'])
    leave()
    expect(test.delays()).toEqual([0])
    test.fire()
    await test.reply(0, view('late'))
    expect(test.delays()).toEqual([])
    expect(test.calls).toEqual(['in use', 'out of use'])
  })

  it('that leave and return at once cost no second request', () => {
    test.poller.subscribe(() => {})()
    test.poller.subscribe(() => {})
    expect(test.names()).toEqual(['status'])
    expect(test.delays()).toEqual([])
  })

  it('send nothing where there is no usable token', async () => {
    const effects = { presence: expect.fail, schedule: expect.fail }
    const poller = createPoller(
      { status: undefined, receive: () => expect.fail(), isOver: () => false, nextMs: () => undefined },
      effects,
    )
    poller.subscribe(() => {})()
    await poller.check()
  })
})

describe('the next request', () => {
  beforeEach(() => {
    test.poller.subscribe(() => {})
  })

  it('follows the interval that the record names, and none follows where nothing is awaited', async () => {
    await test.reply(0, view('a'))
    expect(test.delays()).toEqual([3_000])
    test.fire()
    test.record.nextMs = undefined
    await test.reply(1, view('b'))
    expect(test.delays()).toEqual([])
  })

  it.each([-1, 0, 499, Number.NaN, '20' as never])('is at least half a second away: %s', async (nextMs) => {
    test.record.nextMs = nextMs
    await test.reply(0, view('a'))
    expect(test.delays()).toEqual([500])
  })

  it('waits up to 15 s while no reply can be used, and not after one that can', async () => {
    const delays: number[] = []
    for (let at = 0; at < 6; at += 1) {
      await test.reply(at, NO_ANSWER)
      delays.push(...test.delays())
      test.fire()
    }
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
    expect(test.calls).toEqual(['in use'])
    await test.reply(6, view('a'))
    expect(test.delays()).toEqual([3_000])
    expect(test.calls).toEqual(['in use', 'answered'])
  })

  it('pauses while the page is hidden, and is sent at once when the payer returns', async () => {
    await test.reply(0, view('a'))
    test.move({ active: false })
    expect(test.delays()).toEqual([])
    test.move({ active: true })
    expect(test.names()).toEqual(['status', 'status'])
    await test.reply(1, view('b'))
    test.record.isOver = true
    test.move({ active: true })
    expect(test.names()).toHaveLength(2)
  })

  it('is no answer while the device is offline', () => {
    test.move({ active: false, online: false })
    expect(test.views()).toEqual(['no-answer'])
  })
})

describe('a reply', () => {
  beforeEach(async () => {
    test.poller.subscribe(() => {})
    await test.reply(0, view('first'))
  })

  it('that a pushed view has overtaken is dropped', async () => {
    void test.poller.check()
    test.poller.push('pushed')
    await test.reply(1, view('old'))
    expect(test.views()).toEqual(['first', 'pushed'])
    expect(test.delays()).toEqual([3_000])
  })

  it('to a change returns its view, and drops replies to requests from before the change', async () => {
    void test.poller.check()
    const changed = test.change()
    await test.reply(2, view('changed'))
    expect(await changed).toBe('changed')
    await test.reply(1, view('old'))
    expect(test.received.slice(1)).toEqual([{ kind: 'changed', isChange: true, isChanging: false }])
  })

  it('to a status check says that a change is in flight', async () => {
    void test.change()
    void test.poller.check()
    await test.reply(2, view('meanwhile'))
    expect(test.received.at(-1)).toEqual({ kind: 'meanwhile', isChange: false, isChanging: true })
  })

  it('that refuses a change is followed by a status check', async () => {
    const changed = test.change()
    await test.reply(1, REFUSED)
    expect(await changed).toBeUndefined()
    expect(test.names()).toEqual(['status', 'change', 'status'])
  })
})

it('a payer who returns while a change is in flight waits for its reply', async () => {
  test.poller.subscribe(() => {})
  await test.reply(0, view('first'))
  const changed = test.change()
  test.move({ active: true })
  expect(test.names()).toEqual(['status', 'change'])
  await test.reply(1, NO_ANSWER)
  expect(await changed).toBeUndefined()
  expect(test.delays()).toEqual([1_000])
})
