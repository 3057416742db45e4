/** Banks whose name or code holds every word of the query, in any order; all of them for an empty one. */
export function findBanks<Bank extends { name: string; bankId: string }>(
  banks: readonly Bank[],
  query: string,
): Bank[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return banks.filter(({ name, bankId }) => {
    const text = `${name} ${bankId}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** The chosen one stays on show, first, where a search has not found it: it is what the payer pays with until they choose another. */
export function withChosen<Bank>(found: readonly Bank[], chosen: Bank | undefined): readonly Bank[] {
  return chosen === undefined || found.includes(chosen) ? found : [chosen, ...found]
}
