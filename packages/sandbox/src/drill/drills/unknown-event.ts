import { strangeEvent } from '../../callbacks/tampering.ts'
import { type Drill, taken } from '../drill.ts'

export const unknownEvent: Drill = {
  name: 'unknown-event',
  expects: 'An event that you never asked for comes well signed; it is answered 2xx.',
  fix: 'Acknowledge and ignore events whose name you do not know: the provider adds some from time to time.',
  shots: (range) => [range.signed(strangeEvent(range.completed()).body)],
  passes: taken,
}
