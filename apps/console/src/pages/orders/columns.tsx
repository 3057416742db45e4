import type { Order } from '@galla/contract/gateway-api/orders'
import { instrumentWord, modeWord } from '../../lib/mode-word.ts'
import { Amount } from '../../ui/amount.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { middleOut } from '../../ui/id.tsx'
import { OrderMark } from '../../ui/order-mark.tsx'
import { Time } from '../../ui/time.tsx'

const mono = (text: string | undefined, most = 24) =>
  text && (
    <span className="font-mono text-xs" title={text}>
      {middleOut(text, most)}
    </span>
  )

/** What was asked for, and what paid where that says more. */
function paidWith({ paymentMode, instrument }: Order) {
  if (paymentMode === undefined) return undefined
  const [mode, paid] = [modeWord(paymentMode), instrument && instrumentWord(instrument)]
  const more = paid && paid.toLowerCase() !== mode.toLowerCase()
  return <span title={paid}>{more ? `${mode} · ${paid}` : mode}</span>
}

/** Those that are always there, and those that can be put beside them. */
export const COLUMNS: readonly (Column<Order> & { optional?: true })[] = [
  {
    id: 'reference',
    header: 'Reference',
    phone: 'head',
    width: 'minmax(0, 0.8fr)',
    cell: ({ reference }) => <span title={reference}>{middleOut(reference, 32)}</span>,
  },
  {
    id: 'merchantOrderId',
    header: 'Order',
    phone: 'none',
    width: 'minmax(0, 1fr)',
    cell: ({ merchantOrderId }) => mono(merchantOrderId),
  },
  { id: 'state', header: 'State', phone: 'foot', width: '9.5rem', cell: (order) => <OrderMark order={order} /> },
  { id: 'paid-with', header: 'Paid with', phone: 'none', width: 'minmax(0, 1.2fr)', cell: paidWith },
  { id: 'utr', header: 'UTR', optional: true, width: 'minmax(0, 8rem)', cell: ({ utr }) => mono(utr) },
  { id: 'payer', header: 'Payer', optional: true, width: 'minmax(0, 8rem)', cell: ({ payerVpa }) => mono(payerVpa) },
  {
    id: 'orderId',
    header: 'Their id',
    optional: true,
    width: 'minmax(0, 12rem)',
    cell: ({ orderId }) => mono(orderId),
  },
  {
    id: 'refunded',
    header: 'Refunded',
    optional: true,
    align: 'end',
    width: '7.5rem',
    cell: ({ refundedAmount }) => (refundedAmount === 0 ? '' : <Amount paise={refundedAmount} />),
  },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    phone: 'end',
    width: '8.5rem',
    cell: ({ amount }) => <Amount paise={amount} strong />,
  },
  {
    id: 'made',
    header: 'Made',
    align: 'end',
    phone: 'foot-end',
    width: '7rem',
    cell: ({ createdAtMs }) => <Time atMs={createdAtMs} />,
  },
  {
    id: 'changed',
    header: 'Changed',
    optional: true,
    align: 'end',
    width: '7rem',
    cell: ({ updatedAtMs }) => <Time atMs={updatedAtMs} />,
  },
]

/** The columns to draw; `chosen` names the optional ones, as the address does: `utr,payer`. */
export function columnsOf(chosen = ''): readonly Column<Order>[] {
  const named = chosen.split(',')
  return COLUMNS.filter(({ id, optional }) => !optional || named.includes(id))
}
