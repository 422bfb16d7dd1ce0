import { VARIANT_NUMBERS, type VariantNumber } from '../../entities/campaign.ts'

type Texts = { [K in `message${VariantNumber}` | `confirmationMessage${VariantNumber}`]: string }
export type TextKind = 'message' | 'confirmationMessage'

/** Returns which of the five texts are not empty. */
export const filledVariants = (texts: Texts, kind: TextKind): VariantNumber[] =>
  VARIANT_NUMBERS.filter(number => texts[`${kind}${number}`].trim() !== '')

/**
 * Returns the variant for a place in the order of recipients: the variants take turns, so each is
 * used equally often.
 */
export const variantAt = (texts: Texts, kind: TextKind, place: number): VariantNumber => {
  const filled = filledVariants(texts, kind)
  return filled[place % Math.max(1, filled.length)] ?? 1
}

/**
 * Returns the text of a recipient: its variant or, if that was emptied since, the next of the
 * remaining ones.
 */
export function textFor(texts: Texts, kind: TextKind, variant: number, place: number): string {
  const known = VARIANT_NUMBERS.find(number => number === variant)
  const own = known ? texts[`${kind}${known}`] : ''
  return own.trim() ? own : texts[`${kind}${variantAt(texts, kind, place)}`]
}
