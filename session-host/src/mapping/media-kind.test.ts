import { describe, expect, it } from 'vitest'
import { extensionOf } from './media-kind.ts'

describe('extensionOf', () => {
  it("keeps a file's own extension", () => {
    expect(extensionOf('application/pdf', 'boleto.PDF')).toBe('pdf')
    expect(extensionOf('application/octet-stream', 'planilha.xlsx')).toBe('xlsx')
  })

  it('goes by the type without a plain one', () => {
    expect(extensionOf('audio/ogg; codecs=opus')).toBe('ogg')
    expect(extensionOf('image/jpeg', 'foto')).toBe('jpg')
    expect(extensionOf('image/png', '../../etc/passwd')).toBe('png')
    expect(extensionOf('application/x-unknown')).toBe('bin')
    expect(extensionOf('text/plain', 'nota.a b')).toBe('txt')
  })
})
