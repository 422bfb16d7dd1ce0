import { expect, it } from 'vitest'
import { sourceTexts } from './row-kinds.ts'

/** Files that write keys or requests of the table in words, each with why. */
const BY_HAND: Record<string, string> = {
  'data/account/password-reset.ts': 'defined rows, whose company is a part of the installation',
  'data/company/export-rows.ts': 'reads whole partitions, with rows of several kinds and of every age',
  'data/company/reseal-company.ts': 'replaces one attribute of rows of several kinds',
  'data/table': 'the kit itself, and the two reads that cost less in words: of search items, and of keys to scan',
}

/** Key of a company or the installation as a template literal; the kit puts templates in quotes. */
const KEY = /`(?:\$\{[\w.]*[cC]ompanyId\}|\$\{SYSTEM\}|system)#[a-z][\w-]*(?:#|`)/
const REQUEST = /\b(?:Update|Condition|KeyCondition|Projection|Filter)Expression\b/
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g

it('keys and requests of the table are written by the kit', () => {
  const found = [...sourceTexts()].flatMap(([path, text]) => {
    const code = text.replace(COMMENT, '')
    return KEY.test(code) || REQUEST.test(code) ? [path] : []
  })
  const allowed = Object.keys(BY_HAND)
  const isIn = (path: string, place: string) => path === place || path.startsWith(`${place}/`)
  expect(found.filter(path => !allowed.some(place => isIn(path, place)))).toEqual([])
  expect(allowed.filter(place => !found.some(path => isIn(path, place)))).toEqual([])
})
