/** Which of its texts a campaign says to whom: the same for sending and for the preview before it. */
import { type Campaign, VARIANT_NUMBERS, type VariantNumber } from '../entities/campaign.ts'
import { isVariable, type MoreValues } from './variables.ts'

/** A text that is not empty, and where it stands among the five. */
export type Variant = { number: VariantNumber; text: string }

type MessageTexts = Pick<Campaign, `message${VariantNumber}`>
type ConfirmationTexts = Pick<Campaign, `confirmationMessage${VariantNumber}`>

const written = (textOf: (number: VariantNumber) => string): Variant[] =>
  VARIANT_NUMBERS.map(number => ({ number, text: textOf(number) })).filter(({ text }) => text.trim() !== '')

/** The messages that are written, in their order; none in a campaign that sends only files. */
export const messagesOf = (campaign: MessageTexts): Variant[] => written(number => campaign[`message${number}`])

/** The confirmations that are written, in their order. */
export const confirmationsOf = (campaign: ConfirmationTexts): Variant[] =>
  written(number => campaign[`confirmationMessage${number}`])

/**
 * The text that the contact at `place` (0: the first) gets: by turns, so that each goes to as many as any other. Undefined where none is
 * written.
 */
export const variantAt = (variants: readonly Variant[], place: number): Variant | undefined =>
  variants[place % variants.length]

/** Values of the variables of `/campaign-settings` by name; one that is called like a usual variable never counts. */
export const campaignValues = (variables: readonly { key: string; value: string }[]): MoreValues =>
  Object.fromEntries(variables.filter(({ key }) => !isVariable(key)).map(({ key, value }) => [key, value]))
