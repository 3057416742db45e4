import { FAILURE_CODES } from '@galla/contract/provider/failure-codes'
import { failureMessage } from '@galla/react/components'
import type { Messages } from '../i18n/en.ts'

/** What a code means; in another language, what the payer reads. */
export function meaningOf(messages: Messages, code: string): string | undefined {
  const known = FAILURE_CODES[code]
  if (!known || messages.lang === 'en') return known?.meaning
  return failureMessage(messages, { errorCode: known.errorCode, detailedErrorCode: code })
}
