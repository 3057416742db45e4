const STORAGE_KEY = 'galla-subscription'

/**
 * Stores a subscription's `payerToken` in `sessionStorage`, so that the page to which the payer returns can read it with
 * `storedSubscription()`. Does nothing where storage is denied: your page must then get the token from your server.
 * `<SubscribeButton>` and `<MandateSetup>` call it.
 *
 * @example
 * ```ts
 * storeSubscription(payerToken)
 * ```
 */
export function storeSubscription(payerToken: string): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, payerToken)
  } catch {
    // Storage is denied.
  }
}

/**
 * The `payerToken` of the subscription that this tab started last; undefined when there is none or storage is denied.
 *
 * @example
 * ```tsx
 * <SubscriptionPanel payerToken={storedSubscription() ?? tokenFromYourServer} />
 * ```
 */
export function storedSubscription(): string | undefined {
  try {
    return sessionStorage.getItem(STORAGE_KEY) ?? undefined
  } catch {
    return undefined
  }
}
