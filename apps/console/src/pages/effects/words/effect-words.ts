import type { EventDelivery } from '@galla/contract/gateway-api/console-routes'

const EVENTS: { readonly [kind: string]: string } = {
  'order.completed': 'Order completed',
  'order.failed': 'Order failed',
  'order.needs_review': 'Order needsReview',
  'refund.completed': 'Refund completed',
  'refund.failed': 'Refund failed',
  'refund.request': 'Refund asked for',
}

/** `order.completed → email`: the event, and who is told; without a name it is the shop’s own handler. */
export function effectWords(kind: string): { event: string; to: string } {
  const [event = '', notifier] = kind.split(' → ')
  const known = Object.hasOwn(EVENTS, event) ? EVENTS[event] : undefined
  const own = event === 'refund.request' ? 'the books' : 'your handler'
  return { event: known ?? event, to: notifier === undefined ? own : `notifier “${notifier}”` }
}

/** Done without one attempt: nobody was there to be told. A refund is asked for by being written down. */
export function isUnheard({
  state,
  attempts,
  event: kind,
}: Pick<EventDelivery, 'state' | 'attempts' | 'event'>): boolean {
  return state === 'done' && attempts === 0 && kind !== 'refund.request'
}

/** What its state means, and what to do. */
export function effectNote(effect: Pick<EventDelivery, 'state' | 'attempts' | 'event'>): {
  tone: 'neutral' | 'good' | 'wait' | 'bad'
  says: string
} {
  const { state, attempts, event: kind } = effect
  const isNotice = kind.includes(' → ')
  switch (state) {
    case 'done':
      if (kind === 'refund.request') {
        return { tone: 'good', says: 'Written down as a refund, which the books send and watch until it is final.' }
      }
      if (isUnheard(effect)) {
        return { tone: 'neutral', says: 'Nothing was run: when it happened, no handler was set for it.' }
      }
      return { tone: 'good', says: 'Done, once. It is not done again, whatever is replayed.' }
    case 'failed':
      return {
        tone: 'bad',
        says: `It failed ${times(attempts)}, over hours, and stopped. The payment itself is safe in the books. Mend what the error names, then try it again${
          isNotice ? '.' : ': the handler is called with the order as it is now, under the same effect id.'
        }`,
      }
    default:
      return attempts === 0
        ? { tone: 'neutral', says: 'Written down together with its cause, and about to run.' }
        : {
            tone: 'wait',
            says: `It failed ${times(attempts)} and is tried again by itself, with growing pauses: a second, then up to six hours.`,
          }
  }
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)
