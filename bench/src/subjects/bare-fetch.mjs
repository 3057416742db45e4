import { API_HEADERS, payBody } from '../lib/inputs.mjs'

/** The global fetch, as a careful merchant would use it. */
export async function prepare(origin) {
  const headers = { ...API_HEADERS, authorization: `O-Bearer ${'x'.repeat(180)}` }
  const call = async (path, init) => (await fetch(origin + path, { headers, ...init })).json()
  return {
    pay: (index) => call('/pg/checkout/v2/pay', { method: 'POST', body: JSON.stringify(payBody(index)) }),
    status: (index) => call(`/pg/checkout/v2/order/order-${index}/status?details=false`),
  }
}
