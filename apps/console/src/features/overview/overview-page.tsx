import type { Overview, Payouts, UsualFigures } from '@galla/contract/gateway-api/overview'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useState } from 'react'
import { readSetting, useNow, useSetSearch, writeSetting } from '../../api/browser.ts'
import { consoleApi } from '../../api/client.ts'
import { Allowed, useMayCall } from '../../api/permissions.tsx'
import { queryKeys, useAbout } from '../../api/queries.ts'
import { CodeBlock } from '../../components/code-block.tsx'
import { Button, buttonClass, Select } from '../../components/controls.tsx'
import { DateRange } from '../../components/date-range.tsx'
import { EmptyState, ErrorNote, Loading, PageFrame, Section, useFailure } from '../../components/page.tsx'
import { DAY_MS, timeSpanText } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { TEST_TOOLS } from '../../shell/test-tools.ts'
import { ProviderBanner } from '../health/provider-banner.tsx'
import { GrossVolumeChart, OrdersChart, PaymentModeTable, ProviderChart } from './charts.tsx'
import type { Expected } from './diagnosis.ts'
import { FailureReasons, Findings, Funnel } from './diagnosis-section.tsx'
import { figuresEnglish, overviewEnglish } from './english.ts'
import { MoneyOnItsWay } from './money-on-its-way.tsx'
import { busyPart, overviewSpan, SPANS, type Span, type SpanName, spanBefore } from './overview-span.ts'
import { type Sample, SampleButton, SamplePayment } from './sample-payment.tsx'
import { type Comparison, NeedsAttention, Totals } from './summary.tsx'

const t = messages('overview/page', overviewEnglish)
const figures = messages('overview/figures', figuresEnglish)

/** Totals and charts of some days, and what needs attention. */
export function OverviewPage() {
  const span = overviewSpan(useSearch({ from: '/' }), useNow())
  const overview = useOverview(span)
  const anyOrder = useAnyOrder(overview.data?.orders === 0)
  const { data: about } = useAbout()
  const [sample, setSample] = useState<Sample>()
  const isEmpty = overview.data?.orders === 0 && anyOrder.data === false
  const mayTry = useMayCall()('POST /playground/pay') && about?.sandbox === true
  const failure = useFailure(overview)

  return (
    <PageFrame
      title={t.title}
      actions={
        <>
          <SpanPicker span={span} />
          {mayTry && !isEmpty && <SampleButton variant="secondary" onCreated={setSample} />}
        </>
      }
    >
      <ProviderBanner health={overview.data?.providerHealth} />
      {sample !== undefined && <SamplePayment sample={sample} onClose={() => setSample(undefined)} />}
      {failure ? (
        <ErrorNote error={failure} what={t.notLoaded} onRetry={() => void overview.refetch()} />
      ) : !overview.data || (overview.data.orders === 0 && anyOrder.isPending) ? (
        <Loading what={t.what} lines={10} />
      ) : isEmpty ? (
        <FirstOrder onCreated={setSample} />
      ) : (
        <OverviewFigures overview={overview.data} outdated={overview.isPlaceholderData} withGuideLink={mayTry} />
      )}
    </PageFrame>
  )
}

const GUIDE_LINK = 'guide-link'

/** Above the figures until the person opens the guide, or closes the line. */
function GuideLink() {
  const [isClosed, setClosed] = useState(() => readSetting(GUIDE_LINK) === 'closed')
  const close = () => {
    writeSetting(GUIDE_LINK, 'closed')
    setClosed(true)
  }
  if (isClosed) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-soft xl:col-span-2 xl:row-start-1">
      {t.guide.text}
      <Link
        to={TEST_TOOLS.guide}
        onClick={() => writeSetting(GUIDE_LINK, 'closed')}
        className={buttonClass('secondary', true)}
      >
        {t.guide.open}
      </Link>
      <Button
        small
        variant="ghost"
        aria-label={t.guide.hide}
        onClick={() => {
          close()
          document.getElementById('main')?.focus()
        }}
      >
        <X size={16} aria-hidden />
      </Button>
    </p>
  )
}

/** Selects the days; they are part of the address. */
function SpanPicker({ span }: { span: Span }) {
  const navigate = useNavigate({ from: '/' })
  const setSearch = useSetSearch<{ from: string; to: string }>()
  const select = (name: SpanName) =>
    void navigate({
      search: name === 'today' ? {} : name === 'dates' ? { span: name, from: span.from, to: span.to } : { span: name },
    })
  return (
    <>
      <Select hideLabel label={t.days} value={span.name} onChange={select} options={SPANS} className="w-36 sm:w-40" />
      {span.name === 'dates' && (
        <DateRange
          hideLabel
          label={t.spans.dates}
          optional={false}
          from={span.from}
          to={span.to}
          onChange={(days) => setSearch(days, { resetScroll: true })}
        />
      )}
    </>
  )
}

interface OverviewFiguresProps {
  overview: Overview
  outdated: boolean
  withGuideLink: boolean
}

