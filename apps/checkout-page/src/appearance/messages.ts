import { type Appearance, checkAppearance } from '@galla/contract/appearance/appearance'

export const SHOWN = ['page', 'components'] as const
export type Shown = (typeof SHOWN)[number]

/** Message of the editor to a preview. */
export interface PreviewMessage {
  readonly appearance: Appearance
}

/** The appearance in a message, when it came from the window that frames the preview, on the same origin, and is a valid one. */
export function readPreviewMessage(
  { data, origin, source }: { data: unknown; origin: string; source: unknown },
  expected: { origin: string; source: unknown },
): Appearance | undefined {
  if (origin !== expected.origin || source !== expected.source) return undefined
  if (typeof data !== 'object' || data === null || !('appearance' in data)) return undefined
  try {
    const appearance = data.appearance as Appearance
    checkAppearance(appearance)
    return appearance
  } catch {
    // The editor sends what it has checked; anything else is not its message.
    return undefined
  }
}
