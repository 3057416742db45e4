import { z } from 'zod'

/** What queries are made of. Everything in an address is text; what is no text of its kind is refused by its name. */
export const text = z.string().min(1).max(200)
export const whole = z.string().regex(/^\d{1,15}$/, 'must be a whole number')
export const flag = z.enum(['true', 'false'])
export const id = z.string().regex(/^[\w-]{1,63}$/, 'must be 1 to 63 letters, digits, _ or -')
export const serial = z.string().regex(/^\d{1,15}$/, 'must be an id of ours')

export const page = { after: z.exactOptional(z.string().min(1).max(500)), limit: z.exactOptional(whole) }
export const span = { fromMs: z.exactOptional(whole), toMs: z.exactOptional(whole) }
