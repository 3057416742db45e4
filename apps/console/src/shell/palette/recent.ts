import type { SearchHit } from '@galla/contract/gateway-api/console-routes'

/** Something that was chosen before: a command by its id, or a thing that was found. Ids only; nothing of a payer. */
export type Recent = { readonly command: string } | Pick<SearchHit, 'kind' | 'id'>

const MOST = 6

const same = (a: Recent, b: Recent) => JSON.stringify(a) === JSON.stringify(b)

/** The latest first, each once. */
export const remember = (all: readonly Recent[], one: Recent): Recent[] =>
  [one, ...all.filter((other) => !same(other, one))].slice(0, MOST)

const KINDS: readonly unknown[] = ['order', 'refund', 'callback'] satisfies SearchHit['kind'][]

/** What a browser kept may be anything by now. */
export function readRecent(text: string | undefined): Recent[] {
  let kept: unknown
  try {
    kept = JSON.parse(text ?? '[]')
  } catch {
    return []
  }
  return (Array.isArray(kept) ? kept : []).flatMap((one: unknown): Recent[] => {
    const { command, kind, id } = (typeof one === 'object' && one !== null ? one : {}) as { [name: string]: unknown }
    if (typeof command === 'string') return [{ command }]
    return KINDS.includes(kind) && typeof id === 'string' ? [{ kind: kind as SearchHit['kind'], id }] : []
  })
}
