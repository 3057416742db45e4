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
  TerminalSquare,
  Undo2,
} from 'lucide-react'

export interface Place {
  to:
    | '/'
    | '/orders'
    | '/refunds'
    | '/callbacks'
    | '/api-log'
    | '/deliveries'
    | '/reconciliation'
    | '/telemetry'
    | '/health'
    | '/playground'
    | '/sandbox'
  label: string
  /** After `g`. */
  key: string
  Icon: LucideIcon
  /** Only where the provider is a sandbox on this machine. */
  sandbox?: true
}

export interface PlaceGroup {
  label: string
  places: readonly Place[]
}

/** Every page that has an address without an id, in the order of the navigation. */
export const PLACES: readonly PlaceGroup[] = [
  {
    label: 'Books',
    places: [
      { to: '/', label: 'Overview', key: 'h', Icon: CircleGauge },
      { to: '/orders', label: 'Orders', key: 'o', Icon: ReceiptIndianRupee },
      { to: '/refunds', label: 'Refunds', key: 'r', Icon: Undo2 },
      { to: '/callbacks', label: 'Callbacks', key: 'c', Icon: Inbox },
    ],
  },
  {
    label: 'Look closer',
    places: [
      { to: '/api-log', label: 'API log', key: 'a', Icon: ArrowLeftRight },
      { to: '/deliveries', label: 'Effects', key: 'e', Icon: ListTodo },
      { to: '/reconciliation', label: 'Drift', key: 'd', Icon: Scale },
      { to: '/health', label: 'Health', key: 'l', Icon: HeartPulse },
      { to: '/telemetry', label: 'Telemetry', key: 't', Icon: Activity },
    ],
  },
  {
    label: 'Try out',
    places: [
      { to: '/playground', label: 'Playground', key: 'p', Icon: TerminalSquare, sandbox: true },
      { to: '/sandbox', label: 'Sandbox', key: 's', Icon: FlaskConical, sandbox: true },
    ],
  },
]

export const ALL_PLACES: readonly Place[] = PLACES.flatMap(({ places }) => places)
