import type { CallbackRecord } from '@galla/contract/gateway-api/callbacks'
import type { SearchHit } from '@galla/contract/gateway-api/console-routes'
import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import { Link, linkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useNow } from '../api/browser.ts'
import { failureCode, failureGroup } from '../i18n/failures.ts'
import {
  amountText,
  momentText,
  nowAfter,
  preciseText,
  relativeText,
  shortMomentText,
  shortSecondsText,
} from '../i18n/format.ts'
import { describeState, type StateIconName, type StateKind, type Tone } from '../i18n/terms.ts'
import { CopyButton, IdText } from './copy.tsx'

/** An amount in rupees with figures of equal width. */
export function Amount({ paise, strong = false }: { paise: number; strong?: boolean }) {
  return (
    <span translate="no" className={`whitespace-nowrap tabular-nums lining-nums ${strong ? 'font-strong' : ''}`}>
      {amountText(paise)}
    </span>
  )
}

interface TimeProps {
  atMs: number
  /** The exact moment and, on screen, how long ago it was. */
  full?: boolean
  seconds?: boolean
  /** It may still be to come, like an expiry; every other time has passed. */
  planned?: boolean
}

/** A moment like `10 Nov, 11:42` in Indian time with the exact one as its tooltip. */
export function Time({ atMs, full = false, seconds = false, planned = false }: TimeProps) {
  const clock = useNow()
  const now = planned ? clock : nowAfter(atMs, clock)
  const moment = momentText(atMs)
  return (
    <time
      dateTime={new Date(atMs).toISOString()}
      title={moment}
      className={full ? 'tabular-nums' : 'whitespace-nowrap tabular-nums'}
    >
      {full ? (
        <>
          {moment} <span className="whitespace-nowrap print:hidden">({relativeText(atMs, now)})</span>
        </>
      ) : seconds ? (
        shortSecondsText(atMs)
      ) : (
        shortMomentText(atMs, now)
      )}
    </time>
  )
}

/** A time like `11:42:05.120` in Indian time, with the exact moment as its tooltip. */
export function ClockTime({
  atMs,
  className = 'text-sm text-soft tabular-nums',
}: {
  atMs: number
  className?: string
}) {
  return (
    <time dateTime={new Date(atMs).toISOString()} title={momentText(atMs)} className={className}>
      {preciseText(atMs)}
    </time>
  )
}

interface IdProps {
  value: string
  /** Name of the copied value in the label of the button: `order id`. */
  what: string
}

/** An id with a button that copies it. */
export function Id({ value, what }: IdProps) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1">
      <IdText value={value} />
      <CopyButton value={value} what={what} />
    </span>
  )
}

const LINK = 'wrap-anywhere text-brass underline decoration-1 underline-offset-2 hover:text-brass-deep'
/** The parts of an id are boxes, to which the underline of a link does not extend. */
const ID_LINK = `min-w-0 max-w-full [&_span]:underline [&_span]:underline-offset-2 ${LINK}`

/** An order's id, or what else names it, that links to its page. */
export function OrderLink({ merchantOrderId, children }: { merchantOrderId: string; children?: string }) {
  return (
    <Link to="/orders/$merchantOrderId" params={{ merchantOrderId }} className={ID_LINK}>
      <IdText value={children ?? merchantOrderId} />
    </Link>
  )
}

/** A refund's id that opens it on the refunds page. */
export function RefundLink({ merchantRefundId }: { merchantRefundId: string }) {
  return (
    <Link to="/refunds" search={{ open: merchantRefundId }} className={ID_LINK}>
      <IdText value={merchantRefundId} />
    </Link>
  )
}

/** A link to a callback's page. */
export function CallbackLink({ callbackId, children }: { callbackId: string; children?: string }) {
  return (
    <Link to="/webhooks/$callbackId" params={{ callbackId }} className={children ? LINK : ID_LINK}>
      {children ?? callbackId}
    </Link>
  )
}

interface SubjectLinkProps {
  merchantOrderId?: string | undefined
  merchantRefundId?: string | undefined
}

/** A table cell that links to the refund, or else the order, that a row is about. */
export function SubjectLink({ merchantOrderId, merchantRefundId }: SubjectLinkProps) {
  if (merchantRefundId) return <RefundLink merchantRefundId={merchantRefundId} />
  return merchantOrderId ? <OrderLink merchantOrderId={merchantOrderId} /> : '–'
}

/** Link to the record that a search found. */
export function searchHitLink({ kind, id }: Pick<SearchHit, 'kind' | 'id'>) {
  switch (kind) {
    case 'order':
      return linkOptions({ to: '/orders/$merchantOrderId', params: { merchantOrderId: id } })
    case 'refund':
      return linkOptions({ to: '/refunds', search: { open: id } })
    case 'callback':
      return linkOptions({ to: '/webhooks/$callbackId', params: { callbackId: id } })
    case 'subscription':
      return linkOptions({ to: '/subscriptions/$subscriptionId', params: { subscriptionId: id } })
  }
}

