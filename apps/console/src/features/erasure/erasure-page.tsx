import { PageFrame, Section } from '../../components/page.tsx'
import { ErasePayer } from './erase-payer.tsx'
import { LegalHolds } from './legal-holds.tsx'

/** Erases what is stored about one payer, and holds orders back from erasure. */
export function ErasurePage() {
  return (
    <PageFrame title="Erasure and holds" aside={<span className="text-soft">Personal data of payers</span>}>
      <Section title="Erase a payer">
        <ErasePayer />
      </Section>
      <Section title="Legal holds">
        <LegalHolds />
      </Section>
    </PageFrame>
  )
}
