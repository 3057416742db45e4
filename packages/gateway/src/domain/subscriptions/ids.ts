// Ids are made of the subscription, so that two processes that take the same step send the same request.

/** Characters of a subscription's id: ids of debits, and of their refunds, append to it. */
export const MAX_SUBSCRIPTION_ID = 40

export const referenceOfCycle = (subscriptionId: string, cycle: number): string => `${subscriptionId}/${cycle}`

/** The id of the `number`-th order that collects a cycle. */
export const debitIdOf = (subscriptionId: string, cycle: number, number: number): string =>
  `${subscriptionId}-${cycle}-${number}`

/** The provider's id of the `number`-th mandate. */
export const mandateIdOf = (subscriptionId: string, number: number): string => `${subscriptionId}-m${number}`

export const referenceOfMandate = (subscriptionId: string, number: number): string =>
  `${subscriptionId}/mandate/${number}`
