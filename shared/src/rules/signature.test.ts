import { describe, expect, it } from 'vitest'
import { TEXT_LIMIT } from './cut-text.ts'
import { lineOf } from './message-line.ts'
import { signatureLines, signedText, unsignedText } from './signature.ts'

describe('signatureLines', () => {
  it.each([
    ['Ana', '*Ana:*'],
    ['  Ana · Vendas ', '*Ana · Vendas:*'],
    ['Ana:', '*Ana:*'],
    ['Ana diz!', '*Ana diz!*'],
    ['*Ana*', '*Ana:*'],
    ['Ana\n\n Setor de vendas', '*Ana*\n*Setor de vendas:*'],
  ])('shows %j as %j', (text, shown) => expect(signatureLines(text)).toBe(shown))
  it.each(['', '  \n ', '**'])('is none for %j', text => expect(signatureLines(text)).toBeNull())
})

describe('signedText', () => {
  it('puts the signature on lines of its own, and is no longer than a message may be', () => {
    expect(signedText('*Ana:*', 'Oi\ntudo bem?')).toBe('*Ana:*\nOi\ntudo bem?')
    expect(signedText('*Ana:*', 'x'.repeat(TEXT_LIMIT))).toHaveLength(TEXT_LIMIT)
  })
})

describe('unsignedText', () => {
  it('takes away only a signature that the text begins with', () => {
    expect(unsignedText({ body: '*Ana:*\nOi', signature: '*Ana:*' })).toBe('Oi')
    expect(unsignedText({ body: '*Ana:*\nOi' })).toBe('*Ana:*\nOi')
    expect(unsignedText({ body: 'Oi, alterado no celular', signature: '*Ana:*' })).toBe('Oi, alterado no celular')
  })
  it('leaves the name out of previews', () => {
    expect(lineOf({ body: '*Ana:*\nOi', signature: '*Ana:*', mediaType: 'chat' })).toBe('Oi')
  })
})
