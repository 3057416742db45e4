import { paise } from '@galla/contract/money'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink, X } from 'lucide-react'
import { under } from '../../api/browser.ts'
import { call } from '../../api/client.ts'
import { useOrder } from '../../api/queries.ts'
import { Button, buttonClass } from '../../components/controls.tsx'
import { ErrorNote } from '../../components/page.tsx'
import { Amount, Id, OrderMark } from '../../components/records.tsx'

interface SampleButtonProps {
  look: 'main' | 'quiet'
  onMade(sample: Sample): void
}

export function SampleButton({ look, onMade }: SampleButtonProps) {
  const sample = useSample(onMade)
  return (
    <>
      <Button look={look} busy={sample.isPending} onClick={() => sample.mutate(openTab())}>
        Make a sample payment
        <ExternalLink size={16} aria-hidden />
        <span className="unseen">, opens a new tab</span>
      </Button>
      {sample.error && <ErrorNote error={sample.error} what="The sample payment was not made." />}
    </>
  )
}

const AMOUNT = paise(49_900)

export interface Sample {
  merchantOrderId: string
  /** The hosted page, for a browser that opened none. */
  pageUrl?: string
}

/** One payment at the sandbox, to see how it goes. Its page opens beside this one; when it is paid, it leads to the order. */
export function useSample(onMade: (sample: Sample) => void) {
  return useMutation({
    mutationFn: async (tab: Window | null) => {
      const reference = `sample-${crypto.randomUUID().slice(0, 8)}`
      const made = await call('POST /playground/pay', {
        body: {
          checkout: 'STANDARD',
          amount: AMOUNT,
          reference,
          redirectUrl: under(`orders?q=${reference}`),
        },
      }).catch((error: unknown) => {
        tab?.close()
        throw error
      })
      if (tab && made.redirectUrl) tab.location.replace(made.redirectUrl)
      return made
    },
    onSuccess: ({ order: { merchantOrderId }, redirectUrl }) =>
      onMade({ merchantOrderId, ...(redirectUrl === undefined ? {} : { pageUrl: redirectUrl }) }),
  })
}

/** Within the press, or the browser takes it for an advertisement. */
export function openTab(): Window | null {
  const tab = window.open('about:blank', '_blank')
  if (tab) tab.opener = null
  return tab
}

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
