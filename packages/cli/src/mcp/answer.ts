import { printable } from '../output/printable.ts'

/** Where an answer comes from. */
export interface Source {
  /** Requests to the gateway or the sandbox: `GET /merchant/orders?state=FAILED`. */
  readonly api?: readonly string[]
  /** Address of the server that answered them. */
  readonly server?: string
  /** Page of the console that shows the same to a person. */
  readonly console?: string | undefined
  /** File and section of the documentation. */
  readonly docs?: string
}

/** The result of a tool. */
export interface Found {
  readonly source: Source
  readonly data: object
  /** A sentence about the result as a whole. */
  readonly note?: string
  /** The data is text of this package, and nobody else has written into it. */
  readonly isOurs?: true
}

/** Characters of one answer: about ten thousand tokens. */
export const MAX_ANSWER = 40_000
/** Characters of one value that somebody else has written. */
const MAX_TEXT = 2_000

/** The text of an answer: JSON with the source and the time, and data in which foreign text is marked. */
export function answerText({ source, data, note, isOurs }: Found, nowMs: number): string {
  const fitted = fit(isOurs ? data : (present(data) as object))
  const notes = [note, fitted.left].filter((one) => one !== undefined)
  return printable(
    JSON.stringify(
      {
        source: { ...source, readAt: new Date(nowMs).toISOString() },
        ...(notes.length > 0 && { note: notes.join(' ') }),
        data: fitted.data,
      },
      undefined,
      1,
    ),
  )
}

/** An identifier, a code, a masked value or an address: a text without white space. */
const WORD = /^[\w.:@/+*=,%#?&[\]~-]{0,80}$/
/** Fields whose text the payer or the merchant's page has written, whatever it looks like. */
const FOREIGN = /^(?:reference|metaInfo|note|message|detail)$/
const TIME = /^(?:\w*At|since)Ms$|^atMs$/

/**
 * A value as an agent gets it: times as ISO 8601 under the name without `Ms`, and each text that is not a single word as `{ untrusted }`.
 * A payer can write anything into such a text.
 */
export function present(value: unknown, isForeign = false): unknown {
  if (Array.isArray(value)) return value.map((one) => present(one, isForeign))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => {
        if (typeof one === 'number' && TIME.test(name) && Math.abs(one) <= 8.64e15)
          return [name.slice(0, -2), new Date(one).toISOString()]
        return [name, present(one, isForeign || FOREIGN.test(name))]
      }),
    )
  if (typeof value !== 'string' || (!isForeign && WORD.test(value))) return value
  const left = value.length - MAX_TEXT
  return {
    untrusted: value.slice(0, MAX_TEXT),
    ...(left > 0 && { truncated: `${left} characters are left out` }),
  }
}

const sizeOf = (value: unknown): number => JSON.stringify(value, undefined, 1).length

/** Cuts the longest list of a record until the record fits into an answer, and says what was left out. */
function fit(data: object): { readonly data: object; readonly left?: string } {
  if (sizeOf(data) <= MAX_ANSWER) return { data }
  const lists = Object.entries(data).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
  const [name, list] = lists.sort(([, a], [, b]) => sizeOf(b) - sizeOf(a))[0] ?? []
  if (name === undefined || list === undefined || list.length === 0)
    return {
      data: {},
      left: `The record has more than ${MAX_ANSWER} characters and is left out: open it in the console.`,
    }
  // The cursor of a page stands behind the rows that are left out.
  const { next: _, ...rest } = data as { next?: unknown }
  let kept = list
  while (kept.length > 0 && sizeOf({ ...rest, [name]: kept }) > MAX_ANSWER)
    kept = kept.slice(0, Math.floor(kept.length / 2))
  const fitted = fit({ ...rest, [name]: kept })
  const left = `Only the first ${kept.length} of ${list.length} ${name} are shown: ask for fewer with limit.`
  return { data: fitted.data, left: [left, fitted.left].filter((one) => one !== undefined).join(' ') }
}
