import { type Drill, refused } from '../drill.ts'

export const unsigned: Drill = {
  name: 'unsigned',
  expects: 'A callback comes without any signature; it is refused with 4xx.',
  fix: 'Refuse with 401 when the authorisation header is missing. Anybody can post to a public address.',
  shots: (range) => [range.unsigned(range.completed().body)],
  passes: refused,
}
