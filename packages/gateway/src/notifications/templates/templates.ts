import type { Language, MailEvent, Template } from '../mail.ts'
import { completedEn } from './completed.en.ts'
import { completedHi } from './completed.hi.ts'
import { failedEn } from './failed.en.ts'
import { failedHi } from './failed.hi.ts'
import { refundedEn } from './refunded.en.ts'
import { refundedHi } from './refunded.hi.ts'

export type Templates = { readonly [Event in MailEvent]: { readonly [In in Language]: Template } }

export const TEMPLATES: Templates = {
  completed: { en: completedEn, hi: completedHi },
  failed: { en: failedEn, hi: failedHi },
  refunded: { en: refundedEn, hi: refundedHi },
}
