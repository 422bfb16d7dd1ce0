import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { filesOf, publicFiles } from './first-answer.ts'

type Bundle = Rolldown.OutputBundle

/** Screens that open without a network, whatever was looked at before. */
const SCREENS = [
  '/routes/_public.tsx',
  '/routes/_public.login.tsx',
  '/routes/_app.tsx',
  '/routes/_app.tickets.tsx',
  '/routes/_app.tickets.index.tsx',
  '/routes/_app.tickets.$uuid.tsx',
]
const TEXTS =
  /\/locales\/\w+(\/(common|account|bars|commandBar|media|shell|tickets|ticketDetails|unsent)\.json|\/errors\.ts|\.ts)$/
/** Parts that these screens fetch later: menus, tooltips, toasts, parts of a conversation. */
const PARTS =
  /\/src\/(components|shell|realtime|lib|features\/(company|customers|schedules|tickets|unsent))\/|\/node_modules\/sonner\//
/** Parts that a menu fetches: the question before a sign-out. */
const PARTS_OF_PARTS = /\/src\/features\/unsent\//
const FONTS = /inter-latin(-ext)?-wght-normal/
/** Files of another window, which needs a network in any case. */
const NOT_KEPT = /^\/facebook-login\./

/**
 * Builds `/service-worker.js` from `src/service-worker`, with the list of files it caches and the
 * name of the build, which the page carries, too.
 */
export function serviceWorkerFile(): Plugin {
  const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  return {
    name: 'service-worker-file',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('the build has no page')
        const kept = publicFiles().filter(file => !NOT_KEPT.test(file))
        const hash = createHash('sha256').update(page.source).update(Object.keys(bundle).sort().join())
        for (const file of kept) hash.update(readFileSync(here(`./public${file}`)))
        const name = hash.digest('base64url').slice(0, 12)
        page.source = String(page.source).replace('{build}', name)
        const shell = { build: name, files: ['/index.html', ...kept, ...shellFiles(bundle).map(file => `/${file}`)] }
        const made = (await build({
          configFile: false,
          root: here('.'),
          publicDir: false,
          logLevel: 'warn',
          define: { __SHELL__: JSON.stringify(shell) },
          build: {
            write: false,
            target: 'es2023',
            modulePreload: false,
            rolldownOptions: {
              input: here('./src/service-worker/service-worker.ts'),
              output: { format: 'iife', entryFileNames: 'service-worker.js' },
            },
          },
        })) as Rolldown.RolldownOutput
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: made.output[0].code })
      },
    },
  }
}

/** Returns the shell's files: its screens, their texts and parts, style sheets, and fonts. */
function shellFiles(bundle: Bundle): string[] {
  const chunks = Object.values(bundle).filter(each => each.type === 'chunk')
  const id = (chunk: Rolldown.OutputChunk) => chunk.facadeModuleId?.replace(/\?.*$/, '') ?? ''
  const entries = chunks.filter(chunk => chunk.isEntry)
  const texts = chunks.filter(chunk => TEXTS.test(id(chunk))).map(id)
  const first = new Set([
    ...entries.flatMap(chunk => [chunk.fileName, ...chunk.imports]),
    ...filesOf(bundle, [...SCREENS, ...texts]),
  ])
  const partsOf = (files: Iterable<string>, wanted: RegExp) => {
    const names = new Set(files)
    return chunks
      .filter(chunk => names.has(chunk.fileName))
      .flatMap(chunk => chunk.dynamicImports)
      .map(file => bundle[file])
      .filter(part => part?.type === 'chunk' && wanted.test(id(part)))
      .map(part => id(part as Rolldown.OutputChunk))
  }
  const parts = filesOf(bundle, [...new Set(partsOf(first, PARTS))])
  const later = filesOf(bundle, [...new Set(partsOf(parts, PARTS_OF_PARTS))])
  const assets = Object.keys(bundle).filter(file => file.endsWith('.css') || FONTS.test(file))
  return [...new Set([...first, ...parts, ...later, ...assets])].sort()
}
