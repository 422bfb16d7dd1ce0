import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { REPOSITORY } from '../constructs/repository.ts'

/** Folders that are built, installed or local, and hold no text of the project. */
const LEFT_OUT = new Set(['node_modules', '.git', '.local', '.local-real', '.cache', 'cdk.out', 'dist', 'screenshots'])
const TEXTS = /\.(ts|tsx|js|css|html|md|json|py|sh|yml|yaml)$/
const DECISIONS = 'docs/decisions'

function textsBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : textsBelow(path)
    return entry.isFile() && TEXTS.test(entry.name) ? [relative(REPOSITORY, path)] : []
  })
}

const read = (file: string): string => readFileSync(join(REPOSITORY, file), 'utf8')
const texts = textsBelow(REPOSITORY).map(file => ({ file, text: read(file) }))
const documents = texts.filter(({ file }) => file.endsWith('.md'))
const pages = readdirSync(join(REPOSITORY, DECISIONS)).filter(name => /^\d{4}-[a-z0-9-]+\.md$/.test(name))
const numbers = new Set(pages.map(name => name.slice(0, 4)))

/** Returns a document without its code blocks, whose brackets are no links. */
const prose = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, '')
/** Returns a document without its code blocks and inline code. */
const plain = (text: string): string => prose(text).replace(/`[^`\n]*`/g, '')

/** Returns the anchors of a document's headings, as GitHub makes them. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of prose(text).matchAll(/^#{1,6}\s+(.+?)\s*$/gm)) {
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-')
    let anchor = slug
    for (let nth = 1; anchors.has(anchor); nth++) anchor = `${slug}-${nth}`
    anchors.add(anchor)
  }
  return anchors
}

/** Returns the fault of a relative link of a document, or undefined. */
function problemOf(file: string, target: string): string | undefined {
  const [path = '', anchor] = target.split('#')
  const full = path === '' ? join(REPOSITORY, file) : join(REPOSITORY, dirname(file), decodeURI(path))
  if (!existsSync(full)) return `${file}: ${target} does not exist`
  if (anchor === undefined || !full.endsWith('.md')) return undefined
  return anchorsOf(readFileSync(full, 'utf8')).has(anchor) ? undefined : `${file}: ${target} has no such heading`
}

describe('documents', () => {
  it('link to files and headings that exist', () => {
    const problems = documents.flatMap(({ file, text }) =>
      [...plain(text).matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)]
        .map(([, target = '']) => target)
        .filter(target => !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(target))
        .map(target => problemOf(file, target)),
    )
    expect(problems.length).toBeGreaterThan(30)
    expect(problems.filter(problem => problem !== undefined)).toEqual([])
  })

  it.each([
    ['README.md', 150],
    ['CONTRIBUTING.md', 150],
    ...['shared', 'functions', 'functions/src/workers', 'session-host', 'infra', 'infra/local', 'web'].map(
      folder => [`${folder}/README.md`, 120] as const,
    ),
  ] as const)('%s has at most %i lines', (file, most) => {
    expect(read(file).trimEnd().split('\n').length).toBeLessThanOrEqual(most)
  })

  it('of the architecture name files that exist, and what they hold', () => {
    const named = [...read('docs/architecture.md').matchAll(/`([\w./-]+\.tsx?)`(?: `(\w+)`)?/g)]
    expect(named.length).toBeGreaterThan(50)
    const missing = named.filter(
      ([, file = '', name]) => !isThere(file) || (name && !new RegExp(`\\b${name}\\b`).test(read(file))),
    )
    expect(missing.map(([text]) => text)).toEqual([])
  })

  it('and code name no page that is not in the repository', () => {
    const named = /\b(1-support|2-engagement|3-sales|4-decisions|5-beyond)\b|\bDESIGN(\.md|:| §)/
    const own = 'infra/test/documents.test.ts'
    expect(texts.filter(({ file, text }) => file !== own && named.test(text)).map(({ file }) => file)).toEqual([])
  })
})

describe('decisions', () => {
  it('are one page each, with a number of their own', () => {
    expect(numbers.size).toBe(pages.length)
    for (const page of pages) expect(read(join(DECISIONS, page)).split('\n').length, page).toBeLessThanOrEqual(61)
  })

  it('exist wherever code or a document cites them', () => {
    let cited = 0
    const missing = texts.flatMap(({ file, text }) => {
      const byNumber = [...text.matchAll(/\bdecisions?[\s*]+(\d{1,4}(?:(?:, | and )\d{4})*)/gi)]
        .flatMap(([, list = '']) => list.split(/, | and /))
        .filter(number => !numbers.has(number))
      const byFile = [...text.matchAll(/docs\/decisions\/(\d{4})([a-z0-9-]*)/g)]
        .filter(([, number = '', rest]) => !numbers.has(number) || (rest && !pages.includes(`${number}${rest}.md`)))
        .map(([name]) => name)
      cited += /\bdecisions? \d{4}/i.test(text) ? 1 : 0
      return [...byNumber, ...byFile].map(name => `${file}: ${name}`)
    })
    expect(missing).toEqual([])
    expect(cited).toBeGreaterThan(100)
  })

  it('stand in the table of their folder, in order', () => {
    const rows = [...read(join(DECISIONS, 'README.md')).matchAll(/^\| \[\d{4}\]\(([^)]+)\)/gm)].map(([, name]) => name)
    expect(rows).toEqual([...pages].sort())
  })

  it('name files of the code that exist', () => {
    const workspace = /^(shared|functions|session-host|infra|web|docs)\/[\w./*$-]+$/
    const missing = pages.flatMap(page =>
      [...read(join(DECISIONS, page)).matchAll(/`([^`\n]+)`/g)]
        .map(([, path = '']) => path)
        .filter(path => workspace.test(path))
        .filter(path => (path.includes('*') ? globSync(path, { cwd: REPOSITORY }).length === 0 : !isThere(path)))
        .map(path => `${page}: ${path}`),
    )
    expect(missing).toEqual([])
  })
})

function isThere(path: string): boolean {
  const full = join(REPOSITORY, path)
  return existsSync(full) && (!path.endsWith('/') || statSync(full).isDirectory())
}
