import { type Drill, taken } from '../drill.ts'

export const latePayment: Drill = {
  name: 'late-payment',
  expects: 'An order fails because its time ran out, then its money arrives; both callbacks are answered 2xx.',
  fix: "Money may come after expiry. Take the event, read the order's status, then fulfil or refund by your own rule.",
  shots: (range) => range.latePayment().map((message) => range.signed(message.body)),
  passes: taken,
}
