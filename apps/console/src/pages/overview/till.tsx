import type { Overview } from '@galla/contract/gateway-api/console-routes'
import type { ReactNode } from 'react'
import { amountText } from '../../ui/amount.tsx'
import { rateText, successRate } from './spans.ts'

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
