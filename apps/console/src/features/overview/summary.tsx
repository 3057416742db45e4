import type { Overview } from '@galla/contract/gateway-api/console-routes'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { StateIcon, TONE_CLASSES } from '../../components/records.tsx'
import { amountText, countText, dateOf } from '../../i18n/format.ts'
import type { StateIconName, Tone } from '../../i18n/terms.ts'
import { rateText, successRate } from './overview-span.ts'

/** Gross volume and the counts behind it. */
export function Totals({ overview }: { overview: Overview }) {
  const { grossVolume, orders, completed, failed, refunded } = overview
  return (
    <section aria-label="Gross volume">
      <p className="text-soft">Gross volume</p>
      <p className="inline-block border-b-4 border-double border-ink pb-1 text-[2.5rem] leading-tight font-strong tabular-nums max-sm:text-xl">
        {amountText(grossVolume)}
      </p>
      <dl className="mt-6 grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-4">
        <Figure name="Orders" value={countText(orders)} />
        <Figure name="Completed" value={countText(completed)} />
        <Figure
          name="Success rate"
          value={rateText(successRate(overview))}
          note={failed === 0 ? 'none failed' : `${countText(failed)} failed`}
        />
        <Figure name="Refunded" value={amountText(refunded)} />
      </dl>
    </section>
  )
}

function Figure({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div>
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="text-lg tabular-nums">{value}</dd>
      {note && <dd className="text-sm text-soft">{note}</dd>}
    </div>
  )
}

interface AttentionItem {
  name: string
  text: string
  count: number
  link: Pick<LinkProps, 'to' | 'search'>
  tone: Tone
  icon: StateIconName
}

const unlessNone = (item: AttentionItem): AttentionItem[] => (item.count > 0 ? [item] : [])

/** Counts of what is not final or needs a person, with links to it. */
export function NeedsAttention({ overview }: { overview: Overview }) {
  const { fromMs, toMs, pending, delayed, needsReview, refundsInReview, failedDeliveries, refundsOpen } = overview
  const items: readonly AttentionItem[] = [
    {
      name: 'Needs review',
      text: 'Processing of the order has stopped.',
      count: needsReview,
      link: { to: '/orders', search: { needsReview: 'true' } },
      tone: 'bad',
      icon: 'warning',
    },
    ...unlessNone({
      name: 'Refunds in review',
      text: 'The amount stays reserved until a person decides.',
      count: refundsInReview,
      link: { to: '/refunds', search: { state: 'NEEDS_REVIEW' } },
      tone: 'bad',
      icon: 'warning',
    }),
    ...unlessNone({
      name: 'Failed event deliveries',
      text: 'A handler or notifier failed at every attempt.',
      count: failedDeliveries,
      link: { to: '/deliveries', search: { state: 'failed' } },
      tone: 'bad',
      icon: 'warning',
    }),
    {
      name: 'Delayed',
      text: 'Pending for longer than expected.',
      count: delayed,
      link: { to: '/orders', search: { delayed: 'true' } },
      tone: 'bad',
      icon: 'question',
    },
    {
      name: 'Open orders',
      text: 'Created in these days and not final yet.',
      count: pending,
      link: { to: '/orders', search: { state: 'OPEN', from: dateOf(fromMs), to: dateOf(toMs - 1) } },
      tone: 'wait',
      icon: 'half',
    },
    {
      name: 'Open refunds',
      text: 'Not yet credited to the payer.',
      count: refundsOpen,
      link: { to: '/refunds', search: { state: 'OPEN' } },
      tone: 'wait',
      icon: 'half',
    },
  ]
  return (
    <section aria-label="Needs attention">
      <h2 className="mb-2 text-base">Needs attention</h2>
      <ul className="border-t border-rule">
        {items.map(({ name, text, count, link, tone, icon }) => (
          <li key={name} className="border-b border-rule">
            <Link {...link} className="flex min-h-12 items-center gap-3 py-2 hover:bg-brass-wash">
              <span className={count === 0 ? 'text-soft' : TONE_CLASSES[tone]}>
                <StateIcon icon={count === 0 ? 'ring' : icon} />
              </span>
              <span className="min-w-0 flex-1">
                {name}
                <span className="block text-sm text-soft">{text}</span>
              </span>
              <span className={`text-lg tabular-nums ${count === 0 ? 'text-soft' : 'font-strong'}`}>
                {countText(count)}
              </span>
              <ChevronRight size={16} aria-hidden className="text-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
