import type { OrderWithTimeline } from '@galla/contract/gateway-api/decisions'
import { useNow } from '../../api/browser.ts'
import { useAbout } from '../../api/queries.ts'
import { CopyText } from '../../components/copy.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { messages } from '../../i18n/messages.ts'
import { actionsEnglish } from './english-order.ts'
import { PAYER_LANGUAGES, payerMessage } from './payer-message.ts'

const { payer: t } = messages('orders/actions', actionsEnglish)

/** Shows the message that support may send to the payer, to read before it is copied. */
export function PayerMessageDialog({ story, onClose }: { story: OrderWithTimeline; onClose(): void }) {
  const nowMs = useNow()
  const { data: { merchantName = undefined } = {} } = useAbout()
  return (
    <Dialog open onClose={onClose} title={t.title}>
      <p className="text-sm text-soft">{t.text}</p>
      {PAYER_LANGUAGES.map((language) => {
        const text = payerMessage(story, nowMs, language, merchantName)
        return (
          <section key={language} aria-label={t.languages[language]} className="mt-4">
            <header className="flex items-center justify-between gap-4">
              <h3 className="text-base">{t.languages[language]}</h3>
              <CopyText text={text}>{t.copy[language]}</CopyText>
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
