import { orderText } from '@balcao/shared/rules/sales/order-text.ts'
import { formatText, mayHaveLinks, type Piece } from '@balcao/shared/rules/text-marks.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleItem, sampleOrder } from '#/testing/sample-order.ts'
import { findLinks } from './find-links.ts'

const format = (text: string) => formatText(text, findLinks)

const plain = (pieces: Piece[]): string =>
  pieces.map(piece => ('children' in piece ? plain(piece.children) : piece.text)).join('')

describe('formatText', () => {
  it('reads the marks of WhatsApp', () => {
    expect(format('oi *Maria*, _tudo_ ~mal~ `bem`')).toEqual([
      { kind: 'text', text: 'oi ' },
      { kind: 'bold', children: [{ kind: 'text', text: 'Maria' }] },
      { kind: 'text', text: ', ' },
      { kind: 'italic', children: [{ kind: 'text', text: 'tudo' }] },
      { kind: 'text', text: ' ' },
      { kind: 'strike', children: [{ kind: 'text', text: 'mal' }] },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'bem' },
    ])
  })

  it('nests marks', () => {
    expect(format('*_a_*')).toEqual([
      { kind: 'bold', children: [{ kind: 'italic', children: [{ kind: 'text', text: 'a' }] }] },
    ])
  })

  it.each(['2*3*4', 'snake_case_name', '* lista', 'a * b * c', '*', '**', '~~', '`', '``', '*não fecha', 'a\n*b\nc*'])(
    'leaves %j as it is written',
    text => {
      expect(format(text)).toEqual([{ kind: 'text', text }])
    },
  )

  it.each(['pix.exemplo.com.br/qr/v2/9d36b84f', 'maria_*silva*@exemplo.com.br'])(
    'leaves a Pix code whole that names %s, and finds the link behind it',
    named => {
      const code = `00020126580014br.gov.bcb.pix0136${named}5204000053039865802BR5913PADARIA DA SE6009SAO PAULO62070503***6304A1b2`
      const link = { kind: 'link', text: 'https://exemplo.com', href: 'https://exemplo.com' }
      expect(format(`Pague: ${code} ou em https://exemplo.com`)).toEqual([
        { kind: 'text', text: `Pague: ${code} ou em ` },
        link,
      ])
      expect(format(`*Pix*\n${code}`).at(-1)).toEqual({ kind: 'text', text: `\n${code}` })
    },
  )

  it('keeps a block verbatim', () => {
    expect(format('a ```*x*\nhttp://y.com``` b')).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'block', text: '*x*\nhttp://y.com' },
      { kind: 'text', text: ' b' },
    ])
  })

  it('finds links and mail addresses', () => {
    expect(format('veja https://exemplo.com.br/a?b=1 ou ana@exemplo.com')).toMatchObject([
      { kind: 'text' },
      { kind: 'link', href: 'https://exemplo.com.br/a?b=1' },
      { kind: 'text' },
      { kind: 'link', href: 'mailto:ana@exemplo.com' },
    ])
  })

  it.each([
    'veja https://exemplo.com.br/a?b=1',
    'ana@exemplo.com',
    'exemplo.com.br',
    'www.exemplo.com',
    'http://10.0.0.1/x',
  ])('looks for links in %j, which stays text until what finds them is there', text => {
    expect(mayHaveLinks(text)).toBe(true)
    expect(format(text).some(piece => piece.kind === 'link')).toBe(true)
    expect(formatText(text, null)).toEqual([{ kind: 'text', text }])
  })

  it.each(['Bom dia.', 'às 10:30 então', 'R$ 1.250,00', 'certo... obrigada', 'Obs: amanhã'])(
    'does not look for links in %j',
    text => {
      expect(mayHaveLinks(text)).toBe(false)
    },
  )

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt://exemplo.com/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
  ])('never links %j', text => {
    const hrefs = format(text).flatMap(piece => (piece.kind === 'link' ? [piece.href] : []))
    for (const href of hrefs) expect(href).toMatch(/^https?:\/\//)
    expect(plain(format(text))).toBe(text)
  })

  it.each(['<img src=x onerror=alert(1)>', '<b>oi</b> &amp;', 'a\u202Eb\u200Bc', '👩‍👩‍👧‍👦 🇧🇷'])(
    'keeps %j letter by letter',
    text => {
      expect(plain(format(text))).toBe(text)
    },
  )

  it('survives 64 KB of marks', () => {
    const text = '*_~`'.repeat(16_384)
    expect(plain(format(text)).length).toBeGreaterThan(0)
    const nested = `${'*_'.repeat(1000)}x${'_*'.repeat(1000)}`
    expect(plain(format(nested))).toContain('x')
  })
})

describe("an order's text", () => {
  it('has the marks of its headings and its total, whatever its names are made of', () => {
    const headings = format(orderText(sampleOrder(), 'pt')).filter(({ kind }) => kind !== 'text')
    expect(headings.map(({ kind }) => kind)).toEqual(['bold', 'bold', 'bold', 'bold', 'bold'])
    const name = fc.string({
      unit: fc.constantFrom('*', '_', '~', '`', '```', ' ', 'a', 'é', '1', '\n', '>', '🙂'),
      maxLength: 30,
    })
    fc.assert(
      fc.property(name, name, (one, other) => {
        const order = sampleOrder({ items: [sampleItem(one), sampleItem(other)], store: { id: '', name: other } })
        const marked = formatText(orderText(order, 'pt'), null).filter(({ kind }) => kind !== 'text')
        expect(marked).toEqual(headings)
      }),
      { numRuns: 100 },
    )
  })
})
