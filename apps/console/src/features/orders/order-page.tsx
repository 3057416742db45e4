import type { OrderWithTimeline, ProofStep } from '@galla/contract/gateway-api/decisions'
import type { Order } from '@galla/contract/gateway-api/orders'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useSetSearch } from '../../api/browser.ts'
import { ApiError, consoleApi } from '../../api/client.ts'
import { orderQuery, queryKeys } from '../../api/queries.ts'
import { buttonClass } from '../../components/controls.tsx'
import { part } from '../../components/lazy.tsx'
import { EmptyState, PageFrame, QueryView } from '../../components/page.tsx'
import { Amount, CallbackLink, ClockTime, Id, OrderBadge } from '../../components/records.tsx'
import { messages, phrase } from '../../i18n/messages.ts'
import { rememberRecent } from '../../shell/recents.ts'
import { DisputeNotes } from '../disputes/dispute-notes.tsx'
import { EVIDENCE_LABELS, proofAnswerText, proofStepText } from './decision-messages.ts'
import { orderEnglish } from './english-order.ts'
import { OrderActions, OrderNotes } from './order-actions.tsx'
import { OrderDetails } from './order-details.tsx'
import { OrderNeighbours } from './order-neighbours.tsx'
import { OrderResult, OrderSteps } from './order-result.tsx'
import { isMilestone } from './result-messages.ts'
import { Timeline } from './timeline.tsx'
import { timelineEntryId } from './timeline-messages.ts'

const t = messages('orders/order', orderEnglish)

const RefundDialog = part(() => import('../refunds/refund-details.tsx').then(({ RefundDialog }) => RefundDialog), {
  floating: true,
})

/** The value of `open` for a refund: `refund:r-1`. */
const REFUND_PREFIX = 'refund:'

/** One order: its state, timeline, evidence, details and actions. */
export function OrderPage() {
  const { merchantOrderId } = useParams({ from: '/orders/$merchantOrderId' })
  const { open = '', tab = '', action } = useSearch({ from: '/orders/$merchantOrderId' })
  const setSearch = useSetSearch<{ open: string; tab: string; action: string }>()
  const query = useQuery(orderQuery(merchantOrderId))
  const { data: story, error } = query
  const isFound = story !== undefined
  useEffect(() => {
    if (isFound) rememberRecent({ kind: 'order', id: merchantOrderId })
  }, [isFound, merchantOrderId])

  const up = <OrderNeighbours merchantOrderId={merchantOrderId} />
  if (!story) {
    return (
      <PageFrame title={t.title} up={up}>
        {error instanceof ApiError && error.status === 404 ? (
          <EmptyState title={t.notFound.title}>
            <p className="font-mono text-xs wrap-anywhere">{merchantOrderId}</p>
            <p>{t.notFound.text}</p>
            <p className="flex flex-wrap justify-center gap-2">
              <Link to="/orders" search={{ q: merchantOrderId }} className={buttonClass('primary')}>
                {t.notFound.search}
              </Link>
              <Link to="/orders" className={buttonClass()}>
                {t.notFound.all}
              </Link>
            </p>
          </EmptyState>
        ) : (
          <QueryView query={query} what={t.what} lines={10}>
            {() => null}
          </QueryView>
        )}
      </PageFrame>
    )
  }
  const { order } = story
  return (
    <PageFrame
      title={order.reference}
      up={up}
      lead={
        <p className="flex flex-wrap items-baseline gap-x-4 text-xl">
          <Amount paise={order.amount} strong />
          <span className="text-lg">
            <OrderBadge order={order} />
          </span>
        </p>
      }
      aside={
        <span className="text-soft">
          <Id value={order.merchantOrderId} what={t.orderId} />
        </span>
      }
      actions={
        <OrderActions
          key={`${merchantOrderId} ${action}`}
          story={story}
          refunding={action === 'refund' && order.refundableAmount > 0}
          onRefundClosed={() => action !== undefined && setSearch({ action: '' })}
        />
      }
      summary={<OrderResult story={story} />}
    >
      <OrderSteps story={story} />
      <DisputeNotes disputes={story.disputes} />
      <OrderNotes key={merchantOrderId} story={story} />
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <OrderHistory story={story} tab={tab} open={open} onChange={setSearch} />
        <OrderDetails story={story} onOpenRefund={(id) => setSearch({ open: `${REFUND_PREFIX}${id}` })} />
      </div>
      {open.startsWith(REFUND_PREFIX) && (
        <RefundDialog merchantRefundId={open.slice(REFUND_PREFIX.length)} onClose={() => setSearch({ open: '' })} />
      )}
    </PageFrame>
  )
}

