import type { FailingCalls } from '@galla/contract/gateway-api/overview'
import { countText, plural } from '../../i18n/plural.ts'
import { endpointLabel } from '../../i18n/terms.ts'

/** `2 of the last 11 Create payment calls failed` */
export const failingCallsText = (failing: readonly FailingCalls[]): string =>
  failing
    .map(
      ({ endpoint, calls, failed }) =>
        `${countText(failed)} of the last ${plural(calls, `${endpointLabel(endpoint)} call`)}`,
    )
    .join(', ')
    .concat(' failed')
