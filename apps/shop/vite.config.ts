import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { page } from '../../scripts/lib/vite-page.mjs'

/** Builds the pages into the folder that the server serves. */
export default defineConfig(
  page({
    outDir: fileURLToPath(new URL('./dist/public', import.meta.url)),
    plugins: [react()],
    fonts: ['noto-sans', 'noto-sans-bengali', 'noto-sans-devanagari', 'noto-sans-tamil', 'noto-sans-telugu'],
  }),
)
