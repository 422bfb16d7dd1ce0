import { expect, it } from 'vitest'
import { lineOf } from './message-line.ts'

it.each([
  [{ mediaType: 'chat', body: 'oi' }, 'oi'],
  [{ mediaType: 'locationMessage', body: '', location: { name: 'Loja', address: 'Rua 1' } }, 'Loja, Rua 1'],
  [{ mediaType: 'locationMessage', body: 'aqui', location: { name: 'Loja', address: null } }, 'aqui'],
  [{ mediaType: 'application', body: ' ', media: { fileName: 'boleto.pdf' } }, 'boleto.pdf'],
  // A phone names its pictures by numbers.
  [{ mediaType: 'image', body: '', media: { fileName: 'IMG-2026.jpg' } }, ''],
  [{ mediaType: 'paymentDeclined', body: '' }, ''],
])('the line of %j is %j', (message, line) => expect(lineOf(message)).toBe(line))
