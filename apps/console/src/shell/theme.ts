import { keep, readKept } from '../lib/kept.ts'
import { createStore } from '../lib/store.ts'

export type Theme = 'system' | 'light' | 'dark'

const kept = readKept('theme')

export const theme = createStore<Theme>(kept === 'light' || kept === 'dark' ? kept : 'system')

/** The tokens of the house know the attribute; without it the system decides. */
export function applyTheme(): void {
  const chosen = theme.get()
  if (chosen === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = chosen
}

export function chooseTheme(chosen: Theme): void {
  theme.set(chosen)
  keep('theme', chosen === 'system' ? undefined : chosen)
  applyTheme()
}
