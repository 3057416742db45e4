import type { SearchHit } from '@galla/contract/gateway-api/console-routes'
import { mayCall } from '../api/permissions.tsx'
import { parseDay } from '../components/date-span.ts'
import { hitState, searchHitLink } from '../components/records.tsx'
import { amountText, dayText, startOfDate } from '../i18n/format.ts'
import { messages } from '../i18n/messages.ts'
import { type FoundList, shownHits } from '../i18n/search.ts'
import { describeState, FOUND_BY_LABELS } from '../i18n/terms.ts'
import type { Command, CommandContext } from './commands.ts'
import { menuEnglish } from './english-commands.ts'
import type { Recent } from './recents.ts'

const t = messages('shell/menu', menuEnglish)

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

function describeHit(hit: SearchHit): string {
  const { kind, foundBy, amount } = hit
  const { label } = describeState(kind, hitState(hit))
  return [FOUND_BY_LABELS[foundBy], label, amount === undefined ? '' : amountText(amount)]
    .filter((part) => part !== '')
    .join(', ')
}

/** Actions on an order that can be typed before its id: `refund cart-1067`. */
const ORDER_ACTIONS = ['refund', 'receipt', 'copy'] as const
type OrderAction = (typeof ORDER_ACTIONS)[number]

/** The action at the start of a text, and the text to search. */
export function splitAction(typed: string): { action?: OrderAction; rest: string } {
  const [, word = '', rest = ''] = /^\s*(\w+)\s+(\S.*)$/.exec(typed) ?? []
  const action = ORDER_ACTIONS.find((one) => one === word.toLowerCase())
  return action === undefined ? { rest: typed } : { action, rest }
}

/** Returns the actions on a found order; a refund only for a paid order and a role that may refund. */
function actionChoices({ id, title, state, amount }: SearchHit, typed: OrderAction | undefined): Choice[] {
  const recent = { kind: 'order', id } as const
  const params = { merchantOrderId: id }
  const choices: { [Action in OrderAction]: Choice } = {
    refund: {
      id: `refund-of ${id}`,
      title: t.refund(title),
      description: amount === undefined ? undefined : amountText(amount),
      recent,
      run: ({ router }) => router.navigate({ to: '/orders/$merchantOrderId', params, search: { action: 'refund' } }),
    },
    receipt: {
      id: `receipt ${id}`,
      title: t.receipt(title),
      recent,
      run: ({ router }) => router.navigate({ to: '/orders/$merchantOrderId/receipt', params }),
    },
    copy: {
      id: `copy ${id}`,
      title: t.copy(title),
      recent,
      async run({ showToast }) {
        await navigator.clipboard.writeText(id)
        showToast(t.copied, 'good')
      },
    },
  }
  const mayRefund = mayCall('POST /orders/:merchantOrderId/refunds')
  const possible = ORDER_ACTIONS.filter(
    (action) => action === 'copy' || (state === 'COMPLETED' && (action !== 'refund' || mayRefund)),
  )
  return possible.filter((action) => typed === undefined || action === typed).map((action) => choices[action])
}

/** Records of which the menu offers actions: those found first. */
const MAX_ACTED_ON = 3

/** A day that was typed with its month in words, or as in the address: other figures are those of an amount or an id. */
export const dayIn = (typed: string, nowMs: number): string | undefined =>
  /^\s*(?:\d{1,2}\s+\p{L}|\d{4}-\d\d-\d\d\s*$|\p{L})/u.test(typed) ? parseDay(typed, nowMs) : undefined

function dayChoice(typed: string, nowMs: number): Choice[] {
  const day = dayIn(typed, nowMs)
  if (day === undefined) return []
  return [
    {
      id: `day ${day}`,
      title: t.ordersOf(dayText(startOfDate(day) ?? nowMs)),
      recent: { command: 'page /orders' },
      run: ({ router }) => router.navigate({ to: '/orders', search: { from: day, to: day } }),
    },
  ]
}

/** Returns the link to the list of all hits. When many orders share an amount or a failure code, the hits are only the newest. */
function listChoice(list: FoundList | undefined): Choice[] {
  if (!list) return []
  const { title, search } = list
  return [
    {
      id: 'found list',
      title,
      description: t.newest,
      recent: { command: 'page /orders' },
      run: ({ router }) => router.navigate({ to: '/orders', search }),
    },
  ]
}

/** The entries for a text: actions and records that it identifies, then commands. For an empty text the recent entries and all commands. */
export function choicesFor(
  typed: string,
  commands: readonly Command[],
  hits: readonly SearchHit[],
  recents: readonly Recent[],
  titleOf: (record: Recent) => string | undefined = () => undefined,
  nowMs = Date.now(),
): ChoiceGroup[] {
  const recent = typed.trim() === '' ? recents.flatMap((one) => recentChoice(one, commands, titleOf(one))) : []
  const { action, rest } = splitAction(typed)
  const { hits: unique, list } = shownHits(uniqueHits(hits), rest)
  const found = unique.map((hit) => recordChoice(hit, describeHit(hit)))
  const orders = unique.filter(({ kind }) => kind === 'order').slice(0, MAX_ACTED_ON)
  const actions = orders.flatMap((hit) => actionChoices(hit, action))
  const groups = new Map<Command['group'], Choice[]>()
  for (const command of matching(commands, typed)) {
    groups.set(command.group, [...(groups.get(command.group) ?? []), commandChoice(command)])
  }
  const shown: ChoiceGroup[] = [
    { label: t.groups.recent, choices: recent },
    { label: t.groups.days, choices: dayChoice(typed, nowMs) },
    ...(action === undefined ? [] : [{ label: t.groups.actions, choices: actions }]),
    { label: t.groups.found, choices: [...found, ...listChoice(list)] },
    ...(action === undefined ? [{ label: t.groups.actions, choices: actions }] : []),
    ...[...groups].map(([group, choices]) => ({ label: t.groups[group], choices })),
  ]
  return shown.filter(({ choices }) => choices.length > 0)
}

/** A recent entry with an id of its own; nothing for a command that is not available here. */
function recentChoice(one: Recent, commands: readonly Command[], title = ''): Choice[] {
  if (!('command' in one)) {
    return [{ ...recordChoice(one, `${t.records[one.kind]} ${title}`.trimEnd()), id: `recent ${one.kind} ${one.id}` }]
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

/** Letters with their marks, which are the vowels of Devanagari. A keyboard may type a letter and its dot as one character. */
const wordsOf = (text: string): string[] =>
  text
    .normalize()
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
