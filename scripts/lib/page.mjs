import { readFile } from 'node:fs/promises'

/** Rooms of ours are read as sources: nothing waits for a library to be built. */
export const resolve = { conditions: ['galla-source', 'module', 'browser', 'development|production'] }

/**
 * How a page is built, for its `vite.config.ts`: with relative addresses, as the host says where they are with `<base>`.
 * `fonts`: where the licence of each lies. `build`: what only this page asks for.
 */
export const page =
  ({ outDir, plugins, fonts, build = {} }) =>
  ({ command }) => {
    // Whoever starts the build may run as `test`, and React would then come with its development half.
    if (command === 'build') process.env.NODE_ENV = 'production'
    return {
      base: './',
      resolve,
      plugins: [...plugins, fontLicences(fonts), preloadedFonts()],
      build: {
        outDir,
        emptyOutDir: true,
        sourcemap: false,
        license: { fileName: 'licenses.md' },
        // Fonts and pictures stay files: the content security policy knows no data: addresses for fonts.
        assetsInlineLimit: 0,
        ...build,
      },
    }
  }

/** The build lists the licences of scripts by itself, but not those of fonts. */
function fontLicences(licences) {
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
function preloadedFonts() {
  return {
    name: 'preloaded-fonts',
    apply: 'build',
    transformIndexHtml: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => /noto-sans-latin-wght|rupee/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `./${file}` },
          injectTo: 'head',
        })),
  }
}
