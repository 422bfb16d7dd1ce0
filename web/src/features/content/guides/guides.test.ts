import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { GUIDE_OF_SCREEN } from '#/shell/guide-of-screen.ts'
import { findGuides, guides } from './guides.ts'
import { parseGuide, piecesOf, textsOf } from './parse-guide.ts'

const web = fileURLToPath(new URL('../../../../', import.meta.url))

/** Returns every text of a file of texts. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as Record<string, unknown>).flatMap(textsIn)
const shown = new Set(
  globSync(`${web}src/locales/pt/*.json`).flatMap(file => textsIn(JSON.parse(readFileSync(file, 'utf8')))),
)

describe('the guides', () => {
  it('quote labels that are on the screen', () => {
    const unknown = guides.flatMap(({ name, blocks }) =>
      blocks
        .flatMap(textsOf)
        .flatMap(piecesOf)
        .filter(({ kind, text }) => kind === 'label' && !shown.has(text))
        .map(({ text }) => `${name}: ${text}`),
    )
    expect(unknown).toEqual([])
  })

  it('are there for each screen with a "?", and lead to one another', () => {
    const names = new Set(guides.map(({ name }) => name))
    const led = guides.flatMap(({ blocks }) =>
      blocks
        .flatMap(textsOf)
        .flatMap(piecesOf)
        .flatMap(piece => (piece.kind === 'link' ? [piece.guide] : [])),
    )
    expect(led.length).toBeGreaterThan(10)
    expect([...Object.values(GUIDE_OF_SCREEN), ...led].filter(name => !names.has(name))).toEqual([])
    // No title leads to the keys, views and the distribution, which have no screen of their own.
    const without = [...names].filter(name => !Object.values(GUIDE_OF_SCREEN).includes(name))
    expect(without).toEqual(['distribuir-atendimentos', 'visoes', 'atalhos-do-teclado'])
  })

  it('are short, listed, and begin with words that say what they are about', () => {
    for (const { name, title, about, blocks } of guides) {
      const lines = readFileSync(`${web}../docs/user/${name}.md`, 'utf8').trimEnd().split('\n')
      expect([name, lines.length >= 20 && lines.length <= 60]).toEqual([name, true])
      expect([name, title.length > 3, blocks.length > 3, existsSync(`${web}../docs/user/${name}.md`)]).toEqual([
        name,
        true,
        true,
        true,
      ])
      expect(name === 'observacoes-e-respostas-rapidas' || about.length > 20).toBe(true)
    }
  })

  it('are found without accents, by title first', () => {
    expect(findGuides('').length).toBe(guides.length)
    expect(findGuides('observacao').map(({ name }) => name)).toContain('observacoes-e-respostas-rapidas')
    expect(findGuides('PIX')[0]?.name).toBe('pedidos-e-pix')
    expect(findGuides('janela de 24')[0]?.name).toBe('api-oficial-e-modelos')
    expect(findGuides('xyzzy')).toEqual([])
  })
})

describe('a guide', () => {
  it('has blocks, and texts have pieces', () => {
    const { title, blocks } = parseGuide(
      '# Um\n\nDuas\nlinhas.\n\n1. **A** e\n   mais\n2. dois\n\n- x\n\n| a | b |\n|---|---|\n| **c** | d |\n\n## Fim\n\n![O que é](pictures/a-10x5.webp)\n',
    )
    expect(title).toBe('Um')
    expect(blocks).toEqual([
      { kind: 'text', text: 'Duas linhas.' },
      { kind: 'list', ordered: true, items: ['**A** e mais', 'dois'] },
      { kind: 'list', ordered: false, items: ['x'] },
      { kind: 'table', head: ['a', 'b'], rows: [['**c**', 'd']] },
      { kind: 'heading', text: 'Fim' },
      { kind: 'picture', alt: 'O que é', file: 'a-10x5.webp' },
    ])
    expect(piecesOf('`{{nome}}` e `a | b`')).toEqual([
      { kind: 'code', text: '{{nome}}' },
      { kind: 'plain', text: ' e ' },
      { kind: 'code', text: 'a | b' },
    ])
    expect(piecesOf('Veja **Filas** e [isto](filas-e-horarios.md).')).toEqual([
      { kind: 'plain', text: 'Veja ' },
      { kind: 'label', text: 'Filas' },
      { kind: 'plain', text: ' e ' },
      { kind: 'link', text: 'isto', guide: 'filas-e-horarios' },
      { kind: 'plain', text: '.' },
    ])
  })
})
