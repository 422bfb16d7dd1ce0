import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const folder = fileURLToPath(new URL('.', import.meta.url))
const files = readdirSync(`${folder}/pt`).filter(name => name.endsWith('.json'))

function textsOf(language: string, file: string) {
  const texts = new Map<string, string>()
  const walk = (node: Record<string, unknown>, path: string) => {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === 'string') texts.set(path + key, value)
      else walk(value as Record<string, unknown>, `${path}${key}.`)
    }
  }
  walk(JSON.parse(readFileSync(`${folder}/${language}/${file}`, 'utf8')), '')
  return texts
}

const variablesOf = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(match => match[1]).sort()

describe.each(['en', 'es'])('the texts in %s', language => {
  it('are in the same files as the Portuguese ones', () => {
    expect(readdirSync(`${folder}/${language}`).filter(name => name.endsWith('.json'))).toEqual(files)
  })

  it.each(files)('%s has the same keys, no more and no less', file => {
    expect([...textsOf(language, file).keys()].sort()).toEqual([...textsOf('pt', file).keys()].sort())
  })

  it.each(files)('%s fills the same variables and leaves nothing empty', file => {
    const source = textsOf('pt', file)
    for (const [key, text] of textsOf(language, file)) {
      expect.soft(text.trim(), `${file} ${key}`).not.toBe('')
      expect.soft(variablesOf(text), `${file} ${key}`).toEqual(variablesOf(source.get(key) ?? ''))
    }
  })
})

describe('the texts of a count', () => {
  it.each(files)('%s has both forms of every count', file => {
    const keys = new Set(textsOf('pt', file).keys())
    for (const key of keys) {
      if (key.endsWith('_one')) expect.soft(keys.has(key.replace(/_one$/, '_other')), key).toBe(true)
      if (key.endsWith('_other')) expect.soft(keys.has(key.replace(/_other$/, '_one')), key).toBe(true)
    }
  })
})

const found = (language: string, file: string, wrong: RegExp) =>
  [...textsOf(language, file)].filter(([, text]) => wrong.test(text))

describe('the words', () => {
  it.each(files)('%s says usted in Spanish', file => {
    const tu =
      /(?<![\p{L}.])(tú|tus?|ti|te|contigo|puedes|tienes|quieres|eres|debes|necesitas|elijas|guardes|uses)(?!\p{L})|^(pega|elige|completa|selecciona) (?!con)/iu
    expect(found('es', file, tu)).toEqual([])
  })

  it.each(files)('%s is spelled in one English', file => {
    expect(
      found('en', file, /\bcancel(ed|ing)\b|\bcolors?\b(?!\}\})|\bneighborhood|\bcatalog\b|\blicense\b|\d\}* %/i),
    ).toEqual([])
  })
})
