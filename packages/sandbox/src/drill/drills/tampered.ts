import { answered, type Drill, refused } from '../drill.ts'

export const tampered: Drill = {
  name: 'tampered',
  expects:
    'A callback was changed after it was signed. With HMAC it is refused with 4xx; the classic hash does not cover the body, so there it must only not be a 5xx.',
  fix: 'Compute the HMAC over the bytes as they arrived, before any JSON parsing, and refuse what does not match.',
  shots: (range) => [range.tampered(range.completed().body)],
  passes: (answer, range) => (range.mode === 'classic' ? answered(answer) : refused(answer)),
}
