import { describe, expect, it } from 'vitest'
import { readVcard } from './vcard.ts'

describe('readVcard', () => {
  it('reads what WhatsApp sends', () => {
    const card =
      'BEGIN:VCARD\nVERSION:3.0\nN:Souza;Bia;;;\nFN:Bia Souza\nitem1.TEL;waid=5511977776666:+55 11 97777-6666\nEND:VCARD'
    expect(readVcard(card)).toEqual({ name: 'Bia Souza', number: '5511977776666' })
  })

  it('takes the structured name and the printed number when that is all there is', () => {
    expect(readVcard('BEGIN:VCARD\r\nN:Souza;Bia;;;\r\nTEL:+55 (11) 97777-6666\r\nEND:VCARD')).toEqual({
      name: 'Bia Souza',
      number: '5511977776666',
    })
  })

  it('unfolds long lines and unescapes', () => {
    expect(readVcard('FN:Loja\\, a\n melhor\nTEL:12345678').name).toBe('Loja, amelhor')
  })

  it.each(['', 'nada', 'FN:', 'TEL:12'])('survives %j', text => {
    expect(readVcard(text)).toEqual({ name: '?', number: null })
  })
})
