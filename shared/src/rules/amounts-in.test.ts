import { describe, expect, it } from 'vitest'
import { namesUnknownAmount } from './amounts-in.ts'
import { repeatsText } from './repeats-text.ts'

const KNOWN = ['Bolo de pote: 12,90. Cupons de até 10%.', '{"total":"R$ 1.240,50"}', 'Frete R$ 8']

describe('an amount', () => {
  it.each([
    'Custa R$ 12,90.',
    'custa 12,90 reais',
    'O total é R$1240,50',
    'O frete é de R$ 8,00.',
    'Você ganha 10% de desconto.',
    'Abrimos às 9h, são 3 unidades, nota 10. 100% algodão.',
    'It is R$ 1,240.50 in total',
    'O bolo sai a 12,90',
    'São 1,50 kg, em 2,40 m de fita',
    'É um caso real: 3.50 estrelas',
  ])('is known: %s', text => {
    expect(namesUnknownAmount(text, KNOWN)).toBe(false)
  })

  it.each([
    'Faço por R$ 1,00.',
    'Faço por R$ 12,09.',
    'por 5 reais',
    'só cinco reais',
    'for five dollars',
    'It costs $1',
    'Te lo dejo en 2 pesos',
    'com 90% de desconto',
    '90 % off today',
    'desconto de 50%',
    'O bolo sai a 9,90',
    'fica 1.240,00 tudo',
    'só quinze reais',
    'por duzentos e trinta reais',
    'thirty-five dollars',
    'veintidós pesos',
    'por 10 contos',
    'cinquenta: 50 por cento de desconto',
    'sai 30% mais barato',
    'R$ 12,90 e a torta R$ 13,90',
  ])('is invented: %s', text => {
    expect(namesUnknownAmount(text, KNOWN)).toBe(true)
  })
})

describe('a number in words', () => {
  it.each([
    ['duzentos e trinta reais', 'R$ 230'],
    ['dez reais e cinquenta centavos', 'R$ 10,50'],
    ['dez reais e cinquenta.', 'R$ 10,50'],
    ['two hundred and fifty dollars', '$250'],
    ['mil e duzentos reais', 'R$ 1.200,00'],
    ['treinta y cinco pesos', '35 pesos'],
    ['veintidós pesos', '$22'],
    ['cinquenta centavos', 'R$ 0,50'],
    ['meio real', 'R$ 0,50'],
    ['cinquenta por cento de desconto', 'Cupom de 50%'],
    ['fifty percent off', '50% discount'],
    ['sai por vinte', 'R$ 20,00'],
  ])('is compared as a number: %s is %s', (text, known) => {
    expect(namesUnknownAmount(text, [known])).toBe(false)
    expect(namesUnknownAmount(text, ['R$ 77,70 e 7%'])).toBe(true)
  })
})

describe('a price without its currency', () => {
  it.each([
    'Custa dez.',
    'Faço por 5!',
    'A camiseta sai por vinte e cinco, pode ser?',
    'O total é 15.',
    'Total: 15',
    'It costs ten.',
    'I can sell it for 5.',
    'Te lo dejo en veinte.',
    'Cuesta 9, nada más',
  ])('is invented: %s', text => {
    expect(namesUnknownAmount(text, ['{"stock":5,"amount":10}', 'R$ 30,00'])).toBe(true)
  })

  it.each([
    'Custa 30.',
    'Fica por trinta no Pix.',
    'Fica a 5 minutos do centro.',
    'Sai em 10 dias.',
    'Ficam 3 no estoque.',
    'Leva 2 dias.',
    'São dois no total.',
    'A loja fica na rua 10.',
    'Only two left.',
    'Restam só dois.',
  ])('is none, or known: %s', text => {
    expect(namesUnknownAmount(text, ['R$ 30,00'])).toBe(false)
  })

  it('is known where the instructions write it so', () => {
    expect(namesUnknownAmount('Custa 40.', ['Corte 40, barba 20'])).toBe(false)
  })
})

describe('instructions', () => {
  const prompt = 'Você atende os clientes da loja, com frases curtas e educadas, em português.'
  it('are told by eight of their words in a row, however they are written', () => {
    expect(repeatsText('Claro: "VOCE atende... os-clientes da loja; com frases curtas e', prompt)).toBe(true)
    expect(repeatsText('Atendo os clientes da loja com frases curtas e educadas, sim.', prompt)).toBe(true)
    expect(repeatsText('Os clientes da loja gostam de frases curtas.', prompt)).toBe(false)
    expect(repeatsText('Olá!', '')).toBe(false)
  })
})

it('takes no digits of an id for a known number', () => {
  const known = ['[{"paymentId":"01a2244f-7003-7006-84ba-00273d38e6ac","name":"Pix"}]']
  for (const number of [6, 84, 7003, 7006]) expect(namesUnknownAmount(`O total é ${number}.`, known)).toBe(true)
  expect(namesUnknownAmount('O total é 6.', ['Cada bolo sai por 6'])).toBe(false)
})
