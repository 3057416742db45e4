import type { SearchHit } from '@galla/contract/gateway-api/console-routes'
import { readSetting, writeSetting } from '../api/browser.ts'

/** A recent entry: a command's id, or the kind and id of a record. Contains no payer data. */
export type Recent = { readonly command: string } | Pick<SearchHit, 'kind' | 'id'>

const RECENT_SETTING = 'recent'
const MAX_RECENT = 6

const isSame = (a: Recent, b: Recent) => JSON.stringify(a) === JSON.stringify(b)

/** The list with `one` at its start, without duplicates. */
export const addRecent = (recents: readonly Recent[], one: Recent): Recent[] =>
  [one, ...recents.filter((other) => !isSame(other, one))].slice(0, MAX_RECENT)

const RECORD_KINDS: readonly unknown[] = ['order', 'refund', 'callback', 'subscription'] satisfies SearchHit['kind'][]

/** The recent entries in a stored text; anything else in it is ignored. */
export function parseRecent(text: string | undefined): Recent[] {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? '[]')
  } catch {
    return []
  }
  return (Array.isArray(stored) ? stored : []).flatMap((one: unknown): Recent[] => {
    const { command, kind, id } = (typeof one === 'object' && one !== null ? one : {}) as { [name: string]: unknown }
    if (typeof command === 'string') return [{ command }]
    return RECORD_KINDS.includes(kind) && typeof id === 'string' ? [{ kind: kind as SearchHit['kind'], id }] : []
  })
}

export const readRecents = (): Recent[] => parseRecent(readSetting(RECENT_SETTING))

/** Stores what was opened or chosen last, for the command menu of this browser. */
export const rememberRecent = (one: Recent): void =>
  writeSetting(RECENT_SETTING, JSON.stringify(addRecent(readRecents(), one)))
