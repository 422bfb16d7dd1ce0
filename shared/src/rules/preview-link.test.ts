import { describe, expect, it } from 'vitest'
import { asPreviewLink, previewLink } from './preview-link.ts'

const url = (text: string) => previewLink(text)?.url ?? null

describe('the link of a text that gets a preview', () => {
  it.each([
    ['veja https://loja.example/bolo', 'https://loja.example/bolo'],
    ['(https://loja.example/bolo).', 'https://loja.example/bolo'],
    ['*https://loja.example/bolo*', 'https://loja.example/bolo'],
    ['https://pt.wikipedia.example/wiki/Bolo_(doce)', 'https://pt.wikipedia.example/wiki/Bolo_(doce)'],
    ['www.loja.example, ou https://outra.example', 'https://www.loja.example/'],
    ['HTTP://LOJA.example/A#fim', 'http://loja.example/A'],
    ['https://loja.example/p?id=1&cor=azul', 'https://loja.example/p?id=1&cor=azul'],
  ])('of %j is %j', (text, wanted) => expect(url(text)).toBe(wanted))

  it.each([
    '',
    'sem link',
    'ana@www.example.com',
    'https://ana:segredo@loja.example/',
    'https://localhost/',
    'https://loja.example/?token=abc',
    'https://loja.example/?a=1&X-Amz-Signature=abc',
    'https://loja.example/unsubscribe/9',
    'https://loja.example/conta/reset?u=1',
    `https://loja.example/${'a'.repeat(2100)}`,
    'javascript:alert(1)',
    'data:text/html,https',
  ])('of %j is none', text => expect(previewLink(text)).toBeNull())

  it('keeps the words of the text, by which it is found again', () => {
    expect(previewLink('oi www.loja.example/x!')).toEqual({
      text: 'www.loja.example/x',
      url: 'https://www.loja.example/x',
    })
    expect(asPreviewLink('loja.example/x')).toEqual({ text: 'loja.example/x', url: 'https://loja.example/x' })
  })

  it('of a long text without one is soon known', () => {
    const begin = performance.now()
    expect(previewLink('www.'.repeat(20_000))).toBeNull()
    expect(previewLink(`https://a.b/${')'.repeat(60_000)}`)).toBeNull()
    expect(url(`https://a.b/${')'.repeat(2000)}`)).toBe('https://a.b/')
    expect(performance.now() - begin).toBeLessThan(500)
  })
})
