/**
 * Placeholders of a template's text: `{{first_name}}`, or by position `{{1}}` (Graph API v23.0,
 * "Message templates").
 */
const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g

/** Returns the names in a text, in their order, each once. */
export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(match => match[1]!)),
]

/** Returns the text with its placeholders replaced; one without a value stays as written. */
export const fillPlaceholders = (text: string, value: (name: string) => string | undefined): string =>
  text.replace(PLACEHOLDER, (written, name: string) => value(name) || written)

/** Returns whether a placeholder is a number, its position. */
export const isPositional = (name: string): boolean => /^\d+$/.test(name)
