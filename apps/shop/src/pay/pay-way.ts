/** Where the payer pays: on the provider's page, on that page in a window over the shop, or on the shop's own page. */
export type PayWay = 'page' | 'window' | 'here'

const KEY = 'tea-pay-way'

export function rememberedWay(): PayWay {
  try {
    const kept = localStorage.getItem(KEY)
    return kept === 'window' || kept === 'here' ? kept : 'page'
  } catch {
    return 'page'
  }
}

export function rememberWay(way: PayWay): void {
  try {
    localStorage.setItem(KEY, way)
  } catch {
    // Asked again next time.
  }
}
