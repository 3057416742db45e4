import { type Drill, taken } from '../drill.ts'

export const refundEvents: Drill = {
  name: 'refund-events',
  expects: 'A refund is accepted, one is completed, one fails; all are answered 2xx.',
  fix: 'Refund events come to the same address as order events. Take every `pg.refund.*`.',
  shots: (range) =>
    (['CONFIRMED', 'COMPLETED', 'FAILED'] as const).map((state) => range.signed(range.refund(state).body)),
  passes: taken,
}
