/** The same object type with every property that may be `undefined` made optional. */
type Defined<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>
}

/** A copy without the properties whose value is `undefined`: with `exactOptionalPropertyTypes`, absent and `undefined` differ. */
export function defined<T extends object>(value: T): Defined<T> {
  const copy: { [key: string]: unknown } = {}
  for (const [key, inner] of Object.entries(value)) if (inner !== undefined) copy[key] = inner
  return copy as Defined<T>
}
