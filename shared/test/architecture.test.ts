import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const text = readFileSync(`${root}docs/architecture.md`, 'utf8')
const PATH = /`((?:functions|infra|session-host|shared|web)\/[\w./$-]+)`/g

it('names files that exist', () => {
  const paths = [...text.matchAll(PATH)].map(([, path]) => path!)
  expect(paths.length).toBeGreaterThan(50)
  expect(paths.filter(path => !existsSync(root + path))).toEqual([])
})

it('names functions and classes that these files declare', () => {
  const named = [...text.matchAll(/`((?:functions|session-host|shared|web)\/[\w./$-]+\.tsx?)`\s+`(\w+)`/g)]
  expect(named.length).toBeGreaterThan(50)
  const wrong = named
    .filter(
      ([, path, name]) => !new RegExp(`\\b(function|const|class) ${name}\\b`).test(readFileSync(root + path, 'utf8')),
    )
    .map(([, path, name]) => `${path} ${name}`)
  expect(wrong).toEqual([])
})

it('is read in ten minutes', () => {
  expect(text.split('\n').length).toBeLessThanOrEqual(200)
})