function OverviewFigures({ overview, outdated, withGuideLink }: OverviewFiguresProps) {
  const before = useBefore(overview)
  const usual = useUsualFigures(overview)
  const payouts = usePayouts(overview)
  const drawn = useBusyPart(overview)
  return (
    <div aria-busy={outdated} className={outdated ? 'opacity-60' : ''}>
      <div className="grid grid-flow-row-dense grid-cols-1 gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
        {/* First on a phone, where it would be below all figures. */}
        <NeedsAttention overview={overview} />
        {withGuideLink && <GuideLink />}
        <div className="xl:col-start-1">
          <Totals overview={overview} before={before} usual={usual} />
          <MoneyOnItsWay overview={overview} payouts={payouts} />
          <Findings overview={overview} expected={expectedOf(before, usual)} />
        </div>
      </div>
      <div className="grid grid-cols-1 gap-x-12 xl:grid-cols-2">
        <Funnel overview={overview} />
        <FailureReasons overview={overview} />
      </div>
      {drawn.toMs - drawn.fromMs < overview.toMs - overview.fromMs && (
        <p className="mt-8 text-sm text-soft">{t.drawn(timeSpanText(drawn.fromMs, drawn.toMs))}</p>
      )}
      <div className="grid grid-cols-1 gap-x-12 xl:grid-cols-2">
        <Section title={t.sections.volume}>
          <GrossVolumeChart overview={drawn} />
        </Section>
        <Section title={t.sections.orders}>
          <OrdersChart overview={drawn} />
        </Section>
        <Section title={t.sections.modes}>
          <PaymentModeTable overview={overview} />
        </Section>
        <Section title={t.sections.latency}>
          <ProviderChart overview={drawn} />
        </Section>
      </div>
    </div>
  )
}

/** The span of the same length before. */
function useBefore({ fromMs, toMs }: Overview): Comparison {
  const days = Math.round((toMs - fromMs) / DAY_MS)
  const before = useOverview(spanBefore({ fromMs, toMs }, useNow()))
  return { name: days <= 1 ? t.dayBefore : t.daysBefore(days), overview: before.data }
}

/** The usual figures of a day's hours, up to now; undefined for longer spans. */
function useUsualFigures({ fromMs, toMs }: Overview): UsualFigures | undefined {
  const span = spanBefore({ fromMs, toMs }, useNow(), 0)
  const query = { fromMs: String(span.fromMs), toMs: String(span.toMs) }
  return useQuery({
    queryKey: queryKeys.usualFigures(query),
    queryFn: ({ signal }) => consoleApi('GET /overview/usual', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: toMs - fromMs <= DAY_MS,
  }).data
}

/** The amounts that reach the merchant's bank; undefined for a person who may not read settlements. */
function usePayouts({ fromMs, toMs }: Overview): Payouts | undefined {
  const query = { fromMs: String(fromMs), toMs: String(toMs) }
  return useQuery({
    queryKey: queryKeys.payouts(query),
    queryFn: ({ signal }) => consoleApi('GET /settlements/payouts', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: useMayCall()('GET /settlements/payouts'),
  }).data
}

/** The success to expect of each payment mode: the usual one, else that of the time before. */
const expectedOf = ({ name, overview }: Comparison, usual: UsualFigures | undefined): Expected =>
  usual && usual.weeks > 0
    ? { text: figures.usually, modes: usual.byPaymentMode }
    : { text: `${name}:`, modes: overview?.byPaymentMode ?? [] }

/** The part of the overview that the charts draw, in finer steps where all orders are close together. */
function useBusyPart(overview: Overview): Overview {
  const now = useNow()
  const part = busyPart(overview.series, { ...overview, nowMs: now })
  const finer = useOverview(part ?? overview, part !== undefined)
  return part !== undefined && finer.data?.fromMs === part.fromMs ? finer.data : overview
}

const EXAMPLE = `const { order, redirectUrl } = await gateway.orders.start({
  reference: 'cart-7',
  amount: inr('499.00'),
  checkout: 'STANDARD',
  redirectUrl: 'https://shop.example/thanks',
})`

/** Shown while the gateway has no order. */
function FirstOrder({ onCreated }: { onCreated(sample: Sample): void }) {
  const { data: about } = useAbout()
  return (
    <div className="mx-auto max-w-2xl">
      <EmptyState title={t.first.title}>
        <p>{about?.sandbox ? t.first.sandbox : t.first.live}</p>
        {about?.sandbox && (
          <Allowed to="POST /playground/pay">
            <SampleButton variant="primary" onCreated={onCreated} />
            <Link to={TEST_TOOLS.guide} className={buttonClass()}>
              {t.first.guide}
            </Link>
          </Allowed>
        )}
      </EmptyState>
      <CodeBlock label={t.first.code} code={EXAMPLE} />
    </div>
  )
}

/** The overview of a span; the previous one is kept while another is loaded. */
function useOverview({ fromMs, toMs }: { fromMs: number; toMs: number }, enabled = true) {
  const query = { fromMs: String(fromMs), toMs: String(toMs) }
  return useQuery({
    queryKey: queryKeys.overview(query),
    queryFn: ({ signal }) => consoleApi('GET /overview', { query, signal }),
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** Reads whether the gateway has any order. */
function useAnyOrder(enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.overview({ any: 'order' }),
    queryFn: async ({ signal }) => {
      const { rows } = await consoleApi('GET /orders', { query: { limit: '1' }, signal })
      return rows.length > 0
    },
    enabled,
  })
}
