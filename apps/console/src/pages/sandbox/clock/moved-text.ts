const UNITS = [
  ['day', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const

/** How far the sandbox's time is from this machine's: `1 day 2 h ahead of this machine`, in its two largest units. */
export function movedText(sandboxMs: number, hereMs: number): string {
  const away = Math.abs(sandboxMs - hereMs)
  const parts: string[] = []
  let rest = away
  for (const [unit, ms] of UNITS) {
    const count = Math.floor(rest / ms)
    rest -= count * ms
    if (count > 0 && parts.length < 2) parts.push(`${count} ${unit}${unit === 'day' && count > 1 ? 's' : ''}`)
  }
  // A look takes a moment; less than this is the same time.
  if (away < 5_000) return 'The same as this machine’s'
  return `${parts.join(' ')} ${sandboxMs > hereMs ? 'ahead of' : 'behind'} this machine`
}
