import { answered, type Drill } from '../drill.ts'

export const emptyBody: Drill = {
  name: 'empty-body',
  expects: 'A signed callback has no body; it is answered 4xx (or 2xx), not 5xx.',
  fix: 'Check that there is a body before you parse it.',
  shots: (range) => [range.signed('')],
  passes: answered,
}
