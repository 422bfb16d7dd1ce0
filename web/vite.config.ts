import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * The content security policy is `style-src 'self'`: no library may add a <style> element.
 * sonner injects its sheet when imported; we import the same sheet as a file (styles/app.css) and drop the call.
 * react-style-singleton (scroll lock of Radix dialogs) is replaced by constructed style sheets, which the policy allows.
 */
function styleElementsOut(): Plugin {
  return {
    name: 'style-elements-out',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/sonner\/dist\/index\.mjs/.test(id)) return null
      return { code: code.replace(/^__insertCSS\(.*\);?$/m, ''), map: null }
    },
  }
}

/**
 * The contract carries zod schemas, and zod is a tenth of what a first load may weigh, yet only forms check anything with
 * them: a call needs method and path. So in a build, modules of `shared` get `src/lib/inert-zod.ts` for zod, except those that
 * a web module imports which itself imports zod or its form resolver, or calls `safeParse`, or reads a `shape`: that one
 * gets its own copies, with real schemas.
 */
function schemasForFormsOnly(): Plugin {
  const REAL = '?schemas'
  const shared = /[\\/]shared[\\/]src[\\/]/
  const usesSchemas = (file: string) =>
    /^import (?!type).* from '(zod|@hookform\/resolvers\/zod)'|\.safeParse\(|\.shape\b/m.test(
      readFileSync(file.replace(/\?.*$/, ''), 'utf8'),
    )
  return {
    name: 'schemas-for-forms-only',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!importer) return null
      const inShared = shared.test(importer)
      const real = inShared ? importer.endsWith(REAL) : undefined
      if (source === 'zod' && inShared && !real)
        return fileURLToPath(new URL('./src/lib/inert-zod.ts', import.meta.url))
      if (!source.startsWith('@balcao/shared/') && !(inShared && source.startsWith('.'))) return null
      const found = await this.resolve(source, importer.replace(REAL, ''), { ...options, skipSelf: true })
      if (!found || found.external) return found
      return (real ?? usesSchemas(importer)) ? { ...found, id: found.id + REAL } : found
    },
  }
}

/** What the contract says for people and the server alone: summaries of routes, statuses of errors. */
function contractForBrowsers(): Plugin {
  return {
    name: 'contract-for-browsers',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/[\\/]shared[\\/]src[\\/](api[\\/].*|errors)\.ts/.test(id)) return null
      return { code: code.replace(/^ +summary: '[^'\n]*',$|\bstatus: 4\d\d,/gm, ''), map: null }
    },
  }
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    styleElementsOut(),
    schemasForFormsOnly(),
    contractForBrowsers(),
    tanstackRouter({
      target: 'react',
      routesDirectory: fileURLToPath(new URL('./src/routes', import.meta.url)),
      generatedRouteTree: fileURLToPath(new URL('./src/route-tree.gen.ts', import.meta.url)),
      routeFileIgnorePattern: '\\.test\\.',
      quoteStyle: 'single',
      autoCodeSplitting: true,
      disableLogging: true,
    }),
    react(),
    tailwindcss(),
  ],
  resolve: {
    alias: {
      '#': fileURLToPath(new URL('./src', import.meta.url)),
      'react-style-singleton': fileURLToPath(new URL('./src/lib/style-singleton.ts', import.meta.url)),
    },
  },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 480,
    rolldownOptions: {
      output: {
        // What every screen needs in one file; everything else follows the routes.
        codeSplitting: {
          groups: [
            {
              name: 'core',
              test: /node_modules[\\/](react|react-dom|scheduler|i18next|react-i18next|clsx|tailwind-merge|@tanstack[\\/](react-router|router-core|history|store|react-store))[\\/]/,
            },
            // The contract: dozens of files of a few hundred bytes, better packed as two: for everybody, for private screens.
            {
              name: 'contract-base',
              priority: 2,
              test: /lib[\\/]inert-zod|shared[\\/]src[\\/](contract|ids|access|api[\\/]account|entities[\\/](user|queue|setting|working-hours))[^?]*$/,
            },
            {
              name: 'contract',
              priority: 1,
              test: /shared[\\/]src[\\/](api[\\/](tickets|channels|contacts|company|team)|entities[\\/](ticket|message|contact|whatsapp|tag|plan|company))[^?]*$/,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': { target: 'http://127.0.0.1:3000', changeOrigin: false },
      '/ws': { target: 'ws://127.0.0.1:3000', ws: true },
    },
  },
})
