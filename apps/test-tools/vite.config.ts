import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { page } from '../../scripts/lib/vite-page.mjs'

/** The test tools are built into the assets of the sandbox package, so that a gateway in production has none of them. */
export default defineConfig(
  page({
    outDir: fileURLToPath(new URL('../../packages/sandbox/assets/test-tools', import.meta.url)),
    below: 'test-tools/',
    plugins: [react(), tailwind()],
    fonts: ['noto-sans'],
    define: { 'import.meta.env.ENGLISH_ONLY': 'true' },
  }),
)
