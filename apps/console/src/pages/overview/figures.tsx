import type { Overview } from '@galla/contract/gateway-api/console-routes'
import { Section } from '../../ui/page.tsx'
import { ByMode } from './by-mode.tsx'
import { TakingsChart } from './gross-volume-chart.tsx'
import { OrdersChart } from './orders-chart.tsx'
import { ProviderChart } from './provider-chart.tsx'
import { Till } from './till.tsx'
import { Waiting } from './waiting.tsx'

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
