import type { Resolution } from '@galla/contract/gateway-api/orders'

/** What became of a paid order's money, where it is not the plain case. */
export const SETTLEMENTS: { readonly [Key in Resolution]?: string } = {
  'late-refund':
    'The money came after the order had failed or expired, so it goes back by itself: the shop delivers nothing for it. Its refund stands beside.',
  'duplicate-refund':
    'Another order of the same reference was paid first, so this money goes back by itself: nothing is delivered twice. Its refund stands beside.',
}
