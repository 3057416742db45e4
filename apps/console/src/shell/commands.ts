import type { About } from '@galla/contract/gateway-api/console-routes'
import { paise } from '@galla/contract/money'
import type { QueueOutcome } from '@galla/contract/sandbox-api/outcomes'
import type { SetClock } from '@galla/contract/sandbox-api/routes'
import { useQueryClient } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { under } from '../api/browser.ts'
import { call, control, session } from '../api/client.ts'
import { keys, useAbout } from '../api/queries.ts'
import { say } from '../components/dialog.tsx'
import { ALL_PLACES } from './places.ts'
import { chooseTheme } from './theme.tsx'

/** Where one stands, and what a command may use. */
export interface CommandContext {
  readonly about: About | undefined
  /** The order whose page is open. */
  readonly merchantOrderId: string | undefined
  readonly router: ReturnType<typeof useRouter>
  readonly client: ReturnType<typeof useQueryClient>
  say(text: string, tone?: 'good' | 'bad'): void
}

export function useCommandContext(): CommandContext {
  const { data: about } = useAbout()
  const { merchantOrderId } = useParams({ strict: false })
  const router = useRouter()
  const client = useQueryClient()
  return useMemo(() => ({ about, merchantOrderId, router, client, say }), [about, merchantOrderId, router, client])
}

/** Whatever is shown of the sandbox is read again afterwards. */
const changed = ({ client }: CommandContext) => client.invalidateQueries({ queryKey: keys.sandbox() })

const decide = (id: string, title: string, also: string, body: QueueOutcome): Command => ({
  id,
  title,
  group: 'Sandbox',
  also,
  async run(context) {
    await control('POST /outcomes', { body })
    context.say(`${title}: decided.`, 'good')
    await changed(context)
  },
})

const move = (id: string, title: string, also: string, body: SetClock): Command => ({
  id,
  title,
  group: 'Sandbox',
  also: `clock time ${also}`,
  async run(context) {
    await control('POST /clock', { body })
    context.say(`${title}: done.`, 'good')
    await changed(context)
  },
})

/** What the sandbox room can do, for those who know what they want. */
export const SANDBOX_COMMANDS: readonly Command[] = [
  {
    id: 'sample',
    title: 'Make a sample payment',
    group: 'Sandbox',
    also: 'test pay demo order',
    async run(context) {
      const { order } = await call('POST /playground/pay', {
        body: {
          checkout: 'CUSTOM',
          amount: paise(49_900),
          reference: `sample-${crypto.randomUUID().slice(0, 8)}`,
          paymentMode: { type: 'UPI_QR' },
        },
      })
      const params = { merchantOrderId: order.merchantOrderId }
      await control('POST /orders/:merchantOrderId/simulate', { params, body: { outcome: 'SUCCESS' } })
      await changed(context)
      await context.router.navigate({ to: '/orders/$merchantOrderId', params })
    },
  },
  decide('next fails', 'Fail the next payment', 'outcome decline', { outcome: 'FAILURE', errorCode: 'ZM' }),
  decide('next pending', 'Keep the next payment pending', 'outcome wait', { outcome: 'PENDING' }),
  decide('next late', 'Let the next payment come late', 'outcome expire late', { outcome: 'LATE_PAYMENT' }),
  move('clock minute', 'Move the clock on by 1 minute', 'advance', { advanceMs: 60_000 }),
  move('clock hour', 'Move the clock on by 1 hour', 'advance expire', { advanceMs: 3_600_000 }),
  move('clock day', 'Move the clock on by 24 hours', 'advance tomorrow', { advanceMs: 86_400_000 }),
  move('clock stop', 'Stop the clock', 'freeze', { freeze: true }),
  move('clock run', 'Let the clock run', 'resume', { resume: true }),
  {
    id: 'faults off',
    title: 'Faults off',
    group: 'Sandbox',
    also: 'clear profile good day',
    async run(context) {
      await control('DELETE /faults')
      context.say('Nothing goes wrong on purpose any more.', 'good')
      await changed(context)
    },
  },
  {
    id: 'snapshot',
    title: 'Take a snapshot',
    group: 'Sandbox',
    also: 'save moment',
    async run(context) {
      const { name } = await control('POST /snapshots', { body: {} })
      context.say(`Kept as ${name}.`, 'good')
      await changed(context)
    },
  },
]

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
