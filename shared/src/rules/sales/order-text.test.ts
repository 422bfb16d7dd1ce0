import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TEXT_LIMIT } from '../cut-text.ts'
import { LANGUAGES } from '../language.ts'
import { type OrderTextInput, orderText } from './order-text.ts'

const id = '01890000-0000-7000-8000-000000000001'
const item = (name: string, price: number, amount: number) => ({
  productId: id,
  name,
  price,
  amount,
  total: (price * 100 * amount) / 100,
  mediaPath: null,
  mediaName: null,
})
const payment = { method: id, name: 'Dinheiro', value: 1249.5, change: 0.5, installments: 1 }
const address = {
  id,
  name: 'Casa',
  zipCode: '01310100',
  address: 'Avenida Paulista',
  number: '1578',
  complement: '',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
}

const order: OrderTextInput = {
  number: 42,
  store: { id, name: 'Loja Centro' },
  customer: { id, fullName: 'Maria Andrade' },
  items: [item('Café 500 g', 20, 2), item('Cafeteira', 1210, 1)],
  subTotal: 1250,
  discount: 10.5,
  freight: 10,
  increase: 0,
  total: 1249.5,
  coupons: [{ id: null, name: 'LOJA1', discount: 10.5 }],
  payments: [payment],
  typeDelivery: 'entrega',
  address,
}

describe('orderText', () => {
  it('writes a whole order', () => {
    expect(orderText(order, 'pt')).toBe(
      [
        '*Pedido nº 42*',
        'Loja: Loja Centro',
        'Cliente: Maria Andrade',
        '',
        '*Itens*',
        '• 2 × Café 500 g: R$ 20,00 = R$ 40,00',
        '• 1 × Cafeteira: R$ 1.210,00 = R$ 1.210,00',
        '',
        'Subtotal: R$ 1.250,00',
        'Desconto (LOJA1): -R$ 10,50',
        'Frete: R$ 10,00',
        '*Total: R$ 1.249,50*',
        '',
        '*Pagamento*',
        '• Dinheiro: R$ 1.249,50 (recebido R$ 1.250,00, troco R$ 0,50)',
        '',
        '*Entrega*',
        '• Avenida Paulista, 1578, Bela Vista, São Paulo/SP, CEP 01310-100',
      ].join('\n'),
    )
  })

  it('is written in the three languages', () => {
    const two = { ...order, payments: [{ ...payment, change: 0, installments: 3 }] }
    expect(orderText(two, 'en')).toContain('• Dinheiro: R$1,249.50 in 3 instalments')
    expect(orderText(two, 'es')).toContain('• Dinheiro: R$ 1.249,50 en 3 cuotas')
    for (const language of LANGUAGES) expect(orderText(two, language)).not.toContain('undefined')
  })

  it('leaves out what an order does not have, and names a pickup', () => {
    const plain = { ...order, discount: 0, coupons: [], payments: [], typeDelivery: 'retirada' as const, address: null }
    const text = orderText(plain, 'pt')
    expect(text).not.toMatch(/Desconto|Frete|Acréscimo|Pagamento|Entrega/)
    expect(text).toMatch(/\n\n\*Retirada na loja\*$/)
    expect(orderText({ ...order, freight: 0, increase: 3 }, 'pt')).toContain('Frete: grátis\nAcréscimo: R$ 3,00')
  })

  it('shows names as they are written, on one line', () => {
    const names = { ...order, items: [item('*Promo* _REF_01_ `x` ~2*3~\n> Grátis\u202e', 1, 1)] }
    expect(orderText(names, 'pt')).toContain('• 1 × ∗Promo∗ ˍREF_01ˍ ˋxˋ ∼2*3∼ > Grátis: R$ 1,00 = R$ 1,00')
  })

  it('is well-formed, has its total and stays below the limit of a message whatever the names', () => {
    const name = fc.string({ unit: 'binary', maxLength: 80 }).map(part => part.repeat(10))
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1, maxLength: 50 }),
        name,
        fc.array(name, { maxLength: 10 }),
        fc.constantFrom(...LANGUAGES),
        (names, other, methods, language) => {
          const text = orderText(
            {
              ...order,
              items: names.map(each => item(each, 99_999_999.99, 9999)),
              store: { id, name: other },
              customer: { id, fullName: other },
              coupons: methods.map(each => ({ id, name: each, discount: 1 })),
              payments: methods.map(each => ({ ...payment, name: each })),
              address: { ...address, address: other, complement: other, city: other },
            },
            language,
          )
          expect(text.isWellFormed()).toBe(true)
          expect(text.length).toBeLessThan(TEXT_LIMIT)
          expect(text).toMatch(/\n\*Total: .*1[.,]249[.,]50.*\*\n/)
          // Every line is one of ours: no name begins a line.
          const lines = text.split('\n')
          expect(lines.filter(line => line.startsWith('• ')).length).toBe(names.length + methods.length + 1)
          for (const line of lines.filter(each => !each.startsWith('*'))) {
            expect(line).not.toMatch(/(^|[^\p{L}\p{N}])[*_~]|[*_~]($|[^\p{L}\p{N}])|`/u)
          }
        },
      ),
      { numRuns: 15 },
    )
  })
})
