import type { Order } from '@galla/contract/gateway-api/orders'
import type { ReactNode } from 'react'
import { IdText } from '../../components/copy.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Amount, OrderBadge, Time } from '../../components/records.tsx'
import type { Column } from '../../components/table-row.tsx'
import { reasonOf } from '../../i18n/failure-messages.ts'
import { amountText } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { paidWithText } from '../../i18n/terms.ts'
import { visibleText } from '../../i18n/visible-text.ts'
import { columnsEnglish, listEnglish } from './english-list.ts'

const t = messages('orders/columns', columnsEnglish)
const list = messages('orders/list', listEnglish)

const idText = (text: string | undefined) => text && <IdText value={text} />

const copyOf = (value: string | undefined, what: string) => (value === undefined ? undefined : { value, what })

/** The requested payment mode, and the instrument where it adds information: a bank account is what pays by UPI. */
function paidWith({ paymentMode, instrument }: Order) {
  if (paymentMode === undefined) return undefined
  const shown = instrument === 'ACCOUNT' ? undefined : instrument
  return <span title={paidWithText(paymentMode, instrument)}>{paidWithText(paymentMode, shown)}</span>
}

/** All columns; the optional ones are hidden until they are selected. */
const COLUMNS: readonly (Column<Order> & { optional?: true })[] = [
  {
    id: 'reference',
    header: t.reference,
    phone: 'head',
    width: 'minmax(12rem, 2.8fr)',
    cell: ({ reference }) => (
      <span translate="no" title={visibleText(reference)}>
        {visibleText(reference)}
      </span>
    ),
    second: ({ merchantOrderId }) => idText(merchantOrderId),
    copy: ({ merchantOrderId }) => copyOf(merchantOrderId, t.copied.id),
  },
  {
    id: 'state',
    header: t.state,
    phone: 'foot',
    width: 'minmax(9.5rem, 1.3fr)',
    cell: (order) => <OrderBadge order={order} />,
    second: (order) => {
      const reason = reasonOf(order)
      return reason && <span title={reason}>{reason}</span>
    },
  },
  { id: 'mode', header: t.mode, phone: 'none', width: 'minmax(0, 0.8fr)', cell: paidWith },
  {
    id: 'utr',
    header: 'UTR',
    optional: true,
    width: 'minmax(0, 9rem)',
    cell: ({ utr }) => idText(utr),
    copy: ({ utr }) => copyOf(utr, 'UTR'),
  },
  { id: 'payer', header: t.payer, optional: true, width: 'minmax(0, 8rem)', cell: ({ payerVpa }) => idText(payerVpa) },
  {
    id: 'orderId',
    header: t.orderId,
    optional: true,
    width: 'minmax(0, 12rem)',
    cell: ({ orderId }) => idText(orderId),
    copy: ({ orderId }) => copyOf(orderId, t.copied.orderId),
  },
  {
    id: 'amount',
    header: t.amount,
    align: 'end',
    phone: 'end',
    width: '8.5rem',
    cell: ({ amount }) => <Amount paise={amount} strong />,
    second: ({ refundedAmount }) => refundedAmount > 0 && t.refunded(amountText(refundedAmount)),
  },
  {
    id: 'created',
    header: t.created,
    align: 'end',
    phone: 'foot-end',
    width: '7rem',
    cell: ({ createdAtMs }) => <Time atMs={createdAtMs} />,
  },
  {
    id: 'updated',
    header: t.updated,
    optional: true,
    align: 'end',
    width: '7rem',
    cell: ({ updatedAtMs }) => <Time atMs={updatedAtMs} />,
  },
]

/** The columns to show; `optional` is the address's list of optional ones: `utr,payer`. `lead` comes before the reference. */
export function visibleColumns(optional = '', lead?: (order: Order) => ReactNode): readonly Column<Order>[] {
  const ids = optional.split(',')
  return COLUMNS.filter((column) => !column.optional || ids.includes(column.id)).map((column) =>
    lead && column.id === 'reference' ? { ...column, lead } : column,
  )
}

interface ColumnDialogProps {
  /** The optional columns that are shown: `utr,payer`. */
  selected: string | undefined
  onChange(columns: string): void
  onClose(): void
}

/** Selects optional columns. The selection is part of the address, so that a view can be shared. */
export function ColumnDialog({ selected = '', onChange, onClose }: ColumnDialogProps) {
  const ids = selected.split(',').filter(Boolean)
  const toggle = (id: string) => onChange((ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]).join(','))
  return (
    <Dialog open onClose={onClose} title={list.columns}>
      <fieldset>
        <legend className="mb-2 text-soft">{list.optional}</legend>
        {COLUMNS.filter(({ optional }) => optional).map(({ id, header }) => (
          <label key={id} className="flex min-h-11 items-center gap-3 border-b border-rule last:border-b-0">
            <input
              type="checkbox"
              checked={ids.includes(id)}
              onChange={() => toggle(id)}
              className="size-5 accent-brass"
            />
            {header}
          </label>
        ))}
      </fieldset>
    </Dialog>
  )
}
