/** Tells a spreadsheet that the text is UTF-8. */
export const CSV_START = '\uFEFF'

/** Beginnings that a spreadsheet takes for a formula; full-width signs too, which Excel reads as their usual forms. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/

/** A text as a cell may hold it: never a formula. */
export const harmlessCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** The text of a cell that `harmlessCell` made. */
export const plainCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell

/** A cell as it is in the file, in quotes where it holds what would end it. */
function cellOf(text: string): string {
  const harmless = harmlessCell(text)
  return /[;"\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A line of a CSV file as spreadsheets of this country read it: cells between `;`, ended by CR LF (RFC 4180). */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(';')}\r\n`
