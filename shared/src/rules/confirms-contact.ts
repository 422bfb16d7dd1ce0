import { numberVariants } from './phone-number.ts'

/**
 * Returns whether a typed text names a contact: its number, in either spelling and with any
 * punctuation, or its name if no number is known.
 */
export function confirmsContact(typed: string, { name, number }: { name: string; number: string }): boolean {
  if (!number) return typed.trim() !== '' && typed.trim() === name.trim()
  const digits = typed.replace(/\D/g, '')
  return digits !== '' && (digits === number || numberVariants(number).includes(digits))
}
