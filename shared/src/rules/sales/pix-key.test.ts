import { describe, expect, it } from 'vitest'
import { pixKey } from './pix-key.ts'

describe('the key of a Pix payment', () => {
  it.each([
    ['', ''],
    ['529.982.247-25', '52998224725'],
    ['11.222.333/0001-81', '11222333000181'],
    ['+55 (11) 99999-0000', '+5511999990000'],
    ['+551133334444', '+551133334444'],
    [' Loja@Exemplo.com.br ', 'loja@exemplo.com.br'],
    ['123E4567-E89B-12D3-A456-426614174000', '123e4567-e89b-12d3-a456-426614174000'],
  ])('%s is kept as %s', (typed, kept) => expect(pixKey(typed)).toBe(kept))

  it.each([
    '529.982.247-26',
    '11.222.333/0001-82',
    '11999990000',
    '+1 202 555 0100',
    'loja@exemplo',
    '123e4567',
    `${'a'.repeat(70)}@loja.com.br`,
  ])('%s is none', typed => expect(() => pixKey(typed)).toThrow('ERR_PIX_KEY_INVALID'))
})
