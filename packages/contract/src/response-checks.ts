/** A check of a value that arrived as JSON. */
export type Check = (value: unknown) => boolean

export const isText: Check = (value) => typeof value === 'string'
/** JSON has no `NaN` and no infinite number, but `1e999`. */
export const isNumber: Check = (value) => Number.isFinite(value)
export const isFlag: Check = (value) => typeof value === 'boolean'

/** A field that may be absent. */
export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

/** A list whose entries all pass `check`. */
export const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)

/** An object whose fields all pass their check. Other fields, as of a newer server, are ignored. */
export const fieldsOf =
  <Body>(checks: { readonly [Name in keyof Body]-?: Check }): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries<Check>(checks).every(([name, check]) => check((value as { readonly [name: string]: unknown })[name]))
