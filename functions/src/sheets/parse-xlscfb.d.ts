// The types of SheetJS lack the export of each format's reader.
import type { ParsingOptions, WorkBook } from '@e965/xlsx'

declare module '@e965/xlsx' {
  /** Reads the stream `Workbook` of a compound file. */
  export function parse_xlscfb(workbook: Buffer, options?: ParsingOptions): WorkBook
}
