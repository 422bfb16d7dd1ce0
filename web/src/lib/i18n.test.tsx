import i18next from 'i18next'
import { expect, it } from 'vitest'
import { languages, startI18n } from './i18n.ts'

it.each(languages)('counts nothing and a million in the plural, in %s', async language => {
  await startI18n(language, ['lists'])
  const forms = [0, 1, 2, 1_000_000].map(count => i18next.t('lists:bulk.deleted', { count }).replace(/\d+ /, ''))
  expect(forms[1]).not.toBe(forms[2])
  expect([forms[0], forms[3]]).toEqual([forms[2], forms[2]])
})
