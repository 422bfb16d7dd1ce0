import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'

const LANGUAGES = ['pt', 'en', 'es'] as const
type Bundle = Rolldown.OutputBundle

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const read = (path: string) => readFileSync(here(path), 'utf8')

/** Returns the files of some namespaces, and the list that leads to them. */
const textsOf = (language: string, ...names: string[]) => [
  `/locales/${language}.ts`,
  ...names.map(name => `/locales/${language}/${name}.json`),
]

/** Modules that a first visit to a screen needs beside the page, by the end of their id. */
const FIRST: Record<string, readonly string[]> = {
  login: ['/routes/_public.tsx', '/routes/_public.login.tsx'],
  shell: ['/routes/_app.tsx'],
  tickets: ['/routes/_app.tickets.tsx', '/routes/_app.tickets.index.tsx'],
  conversation: ['/routes/_app.tickets.tsx', '/routes/_app.tickets.$uuid.tsx'],
  ...Object.fromEntries(
    LANGUAGES.flatMap(language => [
      [`login-${language}`, textsOf(language, 'common', 'account')],
      [`shell-${language}`, textsOf(language, 'common', 'shell', 'tickets')],
    ]),
  ),
}

/**
 * Makes the first answer a visible page: it contains its frame, and the script that draws it and
 * chooses theme, language and the first files (`frame/`). Both are inserted byte for byte, since
 * the policy names them by their hashes (`infra/constructs/security-headers.ts`); file names, which
 * change with each build, are data in the page.
 */
export function firstAnswer(): Plugin {
  return {
    name: 'first-answer',
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle }) {
        const files = bundle ? JSON.stringify(firstFiles(bundle, page)) : '{}'
        const head = [
          `<style>${read('./frame/frame.css')}</style>`,
          `<script type="application/json" id="first-files">${files}</script>`,
          `<script>${read('./frame/frame.js')}</script>`,
        ]
        const sheet = /^ *<link rel="stylesheet"[^>]*>\n?/m
        // Placed after the frame, which is then painted without waiting for it; scripts do wait.
        const moved = sheet.exec(page)?.[0] ?? ''
        return (
          page
            .replace(moved, '')
            // Low priority: the style sheet is fetched before scripts.
            .replaceAll(/<(?=link rel="modulepreload"|script type="module")[^>]*(?=>)/g, '$& fetchpriority="low"')
            .replace('<!--frame-head-->', () => head.join('\n    '))
            .replace('<!--frame-->', () => `${frame()}${moved.trimEnd()}`)
            .replaceAll(/\{((?:common|frame)\.[\w.]+)\}/g, (_, key: string) => text('pt', key))
        )
      },
    },
  }
}

/** Returns the frame with its texts in every language; the page shows those of its own. */
function frame(): string {
  return read('./frame/frame.html').replaceAll(/<!--each-language-->(.*?)<!--\/each-language-->/gs, (_, part: string) =>
    LANGUAGES.map(language =>
      part.replaceAll(/\{([\w.]+)\}/g, (_, key: string) => (key === 'language' ? language : text(language, key))),
    ).join(''),
  )
}

/**
 * Returns a text of the locale files, escaped for HTML.
 * @throws Error if the text does not exist
 */
function text(language: string, key: string): string {
  const [area, ...path] = key.split('.')
  const found = path.reduce<unknown>(
    (texts, name) => (texts as Record<string, unknown> | undefined)?.[name],
    JSON.parse(read(`./src/locales/${language}/${area}.json`)),
  )
  if (typeof found !== 'string') throw new Error(`no text ${language}/${key}`)
  return found.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** Returns the files that each first screen needs and the page does not name. */
function firstFiles(bundle: Bundle, page: string): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(FIRST).map(([name, ends]) => [
      name,
      filesOf(bundle, ends)
        .map(file => `/${file}`)
        .filter(file => !page.includes(`"${file}"`)),
    ]),
  )
}

/**
 * Returns the files of modules, given by the ends of their ids, and all their static imports.
 * @throws Error if a module has no file of its own
 */
export function filesOf(bundle: Bundle, ends: readonly string[]): string[] {
  const files = new Set<string>()
  const add = (file: string) => {
    const chunk = bundle[file]
    if (files.has(file) || chunk?.type !== 'chunk') return
    files.add(file)
    chunk.imports.forEach(add)
  }
  for (const end of ends) {
    const chunk = Object.values(bundle).find(
      each => each.type === 'chunk' && !each.isEntry && each.facadeModuleId?.replace(/\?.*$/, '').endsWith(end),
    )
    if (!chunk) throw new Error(`no file of ${end}`)
    add(chunk.fileName)
  }
  return [...files]
}

/** Returns the paths of the files in `public`. */
export function publicFiles(folder = ''): string[] {
  return readdirSync(here(`./public/${folder}`), { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory() ? publicFiles(`${folder}${entry.name}/`) : [`/${folder}${entry.name}`],
  )
}
