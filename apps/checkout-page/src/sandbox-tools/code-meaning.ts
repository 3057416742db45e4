import { FAILURE_CODES } from '@galla/contract/provider/failure-codes'
import { failureMessage } from '@galla/react/components'
import type { Messages } from '../i18n/en.ts'

/** Returns the meaning of a failure code; in another language than English, the text that the payer reads. */
export function meaningOf(messages: Messages, code: string): string | undefined {
  const known = FAILURE_CODES[code]
  if (!known || messages.lang === 'en') return known?.meaning
  return failureMessage(messages, { errorCode: known.errorCode, detailedErrorCode: code })
}
