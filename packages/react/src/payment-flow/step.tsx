import type { Paise } from '@galla/contract/money'
import type { ReactElement, ReactNode } from 'react'
import { Amount } from '../components/amount.tsx'
import { Icon, type IconName } from '../components/controls.tsx'
import { Countdown } from '../components/countdown.tsx'
import { remainingMs } from '../core/clock.ts'
import type { ReceivedView } from '../core/payment-state.ts'
import { useGalla } from '../hooks/provider.tsx'

/** Heading of a step. It receives the focus when the step changes; the icon states the outcome without relying on colour. */
export function StepTitle({ children, icon }: { children: ReactNode; icon?: IconName }): ReactElement {
  return (
    <>
      {icon && (
        <span className="galla-status-icon">
          <Icon name={icon} />
        </span>
      )}
      <h2 className="galla-title" tabIndex={-1}>
        {children}
      </h2>
    </>
  )
}

interface AmountLineProps {
  label: string
  amount: Paise
  total?: boolean
}

/** A label and an amount on one line. */
export function AmountLine({ label, amount, total = false }: AmountLineProps): ReactElement {
  return (
    <p className="galla-amount-line">
      <span className="galla-muted">{label}</span>
      <Amount amount={amount} total={total} />
    </p>
  )
}

/** The time left by the server's clock; nothing for an order without an expiry. */
export function TimeLeft({ received }: { received: ReceivedView }): ReactElement | null {
  const { messages } = useGalla()
  if (received.view.expiresAtMs === undefined) return null
  return (
    <p className="galla-time">
      <span className="galla-muted">{messages.timeLeft}</span>{' '}
      <Countdown messages={messages} remainingMsAt={(nowMs) => remainingMs(received, nowMs) ?? 0} />
    </p>
  )
}
