/**
 * The part of exceljs that writes a workbook as a stream, without the parts that read or write
 * whole ones.
 */
declare module 'exceljs/lib/stream/xlsx/workbook-writer.js' {
  import type { Writable } from 'node:stream'
  import ExcelJS from 'exceljs'

  export default class WorkbookWriter extends ExcelJS.stream.xlsx.WorkbookWriter {
    constructor(options: { stream: Writable; useStyles: boolean; useSharedStrings: boolean })
  }
}
