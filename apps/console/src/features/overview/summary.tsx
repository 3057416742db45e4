import type { Overview, UsualFigures } from '@galla/contract/gateway-api/overview'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNow } from '../../api/browser.ts'
import { useMayCall } from '../../api/permissions.tsx'
import { useToApprove } from '../../api/to-approve.ts'
import { rangeParams } from '../../components/filters.tsx'
import { StateIcon, TONE_CLASSES } from '../../components/records.tsx'
import { amountText } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { countText } from '../../i18n/plural.ts'
import type { StateIconName, Tone } from '../../i18n/terms.ts'
import { failingCallsText } from '../health/failing-calls.ts'
import { changeText, usualText } from './diagnosis.ts'
import { attentionEnglish, figuresEnglish } from './english.ts'
import { attemptSuccess, orderConversion, rateText } from './overview-span.ts'

const t = messages('overview/figures', figuresEnglish)
const attention = messages('overview/attention', attentionEnglish)

/** An earlier time to compare with. */
export interface Comparison {
  /** `the day before` */
  name: string
  overview: Overview | undefined
}

interface TotalsProps {
  overview: Overview
  before: Comparison
  /** Only of a day. */
  usual: UsualFigures | undefined
}

/** Gross volume and the counts behind it; each opens the orders that it counts. */
export function Totals({ overview, before, usual }: TotalsProps) {
  const { grossVolume, orders, completed, pending, refunded, attempts, paidAttempts, fromMs, toMs } = overview
  const span = rangeParams(fromMs, toMs)
  const nowMs = useNow()
  const compared = (figure: 'grossVolume' | 'orders' | 'completed', text: (value: number) => string) => (
    <Compared
      texts={[
        changeText(overview[figure], before.overview?.[figure], before.name),
        usual && usual.weeks > 0 && usualText(usual[figure] === 0 ? t.none : text(usual[figure]), overview, nowMs),
      ]}
    />
  )
  return (
    <section aria-label={t.volume}>
      <p className="text-soft">{t.volume}</p>
      <p className="inline-block border-b-4 border-double border-ink pb-1 text-[2.5rem] leading-tight font-strong tabular-nums max-sm:text-xl">
        <Link to="/orders" search={{ state: 'COMPLETED', ...span }} className="hover:text-brass">
          {amountText(grossVolume)}
        </Link>
      </p>
      {/* The height is reserved: comparisons arrive later. */}
      {compared('grossVolume', amountText)}
      <dl className="mt-6 grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-3 2xl:grid-cols-6">
        <Figure name={t.orders} link={{ to: '/orders', search: span }} value={countText(orders)}>
          {compared('orders', countText)}
        </Figure>
        <Figure
          name={t.paid}
          link={{ to: '/orders', search: { state: 'COMPLETED', ...span } }}
          value={countText(completed)}
        >
          {completed > 0 && t.paidNote}
          {compared('completed', countText)}
        </Figure>
        <Figure name={t.open} link={{ to: '/orders', search: { state: 'OPEN', ...span } }} value={countText(pending)}>
          {pending > 0 && t.openNote}
        </Figure>
        <Figure name={t.refunded} link={{ to: '/refunds', search: {} }} value={amountText(refunded)}>
          {refunded > 0 && t.refundedNote}
        </Figure>
        <Figure name={t.success} value={rateText(attemptSuccess(overview))}>
          {t.successNote(paidAttempts, attempts)}
        </Figure>
        <Figure name={t.conversion} value={rateText(orderConversion(overview))}>
          {t.conversionNote(completed, orders)}
        </Figure>
      </dl>
    </section>
  )
}

interface FigureProps {
  name: string
  value: string
  link?: Pick<LinkProps, 'to' | 'search'>
  children?: ReactNode
}

/** A figure with its name, and what it means. */
export function Figure({ name, value, link, children }: FigureProps) {
  return (
    <div>
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="text-lg tabular-nums">
        {link ? (
          <Link {...link} className="underline decoration-rule-strong decoration-1 underline-offset-4 hover:text-brass">
            {value}
            <span className="sr-only"> {name}</span>
          </Link>
        ) : (
          value
        )}
      </dd>
      {children && <dd className="min-h-5 text-xs text-soft">{children}</dd>}
    </div>
  )
}

const Compared = ({ texts }: { texts: readonly (string | false | undefined)[] }) => (
  <span className="block min-h-5 text-xs text-soft tabular-nums">{texts.filter(Boolean).join(' · ')}</span>
)

interface AttentionItem {
  name: string
  text: string
  count: number
  link: Pick<LinkProps, 'to' | 'search'>
  tone: Tone
  icon: StateIconName
}

