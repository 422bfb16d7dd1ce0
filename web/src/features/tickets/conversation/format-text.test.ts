import { describe, expect, it } from 'vitest'
import { formatText, type Piece } from './format-text.ts'

const plain = (pieces: Piece[]): string =>
  pieces.map(piece => ('children' in piece ? plain(piece.children) : piece.text)).join('')

describe('formatText', () => {
  it('reads the marks of WhatsApp', () => {
    expect(formatText('oi *Maria*, _tudo_ ~mal~ `bem`')).toEqual([
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
    expect(formatText('*_a_*')).toEqual([
      { kind: 'bold', children: [{ kind: 'italic', children: [{ kind: 'text', text: 'a' }] }] },
    ])
  })

  it.each(['2*3*4', 'snake_case_name', '* lista', 'a * b * c', '*', '**', '~~', '`', '``', '*não fecha', 'a\n*b\nc*'])(
    'leaves %j as it is written',
    text => {
      expect(formatText(text)).toEqual([{ kind: 'text', text }])
    },
  )

  it('keeps a block verbatim', () => {
    expect(formatText('a ```*x*\nhttp://y.com``` b')).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'block', text: '*x*\nhttp://y.com' },
      { kind: 'text', text: ' b' },
    ])
  })

  it('finds links and mail addresses', () => {
    expect(formatText('veja https://exemplo.com.br/a?b=1 ou ana@exemplo.com')).toMatchObject([
      { kind: 'text' },
      { kind: 'link', href: 'https://exemplo.com.br/a?b=1' },
      { kind: 'text' },
      { kind: 'link', href: 'mailto:ana@exemplo.com' },
    ])
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt://exemplo.com/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
  ])('never links %j', text => {
    const hrefs = formatText(text).flatMap(piece => (piece.kind === 'link' ? [piece.href] : []))
    for (const href of hrefs) expect(href).toMatch(/^https?:\/\//)
    expect(plain(formatText(text))).toBe(text)
  })

  it.each(['<img src=x onerror=alert(1)>', '<b>oi</b> &amp;', 'a\u202Eb\u200Bc', '👩‍👩‍👧‍👦 🇧🇷'])(
    'keeps %j letter by letter',
    text => {
      expect(plain(formatText(text))).toBe(text)
    },
  )

  it('survives 64 KB of marks', () => {
    const text = '*_~`'.repeat(16_384)
    expect(plain(formatText(text)).length).toBeGreaterThan(0)
    const nested = `${'*_'.repeat(1000)}x${'_*'.repeat(1000)}`
    expect(plain(formatText(nested))).toContain('x')
  })
})
