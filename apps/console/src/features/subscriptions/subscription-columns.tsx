import type { ListedSubscription } from '@galla/contract/gateway-api/console-subscriptions'
import { Amount, StateBadge, Time } from '../../components/records.tsx'
import type { Column } from '../../components/table-row.tsx'
import { priceText, reasonText } from './subscription-messages.ts'

export const idOf = ({ subscriptionId }: ListedSubscription) => subscriptionId

const ID: Column<ListedSubscription> = {
  id: 'subscription',
  header: 'Subscription',
  phone: 'head',
  width: 'minmax(9rem, 1fr)',
  cell: ({ subscriptionId }) => <span className="font-mono text-xs">{subscriptionId}</span>,
  copy: ({ subscriptionId }) => ({ value: subscriptionId, what: 'subscription id' }),
}

const STATE: Column<ListedSubscription> = {
  id: 'state',
  header: 'State',
  phone: 'end',
  width: '8rem',
  cell: ({ state }) => <StateBadge kind="subscription" state={state} />,
}

const PLAN: Column<ListedSubscription> = {
  id: 'plan',
  header: 'Plan',
  width: 'minmax(9rem, 1fr)',
  cell: ({ planName }) => planName,
}

/** Columns of the list of all subscriptions. */
export const LIST_COLUMNS: readonly Column<ListedSubscription>[] = [
  ID,
  STATE,
  PLAN,
  {
    id: 'price',
    header: 'Price',
    phone: 'foot',
    width: '10rem',
    cell: ({ amount, frequency }) => <span className="tabular-nums">{priceText(amount, frequency)}</span>,
  },
  {
    id: 'nextDebit',
    header: 'Next debit',
    width: '11rem',
    cell: ({ nextDebit }) => nextDebit && <Time atMs={nextDebit.atMs} planned />,
  },
  {
    id: 'started',
    header: 'Started',
    width: '8rem',
    phone: 'foot-end',
    cell: ({ createdAtMs }) => <Time atMs={createdAtMs} />,
  },
]

/** Columns of the queue of missing money. */
export const DUNNING_COLUMNS: readonly Column<ListedSubscription>[] = [
  ID,
  STATE,
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    width: '6rem',
    cell: ({ cycle, amount }) => <Amount paise={cycle?.amount ?? amount} />,
  },
  { id: 'reason', header: 'Reason', width: 'minmax(12rem, 2fr)', cell: (row) => reasonText(row) },
  {
    id: 'next',
    header: 'Next try',
    width: '11rem',
    cell: ({ nextDebit, state }) =>
      nextDebit ? <Time atMs={nextDebit.atMs} planned /> : state === 'HALTED' ? 'none' : 'not planned',
  },
  PLAN,
]
