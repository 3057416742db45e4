import type { OrderStory } from '@galla/contract/gateway-api/console-routes'
import type { Decision, TimelineEntry } from '@galla/contract/gateway-api/decisions'
import { amountText } from '../../i18n/format.ts'

import { endpointWords, markOf } from '../../i18n/terms.ts'
import { effectWords } from '../deliveries/delivery-details.tsx'

type Told = Pick<OrderStory, 'decisions' | 'refunds'>

export interface EntryWords {
  /** What kind of line it is. */
  label: string
  title: string
  /** The state that the order came to by it. */
  to?: Decision['to']
}

const LABELS: { readonly [Kind in TimelineEntry['kind']]: string } = {
  call: 'Call',
  callback: 'Callback',
  status: 'Status read',
  decision: 'Decision',
  effect: 'Effect',
  refund: 'Refund',
  payer: 'Payer',
  console: 'Person',
}

/** A line of the story as the console tells it. What the books tell in another way than is known here is told as it came. */
export function entryWords({ kind, title, detailId }: TimelineEntry, { decisions, refunds }: Told): EntryWords {
  const label = LABELS[kind]
  switch (kind) {
    case 'call':
    case 'status': {
      const [, endpoint = '', answer = ''] = /^We called (\w+): (.*)$/.exec(title) ?? []
      return { label, title: endpoint === '' ? title : `${endpointWords(endpoint)}: ${answer}` }
    }
    case 'effect': {
      const [, effect = '', state = ''] = /^(.+): (.+)$/.exec(title) ?? []
      if (effect === '') return { label, title }
      const { event, to } = effectWords(effect)
      const heard = state === 'no handler' ? 'no handler is set for it' : `told to ${to}: ${state}`
      return { label, title: `${event}, ${heard}` }
    }
    case 'decision': {
      const decision = decisions.find(({ decisionId }) => decisionId === detailId)
      if (!decision) return { label, title }
      const { from, to, explains } = decision
      return { label, title: explains, ...(from === to ? {} : { to }) }
    }
    case 'refund': {
      const refund = refunds.find(({ merchantRefundId }) => merchantRefundId === detailId)
      if (!refund) return { label, title }
      const { word } = markOf('refund', refund.inDoubt ? 'IN_DOUBT' : refund.state)
      return { label, title: `${amountText(refund.amount)} back to the payer: ${word}` }
    }
    case 'console':
      return { label, title: title.replace(/^In the console: \w/, (head) => head.slice(-1).toUpperCase()) }
    default:
      return { label, title }
  }
}
