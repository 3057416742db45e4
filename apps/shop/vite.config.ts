import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { page } from '../../scripts/lib/vite-page.mjs'

/** The page goes beside the server that serves it. */
export default defineConfig(
  page({
    outDir: fileURLToPath(new URL('./dist/public', import.meta.url)),
    plugins: [react()],
    fonts: ['noto-sans', 'noto-sans-devanagari'],
  }),
)
