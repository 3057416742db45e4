/** One setter per field; each returns the builder. A field that the provider always demands needs a value. */
export type Builder<Fields, Built> = {
  [Name in keyof Fields]-?: undefined extends Fields[Name]
    ? (value?: Fields[Name]) => Builder<Fields, Built>
    : (value: Fields[Name]) => Builder<Fields, Built>
} & {
  /** Creates the object without the fields that are not set. The call validates the fields. */
  build(): Built
}

/** A builder class with a setter for each name. */
export function builderOf<Fields extends object, Built>(
  names: readonly (keyof Fields & string)[],
  build: (fields: Fields) => Built,
): new () => Builder<Fields, Built> {
  class FieldBuilder {
    readonly fields: { [name: string]: unknown } = {}

    build(): Built {
      return build(this.fields as Fields)
    }
  }
  for (const name of names) {
    Object.defineProperty(FieldBuilder.prototype, name, {
      value(this: FieldBuilder, value: unknown) {
        this.fields[name] = value
        return this
      },
    })
  }
  return FieldBuilder as unknown as new () => Builder<Fields, Built>
}
