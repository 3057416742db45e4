import type { OrderStory } from '@galla/contract/gateway-api/console-routes'
import type { Proof } from '@galla/contract/gateway-api/decisions'
import type { Order } from '@galla/contract/gateway-api/orders'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ApiError, call } from '../../api/client.ts'
import { keys, useOrder } from '../../api/queries.ts'
import { Tabs } from '../../components/controls.tsx'
import { Empty, ErrorNote, Loading, PageFrame } from '../../components/page.tsx'
import { Amount, CallbackLink, OrderMark } from '../../components/records.tsx'
import { preciseText } from '../../i18n/format.ts'
import { OrderActions, OrderNotes } from './order-actions.tsx'
import { OrderSide } from './order-details.tsx'
import { Timeline } from './timeline.tsx'

const RefundDialog = lazy(() =>
  import('../refunds/refund-details.tsx').then((room) => ({ default: room.RefundDialog })),
)

/** One order: where it stands, how it came to that, and what can be done about it. */
export function OrderPage() {
  const { merchantOrderId } = useParams({ from: '/orders/$merchantOrderId' })
  const { open, tab } = useSearch({ from: '/orders/$merchantOrderId' })
  const navigate = useNavigate({ from: '/orders/$merchantOrderId' })
  const { data: story, error, refetch } = useOrder(merchantOrderId)
  const set = (change: { open?: string; tab?: string }) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true, resetScroll: false })

  if (!story) {
    const unknown = error instanceof ApiError && error.status === 404
    return (
      <PageFrame title="Order">
        {unknown ? (
          <Empty title="These books have no such order">
            <p className="font-mono text-xs wrap-anywhere">{merchantOrderId}</p>
          </Empty>
        ) : error ? (
          <ErrorNote error={error} what="The order could not be read." onRetry={() => void refetch()} />
        ) : (
          <Loading what="the order" lines={10} />
        )}
      </PageFrame>
    )
  }
  const { order } = story
  const refund = open?.startsWith('refund:') ? open.slice('refund:'.length) : undefined
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
            <OrderMark order={order} />
          </span>
        </p>
      }
      actions={<OrderActions story={story} />}
    >
      <OrderNotes story={story} />
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Story story={story} tab={tab ?? ''} open={open ?? ''} onChange={set} />
        <OrderSide story={story} onOpenRefund={(id) => set({ open: `refund:${id}` })} />
      </div>
      {refund !== undefined && (
        <Suspense>
          <RefundDialog merchantRefundId={refund} onClose={() => set({ open: '' })} />
        </Suspense>
      )}
    </PageFrame>
  )
}

interface StoryProps {
  story: OrderStory
  tab: string
  /** The entry whose payload is shown: `callback:11`. */
  open: string
  onChange(change: { tab?: string; open?: string }): void
}

/** Everything that happened; and why the order is what it is. */
export function Story({ story, tab, open, onChange }: StoryProps) {
  return (
    <Tabs
      label="The order's story"
      value={tab === 'why' ? 'why' : 'story'}
      onChange={(next) => onChange({ tab: next === 'story' ? '' : next })}
      tabs={[
        {
          value: 'story',
          label: 'What happened',
          body: <Timeline story={story} open={open} onOpen={(next) => onChange({ open: next })} />,
        },
        {
          value: 'why',
          label: questionOf(story.order),
          body: <ProofView merchantOrderId={story.order.merchantOrderId} />,
        },
      ]}
    />
  )
}

/** What one asks of an order in its state. */
export function questionOf({ state, needsReview }: Pick<Order, 'state' | 'needsReview'>): string {
  if (needsReview) return 'Why does it wait?'
  switch (state) {
    case 'COMPLETED':
      return 'Why is this order paid?'
    case 'FAILED':
      return 'Why is it not paid?'
    default:
      return 'What is known?'
  }
}

/** The answer in one sentence, and beneath it each fact with where it came from. */
export function ProofView({ merchantOrderId }: { merchantOrderId: string }) {
  const proof = useQuery({
    queryKey: keys.proof(merchantOrderId),
    queryFn: ({ signal }) => call('GET /orders/:merchantOrderId/proof', { params: { merchantOrderId }, signal }),
  })
  if (proof.error && !proof.data) {
    return <ErrorNote error={proof.error} what="The proof could not be read." onRetry={() => void proof.refetch()} />
  }
  if (!proof.data) return <Loading what="the proof" />
  const { answer, steps } = proof.data
  return (
    <>
      <p className="max-w-prose text-lg">{answer}</p>
      <ol className="mt-6 border-t border-rule">
        {steps.map((step, at) => (
          // Steps never change their place: they are facts of the past.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Step key={at} step={step} />
        ))}
      </ol>
      <p className="mt-4 text-sm text-soft">
        Each line was written down when it happened, in the same transaction as what it changed.
      </p>
    </>
  )
}

const SOURCES: { readonly [source: string]: string } = {
  reply: 'its reply',
  status: 'a status read',
  redirect: 'the payer’s browser',
  clock: 'our clock',
  console: 'this console',
}

function Step({ step: { atMs, says, amount, source, callbackId } }: { step: Proof['steps'][number] }) {
  const evidence = SOURCES[source]
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-rule py-3 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
      <span className="text-sm text-soft tabular-nums">{preciseText(atMs)}</span>
      <span>
        {says}
        {amount !== undefined && (
          <>
            , <Amount paise={amount} />
          </>
        )}
        <span className="block text-sm text-soft">
          {callbackId !== undefined ? (
            <>
              Evidence: <CallbackLink callbackId={callbackId}>{`callback ${callbackId}`}</CallbackLink>
            </>
          ) : evidence ? (
            `Evidence: ${evidence}`
          ) : (
            <>
              Rule <code className="font-mono text-xs">{source}</code>
            </>
          )}
        </span>
      </span>
    </li>
  )
}
