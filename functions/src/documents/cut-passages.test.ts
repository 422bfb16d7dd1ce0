import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutPassages, PASSAGE_LENGTH } from './cut-passages.ts'
import { readText } from './read-text.ts'

const cut = (text: string) => [...cutPassages(readText(text))]

it('keeps paragraphs under the same headings together, each with its headings', () => {
  const text = `# Trocas\n\nAté 7 dias.\n\nCom a nota.\n\n## Roupas\nSem uso.\n# Entrega\nEm 3 dias.`
  expect(cut(text)).toEqual([
    { heading: 'Trocas', text: 'Até 7 dias.\nCom a nota.' },
    { heading: 'Trocas › Roupas', text: 'Sem uso.' },
    { heading: 'Entrega', text: 'Em 3 dias.' },
  ])
})

it('takes a short line on its own for a heading, and loses no line that has nothing below it', () => {
  expect(cut('Horário\n\nDas 8 às 18 horas.\n\nEndereço\n\nRua das Flores, 10\n\nCentro')).toEqual([
    { heading: 'Horário', text: 'Das 8 às 18 horas.' },
    { heading: 'Endereço', text: 'Rua das Flores, 10\nCentro' },
  ])
  expect(cut('# Só um título\n# Outro')).toEqual([
    { heading: '', text: 'Só um título' },
    { heading: '', text: 'Outro' },
  ])
})

it('cuts a long paragraph behind a sentence, and begins the next passage with the end of the last', () => {
  const sentences = Array.from({ length: 60 }, (_, i) => `A frase de número ${i} diz o que vale na loja.`)
  const passages = cut(sentences.join(' '))
  expect(passages.length).toBeGreaterThan(2)
  for (const { text } of passages) {
    expect(text).toMatch(/^A frase .*loja\.$/s)
    expect(text.length).toBeLessThanOrEqual(PASSAGE_LENGTH)
  }
  for (const [i, { text }] of passages.entries())
    if (i > 0) expect(passages[i - 1]!.text).toContain(text.slice(0, text.indexOf('.') + 1))
})

it('cuts no word that fits, no character, and loses nothing', () => {
  const words = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), { maxLength: 400 })
  fc.assert(
    fc.property(words, given => {
      const text = given.join(' ')
      const blocks = readText(text)
      const known = new Set(blocks.flatMap(block => block.text.split(/\s+/)))
      const passages = [...cutPassages(blocks)]
      for (const passage of passages) {
        expect(passage.text.length).toBeLessThanOrEqual(PASSAGE_LENGTH)
        expect(passage.text.isWellFormed()).toBe(true)
        for (const word of passage.text.split(/\s+/)) expect(known.has(word)).toBe(true)
      }
      const found = new Set(passages.flatMap(passage => `${passage.heading} ${passage.text}`.split(/[\s›]+/)))
      for (const word of known) if (word.length > 0 && !word.includes('›')) expect(found.has(word)).toBe(true)
    }),
  )
  const long = '😀'.repeat(3000)
  const pieces = cut(long)
  expect(pieces.every(({ text }) => text.isWellFormed() && text.length <= PASSAGE_LENGTH)).toBe(true)
  expect(pieces.map(({ text }) => text).join('')).toBe(long)
})
