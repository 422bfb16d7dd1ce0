import { expect, it } from 'vitest'
import { isCpf } from './sales/document.ts'
import { withoutPerson } from './without-person.ts'

const names = ['João Pereira da Costa', 'Ana']

it.each([
  ['Sou o João, quero um bolo', 'Sou o Maria Silva, quero um bolo'],
  ['joao pereira aqui de novo', 'Maria Maria aqui de novo'],
  ['Meu nome é Beatriz Nogueira e quero 2 bolos', 'Meu nome é Maria Silva e quero 2 bolos'],
  ['A Ana pediu banana', 'A Maria pediu banana'],
  ['meu cpf é 111.444.777-35', 'meu cpf é 529.982.247-25'],
  ['11144477735', '52998224725'],
  ['CNPJ 12.345.678/0001-95', 'CNPJ 11.222.333/0001-81'],
  ['ligue (11) 98765-4321', 'ligue (11) 90000-0000'],
  ['+55 21 98765-4321', '+55 11 90000-0000'],
  ['CEP 20040-020', 'CEP 01310-100'],
  ['joao.p@gmail.com', 'maria@example.com'],
  ['veja https://loja.com/p?token=abc', 'veja https://example.com/'],
  ['moro na Rua Augusta, 1500 apto 3', 'moro na Avenida Paulista, 1000 apto 3'],
  ['moro na rua augusta 1500', 'moro na Avenida Paulista, 1000'],
  ['fica na rua que desce do mercado', 'fica na rua que desce do mercado'],
  ['me chamo beatriz quero 2 bolos', 'me chamo Maria Silva quero 2 bolos'],
  ['chave 0193abcd-0000-7000-8000-00000000abcd', 'chave 00000000-0000-0000-0000-000000000000'],
  ['quero 2 bolos de R$ 31,00 às 14:30', 'quero 2 bolos de R$ 31,00 às 14:30'],
  ['entrega dia 12/10?', 'entrega dia 12/10?'],
])('%s', (text, expected) => {
  expect(withoutPerson(text, names)).toBe(expected)
})

it('gives documents whose check digits are right', () => {
  expect(isCpf(withoutPerson('111.444.777-35', []).replace(/\D/g, ''))).toBe(true)
})

it('leaves no name that was given, whatever stands in it', () => {
  const odd = ['(Zé) *', 'Loja', 'Ño', '🙂🙂🙂', 'José-Maria']
  expect(withoutPerson('Oi, Jose-Maria da loja', odd)).toBe('Oi, Maria da loja')
})
