import { numberVariants } from './phone-number.ts'

/** Whether what somebody typed names a contact: its number, in either of its spellings and with any punctuation, or the name where no number is known. */
export function confirmsContact(typed: string, { name, number }: { name: string; number: string }): boolean {
  if (!number) return typed.trim() !== '' && typed.trim() === name.trim()
  const digits = typed.replace(/\D/g, '')
  return digits !== '' && (digits === number || numberVariants(number).includes(digits))
}
