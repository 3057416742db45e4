import type { ConsoleRoute } from '@galla/contract/gateway-api/console-permissions'
import type { About } from '@galla/contract/gateway-api/console-routes'
import {
  Activity,
  ArrowLeftRight,
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
    | '/playground'
    | '/sandbox'
    | '/users'
    | '/api-keys'
    | '/erasure'
    | '/account'
  label: string
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

/** The pages of the navigation, in their order. */
export const NAV_GROUPS: readonly NavGroup[] = [
  {
    label: t.groups.payments,
    items: [
      { to: '/', label: t.overview, key: 'h', Icon: CircleGauge, needs: 'GET /overview' },
      { to: '/orders', label: t.orders, key: 'o', Icon: ReceiptIndianRupee, needs: 'GET /orders' },
      { to: '/refunds', label: t.refunds, key: 'r', Icon: Undo2, needs: 'GET /refunds' },
      {
        to: '/subscriptions',
        label: t.subscriptions,
        key: 'b',
        Icon: Repeat,
        needs: 'GET /plan-subscriptions',
        subscriptions: true,
      },
      { to: '/disputes', label: t.disputes, key: 'c', Icon: Gavel, needs: 'GET /disputes' },
      { to: '/finance', label: t.finance, key: 'f', Icon: Landmark, needs: 'GET /finance' },
    ],
  },
  {
    label: t.groups.developers,
    items: [
      { to: '/webhooks', label: t.webhooks, key: 'w', Icon: Inbox, needs: 'GET /callbacks' },
      { to: '/api-log', label: t.apiLog, key: 'a', Icon: ArrowLeftRight, needs: 'GET /calls' },
      { to: '/deliveries', label: t.deliveries, key: 'e', Icon: ListTodo, needs: 'GET /deliveries' },
      { to: '/reconciliation', label: t.reconciliation, key: 'd', Icon: Scale, needs: 'GET /reconciliation' },
      { to: '/telemetry', label: t.telemetry, key: 't', Icon: Activity, needs: 'GET /telemetry' },
      { to: '/health', label: t.health, key: 'l', Icon: HeartPulse, needs: 'GET /health' },
    ],
  },
  {
    label: t.groups.test,
    items: [
      {
        to: '/playground',
        label: t.playground,
        key: 'p',
        Icon: TerminalSquare,
        needs: 'POST /playground/pay',
        sandbox: true,
      },
      { to: '/sandbox', label: t.sandbox, key: 's', Icon: FlaskConical, needs: 'ALL /sandbox/*', sandbox: true },
    ],
  },
  {
    label: t.groups.settings,
    items: [
      { to: '/users', label: t.users, key: 'm', Icon: UsersRound, needs: 'GET /users' },
      { to: '/api-keys', label: t.apiKeys, key: 'i', Icon: KeyRound, needs: 'GET /api-keys' },
      { to: '/audit', label: t.audit, key: 'u', Icon: ScrollText, needs: 'GET /audit' },
      { to: '/erasure', label: t.erasure, key: 'x', Icon: Eraser, needs: 'POST /payers/preview' },
      { to: '/account', label: t.account, key: 'y', Icon: CircleUser, needs: 'GET /account/sessions' },
    ],
  },
]

export const NAV_ITEMS: readonly NavItem[] = NAV_GROUPS.flatMap(({ items }) => items)

/** The page of the navigation that a route belongs to: `/orders/$merchantOrderId` to the orders. */
export const navItemOf = (routeId: string): NavItem | undefined =>
  NAV_ITEMS.find(({ to }) => to === `/${routeId.split('/')[1]}`)

/** True when this installation has what a page is about, and the person's role may use the page. */
export const isOffered = ({ sandbox, subscriptions, needs }: NavItem, about: About | undefined): boolean =>
  (!sandbox || about?.sandbox === true) && (!subscriptions || about?.subscriptions === true) && mayCall(needs)
