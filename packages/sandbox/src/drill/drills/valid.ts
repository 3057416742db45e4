import { type Drill, taken } from '../drill.ts'

export const valid: Drill = {
  name: 'valid',
  expects: 'A well signed order.completed is answered 2xx.',
  fix: "Verify the callback with the same credentials as the provider's dashboard, over the raw body, and answer 2xx once it is kept.",
  shots: (range) => [range.signed(range.completed().body)],
  passes: taken,
}
