import type { Role } from './roles.ts'

/**
 * The lists whose filters can be saved as a view, by the path of their page, and the search parameters that a view holds. None of them names a
 * payer or a single record.
 */
export const VIEW_PARAMS = {
  orders: [
    'state',
    'paymentMode',
    'failure',
    'needsReview',
    'delayed',
    'owed',
    'from',
    'to',
    'minAmount',
    'maxAmount',
    'sort',
    'columns',
  ],
  refunds: ['state', 'from', 'to'],
  webhooks: ['verdict', 'event', 'from', 'to'],
} as const

/** A list whose filters can be saved as a view. */
export type ViewList = keyof typeof VIEW_PARAMS

/** Days that move on: a view with one of them shows the days as they are when the view is applied. */
export const VIEW_DAYS = ['Today', 'Yesterday', 'Last 7 days', 'Last 30 days', 'This month', 'Last month'] as const

/** Shared views of an installation, and own views of a person, at most. */
export const MAX_VIEWS = 100
/** Characters of the name of a view, at most. */
export const MAX_VIEW_NAME = 80

/** Filters, days, sorting and columns of a list. */
export interface ViewContent {
  /** Search parameters of the list's address: those of `VIEW_PARAMS`. */
  readonly search: { readonly [param: string]: string }
  /** In place of `from` and `to`. Absent: the days, if any, are fixed. */
  readonly days?: (typeof VIEW_DAYS)[number]
}

/** A new view, of the person who asks. */
export interface SaveView extends ViewContent {
  readonly list: ViewList
  /** 1 to 80 printable characters. No other own view of the list has it. */
  readonly name: string
}

/** A saved view of a list. */
export interface SavedView extends SaveView {
  readonly viewId: string
  /** True: everybody sees the view. False: only the person who saved it. */
  readonly shared: boolean
  /** Name of the person who saved the view. */
  readonly savedBy: string
  /** Roles for which the navigation opens the list with this view. Only a shared view has some. */
  readonly opensFor: readonly Role[]
}
