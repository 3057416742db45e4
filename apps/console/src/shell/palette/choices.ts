import type { SearchHit } from '@galla/contract/gateway-api/console-routes'
import { FOUND_BY, linkOf } from '../../pages/orders/hits.ts'
import { amountText } from '../../ui/amount.tsx'
import type { Command } from './commands.ts'
import type { CommandContext } from './context.ts'
import { matching } from './match.ts'
import type { Recent } from './recent.ts'

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
