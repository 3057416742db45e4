import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'
import { page, resolve } from '../../scripts/lib/vite-page.mjs'

const outDir = fileURLToPath(new URL('../../packages/sandbox/assets/checkout-page', import.meta.url))

/** Builds the page into the sandbox's assets. */
export default defineConfig(
  page({
    outDir,
    plugins: [react(), merchantScript()],
    build: { rolldownOptions: { output: { codeSplitting: { groups: [{ name: firstLoad }] } } } },
    fonts: ['noto-sans', 'noto-sans-bengali', 'noto-sans-devanagari', 'noto-sans-tamil', 'noto-sans-telugu'],
  }),
)

/** The entry names them through the list of components, and uses them in what opens later. */
const LATER =
  /packages\/react\/src\/(?:components\/(?:new-card-form|saved-card-form|bank-form|qr-code)|core\/(?:card|card-network|encrypt-card)|i18n\/en)\.tsx?$/

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importers: readonly string[]; readonly isEntry: boolean } | null
}

/**
 * Keeps what the page loads first in one file. Otherwise each module that two later chunks share as well becomes a file of its own.
 * Undefined for a module that the entry imports later or not at all.
 */
function firstLoad(id: string, graph: ModuleGraph): string | undefined {
  // With what the page loads of it: otherwise that becomes a file of its own.
  if (/\/qr-code\.tsx$/.test(id)) return 'qr-code'
  const seen = new Set([id])
  for (const one of seen) {
    if (LATER.test(one)) continue
    const info = graph.getModuleInfo(one)
    if (info?.isEntry) return 'page'
    for (const importer of info?.importers ?? []) seen.add(importer)
  }
  return undefined
}

/** Builds checkout.js, which shops load as a classic script: one file without shared chunks, with one global. */
function merchantScript(): Plugin {
  return {
    name: 'merchant-script',
    apply: 'build',
    async closeBundle() {
      await build({
        configFile: false,
        logLevel: 'warn',
        resolve,
        publicDir: false,
        build: {
          outDir,
          emptyOutDir: false,
          sourcemap: false,
          rolldownOptions: {
            input: fileURLToPath(new URL('./src/checkout-script/checkout-script.ts', import.meta.url)),
            output: { format: 'iife', entryFileNames: 'checkout.js' },
          },
        },
      })
    },
  }
}
