import type { OrderState } from '@galla/contract/provider/states'
import type { SandboxOrder } from '@galla/contract/sandbox-api/routes'
import { Amount, Icon, type IconName } from '@galla/react/components'

const MARKS: { readonly [State in OrderState]: { icon: IconName; tone: string; word: string } } = {
  PENDING: { icon: 'wait', tone: 'wait', word: 'Pending' },
  COMPLETED: { icon: 'good', tone: 'good', word: 'Completed' },
  FAILED: { icon: 'bad', tone: 'bad', word: 'Failed' },
}

/** One order of the ledger: its name, where it stands, how much, and the way to its page while it can be paid. */
export function OrderRow({ order }: { order: SandboxOrder }) {
  const { merchantOrderId, state, errorCode, amount, pageUrl } = order
  const mark = MARKS[state]
  return (
    <li>
      <code>{merchantOrderId}</code>
      <span className={`mark mark-${mark.tone}`}>
        <Icon name={mark.icon} />
        {mark.word}
        {errorCode && <code className="galla-soft">{errorCode}</code>}
      </span>
      {state === 'PENDING' && pageUrl !== undefined && <a href={pageUrl}>Pay it</a>}
      <Amount amount={amount} />
    </li>
  )
}
