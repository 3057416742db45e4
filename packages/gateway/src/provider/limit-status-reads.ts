import { createLimiter } from '../services/concurrency.ts'
import type { ProviderPort } from './provider-port.ts'

/** Status reads of the jobs of one process, and of repairs, that are in flight at the same time. */
const MAX_STATUS_READS = 6

/**
 * Limits the status reads of orders and refunds together, whichever jobs make them. Requests that move money never wait here, nor do the reads of
 * subscriptions, of which each in progress makes one at a time.
 */
export function limitStatusReads(provider: ProviderPort, limit = MAX_STATUS_READS): ProviderPort {
  const read = createLimiter(limit)
  const { standardCheckout, customCheckout, links, refunds, settlements } = provider
  return {
    ...provider,
    standardCheckout: {
      pay: (...order) => standardCheckout.pay(...order),
      createSdkOrder: (...order) => standardCheckout.createSdkOrder(...order),
      getOrderStatus: (which) => read(() => standardCheckout.getOrderStatus(which)),
    },
    customCheckout: {
      pay: (...order) => customCheckout.pay(...order),
      createSdkOrder: (...order) => customCheckout.createSdkOrder(...order),
      getOrderStatus: (which) => read(() => customCheckout.getOrderStatus(which)),
    },
    links: {
      ...links,
      getStatus: (which) => read(() => links.getStatus(which)),
    },
    refunds: {
      create: (...request) => refunds.create(...request),
      getStatus: (which) => read(() => refunds.getStatus(which)),
    },
    ...(settlements && {
      settlements: {
        list: (period) => settlements.list(period),
        get: (which) => read(() => settlements.get(which)),
      },
    }),
  }
}
