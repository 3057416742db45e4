/** Deeper than the parameters of any call. */
const MAX_DEPTH = 8

/**
 * A deep copy of data, as it would be sent in JSON: what its caller changes while a call waits changes nothing. What is deeper than any
 * parameter, such as an object that contains itself, stays as it is, to be refused by the validation.
 */
export function copyOf<Value>(value: Value, depth = MAX_DEPTH): Value {
  if (typeof value !== 'object' || value === null || depth === 0) return value
  if (Array.isArray(value)) return value.map((one) => copyOf(one, depth - 1)) as Value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, copyOf(one, depth - 1)])) as Value
}
