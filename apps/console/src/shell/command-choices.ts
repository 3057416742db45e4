import type { SearchHit } from '@galla/contract/gateway-api/console-routes'
import { searchHitLink } from '../components/records.tsx'
import { amountText } from '../i18n/format.ts'
import { FOUND_BY_LABELS } from '../i18n/terms.ts'
import type { Command, CommandContext } from './commands.ts'

/** One entry of the command menu. */
export interface Choice {
  readonly id: string
  readonly title: string
  /** The title is an id and is set in a monospaced font. */
  readonly mono?: boolean
  readonly description?: string | undefined
  readonly keys?: string | undefined
  readonly recent: Recent
  run(context: CommandContext): unknown
}

export interface ChoiceGroup {
  readonly label: string
  readonly choices: readonly Choice[]
}

const commandChoice = (command: Command): Choice => ({
  id: command.id,
  title: command.title,
  keys: command.keys,
  recent: { command: command.id },
  run: (context) => command.run(context),
})

const recordChoice = (record: Pick<SearchHit, 'kind' | 'id'>, description: string): Choice => ({
  id: `${record.kind} ${record.id}`,
  title: record.id,
  mono: true,
  description,
  recent: { kind: record.kind, id: record.id },
  run: ({ router }) => router.navigate(searchHitLink(record)),
})

const describeHit = ({ foundBy, state, amount }: SearchHit) =>
  [FOUND_BY_LABELS[foundBy], state, amount === undefined ? '' : amountText(amount)]
    .filter((part) => part !== '')
    .join(', ')

const RECORD_LABELS = { order: 'Order', refund: 'Refund', callback: 'Webhook' } as const

/** The entries for a text: records that it identifies, then commands. For an empty text the recent entries and all commands. */
export function choicesFor(
  typed: string,
  commands: readonly Command[],
  hits: readonly SearchHit[],
  recents: readonly Recent[],
): ChoiceGroup[] {
  const recent = typed.trim() === '' ? recents.flatMap((one) => recentChoice(one, commands)) : []
  const found = uniqueHits(hits).map((hit) => recordChoice(hit, describeHit(hit)))
  const groups = new Map<string, Choice[]>()
  for (const command of matching(commands, typed)) {
    groups.set(command.group, [...(groups.get(command.group) ?? []), commandChoice(command)])
  }
  const shown: ChoiceGroup[] = [
    { label: 'Recent', choices: recent },
    { label: 'Found', choices: found },
    ...[...groups].map(([label, choices]) => ({ label, choices })),
  ]
  return shown.filter(({ choices }) => choices.length > 0)
}

/** A recent entry with an id of its own; nothing for a command that is not available here. */
function recentChoice(one: Recent, commands: readonly Command[]): Choice[] {
  if (!('command' in one)) {
    return [{ ...recordChoice(one, RECORD_LABELS[one.kind]), id: `recent ${one.kind} ${one.id}` }]
  }
  const command = commands.find(({ id }) => id === one.command)
  return command ? [{ ...commandChoice(command), id: `recent ${command.id}` }] : []
}

/** An order can be found by two of its ids. */
function uniqueHits(hits: readonly SearchHit[]): SearchHit[] {
  return hits.filter((hit, at) => hits.findIndex(({ kind, id }) => kind === hit.kind && id === hit.id) === at)
}

interface Searchable {
  readonly title: string
  /** Further search words. */
  readonly also?: string
}

/** The items in which every typed word is the start of a word; matches of the title alone come first. */
export function matching<Item extends Searchable>(items: readonly Item[], typed: string): Item[] {
  const words = wordsOf(typed)
  if (words.length === 0) return [...items]
  const ranked = items.map((item) => ({ item, rank: rankOf(item, words) }))
  return ranked
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ item }) => item)
}

/** 2: the title matches. 1: the title and the further words together match. 0: no match. */
function rankOf({ title, also = '' }: Searchable, words: readonly string[]): 0 | 1 | 2 {
  const titleWords = wordsOf(title)
  const allWords = [...titleWords, ...wordsOf(also)]
  const matches = (among: readonly string[]) => words.every((word) => among.some((one) => one.startsWith(word)))
  if (matches(titleWords)) return 2
  return matches(allWords) ? 1 : 0
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** A recent entry: a command's id, or the kind and id of a record. Contains no payer data. */
export type Recent = { readonly command: string } | Pick<SearchHit, 'kind' | 'id'>

const MAX_RECENT = 6

const isSame = (a: Recent, b: Recent) => JSON.stringify(a) === JSON.stringify(b)

/** The list with `one` at its start, without duplicates. */
export const addRecent = (recents: readonly Recent[], one: Recent): Recent[] =>
  [one, ...recents.filter((other) => !isSame(other, one))].slice(0, MAX_RECENT)

const RECORD_KINDS: readonly unknown[] = Object.keys(RECORD_LABELS)

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
