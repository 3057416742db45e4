/** Orders of this reference are those of the step "Failing handler" of the console's guide. */
const REFERENCE = 'guide-failing-handler-'

/** The first delays after which the gateway tries a failed delivery again by itself. */
const DELAYS_MS = [1_000, 5_000, 30_000, 120_000]

/**
 * A parcel service that refuses the guide's orders until a person retries the delivery: an attempt before its time is one that was asked
 * for. The fifth attempt succeeds in any case, so that no delivery stays behind.
 * @param {() => number} now the gateway's clock
 * @returns {(order: { merchantOrderId: string, reference: string }) => void} throws while it refuses
 */
export function failingParcels(now) {
  /** @type {Map<string, { failures: number, nextAtMs: number }>} */
  const refused = new Map()
  return ({ merchantOrderId, reference }) => {
    if (!reference.startsWith(REFERENCE)) return
    const { failures, nextAtMs } = refused.get(merchantOrderId) ?? { failures: 0, nextAtMs: 0 }
    const delayMs = DELAYS_MS[failures]
    if (delayMs === undefined || now() < nextAtMs) return
    refused.set(merchantOrderId, { failures: failures + 1, nextAtMs: now() + delayMs })
    throw new Error('The parcel service is not reachable. Press Retry now: the demo then reaches it.')
  }
}
