import { useNavigate, useSearch } from '@tanstack/react-router'
import { spanOf } from '../../lib/span-of.ts'
import { PageFrame } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CallDialog } from './call-dialog.tsx'
import { CallFilters, type CallFilterValues } from './call-filters.tsx'
import { CallList } from './call-list.tsx'
import { ErrorGroups } from './error-groups.tsx'

const NO_FILTERS = { endpoint: '', outcome: '', errorKind: '', code: '', id: '', from: '', to: '' }

/** Our calls to the provider, one by one, and what went wrong in them, gathered. */
export function Page() {
  const { tab = 'calls', open, ...rest } = useSearch({ from: '/api-log' })
  const navigate = useNavigate({ from: '/api-log' })
  const filters: CallFilterValues = { ...NO_FILTERS, ...rest }
  const set = (change: Partial<CallFilterValues> & { tab?: string; open?: string }, replace = true) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace, resetScroll: false })
  const { from, to, ...asked } = filters
  const days = { from, to }
  return (
    <PageFrame title="API log">
      <CallFilters values={filters} onlyDays={tab === 'errors'} onChange={set} onClear={() => set(NO_FILTERS)} />
      <Tabs
        label="Ways to look at it"
        value={tab}
        onChange={(next) => set({ tab: next })}
        tabs={[
          {
            value: 'calls',
            label: 'Calls',
            body: (
              <CallList
                filters={{ ...asked, ...spanOf(days) }}
                filtered={Object.values(filters).some((value) => value !== '')}
                onOpen={(callId) => set({ open: callId }, false)}
                onClear={() => set(NO_FILTERS)}
              />
            ),
          },
          {
            value: 'errors',
            label: 'Errors',
            body: (
              <ErrorGroups
                days={days}
                onShow={({ endpoint, errorKind, code = '' }) =>
                  set({ ...NO_FILTERS, ...days, tab: 'calls', endpoint, errorKind, code }, false)
                }
              />
            ),
          },
        ]}
      />
      {open !== undefined && <CallDialog callId={open} onClose={() => set({ open: '' })} />}
    </PageFrame>
  )
}
