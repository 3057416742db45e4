import type { EventDelivery } from '@galla/contract/gateway-api/console-routes'
import { StateMark } from '../../ui/state-mark.tsx'
import { isUnheard } from './words/effect-words.ts'

/** Where an effect stands; one that nobody listened to is not called done. */
export function EffectMark({ effect }: { effect: Pick<EventDelivery, 'state' | 'attempts' | 'event'> }) {
  return <StateMark kind="effect" state={isUnheard(effect) ? 'unheard' : effect.state} />
}
