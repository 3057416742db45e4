import type { OrdersQuery } from '@galla/contract/gateway-api/orders'
import { spanOf } from '../../components/filters.tsx'

/** The page's address, all of it texts. */
export interface OrdersSearch {
  q?: string
  state?: string
  paymentMode?: string
  needsReview?: string
  delayed?: string
  from?: string
  to?: string
  minAmount?: string
  maxAmount?: string
  sort?: string
  columns?: string
}

/** The ways to look at the orders, of which one is chosen. */
export const VIEWS = [
  { value: '', label: 'All' },
  { value: 'OPEN', label: 'Open' },
  { value: 'COMPLETED', label: 'Completed' },
  { value: 'FAILED', label: 'Failed' },
  { value: 'needsReview', label: 'Need a person' },
  { value: 'delayed', label: 'Stuck' },
] as const

export type View = (typeof VIEWS)[number]['value']

export function viewOf({ state, needsReview, delayed }: OrdersSearch): View {
  if (needsReview === 'true') return 'needsReview'
  if (delayed === 'true') return 'delayed'
  return VIEWS.find(({ value }) => value === state)?.value ?? ''
}

/** What an address must say for a view. */
export function searchOf(view: View): Pick<OrdersSearch, 'state' | 'needsReview' | 'delayed'> {
  return {
    state: view === 'needsReview' || view === 'delayed' ? '' : view,
    needsReview: view === 'needsReview' ? 'true' : '',
    delayed: view === 'delayed' ? 'true' : '',
  }
}

const WHOLE = /^\d{1,15}$/

/** What the books are asked for. An address that was mistyped asks for more, never for something else. */
export function queryOf(search: OrdersSearch): OrdersQuery {
  const { state, paymentMode, needsReview, delayed, minAmount, maxAmount, sort } = search
  return {
    ...(state ? { state } : {}),
    ...(paymentMode ? { paymentMode } : {}),
    ...(needsReview === 'true' ? { needsReview } : {}),
    ...(delayed === 'true' ? { delayed } : {}),
    ...spanOf(search),
    ...(minAmount && WHOLE.test(minAmount) ? { minAmount } : {}),
    ...(maxAmount && WHOLE.test(maxAmount) ? { maxAmount } : {}),
    ...(sort === 'amount' || sort === 'updated' ? { sort } : {}),
  }
}

/** How many filters beside the view are set. */
export function countFilters({ paymentMode, from, to, minAmount, maxAmount }: OrdersSearch): number {
  return [paymentMode, from, to, minAmount, maxAmount].filter(Boolean).length
}
