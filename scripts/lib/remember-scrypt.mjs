import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

// Test files share a process, and many gateways have the console password of the tests: each would spend a tenth of a second
// on the same key. The keys are the real ones; each is derived once per password, salt and cost.
if (crypto.scrypt.name !== rememberScrypt.name) {
  crypto.scrypt = rememberScrypt(crypto.scrypt)
  syncBuiltinESMExports()
}

/** @param {typeof crypto.scrypt} derive */
function rememberScrypt(derive) {
  /** @type {Map<string, Promise<Buffer>>} */
  const keys = new Map()
  const remembering = (password, salt, length, options, done) => {
    const name = JSON.stringify([String(password), Buffer.from(salt).toString('base64'), length, options])
    const key =
      keys.get(name) ??
      new Promise((resolve, reject) => {
        derive(password, salt, length, options, (error, derived) => (error ? reject(error) : resolve(derived)))
      })
    keys.set(name, key)
    key.then((derived) => done(null, Buffer.from(derived)), done)
  }
  return Object.defineProperty(remembering, 'name', { value: rememberScrypt.name })
}
