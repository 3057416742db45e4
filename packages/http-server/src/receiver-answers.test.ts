import { describe, expect, it } from 'vitest'
import { diagnoseAnswer } from './receiver-answers.ts'

describe('the diagnosis of a receiver without an HTTP answer', () => {
  it.each([
    ['fetch failed: ECONNREFUSED', 'nothing listens at this address'],
    ['fetch failed: ENOTFOUND', 'no name server knows this host'],
    ['fetch failed: EAI_AGAIN', 'no name server knows this host'],
    ['fetch failed: DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate is self-signed'],
    ['fetch failed: CERT_HAS_EXPIRED', 'the certificate is self-signed, has expired'],
    ['fetch failed: ERR_TLS_CERT_ALTNAME_INVALID', 'or is for another host name'],
    ['fetch failed: UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'the certificate'],
    ['fetch failed: ERR_SSL_WRONG_VERSION_NUMBER', 'the address is https and the app speaks http'],
    ['fetch failed: EPROTO', 'the address is https and the app speaks http'],
    ['fetch failed: UND_ERR_SOCKET', 'the connection is closed without an answer'],
    ['fetch failed: ECONNRESET', 'the connection is closed without an answer'],
    ['fetch failed: HPE_INVALID_CONSTANT', 'does not speak HTTP'],
    ['no answer within 10 s', 'does not answer in time'],
  ])('of %s names that cause', (failure, cause) => {
    expect(diagnoseAnswer({ failure }).cause).toContain(cause)
    expect(diagnoseAnswer({ failure }).fix).not.toBe('')
  })
})
