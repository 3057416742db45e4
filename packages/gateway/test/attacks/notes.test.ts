import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import type { GatewayContext } from '../../src/context.ts'
import { actingAs } from '../../src/services/access/audit.ts'
import { resolveReview } from '../../src/services/orders/console-orders.ts'
import { holdOrder } from '../../src/services/privacy/payer-erasure.ts'
import { decideRefund } from '../../src/services/refunds/decide-refund.ts'
import { requestRefund } from '../../src/services/refunds/request-refund.ts'
import { resolveRefundReview } from '../../src/services/refunds/resolve-refund.ts'
import { checkAudit, listAudit } from '../../src/storage/access/audit.ts'
import { HALF, payOrder, refundOf, withProcesses } from '../helpers/paid-order.ts'
import { setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

/** Everything that takes a note which must be given. */
const GIVE: { readonly [what: string]: (context: GatewayContext, note: string) => Promise<unknown> } = {
  'a declined refund': (context, note) => decideRefund(context, 'r-1', { decision: 'declined', note }),
  'the review of a refund': (context, note) => resolveRefundReview(context, 'r-1', { decision: 'failed', note }),
  'the review of an order': (context, note) => resolveReview(context, 'paid', { note }),
  'a legal hold': (context, note) => holdOrder(context, { merchantOrderId: 'paid', reason: note, by: 'legal' }),
}

describe('a note that must be given', () => {
  it.each(Object.entries(GIVE))(
    'of %s has a character that can be seen, and does not pose as an unreadable one',
    async (_, give) => {
      const testGateway = await createTestGateway({ gateway: { refundControls: { approvalAbove: 1 as Paise } } })
      await payOrder(testGateway, 'paid')
      await withProcesses(testGateway, 1, async ([context]) => {
        if (!context) return
        await requestRefund(actingAs(context, { who: 'asha', userId: 'u-1', role: 'finance' }), {
          ...refundOf('r-1', HALF),
          origin: 'console',
        })
        const ravi = actingAs(context, { who: 'ravi', userId: 'u-2', role: 'finance' })
        const before = (await listAudit(context.database, {})).rows.length
        for (const note of [
          '',
          ' ',
          '\u200b',
          '\u200b\u2800',
          '\u00ad\u3164',
          '[encrypted with the data key ]',
          'x'.repeat(501),
        ])
          await expect(give(ravi, note)).rejects.toMatchObject({
            code: 'INVALID_REQUEST',
            field: expect.stringMatching(/^(?:note|reason)$/),
          })
        expect((await listAudit(context.database, {})).rows).toHaveLength(before)
        expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'REQUESTED' })
      })
    },
  )
})

it('shows notes that look encrypted as they were typed, and counts none as unreadable', async () => {
  const note = `galla1:x:${'A'.repeat(60)}`
  const testGateway = await createTestGateway({ gateway: { refundControls: { approvalAbove: 1 as Paise } } })
  await payOrder(testGateway, 'paid')
  await withProcesses(testGateway, 1, async ([context]) => {
    if (!context) return
    const asha = actingAs(context, { who: 'asha', userId: 'u-1', role: 'finance' })
    await requestRefund(asha, { ...refundOf('r-1', HALF), note, origin: 'console' })
    const ravi = actingAs(context, { who: 'ravi', userId: 'u-2', role: 'finance' })
    await decideRefund(ravi, 'r-1', { decision: 'declined', note })
    await holdOrder(ravi, { merchantOrderId: 'paid', reason: note, by: 'legal' })
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ note, approval: { note } })
    expect(await testGateway.gateway.payers.holds()).toMatchObject([{ reason: note }])
    // A repetition of the request is compared with what was typed.
    expect(await requestRefund(asha, { ...refundOf('r-1', HALF), note, origin: 'console' })).toMatchObject({ note })
    const { rows } = await listAudit(context.database, {})
    expect(rows.filter(({ detail }) => detail?.includes(note)).length).toBeGreaterThanOrEqual(2)
    expect(JSON.stringify(rows)).not.toContain('[encrypted')
    expect(await checkAudit(context.database)).not.toHaveProperty('unreadable')
    expect(await checkAudit(context.database)).not.toHaveProperty('brokenAt')
  })
})
