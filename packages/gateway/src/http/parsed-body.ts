/** Marks a fetch function that needs no raw bytes, because no signature covers them: the console's. A symbol, as a bundler may duplicate this module. */
const PARSED_BODY = Symbol.for('galla.parsedBody')

/** Marks the function: a JSON body that a parser has read before is accepted. */
export function acceptParsedBody<Fetch extends object>(fetch: Fetch): Fetch {
  return Object.assign(fetch, { [PARSED_BODY]: true })
}

export const readsParsedBody = (fetch: object): boolean => PARSED_BODY in fetch
