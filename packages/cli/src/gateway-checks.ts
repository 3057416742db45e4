/** What is wrong with a value, to be said after its name; nothing when it is right. */
export type Check = (value: string) => string | undefined

const LOOPBACK = /^(?:localhost|[a-z0-9-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

export function oneOf(...words: readonly string[]): Check {
  const [last, ...others] = [...words].reverse()
  return (value) => (words.includes(value) ? undefined : `must be ${others.reverse().join(', ')} or ${last}`)
}

export function characters(least: number, most: number): Check {
  return ({ length }) =>
    length < least ? `must have ${least} characters or more` : length > most ? `must have ${most} at most` : undefined
}

/** What goes out as it stands, in a form or a header. */
export const word: Check = (value) =>
  /^[\x21-\x7e]+$/.test(value) ? undefined : 'must be one word of plain ASCII, without spaces'

export const address: Check = (value) =>
  schemeOf(value) === 'other' ? 'must be a whole http or https address, without a user name in it' : undefined

/** Plain http is read by everybody in between: it stays on this machine. */
export const safeAddress: Check = (value) =>
  address(value) ??
  (schemeOf(value) === 'http' ? 'must be an https address, or an http one on this machine' : undefined)

export const port: Check = (value) =>
  /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? undefined : 'must be a whole number from 0 to 65535'

/** A misspelt scheme would be taken for the name of a folder. */
export const database: Check = (value) =>
  !value.includes('://') || /^postgres(?:ql)?:\/\//.test(value)
    ? undefined
    : 'must be a folder, or an address such as postgres://user:password@host/database'

export const hostNames: Check = (value) =>
  listOf(value).every((host) => /^[a-z0-9.-]+(?::\d{1,5})?$/i.test(host))
    ? undefined
    : 'must be names such as galla or galla.internal:4600, with commas between them'

/** As the gateway asks for them. */
export const merchantKeys: Check = (value) => {
  const keys = listOf(value)
  return keys.length > 0 && keys.every((key) => /^[\w.~+/=-]{32,256}$/.test(key))
    ? undefined
    : 'must hold keys of 32 to 256 letters, digits or . _ ~ + / = -, such as openssl rand -hex 32 makes, with commas between them'
}

/** `a, b` or one a line, as a file has it. */
export const listOf = (value: string): string[] => value.split(/[\s,]+/).filter((one) => one !== '')

function schemeOf(value: string): 'https' | 'http' | 'http on this machine' | 'other' {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || url.username !== '' || url.password !== '') return 'other'
  if (url.protocol === 'https:') return 'https'
  if (url.protocol !== 'http:') return 'other'
  return LOOPBACK.test(url.hostname) ? 'http on this machine' : 'http'
}
