import type { BookOrder } from '@galla/contract/books/orders'
import type { BookRefund } from '@galla/contract/books/refunds'
import type { Effect } from './books/effects.ts'

export type NoticeKind = Exclude<Effect['kind'], 'refund.request'>

/** What a notifier is told. */
export interface Notice {
  readonly kind: NoticeKind
  /** The same whenever the same thing is told again: at least once, so that nothing is missed. */
  readonly noticeId: string
  readonly order: BookOrder
  /** The other order of the same reference whose payment counts, as when a payer gave up this one and paid in another way. */
  readonly paidBy?: string
  readonly refund?: BookRefund
}

/** Tells somebody that something happened. One that throws is tried again with growing pauses, then shown to a person. */
export interface Notifier {
  /** Stable and short: part of each notice's id. */
  readonly name: string
  readonly kinds: readonly NoticeKind[]
  notify(notice: Notice): Promise<void>
}
