import type { RefundReason } from '@galla/contract/gateway-api/refunds'
import { messages } from '../../i18n/messages.ts'
import { reasonsEnglish } from './english-reasons.ts'

/** The labels of the reasons to choose from. */
export const REASON_LABELS: { readonly [Reason in RefundReason]: string } = messages('refunds/reasons', reasonsEnglish)
