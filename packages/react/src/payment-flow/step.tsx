import type { Paise } from '@galla/contract/money'
import type { ReactElement, ReactNode } from 'react'
import { Amount } from '../components/amount.tsx'
import { Icon, type IconName } from '../components/controls.tsx'
import { Countdown } from '../components/countdown.tsx'
import { remainingMs } from '../core/clock.ts'
import type { Known } from '../core/payment-state.ts'
import { useDesk } from '../hooks/provider.tsx'

/** The one line of the bill: what it is, and how much, at the right edge. */
export function Sum({ label, amount, total = false }: { label: string; amount: Paise; total?: boolean }): ReactElement {
  return (
    <p className="galla-sum">
      <span className="galla-soft">{label}</span>
      <Amount amount={amount} total={total} />
    </p>
  )
}

/** The name of a step, which takes the focus when the step changes. A state of money has a shape beside its colour. */
export function Title({ children, icon }: { children: ReactNode; icon?: IconName }): ReactElement {
  return (
    <>
      {icon && (
        <span className="galla-seal">
          <Icon name={icon} />
        </span>
      )}
      <h2 className="galla-title" tabIndex={-1}>
        {children}
      </h2>
    </>
  )
}

/** The time left on the server's clock, for an order that ends. */
export function TimeLeft({ known }: { known: Known }): ReactElement | null {
  const { words } = useDesk()
  if (known.view.expiresAtMs === undefined) return null
  return (
    <p className="galla-time">
      <span className="galla-soft">{words.timeLeft}</span>{' '}
      <Countdown words={words} leftAt={(nowMs) => remainingMs(known, nowMs) ?? 0} />
    </p>
  )
}
