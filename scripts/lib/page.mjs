import { readFile } from 'node:fs/promises'

/** Rooms of ours are read as sources: nothing waits for a library to be built. */
export const resolve = { conditions: ['galla-source', 'module', 'browser', 'development|production'] }

/**
 * How a page is built, for its `vite.config.ts`: with relative addresses, as the host says where they are with `<base>`.
 * `fonts`: the style sheets of this folder that the page imports, `noto-sans` and `noto-sans-devanagari`, for the fonts'
 * licences. `build`: what only this page asks for.
 */
export const page =
  ({ outDir, plugins, fonts, build = {} }) =>
  ({ command }) => {
    // Whoever starts the build may run as `test`, and React would then come with its development half.
    if (command === 'build') process.env.NODE_ENV = 'production'
    return {
      base: './',
      resolve,
      plugins: [...plugins, commonHead(), fontLicences(fonts), preloadedFonts()],
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

/** The tags that every page has in its head. A page's `index.html` adds its title and what only it needs. */
function commonHead() {
  const meta = (attrs) => ({ tag: 'meta', attrs, injectTo: 'head-prepend' })
  return {
    name: 'common-head',
    transformIndexHtml: () => [
      meta({ charset: 'utf-8' }),
      meta({ name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      meta({ name: 'color-scheme', content: 'light dark' }),
      { tag: 'link', attrs: { rel: 'icon', type: 'image/svg+xml', href: './mark.svg' }, injectTo: 'head' },
    ],
  }
}

const FONT_LICENCES = {
  'noto-sans': import.meta.resolve('@fontsource-variable/noto-sans/LICENSE'),
  'noto-sans-devanagari': import.meta.resolve('@fontsource-variable/noto-sans-devanagari/LICENSE'),
}

/** The build lists the licences of scripts by itself, but not those of fonts. */
function fontLicences(fonts) {
  return {
    name: 'font-licences',
    apply: 'build',
    async generateBundle() {
      for (const font of fonts) {
        const source = await readFile(new URL(FONT_LICENCES[font]))
        this.emitFile({ type: 'asset', fileName: `${font}-licence.txt`, source })
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
