import { expect, it } from 'vitest'
import { isEmoji } from './emoji.ts'

it.each([
  '👍',
  '❤️',
  '❤',
  '👍🏽',
  '🇧🇷',
  '1️⃣',
  '#⃣',
  '👨‍👩‍👧‍👦',
  '🕵🏽‍♂️',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '🏳️‍🌈',
  // A code point that Unicode reserves for later emoji.
  '\u{1FAFF}',
])('%s is an emoji', text => expect(isEmoji(text)).toBe(true))

it.each([
  '',
  ' ',
  'ok',
  'a',
  '7',
  '#',
  '👍👍',
  '👍 ',
  ' 👍',
  '👍a',
  '🇧',
  '🇧🇷🇵🇹',
  '\uD83D',
  '\uDC4D',
  '👍\uD83D',
  '👍\u0301',
  '👍\u200D',
  '\u200D👍',
  '\uFE0F',
  '🏽',
  '👍\n',
  '👍\u0000',
  '<b>',
  Array(40).fill('👨').join('\u200D'),
])('%j is none', text => expect(isEmoji(text)).toBe(false))
