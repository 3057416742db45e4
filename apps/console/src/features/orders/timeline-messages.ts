import type { OrderStory } from '@galla/contract/gateway-api/console-routes'
import type { Decision, TimelineEntry } from '@galla/contract/gateway-api/decisions'
import { defined } from '../../api/browser.ts'
import { refundState } from '../../components/records.tsx'
import { amountText } from '../../i18n/format.ts'
import { describeState, endpointLabel } from '../../i18n/terms.ts'
import { deliveryLabel } from '../deliveries/delivery-details.tsx'

export interface TimelineText {
  /** Kind of the entry. */
  label: string
  title: string
  /** The state that the order changed to. */
  to?: Decision['to']
}

const LABELS: { readonly [Kind in TimelineEntry['kind']]: string } = {
  call: 'API call',
  callback: 'Callback',
  status: 'Status check',
  decision: 'Decision',
  effect: 'Event delivery',
  refund: 'Refund',
  payer: 'Payer',
  console: 'Console',
}

/** The text of a timeline entry. The gateway's titles are parsed; a title in another form is shown as it is. */
export function timelineText(
  { kind, title, detailId }: TimelineEntry,
  { decisions, refunds }: Pick<OrderStory, 'decisions' | 'refunds'>,
): TimelineText {
  const label = LABELS[kind]
  switch (kind) {
    case 'call':
    case 'status': {
      const [, endpoint = '', result = ''] = /^We called (\w+): (.*)$/.exec(title) ?? []
      return { label, title: endpoint === '' ? title : `${endpointLabel(endpoint)}: ${result}` }
    }
    case 'effect': {
      const [, delivery = '', result = ''] = /^(.+): (.+)$/.exec(title) ?? []
      if (delivery === '') return { label, title }
      const { event, to } = deliveryLabel(delivery)
      const text = result === 'no handler' ? `${event}: no handler is registered` : `${event} to ${to}: ${result}`
      return { label, title: text }
    }
    case 'decision': {
      const decision = decisions.find(({ decisionId }) => decisionId === detailId)
      if (!decision) return { label, title }
      const { from, to, explains } = decision
      return defined({ label, title: explains, to: from === to ? undefined : to })
    }
    case 'refund': {
      const refund = refunds.find(({ merchantRefundId }) => merchantRefundId === detailId)
      if (!refund) return { label, title }
      return { label, title: `${amountText(refund.amount)}: ${describeState('refund', refundState(refund)).label}` }
    }
    case 'console':
      return { label, title: title.replace(/^In the console: \w/, (head) => head.slice(-1).toUpperCase()) }
    default:
      return { label, title }
  }
}
