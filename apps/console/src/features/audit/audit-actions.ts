import { language } from '../../i18n/language.ts'
import { messages } from '../../i18n/messages.ts'
import { auditActionsEnglish } from './english-actions.ts'

const t = messages('audit/actions', auditActionsEnglish)

/** An action of the audit log in the language of the page. */
export interface ActionText {
  readonly text: string
  /** The refund that the text names. */
  readonly refundId?: string
  /** Language of a text that the page has no words for, such as that of another release. */
  readonly lang?: 'en'
}

type Sentence = (refundId: string, rest: string) => string

/** The actions that name a refund, by the words of the gateway around the id. */
const OF_REFUNDS: readonly (readonly [words: RegExp, sentence: Sentence])[] = [
  [/^requested refund (\S+), which waits for approval$/, t.waits],
  [/^requested refund (\S+)$/, t.requested],
  [/^approved refund (\S+)$/, t.approved],
  [/^declined refund (\S+)$/, t.declined],
  [/^nobody approved refund (\S+)$/, t.expired],
  [/^resolved the review of refund (\S+): (.+)$/, (refundId, result) => t.resolved(refundId, resultText(result))],
]

function resultText(result: string): string {
  const [, amount, before] = /^adopted (\S+) instead of (\S+)$/.exec(result) ?? []
  if (amount !== undefined && before !== undefined) return t.adopted(amount, before)
  return textOf(t.results, result) ?? result
}

const textOf = (texts: { readonly [name: string]: string }, name: string): string | undefined =>
  Object.hasOwn(texts, name) ? texts[name] : undefined

const ERASURE = /^requested the erasure of (\d+) orders? of a payer$/

/** Translates the stored English words of an action. */
export function actionText(what: string): ActionText {
  const plain = textOf(t.plain, what)
  if (plain !== undefined) return { text: plain }
  const [, orders] = ERASURE.exec(what) ?? []
  if (orders !== undefined) return { text: t.erased(Number(orders)) }
  for (const [words, sentence] of OF_REFUNDS) {
    const [, refundId, rest = ''] = words.exec(what) ?? []
    if (refundId !== undefined) return { text: sentence(refundId, rest), refundId }
  }
  return language === 'en' ? { text: what } : { text: what, lang: 'en' }
}
