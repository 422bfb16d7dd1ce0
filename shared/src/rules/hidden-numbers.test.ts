import { describe, expect, it } from 'vitest'
import { hasMask } from './has-mask.ts'
import { maskNumber, maskNumbers, maskText, withoutDigits } from './hidden-numbers.ts'
import { readCard } from './vcard.ts'

describe('a masked number', () => {
  it.each([
    ['5511987654321', '+55 11 •••••-4321'],
    ['551132654321', '+55 11 ••••-4321'],
    ['+55 (11) 98765-4321', '+55 11 •••••-4321'],
    ['11987654321', '11 •••••-4321'],
    ['351912345678', '+351 •••••-5678'],
    ['14155552671', '+1 •••••-2671'],
    ['+55 11 •••••-4321', '+55 11 •••••-4321'],
  ])('of %s is %s', (number, masked) => {
    expect(maskNumber(number)).toBe(masked)
    expect(hasMask(masked)).toBe(true)
  })
})

describe('texts', () => {
  it.each([
    ['Ligue 5511987654321.', 'Ligue +55 11 •••••-4321.'],
    ['Ligue (11) 98765-4321', 'Ligue 11 •••••-4321'],
    ['*55 11 98765-4321*', '*+55 11 •••••-4321*'],
    ['de Lisboa: +351 912 345 678', 'de Lisboa: +351 •••••-5678'],
    ['@5511987654321 chegou?', '@+55 11 •••••-4321 chegou?'],
    ['https://wa.me/5511987654321', 'https://wa.me/+55 11 •••••-4321'],
    ['5511987654321@s.whatsapp.net', '+55 11 •••••-4321@s.whatsapp.net'],
    ['123456789012345@lid', '+1 •••••-2345@lid'],
  ])('are masked where they look like a number: %s', (text, masked) => {
    expect(maskText(text)).toBe(masked)
  })

  it.each([
    ['Meu número é 551198765…', 'Meu número é …'],
    ['…87654321 é o meu', '… é o meu'],
    ['São 12 reais…', 'São 12 reais…'],
  ])('lose digits where they were cut: %s', (text, masked) => {
    expect(maskText(text)).toBe(masked)
  })

  it.each([
    'CPF 123.456.789-09',
    'CNPJ 12.345.678/0001-95',
    'Pedido 20261129001 de R$ 1.234,50',
    'EAN 7891234567895',
    '34191.79001 01043.510047 91020.150008 5 84560000015000',
    '0195f6b2-1c2d-7e3f-8a9b-551198765432',
    '2026-11-29T05:22:21.123Z',
  ])('keep what is no phone number: %s', text => {
    expect(maskText(text)).toBe(text)
  })
})

describe('a value', () => {
  it('loses the numbers of its fields wherever they appear', () => {
    const masked = maskNumbers({
      id: '0195f6b2-1c2d-7e3f-8a9b-551198765432',
      contact: { name: '351912345678', number: '351912345678' },
      otherNumbers: ['5511987654321'],
      lastMessage: 'Meu número é 351912345678, ou 11987654321',
      changes: [{ field: 'number', before: '351912345678', after: '4915112345678' }],
      mediaUrl: 'https://x.example/351912345678',
      number: 12,
      whatsapp: { name: 'Loja', number: '5511999990000' },
    })
    expect(masked).toEqual({
      id: '0195f6b2-1c2d-7e3f-8a9b-551198765432',
      contact: { name: '+351 •••••-5678', number: '+351 •••••-5678' },
      otherNumbers: ['+55 11 •••••-4321'],
      lastMessage: 'Meu número é +351 •••••-5678, ou 11 •••••-4321',
      changes: [{ field: 'number', before: '+351 •••••-5678', after: '+49 •••••-5678' }],
      mediaUrl: 'https://x.example/351912345678',
      number: 12,
      whatsapp: { name: 'Loja', number: '5511999990000' },
    })
  })

  it('keeps of a card the name, and the number masked', () => {
    const card = [
      ...['BEGIN:VCARD', 'VERSION:3.0', 'FN:Ana', 'TEL;type=CELL;waid=5511987654321:+55 11 98765-4321'],
      ...['NOTE:ou 5511987654321', 'END:VCARD'],
    ].join('\n')
    const { vcards } = maskNumbers({ vcards: [card] })
    expect(vcards[0]).not.toMatch(/98765/)
    expect(readCard(vcards[0]!)).toEqual({
      name: 'Ana',
      organization: '',
      numbers: [{ number: '+55 11 •••••-4321', types: [], isWhatsapp: false }],
    })
  })
})

it('a search keeps its words without digits', () => {
  expect(withoutDigits('Maria 1198 Souza')).toBe('Maria Souza')
  expect(withoutDigits('9876')).toBe('')
})
