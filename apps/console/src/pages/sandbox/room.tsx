import type { About } from '@galla/contract/gateway-api/console-routes'
import { getRouteApi } from '@tanstack/react-router'
import { Tabs } from '../../ui/tabs.tsx'
import { CallbacksTab } from './callbacks/callbacks-tab.tsx'
import { ClockTab } from './clock/clock-tab.tsx'
import { DrillTab } from './drill/drill-tab.tsx'
import { FaultsTab } from './faults/faults-tab.tsx'
import { JournalTab } from './journal/journal-tab.tsx'
import { PaymentsTab } from './payments/payments-tab.tsx'
import { SnapshotsTab } from './snapshots/snapshots-tab.tsx'

const route = getRouteApi('/sandbox')

const TABS = ['payments', 'clock', 'faults', 'callbacks', 'snapshots', 'journal', 'drill'] as const
type Tab = (typeof TABS)[number]

/** Everything that can be done with the provider on this machine, side by side; the side is in the address. */
export function Room({ about }: { about: About }) {
  const { tab: asked } = route.useSearch()
  const navigate = route.useNavigate()
  const tab = TABS.find((one) => one === asked) ?? 'payments'
  return (
    <Tabs<Tab>
      label="Sandbox"
      value={tab}
      onChange={(next) => void navigate({ search: next === 'payments' ? {} : { tab: next }, replace: true })}
      tabs={[
        { value: 'payments', label: 'Payments', body: <PaymentsTab /> },
        { value: 'clock', label: 'Clock', body: <ClockTab /> },
        { value: 'faults', label: 'Faults', body: <FaultsTab /> },
        { value: 'callbacks', label: 'Callbacks', body: <CallbacksTab about={about} /> },
        { value: 'snapshots', label: 'Snapshots', body: <SnapshotsTab /> },
        { value: 'journal', label: 'Journal', body: <JournalTab /> },
        { value: 'drill', label: 'Drill', body: <DrillTab about={about} /> },
      ]}
    />
  )
}
