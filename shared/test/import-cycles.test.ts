import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const WORKSPACES = ['shared', 'functions', 'session-host', 'infra', 'web']
/** Imports and re-exports, of types too; lazy imports may point back. */
const IMPORT = /^(?:import|export)\s(?:[^'";]*\sfrom\s)?'([^']+)'/gm
/** The parts of a session hold each other, so in the session host types may point back too. */
const IMPORT_OF_VALUES = /^(?:import|export)\s(?!type\s)(?:[^'";]*\sfrom\s)?'([^']+)'/gm

function pathOf(from: string, name: string): string | undefined {
  if (name.startsWith('.')) return join(dirname(from), name)
  if (name.startsWith('#/')) return join(root, 'web/src', name.slice(2))
  const [, workspace, path] = /^@balcao\/([\w-]+)\/(.+)$/.exec(name) ?? []
  return workspace && path && [join(root, workspace, path), join(root, workspace, 'src', path)].find(existsSync)
}

function importsOf(file: string): string[] {
  const pattern = file.startsWith(join(root, 'session-host/src')) ? IMPORT_OF_VALUES : IMPORT
  const imports = [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => pathOf(file, name!))
  return imports.filter(path => path !== undefined)
}

it('no files import each other in a circle', () => {
  const imports = new Map<string, string[]>()
  for (const workspace of WORKSPACES)
    for (const entry of readdirSync(join(root, workspace), { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name)
      if (/\.tsx?$/.test(file) && !file.includes('node_modules')) imports.set(file, importsOf(file))
    }
  expect(imports.size).toBeGreaterThan(1000)

  const circles: string[] = []
  const done = new Set<string>()
  const way: string[] = []
  const follow = (file: string) => {
    const start = way.indexOf(file)
    if (start >= 0) circles.push([...way.slice(start), file].map(each => relative(root, each)).join(' → '))
    if (start >= 0 || done.has(file)) return
    way.push(file)
    for (const next of imports.get(file) ?? []) follow(next)
    way.pop()
    done.add(file)
  }
  for (const file of imports.keys()) follow(file)
  expect(circles).toEqual([])
})
