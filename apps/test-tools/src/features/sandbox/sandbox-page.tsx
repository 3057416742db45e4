import { Button, Tabs } from '@galla/console/components/controls.tsx'
import { momentText } from '@galla/console/i18n/format.ts'
import { plural } from '@galla/console/i18n/plural.ts'
import { faultTexts } from '@galla/console/shell/fault-texts.ts'
import type { About } from '@galla/contract/gateway-api/console-routes'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CallbacksTab } from './callbacks-tab.tsx'
import { ClockTab } from './clock-tab.tsx'
import { DrillTab } from './drill-tab.tsx'
import { FaultsTab } from './faults-tab.tsx'
import { JournalTab } from './journal-tab.tsx'
import { MandatesTab } from './mandates-tab.tsx'
import { queuedOutcomeText } from './outcome-choice.tsx'
import { PaymentsTab } from './payments-tab.tsx'
import { ToolPage } from './sandbox-frame.tsx'
import { SettlementsTab } from './settlements-tab.tsx'
import { SnapshotsTab } from './snapshots-tab.tsx'
import { useSandboxMutation, useSandboxQuery } from './use-sandbox.ts'

/** Controls of the local sandbox. */
export function SandboxPage() {
  return (
    <ToolPage title="Sandbox" what="sandbox page" aside={<SandboxStatus />}>
      {(about) => <SandboxTabs about={about} />}
    </ToolPage>
  )
}

const TABS = [
  'payments',
  'settlements',
  'mandates',
  'clock',
  'faults',
  'callbacks',
  'snapshots',
  'journal',
  'drill',
] as const
type Tab = (typeof TABS)[number]

function SandboxTabs({ about }: { about: About }) {
  const search = useSearch({ from: '/test-tools/sandbox' })
  const navigate = useNavigate({ from: '/test-tools/sandbox' })
  const tab = TABS.find((one) => one === search.tab) ?? 'payments'
  return (
    <Tabs<Tab>
      label="Sandbox"
      value={tab}
      onChange={(next) => void navigate({ search: next === 'payments' ? {} : { tab: next }, replace: true })}
      tabs={[
        { value: 'payments', label: 'Payments', body: <PaymentsTab /> },
        { value: 'settlements', label: 'Settlements', body: <SettlementsTab /> },
        { value: 'mandates', label: 'Mandates', body: <MandatesTab /> },
        { value: 'clock', label: 'Clock', body: <ClockTab /> },
        { value: 'faults', label: 'Faults', body: <FaultsTab /> },
        { value: 'callbacks', label: 'Webhooks', body: <CallbacksTab about={about} /> },
        { value: 'snapshots', label: 'Snapshots', body: <SnapshotsTab /> },
        { value: 'journal', label: 'Request log', body: <JournalTab /> },
        { value: 'drill', label: 'Webhook conformance test', body: <DrillTab about={about} /> },
      ]}
    />
  )
}

/** The sandbox's time, and the faults and queued outcomes with buttons that remove them. */
function SandboxStatus() {
  const clock = useSandboxQuery('GET /clock')
  const faults = useSandboxQuery('GET /faults')
  const outcomes = useSandboxQuery('GET /outcomes')
  const resume = useSandboxMutation('POST /clock')
  const clearFaults = useSandboxMutation('DELETE /faults')
  const clearOutcomes = useSandboxMutation('DELETE /outcomes')
  const activeFaults = faults.data ? faultTexts(faults.data) : []
  const queued = outcomes.data?.queued
  if (clock.error) {
    return (
      <p role="status" className="flex items-center gap-2 text-sm font-strong">
        {clock.error.message}
        <Button small onClick={() => void clock.refetch()}>
          Try again
        </Button>
      </p>
    )
  }
  return (
    <ul aria-label="Sandbox status" className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-soft">
      {clock.data && (
        <li className="flex items-center gap-2 tabular-nums">
          {clock.data.frozen ? 'Clock frozen at' : 'Clock:'} {momentText(clock.data.nowMs)}
          {clock.data.frozen && (
            <Button small busy={resume.isPending} onClick={() => resume.mutate({ body: { resume: true } })}>
              Resume
            </Button>
          )}
        </li>
      )}
      {activeFaults.length > 0 && (
        <li className="flex items-center gap-2 font-strong text-ink">
          {faults.data?.profile ?? plural(activeFaults.length, 'fault')} on
          <Button small busy={clearFaults.isPending} onClick={() => clearFaults.mutate(undefined)}>
            No faults
          </Button>
        </li>
      )}
      {queued && (
        <li className="flex items-center gap-2 font-strong text-ink">
          {queuedOutcomeText(queued)}
          <Button small busy={clearOutcomes.isPending} onClick={() => clearOutcomes.mutate(undefined)}>
            Cancel
          </Button>
        </li>
      )}
    </ul>
  )
}
