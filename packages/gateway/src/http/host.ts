/** A host of this machine, with its port. */
export const LOOPBACK = /^(?:localhost|[a-z0-9-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/** By which name we were called. */
export const hostOf = ({ headers, url }: Request): string => headers.get('host') ?? new URL(url).host
