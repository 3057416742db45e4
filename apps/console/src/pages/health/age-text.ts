const STEPS = [
  ['days', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const

/** How long something has lasted: `4 s`, `12 min`, `3 h`, `2 days`. A clock that is a little ahead makes nothing negative. */
export function ageText(ms: number): string {
  const [unit, step] = STEPS.find(([, least]) => ms >= least * (least === 86_400_000 ? 2 : 1)) ?? []
  if (unit === undefined || step === undefined) return `${Math.max(Math.floor(ms / 1_000), 0)} s`
  return `${Math.floor(ms / step)} ${unit}`
}