/** Counts of what is not final or needs review, with links to it: the red ones first, those without anything folded. */
export function NeedsAttention({ overview }: { overview: Overview }) {
  const items = attentionItems(overview, useToApprove(), useMayCall()('GET /settlements/payouts'))
  const [open, none] = [items.filter(({ count }) => count > 0), items.filter(({ count }) => count === 0)]
  return (
    <section aria-label={attention.title} className="xl:col-start-2">
      <h2 className="mb-2 text-base">{attention.title}</h2>
      <ul className="border-t border-rule">
        {open.length === 0 && <li className="border-b border-rule py-3 text-soft">{attention.nothing}</li>}
        {open.map((item) => (
          <AttentionRow key={item.name} item={item} />
        ))}
      </ul>
      {none.length > 0 && (
        <details className="mt-1">
          <summary className="w-fit rounded-edge text-sm text-soft">{attention.empty(none.length)}</summary>
          <ul className="border-t border-rule">
            {none.map((item) => (
              <AttentionRow key={item.name} item={item} />
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function AttentionRow({ item: { name, text, count, link, tone, icon } }: { item: AttentionItem }) {
  return (
    <li className="border-b border-rule">
      <Link {...link} className="flex min-h-12 items-center gap-3 py-2 hover:bg-brass-wash">
        <span className={count === 0 ? 'text-soft' : TONE_CLASSES[tone]}>
          <StateIcon icon={count === 0 ? 'ring' : icon} />
        </span>
        <span className="min-w-0 flex-1">
          {name}
          <span className="block text-sm text-soft">{text}</span>
        </span>
        <span className={`text-lg tabular-nums ${count === 0 ? 'text-soft' : 'font-strong'}`}>{countText(count)}</span>
        <ChevronRight size={16} aria-hidden className="text-soft" />
      </Link>
    </li>
  )
}

/**
 * @param mine how many refunds this person may approve: those that they requested wait for another one
 * @param maySettle this person may read settlements
 */
function attentionItems(overview: Overview, mine: number, maySettle: boolean): readonly AttentionItem[] {
  const { delayed, needsReview, refundsInReview, failedDeliveries, refundsOpen } = overview
  const { owed, owedAmount, owedInReview, refundsToApprove, retriedDeliveries, failingCalls, disputesToAnswer } =
    overview
  return [
    {
      name: attention.calls.name,
      text: failingCalls.length === 0 ? attention.calls.none : attention.calls.text(failingCallsText(failingCalls)),
      count: failingCalls.reduce((sum, { failed }) => sum + failed, 0),
      link: { to: '/api-log', search: { outcome: 'failed' } },
      tone: 'bad',
      icon: 'warning',
    },
    {
      name: attention.review.name,
      text: owedInReview > 0 ? attention.review.owed(amountText(owedInReview)) : attention.review.text,
      count: needsReview,
      link: { to: '/orders', search: { needsReview: 'true' } },
      tone: 'bad',
      icon: 'warning',
    },
    {
      ...attention.refundReview,
      count: refundsInReview,
      link: { to: '/refunds', search: { state: 'NEEDS_REVIEW' } },
      tone: 'bad',
      icon: 'warning',
    },
    {
      name: attention.owed.name,
      text: attention.owed.text(owed > 0 ? amountText(owedAmount) : undefined),
      count: owed,
      link: { to: '/orders', search: { owed: 'true' } },
      tone: 'bad',
      icon: 'warning',
    },
    {
      ...(mine > 0 ? attention.mine : attention.others),
      count: mine > 0 ? mine : refundsToApprove,
      link: { to: '/refunds', search: { state: 'TO_APPROVE' } },
      tone: 'wait',
      icon: 'clock',
    },
    {
      ...attention.disputes,
      count: disputesToAnswer,
      link: { to: '/disputes', search: { view: 'open' } },
      tone: 'bad',
      icon: 'warning',
    },
    ...(maySettle ? [settlementsItem(overview)] : []),
    {
      ...attention.failed,
      count: failedDeliveries,
      link: { to: '/deliveries', search: { state: 'failed' } },
      tone: 'bad',
      icon: 'warning',
    },
    {
      ...attention.retried,
      count: retriedDeliveries,
      link: { to: '/deliveries', search: { state: 'retrying' } },
      tone: 'wait',
      icon: 'clock',
    },
    {
      ...attention.delayed,
      count: delayed,
      link: { to: '/orders', search: { delayed: 'true' } },
      tone: 'bad',
      icon: 'question',
    },
    {
      ...attention.refunds,
      count: refundsOpen,
      link: { to: '/refunds', search: { state: 'OPEN' } },
      tone: 'wait',
      icon: 'half',
    },
  ]
}

const settlementsItem = ({ settlementFindings }: Overview): AttentionItem => ({
  ...attention.settlements,
  count: settlementFindings,
  link: { to: '/finance', search: { tab: 'settlements' } },
  tone: 'bad',
  icon: 'warning',
})
