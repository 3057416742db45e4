import { editDistance } from '@galla/contract/nearest-name'

/** Half of a word may differ: beyond that, a suggestion is noise. */
const MAX_SHARE = 0.5

/** `; did you mean "callbacks"?` for the nearest word, or an empty text when none is near. */
export function didYouMean(word: string, words: readonly string[]): string {
  const [best] = words
    .map((one) => ({ one, distance: editDistance(word, one) }))
    .sort((a, b) => a.distance - b.distance)
  const near = best !== undefined && best.distance <= Math.max(word.length, best.one.length) * MAX_SHARE
  return near ? `; did you mean ${JSON.stringify(best.one)}?` : ''
}
