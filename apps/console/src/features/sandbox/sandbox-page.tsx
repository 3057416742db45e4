import type { About } from '@galla/contract/gateway-api/console-routes'
import { getRouteApi } from '@tanstack/react-router'
import { Button, Tabs } from '../../components/controls.tsx'
import { momentText } from '../../i18n/format.ts'
import { CallbacksTab } from './callbacks-tab.tsx'
import { ClockTab } from './clock-tab.tsx'
import { DrillTab } from './drill-tab.tsx'
import { FaultsTab, faultTexts } from './faults-tab.tsx'
import { JournalTab } from './journal-tab.tsx'
import { decidedText } from './outcome-choice.tsx'
import { PaymentsTab } from './payments-tab.tsx'
import { SandboxOnly } from './sandbox-frame.tsx'
import { SnapshotsTab } from './snapshots-tab.tsx'
import { useControl, useControlChange } from './use-sandbox.ts'

export function SandboxPage() {
  return (
    <SandboxOnly title="Sandbox" room="sandbox room" aside={<OnNow />}>
      {(about) => <Room about={about} />}
    </SandboxOnly>
  )
}

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

/** What is out of the ordinary now, each with the way back in one press. */
export function OnNow() {
  const clock = useControl('GET /clock')
  const faults = useControl('GET /faults')
  const outcomes = useControl('GET /outcomes')
  const run = useControlChange('POST /clock')
  const clear = useControlChange('DELETE /faults')
  const forget = useControlChange('DELETE /outcomes')
  const wrong = faults.data ? faultTexts(faults.data) : []
  const decided = outcomes.data?.queued
  if (clock.error) {
    return (
      <p role="status" className="flex items-center gap-2 text-sm font-strong">
        {clock.error.message}
        <Button small onClick={() => void clock.refetch()}>
          Ask again
        </Button>
      </p>
    )
  }
  return (
    <ul aria-label="On now" className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-soft">
      {clock.data && (
        <li className="flex items-center gap-2 tabular-nums">
          {clock.data.frozen ? 'Stopped at' : 'Its time is'} {momentText(clock.data.nowMs)}
          {clock.data.frozen && (
            <Button small busy={run.isPending} onClick={() => run.mutate({ body: { resume: true } })}>
              Let it run
            </Button>
          )}
        </li>
      )}
      {wrong.length > 0 && (
        <li className="flex items-center gap-2 font-strong text-ink">
          {faults.data?.profile ?? `${wrong.length} fault${wrong.length === 1 ? '' : 's'}`} on
          <Button small busy={clear.isPending} onClick={() => clear.mutate(undefined)}>
            Faults off
          </Button>
        </li>
      )}
      {decided && (
        <li className="flex items-center gap-2 font-strong text-ink">
          {decidedText(decided)}
          <Button small busy={forget.isPending} onClick={() => forget.mutate(undefined)}>
            Forget it
          </Button>
        </li>
      )}
    </ul>
  )
}
