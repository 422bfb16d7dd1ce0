import { expect, it } from 'vitest'
import { readTemplateChoice, writeTemplateChoice } from './template-choice.ts'

it('is read as it was written, and is none otherwise', () => {
  const choice = { templateId: 'a', templateVariables: { nome: '{{firstName}}' } }
  expect(readTemplateChoice(writeTemplateChoice(choice))).toEqual(choice)
  expect(writeTemplateChoice({ templateId: null, templateVariables: {} })).toBe('')
  const wrong = ['', '{', 'null', '[]', '{}', '{"templateId":"a"}', '{"templateId":1,"templateVariables":{}}']
  for (const value of [...wrong, '{"templateId":"a","templateVariables":{"nome":1}}'])
    expect(readTemplateChoice(value), value).toBeNull()
})
