import { useEffect, useState } from 'react'
import { callShop, type PageSettings } from '../shop-api.ts'

/** Reads the server's settings of the provider. Undefined until they are loaded. */
export function usePageSettings(): PageSettings | undefined {
  const [settings, setSettings] = useState<PageSettings>()
  useEffect(() => {
    let current = true
    callShop('GET /api/settings').then(
      (loaded) => {
        if (!current) return
        allowScript(loaded.checkoutScript)
        setSettings(loaded)
      },
      // Without it, the payment page still opens by redirect.
      () => {},
    )
    return () => {
      current = false
    }
  }, [])
  return settings
}

interface TrustedTypesWindow {
  trustedTypes?: { createPolicy(name: 'default', rules: { createScriptURL(url: string): string | null }): unknown }
}

/** The page's policy requires Trusted Types for script URLs. This one allows the provider's script and no other. */
function allowScript(scriptUrl: string): void {
  const { trustedTypes } = window as TrustedTypesWindow
  trustedTypes?.createPolicy('default', { createScriptURL: (url) => (url === scriptUrl ? url : null) })
}
