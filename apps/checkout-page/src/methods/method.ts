import type { PagePaymentMethods } from '@galla/contract/sandbox-api/page-routes'
import type { IconName } from '@galla/react/components'
import type { ComponentType } from 'react'
import type { Known } from '../session/session.ts'
import type { Words } from '../words/en.ts'

/** A way to pay. The page knows the list and nothing of what is inside. */
export interface Method {
  id: string
  icon: IconName
  title: (words: Words) => string
  hint: (words: Words, offers: PagePaymentMethods) => string
  offered: (offers: PagePaymentMethods) => boolean
  Panel: ComponentType<{ known: Known }>
}