interface OrderHistoryProps {
  story: OrderWithTimeline
  tab: string
  /** The timeline entry that is expanded: `callback:11`. */
  open: string
  onChange(change: { tab?: string; open?: string }): void
}

/** Shows the changes of the order. All events, and the evidence, are folded below. */
function OrderHistory({ story, tab, open, onChange }: OrderHistoryProps) {
  const milestones = { ...story, timeline: story.timeline.filter(isMilestone) }
  const isListed = milestones.timeline.some((entry) => timelineEntryId(entry) === open)
  const isWhole = tab === 'timeline' || (open !== '' && !open.startsWith(REFUND_PREFIX) && !isListed)
  const onOpen = (next: string) => onChange({ open: next })
  const toggle = (name: string, isOpen: boolean) => {
    if (isOpen !== (name === 'timeline' ? isWhole : tab === name)) onChange({ tab: isOpen ? name : '', open: '' })
  }
  return (
    <div>
      <h2 className="mb-2 text-base">{t.milestones}</h2>
      <Timeline label={t.milestones} story={milestones} open={isWhole ? '' : open} onOpen={onOpen} />
      <Folded
        title={t.allSteps(story.timeline.length)}
        open={isWhole}
        onToggle={(isOpen) => toggle('timeline', isOpen)}
      >
        <Timeline label={t.timeline} story={story} open={open} onOpen={onOpen} />
      </Folded>
      <Folded title={proofTabTitle(story.order)} open={tab === 'why'} onToggle={(isOpen) => toggle('why', isOpen)}>
        <Evidence merchantOrderId={story.order.merchantOrderId} />
      </Folded>
    </div>
  )
}

interface FoldedProps {
  title: string
  open: boolean
  onToggle(open: boolean): void
  children: ReactNode
}

/** A part of the page that is mounted while it is unfolded. */
function Folded({ title, open, onToggle, children }: FoldedProps) {
  return (
    <details
      open={open}
      onToggle={(event) => onToggle(event.currentTarget.open)}
      className="mt-6 border-t border-rule pt-3"
    >
      <summary className="min-h-9 w-fit content-center rounded-edge text-brass underline underline-offset-4">
        {title}
      </summary>
      {open && <div className="pt-3">{children}</div>}
    </details>
  )
}

function proofTabTitle({ state, needsReview }: Order): string {
  if (needsReview) return t.why.review
  switch (state) {
    case 'COMPLETED':
      return t.why.paid
    case 'FAILED':
      return t.why.failed
    default:
      return t.why.open
  }
}

/** The reason for the order's state in one sentence, and the evidence of each step. */
function Evidence({ merchantOrderId }: { merchantOrderId: string }) {
  const query = useQuery({
    queryKey: queryKeys.proof(merchantOrderId),
    queryFn: ({ signal }) => consoleApi('GET /orders/:merchantOrderId/proof', { params: { merchantOrderId }, signal }),
  })
  return (
    <QueryView query={query} what={t.evidence.what}>
      {({ answer, steps }) => (
        <>
          <p className="max-w-prose text-lg">{proofAnswerText(answer)}</p>
          <ol className="mt-6 border-t border-rule">
            {steps.map((step, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps are appended and never reordered
              <ProofRow key={at} step={step} />
            ))}
          </ol>
          <p className="mt-4 text-sm text-soft">{t.evidence.note}</p>
        </>
      )}
    </QueryView>
  )
}

function ProofRow({ step }: { step: ProofStep }) {
  const { atMs } = step
  const amount = step.kind === 'observation' ? step.amount : undefined
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-rule py-3 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
      <ClockTime atMs={atMs} />
      <span>
        {proofStepText(step)}
        {amount !== undefined && (
          <>
            , <Amount paise={amount} />
          </>
        )}
        <span className="block text-sm text-soft">
          {step.kind === 'decision' ? (
            <>
              {t.evidence.rule}{' '}
              <code translate="no" className="font-mono text-xs">
                {step.rule}
              </code>
            </>
          ) : step.callbackId === undefined ? (
            phrase(t.evidence.of(EVIDENCE_LABELS[step.source]))
          ) : (
            phrase(
              t.evidence.of(
                <CallbackLink callbackId={step.callbackId}>{t.evidence.webhook(step.callbackId)}</CallbackLink>,
              ),
            )
          )}
        </span>
      </span>
    </li>
  )
}
