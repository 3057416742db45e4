import type { About } from '@galla/contract/gateway-api/console-routes'
import { Section } from '../../../ui/page.tsx'
import { Deliveries } from './deliveries.tsx'
import { ReceiverFacts } from './receiver-facts.tsx'
import { TriggerForm } from './trigger-form.tsx'

/** Where the provider speaks to, what it said, and what was answered. */
export function CallbacksTab({ about }: { about: About }) {
  return (
    <>
      <ReceiverFacts booksAt={about.callbackUrl} />
      <Section title="Send one now">
        <TriggerForm />
      </Section>
      <Section title="Deliveries">
        <Deliveries />
      </Section>
    </>
  )
}
