import { FAILURE_GROUP_CODES, type FailureGroup } from '@galla/contract/gateway-api/failures'

export interface FailureFields {
  readonly errorCode?: string
  readonly detailedErrorCode?: string
}

/** The code by which a failure is grouped and counted: the more precise one. Empty when the provider gave none. */
export const failureCode = ({ errorCode, detailedErrorCode }: FailureFields): string =>
  detailedErrorCode ?? errorCode ?? ''

/** The group of a failure code. */
export function failureGroup(code: string): FailureGroup {
  if (FAILURE_GROUP_CODES.EXPIRED.includes(code)) return 'EXPIRED'
  return FAILURE_GROUP_CODES.CANCELLED.includes(code) ? 'CANCELLED' : 'DECLINED'
}
