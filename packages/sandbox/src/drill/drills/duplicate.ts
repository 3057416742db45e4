import { type Drill, taken } from '../drill.ts'

export const duplicate: Drill = {
  name: 'duplicate',
  expects: 'The same callback comes twice; both are answered 2xx.',
  fix: 'Callbacks repeat. Keep what you have handled under (event, id, state) and answer 2xx to what you already know.',
  shots: (range) => {
    const shot = range.signed(range.completed().body)
    return [shot, shot]
  },
  passes: taken,
}
