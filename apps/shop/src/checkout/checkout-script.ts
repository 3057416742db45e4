import { useEffect, useState } from 'react'
import { callShop } from '../shop-api.ts'

/** The URL of the provider's script, from the server, which knows the provider. Undefined until it is loaded. */
export function useCheckoutScript(): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    let current = true
    callShop('GET /api/settings').then(
      ({ checkoutScript }) => {
        if (!current) return
        allowScript(checkoutScript)
        setUrl(checkoutScript)
      },
      // Without it, the payment page still opens by redirect.
      () => {},
    )
    return () => {
      current = false
    }
  }, [])
  return url
}

interface TrustedTypesWindow {
  trustedTypes?: { createPolicy(name: 'default', rules: { createScriptURL(url: string): string | null }): unknown }
}

/** The page's policy requires Trusted Types for script URLs. This one allows the provider's script and no other. */
function allowScript(scriptUrl: string): void {
  const { trustedTypes } = window as TrustedTypesWindow
  trustedTypes?.createPolicy('default', { createScriptURL: (url) => (url === scriptUrl ? url : null) })
}
