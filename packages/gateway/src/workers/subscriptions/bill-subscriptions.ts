import type { BillingPolicy } from '../../domain/subscriptions/subscription.ts'
import { describeError } from '../../errors.ts'
import { takeSteps } from '../../services/subscriptions/take-steps.ts'
import { claimDueSubscriptions } from '../../storage/subscriptions/subscriptions.ts'
import { type JobContext, processDue } from '../process-due.ts'
import type { InFlight } from './in-flight.ts'

/**
 * Takes the steps of every subscription that is due.
 * @param inFlight of the process: what the provider answered in an earlier run counts
 */
export function billSubscriptions(context: JobContext, policy: BillingPolicy, inFlight: InFlight): Promise<number> {
  const { database, log } = context
  return processDue(context, {
    job: 'subscriptions',
    table: 'plan_subscriptions',
    get concurrency() {
      return inFlight.limit
    },
    claim: (claim) => claimDueSubscriptions(database, claim),
    keyOf: ({ subscriptionId }) => subscriptionId,
    work: ({ subscriptionId }) => takeSteps(context, policy, subscriptionId, inFlight.count),
    failed: ({ subscriptionId }, error) =>
      log.error({ subscriptionId, error: describeError(error) }, 'A step of a subscription failed'),
  })
}
