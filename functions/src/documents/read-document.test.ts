import { deflateSync } from 'node:zlib'
import { utils, write } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { docxParagraph, docxParts, pdfOf, pdfPage, zipOf } from '../../test/document-files.ts'
import { readDocument } from './read-document.ts'

const passagesOf = async (...args: Parameters<typeof readDocument>) => (await readDocument(...args)).passages
const refusal = async (...args: Parameters<typeof readDocument>): Promise<string> => {
  try {
    return `${(await readDocument(...args)).passages.length} passages`
  } catch (error) {
    return (error as { code: string }).code
  }
}

const DOCX = ['# Trocas', 'Aceitamos trocas em até 7 dias.', '## Roupas', 'Sem uso, com etiqueta.'].map(docxParagraph)

describe('a document', () => {
  it('is read from a PDF, with what is printed larger as its headings and without its heads and feet', async () => {
    const pages = ['Trocas', 'Entrega', 'Pagamento'].map((title, i) => [
      ...pdfPage([
        `# ${title}`,
        `A loja responde por ${title.toLowerCase()} com as regras desta pági-`,
        'na, sem mais.',
      ]),
      { size: 9, text: `Loja da Ana - página ${i + 1}`, y: 20 },
    ])
    expect(await passagesOf('pdf', pdfOf(pages))).toEqual([
      { heading: 'Trocas', text: 'A loja responde por trocas com as regras desta página, sem mais.' },
      { heading: 'Entrega', text: 'A loja responde por entrega com as regras desta página, sem mais.' },
      { heading: 'Pagamento', text: 'A loja responde por pagamento com as regras desta página, sem mais.' },
    ])
    const packed = pdfOf([pdfPage(['# Frete', 'Grátis acima de R$ 100.'])], body => ({
      body: deflateSync(body),
      filter: 'FlateDecode',
    }))
    expect(await passagesOf('pdf', packed)).toEqual([{ heading: 'Frete', text: 'Grátis acima de R$ 100.' }])
  })

  it('is read from a Word document, with its headings and tables', async () => {
    const cell = (text: string) => `<w:tc>${docxParagraph(text)}</w:tc>`
    const table = `<w:tbl><w:tr>${cell('Bairro')}${cell('Frete')}</w:tr><w:tr>${cell('Centro')}${cell('R$ 5')}</w:tr></w:tbl>`
    expect(await passagesOf('docx', zipOf(docxParts(DOCX.join('') + table)))).toEqual([
      { heading: 'Trocas', text: 'Aceitamos trocas em até 7 dias.' },
      { heading: 'Trocas › Roupas', text: 'Sem uso, com etiqueta.\nBairro | Frete\nCentro | R$ 5' },
    ])
  })

  it('is read from a sheet, each value with the name of its column', async () => {
    const rows = [
      ['Produto', 'Preço'],
      ['Bolo de cenoura', 35],
      ['Café', 8.5],
    ]
    const text = 'Produto: Bolo de cenoura; Preço: 35\nProduto: Café; Preço: 8.5'
    const book = { SheetNames: ['Preços'], Sheets: { Preços: utils.aoa_to_sheet(rows) } }
    const xlsx = Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' }))
    expect(await passagesOf('sheet', xlsx)).toEqual([{ heading: '', text }])
    expect(await passagesOf('sheet', Buffer.from(rows.map(row => row.join(';')).join('\n')))).toEqual([
      { heading: '', text },
    ])
  })

  it('is read from a page: its own content, without menus and scripts', async () => {
    const page = `<!doctype html><html><head><title>Trocas — Loja</title><style>p{}</style></head><body>
      <nav><a href="/">Início</a></nav><h1>Trocas</h1><p>Aceitamos <b>trocas</b> em<br>7&nbsp;dias.</p>
      <table><tr><th>Prazo</th><td><p>7 dias</p></td></tr></table><script>fora()</script><footer>CNPJ</footer>`
    expect(await readDocument('page', Buffer.from(page))).toEqual({
      title: 'Trocas — Loja',
      passages: [{ heading: 'Trocas', text: 'Aceitamos trocas em\n7 dias.\nPrazo | 7 dias' }],
    })
    const main = `<h2>Outras notícias</h2><p>Fora.</p><main><h1>Frete</h1><p>${'Grátis no centro. '.repeat(20)}</p></main>`
    const [only, ...others] = await passagesOf('page', Buffer.from(main))
    expect([only!.heading, others]).toEqual(['Frete', []])
  })

  it('is read from a text of any usual encoding', async () => {
    for (const bytes of [Buffer.from('Ação é já'), Buffer.from('Ação é já', 'latin1')])
      expect(await passagesOf('text', bytes)).toEqual([{ heading: '', text: 'Ação é já' }])
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Ação é já', 'utf16le')])
    expect(await passagesOf('text', wide)).toEqual([{ heading: '', text: 'Ação é já' }])
  })
})

