import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const outDir = fileURLToPath(new URL('../../packages/gateway/assets/console', import.meta.url))

/** The console goes into the gateway's assets, with relative addresses: the host says where they are with `<base>`. */
export default defineConfig(({ command }) => {
  // Whoever starts the build may run as `test`, and React would then come with its development half.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    base: './',
    resolve: { conditions: ['galla-source', 'module', 'browser', 'development|production'] },
    plugins: [react(), tailwind(), fontLicence(), preloadedFonts()],
    build: {
      outDir,
      emptyOutDir: true,
      sourcemap: false,
      license: { fileName: 'licenses.md' },
      // Every browser that runs the console knows module preloads, and the polyfill would fetch by itself.
      modulePreload: { polyfill: false },
      // Fonts and pictures stay files: the content security policy knows no data: addresses for fonts.
      assetsInlineLimit: 0,
    },
  }
})

/** The build lists the licences of scripts by itself, but not those of fonts. */
function fontLicence(): Plugin {
  return {
    name: 'font-licence',
    apply: 'build',
    async generateBundle() {
      const licence = new URL(import.meta.resolve('@fontsource-variable/noto-sans/LICENSE'))
      this.emitFile({ type: 'asset', fileName: 'noto-sans-licence.txt', source: await readFile(licence) })
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
