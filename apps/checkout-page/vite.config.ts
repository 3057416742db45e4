import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'

const outDir = fileURLToPath(new URL('../../packages/sandbox/assets/checkout-page', import.meta.url))
const resolve = { conditions: ['galla-source', 'module', 'browser', 'development|production'] }

/** The page goes into the sandbox's assets, with relative addresses: the host says where they are with `<base>`. */
export default defineConfig(({ command }) => {
  // Whoever starts the build may run as `test`, and React would then come with its development half.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    base: './',
    resolve,
    plugins: [react(), merchantScript(), fontLicences(), preloadedFonts()],
    build: {
      outDir,
      emptyOutDir: true,
      sourcemap: false,
      license: { fileName: 'licenses.md' },
      // Fonts and pictures stay files: the content security policy knows no data: addresses.
      assetsInlineLimit: 0,
    },
  }
})

/** The build lists the licences of scripts by itself, but not those of fonts. */
function fontLicences(): Plugin {
  const licences = {
    'noto-sans': import.meta.resolve('@fontsource-variable/noto-sans/LICENSE'),
    'noto-sans-devanagari': import.meta.resolve('@fontsource-variable/noto-sans-devanagari/LICENSE'),
  }
  return {
    name: 'font-licences',
    apply: 'build',
    async generateBundle() {
      for (const [font, licence] of Object.entries(licences)) {
        this.emitFile({ type: 'asset', fileName: `${font}-licence.txt`, source: await readFile(new URL(licence)) })
      }
    },
  }
}

/** The two fonts that every page draws come with the script and not after it, so that no line moves when they arrive. */
function preloadedFonts(): Plugin {
  return {
    name: 'preloaded-fonts',
    apply: 'build',
    transformIndexHtml: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => /noto-sans-latin-wght|rupee/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `./${file}` },
          injectTo: 'head' as const,
        })),
  }
}

/** The shop's own page loads this one as a classic script, so it is built apart: one file, nothing shared, no globals but one. */
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
            input: fileURLToPath(new URL('./src/script/main.ts', import.meta.url)),
            output: { format: 'iife', entryFileNames: 'checkout.js' },
          },
        },
      })
    },
  }
}
