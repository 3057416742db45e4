import type { About } from '@galla/contract/gateway-api/console-routes'
import { paise } from '@galla/contract/money'
import type { QueueOutcome } from '@galla/contract/sandbox-api/outcomes'
import type { SetClock } from '@galla/contract/sandbox-api/routes'
import { useQueryClient } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { consoleUrl } from '../api/browser.ts'
import { consoleApi, sandboxApi } from '../api/client.ts'
import { mayCall } from '../api/permissions.tsx'
import { queryKeys, useAbout } from '../api/queries.ts'
import { showToast } from '../components/dialog.tsx'
import { messages } from '../i18n/messages.ts'
import { describeState } from '../i18n/terms.ts'
import { commandsEnglish, menuEnglish } from './english-commands.ts'
import { isOffered, NAV_ITEMS, type NavItem } from './nav-items.ts'
import { logOut } from './navigation.tsx'
import { chooseTheme } from './theme.tsx'
import { useOpenPage } from './use-pages.ts'

const t = messages('shell/commands', commandsEnglish)
const { copied } = messages('shell/menu', menuEnglish)

type Named = { [Name in keyof typeof t]: (typeof t)[Name] extends string ? Name : never }[keyof typeof t]

/** The title of a command, and the words that find the command besides: those of its English title, and further English ones. */
const named = (name: Named, also: string): Pick<Command, 'title' | 'also'> => ({
  title: t[name],
  also: `${commandsEnglish[name]} ${also}`,
})

/** The current page and what a command may use. */
export interface CommandContext {
  readonly about: About | undefined
  /** The order whose page is open. */
  readonly merchantOrderId: string | undefined
  readonly router: ReturnType<typeof useRouter>
  readonly client: ReturnType<typeof useQueryClient>
  /** Opens a page as the navigation does. */
  openPage(to: NavItem['to']): Promise<void>
  showToast(text: string, tone?: 'good' | 'bad'): void
}

export function useCommandContext(): CommandContext {
  const { data: about } = useAbout()
  const { merchantOrderId } = useParams({ strict: false })
  const router = useRouter()
  const client = useQueryClient()
  const openPage = useOpenPage()
  return useMemo(
    () => ({ about, merchantOrderId, router, client, openPage, showToast }),
    [about, merchantOrderId, router, client, openPage],
  )
}

/** An action that the command menu offers. */
export interface Command {
  /** Stored among the recent entries, so it must not change. */
  readonly id: string
  readonly title: string
  readonly group: 'Pages' | 'Order' | 'Sandbox' | 'Console'
  /** Further search words. */
  readonly also?: string
  /** Shortcut for the same action. */
  readonly keys?: string
  /** Where the command is available. @default everywhere */
  when?(context: CommandContext): boolean
  run(context: CommandContext): unknown
}

const onSandbox = ({ about }: CommandContext) => about?.sandbox === true && mayCall('ALL /sandbox/*')
const onOrderPage = ({ merchantOrderId }: CommandContext) => merchantOrderId !== undefined

const PAGE_COMMANDS: readonly Command[] = NAV_ITEMS.map((item) => ({
  id: `page ${item.to}`,
  title: item.label,
  group: 'Pages',
  also: `${item.english} ${item.also ?? ''} go to open page`,
  keys: `g ${item.key}`,
  when: ({ about }) => isOffered(item, about),
  run: ({ openPage }) => openPage(item.to),
}))

const ORDER_COMMANDS: readonly Command[] = [
  {
    id: 'order sync',
    ...named('sync', 'refresh sync poll provider'),
    group: 'Order',
    when: (context) => onOrderPage(context) && mayCall('POST /orders/:merchantOrderId/sync'),
    async run({ merchantOrderId = '', client, showToast }) {
      const story = await consoleApi('POST /orders/:merchantOrderId/sync', { params: { merchantOrderId } })
      client.setQueryData(queryKeys.order(merchantOrderId), story)
      showToast(t.synced(describeState('order', story.order.state).label), 'good')
    },
  },
  {
    id: 'order copy',
    ...named('copy', 'clipboard'),
    group: 'Order',
    when: onOrderPage,
    async run({ merchantOrderId = '', showToast }) {
      await navigator.clipboard.writeText(merchantOrderId)
      showToast(copied, 'good')
    },
  },
]

const refreshSandbox = ({ client }: CommandContext) => client.invalidateQueries({ queryKey: queryKeys.sandbox() })

