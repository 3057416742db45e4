import { PageFrame, Section } from '../../components/page.tsx'
import { messages } from '../../i18n/messages.ts'
import { erasureEnglish } from './english.ts'
import { ErasePayer } from './erase-payer.tsx'
import { LegalHolds } from './legal-holds.tsx'

const t = messages('erasure', erasureEnglish)

/** Erases what is stored about one payer, and holds orders back from erasure. */
export function ErasurePage() {
  return (
    <PageFrame title={t.title} aside={<span className="text-soft">{t.aside}</span>}>
      <Section title={t.payer}>
        <ErasePayer />
      </Section>
      <Section title={t.holds}>
        <LegalHolds />
      </Section>
    </PageFrame>
  )
}
