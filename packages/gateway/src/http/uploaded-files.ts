import type { ImportBankStatement } from '@galla/contract/gateway-api/bank-statements'
import { type ImportSettlements, UPLOADED_FILE_BYTES } from '@galla/contract/gateway-api/settlements'
import { z } from 'zod'

/** Largest body of other requests. */
export const MAX_BODY_BYTES = 65_536

/** Largest body of a request with a file of so many bytes: JSON may spell each byte with two. */
export const bodyOfFile = (fileBytes: number): number => 2 * fileBytes + MAX_BODY_BYTES

/** @param command the command that imports a larger file */
const fileText = (command: string) =>
  z
    .string()
    .refine(
      (text) => Buffer.byteLength(text) <= UPLOADED_FILE_BYTES,
      `must have at most 8 MiB: import a larger file with ${command} <file>`,
    )

/** A settlement report of the provider's dashboard. The service validates the values and names the field too. */
export const SETTLEMENT_REPORT = z.strictObject({
  name: z.string(),
  text: fileText('galla settlements import'),
  preview: z.exactOptional(z.boolean()),
  feeSign: z.exactOptional(z.enum(['positive', 'negative'])),
}) satisfies z.ZodType<ImportSettlements>

/** A statement of the merchant's bank. The service validates the values and names the field too. */
export const BANK_STATEMENT = z.strictObject({
  name: z.string(),
  text: fileText('galla statements import'),
  preview: z.exactOptional(z.boolean()),
}) satisfies z.ZodType<ImportBankStatement>
