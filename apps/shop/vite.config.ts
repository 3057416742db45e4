import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The page goes beside the server that serves it, with relative addresses: the host says where they are with `<base>`. */
export default defineConfig(({ command }) => {
  // Whoever starts the build may run as `test`, and React would then come with its development half.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    base: './',
    resolve: { conditions: ['galla-source', 'module', 'browser', 'development|production'] },
    plugins: [react(), fontLicences(), preloadedFonts()],
    build: {
      outDir: fileURLToPath(new URL('./dist/public', import.meta.url)),
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
