import type { Effect } from '@galla/contract/books/console-routes'
import { StateMark } from '../../ui/state-mark.tsx'
import { isUnheard } from './words/effect-words.ts'

/** Where an effect stands; one that nobody listened to is not called done. */
export function EffectMark({ effect }: { effect: Pick<Effect, 'state' | 'attempts' | 'kind'> }) {
  return <StateMark kind="effect" state={isUnheard(effect) ? 'unheard' : effect.state} />
}
