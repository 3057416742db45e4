import type { OrdersQuery } from '@galla/contract/gateway-api/orders'
import { defined } from '../../api/browser.ts'
import { dayRange } from '../../components/filters.tsx'
import { messages } from '../../i18n/messages.ts'
import { listEnglish } from './english-list.ts'

const t = messages('orders/list', listEnglish)

/** Search parameters of the orders page. */
export interface OrdersSearch {
  q?: string
  state?: string
  paymentMode?: string
  failure?: string
  needsReview?: string
  delayed?: string
  owed?: string
  from?: string
  to?: string
  minAmount?: string
  maxAmount?: string
  sort?: string
  columns?: string
}

export const VIEWS = [
  { value: '', label: t.views.all },
  { value: 'OPEN', label: t.views.open },
  { value: 'COMPLETED', label: t.views.completed },
  { value: 'FAILED', label: t.views.failed },
  { value: 'EXPIRED', label: t.views.expired },
  { value: 'CANCELLED', label: t.views.cancelled },
  { value: 'needsReview', label: t.views.review },
  { value: 'delayed', label: t.views.delayed },
  { value: 'owed', label: t.views.owed },
] as const

type View = (typeof VIEWS)[number]['value']

export function currentView({ state, needsReview, delayed, owed }: OrdersSearch): View {
  if (owed === 'true') return 'owed'
  if (needsReview === 'true') return 'needsReview'
  if (delayed === 'true') return 'delayed'
  return VIEWS.find(({ value }) => value === state)?.value ?? ''
}

/** The search parameters of a view. */
export function viewParams(view: View): Pick<OrdersSearch, 'state' | 'needsReview' | 'delayed' | 'owed'> {
  return {
    state: view === 'needsReview' || view === 'delayed' || view === 'owed' ? '' : view,
    needsReview: view === 'needsReview' ? 'true' : '',
    delayed: view === 'delayed' ? 'true' : '',
    owed: view === 'owed' ? 'true' : '',
  }
}

const INTEGER = /^\d{1,15}$/

/** Views of failed orders, by the group of their failure code. */
const ENDINGS: { readonly [view: string]: string } = { FAILED: 'DECLINED', EXPIRED: 'EXPIRED', CANCELLED: 'CANCELLED' }

/** The API query of an address. Invalid parameters are left out, since the gateway would reject them. */
export function ordersQuery(search: OrdersSearch): OrdersQuery {
  const { state = '', paymentMode, failure, needsReview, delayed, owed, minAmount, maxAmount, sort } = search
  const amount = (paise = '') => (INTEGER.test(paise) ? paise : undefined)
  return defined({
    ...(Object.hasOwn(ENDINGS, state) || failure
      ? { failure: failure || ENDINGS[state] }
      : { state: state || undefined }),
    paymentMode: paymentMode || undefined,
    needsReview: needsReview === 'true' ? needsReview : undefined,
    delayed: delayed === 'true' ? delayed : undefined,
    owed: owed === 'true' ? owed : undefined,
    ...dayRange(search),
    minAmount: amount(minAmount),
    maxAmount: amount(maxAmount),
    sort: sort === 'amount' || sort === 'updated' ? sort : undefined,
  })
}

/** Number of filters that are set; the view is not one of them. */
export function countFilters({ paymentMode, failure, from, to, minAmount, maxAmount }: OrdersSearch): number {
  return [paymentMode, failure, from, to, minAmount, maxAmount].filter(Boolean).length
}

/** Returns the title of an empty list: the name of the view, unless a filter may be the reason. */
export function emptyTitle(search: OrdersSearch): string {
  const view = currentView(search)
  return view === '' || countFilters(search) > 0 ? t.empty.any : t.empty[view]
}
