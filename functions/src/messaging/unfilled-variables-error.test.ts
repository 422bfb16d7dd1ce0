import { expect, it } from 'vitest'
import { unfilledVariablesError } from './unfilled-variables-error.ts'

it('tells a value that is missing from one that cannot be sent, whatever the variables are called', () => {
  const names = ['nome', 'oferta', 'constructor', '__proto__']
  expect(unfilledVariablesError(names, 'templateVariables', { nome: 'a\nb', oferta: ' ' }).details).toEqual([
    { path: 'templateVariables.nome', code: 'invalid_format' },
    { path: 'templateVariables.oferta', code: 'required' },
    { path: 'templateVariables.constructor', code: 'required' },
    { path: 'templateVariables.__proto__', code: 'required' },
  ])
})
