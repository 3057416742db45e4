import { tampered } from '../../callbacks/tampering.ts'
import { answered, type Drill } from '../drill.ts'

export const wrongAmount: Drill = {
  name: 'wrong-amount',
  expects: 'A well signed callback names an amount that its order never had; it is answered 2xx or 4xx, not 5xx.',
  fix: 'Hold amount and id against your own order, and against a status read, before anything is fulfilled.',
  shots: (range) => [range.signed(tampered(range.completed().body))],
  passes: answered,
}
