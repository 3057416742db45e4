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
    label: 'Payments',
    items: [
      { to: '/', label: 'Overview', key: 'h', Icon: CircleGauge, needs: 'GET /overview' },
      { to: '/orders', label: 'Orders', key: 'o', Icon: ReceiptIndianRupee, needs: 'GET /orders' },
      { to: '/refunds', label: 'Refunds', key: 'r', Icon: Undo2, needs: 'GET /refunds' },
      {
        to: '/subscriptions',
        label: 'Subscriptions',
        key: 'b',
        Icon: Repeat,
        needs: 'GET /plan-subscriptions',
        subscriptions: true,
      },
      { to: '/disputes', label: 'Disputes', key: 'c', Icon: Gavel, needs: 'GET /disputes' },
      { to: '/finance', label: 'Finance', key: 'f', Icon: Landmark, needs: 'GET /finance' },
    ],
  },
  {
    label: 'Developers',
    items: [
      { to: '/webhooks', label: 'Webhooks', key: 'w', Icon: Inbox, needs: 'GET /callbacks' },
      { to: '/api-log', label: 'API log', key: 'a', Icon: ArrowLeftRight, needs: 'GET /calls' },
      { to: '/deliveries', label: 'Event deliveries', key: 'e', Icon: ListTodo, needs: 'GET /deliveries' },
      { to: '/reconciliation', label: 'Reconciliation', key: 'd', Icon: Scale, needs: 'GET /reconciliation' },
      { to: '/telemetry', label: 'Telemetry', key: 't', Icon: Activity, needs: 'GET /telemetry' },
      { to: '/health', label: 'Health', key: 'l', Icon: HeartPulse, needs: 'GET /health' },
    ],
  },
  {
    label: 'Test',
    items: [
      {
        to: '/playground',
        label: 'Playground',
        key: 'p',
        Icon: TerminalSquare,
        needs: 'POST /playground/pay',
        sandbox: true,
      },
      { to: '/sandbox', label: 'Sandbox', key: 's', Icon: FlaskConical, needs: 'ALL /sandbox/*', sandbox: true },
    ],
  },
  {
    label: 'Settings',
    items: [
      { to: '/users', label: 'Users', key: 'm', Icon: UsersRound, needs: 'GET /users' },
      { to: '/api-keys', label: 'API keys', key: 'i', Icon: KeyRound, needs: 'GET /api-keys' },
      { to: '/audit', label: 'Audit log', key: 'u', Icon: ScrollText, needs: 'GET /audit' },
      { to: '/erasure', label: 'Erasure and holds', key: 'x', Icon: Eraser, needs: 'POST /payers/preview' },
      { to: '/account', label: 'Your account', key: 'y', Icon: CircleUser, needs: 'GET /account/sessions' },
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
