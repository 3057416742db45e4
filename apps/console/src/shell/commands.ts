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
import { openGuide } from '../features/guide/progress.ts'
import { describeState } from '../i18n/terms.ts'
import { isOffered, NAV_ITEMS, type NavItem } from './nav-items.ts'
import { logOut } from './navigation.tsx'
import { chooseTheme } from './theme.tsx'
import { useOpenPage } from './use-pages.ts'

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
  also: 'go to open page',
  keys: `g ${item.key}`,
  when: ({ about }) => isOffered(item, about),
  run: ({ openPage }) => openPage(item.to),
}))

const ORDER_COMMANDS: readonly Command[] = [
  {
    id: 'order sync',
    title: 'Check the status of this order',
    group: 'Order',
    also: 'refresh sync poll provider',
    when: (context) => onOrderPage(context) && mayCall('POST /orders/:merchantOrderId/sync'),
    async run({ merchantOrderId = '', client, showToast }) {
      const story = await consoleApi('POST /orders/:merchantOrderId/sync', { params: { merchantOrderId } })
      client.setQueryData(queryKeys.order(merchantOrderId), story)
      showToast(`Status checked: ${describeState('order', story.order.state).label}.`, 'good')
    },
  },
  {
    id: 'order copy',
    title: 'Copy this order’s id',
    group: 'Order',
    also: 'clipboard',
    when: onOrderPage,
    async run({ merchantOrderId = '', showToast }) {
      await navigator.clipboard.writeText(merchantOrderId)
      showToast('Copied.', 'good')
    },
  },
]

const refreshSandbox = ({ client }: CommandContext) => client.invalidateQueries({ queryKey: queryKeys.sandbox() })

const queueOutcome = (id: string, title: string, also: string, body: QueueOutcome): Command => ({
  id,
  title,
  group: 'Sandbox',
  also,
  when: onSandbox,
  async run(context) {
    await sandboxApi('POST /outcomes', { body })
    context.showToast(`${title}: queued.`, 'good')
    await refreshSandbox(context)
  },
})

const setClock = (id: string, title: string, also: string, body: SetClock): Command => ({
  id,
  title,
  group: 'Sandbox',
  also: `clock time ${also}`,
  when: onSandbox,
  async run(context) {
    await sandboxApi('POST /clock', { body })
    context.showToast(`${title}: done.`, 'good')
    await refreshSandbox(context)
  },
})

const SANDBOX_COMMANDS: readonly Command[] = [
  {
    id: 'guide',
    title: 'Open the getting-started guide',
    group: 'Sandbox',
    also: 'help first run tutorial learn test case',
    when: onSandbox,
    async run({ router }) {
      openGuide()
      await router.navigate({ to: '/' })
    },
  },
  {
    id: 'sample',
    title: 'Make a sample payment',
    group: 'Sandbox',
    also: 'test pay demo order',
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
  queueOutcome('next fails', 'Fail the next payment', 'outcome decline', { outcome: 'FAILURE', errorCode: 'ZM' }),
  queueOutcome('next pending', 'Keep the next payment pending', 'outcome wait', { outcome: 'PENDING' }),
  queueOutcome('next late', 'Make the next payment late', 'outcome expire late', { outcome: 'LATE_PAYMENT' }),
  setClock('clock minute', 'Advance the clock by 1 minute', 'move', { advanceMs: 60_000 }),
  setClock('clock hour', 'Advance the clock by 1 hour', 'move expire', { advanceMs: 3_600_000 }),
  setClock('clock day', 'Advance the clock by 24 hours', 'move tomorrow', { advanceMs: 86_400_000 }),
  setClock('clock stop', 'Freeze the clock', 'freeze', { freeze: true }),
  setClock('clock run', 'Resume the clock', 'run', { resume: true }),
  {
    id: 'faults off',
    title: 'No faults',
    group: 'Sandbox',
    also: 'clear profile',
    when: onSandbox,
    async run(context) {
      await sandboxApi('DELETE /faults')
      context.showToast('All faults are off.', 'good')
      await refreshSandbox(context)
    },
  },
  {
    id: 'snapshot',
    title: 'Take a snapshot',
    group: 'Sandbox',
    also: 'save',
    when: onSandbox,
    async run(context) {
      const { name } = await sandboxApi('POST /snapshots', { body: {} })
      context.showToast(`Saved as ${name}.`, 'good')
      await refreshSandbox(context)
    },
  },
]

const CONSOLE_COMMANDS: readonly Command[] = [
  {
    id: 'reconciliation run',
    title: 'Run a reconciliation',
    group: 'Console',
    also: 'compare provider discrepancies report',
    when: () => mayCall('POST /reconciliation/run'),
    async run({ client, router, showToast }) {
      await router.navigate({ to: '/reconciliation' })
      const report = await consoleApi('POST /reconciliation/run', { body: {} })
      await client.invalidateQueries({ queryKey: queryKeys.reconciliation })
      const count = Object.values(report.counts).reduce((sum, one) => sum + one, 0)
      showToast(count === 0 ? 'No discrepancies.' : `Discrepancies: ${count}.`, 'good')
    },
  },
  {
    id: 'orders csv',
    title: 'Download all orders as CSV',
    group: 'Console',
    also: 'export spreadsheet',
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
      title: `Theme: ${theme}`,
      group: 'Console',
      also: 'colours mode appearance',
      run: () => chooseTheme(theme),
    }),
  ),
  { id: 'log out', title: 'Log out', group: 'Console', also: 'sign off', run: logOut },
]

const COMMANDS: readonly Command[] = [...ORDER_COMMANDS, ...PAGE_COMMANDS, ...SANDBOX_COMMANDS, ...CONSOLE_COMMANDS]

/** The commands that are available on the current page. */
export const commandsFor = (context: CommandContext): Command[] =>
  COMMANDS.filter(({ when }) => when === undefined || when(context))
