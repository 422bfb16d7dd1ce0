import type { SheetProblemCode } from '@balcao/shared/entities/sheet-import.ts'
import { normalizeNumber } from '@balcao/shared/rules/phone-number.ts'
import { type Cell, cellText } from './sheet.ts'

/** Digits of a number with its country (E.164). */
const MOST_DIGITS = 15
/** Digits that cannot be without an area code: nine are a Brazilian mobile's own. */
const WITH_AREA = 10
/** Digits of the shortest number abroad, when its country is said. */
const FEWEST = 8

/** `5.51199E+12`, `5,51199E+12`: what is left of a number that a spreadsheet saved as it showed it. */
const SCIENTIFIC = /^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i

export type ReadNumber = { number: string } | { problem: SheetProblemCode }

/**
 * The phone number of a cell, normalised: country 55 where it is missing. A number is taken with all its digits, however the sheet
 * showed it; a text in scientific notation has lost them.
 */
export function readNumber(cell: Cell): ReadNumber {
  if (typeof cell === 'number')
    return Number.isSafeInteger(cell) && cell > 0 ? fromText(String(cell)) : { problem: 'notNumber' }
  return fromText(cellText(cell ?? ''))
}

function fromText(given: string): ReadNumber {
  // What a program wrote that took it for an amount; and how a spreadsheet is told that it is a text.
  const text = given.replace(/^'/, '').replace(/^(\d+)[.,]0+$/, '$1')
  if (text === '') return { problem: 'missingNumber' }
  if (SCIENTIFIC.test(text)) return { problem: 'scientific' }
  if (/\p{L}/u.test(text) || !/\d/.test(text)) return { problem: 'notNumber' }
  const international = /^\s*(\+|00)/.test(text)
  const number = normalizeNumber(text)
  if (number.length > MOST_DIGITS) return { problem: 'notNumber' }
  if (number.length < (international ? FEWEST : WITH_AREA)) return { problem: 'tooShort' }
  return { number }
}
