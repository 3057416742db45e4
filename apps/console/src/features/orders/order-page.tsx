import type { OrderStory } from '@galla/contract/gateway-api/console-routes'
import type { ProofStep } from '@galla/contract/gateway-api/decisions'
import type { Order } from '@galla/contract/gateway-api/orders'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useSetSearch } from '../../api/browser.ts'
import { ApiError, consoleApi } from '../../api/client.ts'
import { orderQuery, queryKeys } from '../../api/queries.ts'
import { Tabs } from '../../components/controls.tsx'
import { lazyPart } from '../../components/lazy.tsx'
import { EmptyState, PageFrame, QueryView } from '../../components/page.tsx'
import { Amount, CallbackLink, OrderBadge } from '../../components/records.tsx'
import { preciseText } from '../../i18n/format.ts'
import { EVIDENCE_LABELS, proofAnswerText, proofStepText } from './decision-messages.ts'
import { OrderActions, OrderNotes } from './order-actions.tsx'
import { OrderDetails } from './order-details.tsx'
import { Timeline } from './timeline.tsx'

const RefundDialog = lazyPart(() => import('../refunds/refund-details.tsx').then(({ RefundDialog }) => RefundDialog), {
  floating: true,
})

/** The value of `open` for a refund: `refund:r-1`. */
const REFUND_PREFIX = 'refund:'

/** One order: its state, timeline, evidence, details and actions. */
export function OrderPage() {
  const { merchantOrderId } = useParams({ from: '/orders/$merchantOrderId' })
  const { open = '', tab = '' } = useSearch({ from: '/orders/$merchantOrderId' })
  const setSearch = useSetSearch<{ open: string; tab: string }>()
  const query = useQuery(orderQuery(merchantOrderId))
  const { data: story, error } = query

  if (!story) {
    return (
      <PageFrame title="Order">
        {error instanceof ApiError && error.status === 404 ? (
          <EmptyState title="Order not found">
            <p className="font-mono text-xs wrap-anywhere">{merchantOrderId}</p>
          </EmptyState>
        ) : (
          <QueryView query={query} what="the order" lines={10}>
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
      up={
        <Link to="/orders" className="underline underline-offset-4 hover:text-ink">
          Orders
        </Link>
      }
      aside={
        <p className="flex flex-wrap items-baseline gap-x-4 text-lg">
          <Amount paise={order.amount} strong />
          <span className="text-base">
            <OrderBadge order={order} />
          </span>
        </p>
      }
      actions={<OrderActions order={order} />}
    >
      <OrderNotes order={order} />
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <OrderTabs story={story} tab={tab} open={open} onChange={setSearch} />
        <OrderDetails story={story} onOpenRefund={(id) => setSearch({ open: `${REFUND_PREFIX}${id}` })} />
      </div>
      {open.startsWith(REFUND_PREFIX) && (
        <Suspense>
          <RefundDialog merchantRefundId={open.slice(REFUND_PREFIX.length)} onClose={() => setSearch({ open: '' })} />
        </Suspense>
      )}
    </PageFrame>
  )
}

interface OrderTabsProps {
  story: OrderStory
  tab: string
  /** The timeline entry that is expanded: `callback:11`. */
  open: string
  onChange(change: { tab?: string; open?: string }): void
}

/** What happened to the order, and the evidence for its state. */
function OrderTabs({ story, tab, open, onChange }: OrderTabsProps) {
  return (
    <Tabs
      label="History of the order"
      value={tab === 'why' ? 'why' : 'timeline'}
      onChange={(next) => onChange({ tab: next === 'timeline' ? '' : next })}
      tabs={[
        {
          value: 'timeline',
          label: 'Timeline',
          body: <Timeline story={story} open={open} onOpen={(next) => onChange({ open: next })} />,
        },
        {
          value: 'why',
          label: proofTabTitle(story.order),
          body: <ProofTab merchantOrderId={story.order.merchantOrderId} />,
        },
      ]}
    />
  )
}

function proofTabTitle({ state, needsReview }: Order): string {
  if (needsReview) return 'Why does it need review?'
  switch (state) {
    case 'COMPLETED':
      return 'Why is this order paid?'
    case 'FAILED':
      return 'Why is this order not paid?'
    default:
      return 'What is known?'
  }
}

/** The reason for the order's state in one sentence, and the evidence of each step. */
function ProofTab({ merchantOrderId }: { merchantOrderId: string }) {
  const query = useQuery({
    queryKey: queryKeys.proof(merchantOrderId),
    queryFn: ({ signal }) => consoleApi('GET /orders/:merchantOrderId/proof', { params: { merchantOrderId }, signal }),
  })
  return (
    <QueryView query={query} what="the evidence">
      {({ answer, steps }) => (
        <>
          <p className="max-w-prose text-lg">{proofAnswerText(answer)}</p>
          <ol className="mt-6 border-t border-rule">
            {steps.map((step, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps are appended and never reordered
              <ProofRow key={at} step={step} />
            ))}
          </ol>
          <p className="mt-4 text-sm text-soft">
            Each step was stored in the same transaction as the change it caused.
          </p>
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
      <span className="text-sm text-soft tabular-nums">{preciseText(atMs)}</span>
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
              Rule <code className="font-mono text-xs">{step.rule}</code>
            </>
          ) : step.callbackId === undefined ? (
            `Evidence: ${EVIDENCE_LABELS[step.source]}`
          ) : (
            <>
              Evidence: <CallbackLink callbackId={step.callbackId}>{`callback ${step.callbackId}`}</CallbackLink>
            </>
          )}
        </span>
      </span>
    </li>
  )
}
