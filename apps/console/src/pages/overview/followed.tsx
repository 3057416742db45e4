import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useOrder } from '../../api/use-order.ts'
import { Amount } from '../../ui/amount.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Id } from '../../ui/id.tsx'
import { OrderMark } from '../../ui/order-mark.tsx'
import type { Sample } from './use-sample.ts'

const SAYS = {
  CREATED: 'It is being opened at the provider.',
  PENDING: 'Pay on its page, or let it fail there: this line follows by itself.',
  COMPLETED: 'Paid: the callback came, the provider was asked, and the books agree.',
  FAILED: 'It failed, and the books know why.',
} as const

/** One order, from its making to its end, without a hand on it. */
export function Followed({ sample, onClose }: { sample: Sample; onClose(): void }) {
  const { merchantOrderId, pageUrl } = sample
  const { data } = useOrder(merchantOrderId)
  if (!data) return null
  const { order } = data
  return (
    <section
      aria-label="Sample payment"
      className="mb-8 flex flex-wrap items-center gap-x-6 gap-y-2 border-y-2 border-brass py-3"
    >
      <OrderMark order={order} />
      <Amount paise={order.amount} strong />
      <Id value={merchantOrderId} what="order id" />
      <p role="status" className="min-w-48 flex-1 text-soft">
        {SAYS[order.state]}
      </p>
      {pageUrl !== undefined && order.state === 'PENDING' && (
        <a href={pageUrl} target="_blank" rel="noopener noreferrer" className={buttonClass('quiet', true)}>
          Its page
        </a>
      )}
      <Link to="/orders/$merchantOrderId" params={{ merchantOrderId }} className={buttonClass('quiet', true)}>
        Its story
      </Link>
      <button
        type="button"
        aria-label="Stop following"
        onClick={onClose}
        className="grid size-8 place-items-center rounded-edge text-soft hover:text-ink"
      >
        <X size={16} aria-hidden />
      </button>
    </section>
  )
}
