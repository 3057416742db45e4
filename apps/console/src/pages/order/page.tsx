import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useOrder } from '../../api/use-order.ts'
import { Amount } from '../../ui/amount.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Loading } from '../../ui/loading.tsx'
import { OrderMark } from '../../ui/order-mark.tsx'
import { PageFrame } from '../../ui/page.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderNotes } from './order-notes.tsx'
import { OrderSide } from './order-side.tsx'
import { Story } from './story.tsx'

const RefundDialog = lazy(() => import('../refunds/refund-dialog.tsx').then((room) => ({ default: room.RefundDialog })))

/** One order: where it stands, how it came to that, and what can be done about it. */
export function Page() {
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
