/** Half of a word may differ: beyond that, a suggestion is noise. */
const MAX_SHARE = 0.5

/** `; did you mean "callbacks"?` for the nearest word, or an empty text when none is near. */
export function didYouMean(word: string, words: readonly string[]): string {
  const [best] = words
    .map((one) => ({ one, distance: editDistance(word.toLowerCase(), one.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  const near = best !== undefined && best.distance <= Math.max(word.length, best.one.length) * MAX_SHARE
  return near ? `; did you mean ${JSON.stringify(best.one)}?` : ''
}

/** The number of characters to insert, delete or replace. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[to.length] ?? 0
}
