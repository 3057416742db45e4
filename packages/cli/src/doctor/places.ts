import type { SourceFile } from './project.ts'

const MOST = 3

/** Where a pattern stands, as `src/pay.ts:12`. Lines that are comments do not count. */
export function placesOf(sources: readonly SourceFile[], pattern: RegExp): string[] {
  return sources.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) && !isComment(line) ? [`${path}:${index + 1}`] : [])),
  )
}

/** The first few places, and how many more there are. */
export function tell(places: readonly string[]): string {
  const more = places.length - MOST
  return places.slice(0, MOST).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

const isComment = (line: string) => /^\s*(?:\/\/|\*|\/\*|#)/.test(line)
