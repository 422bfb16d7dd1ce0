import { expect, it } from 'vitest'
import { readArguments } from './read-arguments.ts'

it.each([
  [[], { fresh: false, whatsapp: 'simulator' }],
  [['--fresh'], { fresh: true, whatsapp: 'simulator' }],
  [['--whatsapp', 'real'], { fresh: false, whatsapp: 'real' }],
  [['--whatsapp=real', '--fresh'], { fresh: true, whatsapp: 'real' }],
  [['--whatsapp', 'simulator'], { fresh: false, whatsapp: 'simulator' }],
])('takes %j', (args, expected) => expect(readArguments(args)).toEqual(expected))

it.each([
  [['--whatsapp', 'Real'], 'not "Real"'],
  [['--whatsapp', ''], 'not ""'],
  [['--whatsapp'], '--whatsapp'],
  [['--whatsapp', '--fresh'], '--whatsapp'],
  [['--real'], '--real'],
  [['real'], 'real'],
  [['--fresh=yes'], '--fresh'],
])('refuses %j with its fault and the usage', (args, fault) => {
  expect(() => readArguments(args)).toThrow(fault)
  expect(() => readArguments(args)).toThrow('\nUsage: npm start -- [--fresh] [--whatsapp simulator|real]\n')
})
