import type { BillingPolicy } from '../../domain/subscriptions/subscription.ts'
import { describeError } from '../../errors.ts'
import { takeStep } from '../../services/subscriptions/take-step.ts'
import { claimDueSubscriptions } from '../../storage/subscriptions/subscriptions.ts'
import { type JobContext, processDue } from '../process-due.ts'

/** Subscriptions in progress at the same time. */
const CONCURRENCY = 6

/** Takes the step of every subscription that is due: one step in a turn. */
export function billSubscriptions(context: JobContext, policy: BillingPolicy): Promise<number> {
  const { database, log } = context
  return processDue(context, {
    job: 'subscriptions',
    table: 'plan_subscriptions',
    concurrency: CONCURRENCY,
    claim: (claim) => claimDueSubscriptions(database, claim),
    keyOf: ({ subscriptionId }) => subscriptionId,
    work: ({ subscriptionId }) => takeStep(context, policy, subscriptionId),
    failed: ({ subscriptionId }, error) =>
      log.error({ subscriptionId, error: describeError(error) }, 'A step of a subscription failed'),
  })
}
