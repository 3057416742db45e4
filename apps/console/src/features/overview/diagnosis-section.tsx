import type { Overview } from '@galla/contract/gateway-api/overview'
import { Link, type LinkProps } from '@tanstack/react-router'
import { rangeParams } from '../../components/filters.tsx'
import { Section } from '../../components/page.tsx'
import { StateIcon } from '../../components/records.tsx'
import { messages } from '../../i18n/messages.ts'
import { countText } from '../../i18n/plural.ts'
import { type Expected, findingsOf, reasonsOf } from './diagnosis.ts'
import { figuresEnglish } from './english.ts'
import { rateText } from './overview-span.ts'

const t = messages('overview/figures', figuresEnglish)

const FINDING = 'flex gap-3 rounded-edge border-l-4 border-l-bad bg-bad-wash px-4 py-3 text-bad'

/** Shows the conspicuous payment modes, in a sentence each. */
export function Findings({ overview, expected }: { overview: Overview; expected: Expected }) {
  const findings = findingsOf(overview.byPaymentMode, expected)
  if (findings.length === 0) return null
  const span = rangeParams(overview.fromMs, overview.toMs)
  return (
    <ul aria-label={t.diagnosis} className="mt-8 grid gap-2">
      {findings.map(({ paymentMode, text, failedOrders }) => {
        const content = (
          <>
            <span className="mt-1">
              <StateIcon icon="warning" />
            </span>
            {text}
          </>
        )
        return (
          <li key={paymentMode}>
            {failedOrders === 0 ? (
              <p className={FINDING}>{content}</p>
            ) : (
              <Link
                to="/orders"
                search={{ paymentMode, state: 'FAILED', ...span }}
                className={`${FINDING} hover:underline`}
              >
                {content}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface Step {
  name: string
  count: number
  link?: Pick<LinkProps, 'to' | 'search'>
}

/** How many orders reach each step, from created to paid. */
export function Funnel({ overview }: { overview: Overview }) {
  const { orders, opened, attempted, completed, fromMs, toMs } = overview
  const span = rangeParams(fromMs, toMs)
  const steps: readonly Step[] = [
    { name: t.funnel.created, count: orders, link: { to: '/orders', search: span } },
    { name: t.funnel.sent, count: opened },
    { name: t.funnel.started, count: attempted },
    { name: t.funnel.paid, count: completed, link: { to: '/orders', search: { state: 'COMPLETED', ...span } } },
  ]
  return (
    <Section title={t.funnel.title}>
      <ol aria-label={t.funnel.label} className="grid gap-2">
        {steps.map(({ name, count, link }) => (
          <Bar
            key={name}
            name={name}
            share={orders === 0 ? 0 : count / orders}
            tone="bg-data"
            value={`${countText(count)} · ${rateText(orders === 0 ? undefined : count / orders)}`}
            link={link}
          />
        ))}
      </ol>
    </Section>
  )
}

/** Why orders were not paid, the most frequent reason first. */
export function FailureReasons({ overview }: { overview: Overview }) {
  const { failures, failed, fromMs, toMs } = overview
  const reasons = reasonsOf(overview)
  return (
    <Section title={t.reasons.title}>
      {failures.length === 0 ? (
        <p className="text-soft">{t.reasons.none}</p>
      ) : (
        <ol aria-label={t.reasons.label} className="grid gap-2">
          {reasons.slice(0, 8).map(({ label, orders, failure }) => (
            <Bar
              key={label}
              name={label}
              share={orders / failed}
              tone="bg-bad hatched"
              value={`${countText(orders)} · ${rateText(orders / failed)}`}
              link={
                failure === undefined ? undefined : { to: '/orders', search: { failure, ...rangeParams(fromMs, toMs) } }
              }
            />
          ))}
        </ol>
      )}
    </Section>
  )
}

interface BarProps {
  name: string
  value: string
  /** 0 to 1. */
  share: number
  tone: string
  link: Step['link']
}

function Bar({ name, value, share, tone, link }: BarProps) {
  const content = (
    <>
      <span className="flex items-baseline justify-between gap-4 text-sm">
        <span className="min-w-0 wrap-anywhere">{name}</span>
        <span className="shrink-0 tabular-nums">{value}</span>
      </span>
      <span className="mt-1 block h-2 rounded-[2px] bg-rule">
        <span className={`block h-2 rounded-[2px] ${tone}`} style={{ width: `${100 * share}%` }} />
      </span>
    </>
  )
  return (
    <li>
      {link ? (
        <Link {...link} className="block rounded-edge hover:bg-brass-wash">
          {content}
        </Link>
      ) : (
        <div>{content}</div>
      )}
    </li>
  )
}
