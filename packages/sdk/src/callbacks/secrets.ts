import { invalid, textField } from '../checks/fields.ts'

/** What authenticates a callback: the dashboard's username and password, or its secret key (with the key's id, where one is shown). */
export type CallbackCredential =
  | { username: string; password: string }
  | { secretKey: string; keyId?: string | undefined }

export interface SortedSecrets {
  readonly classic: readonly { readonly username: string; readonly password: string }[]
  readonly hmac: readonly { readonly secretKey: string; readonly keyId?: string | undefined }[]
}

export function sortSecrets(secrets: CallbackCredential | readonly CallbackCredential[]): SortedSecrets {
  const list = Array.isArray(secrets) ? (secrets as readonly CallbackCredential[]) : [secrets as CallbackCredential]
  const classic: { username: string; password: string }[] = []
  const hmac: { secretKey: string; keyId?: string | undefined }[] = []
  for (const [index, secret] of list.entries()) {
    const field = `callbackCredentials[${index}]`
    if (typeof secret !== 'object' || secret === null)
      throw invalid(field, 'must be { username, password } or { secretKey, keyId }')
    if ('secretKey' in secret) {
      hmac.push({ secretKey: textField(secret.secretKey, `${field}.secretKey`), keyId: secret.keyId })
    } else {
      classic.push({
        username: textField(secret.username, `${field}.username`),
        password: textField(secret.password, `${field}.password`),
      })
    }
  }
  return { classic, hmac }
}
