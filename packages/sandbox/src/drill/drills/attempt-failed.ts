import { type Drill, taken } from '../drill.ts'

export const attemptFailed: Drill = {
  name: 'attempt-failed',
  expects: 'An attempt failed while its order is still open; the callback is answered 2xx.',
  fix: "A failed attempt is no failed order: the payer may try again. Answer 2xx and wait for the order's own event.",
  shots: (range) => [range.signed(range.attemptFailed().body)],
  passes: taken,
}
