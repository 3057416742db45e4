import { constants, privateDecrypt } from 'node:crypto'
import { SANDBOX_PRIVATE_KEY_PEM } from './key-pair.ts'

/**
 * Card data encrypted as the provider asks (provider-protocol §4.8): Base64 of RSA with PKCS#1 v1.5 padding over digits.
 * Node refuses to take that padding off, so it is decrypted raw and unpadded here. `undefined` for whatever is not such a text.
 */
export function decryptDigits(encrypted: string): string | undefined {
  let block: Buffer
  try {
    block = privateDecrypt(
      { key: SANDBOX_PRIVATE_KEY_PEM, padding: constants.RSA_NO_PADDING },
      Buffer.from(encrypted, 'base64'),
    )
  } catch {
    return undefined
  }
  const text = unpad(block)
  return text !== undefined && /^\d{3,24}$/.test(text) ? text : undefined
}

/** `00 02 <at least eight bytes, none zero> 00 <text>`. Every byte is looked at once, wherever the padding is wrong. */
export function unpad(block: Uint8Array): string | undefined {
  let good = Number(block[0] === 0) & Number(block[1] === 2)
  let end = 0
  for (let index = 2; index < block.length; index++) {
    const first = Number(block[index] === 0) & Number(end === 0)
    end |= first * index
  }
  good &= Number(end >= 10)
  return good ? new TextDecoder().decode(block.subarray(end + 1)) : undefined
}
