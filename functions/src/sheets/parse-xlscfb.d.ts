// The types of SheetJS do not know that it gives out the reader of each format.
import type { CFB$Container, ParsingOptions, WorkBook } from '@e965/xlsx'

declare module '@e965/xlsx' {
  /** Of a compound file as `CFB.read` answers it. */
  export function parse_xlscfb(container: CFB$Container, options?: ParsingOptions): WorkBook
}
