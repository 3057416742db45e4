const KEY = 'galla-order'

/** Keeps the order's token for this tab, so that the page which the payer comes back to can ask for the order. */
export function storeOrder(payerToken: string): void {
  try {
    sessionStorage.setItem(KEY, payerToken)
  } catch {
    // Storage may be denied: the shop's own page then has to bring the token.
  }
}

/** The order that this tab began last, if storage still knows it. */
export function storedOrder(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}
