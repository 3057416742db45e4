import { type Drill, taken } from '../drill.ts'

export const withoutType: Drill = {
  name: 'without-type',
  expects: 'A callback comes without the old upper-case `type`; it is answered 2xx.',
  fix: 'Decide by `event` and `payload.state`. `type` is deprecated and may be absent.',
  shots: (range) => [range.signed(stripped(range.completed().body))],
  passes: taken,
}

function stripped(body: string): string {
  const { type: _type, ...callback } = JSON.parse(body) as { type?: string }
  return JSON.stringify(callback)
}
