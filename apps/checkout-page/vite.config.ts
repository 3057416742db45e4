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
    fonts: ['noto-sans', 'noto-sans-bengali', 'noto-sans-devanagari', 'noto-sans-tamil', 'noto-sans-telugu'],
  }),
)

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
