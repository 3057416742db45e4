import { FAILURE_GROUP_CODES, type FailureGroup } from '@galla/contract/gateway-api/failures'

/** The group of a failure code. */
export function failureGroup(code: string): FailureGroup {
  if (FAILURE_GROUP_CODES.EXPIRED.includes(code)) return 'EXPIRED'
  return FAILURE_GROUP_CODES.CANCELLED.includes(code) ? 'CANCELLED' : 'DECLINED'
}
