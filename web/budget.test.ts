import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Manifest } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Budgets of a first visit, in kilobytes of gzipped JavaScript (decision 0045). */
const budgets = {
  'the sign-in screen': {
    kilobytes: 150,
    routes: ['_public', '_public.login'],
    texts: ['common', 'account'],
  },
  'the ticket screen': {
    kilobytes: 250,
    routes: ['_app', '_app.tickets', '_app.tickets.index'],
    texts: ['common', 'shell', 'tickets'],
  },
  'a conversation opened by its link': {
    kilobytes: 250,
    routes: ['_app', '_app.tickets', '_app.tickets.$uuid'],
    texts: ['common', 'shell', 'tickets'],
  },
}

let folder: string
let manifest: Manifest

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-web-'))
  // In a process of its own: the test runner's NODE_ENV would build React for development.
  const vite = fileURLToPath(new URL('./bin/vite.js', import.meta.resolve('vite/package.json')))
  execFileSync(process.execPath, [vite, 'build', '--outDir', folder, '--manifest', '--logLevel', 'error'], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { NODE_ENV: 'production' },
  })
  manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
}, 180_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Every file that the given modules import without being asked again. */
function filesOf(modules: string[]) {
  const files = new Set<string>()
  const seen = new Set<string>()
  const add = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    if (chunk.file.endsWith('.js')) files.add(chunk.file)
    chunk.imports?.forEach(add)
  }
  modules.forEach(add)
  return files
}

/** The texts of errors are fetched after the first screen. */
const filesOfTexts = (names: string[]) => ['src/locales/pt.ts', ...names.map(name => `src/locales/pt/${name}.json`)]

const weight = (files: Set<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0) / 1024

describe('a first load', () => {
  it.each(Object.entries(budgets))('of %s stays in its budget', (_, { kilobytes, routes, texts }) => {
    const keys = Object.keys(manifest)
    const modules = [
      'index.html',
      ...routes.flatMap(route => keys.filter(key => key.startsWith(`src/routes/${route}.tsx`))),
      ...filesOfTexts(texts),
    ]
    // A route that went by another name would weigh nothing.
    for (const route of routes)
      expect(
        keys.some(key => key.startsWith(`src/routes/${route}.tsx`)),
        route,
      ).toBe(true)
    for (const name of ['index.html', ...filesOfTexts(texts)]) expect(keys).toContain(name)
    expect(weight(filesOf(modules))).toBeLessThanOrEqual(kilobytes)
  })

  it.each(Object.entries(budgets))('of %s has no texts of errors or of validation', (_, { routes }) => {
    const keys = Object.keys(manifest)
    const modules = [
      'index.html',
      ...routes.flatMap(route => keys.filter(key => key.startsWith(`src/routes/${route}.tsx`))),
    ]
    for (const file of filesOf(modules))
      expect(readFileSync(join(folder, file), 'utf8'), file).not.toMatch(/Demasiado largo|No se pudo leer el cuerpo/)
  })

  it('has nothing of the development pages', () => {
    expect(Object.keys(manifest).filter(key => key.includes('features/design'))).toEqual([])
  })
})

describe('the first answer', () => {
  const source = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
  const page = () => readFileSync(join(folder, 'index.html'), 'utf8')
  const insides = (tag: 'style' | 'script') =>
    [...page().matchAll(new RegExp(`<${tag}(?![^>]*\\ssrc=)([^>]*)>(.*?)</${tag}>`, 'gs'))].map(
      ([, attributes = '', inside = '']) => ({ attributes, inside }),
    )

  it('shows the frame of its screen before any other file is there: its style in itself, the sheet behind it', () => {
    expect(page()).toContain('<div id="frame">')
    expect(page()).toContain('Atenda e venda na mesma conversa.')
    expect(page().match(/rel="stylesheet"/g)).toHaveLength(1)
    expect(page().indexOf('rel="stylesheet"')).toBeGreaterThan(page().indexOf('<noscript>'))
    expect(page()).not.toMatch(/<script(?=[^>]*\ssrc=)(?![^>]*type="module")/)
  })

  it('has its texts in every language, and no place left open', () => {
    for (const text of ['Sign in', 'Iniciar sesión', 'Esqueceu a senha?']) expect(page()).toContain(text)
    expect(page()).not.toMatch(/(?<!\$)\{(common|account|build|language)\b[.\w]*\}|<!--/)
  })

  it('says what it is, and what its installed app is called', () => {
    expect(/<meta name="description" content="([^"]{50,160})"/.exec(page())?.[1]).toContain('WhatsApp')
    expect(page()).toContain('<link rel="manifest" href="/manifest.webmanifest" />')
  })

  it('has inside it only what the content security policy names by its hash, byte for byte, and data', () => {
    expect(insides('style')).toEqual([{ attributes: '', inside: source('./frame/frame.css') }])
    const [data, script, ...others] = insides('script')
    expect(data?.attributes).toBe(' type="application/json" id="first-files"')
    expect(script).toEqual({ attributes: '', inside: source('./frame/frame.js') })
    expect(others).toEqual([])
    expect(page()).not.toMatch(/\sstyle=|\son\w+=/)
  })

  it('names files that exist, for each screen what it fetches first', () => {
    const first = JSON.parse(insides('script')[0]!.inside) as Record<string, string[]>
    expect(Object.keys(first)).toEqual(
      expect.arrayContaining(['login', 'shell', 'tickets', 'conversation', 'login-es']),
    )
    for (const [name, files] of Object.entries(first)) {
      expect(files.length, name).toBeGreaterThan(0)
      for (const file of files) expect(existsSync(join(folder, file)), file).toBe(true)
    }
  })

  it('is drawn in the colours and sizes of the screens that follow it', () => {
    const tokens = (css: string, selector: string) =>
      Object.fromEntries(
        [...css.matchAll(new RegExp(`^ *${selector} \\{(.*?)\\}`, 'gms'))].flatMap(([, block = '']) =>
          [...block.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]),
        ),
      )
    for (const selector of [':root', '\\[data-theme="dark"\\]']) {
      const drawn = tokens(source('./frame/frame.css'), selector)
      expect(Object.keys(drawn).length).toBeGreaterThan(10)
      expect(tokens(source('./src/styles/app.css'), selector)).toMatchObject(drawn)
    }
  })
})

