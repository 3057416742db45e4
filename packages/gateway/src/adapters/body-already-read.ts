/** A 5xx, so that the provider sends its callback again: nothing is lost while the shop mends it. */
export const BODY_ALREADY_READ = {
  status: 500,
  body: {
    code: 'BODY_ALREADY_READ',
    message:
      'Something in front of the gateway has read this body and kept no bytes, so its signature cannot be checked. ' +
      'Mount the gateway before it: mountGateway of @galla/gateway/express does, wherever it is called',
  },
} as const

/** The provider alone sees the answer: whoever runs the shop reads it here. Once, as it is the same for every call. */
export function warnOnce(): () => void {
  let warned = false
  return () => {
    if (!warned) process.emitWarning(BODY_ALREADY_READ.body.message, { code: 'GALLA_BODY_ALREADY_READ' })
    warned = true
  }
}
