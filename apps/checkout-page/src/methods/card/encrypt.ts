import { JSEncrypt } from 'jsencrypt'

/**
 * Digits under the provider's public key: RSA with PKCS#1 v1.5 padding, Base64. WebCrypto does not know this padding.
 * The error says nothing of what was to be encrypted.
 */
export function encryptDigits(publicKeyPem: string, digits: string): string {
  const box = new JSEncrypt()
  box.setPublicKey(publicKeyPem)
  const encrypted = box.encrypt(digits)
  if (!encrypted) throw new Error('the card could not be encrypted: the provider sent no usable key')
  return encrypted
}
