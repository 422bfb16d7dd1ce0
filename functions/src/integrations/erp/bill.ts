import { z } from 'zod'

/** An open bill in the form common to all systems. */
export type Bill = {
  /** Id in its own system. */
  id: string
  /** Due date, `2026-11-30`. */
  dueDate: string
  cents: number
  /** Digitable line of its boleto, digits only. */
  line: string | null
  /** Pix code to copy. */
  pix: string | null
  pdf: Buffer | null
  /** Link to view it, when there is no PDF. */
  link: string | null
}

/**
 * A system's bills of a document. Of many, the first due ones are given whole, `more` is the number
 * of the others.
 */
export type Found = { isKnown: boolean; bills: Bill[]; more: number }

/** Maximum number of bills that are sent: each is some messages. */
const MAX_BILLS = 3

export const UNKNOWN: Found = { isKnown: false, bills: [], more: 0 }

/** Returns the first due of all open bills, with the details that `whole` adds to each. */
export async function firstBills<T extends { dueDate: string }>(
  open: readonly T[],
  whole: (bill: T) => Promise<Bill>,
): Promise<Found> {
  const inOrder = [...open].sort((a, b) => (a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : 0))
  const first = inOrder.slice(0, MAX_BILLS)
  return { isKnown: true, bills: await Promise.all(first.map(whole)), more: inOrder.length - first.length }
}

/** A day, with or without a time after it: `2026-11-30 00:00:00`. */
export const Day = z
  .string()
  .transform(text => text.slice(0, 10))
  .refine(day => /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)), 'a day')

/** Reais as a number or a text (`99.90`, `99,90`), converted to cents. */
export const Reais = z.union([z.number(), z.string()]).transform((given, ctx) => {
  const text = typeof given === 'number' ? given.toFixed(2) : given.trim()
  const [whole, reais, rest = ''] = /^(\d{1,9})(?:[.,](\d{1,4}))?$/.exec(text) ?? []
  // Calculates in whole ten-thousandths, so that no cent is lost.
  if (whole !== undefined) return Number(reais) * 100 + Math.round(Number(rest.padEnd(4, '0')) / 100)
  ctx.addIssue({ code: 'custom', message: 'an amount' })
  return z.NEVER
})

/**
 * Returns the line of a boleto without its dots and spaces: 47 digits, 48 for public bills; null
 * for anything else.
 */
export function lineOf(text: string | null | undefined): string | null {
  const digits = (text ?? '').replace(/[\s.-]/g, '')
  return /^\d{47,48}$/.test(digits) ? digits : null
}

/** Returns a Pix code (EMV, `000201…`) to be copied; null for anything else. */
export function pixOf(text: string | null | undefined): string | null {
  const code = (text ?? '').trim()
  return code.startsWith('000201') && code.length <= 1000 && /^[\x20-\x7e]+$/.test(code) ? code : null
}

/** Returns bytes that are a PDF; null for anything else. */
export const pdfOf = (bytes: Buffer): Buffer | null => (bytes.subarray(0, 5).toString() === '%PDF-' ? bytes : null)
