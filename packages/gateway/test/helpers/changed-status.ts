import type { TestGatewayOptions } from './test-gateway.ts'

export type WireStatus = { readonly [field: string]: unknown }

/** Wraps the provider so that each successful order or refund status response is changed by `change`. */
export function withChangedStatus(
  resource: 'order' | 'refund',
  change: (status: WireStatus) => WireStatus,
): NonNullable<TestGatewayOptions['wrapProvider']> {
  return (provider) => async (url, init) => {
    const response = await provider(url, init)
    const { pathname } = new URL(String(url instanceof Request ? url.url : url))
    const isStatus = response.ok && pathname.includes(`/${resource}/`) && pathname.endsWith('/status')
    return isStatus ? Response.json(change((await response.json()) as WireStatus)) : response
  }
}
