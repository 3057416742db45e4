import type { LiveEvent } from '@galla/contract/gateway-api/live-events'
import { describe, expect, it } from 'vitest'
import { liveMessages, readLiveMessage } from './live-message.ts'

const refund = (id: string): LiveEvent => ({
  type: 'refund',
  merchantRefundId: id,
  merchantOrderId: id,
  state: 'REQUESTED',
  version: 1,
})
const callback = (id: number): LiveEvent => ({ type: 'callback', callbackId: String(id), verdict: 'accepted' })

describe('live messages', () => {
  it.each([
    ['of the shortest ids', Array.from({ length: 400 }, (_, at) => callback(at))],
    ['of the longest ids', Array.from({ length: 60 }, (_, at) => refund(`${'x'.repeat(60)}${at + 100}`))],
    ['of characters with several bytes', Array.from({ length: 60 }, (_, at) => refund(`${'र'.repeat(60)}${at + 100}`))],
    ['of one', [callback(1)]],
    ['of none', []],
  ])('bring every event in its order, and none is too long for PostgreSQL: %s', (_, events) => {
    const messages = liveMessages(events, 'one')
    expect(messages.flatMap((message) => readLiveMessage(message, 'two'))).toEqual(events)
    expect(messages.filter((message) => Buffer.byteLength(message) >= 8_000)).toEqual([])
    expect(messages.length).toBeLessThanOrEqual(events.length)
  })

  it('of their own process are not read', () => {
    const [message] = liveMessages([callback(1)], 'one')
    expect(readLiveMessage(message, 'one')).toEqual([])
  })
})
