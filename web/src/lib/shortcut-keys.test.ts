import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { SHORTCUT_KEYS } from './shortcut-keys.ts'

const entries = Object.entries(SHORTCUT_KEYS).map(([id, keys]) => ({ id, keys: [keys].flat() as string[] }))
const source = fileURLToPath(new URL('..', import.meta.url))
const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$|shortcut-keys/.test(path))
  .map(path => readFileSync(`${source}/${path}`, 'utf8'))
  .join('\n')

/** Handled by the browser (a line), and by the text a field holds (quick replies). */
const NATIVE = ['composer.line', 'composer.quickReply']

describe('the map of keys', () => {
  it('lists exactly what the handlers take', () => {
    const handled = new Set(
      [...code.matchAll(/(?:useShortcut|isShortcut)\(\s*(?:event, )?'([\w.]+)'/g)].map(hit => hit[1]),
    )
    expect(entries.map(({ id }) => id).filter(id => !handled.has(id))).toEqual(NATIVE)
  })

  it.each(['pt', 'en', 'es'])('has a label for each, in %s', language => {
    const texts = JSON.parse(readFileSync(`${source}/locales/${language}/shortcuts.json`, 'utf8')) as Record<
      string,
      Record<string, string>
    >
    const { title: _, bar: __, place: places, ...labels } = texts
    const labelled = Object.entries(labels).flatMap(([place, of]) =>
      Object.keys(of).map(action => `${place}.${action}`),
    )
    expect(labelled.sort()).toEqual(entries.map(({ id }) => id).sort())
    expect(Object.keys(places ?? {}).sort()).toEqual([...Object.keys(labels), 'screens'].sort())
  })

  it('gives a letter or number one meaning everywhere', () => {
    const meanings = new Map<string, Set<string>>()
    for (const { id, keys } of entries)
      for (const key of keys) {
        if (!/^(?:mod\+|shift\+)?[a-z0-9]$/.test(key)) continue
        meanings.set(key, (meanings.get(key) ?? new Set()).add(id.slice(id.indexOf('.') + 1)))
      }
    expect([...meanings].filter(([, actions]) => actions.size > 1)).toEqual([])
  })
})
