import { type Drill, taken } from '../drill.ts'

export const burst: Drill = {
  name: 'burst',
  expects: 'The same callback comes eight times at one moment; all are answered 2xx.',
  fix: 'Several workers may hold the same callback at once. Let the database decide (a unique key), not a read before a write.',
  shots: (range) => {
    const shot = range.signed(range.completed().body)
    return Array.from({ length: 8 }, () => shot)
  },
  parallel: true,
  passes: taken,
}
