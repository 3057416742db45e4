import type { SearchHit } from '@galla/contract/gateway-api/console-routes'
import { FOUND_BY, linkOf } from '../features/orders/search-results.tsx'
import { amountText } from '../i18n/format.ts'
import type { Command, CommandContext } from './commands.ts'

/** One line of the palette. */
export interface Choice {
  readonly id: string
  readonly title: string
  /** Set in even letters: it is an id. */
  readonly even?: boolean
  readonly says?: string | undefined
  readonly keys?: string | undefined
  readonly recent: Recent
  run(context: CommandContext): unknown
}

export interface ChoiceGroup {
  readonly label: string
  readonly choices: readonly Choice[]
}

const ofCommand = (command: Command): Choice => ({
  id: command.id,
  title: command.title,
  keys: command.keys,
  recent: { command: command.id },
  run: (context) => command.run(context),
})

const ofThing = (thing: Pick<SearchHit, 'kind' | 'id'>, says: string): Choice => ({
  id: `${thing.kind} ${thing.id}`,
  title: thing.id,
  even: true,
  says,
  recent: { kind: thing.kind, id: thing.id },
  run: ({ router }) => router.navigate(linkOf(thing)),
})

const saysOf = ({ foundBy, state, amount }: SearchHit) =>
  [FOUND_BY[foundBy], state, amount === undefined ? '' : amountText(amount)].filter((one) => one !== '').join(', ')

const THINGS = { order: 'Order', refund: 'Refund', callback: 'Callback' } as const

/** What is offered for what was typed: things found by an id first, then commands; before anything is typed, the recent ones. */
export function choicesFor(
  typed: string,
  commands: readonly Command[],
  hits: readonly SearchHit[],
  recents: readonly Recent[],
): ChoiceGroup[] {
  const recent = typed.trim() === '' ? recents.flatMap((one) => recalled(one, commands)) : []
  const found = unique(hits).map((hit) => ofThing(hit, saysOf(hit)))
  const groups = new Map<string, Choice[]>()
  for (const command of matching(commands, typed)) {
    groups.set(command.group, [...(groups.get(command.group) ?? []), ofCommand(command)])
  }
  const shown: ChoiceGroup[] = [
    { label: 'Recent', choices: recent },
    { label: 'Found', choices: found },
    ...[...groups].map(([label, choices]) => ({ label, choices })),
  ]
  return shown.filter(({ choices }) => choices.length > 0)
}

/** A command that makes no sense here is not recalled. Its line needs a name of its own beside the one further down. */
function recalled(one: Recent, commands: readonly Command[]): Choice[] {
  if (!('command' in one)) return [{ ...ofThing(one, THINGS[one.kind]), id: `recent ${one.kind} ${one.id}` }]
  const command = commands.find(({ id }) => id === one.command)
  return command ? [{ ...ofCommand(command), id: `recent ${command.id}` }] : []
}

/** The same order may be found by two of its ids. */
function unique(hits: readonly SearchHit[]): SearchHit[] {
  return hits.filter((hit, at) => hits.findIndex(({ kind, id }) => kind === hit.kind && id === hit.id) === at)
}

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
