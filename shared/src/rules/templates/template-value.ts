import { cutText } from '../cut-text.ts'

/** Longest value of a variable, in characters: the longest body. */
export const MAX_VALUE_LENGTH = 1024

/** Matches what Meta refuses in a value: control characters, and more than four blanks in a row. */
const FORBIDDEN = /\p{Cc}|[\u2028\u2029]| {5}/u

/**
 * Returns whether Meta accepts a text as the value of a variable (Cloud API, error 132018 and "new
 * lines, tabs or more than four consecutive spaces"). An empty one is missing, not wrong.
 */
export const isTemplateValue = (text: string): boolean => !FORBIDDEN.test(text)

/** Makes a text fit into a variable: its lines become one, its blanks single. */
export const toTemplateValue = (text: string): string =>
  cutText(text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim(), MAX_VALUE_LENGTH)
