import type { Galla } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import type { GatewayContext } from '../src/context.ts'
import { FLIGHT_MS } from '../src/domain/limits.ts'
import type { GatewaySettings } from '../src/index.ts'
import { JOBS } from '../src/workers/jobs.ts'
import { json, refundOf, replaceRefundResponses, withPaidOrder, withProcesses } from './helpers/paid-order.ts'
import { setupTestGateways } from './helpers/test-gateway.ts'

const createGatewayWithPaidOrder = withPaidOrder(setupTestGateways())

/** Sends the refund `r-1` with a client that `create` changes, while the provider refuses each request. */
const sendWith = async (create: (client: Galla, ...given: Parameters<Galla['refunds']['create']>) => unknown) => {
  const testGateway = await createGatewayWithPaidOrder({
    wrapProvider: replaceRefundResponses((call) =>
      call === 'create' ? json({ code: 'BAD_REQUEST', message: 'No' }, 400) : undefined,
    ),
  })
  const { settings, gateway } = testGateway
  await gateway.refunds.request(refundOf('r-1'))
  const changed: GatewaySettings['client'] = (ports) => {
    const client = (settings.client as (given: typeof ports) => Galla)(ports)
    const refunds = {
      ...client.refunds,
      create: (...given: Parameters<typeof client.refunds.create>) => create(client, ...given),
    }
    return Object.create(client, { refunds: { value: refunds } })
  }
  await withProcesses({ ...testGateway, settings: { ...settings, client: changed } }, 1, async ([context]) => {
    await JOBS['send-refunds'](context as GatewayContext)
  })
  return gateway.refunds.get('r-1')
}

describe('a refund', () => {
  it.each([
    [1, { state: 'FAILED' }],
    [2, { state: 'REQUESTED', inDoubt: true }],
  ])('that is refused after %i requests of one call of the client ends as %j', async (attempts, ended) => {
    const sent = sendWith(async (client, ...given) => {
      await client.refunds.create(...given).catch((error: Error) => {
        throw Object.create(error, { attempts: { value: attempts } })
      })
    })
    expect(await sent).toMatchObject(ended)
  })

  it('has a time limit that ends long before the request is no longer waited for', async () => {
    const limits: (number | undefined)[] = []
    await sendWith((client, refund, options) => {
      limits.push(options?.timeoutMs)
      return client.refunds.create(refund, options)
    })
    expect(limits).toEqual([FLIGHT_MS / 4])
  })
})
