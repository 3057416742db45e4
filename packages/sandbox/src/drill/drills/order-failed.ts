import { type Drill, taken } from '../drill.ts'

export const orderFailed: Drill = {
  name: 'order-failed',
  expects: 'A failed order is told of; the callback is answered 2xx.',
  fix: 'Answer 2xx to every event that is well signed, whatever its news.',
  shots: (range) => [range.signed(range.failed().body)],
  passes: taken,
}
