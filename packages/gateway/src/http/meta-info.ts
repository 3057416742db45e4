import { z } from 'zod'

/** What a merchant may write on an order: `udf1` to `udf15`. */
export const META_INFO = z.partialRecord(
  z.templateLiteral(['udf', z.enum(Array.from({ length: 15 }, (_, at) => String(at + 1)))]),
  z.string().max(256),
)
