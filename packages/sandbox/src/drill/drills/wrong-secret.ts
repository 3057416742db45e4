import { type Drill, refused } from '../drill.ts'

export const wrongSecret: Drill = {
  name: 'wrong-secret',
  expects: 'A callback is signed with another secret; it is refused with 4xx.',
  fix: 'Compare the signature in constant time with the one that you compute yourself, and refuse with 401.',
  shots: (range) => [range.signedWrongly(range.completed().body)],
  passes: refused,
}
