/** What the types ask for, for callers without types. @throws TypeError when the acknowledgement is not exactly `true`. */
export function requirePciScope(part: string, options: { readonly acknowledgesPciScope?: unknown } | null): void {
  if (options?.acknowledgesPciScope === true) return
  throw new TypeError(
    `${part} needs acknowledgesPciScope: true. Card fields on your page bring it into the scope of PCI DSS; the provider's page does not`,
  )
}
