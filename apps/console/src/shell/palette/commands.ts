import { under } from '../../api/base.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { session } from '../../api/session.ts'
import { ALL_PLACES } from '../places.ts'
import { chooseTheme } from '../theme.ts'
import type { CommandContext } from './context.ts'
import { SANDBOX_COMMANDS } from './sandbox-commands.ts'

export interface Command {
  /** Kept among the recent ones: it must not change. */
  readonly id: string
  readonly title: string
  readonly group: 'Pages' | 'Order' | 'Sandbox' | 'Console'
  /** Other words that people look for. */
  readonly also?: string
  /** Keys that do the same. */
  readonly keys?: string
  /** Where it makes sense; default everywhere. */
  when?(context: CommandContext): boolean
  run(context: CommandContext): unknown
}

const onSandbox = ({ about }: CommandContext) => about?.sandbox === true
const onOrder = ({ merchantOrderId }: CommandContext) => merchantOrderId !== undefined

const PAGES: readonly Command[] = ALL_PLACES.map(({ to, label, key, sandbox }) => ({
  id: `page ${to}`,
  title: label,
  group: 'Pages',
  also: 'go to open page',
  keys: `g ${key}`,
  ...(sandbox ? { when: onSandbox } : {}),
  run: ({ router }) => router.navigate({ to }),
}))

const ORDER: readonly Command[] = [
  {
    id: 'order ask',
    title: 'Ask the provider about this order',
    group: 'Order',
    also: 'status refresh settle',
    when: onOrder,
    async run({ merchantOrderId = '', client, say }) {
      const story = await call('POST /orders/:merchantOrderId/sync', { params: { merchantOrderId } })
      client.setQueryData(keys.order(merchantOrderId), story)
      say(`The provider says: ${story.order.state}.`, 'good')
    },
  },
  {
    id: 'order copy',
    title: 'Copy this order’s id',
    group: 'Order',
    also: 'clipboard',
    when: onOrder,
    async run({ merchantOrderId = '', say }) {
      await navigator.clipboard.writeText(merchantOrderId)
      say('Copied.', 'good')
    },
  },
]

const CONSOLE: readonly Command[] = [
  {
    id: 'drift run',
    title: 'Compare the books with the provider',
    group: 'Console',
    also: 'drift report run reconcile',
    async run({ client, router, say }) {
      await router.navigate({ to: '/reconciliation' })
      const report = await call('POST /reconciliation/run', { body: {} })
      client.setQueryData(keys.drift, report)
      say(report.rows.length === 0 ? 'Books and provider agree.' : `${report.rows.length} differ.`, 'good')
    },
  },
  {
    id: 'orders csv',
    title: 'Download all orders as CSV',
    group: 'Console',
    also: 'export spreadsheet',
    run() {
      const link = document.createElement('a')
      link.href = under('api/orders.csv')
      link.download = ''
      link.click()
    },
  },
  ...(['light', 'dark', 'system'] as const).map(
    (theme): Command => ({
      id: `theme ${theme}`,
      title: theme === 'system' ? 'Colours as the system has them' : `Colours: ${theme}`,
      group: 'Console',
      also: 'theme mode appearance',
      run: () => chooseTheme(theme),
    }),
  ),
  {
    id: 'log out',
    title: 'Log out',
    group: 'Console',
    also: 'leave sign off',
    async run() {
      // Whatever the server says, this browser forgets.
      await call('DELETE /session').catch(() => undefined)
      session.close()
    },
  },
]

/** Everything that can be done from anywhere, in one list. */
export const COMMANDS: readonly Command[] = [
  ...ORDER,
  ...PAGES,
  ...SANDBOX_COMMANDS.map((command) => ({ ...command, when: onSandbox })),
  ...CONSOLE,
]

/** Those that make sense here. */
export const commandsFor = (context: CommandContext): Command[] =>
  COMMANDS.filter(({ when }) => when === undefined || when(context))
