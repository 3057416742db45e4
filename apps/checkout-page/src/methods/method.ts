import type { PageOffers } from '@galla/contract/control/page-routes'
import type { IconName } from '@galla/react/parts'
import type { ComponentType } from 'react'
import type { Known } from '../session/session.ts'
import type { Words } from '../words/en.ts'

/** A way to pay. The page knows the list and nothing of what is inside. */
export interface Method {
  id: string
  icon: IconName
  title: (words: Words) => string
  hint: (words: Words, offers: PageOffers) => string
  offered: (offers: PageOffers) => boolean
  Panel: ComponentType<{ known: Known }>
}
