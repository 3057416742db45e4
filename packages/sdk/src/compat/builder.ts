/** One setter a field; each gives the builder back, so that they chain. */
export type Setters<Fields, Self> = { [Name in keyof Fields]-?: (value: Fields[Name]) => Self }

/**
 * A builder only collects: setters of these names, and `build` over what was set.
 * A field that nobody set is missing, whatever its type says: the call's own checks find it.
 */
export function builderOf<Fields extends object, Self extends { build(): unknown }>(
  names: readonly (keyof Fields & string)[],
  build: (fields: Fields) => ReturnType<Self['build']>,
): new () => Self {
  class Builder {
    readonly fields: { [name: string]: unknown } = {}

    build(): ReturnType<Self['build']> {
      return build(this.fields as Fields)
    }
  }
  for (const name of names) {
    Object.defineProperty(Builder.prototype, name, {
      value(this: Builder, value: unknown) {
        this.fields[name] = value
        return this
      },
    })
  }
  return Builder as unknown as new () => Self
}
