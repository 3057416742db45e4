import type { ReactElement } from 'react'
import { Note } from '../parts/note.tsx'
import { useDesk } from '../skin/desk.ts'
import { Root } from '../skin/root.tsx'
import { usePayment } from '../skin/use-payment.ts'
import type { ElementProps } from './stage.tsx'
import { StatusView } from './status-view.tsx'

/** Where an order stands, live: for the page that the payer comes back to. Never read from the address, always asked. */
export function PaymentStatus({ payerToken, onStartAgain }: ElementProps): ReactElement {
  const { payment, line } = usePayment(payerToken)
  const { words } = useDesk()
  return (
    <Root>
      {line === 'down' && <Note tone="wait">{navigator.onLine ? words.unreachable : words.offline}</Note>}
      <div role="status">
        <StatusView payment={payment} onStartAgain={onStartAgain} />
      </div>
    </Root>
  )
}
