import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { page } from '../../scripts/lib/vite-page.mjs'

/** The console goes into the gateway's assets. */
export default defineConfig(
  page({
    outDir: fileURLToPath(new URL('../../packages/gateway/assets/console', import.meta.url)),
    plugins: [react(), tailwind()],
    fonts: ['noto-sans'],
    // Every browser that runs the console knows module preloads, and the polyfill would fetch by itself.
    build: { modulePreload: { polyfill: false } },
  }),
)
