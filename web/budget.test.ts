import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Manifest } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** What a first visit loads, in kilobytes of gzipped JavaScript (DESIGN: sign-in 150, ticket screen 250). */
const budgets = {
  'the sign-in screen': {
    kilobytes: 150,
    routes: ['_public', '_public.login'],
    texts: ['common', 'account'],
  },
  'the ticket screen': {
    kilobytes: 250,
    routes: ['_app', '_app.tickets', '_app.tickets.index'],
    texts: ['common', 'tickets'],
  },
  'a conversation opened by its link': {
    kilobytes: 250,
    routes: ['_app', '_app.tickets', '_app.tickets.$uuid'],
    texts: ['common', 'tickets'],
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

/** What errors say is fetched behind the first screen. */
const filesOfTexts = (names: string[]) => names.map(name => `src/locales/pt/${name}.json`)

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

  it('has nothing of the development pages', () => {
    expect(Object.keys(manifest).filter(key => key.includes('features/design'))).toEqual([])
  })

  it('has no script or style inside the page, which the content security policy would refuse', () => {
    const page = readFileSync(join(folder, 'index.html'), 'utf8')
    expect(page).not.toMatch(/<style|style=|<script(?![^>]*\ssrc=)|\son\w+=/)
  })
})
