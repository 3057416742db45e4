import type { PageBank } from '@galla/contract/control/page-routes'

/** Banks whose name or code holds every word of the query, in any order; all of them for an empty one. */
export function findBanks(banks: readonly PageBank[], query: string): PageBank[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return banks.filter(({ name, bankId }) => {
    const text = `${name} ${bankId}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
