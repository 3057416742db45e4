import { type Drill, taken } from '../drill.ts'

export const outOfOrder: Drill = {
  name: 'out-of-order',
  expects: "A refund's events come backwards; all are answered 2xx.",
  fix: 'Events overtake each other. Compare states and move forward only; never answer an error because something came too early or too late.',
  shots: (range) => range.refundBackwards().map((message) => range.signed(message.body)),
  passes: taken,
}
