import type { PageOrder } from '@galla/contract/sandbox-api/page-routes'
import { Amount, CopyButton } from '@galla/react/components'
import { useSyncExternalStore } from 'react'
import { useWords } from '../i18n/i18n-provider.tsx'
import type { Known } from '../session/session-state.ts'
import { TimeLeft } from './step.tsx'

/** What is being paid for, to whom, and how much: the bill that stays in view. `timed` draws the clock, where no step has one. */
export function Summary({ known, timed }: { known: Known; timed: boolean }) {
  const words = useWords()
  const wide = useWide()
  const { merchantName, order } = known.view
  return (
    <header className="summary">
      <p className="galla-soft small">{words.payTo}</p>
      <h1>{merchantName}</h1>
      {order.message && <p className="galla-soft message">{order.message}</p>}
      <p className="due">
        <span className="galla-soft small">{words.amountToPay}</span>
        <Amount amount={order.amount} total />
      </p>
      {timed && (
        <dl className="facts small">
          <dt>{words.timeLeft}</dt>
          <dd>
            <TimeLeft known={known} />
          </dd>
        </dl>
      )}
      {wide ? (
        <Ids order={order} />
      ) : (
        <details className="fold small">
          <summary>{words.details}</summary>
          <Ids order={order} />
        </details>
      )}
    </header>
  )
}

function Ids({ order }: { order: PageOrder }) {
  const words = useWords()
  return (
    <dl className="facts small">
      <dt>{words.orderId}</dt>
      <dd>
        <code>{order.merchantOrderId}</code>
        <CopyButton text={order.merchantOrderId} label={words.copy} copied={words.copied} />
      </dd>
      <dt>{words.paymentId}</dt>
      <dd>
        <code>{order.orderId}</code>
      </dd>
      {order.phoneNumber && (
        <>
          <dt>{words.mobile}</dt>
          <dd>{maskedPhone(order.phoneNumber)}</dd>
        </>
      )}
    </dl>
  )
}

/** Enough for its owner to recognise, too little for whoever looks over their shoulder. */
function maskedPhone(phoneNumber: string): string {
  return `•••• ••${phoneNumber.slice(-4)}`
}

const WIDE = '(min-width: 800px)'

/** True where the bill stands beside the steps; the same width as in layout.css. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(WIDE)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => window.matchMedia(WIDE).matches,
  )
}
