import type { OrderWithTimeline } from '@galla/contract/gateway-api/decisions'
import { useNow } from '../../api/browser.ts'
import { useAbout } from '../../api/queries.ts'
import { CopyText } from '../../components/copy.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { PAYER_LANGUAGES, payerMessage } from './payer-message.ts'

const LANGUAGES = { en: 'English', hi: 'Hindi' } as const

/** Shows the message that support may send to the payer, to read before it is copied. */
export function PayerMessageDialog({ story, onClose }: { story: OrderWithTimeline; onClose(): void }) {
  const nowMs = useNow()
  const { data: { merchantName = undefined } = {} } = useAbout()
  return (
    <Dialog open onClose={onClose} title="Message for the payer">
      <p className="text-sm text-soft">Without notes, names and ids that only you see. Read it before you send it.</p>
      {PAYER_LANGUAGES.map((language) => {
        const text = payerMessage(story, nowMs, language, merchantName)
        return (
          <section key={language} aria-label={LANGUAGES[language]} className="mt-4">
            <header className="flex items-center justify-between gap-4">
              <h3 className="text-base">{LANGUAGES[language]}</h3>
              <CopyText text={text}>{`Copy in ${LANGUAGES[language]}`}</CopyText>
            </header>
            <p lang={language} className="border-l-4 border-rule-strong pl-3 whitespace-pre-line wrap-anywhere">
              {text}
            </p>
          </section>
        )
      })}
    </Dialog>
  )
}
