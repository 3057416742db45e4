import { type Drill, taken } from '../drill.ts'

export const unknownFields: Drill = {
  name: 'unknown-fields',
  expects: 'A callback has fields and a state that nobody has heard of; it is answered 2xx.',
  fix: "Read the fields that you need and let the others be. A schema that refuses unknown fields breaks on the provider's next release.",
  shots: (range) => [range.signed(withUnknowns(range.completed().body))],
  passes: taken,
}

function withUnknowns(body: string): string {
  const callback = JSON.parse(body) as { payload: object }
  const payload = { ...callback.payload, state: 'HELD_FOR_REVIEW', loyalty: { points: 7 }, tags: [null, 1] }
  return JSON.stringify({ ...callback, version: '3', payload })
}
