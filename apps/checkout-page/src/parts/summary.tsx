import type { PageOrder } from '@galla/contract/sandbox-api/page-routes'
import { Amount, CopyButton } from '@galla/react/components'
import type { Known } from '../session/session.ts'
import { useWords } from '../words/use-words.tsx'
import { TimeLeft } from './time-left.tsx'
import { useWide } from './use-wide.ts'

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
