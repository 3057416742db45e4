type Defined<Shape> = { [Key in keyof Shape]?: Exclude<Shape[Key], undefined> } & {
  [Key in keyof Shape as undefined extends Shape[Key] ? never : Key]: Shape[Key]
}

/** Returns a copy without the fields whose value is undefined, as `exactOptionalPropertyTypes` requires. */
export function defined<Shape extends object>(shape: Shape): Defined<Shape> {
  const present: Partial<Shape> = {}
  for (const name of Object.keys(shape) as (keyof Shape)[]) if (shape[name] !== undefined) present[name] = shape[name]
  return present as Defined<Shape>
}
