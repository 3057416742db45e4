import type { ConsoleRoute } from '@galla/contract/gateway-api/console-permissions'
import type { About } from '@galla/contract/gateway-api/console-routes'
import {
  Activity,
  ArrowLeftRight,
  BookOpen,
  CircleGauge,
  CircleUser,
  Eraser,
  FlaskConical,
  Gavel,
  HeartPulse,
  Inbox,
  KeyRound,
  Landmark,
  ListTodo,
  type LucideIcon,
  ReceiptIndianRupee,
  Repeat,
  Scale,
  ScrollText,
  TerminalSquare,
  Undo2,
  UsersRound,
} from 'lucide-react'
import { mayCall } from '../api/permissions.tsx'
import { messages } from '../i18n/messages.ts'
import { navigationEnglish } from './english.ts'
import { TEST_TOOLS } from './test-tools.ts'

/** The names of the pages and of their groups. */
export const navigationMessages = messages('shell/navigation', navigationEnglish)
const t = navigationMessages

export interface NavItem {
  to:
    | '/'
    | '/orders'
    | '/subscriptions'
    | '/refunds'
    | '/disputes'
    | '/finance'
    | '/webhooks'
    | '/api-log'
    | '/deliveries'
    | '/reconciliation'
    | '/audit'
    | '/telemetry'
    | '/health'
    | (typeof TEST_TOOLS)[keyof typeof TEST_TOOLS]
    | '/users'
    | '/api-keys'
    | '/erasure'
    | '/account'
  label: string
  /** The name in English, by which the command menu finds the page in every language. */
  english: string
  /** Further English words by which the command menu finds the page. */
  also?: string
  /** The letter of its shortcut, after `g`. */
  key: string
  Icon: LucideIcon
  /** Shown only when the provider is a local sandbox. */
  sandbox?: true
  /** Shown only when the gateway bills subscriptions. */
  subscriptions?: true
  /** The route that the page reads. Navigation, shortcuts, command menu and the page itself are for users who may call the route. */
  needs: ConsoleRoute
}

interface NavGroup {
  label: string
  items: readonly NavItem[]
}

const named = (page: Exclude<keyof typeof t, 'groups'>) => ({ label: t[page], english: navigationEnglish[page] })

/** The pages of the navigation, in their order. */
export const NAV_GROUPS: readonly NavGroup[] = [
  {
    label: t.groups.payments,
    items: [
      { to: '/', ...named('overview'), key: 'h', Icon: CircleGauge, needs: 'GET /overview' },
      { to: '/orders', ...named('orders'), key: 'o', Icon: ReceiptIndianRupee, needs: 'GET /orders' },
      { to: '/refunds', ...named('refunds'), key: 'r', Icon: Undo2, needs: 'GET /refunds' },
      {
        to: '/subscriptions',
        ...named('subscriptions'),
        key: 'b',
        Icon: Repeat,
        needs: 'GET /plan-subscriptions',
        subscriptions: true,
      },
      { to: '/disputes', ...named('disputes'), key: 'c', Icon: Gavel, needs: 'GET /disputes' },
      { to: '/finance', ...named('finance'), key: 'f', Icon: Landmark, needs: 'GET /finance' },
    ],
  },
  {
    label: t.groups.developers,
    items: [
      { to: '/webhooks', ...named('webhooks'), key: 'w', Icon: Inbox, needs: 'GET /callbacks' },
      { to: '/api-log', ...named('apiLog'), key: 'a', Icon: ArrowLeftRight, needs: 'GET /calls' },
      { to: '/deliveries', ...named('deliveries'), key: 'e', Icon: ListTodo, needs: 'GET /deliveries' },
      { to: '/reconciliation', ...named('reconciliation'), key: 'd', Icon: Scale, needs: 'GET /reconciliation' },
      { to: '/telemetry', ...named('telemetry'), key: 't', Icon: Activity, needs: 'GET /telemetry' },
      { to: '/health', ...named('health'), key: 'l', Icon: HeartPulse, needs: 'GET /health' },
    ],
  },
  {
    label: t.groups.test,
    items: [
      {
        to: TEST_TOOLS.guide,
        ...named('guide'),
        also: 'getting started help first run tutorial learn test case',
        key: 'g',
        Icon: BookOpen,
        needs: 'POST /playground/pay',
        sandbox: true,
      },
      {
        to: TEST_TOOLS.playground,
        ...named('playground'),
        key: 'p',
        Icon: TerminalSquare,
        needs: 'POST /playground/pay',
        sandbox: true,
      },
      {
        to: TEST_TOOLS.sandbox,
        ...named('sandbox'),
        key: 's',
        Icon: FlaskConical,
        needs: 'ALL /sandbox/*',
        sandbox: true,
      },
    ],
  },
  {
    label: t.groups.settings,
    items: [
      { to: '/users', ...named('users'), key: 'm', Icon: UsersRound, needs: 'GET /users' },
      { to: '/api-keys', ...named('apiKeys'), key: 'i', Icon: KeyRound, needs: 'GET /api-keys' },
      { to: '/audit', ...named('audit'), key: 'u', Icon: ScrollText, needs: 'GET /audit' },
      { to: '/erasure', ...named('erasure'), key: 'x', Icon: Eraser, needs: 'POST /payers/preview' },
      { to: '/account', ...named('account'), key: 'y', Icon: CircleUser, needs: 'GET /account/sessions' },
    ],
  },
]

export const NAV_ITEMS: readonly NavItem[] = NAV_GROUPS.flatMap(({ items }) => items)

/** The page of the navigation that a route belongs to: `/orders/$merchantOrderId` to the orders. */
export const navItemOf = (routeId: string): NavItem | undefined =>
  NAV_ITEMS.find(({ to }) => to === routeId) ?? NAV_ITEMS.find(({ to }) => to === `/${routeId.split('/')[1]}`)

/** True when this installation has what a page is about, and the person's role may use the page. */
export const isOffered = ({ sandbox, subscriptions, needs }: NavItem, about: About | undefined): boolean =>
  (!sandbox || about?.sandbox === true) && (!subscriptions || about?.subscriptions === true) && mayCall(needs)
