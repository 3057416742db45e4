import { type Appearance, checkAppearance } from '@galla/contract/appearance/appearance'

/** The texts in the form, also while they are not valid. */
export interface Draft {
  readonly merchantName: string
  /** A `data:` URL; empty without a logo. */
  readonly logo: string
  readonly accentColor: string
  readonly radius: string
  readonly colorScheme: 'auto' | 'light' | 'dark'
}

export const INITIAL_DRAFT: Draft = {
  merchantName: 'Galla Test Shop',
  logo: '',
  accentColor: '#1f4f8f',
  radius: '10',
  colorScheme: 'auto',
}

export interface ReadDraft {
  /** The valid fields. */
  readonly appearance: Appearance
  /** Why a field is left out. */
  readonly errors: { readonly [Name in keyof Draft]?: string }
}

/** The appearance in a form. A field that is empty or not valid is left out, so that the preview shows the rest. */
export function readDraft(draft: Draft): ReadDraft {
  const fields: readonly Appearance[] = [
    { merchantName: draft.merchantName || undefined },
    { logo: draft.logo || undefined },
    { accentColor: draft.accentColor || undefined },
    { radius: draft.radius === '' ? undefined : Number(draft.radius) },
    { colorScheme: draft.colorScheme },
  ]
  let appearance: Appearance = {}
  const errors: { [name: string]: string } = {}
  for (const field of fields) {
    const [[name = '', value] = []] = Object.entries(field)
    if (value === undefined) continue
    try {
      checkAppearance(field)
      appearance = { ...appearance, ...field }
    } catch (error) {
      errors[name] = error instanceof Error ? error.message : String(error)
    }
  }
  return { appearance, errors }
}
