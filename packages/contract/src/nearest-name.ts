/** The known name with the fewest edits; undefined when all differ by more than a third of the name. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const ranked = known.map((one) => ({ one, edits: editDistance(name, one) })).sort((a, b) => a.edits - b.edits)
  const [best] = ranked
  return best && best.edits <= Math.max(2, Math.floor(name.length / 3)) ? best.one : undefined
}

/** Levenshtein distance, case ignored, one row at a time. */
export function editDistance(from: string, to: string): number {
  const [a, b] = [from.toLowerCase(), to.toLowerCase()]
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
