import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { ERRORS } from '../shared/src/errors.ts'
import { noteTexts } from '../shared/src/rules/bot-notes.ts'
import type { Language } from '../shared/src/rules/language.ts'
import { validationTexts } from '../shared/src/validation/problem-text.ts'
import { firstAnswer } from './first-answer.ts'
import { serviceWorkerFile } from './service-worker-file.ts'
import { withoutSchemas } from './without-schemas.ts'

/**
 * Removes libraries' <style> elements, which the content security policy (`style-src 'self'`)
 * blocks. sonner injects its sheet when imported; we import the same sheet as a file
 * (styles/app.css) and drop the call. react-style-singleton (scroll lock of Radix dialogs) is
 * replaced by constructed style sheets, which the policy allows.
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
 * Removes zod from the first load, where it would be a tenth of the budget: only forms validate
 * with the contract's schemas, a call needs just method and path. In a build, modules of `shared`
 * get `src/lib/inert-zod.ts` for zod and lose their schemas (`without-schemas.ts`). A web module
 * that imports zod or the forms' resolver, calls `safeParse` or reads a `shape` gets its own copies
 * with real schemas. Summaries and error codes of routes, which only the API document uses, are
 * removed from all.
 */
function schemasForFormsOnly(): Plugin {
  const REAL = '?schemas'
  const shared = /[\\/]shared[\\/]src[\\/]/
  const usesSchemas = (file: string) =>
    /^import (?!type).* from '(zod|#\/lib\/form-resolver\.ts)'|\.safeParse\(|\.shape\b/m.test(
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
    transform(code, id) {
      if (!shared.test(id)) return null
      const asked = /[\\/](api|api-contract)[\\/]/.test(id)
        ? code.replace(/^ +(summary: (['"`]).*\2|errors: \[[^\]]*\]),$/gm, '')
        : code
      const inert = !id.endsWith(REAL) && asked.includes("import { z } from 'zod'")
      return { code: inert ? withoutSchemas(asked, this.parse(asked, { lang: 'ts' })) : asked, map: null }
    },
  }
}

/**
 * Reduces each language's texts of error codes, bots' notes and validation to that language,
 * without HTTP statuses.
 */
function errorTextsByLanguage(): Plugin {
  return {
    name: 'error-texts-by-language',
    apply: 'build',
    transform(_, id) {
      const [, language] = /[\\/]locales[\\/](pt|en|es)[\\/]errors\.ts$/.exec(id) ?? []
      if (!language) return null
      const texts = Object.entries(ERRORS).map(([code, entry]) => [code, entry[language as Language]])
      const all = {
        ...Object.fromEntries(texts),
        ...noteTexts(language as Language),
        ...validationTexts(language as Language),
      }
      return { code: `export default ${JSON.stringify(all)}`, map: null }
    },
  }
}

/** Files that the page itself names, and files loaded once any private screen is shown. */
const WITH_PAGE = /assets\/(core|base|index|contract-base|icon-base)-/
const WITH_FRAME = /assets\/(core|base|index|contract-base|icon-base|query|menus|icons|live|contract|workbench)-/
const isEntry = (file: string) => /assets\/index-/.test(file)

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    styleElementsOut(),
    schemasForFormsOnly(),
    errorTextsByLanguage(),
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
    firstAnswer(),
    serviceWorkerFile(),
  ],
  // Texts are read whole: a name for each part of them would be in every file.
  json: { namedExports: false },
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
    modulePreload: {
      polyfill: false,
      // Each dynamic import lists the files it preloads. Files already loaded need not be listed.
      resolveDependencies: (_, names, { hostId, hostType }) =>
        hostType === 'html' ? names : names.filter(name => !(isEntry(hostId) ? WITH_PAGE : WITH_FRAME).test(name)),
    },
    chunkSizeWarningLimit: 480,
    rolldownOptions: {
      experimental: { lazyBarrel: true },
      output: {
        // Seven characters of a hash, the bundler's minimum here: the first load has the
        // name of every file. Files that are loaded when they are asked for go by it alone:
        // the first load lists all of them.
        chunkFileNames: ({ facadeModuleId }) => (facadeModuleId ? 'assets/[hash:7].js' : 'assets/[name]-[hash:7].js'),
        // One file for what every screen needs; everything else follows the routes.
        codeSplitting: {
          groups: [
            {
              name: 'core',
              priority: 3,
              test: /node_modules[\\/](react|react-dom|scheduler|i18next|react-i18next|clsx|tailwind-merge|@tanstack[\\/](react-router|router-core|history|store|react-store))[\\/]/,
            },
            // The contract: dozens of files of a few hundred bytes, packed as two, for everybody
            // and for private screens.
            {
              name: 'contract-base',
              priority: 2,
              test: /lib[\\/]inert-zod|shared[\\/]src[\\/](api-contract[\\/](?!sales-fields|kept-file|sheet-upload|prepared-upload|row-routes)|ids|access|api[\\/]account[\\/](auth|version)|entities[\\/](user|queue(?!-)|media-kind|setting|working-hours))[^?]*$/,
            },
            // What draws any icon, for everybody; otherwise it would go with the icons below.
            {
              name: 'icon-base',
              priority: 2,
              test: /lucide-react[\\/]dist[\\/]esm[\\/](?!icons)/,
            },
            // API calls and their cache, for the private screens: one file instead of six.
            { name: 'query', priority: 1, test: /node_modules[\\/]@tanstack[\\/](query-core|react-query)[\\/]/ },
            // Base of the frame's menus, tabs and lists; otherwise a dozen files of 1 kB.
            {
              name: 'menus',
              test: /@radix-ui[\\/](primitive|react-(collection|roving-focus|use-is-hydrated|presence|context|primitive|direction|use-controllable-state|use-effect-event|use-layout-effect|id|use-callback-ref|tabs|avatar))[\\/]/,
            },
            // Shared by sign-in and private screens: as two dozen files, every preload list would
            // name each.
            {
              name: 'base',
              priority: 1,
              test: /web[\\/]src[\\/](lib[\\/](installed[\\/](build|install-prompt)|api-|cn|error-text\.|fetch-with-texts|i18n|lazy-part|local-value|permissions|safe-target|screen-title|session|settings|store\.|theme|use-online|when-idle)|shell[\\/]logo|components[\\/]ui[\\/](button|empty-state|error-state|input|offline-bar|spinner)\.)|@radix-ui[\\/]react-(slot|compose-refs)[\\/]|class-variance-authority|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](cloud-off|eye|eye-off|loader-circle|moon|rotate-cw|search|sun|triangle-exclamation-point|x)\./,
            },
            // Fields of forms, of the sign-in screen too; otherwise they would
            // go with those of another screen.
            { name: 'field', test: /web[\\/]src[\\/]components[\\/]ui[\\/]field\./ },
            // Icons that the drawer, the ticket screen and others show at once: a file each would
            // weigh twice as much.
            {
              name: 'icons',
              test: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](alarm-clock|at-sign|corner-down-right|key-round|copy-check|arrow-down|arrow-left|arrow-right-left|badge-check|book-open|building-complex|image|message-square-text|minus|network|receipt-text|refresh-cw|scroll-text|shield-check|volume-2|workflow|ban|bot|briefcase-business|cable|calendar-clock|chart-column|circle-exclamation-point|circle-help|circle-question-mark|clock|cloud-off|columns-3|contact|copy|download|ellipsis-vertical|file-pen-line|file-signature|file-text|files|gauge|layers|layout-template|list-checks|list-ordered|list-todo|log-out|map-pin|map-pinned|megaphone|message-circle-more|messages-square|mic|newspaper|package|panel-right|paperclip|pencil|pin|plus|reply|rotate-ccw|search-x|send-horizontal|settings|shapes|shopping-cart|sliders-horizontal|store|tags|ticket-percent|trash|trash-2|truck|undo-2|unplug|user-cog|user-plus|user-round|users-round|wallet|zap)\./,
            },
            // Realtime events and what conversations share: used by the first load and by what
            // follows it.
            {
              name: 'live',
              test: /web[\\/]src[\\/](features[\\/]tickets[\\/]public[\\/]unread-notices|lib[\\/](cached-conversations|volume|sent-file|size-text|use-log-scroll|use-object-url)|components[\\/](conversation[\\/](file-drop|older-messages)|message-text)|features[\\/]tickets[\\/](conversation[\\/](message-actions|timeline-choice|use-message-window|use-rewriter)|details[\\/]details-skeleton)|realtime[\\/](chat-state|message-pages|notifications|presence|socket|ticket-lists))\.|shared[\\/]src[\\/]rules[\\/](message-line|editable)\./,
            },
            // Screens and the drawer: on every private screen, and asked by what is fetched later.
            {
              name: 'nav',
              test: /web[\\/]src[\\/](shell[\\/](nav-items|nav-list|screens|use-nav-items|use-screen-path|use-troubled-connections)|lib[\\/]stored-text)\./,
            },
            // Parts of the ticket screen that other screens show too.
            {
              name: 'workbench',
              test: /web[\\/]src[\\/](components[\\/](conversation[\\/](?!attached-file)|ui[\\/](combobox|avatar|badge|checkbox|icon-button|kbd|screen-help|skeleton|switch|tabs|tooltip|popover|dropdown-menu)\.)|lib[\\/](shortcuts|commands|person|use-(media-query|plan))\.|features[\\/](company[\\/]public[\\/]lazy-first-steps|contacts[\\/]public[\\/]lazy-contact-dialog|orders[\\/]public[\\/]ticket-cart|schedules[\\/]public[\\/]lazy-schedule-dialog|tickets[\\/](actions[\\/]use-ticket-actions|conversation[\\/](lazy-parts|ack-mark|drafts)|list[\\/](last-interaction|shown-words|use-now)|outbox[\\/]send-queue|public[\\/](outbox|outgoing|own-moves)|ticket-avatar))\.)/,
            },
            // A conversation's messages, on which parts loaded on demand depend.
            {
              name: 'conversation',
              test: /web[\\/]src[\\/]features[\\/]tickets[\\/]conversation[\\/](message-(bubble|content|list|reactions)|timeline|timeline-row|use-(connection|message-keys|seen|rewriter|long-press)|write-mode|find[\\/]use-(jump|message-range))\./,
            },
            // What templates look like, for their screen, the dialog that sends one and the bubble:
            // as one file, few names stand in the first load.
            {
              name: 'template',
              test: /web[\\/]src[\\/](features[\\/]templates[\\/]public[\\/](?!(lazy-)?template-fields)|components[\\/]message-buttons)|shared[\\/]src[\\/]rules[\\/]templates[\\/][^?]*$|icons[\\/](external-link|film|phone-outgoing)\./,
            },
            // Limits of official numbers' files, for files that are chosen; otherwise it would go
            // with the contract, which the first load has.
            {
              name: 'cloud-limits',
              priority: 2,
              test: /shared[\\/]src[\\/]rules[\\/]cloud-media-limits\./,
            },
            // Shared by the list of campaigns and the report of one.
            {
              name: 'campaign',
              test: /web[\\/]src[\\/]features[\\/]campaigns[\\/](campaign-(row|status)|choosing-connection|use-campaign-moves)\./,
            },
            {
              name: 'contract',
              priority: 1,
              test: /shared[\\/]src[\\/](api-contract(?![\\/](sales-fields|sheet-upload|row-routes))|api[\\/](tickets(?![\\/](kanban|draft-order|tags|rules|macros|views|text-drafts|bot-calls))|channels[\\/]whatsapp\.|company[\\/]get-plan\.|team[\\/]queue\.)|rules[\\/](capabilities|customer-window|message-window)\.|entities[\\/](quick-message|media-kind|ticket|message|contact|whatsapp|tag|plan|company|schedule|job))[^?]*$/,
            },
            // Contract of the other support areas: loaded after the first screen, too.
            {
              name: 'contract-support',
              priority: 1,
              test: /shared[\\/]src[\\/](api-contract[\\/]row-routes|api[\\/](tickets[\\/](tags|rules|macros|views|text-drafts|bot-calls)|channels[\\/]whatsappsession|contacts|company[\\/](settings|jobs)|team[\\/]users|content[\\/](quick-messages|schedules))|entities[\\/]erp)[^?]*$/,
            },
            // Contract of sales: realtime needs all of it, after the first screen.
            {
              name: 'contract-sales',
              priority: 1,
              test: /shared[\\/]src[\\/](api[\\/](catalog|customers|orders)|api-contract[\\/]sales-fields|entities[\\/](zone|place|store|category|product|portfolio|customer|payment|budget|rate|coupon|contract|draft-order)|rules[\\/]sales[\\/]document)[^?]*$/,
            },
            // Contract of campaigns and internal communication: loaded after the first screen.
            {
              name: 'contract-reach',
              priority: 1,
              test: /shared[\\/]src[\\/](api[\\/](campaigns|content[\\/](chats|announcements|files|helps))|api-contract[\\/]sheet-upload|entities[\\/](campaign|chat|announcement|file-list|help)|rules[\\/]youtube-id)[^?]*$/,
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
