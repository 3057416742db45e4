import type { ListedSubscription } from '@galla/contract/gateway-api/console-subscriptions'
import type { ReactNode } from 'react'
import { OthersText } from '../../components/others-text.tsx'
import { Amount, StateBadge, Time } from '../../components/records.tsx'
import type { Column } from '../../components/table-row.tsx'
import { dayText } from '../../i18n/format.ts'
import { subscriptionsMessages as t } from './page-messages.ts'
import { priceText, reasonText, subscriptionState } from './subscription-messages.ts'

export const idOf = ({ subscriptionId }: ListedSubscription) => subscriptionId

const ID: Column<ListedSubscription> = {
  id: 'subscription',
  header: t.columns.subscription,
  phone: 'head',
  width: 'minmax(9rem, 1fr)',
  cell: ({ subscriptionId }) => <span className="font-mono text-xs">{subscriptionId}</span>,
  copy: ({ subscriptionId }) => ({ value: subscriptionId, what: t.copy }),
}

const STATE: Column<ListedSubscription> = {
  id: 'state',
  header: t.columns.state,
  phone: 'end',
  width: '8rem',
  cell: (subscription) => <StateBadge kind="subscription" state={subscriptionState(subscription)} />,
}

const PLAN: Column<ListedSubscription> = {
  id: 'plan',
  header: t.columns.plan,
  width: 'minmax(9rem, 1fr)',
  cell: ({ planName }) => <OthersText>{planName}</OthersText>,
}

/** The next debit, or the end of a subscription that ends. */
function nextCell(subscription: ListedSubscription): ReactNode {
  const { nextDebit, cancel } = subscription
  if (nextDebit) return <Time atMs={nextDebit.atMs} planned />
  const endsAtMs = subscriptionState(subscription) === 'ENDING' ? cancel?.endsAtMs : undefined
  return endsAtMs !== undefined && t.ends(dayText(endsAtMs - 1))
}

/** Columns of the list of all subscriptions. */
export const LIST_COLUMNS: readonly Column<ListedSubscription>[] = [
  ID,
  STATE,
  PLAN,
  {
    id: 'price',
    header: t.columns.price,
    phone: 'foot',
    width: '10rem',
    cell: ({ amount, frequency }) => <span className="tabular-nums">{priceText(amount, frequency)}</span>,
  },
  {
    id: 'nextDebit',
    header: t.columns.next,
    width: '11rem',
    cell: nextCell,
  },
  {
    id: 'started',
    header: t.columns.started,
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
    header: t.columns.amount,
    align: 'end',
    width: '6rem',
    cell: ({ cycle, amount }) => <Amount paise={cycle?.amount ?? amount} />,
  },
  { id: 'reason', header: t.columns.reason, width: 'minmax(12rem, 2fr)', cell: (row) => reasonText(row) },
  {
    id: 'next',
    header: t.columns.nextTry,
    width: '11rem',
    cell: ({ nextDebit, state }) =>
      nextDebit ? <Time atMs={nextDebit.atMs} planned /> : state === 'HALTED' ? t.noTry : t.notPlanned,
  },
  PLAN,
]
