import type { Order } from '@galla/contract/gateway-api/orders'
import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/controls.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Amount, OrderMark, Time } from '../../components/records.tsx'
import type { Column } from '../../components/table-row.tsx'
import { middleOut } from '../../i18n/format.ts'
import { instrumentWord, modeWord } from '../../i18n/terms.ts'

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

interface ColumnChoiceProps {
  /** `utr,payer` */
  chosen: string | undefined
  onChange(columns: string): void
}

/** Which columns stand beside the usual ones; it is kept in the address, so that a view can be sent to somebody. */
export function ColumnChoice({ chosen = '', onChange }: ColumnChoiceProps) {
  const [open, setOpen] = useState(false)
  const named = chosen.split(',').filter(Boolean)
  const turn = (id: string) =>
    onChange((named.includes(id) ? named.filter((one) => one !== id) : [...named, id]).join(','))
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Columns3 size={16} aria-hidden />
        Columns
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Columns">
        <fieldset>
          <legend className="mb-2 text-soft">Shown beside the usual ones</legend>
          {COLUMNS.filter(({ optional }) => optional).map(({ id, header }) => (
            <label key={id} className="flex min-h-11 items-center gap-3 border-b border-rule last:border-b-0">
              <input
                type="checkbox"
                checked={named.includes(id)}
                onChange={() => turn(id)}
                className="size-5 accent-brass"
              />
              {header}
            </label>
          ))}
        </fieldset>
      </Dialog>
    </>
  )
}
