import { expect, it } from 'vitest'
import { languageOf } from './language.ts'

it.each([
  [undefined, 'pt'],
  ['', 'pt'],
  ['en', 'en'],
  ['es-AR', 'es'],
  ['pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7', 'pt'],
  ['de-DE, en;q=0.5, es;q=0.8', 'es'],
  ['en;q=0, es;q=0.1', 'es'],
  ['fr', 'pt'],
  ['*', 'pt'],
  [';;q=,,en;q=1.2.3', 'pt'],
  ['es;q=0.5,en;q=abc', 'en'],
  ['EN-us', 'en'],
])('%j asks for %s', (header, language) => expect(languageOf(header)).toBe(language))
