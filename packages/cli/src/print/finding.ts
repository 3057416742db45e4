import type { Finding } from '../doctor/check.ts'

const MARKS: { readonly [Level in Finding['level']]: string } = { ok: 'ok   ', note: 'note ', wrong: 'WRONG' }

/** A finding as lines for a terminal: what was seen, and under it what to do. */
export function findingLines({ level, says, way }: Finding): string[] {
  const first = `${MARKS[level]} ${says}`
  return way === undefined ? [first] : [first, `      ${way}`]
}
