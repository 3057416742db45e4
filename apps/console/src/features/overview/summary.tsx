import type { Overview } from '@galla/contract/gateway-api/console-routes'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { StateShape, TONES } from '../../components/records.tsx'
import { amountText, dateOf } from '../../i18n/format.ts'
import type { Shape, Tone } from '../../i18n/terms.ts'
import { rateText, successRate } from './overview-span.ts'

/** The drawer's sum under its double rule, and what it is made of. */
export function Till({ overview }: { overview: Overview }) {
  const { grossVolume, orders, completed, failed, refunded } = overview
  return (
    <section aria-label="Takings">
      <p className="text-soft">Takings</p>
      <p className="inline-block border-b-4 border-double border-ink pb-1 text-[2.5rem] leading-tight font-strong tabular-nums max-sm:text-xl">
        {amountText(grossVolume)}
      </p>
      <dl className="mt-6 grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-4">
        <Figure name="Orders" value={orders.toLocaleString('en-IN')} />
        <Figure name="Completed" value={completed.toLocaleString('en-IN')} />
        <Figure
          name="Success rate"
          value={rateText(successRate(overview))}
          note={failed === 0 ? 'none failed' : `${failed.toLocaleString('en-IN')} failed`}
        />
        <Figure name="Refunded" value={amountText(refunded)} />
      </dl>
    </section>
  )
}

function Figure({ name, value, note }: { name: string; value: string; note?: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="text-lg tabular-nums">{value}</dd>
      {note && <dd className="text-sm text-soft">{note}</dd>}
    </div>
  )
}

interface Line {
  name: string
  says: string
  count: number
  link: Pick<LinkProps, 'to' | 'search'>
  tone: Tone
  shape: Shape
}

/** What is not over. Each line is a door to just those orders. */
export function Waiting({ overview }: { overview: Overview }) {
  const { fromMs, toMs, pending, delayed, needsReview, refundsOpen } = overview
  const lines: readonly Line[] = [
    {
      name: 'Need a person',
      says: 'A rule stopped; the order moves no further by itself.',
      count: needsReview,
      link: { to: '/orders', search: { needsReview: 'true' } },
      tone: 'bad',
      shape: 'hand',
    },
    {
      name: 'Stuck',
      says: 'Pending for longer than the schedule explains.',
      count: delayed,
      link: { to: '/orders', search: { delayed: 'true' } },
      tone: 'bad',
      shape: 'doubt',
    },
    {
      name: 'Open orders',
      says: 'Made in these days and not decided yet.',
      count: pending,
      link: { to: '/orders', search: { state: 'OPEN', from: dateOf(fromMs), to: dateOf(toMs - 1) } },
      tone: 'wait',
      shape: 'half',
    },
    {
      name: 'Open refunds',
      says: 'On their way back to the payer.',
      count: refundsOpen,
      link: { to: '/refunds', search: { state: 'OPEN' } },
      tone: 'wait',
      shape: 'half',
    },
  ]
  return (
    <section aria-label="What waits">
      <h2 className="mb-2 text-base">What waits</h2>
      <ul className="border-t border-rule">
        {lines.map(({ name, says, count, link, tone, shape }) => (
          <li key={name} className="border-b border-rule">
            <Link {...link} className="flex min-h-12 items-center gap-3 py-2 hover:bg-brass-wash">
              <span className={count === 0 ? 'text-soft' : TONES[tone]}>
                <StateShape shape={count === 0 ? 'open' : shape} />
              </span>
              <span className="min-w-0 flex-1">
                {name}
                <span className="block text-sm text-soft">{says}</span>
              </span>
              <span className={`text-lg tabular-nums ${count === 0 ? 'text-soft' : 'font-strong'}`}>
                {count.toLocaleString('en-IN')}
              </span>
              <ChevronRight size={16} aria-hidden className="text-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
