// Ids are made of the subscription, so that two processes that take the same step send the same request.

/** Characters of a subscription's id: ids of debits, and of their refunds, append to it. */
export const MAX_SUBSCRIPTION_ID = 40

/** The part of a reference after the subscription, of a bill or a mandate. The pattern is one for JavaScript and PostgreSQL. */
export const BILL_OF_REFERENCE = '(mandate/)?[1-9][0-9]*'

/** The id of the subscription to which the reference of an order belongs, if there is such a subscription; undefined for any other reference. */
export const subscriptionOfReference = (reference: string): string | undefined => OF_SUBSCRIPTION.exec(reference)?.[1]

const OF_SUBSCRIPTION = new RegExp(`^([A-Za-z0-9_-]{1,${MAX_SUBSCRIPTION_ID}})/${BILL_OF_REFERENCE}$`)

export const referenceOfCycle = (subscriptionId: string, cycle: number): string => `${subscriptionId}/${cycle}`

/** The id of the `number`-th order that collects a cycle. */
export const debitIdOf = (subscriptionId: string, cycle: number, number: number): string =>
  `${subscriptionId}-${cycle}-${number}`

/** The provider's id of the `number`-th mandate. */
export const mandateIdOf = (subscriptionId: string, number: number): string => `${subscriptionId}-m${number}`

export const referenceOfMandate = (subscriptionId: string, number: number): string =>
  `${subscriptionId}/mandate/${number}`
