// @vitest-environment jsdom
import { brCode } from '@balcao/shared/rules/sales/br-code.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { changeLanguage, loadTexts, startI18n } from '#/lib/i18n.ts'
import { sampleItem, sampleOrder } from '#/testing/sample-order.ts'
import { orderPdf, pdfName } from './order-pdf.ts'
import { qrPath } from './qr-path.tsx'

/** Read back by pdf.js: the text of each page, its words in the order they were written. */
async function read(bytes: Uint8Array) {
  const { extractText, getDocumentProxy } = await import('unpdf')
  const document = await getDocumentProxy(bytes.slice())
  const { text } = await extractText(document, { mergePages: false })
  const page = await document.getPage(1)
  return { pages: text.map(each => each.replace(/\s+/g, ' ')), size: page.view }
}

beforeAll(async () => {
  await startI18n('pt')
  await loadTexts('budgets')
})

describe('the PDF of an order', () => {
  const code = brCode({ key: 'pix@loja.com.br', name: 'Loja', city: 'Osasco', amount: 5000, reference: '42' })

  it('says all of it on one page of A4, accents and all', async () => {
    const { pages, size } = await read(await orderPdf(sampleOrder({ pix: 50 }), code))
    expect(pages).toHaveLength(1)
    expect(size.map(Math.round)).toEqual([0, 0, 595, 842])
    const [page = ''] = pages
    for (const said of [
      'Loja Centro',
      'Pedido nº 42',
      '20/11/2026 09:00',
      'João Conceição',
      'Café torrado 500 g 2 R$ 20,00 R$ 40,00',
      'Subtotal R$ 40,00',
      'Desconto (VOLTE) -R$ 2,50',
      'Frete R$ 12,50',
      'Total R$ 50,00',
      'Dinheiro · recebido R$ 60,00, troco R$ 10,00 R$ 50,00',
      'Avenida Paulista, 1578, ap 3',
      'Bela Vista · São Paulo/SP · CEP 01310-100',
      'Pague com Pix',
      '1 de 1',
    ]) {
      expect(page).toContain(said)
    }
    expect(page.replace(/ /g, '')).toContain(code.replace(/ /g, ''))
    expect(pdfName(sampleOrder())).toBe('pedido-42.pdf')
  })

  it('says of a split order which part its Pix code asks for', async () => {
    const [page] = (await read(await orderPdf(sampleOrder({ pix: 20 }), code))).pages
    expect(page).toContain('Pague com Pix: R$ 20,00')
  })

  it('goes over pages, each with its heads and number, no line lost', async () => {
    const items = Array.from({ length: 50 }, (_, i) => sampleItem(`Produto ${i + 1}.`))
    const { pages } = await read(await orderPdf(sampleOrder({ items }), null))
    expect(pages.length).toBe(2)
    const all = pages.join(' ')
    for (const { name } of items) expect(all.split(name)).toHaveLength(2)
    for (const [i, page] of pages.entries()) {
      expect(page).toContain('Item Qtd. Preço Total')
      expect(page).toContain(`${i + 1} de 2`)
    }
    expect(all).not.toContain('Pague com Pix')
  })

  it('cuts names that are too long and writes what signs the fonts have', async () => {
    const long = `Kit ${'presente de aniversário '.repeat(20)}`
    const items = [sampleItem(long), sampleItem('Łódź ☕️ 店 “Žlutý”\u202e')]
    const { pages } = await read(
      await orderPdf(
        sampleOrder({
          items,
          store: { id: '', name: long },
          customer: { id: '', fullName: long },
          user: { id: '', name: '🙂' },
        }),
        null,
      ),
    )
    expect(pages).toHaveLength(1)
    expect(pages[0]).toMatch(/Kit presente de aniversário[^…]{0,40}… 2 R\$ 20,00/)
    expect(pages[0]).toContain('“Žlutý” 2 R$ 20,00')
  })

  it('says of a cancelled order that it is, and of a pickup that it is one', async () => {
    const gone = sampleOrder({
      canceledAt: '2026-11-21T12:00:00.000Z',
      typeDelivery: 'retirada',
      address: null,
      payments: [],
    })
    const [page] = (await read(await orderPdf(gone, null))).pages
    expect(page).toContain('Cancelado')
    expect(page).toContain('Retirada na loja')
    expect(page).not.toMatch(/Frete|Pagamento/)
  })

  it('is in Portuguese as its customer is, on a screen in English', async () => {
    await changeLanguage('en')
    await loadTexts('budgets')
    const [page] = (await read(await orderPdf(sampleOrder(), null))).pages
    expect(page).toContain('Pedido nº 42')
    expect(page).toContain('Total R$ 50,00')
    expect(page).toContain('CEP 01310-100')
    await changeLanguage('pt')
  })

  it('draws the QR code as squares of a whole number of modules', () => {
    const { path, side } = qrPath(code)
    expect((side - 17) % 4).toBe(0)
    expect(path).toMatch(/^M0[ ,]0/)
  })
})
