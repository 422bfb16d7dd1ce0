// The types of SheetJS do not know that it gives out the reader of each format.
import type { ParsingOptions, WorkBook } from '@e965/xlsx'

declare module '@e965/xlsx' {
  /** Of the stream `Workbook` of a compound file. */
  export function parse_xlscfb(workbook: Buffer, options?: ParsingOptions): WorkBook
}
