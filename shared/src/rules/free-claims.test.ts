import { describe, expect, it } from 'vitest'
import { namesUnknownAmount } from './amounts-in.ts'

const PRICES = ['Camiseta R$ 30,00', '{"freight":"R$ 8,00","total":"R$ 38,00"}']

it.each([
  'É grátis!',
  'A camiseta sai de graça.',
  'O frete é gratuito hoje.',
  'Envio sem custo para você',
  'Fica por nossa conta.',
  'Você não paga nada.',
  'Leva uma caneca de brinde',
  'Faço pela metade do preço.',
  'Com meio preço hoje',
  'Leve 2 e pague 1',
  'Dois por um hoje!',
  'It is free for you.',
  'Shipping is on the house',
  'All shirts are free today',
  'Half price, just for you',
  'Half off everything',
  'Buy one, get one',
  'Free shipping',
  'Delivered at no extra cost',
  'Es gratis',
  'Te lo envío sin costo',
  'A mitad de precio',
  'Un tercio del precio',
  'La entrega es gratuita',
  '2x1 hoy',
])('is invented: %s', text => {
  expect(namesUnknownAmount(text, PRICES)).toBe(true)
})

it.each([
  'O tamanho único serve em todos.',
  'Entrada livre, o salão é livre de fumo.',
  'O frete não é grátis.',
  'Não temos entrega grátis.',
  'Não faço de graça.',
  'Que graça! Graças a Deus.',
  'A Maria da Graça atende',
  'É um bolo sem glúten e sem lactose.',
  'Metade da turma gosta deste, a outra metade prefere aquele.',
  'Meia dúzia, em meia hora.',
  'Feel free to ask.',
  'It is gluten-free and sugar free.',
  'We are free at nine.',
  'Shipping is not free.',
  "It isn't free",
  'Half of them are blue, half a dozen is left.',
  'El envío no es gratis.',
  'Talla única, entrega libre de estrés.',
  'Medio kilo, en media hora',
  'Compre 1 hoje.',
  'Caixa 3x2 m, 2 por pessoa',
])('is no claim: %s', text => {
  expect(namesUnknownAmount(text, PRICES)).toBe(false)
})

describe('what is known', () => {
  it.each([
    ['Adesão sem custo.', 'O clube não tem taxa: sem custo de adesão.'],
    ['Membership is free.', 'O clube: sem custo de adesão.'],
    ['Frete grátis acima de R$ 200,00', 'Acima de R$ 200,00 o frete é grátis.'],
    ['A entrega sai de graça', '{"ok":true,"freight":"R$ 0,00"}'],
    ['Free delivery', 'Free shipping all week'],
    ['Pela metade do preço', 'Hoje 50% de desconto'],
    ['50% off', 'Tudo à metade do preço'],
    ['Leve 3 e pague 2', 'Promoção: leve 3, pague 2.'],
  ])('may be told: %s', (text, known) => {
    expect(namesUnknownAmount(text, [known])).toBe(false)
  })

  it.each([
    ['A camiseta é grátis', 'Acima de R$ 200,00 o frete é grátis.'],
    ['A camiseta é grátis', '{"ok":true,"freight":"R$ 0,00"}'],
    ['Frete grátis!', 'Troca grátis em 7 dias.'],
    ['Frete grátis!', 'O frete não é grátis.'],
    ['Frete grátis!', '{"freight":"R$ 0,50"}'],
    ['Metade do preço', 'Cupom de 10%'],
  ])('covers no more: %s', (text, known) => {
    expect(namesUnknownAmount(text, [known])).toBe(true)
  })
})
