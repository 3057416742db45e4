import type { ApiKeyScope } from '@galla/contract/gateway-api/api-keys'
import { messages } from '../../i18n/messages.ts'
import { scopesEnglish } from './english.ts'

interface ScopeWords {
  readonly name: string
  /** The rights of the scope, in one sentence. */
  readonly text: string
}

export const SCOPES: { readonly [Key in ApiKeyScope]: ScopeWords } = messages('api-keys/scopes', scopesEnglish)
