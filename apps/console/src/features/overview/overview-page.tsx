import type { Overview } from '@galla/contract/gateway-api/console-routes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useNow } from '../../api/browser.ts'
import { call } from '../../api/client.ts'
import { keys, useAbout } from '../../api/queries.ts'
import { CodeBlock } from '../../components/code-block.tsx'
import { Field, Select } from '../../components/controls.tsx'
import { Empty, ErrorNote, Loading, PageFrame, Section } from '../../components/page.tsx'
import { ByMode, OrdersChart, ProviderChart, TakingsChart } from './charts.tsx'
import { SPANS, type Span, type SpanName, spanOf } from './overview-span.ts'
import { Followed, type Sample, SampleButton } from './sample-payment.tsx'
import { Till, Waiting } from './summary.tsx'

const route = getRouteApi('/')

/** What came in, what did not, and what waits for a person. */
export function OverviewPage() {
  const search = route.useSearch()
  const span = spanOf(search, useNow())
  const overview = useOverview(span)
  const any = useAnyOrder(overview.data?.orders === 0)
  const { data: about } = useAbout()
  const [followed, setFollowed] = useState<Sample>()
  const none = overview.data?.orders === 0 && any.data === false

  return (
    <PageFrame
      title="Overview"
      actions={
        !none && (
          <>
            <SpanPicker span={span} />
            {about?.sandbox && <SampleButton look="quiet" onMade={setFollowed} />}
          </>
        )
      }
    >
      {followed !== undefined && <Followed sample={followed} onClose={() => setFollowed(undefined)} />}
      {overview.error && !overview.data ? (
        <ErrorNote error={overview.error} what="The sums could not be read." onRetry={() => void overview.refetch()} />
      ) : !overview.data || (overview.data.orders === 0 && any.isPending) ? (
        <Loading what="the sums" lines={10} />
      ) : none ? (
        <FirstOrder onMade={setFollowed} />
      ) : (
        <Figures overview={overview.data} outdated={overview.isPlaceholderData} />
      )}
    </PageFrame>
  )
}

/** Which days are added up; it stands in the address. */
export function SpanPicker({ span }: { span: Span }) {
  const navigate = useNavigate({ from: '/' })
  const choose = (name: SpanName) =>
    void navigate({
      search: name === 'today' ? {} : name === 'dates' ? { span: name, from: span.from, to: span.to } : { span: name },
    })
  const put = (dates: { from?: string; to?: string }) =>
    void navigate({ search: (before) => ({ ...before, ...dates }), replace: true })
  return (
    <>
      <Select quiet label="Days" value={span.name} onChange={choose} options={SPANS} className="w-40" />
      {span.name === 'dates' && (
        <>
          <Field quiet label="From" type="date" value={span.from} max={span.to} onChange={(from) => put({ from })} />
          <Field quiet label="To" type="date" value={span.to} min={span.from} onChange={(to) => put({ to })} />
        </>
      )}
    </>
  )
}

export function Figures({ overview, outdated }: { overview: Overview; outdated: boolean }) {
  return (
    <div aria-busy={outdated} className={outdated ? 'opacity-60' : ''}>
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
        <Till overview={overview} />
        <Waiting overview={overview} />
      </div>
      <div className="grid grid-cols-1 gap-x-12 xl:grid-cols-2">
        <Section title="Takings">
          <TakingsChart overview={overview} />
        </Section>
        <Section title="Orders by how they ended">
          <OrdersChart overview={overview} />
        </Section>
        <Section title="By payment mode">
          <ByMode overview={overview} />
        </Section>
        <Section title="The provider">
          <ProviderChart overview={overview} />
        </Section>
      </div>
    </div>
  )
}

const CODE = `const { order, redirectUrl } = await gateway.orders.start({
  reference: 'cart-7',
  amount: inr('499.00'),
  checkout: 'STANDARD',
  redirectUrl: 'https://shop.example/thanks',
})`

/** Books without a line yet. */
export function FirstOrder({ onMade }: { onMade(sample: Sample): void }) {
  const { data: about } = useAbout()
  return (
    <div className="mx-auto max-w-2xl">
      <Empty title="The books are open, and empty">
        <p>
          {about?.sandbox
            ? 'The provider is a sandbox on this machine: no account is needed, and no money moves. Make a payment and watch it arrive.'
            : 'The first order stands here as soon as your shop has made it.'}
        </p>
        {about?.sandbox && <SampleButton look="main" onMade={onMade} />}
      </Empty>
      <CodeBlock label="The same, from your shop's own code" code={CODE} />
    </div>
  )
}

/** The sums of a span. The former ones stay while others are added up. */
export function useOverview({ fromMs, toMs }: Span) {
  const query = { fromMs: String(fromMs), toMs: String(toMs) }
  return useQuery({
    queryKey: keys.overview(query),
    queryFn: ({ signal }) => call('GET /overview', { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Whether the books hold any order at all; asked only when the span holds none. */
export function useAnyOrder(ask: boolean) {
  return useQuery({
    queryKey: keys.overview({ any: 'order' }),
    queryFn: async ({ signal }) => {
      const { rows } = await call('GET /orders', { query: { limit: '1' }, signal })
      return rows.length > 0
    },
    enabled: ask,
  })
}
