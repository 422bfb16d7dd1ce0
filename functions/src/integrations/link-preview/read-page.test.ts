import { describe, expect, it } from 'vitest'
import { readPage } from './read-page.ts'

const read = (html: string | Uint8Array, type = 'text/html; charset=utf-8') =>
  readPage(typeof html === 'string' ? Buffer.from(html) : html, type)

describe('a page', () => {
  it('says its title, words and picture in its head', () => {
    expect(
      read(`<!doctype html><html><head><title>Loja</title>
        <meta property="og:title" content="Bolo &amp; caf&eacute;">
        <meta name="description" content="Outra">
        <meta property="og:description" content=" De
          cenoura ">
        <meta property="og:image" content="/bolo.jpg"></head><body>oi</body></html>`),
    ).toEqual({ title: 'Bolo & café', description: 'De cenoura', picture: '/bolo.jpg' })
  })

  it('without Open Graph is named by its title, once', () => {
    expect(read('<title>Bolo</title><svg><title>Ícone</title></svg><meta name=description content=Doce>')).toEqual({
      title: 'Bolo',
      description: 'Doce',
      picture: null,
    })
    expect(read('<p>oi</p>')).toEqual({ title: '', description: '', picture: null })
    expect(read('')).toEqual({ title: '', description: '', picture: null })
  })

  it('is not read beyond its head: what others wrote is no preview', () => {
    const comment = '<meta property="og:title" content="Falso"><title>Falso</title>'
    expect(read(`<head></head>${comment}`).title).toBe('')
    expect(read(`<body>${comment}</body>`).title).toBe('')
    expect(read(`<head><!-- ${comment} --><script>"${comment}"</script></head>`).title).toBe('')
  })

  it('cannot put a tag into a tag: the first name counts, and values are words', () => {
    const nested = '<meta property="og:image" content="http://169.254.169.254/x">'
    const html = `<head><meta property="og:title" content='${nested}'>
      <meta property="og:image" content="https://loja.example/a.png">${nested}`
    expect(read(html)).toMatchObject({ title: nested, picture: 'https://loja.example/a.png' })
  })

  it('that does not want to be quoted or shown is not', () => {
    const page = (robots: string) =>
      read(
        `<title>A</title><meta name="description" content="b"><meta property="og:image" content="/c.png"><meta name="robots" content="${robots}">`,
      )
    expect(page('noindex, nosnippet')).toEqual({ title: 'A', description: '', picture: '/c.png' })
    expect(page('noimageindex')).toEqual({ title: 'A', description: 'b', picture: null })
    expect(page('index')).toEqual({ title: 'A', description: 'b', picture: '/c.png' })
  })

  it.each([
    ['its header', 'text/html; charset=ISO-8859-1', ''],
    ['its header, quoted', 'text/html; charset="windows-1252"', ''],
    ['itself', 'text/html', '<meta charset=latin1>'],
    ['itself, as HTML 4 does', 'text/html', '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">'],
  ])('is read in the encoding that is named by %s', (_, type, meta) => {
    expect(read(Buffer.from(`${meta}<title>Pão de açúcar</title>`, 'latin1'), type).title).toBe('Pão de açúcar')
  })

  it('with an encoding that does not exist, or broken characters, is still read', () => {
    expect(read('<title>Pão</title>', 'text/html; charset=klingon').title).toBe('Pão')
    expect(read(Buffer.from('<title>P\xe3o</title>', 'latin1')).title).toBe('P\ufffdo')
    expect(read('<title>a\0b\u202egpj\u2066 \x07c</title>').title).toBe('a bgpj c')
  })

  it('is shortened, however much it says', () => {
    const { title, description, picture } = read(
      `<meta property="og:title" content="${'t'.repeat(100_000)}"><meta property="og:description" content="${'d'.repeat(100_000)}"><meta property="og:image" content="https://a.example/${'p'.repeat(5000)}">`,
    )
    expect([title.length, description.length, picture]).toEqual([200, 300, null])
    expect(read(`<title>${'t'.repeat(400_000)}`).title).toHaveLength(200)
  })

  it('keeps nobody busy, however it is nested', () => {
    const begin = performance.now()
    for (const part of [
      '<head>',
      '<b>',
      '<meta ',
      '</x>',
      '<!--',
      '<script>',
      '&amp;',
      '<b></x>',
      '<title>',
      '<meta a=b>',
    ])
      expect(read(part.repeat(512_000 / part.length)).title.length).toBeLessThanOrEqual(200)
    expect(read(`${'<b>'.repeat(80_000)}${'</x>'.repeat(60_000)}`).title).toBe('')
    expect(performance.now() - begin).toBeLessThan(2000)
  })
})
