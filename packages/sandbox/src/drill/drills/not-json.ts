import { answered, type Drill } from '../drill.ts'

export const notJson: Drill = {
  name: 'not-json',
  expects: 'A well signed body is no JSON; it is answered 4xx (or 2xx), not 5xx.',
  fix: "Catch the parser's error and answer 400: a body that cannot be read will not get better by being sent again.",
  shots: (range) => [range.signed('{"event":')],
  passes: answered,
}
