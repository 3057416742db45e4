import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { affectedBy, connection, followChanges, staleSince } from './live.ts'

describe('a live event', () => {
  it('about an order affects that order, its rows and the totals, and no other order', () => {
    const { keys, totals, rows } = affectedBy({ type: 'order', merchantOrderId: 'o-1', state: 'PENDING', version: 2 })
    expect(keys).toEqual([['order', 'o-1']])
    expect(totals).toContainEqual(['overview'])
    expect(rows).toContainEqual({ list: 'orders', id: 'o-1' })
    expect(rows.every(({ id }) => id === 'o-1')).toBe(true)
  })

  it('about a refund also affects its order, whose refundable amount changed', () => {
    const refund = { merchantRefundId: 'r-1', merchantOrderId: 'o-1', state: 'PENDING', version: 1 } as const
    const { keys, rows } = affectedBy({ type: 'refund', ...refund })
    expect(keys).toEqual([
      ['refund', 'r-1'],
      ['order', 'o-1'],
    ])
    expect(rows).toContainEqual({ list: 'orders', id: 'o-1' })
    expect(rows).toContainEqual({ list: 'ledger', id: 'o-1' })
  })

  it('about a call affects the order in whose timeline the call is', () => {
    const call = { type: 'call', callId: '7', endpoint: 'standardPay' } as const
    expect(affectedBy({ ...call, merchantOrderId: 'o-1' }).keys).toEqual([['order', 'o-1']])
    expect(affectedBy(call).keys).toEqual([])
    expect(affectedBy(call).rows).toEqual([{ list: 'calls', id: '7' }])
    // As a reader gets it who may not read the API log.
    const unknown = affectedBy({ type: 'call', merchantOrderId: 'o-1' })
    expect([unknown.keys, unknown.rows]).toEqual([[['order', 'o-1']], []])
  })

  it('about a delivery affects its order, whose page says whether your handler ran', () => {
    const { keys, rows } = affectedBy({ type: 'delivery', deliveryId: 'd-1', merchantOrderId: 'o-1' })
    expect(keys).toEqual([
      ['delivery', 'd-1'],
      ['order', 'o-1'],
    ])
    expect(rows).toEqual([{ list: 'deliveries', id: 'd-1' }])
  })

  it('of type hello affects nothing', () => {
    expect(affectedBy({ type: 'hello', cursor: 'a-1' })).toEqual({ keys: [], totals: [], rows: [] })
  })
})

describe('the live stream', () => {
  class Source {
    static opened: Source[] = []
    static readonly CLOSED = 2
    readyState = 1
    readonly listeners = new Map<string, (message: { data: string }) => void>()
    constructor() {
      Source.opened.push(this)
    }
    addEventListener(type: string, listener: (message: { data: string }) => void) {
      this.listeners.set(type, listener)
    }
    removeEventListener() {}
    close() {
      this.readyState = 2
    }
    send(type: string, more: object = {}) {
      this.listeners.get(type)?.({ data: JSON.stringify({ type, ...more }) })
    }
  }
  const latest = () => Source.opened.at(-1) as Source
  let stop = () => {}

  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('document', { baseURI: 'http://127.0.0.1:3000/admin/' })
    vi.stubGlobal('EventSource', Source)
    Source.opened = []
    stop = followChanges(new QueryClient())
  })
  afterEach(() => {
    stop()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  /** Lets time pass, in which the gateway sends its beats. */
  const beating = async (seconds: number) => {
    for (let n = 0; n < seconds; n += 1) {
      await vi.advanceTimersByTimeAsync(1_000)
      latest().send('beat')
    }
  }

  it('is live for as long as the gateway sends its beats', async () => {
    latest().send('hello', { cursor: 'a-1' })
    await beating(60)
    expect([connection.get(), staleSince.get(), Source.opened.length]).toEqual(['live', undefined, 1])
  })

  it('is not live any more when a gateway that hangs has sent nothing for three seconds', async () => {
    latest().send('hello', { cursor: 'a-1' })
    const lastMs = Date.now()
    await vi.advanceTimersByTimeAsync(3_000)
    expect([connection.get(), staleSince.get()]).toEqual(['reconnecting', lastMs])
    await vi.advanceTimersByTimeAsync(8_000)
    expect(connection.get()).toBe('offline')
  })

  it('is live again, without another stream, when the gateway goes on', async () => {
    latest().send('hello', { cursor: 'a-1' })
    await vi.advanceTimersByTimeAsync(5_000)
    latest().send('beat')
    expect([connection.get(), staleSince.get(), Source.opened.length]).toEqual(['live', undefined, 1])
  })

  it('is opened again when nothing comes, also of one that never greets', async () => {
    await vi.advanceTimersByTimeAsync(20_000)
    expect(Source.opened.length).toBe(2)
    expect(Source.opened[0]?.readyState).toBe(2)
    expect(connection.get()).toBe('offline')
    latest().send('hello', { cursor: 'a-1' })
    expect(connection.get()).toBe('live')
  })
})
