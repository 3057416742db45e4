import { ERRORS_URL } from '@galla/contract/docs-url'

/** The section of the documentation about a line of the go-live checklist. */
export const checkUrl = (code: string): string => `${ERRORS_URL.galla}#check-${code}`
