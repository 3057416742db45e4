import { type Drill, taken } from '../drill.ts'

export const lateSuccess: Drill = {
  name: 'late-success',
  expects: 'An order fails because its time ran out, then its money arrives; both callbacks are answered 2xx.',
  fix: "Money may come after expiry. Take the event, read the order's status, then fulfil or refund by your own rule.",
  shots: (range) => range.lateSuccess().map((message) => range.signed(message.body)),
  passes: taken,
}
