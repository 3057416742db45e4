import type { TestGatewayOptions } from './test-gateway.ts'

export type WireStatus = { readonly [field: string]: unknown }

/** A provider that answers for its orders or its refunds in other words. */
export function withChangedStatus(
  what: 'order' | 'refund',
  inOtherWords: (told: WireStatus) => WireStatus,
): NonNullable<TestGatewayOptions['wire']> {
  return (provider) => async (url, init) => {
    const reply = await provider(url, init)
    const { pathname } = new URL(String(url instanceof Request ? url.url : url))
    const isTold = reply.ok && pathname.includes(`/${what}/`) && pathname.endsWith('/status')
    return isTold ? Response.json(inOtherWords((await reply.json()) as WireStatus)) : reply
  }
}
