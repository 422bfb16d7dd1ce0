import { IMPORT_TEXTS } from '@balcao/shared/rules/imports/import-texts.ts'
import { LANGUAGES } from '@balcao/shared/rules/language.ts'
import { expect, it } from 'vitest'

it.each(LANGUAGES)('names kinds and reasons as the report does, in %s', async language => {
  const { kind, refused, joined, changed } = (await import(`../../locales/${language}/imports.json`)).default
  expect({ kind, refused, joined, changed }).toEqual(IMPORT_TEXTS[language])
})
