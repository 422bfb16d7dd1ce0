import { describe, expect, it } from 'vitest'
import { csvLine } from './csv.ts'

describe('a line of a CSV file', () => {
  it('has its cells between semicolons', () => {
    expect(csvLine(['Maria', '5511987654321', ''])).toBe('Maria;5511987654321;\r\n')
  })

  it.each(['=1+1', '+55', '-1', '@SUM(A1)', '\tx', '\r=1', '＝1+1', '＋55', '－1', '＠SUM(A1)'])(
    'holds no formula: %j',
    text => {
      expect(csvLine([text]).replace(/^"/, '').startsWith(`'${text[0]}`)).toBe(true)
    },
  )

  it('quotes what would end a cell', () => {
    expect(csvLine(['a;b', 'say "hi"', 'two\nlines', 'a,b'])).toBe('"a;b";"say ""hi""";"two\nlines";a,b\r\n')
  })

  it('leaves signs inside of a text alone', () => {
    expect(csvLine(['Ana-Maria = x'])).toBe('Ana-Maria = x\r\n')
  })
})
