import { startOfDate } from './when.ts'

const DAY_MS = 86_400_000

/** The days of an address as the books ask for them. What is no day is left out. */
export function spanOf({ from, to }: { from?: string; to?: string }): { fromMs?: string; toMs?: string } {
  const [first, last] = [startOfDate(from ?? ''), startOfDate(to ?? '')]
  return {
    ...(first === undefined ? {} : { fromMs: String(first) }),
    ...(last === undefined ? {} : { toMs: String(last + DAY_MS) }),
  }
}
