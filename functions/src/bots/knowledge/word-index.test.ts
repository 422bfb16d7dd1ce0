import { expect, it } from 'vitest'
import { searchByWords, type WordIndex, wordNumbers } from './word-index.ts'

function indexOf(texts: readonly string[]): WordIndex {
  const words = texts.map(wordNumbers)
  const starts = Uint32Array.from([0, ...words.map((_, i) => words.slice(0, i + 1).flatMap(each => [...each]).length)])
  return { starts, words: Uint32Array.from(words.flatMap(each => [...each])) }
}

const TEXTS = [
  'Aceitamos trocas em até 7 dias com a nota fiscal.',
  'Entregamos em Campinas às terças, por R$ 10,00.',
  'O horário de atendimento é das 8 às 18 horas.',
  'Pagamento por Pix, cartão ou boleto em 100 dias.',
]
const best = (question: string) => searchByWords([indexOf(TEXTS)], question, 3).map(({ passage }) => passage)[0]

it('finds a passage by words in any form, whatever their accents and case', () => {
  expect(best('quero TROCAR um produto')).toBe(0)
  expect(best('qual é o horario?')).toBe(2)
  expect(best('a entrega em campinas custa 10?')).toBe(1)
  expect(best('cartao')).toBe(3)
})

it('takes a number whole, and finds nothing by words without content', () => {
  expect(searchByWords([indexOf(TEXTS)], '100', 5).map(({ passage }) => passage)).toEqual([3])
  expect(searchByWords([indexOf(TEXTS)], 'qual é o seu? e para onde?', 5)).toEqual([])
  expect(searchByWords([], 'troca', 5)).toEqual([])
})

it('weighs seldom words more, and says in which document a passage is', () => {
  const documents = [indexOf(['dias de festa', 'dias úteis']), indexOf(['troca em 7 dias', 'dias frios'])]
  const [first] = searchByWords(documents, 'troca em quantos dias', 4)
  expect(first).toMatchObject({ document: 1, passage: 0, score: 1 })
})
