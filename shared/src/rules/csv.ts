/** Tells a spreadsheet that the text is UTF-8. */
export const CSV_START = '\uFEFF'

/** A spreadsheet takes what begins so for a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** A cell as it is in the file: never a formula, in quotes where it holds what would end it. */
function cellOf(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text
  return /[;"\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A line of a CSV file as spreadsheets of this country read it: cells between `;`, ended by CR LF (RFC 4180). */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(';')}\r\n`
