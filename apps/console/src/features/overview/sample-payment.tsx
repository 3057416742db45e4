import { paise } from '@galla/contract/money'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink, X } from 'lucide-react'
import { consoleUrl, defined } from '../../api/browser.ts'
import { consoleApi } from '../../api/client.ts'
import { orderQuery } from '../../api/queries.ts'
import { Button, buttonClass } from '../../components/controls.tsx'
import { ErrorNote } from '../../components/page.tsx'
import { Amount, Id, OrderBadge } from '../../components/records.tsx'
import { messages } from '../../i18n/messages.ts'
import { overviewEnglish } from './english.ts'

const { sample: t } = messages('overview/page', overviewEnglish)

export interface Sample {
  merchantOrderId: string
  /** The hosted payment page, for when the browser blocked its tab. */
  pageUrl?: string
}

interface SampleButtonProps {
  variant: 'primary' | 'secondary'
  onCreated(sample: Sample): void
}

/** Creates an order at the sandbox and opens its payment page in a new tab. */
export function SampleButton({ variant, onCreated }: SampleButtonProps) {
  const create = useMutation({
    mutationFn: createSample,
    onSuccess: ({ order: { merchantOrderId }, redirectUrl }) =>
      onCreated(defined({ merchantOrderId, pageUrl: redirectUrl })),
  })
  return (
    <>
      <Button variant={variant} busy={create.isPending} onClick={() => create.mutate(openTab())}>
        <span className="max-sm:hidden">{t.make}</span>
        <span className="sm:hidden">{t.title}</span>
        <ExternalLink size={16} aria-hidden />
        <span className="sr-only">{t.newTab}</span>
      </Button>
      {create.error && <ErrorNote error={create.error} what={t.failed} />}
    </>
  )
}

const AMOUNT = paise(49_900)

/** The payment page is loaded into `tab`; after the payment it returns to the order. */
async function createSample(tab: Window | null) {
  const reference = `sample-${crypto.randomUUID().slice(0, 8)}`
  const created = await consoleApi('POST /playground/pay', {
    body: { checkout: 'STANDARD', amount: AMOUNT, reference, redirectUrl: consoleUrl(`orders?q=${reference}`) },
  }).catch((error: unknown) => {
    tab?.close()
    throw error
  })
  if (tab && created.redirectUrl) tab.location.replace(created.redirectUrl)
  return created
}

/** Opens an empty tab. It must be called in the click handler: browsers block tabs that are opened later. */
function openTab(): Window | null {
  const tab = window.open('about:blank', '_blank')
  if (tab) tab.opener = null
  return tab
}

/** The live state of a sample payment. */
export function SamplePayment({ sample, onClose }: { sample: Sample; onClose(): void }) {
  const { merchantOrderId, pageUrl } = sample
  const { data } = useQuery(orderQuery(merchantOrderId))
  if (!data) return null
  const { order } = data
  return (
    <section
      aria-label={t.title}
      className="mb-8 flex flex-wrap items-center gap-x-6 gap-y-2 border-y-2 border-brass py-3"
    >
      <OrderBadge order={order} />
      <Amount paise={order.amount} strong />
      <Id value={merchantOrderId} what={t.orderId} />
      <p role="status" className="min-w-48 flex-1 text-soft">
        {t.states[order.state]}
      </p>
      {pageUrl !== undefined && order.state === 'PENDING' && (
        <a href={pageUrl} target="_blank" rel="noopener noreferrer" className={buttonClass('secondary', true)}>
          {t.page}
        </a>
      )}
      <Link to="/orders/$merchantOrderId" params={{ merchantOrderId }} className={buttonClass('secondary', true)}>
        {t.order}
      </Link>
      <button
        type="button"
        aria-label={t.close}
        onClick={onClose}
        className="grid size-8 place-items-center rounded-edge text-soft hover:text-ink"
      >
        <X size={16} aria-hidden />
      </button>
    </section>
  )
}
