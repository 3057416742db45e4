import type { FailingCalls } from '@galla/contract/gateway-api/overview'
import { messages } from '../../i18n/messages.ts'
import { endpointLabel } from '../../i18n/terms.ts'
import { failingCallsEnglish } from './english-provider.ts'

const t = messages('health/failing-calls', failingCallsEnglish)

/** `2 of the last 11 Create payment calls failed` */
export const failingCallsText = (failing: readonly FailingCalls[]): string =>
  t.failed(failing.map(({ endpoint, calls, failed }) => t.of(failed, calls, endpointLabel(endpoint))).join(', '))
