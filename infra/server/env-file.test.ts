import { expect, it } from 'vitest'
import { parseEnvFile } from './env-file.ts'

const valuesOf = (text: string) =>
  parseEnvFile(text).map(entry => ('key' in entry ? [entry.key, entry.value] : entry.problem))

it('reads values in quotes and without, comments, and lines of Windows', () => {
  const text = [
    '\uFEFF# a comment',
    '; another, as systemd has it',
    '',
    'A=plain value # a comment',
    'B="in quotes # no comment" # a comment',
    'C=\'with "double" ones and \\n\'',
    'D="line\\nand \\"quote\\""',
    '  export E = spaced  ',
    'F=',
    'G=pass#word',
    'H=a=b',
    'I=# only a comment',
  ].join('\r\n')
  expect(valuesOf(text)).toEqual([
    ['A', 'plain value'],
    ['B', 'in quotes # no comment'],
    ['C', 'with "double" ones and \\n'],
    ['D', 'line\nand "quote"'],
    ['E', 'spaced'],
    ['F', ''],
    ['G', 'pass#word'],
    ['H', 'a=b'],
    ['I', ''],
  ])
})

it('names lines that it cannot read', () => {
  expect(parseEnvFile('A=1\nno assignment\nB="open\n')).toEqual([
    { line: 1, key: 'A', value: '1' },
    { line: 2, problem: 'a line is KEY=value, or a comment behind #' },
    { line: 3, problem: 'B: the closing quote is missing' },
  ])
})
