import { z } from 'zod'

/** An open bill as any of the systems knows it. */
export type Bill = {
  /** Its system's own id. */
  id: string
  /** `2026-11-30`. */
  dueDate: string
  cents: number
  /** The digitable line of its boleto, digits only. */
  line: string | null
  /** Pix copy and paste. */
  pix: string | null
  pdf: Buffer | null
  /** Where it can be looked at, when there is no PDF. */
  link: string | null
}

/** What a system knows of a document. Of many bills the ones that are due first are told whole, `more` says how many are left out. */
export type Found = { isKnown: boolean; bills: Bill[]; more: number }

/** So many are told: each is some messages. */
const MOST_BILLS = 3

export const UNKNOWN: Found = { isKnown: false, bills: [], more: 0 }

/** The first that are due of all that are open, with what `whole` adds to each. */
export async function told<T extends { dueDate: string }>(
  open: readonly T[],
  whole: (bill: T) => Promise<Bill>,
): Promise<Found> {
  const inOrder = [...open].sort((a, b) => (a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : 0))
  const first = inOrder.slice(0, MOST_BILLS)
  return { isKnown: true, bills: await Promise.all(first.map(whole)), more: inOrder.length - first.length }
}

/** A day, with or without the time behind it: `2026-11-30 00:00:00`. */
export const Day = z
  .string()
  .transform(text => text.slice(0, 10))
  .refine(day => /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)), 'a day')

/** Reais as a number or a text (`99.90`, `99,90`), as cents. */
export const Reais = z.union([z.number(), z.string()]).transform((given, ctx) => {
  const text = typeof given === 'number' ? given.toFixed(2) : given.trim()
  const [whole, reais, rest = ''] = /^(\d{1,9})(?:[.,](\d{1,4}))?$/.exec(text) ?? []
  // Ten-thousandths are whole numbers, so that no cent is lost on the way.
  if (whole !== undefined) return Number(reais) * 100 + Math.round(Number(rest.padEnd(4, '0')) / 100)
  ctx.addIssue({ code: 'custom', message: 'an amount' })
  return z.NEVER
})

/** The line of a boleto without its dots and spaces: 47 digits, 48 of public bills; null for anything else. */
export function lineOf(text: string | null | undefined): string | null {
  const digits = (text ?? '').replace(/[\s.-]/g, '')
  return /^\d{47,48}$/.test(digits) ? digits : null
}

/** A Pix code (EMV, `000201…`) as it is to be copied; null for anything else. */
export function pixOf(text: string | null | undefined): string | null {
  const code = (text ?? '').trim()
  return code.startsWith('000201') && code.length <= 1000 && /^[\x20-\x7e]+$/.test(code) ? code : null
}

/** Bytes that are a PDF; null for anything else. */
export const pdfOf = (bytes: Buffer): Buffer | null => (bytes.subarray(0, 5).toString() === '%PDF-' ? bytes : null)