describe('the file of the service worker', () => {
  const worker = () => readFileSync(join(folder, 'service-worker.js'), 'utf8')
  const listed = () => [
    ...new Set([...worker().matchAll(/\/[\w./$-]+\.(?!test\()\w+(?=[`'",])/g)].map(([file]) => file)),
  ]

  it('lists files that exist, the page, icons and manifests among them, and neither source maps nor itself', () => {
    for (const file of listed()) expect(existsSync(join(folder, file)), file).toBe(true)
    expect(listed()).toEqual(
      expect.arrayContaining(['/index.html', '/favicon.svg', '/icons/maskable-512.png', '/manifest.es.webmanifest']),
    )
    expect(listed().filter(file => /\.map$|service-worker\.js$/.test(file))).toEqual([])
  })

  it('lists every file that those it lists import, and what the page and its first screens need', () => {
    const chunks = Object.values(manifest)
    const files = new Set(listed())
    for (const chunk of chunks.filter(each => files.has(`/${each.file}`)))
      for (const key of chunk.imports ?? []) expect(files, chunk.file).toContain(`/${manifest[key]!.file}`)
    for (const route of ['_public.login', '_app', '_app.tickets', '_app.tickets.index', '_app.tickets.$uuid'])
      expect(files).toContain(`/${manifest[`src/routes/${route}.tsx?tsr-split=component`]!.file}`)
    // A sign-out without a network asks about unsent work, and toasts show refusals.
    for (const part of ['unsent/public/leave.ts', 'unsent/public/unsent-bar.tsx'])
      expect(files).toContain(`/${manifest[`src/features/${part}`]!.file}`)
    const toasts = Object.keys(manifest).find(key => key.endsWith('node_modules/sonner/dist/index.mjs'))!
    expect(files).toContain(`/${manifest[toasts]!.file}`)
    for (const text of ['.ts', '/tickets.json', '/unsent.json'])
      for (const language of ['pt', 'en', 'es'])
        expect(files).toContain(`/${manifest[`src/locales/${language}${text}`]!.file}`)
    const page = readFileSync(join(folder, 'index.html'), 'utf8')
    for (const [, file] of page.matchAll(/"(\/assets\/[^"]+)"/g)) expect(files).toContain(file)
  })

  it('is of the build that the page says it is of', () => {
    const build = /<meta name="build" content="([\w-]{12})"/.exec(readFileSync(join(folder, 'index.html'), 'utf8'))?.[1]
    expect(build).toBeDefined()
    expect(worker()).toContain(build)
  })

  it('needs no other file', () => {
    expect(worker()).not.toMatch(/\bimport\b|importScripts/)
  })
})

describe('the manifest of the installed app', () => {
  it.each(['', '.en', '.es'])(
    'manifest%s.webmanifest has a name, a description and icons that exist, one of them maskable',
    language => {
      const { name, description, icons, start_url } = JSON.parse(
        readFileSync(join(folder, `manifest${language}.webmanifest`), 'utf8'),
      ) as {
        name: string
        description: string
        start_url: string
        icons: { src: string; sizes: string; purpose: string }[]
      }
      expect([name, start_url]).toEqual(['Balcão', '/'])
      expect(description).toContain('WhatsApp')
      for (const { src, sizes } of icons) {
        const file = readFileSync(join(folder, src))
        // A PNG says its width from byte 16 on.
        if (src.endsWith('.png')) expect(`${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`).toBe(sizes)
      }
      expect(icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual(
        expect.arrayContaining(['any 192x192', 'any 512x512', 'maskable 512x512']),
      )
    },
  )
})
