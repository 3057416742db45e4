import type { ProviderHealth } from '@galla/contract/gateway-api/provider-health'
import { Note } from '../../components/page.tsx'
import { Time } from '../../components/records.tsx'
import { phrase } from '../../i18n/messages.ts'
import { providerText, providerMessages as t } from './provider-messages.ts'

/** Shows the provider's report of services that are down or slow; nothing while all services are up. */
export function ProviderBanner({ health }: { health: ProviderHealth | undefined }) {
  const text = health && providerText(health)
  if (!health || text === undefined) return null
  return (
    <div className="mb-6">
      <Note tone={health.overall === 'DOWN' ? 'bad' : 'wait'} role="status">
        <p>
          <strong>{t.reports(text)}</strong>
        </p>
        <p className="text-sm">
          {phrase(t.reported(<Time atMs={health.atMs} />))}
          {health.overall === 'DOWN' && t.refundsWait}
        </p>
      </Note>
    </div>
  )
}
