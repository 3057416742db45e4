interface Scripts {
  trustedTypes?: { createPolicy(name: 'default', rules: { createScriptURL(address: string): string | null }): unknown }
}

/**
 * The page's policy lets no script's address be set by hand. This lets one through, the provider's own, so that the
 * payment page can open over the shop; every other stays refused.
 */
export function allowCheckoutScript(address: string): void {
  const { trustedTypes } = window as Scripts
  trustedTypes?.createPolicy('default', { createScriptURL: (asked) => (asked === address ? asked : null) })
}
