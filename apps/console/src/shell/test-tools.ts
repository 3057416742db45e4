import { type ParsedLocation, redirect } from '@tanstack/react-router'

/** Addresses of the test tools below the console's. Their pages are another app, which the gateway serves where the provider is a sandbox. */
export const TEST_TOOLS = {
  guide: '/test-tools/guide',
  playground: '/test-tools/playground',
  sandbox: '/test-tools/sandbox',
} as const

/** Search parameters of the test tools. */
export const TEST_TOOLS_SEARCH = {
  playground: ['mode', 'order', 'path'],
  sandbox: ['tab', 'q', 'state', 'open'],
} as const

/** For a route whose page is in another document: the browser loads its address. Until then the page before stays. */
export function openDocument({ preload, location }: { preload: boolean; location: ParsedLocation }): void {
  if (!preload) throw redirect({ href: location.publicHref, reloadDocument: true })
}
