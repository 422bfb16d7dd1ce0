import { VARIANT_NUMBERS, type VariantNumber } from '../../entities/campaign.ts'

type Texts = { [K in `message${VariantNumber}` | `confirmationMessage${VariantNumber}`]: string }
export type TextKind = 'message' | 'confirmationMessage'

/** Which of the five texts are not empty. */
export const filledVariants = (texts: Texts, kind: TextKind): VariantNumber[] =>
  VARIANT_NUMBERS.filter(number => texts[`${kind}${number}`].trim() !== '')

/** The variant of the contact at a place in the order: in turn, so that each is chosen as often as the others. */
export const variantAt = (texts: Texts, kind: TextKind, place: number): VariantNumber => {
  const filled = filledVariants(texts, kind)
  return filled[place % Math.max(1, filled.length)] ?? 1
}

/** The text a contact gets: its variant, or where that was emptied since, the one in turn among those that are left. */
export function textFor(texts: Texts, kind: TextKind, variant: number, place: number): string {
  const known = VARIANT_NUMBERS.find(number => number === variant)
  const own = known ? texts[`${kind}${known}`] : ''
  return own.trim() ? own : texts[`${kind}${variantAt(texts, kind, place)}`]
}
