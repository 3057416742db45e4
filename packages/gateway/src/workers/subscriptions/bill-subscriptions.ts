import type { BillingPolicy } from '../../domain/subscriptions/subscription.ts'
import { describeError } from '../../errors.ts'
import { takeSteps } from '../../services/subscriptions/take-steps.ts'
import { claimDueSubscriptions } from '../../storage/subscriptions/subscriptions.ts'
import { type JobContext, processDue } from '../process-due.ts'

/** Subscriptions in progress at the same time. */
const CONCURRENCY = 6

/** Takes the steps of every subscription that is due. */
export function billSubscriptions(context: JobContext, policy: BillingPolicy): Promise<number> {
  const { database, log } = context
  return processDue(context, {
    job: 'subscriptions',
    table: 'plan_subscriptions',
    concurrency: CONCURRENCY,
    claim: (claim) => claimDueSubscriptions(database, claim),
    keyOf: ({ subscriptionId }) => subscriptionId,
    work: ({ subscriptionId }) => takeSteps(context, policy, subscriptionId),
    failed: ({ subscriptionId }, error) =>
      log.error({ subscriptionId, error: describeError(error) }, 'A step of a subscription failed'),
  })
}
