import type { GatewayContext } from '../../src/context.ts'
import type { Database, Queries } from '../../src/storage/database.ts'
import { orderBatches } from '../../src/storage/orders/order-batches.ts'

/** Calls of a process's databases and provider: `fault` is called before and after each, a transaction and each of its statements too. */
export function withFaults(context: GatewayContext, fault: (when: 'before' | 'after') => void): GatewayContext {
  const wrapped = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    fault('before')
    const result = await work()
    fault('after')
    return result
  }
  const queries = (on: Queries): Queries => ({
    dataKeys: on.dataKeys,
    query: (statement) => wrapped(() => on.query(statement)),
  })
  const databaseOf = (database: Database): Database => ({
    ...queries(database),
    transaction: (work, queueKey) => wrapped(() => database.transaction((tx) => work(queries(tx)), queueKey)),
    connections: database.connections,
    close: () => database.close(),
  })
  const { provider } = context
  const { standardCheckout, customCheckout, links, refunds } = provider
  const database = databaseOf(context.database)
  return {
    ...context,
    database,
    orderBatches: orderBatches(database, () => context.clock.now()),
    callbackDatabase: databaseOf(context.callbackDatabase),
    handlerDatabase: databaseOf(context.handlerDatabase),
    reads: () => database,
    provider: {
      ...provider,
      standardCheckout: {
        pay: (...order) => wrapped(() => standardCheckout.pay(...order)),
        createSdkOrder: (...order) => wrapped(() => standardCheckout.createSdkOrder(...order)),
        getOrderStatus: (...which) => wrapped(() => standardCheckout.getOrderStatus(...which)),
      },
      customCheckout: {
        pay: (...order) => wrapped(() => customCheckout.pay(...order)),
        createSdkOrder: (...order) => wrapped(() => customCheckout.createSdkOrder(...order)),
        getOrderStatus: (...which) => wrapped(() => customCheckout.getOrderStatus(...which)),
      },
      links: {
        create: (...link) => wrapped(() => links.create(...link)),
        getStatus: (...which) => wrapped(() => links.getStatus(...which)),
        notify: (...which) => wrapped(() => links.notify(...which)),
        cancel: (...which) => wrapped(() => links.cancel(...which)),
      },
      refunds: {
        create: (...refund) => wrapped(() => refunds.create(...refund)),
        getStatus: (...which) => wrapped(() => refunds.getStatus(...which)),
      },
    },
  }
}

/** Kills the process at the `at`-th fault point, from 0: everything it does afterwards fails too, and it records nothing. */
export function dyingAt(context: GatewayContext, at: number): { process: GatewayContext; died: () => boolean } {
  let reached = 0
  let isDead = false
  const process = withFaults(context, () => {
    if (reached >= at) {
      isDead = true
      throw new Error('killed')
    }
    reached += 1
  })
  return { process, died: () => isDead }
}
