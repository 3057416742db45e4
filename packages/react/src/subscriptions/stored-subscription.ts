const STORAGE_KEY = 'galla-subscription'

/**
 * Stores a subscription's `payerToken` in `sessionStorage`. The page to which the payer returns reads the token with
 * `storedSubscription()`. If the browser denies storage, the function does nothing, and your page must get the token from your server.
 * `<SubscribeButton>` and `<MandateSetup>` call this function.
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
 * The `payerToken` of the subscription that this tab started last; undefined when the tab started no subscription or the browser denies
 * storage.
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