/** Key of the state of a found record in `STATES`: of an order the same as in its list and on its page. */
export const hitState = (hit: SearchHit): string => (hit.kind === 'order' ? orderState(hit) : hit.state)

export const TONE_CLASSES: { readonly [Key in Tone]: string } = {
  good: 'text-good',
  wait: 'text-wait',
  bad: 'text-bad',
  neutral: 'text-soft',
}

/** A state as label, icon and colour, so that no information depends on colour alone. */
export function StateBadge({ kind, state }: { kind: StateKind; state: string }) {
  const { label, tone, icon } = describeState(kind, state)
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap ${TONE_CLASSES[tone]}`}>
      <StateIcon icon={icon} />
      {label}
    </span>
  )
}

/** The fields that decide the shown state of an order or of a search hit. */
interface WithOrderState extends Pick<Order, 'resolution' | 'errorCode' | 'detailedErrorCode'> {
  readonly state: string
  readonly needsReview?: Order['needsReview'] | true
}

/**
 * Key of an order's state in `STATES`: a review takes precedence; paid orders that are refunded automatically differ from completed ones,
 * expired and cancelled orders from failed ones.
 */
export function orderState(order: WithOrderState): string {
  if (order.needsReview) return 'NEEDS_REVIEW'
  if (order.state !== 'FAILED') return resolvedState(order.state, order.resolution)
  const group = failureGroup(failureCode(order))
  return group === 'DECLINED' ? 'FAILED' : group
}

const resolvedState = (state: string, resolution: Order['resolution']): string =>
  resolution === 'late-refund' ? 'PAID_LATE' : resolution === 'duplicate-refund' ? 'PAID_TWICE' : state

/** The state of an order. */
export function OrderBadge({ order }: { order: Parameters<typeof orderState>[0] }) {
  return <StateBadge kind="order" state={orderState(order)} />
}

/** The request of the refund is under way, and its answer is not late. */
export const isBeingSent = ({ answerDueAtMs = 0 }: Pick<Refund, 'answerDueAtMs'>): boolean => Date.now() < answerDueAtMs

/** Key of a refund's state in `STATES`: a review, then a request without an answer take precedence over the provider's state. */
export const refundState = (
  refund: Pick<Refund, 'state' | 'inDoubt' | 'answerDueAtMs' | 'needsReview' | 'approval'>,
): string => {
  const { state, inDoubt, needsReview, approval } = refund
  if (needsReview) return 'NEEDS_REVIEW'
  if (inDoubt) return isBeingSent(refund) ? 'BEING_SENT' : 'IN_DOUBT'
  if (state === 'REQUESTED' && approval?.state === 'waiting') return 'TO_APPROVE'
  return state === 'FAILED' && approval?.state === 'declined' ? 'DECLINED' : state
}

/** Key of a callback's state in `STATES`: `Needs review` takes precedence, and an accepted one is `Received` until it is processed. */
export function callbackState({
  verdict,
  needsReview,
  processedAtMs,
}: Pick<CallbackRecord, 'verdict' | 'needsReview' | 'processedAtMs'>): string {
  if (needsReview) return 'needsReview'
  return verdict === 'accepted' && processedAtMs === undefined ? 'received' : verdict
}

/** The state of a callback. */
export function CallbackBadge({ callback }: { callback: Parameters<typeof callbackState>[0] }) {
  return <StateBadge kind="callback" state={callbackState(callback)} />
}

export function StateIcon({ icon }: { icon: StateIconName }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 shrink-0 fill-none stroke-current stroke-[1.75]">
      {ICONS[icon]}
    </svg>
  )
}

const RING = <circle cx="8" cy="8" r="6" />

const ICONS: { readonly [Key in StateIconName]: ReactNode } = {
  check: (
    <>
      <circle cx="8" cy="8" r="6" className="fill-current" />
      <path d="M5 8.3l2.1 2.1L11 6.4" className="stroke-sheet" />
    </>
  ),
  half: (
    <>
      {RING}
      <path d="M8 2a6 6 0 0 1 0 12z" className="fill-current" />
    </>
  ),
  ring: RING,
  cross: <path d="M3.5 3.5l9 9M12.5 3.5l-9 9" />,
  warning: <path d="M8 1.8l6.6 11.7H1.4zM8 6v3.6M8 11.4v.4" />,
  double: (
    <>
      <circle cx="6" cy="8" r="4.4" />
      <circle cx="10" cy="8" r="4.4" />
    </>
  ),
  clock: (
    <>
      {RING}
      <path d="M8 4.6V8l2.3 1.6" />
    </>
  ),
  slash: (
    <>
      {RING}
      <path d="M3.8 12.2l8.4-8.4" />
    </>
  ),
  question: (
    <>
      <circle cx="8" cy="8" r="6" strokeDasharray="2.6 2.1" />
      <path d="M6.4 6.4a1.7 1.7 0 1 1 2.4 1.7c-.6.3-.8.6-.8 1.1M8 11.2v.3" />
    </>
  ),
}
