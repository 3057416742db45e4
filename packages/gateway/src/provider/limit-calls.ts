import type { ProviderPort } from './provider-port.ts'

/** Calls of the workers of one process that are in flight at the same time. */
export const WORKER_CALLS = { statusReads: 6, refunds: 4 } as const

/** Limits the calls, whichever jobs make them: status reads of orders and refunds share one limit, refund requests have another. */
export function limitCalls(
  provider: ProviderPort,
  { statusReads, refunds }: { statusReads: number; refunds: number } = WORKER_CALLS,
): ProviderPort {
  const read = createLimiter(statusReads)
  const refund = createLimiter(refunds)
  const { standardCheckout, customCheckout } = provider
  return {
    ...provider,
    standardCheckout: {
      ...standardCheckout,
      getOrderStatus: (which) => read(() => standardCheckout.getOrderStatus(which)),
    },
    customCheckout: {
      ...customCheckout,
      getOrderStatus: (which) => read(() => customCheckout.getOrderStatus(which)),
    },
    refunds: {
      create: (request) => refund(() => provider.refunds.create(request)),
      getStatus: (which) => read(() => provider.refunds.getStatus(which)),
    },
  }
}

/** Runs what it is given, at most `limit` at a time, in the order of the calls. */
function createLimiter(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const queue: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => queue.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The slot goes to the next in the queue.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
