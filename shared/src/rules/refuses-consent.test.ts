import { expect, it } from 'vitest'
import { refusesConsent } from './refuses-consent.ts'

it.each([
  'Não',
  'nao, obrigado',
  'n',
  'Prefiro não informar',
  'eu não autorizo isso',
  'De jeito nenhum!',
  'No',
  'no quiero',
  'prefiero que no',
  "I'd rather not",
  "please don't",
  'I refuse',
])('"%s" refuses', text => {
  expect(refusesConsent(text)).toBe(true)
})

it.each([
  'Sim',
  'Pode sim',
  'claro, sem problema',
  'Sí',
  'yes, go ahead',
  'ok',
  '529.982.247-25',
  'Não tem problema, pode',
  'Norma Nogueira',
  '',
])('"%s" does not refuse', text => {
  expect(refusesConsent(text)).toBe(false)
})
