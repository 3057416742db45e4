import {
  Activity,
  ArrowLeftRight,
  CircleGauge,
  FlaskConical,
  HeartPulse,
  Inbox,
  ListTodo,
  type LucideIcon,
  ReceiptIndianRupee,
  Scale,
  ScrollText,
  TerminalSquare,
  Undo2,
} from 'lucide-react'

interface NavItem {
  to:
    | '/'
    | '/orders'
    | '/refunds'
    | '/webhooks'
    | '/api-log'
    | '/deliveries'
    | '/reconciliation'
    | '/audit'
    | '/telemetry'
    | '/health'
    | '/playground'
    | '/sandbox'
  label: string
  /** The letter of its shortcut, after `g`. */
  key: string
  Icon: LucideIcon
  /** Shown only when the provider is a local sandbox. */
  sandbox?: true
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
      { to: '/', label: 'Overview', key: 'h', Icon: CircleGauge },
      { to: '/orders', label: 'Orders', key: 'o', Icon: ReceiptIndianRupee },
      { to: '/refunds', label: 'Refunds', key: 'r', Icon: Undo2 },
    ],
  },
  {
    label: 'Developers',
    items: [
      { to: '/webhooks', label: 'Webhooks', key: 'w', Icon: Inbox },
      { to: '/api-log', label: 'API log', key: 'a', Icon: ArrowLeftRight },
      { to: '/deliveries', label: 'Event deliveries', key: 'e', Icon: ListTodo },
      { to: '/reconciliation', label: 'Reconciliation', key: 'd', Icon: Scale },
      { to: '/telemetry', label: 'Telemetry', key: 't', Icon: Activity },
      { to: '/health', label: 'Health', key: 'l', Icon: HeartPulse },
    ],
  },
  {
    label: 'Test',
    items: [
      { to: '/playground', label: 'Playground', key: 'p', Icon: TerminalSquare, sandbox: true },
      { to: '/sandbox', label: 'Sandbox', key: 's', Icon: FlaskConical, sandbox: true },
    ],
  },
  {
    label: 'Settings',
    items: [{ to: '/audit', label: 'Audit log', key: 'u', Icon: ScrollText }],
  },
]

export const NAV_ITEMS: readonly NavItem[] = NAV_GROUPS.flatMap(({ items }) => items)
