/** Sizes as the table counts them: a row has 400 KB, whatever it is made of. */
import { MessageText } from './fields.ts'

const encoder = new TextEncoder()

/** Bytes of a text, or of a value as JSON. */
export const bytesOf = (value: unknown): number =>
  encoder.encode(typeof value === 'string' ? value : JSON.stringify(value)).length

const AUTOMATIC_BYTES = 65_536

/** The text of an automatic message: a row has up to five of them. */
export const AutomaticText = MessageText.refine(
  text => bytesOf(text) <= AUTOMATIC_BYTES,
  `Too Long! At most ${AUTOMATIC_BYTES} bytes`,
)
