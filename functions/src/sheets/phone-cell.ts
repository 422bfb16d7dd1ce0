import type { SheetProblemCode } from '@balcao/shared/entities/sheet-import.ts'
import { normalizeNumber } from '@balcao/shared/rules/phone-number.ts'
import { type Cell, cellText } from './sheet.ts'

/** Maximum digits of a number with its country code (E.164). */
const MAX_DIGITS = 15
/** Digits that a number cannot have without an area code: nine are a Brazilian mobile's own. */
const WITH_AREA = 10
/** Digits of the shortest foreign number with its country code. */
const MIN_DIGITS = 8

/** `5.51199E+12`, `5,51199E+12`: the rest of a number that a spreadsheet saved as it showed it. */
const SCIENTIFIC = /^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i

export type ReadNumber = { number: string } | { problem: SheetProblemCode }

/**
 * Returns the phone number of a cell, normalized: with country code 55 where it is missing. A
 * numeric cell keeps all its digits, however the sheet showed it; a text in scientific notation has
 * lost them.
 */
export function readNumber(cell: Cell): ReadNumber {
  if (typeof cell === 'number')
    return Number.isSafeInteger(cell) && cell > 0 ? fromText(String(cell)) : { problem: 'notNumber' }
  return fromText(cellText(cell ?? ''))
}

function fromText(given: string): ReadNumber {
  // Removes the decimals of a program that took it for an amount, and the mark that tells a
  // spreadsheet it is a text.
  const text = given.replace(/^'/, '').replace(/^(\d+)[.,]0+$/, '$1')
  if (text === '') return { problem: 'missingNumber' }
  if (SCIENTIFIC.test(text)) return { problem: 'scientific' }
  if (/\p{L}/u.test(text) || !/\d/.test(text)) return { problem: 'notNumber' }
  const international = /^\s*(\+|00)/.test(text)
  const number = normalizeNumber(text)
  if (number.length > MAX_DIGITS) return { problem: 'notNumber' }
  if (number.length < (international ? MIN_DIGITS : WITH_AREA)) return { problem: 'tooShort' }
  return { number }
}
