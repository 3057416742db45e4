import { BASE_PATH } from '../api/base.ts'

const keyOf = (name: string) => `galla-console ${BASE_PATH} ${name}`

/** Small choices of this browser. One that keeps nothing forgets them, and that is all. */
export function readKept(name: string): string | undefined {
  try {
    return localStorage.getItem(keyOf(name)) ?? undefined
  } catch {
    return undefined
  }
}

export function keep(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(keyOf(name))
    else localStorage.setItem(keyOf(name), value)
  } catch {
    // Storage is forbidden or full.
  }
}