const queueOutcome = (id: string, command: Pick<Command, 'title' | 'also'>, body: QueueOutcome): Command => ({
  id,
  ...command,
  group: 'Sandbox',
  when: onSandbox,
  async run(context) {
    await sandboxApi('POST /outcomes', { body })
    context.showToast(t.queued(command.title), 'good')
    await refreshSandbox(context)
  },
})

const setClock = (id: string, command: Pick<Command, 'title' | 'also'>, body: SetClock): Command => ({
  id,
  ...command,
  group: 'Sandbox',
  when: onSandbox,
  async run(context) {
    await sandboxApi('POST /clock', { body })
    context.showToast(t.done(command.title), 'good')
    await refreshSandbox(context)
  },
})

const SANDBOX_COMMANDS: readonly Command[] = [
  {
    id: 'sample',
    ...named('sample', 'test pay demo order'),
    group: 'Sandbox',
    when: onSandbox,
    async run(context) {
      const { order } = await consoleApi('POST /playground/pay', {
        body: {
          checkout: 'CUSTOM',
          amount: paise(49_900),
          reference: `sample-${crypto.randomUUID().slice(0, 8)}`,
          paymentMode: { type: 'UPI_QR' },
        },
      })
      const params = { merchantOrderId: order.merchantOrderId }
      await sandboxApi('POST /orders/:merchantOrderId/simulate', { params, body: { outcome: 'SUCCESS' } })
      await refreshSandbox(context)
      await context.router.navigate({ to: '/orders/$merchantOrderId', params })
    },
  },
  queueOutcome('next fails', named('fails', 'outcome decline'), { outcome: 'FAILURE', errorCode: 'ZM' }),
  queueOutcome('next pending', named('pending', 'outcome wait'), { outcome: 'PENDING' }),
  queueOutcome('next late', named('late', 'outcome expire late'), { outcome: 'LATE_PAYMENT' }),
  setClock('clock minute', named('minute', 'clock time move'), { advanceMs: 60_000 }),
  setClock('clock hour', named('hour', 'clock time move expire'), { advanceMs: 3_600_000 }),
  setClock('clock day', named('day', 'clock time move tomorrow'), { advanceMs: 86_400_000 }),
  setClock('clock stop', named('freeze', 'clock time freeze'), { freeze: true }),
  setClock('clock run', named('resume', 'clock time run'), { resume: true }),
  {
    id: 'faults off',
    ...named('noFaults', 'clear profile'),
    group: 'Sandbox',
    when: onSandbox,
    async run(context) {
      await sandboxApi('DELETE /faults')
      context.showToast(t.faultsOff, 'good')
      await refreshSandbox(context)
    },
  },
  {
    id: 'snapshot',
    ...named('snapshot', 'save'),
    group: 'Sandbox',
    when: onSandbox,
    async run(context) {
      const { name } = await sandboxApi('POST /snapshots', { body: {} })
      context.showToast(t.saved(name), 'good')
      await refreshSandbox(context)
    },
  },
]

const CONSOLE_COMMANDS: readonly Command[] = [
  {
    id: 'reconciliation run',
    ...named('reconcile', 'compare provider discrepancies report'),
    group: 'Console',
    when: () => mayCall('POST /reconciliation/run'),
    async run({ client, router, showToast }) {
      await router.navigate({ to: '/reconciliation' })
      const report = await consoleApi('POST /reconciliation/run', { body: {} })
      await client.invalidateQueries({ queryKey: queryKeys.reconciliation })
      const count = Object.values(report.counts).reduce((sum, one) => sum + one, 0)
      showToast(count === 0 ? t.noDiscrepancies : t.discrepancies(count), 'good')
    },
  },
  {
    id: 'orders csv',
    ...named('csv', 'export spreadsheet'),
    group: 'Console',
    when: () => mayCall('GET /orders.csv'),
    run() {
      const link = document.createElement('a')
      link.href = consoleUrl('api/orders.csv')
      link.download = ''
      link.click()
    },
  },
  ...(['light', 'dark', 'system'] as const).map(
    (theme): Command => ({
      id: `theme ${theme}`,
      title: t.theme[theme],
      group: 'Console',
      also: `${commandsEnglish.theme[theme]} colours mode appearance`,
      run: () => chooseTheme(theme),
    }),
  ),
  { id: 'log out', ...named('logOut', 'sign off'), group: 'Console', run: logOut },
]

const COMMANDS: readonly Command[] = [...ORDER_COMMANDS, ...PAGE_COMMANDS, ...SANDBOX_COMMANDS, ...CONSOLE_COMMANDS]

/** The commands that are available on the current page. */
export const commandsFor = (context: CommandContext): Command[] =>
  COMMANDS.filter(({ when }) => when === undefined || when(context))
