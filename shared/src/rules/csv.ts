/** Byte order mark that tells a spreadsheet that the text is UTF-8. */
export const CSV_START = '\uFEFF'

/**
 * Beginnings that a spreadsheet reads as a formula; also full-width characters, which Excel reads
 * as their usual forms.
 */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/

/** Returns a text as a cell may hold it: never a formula. */
export const harmlessCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** Returns the original text of a cell that `harmlessCell` made. */
export const plainCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell

/** Returns a cell as it is in the file, quoted if it contains a separator. */
function cellOf(text: string): string {
  const harmless = harmlessCell(text)
  return /[;"\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/**
 * Returns a line of a CSV file as spreadsheets in Brazil read it: cells between `;`, ended by CR LF
 * (RFC 4180).
 */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(';')}\r\n`
