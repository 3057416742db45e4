import { FAILURE_CODES, type FailureSource } from '@galla/contract/provider/failure-codes'
import { messages } from '../../i18n/messages.ts'
import { failureEnglish } from './english-result.ts'

const t = messages('orders/failure', failureEnglish)

/** Advice by the party that caused the failure. */
const FIXES: { readonly [Source in FailureSource]: string } = t.fixes

/** Advice for codes whose party alone would mislead: the same payment would fail again. */
const FIXES_OF_CODES: { readonly [errorCode: string]: string } = { TXN_LIMIT_BREACHED: t.limit }

/** A failure in plain language, by its detailed code or else its code. */
export function explainFailure({ errorCode, detailedErrorCode }: { errorCode?: string; detailedErrorCode?: string }): {
  meaning: string
  /** Says what to do, and who does it. */
  fix: string
} {
  for (const code of [detailedErrorCode, errorCode]) {
    if (code === undefined) continue
    const known = Object.hasOwn(FAILURE_CODES, code) ? FAILURE_CODES[code] : undefined
    if (known) return { meaning: known.meaning, fix: FIXES_OF_CODES[errorCode ?? ''] ?? FIXES[known.source] }
  }
  if (errorCode === undefined && detailedErrorCode === undefined) {
    return t.none
  }
  return { meaning: t.unknown, fix: t.fixes.UNKNOWN }
}