describe('a hostile document', () => {
  it('that is none, is cut off or has no text is refused with a code', async () => {
    const pdf = pdfOf([pdfPage(['# Frete', 'Grátis.'])])
    const docx = zipOf(docxParts(DOCX.join('')))
    expect(await refusal('pdf', Buffer.from('não sou um PDF'))).toBe('ERR_DOCUMENT_UNREADABLE')
    expect(await refusal('pdf', pdfOf([[]]))).toBe('ERR_DOCUMENT_EMPTY')
    expect(await refusal('docx', pdf)).toBe('ERR_DOCUMENT_UNREADABLE')
    expect(await refusal('docx', docx.subarray(0, docx.length / 2))).toBe('ERR_DOCUMENT_UNREADABLE')
    expect(await refusal('docx', zipOf({ 'xl/workbook.xml': '<workbook/>' }))).toBe('ERR_DOCUMENT_UNREADABLE')
    expect(await refusal('docx', Buffer.from('d0cf11e0a1b11ae100000000', 'hex'))).toBe('ERR_DOCUMENT_PASSWORD')
    expect(await refusal('sheet', docx)).toBe('ERR_SHEET_UNREADABLE')
    expect(await refusal('text', Buffer.from([0x4d, 0x5a, 0, 1, 2, 3]))).toBe('ERR_DOCUMENT_UNREADABLE')
    expect(await refusal('page', Buffer.from('<p> </p>'))).toBe('ERR_DOCUMENT_EMPTY')
    // As few bytes as they have of them.
    for (const kind of ['pdf', 'docx', 'page'] as const)
      for (let size = 1; size < 400; size += 57)
        expect(await refusal(kind, (kind === 'docx' ? docx : pdf).subarray(0, size))).toMatch(/^ERR_DOCUMENT|^1 pass/)
  })

  it('that unpacks to far more than it has is refused, however it does so', async () => {
    const long = docxParagraph('a'.repeat(1000)).repeat(12_000)
    const bomb = zipOf(docxParts(long))
    expect(bomb.length).toBeLessThan(200_000)
    expect(await refusal('docx', bomb)).toBe('ERR_DOCUMENT_TOO_LARGE')
    // Its directory says that the part is small.
    const liar = Buffer.from(bomb)
    for (let at = liar.indexOf('word/document.xml'); at >= 0; at = liar.indexOf('word/document.xml', at + 1))
      if (liar.readUInt32LE(at - 46) === 0x02014b50) liar.writeUInt32LE(100, at - 46 + 24)
    expect(await refusal('docx', liar)).toMatch(/^ERR_DOCUMENT_(UNREADABLE|TOO_LARGE)$/)
    const stream = deflateSync(Buffer.concat([Buffer.from('BT /F1 11 Tf '), Buffer.alloc(400_000_000, ' ')]))
    const pdf = pdfOf([pdfPage(['x'])], () => ({ body: stream, filter: 'FlateDecode' }))
    expect(pdf.length).toBeLessThan(1_000_000)
    expect(await refusal('pdf', pdf)).toMatch(/^ERR_DOCUMENT_(TOO_LARGE|EMPTY|UNREADABLE)$/)
  }, 90_000)

  it('that names entities or files of others is refused', async () => {
    const laughs = '<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>'
    expect(await refusal('docx', zipOf(docxParts(docxParagraph('&f;&b;'), laughs)))).toBe('ERR_DOCUMENT_UNREADABLE')
  })

  it('with thousands of pages or a heap of its own is refused', async () => {
    const pages = Array.from({ length: 10_000 }, (_, i) => pdfPage([`Página ${i}`]))
    expect(await refusal('pdf', pdfOf(pages))).toBe('ERR_DOCUMENT_TOO_LARGE')
    const tree = zipOf(docxParts('<w:p><w:r><w:t>a</w:t></w:r></w:p>'.repeat(250_000)))
    expect(await refusal('docx', tree, '', { timeoutMs: 60_000, heapMb: 64, growthMb: 2000 })).toBe(
      'ERR_DOCUMENT_TOO_LARGE',
    )
  }, 90_000)

  it('that takes too long ends with its thread', async () => {
    const tags = Buffer.from('<div>'.repeat(150_000))
    const begun = Date.now()
    expect(await refusal('page', tags, '', { timeoutMs: 300, heapMb: 128, growthMb: 500 })).toMatch(
      /^ERR_DOCUMENT_(TOO_LARGE|EMPTY)$/,
    )
    expect(Date.now() - begun).toBeLessThan(10_000)
  })
})
