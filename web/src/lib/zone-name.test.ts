// @vitest-environment jsdom
import i18next from 'i18next'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startI18n } from './i18n.ts'
import { zoneName, zoneOffset } from './zone-name.ts'

beforeAll(() => startI18n('pt'))
afterEach(() => i18next.changeLanguage('pt'))

it('names a time zone as people say it, in each language, and an unknown one by its id', async () => {
  const names: string[] = []
  for (const language of ['pt', 'en', 'es'] as const) {
    await i18next.changeLanguage(language)
    names.push(...['America/Sao_Paulo', 'America/Manaus', 'Europe/Lisbon'].map(zoneName))
  }
  expect(names).toEqual([
    ...['Horário de Brasília', 'Horário do Amazonas', 'Horário da Europa Ocidental'],
    ...['Brasilia Time', 'Amazon Time', 'Western European Time'],
    ...['hora de Brasilia', 'hora del Amazonas', 'hora de Europa occidental'],
  ])
  expect([zoneName('America/Nova_Roma'), zoneOffset('America/Nova_Roma')]).toEqual(['America/Nova Roma', ''])
  expect(zoneOffset('America/Sao_Paulo')).toBe('GMT-3')
})
