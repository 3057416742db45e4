interface Named {
  readonly title: string
  readonly also?: string
}

/** Those in which every typed word begins some word, titles before other words; the order stays otherwise. */
export function matching<Item extends Named>(items: readonly Item[], typed: string): Item[] {
  const words = wordsOf(typed)
  if (words.length === 0) return [...items]
  const ranked = items.map((item) => ({ item, rank: rankOf(item, words) }))
  return ranked
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ item }) => item)
}

/** 2: the title alone has them all. 1: with the other words. 0: not all are there. */
function rankOf({ title, also = '' }: Named, words: readonly string[]): 0 | 1 | 2 {
  const inTitle = wordsOf(title)
  const inAll = [...inTitle, ...wordsOf(also)]
  const begins = (among: readonly string[]) => words.every((word) => among.some((one) => one.startsWith(word)))
  if (begins(inTitle)) return 2
  return begins(inAll) ? 1 : 0
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
