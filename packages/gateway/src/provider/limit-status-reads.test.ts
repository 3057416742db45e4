import { describe, expect, it } from 'vitest'
import { limitStatusReads } from './limit-status-reads.ts'
import type { ProviderPort } from './provider-port.ts'

describe('limitStatusReads', () => {
  it('passes on how a call is sent: without it, the client may repeat a refund, or send it too late', async () => {
    const seen: unknown[] = []
    const record = async (...given: unknown[]) => void seen.push(given)
    const checkout = { pay: record, createSdkOrder: record, getOrderStatus: record }
    const provider = {
      standardCheckout: checkout,
      customCheckout: checkout,
      refunds: { create: record, getStatus: record },
    } as unknown as ProviderPort
    const { standardCheckout, customCheckout, refunds } = limitStatusReads(provider)
    const options = { timeoutMs: 30_000, retry: 'off' } as const
    await standardCheckout.pay('order' as never, options)
    await customCheckout.pay('order' as never, options)
    await refunds.create('refund' as never, options)
    expect(seen).toEqual([
      ['order', options],
      ['order', options],
      ['refund', options],
    ])
  })
})
