import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { page } from '../../scripts/lib/vite-page.mjs'

/** The console is built into the assets of the gateway package. */
export default defineConfig(
  page({
    outDir: fileURLToPath(new URL('../../packages/gateway/assets/console', import.meta.url)),
    plugins: [react(), tailwind()],
    fonts: ['noto-sans', 'noto-sans-bengali', 'noto-sans-devanagari', 'noto-sans-tamil', 'noto-sans-telugu'],
  }),
)
