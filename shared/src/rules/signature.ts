/** Signature of an attendant: bold lines before the text of a message (decision 0079). */
import { cutText, TEXT_LIMIT } from './cut-text.ts'

type Signed = { body: string; signature?: string | null | undefined }

/**
 * Returns a signature as WhatsApp shows it: each line bold, the last one with a colon; null for a
 * text without words. Asterisks are left out, since they would end the bold type.
 * @param text filled signature
 */
export function signatureLines(text: string): string | null {
  const lines = text
    .replaceAll('*', '')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  const last = lines.at(-1)
  if (last === undefined) return null
  const ended = /[:.!?]$/.test(last) ? last : `${last}:`
  return [...lines.slice(0, -1), ended].map(line => `*${line}*`).join('\n')
}

/** Returns a text behind its signature, cut to the length of a message. */
export const signedText = (signature: string, text: string): string => cutText(`${signature}\n${text}`, TEXT_LIMIT)

/** Returns the text of a message without the signature that was put before it. */
export const unsignedText = ({ body, signature }: Signed): string =>
  signature && body.startsWith(`${signature}\n`) ? body.slice(signature.length + 1) : body
