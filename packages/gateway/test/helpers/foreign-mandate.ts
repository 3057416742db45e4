import type { Sandbox } from '@galla/sandbox'
import { Galla, inr } from '@galla/sdk'
import { CLIENT, REDIRECT_URL } from './test-gateway.ts'

/** The setup of a mandate. */
export type Setup = Parameters<NonNullable<Galla['subscriptions']>['setup']>[0]

/** Another program sets a mandate up, and its payer approves. */
export async function setUpElsewhere(sandbox: Sandbox, terms: Partial<Setup> = {}) {
  const other = new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch })
  const setup = {
    checkout: 'standard',
    merchantOrderId: 'club-8-setup',
    merchantSubscriptionId: 'club-8',
    authWorkflowType: 'TRANSACTION',
    amountType: 'VARIABLE',
    amount: inr('199'),
    maxAmount: inr('499'),
    frequency: 'MONTHLY',
    subscriptionExpireAt: sandbox.clock.now() + 1_000 * 86_400_000,
    redirectUrl: REDIRECT_URL,
    ...terms,
  } as Setup
  await other.subscriptions.setup(setup)
  await sandbox.simulatePayment(setup.merchantOrderId, { outcome: 'SUCCESS' })
  await other.close()
}
