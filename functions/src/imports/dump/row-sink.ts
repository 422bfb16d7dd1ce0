/** Values of a row, in the order of its table's columns, as text; null is SQL's NULL. */
export type Values = readonly (string | null)[]

/** Takes the rows of one table. */
export type TableSink = {
  row(values: Values, line: number): void
  /** Takes the line of a row whose values cannot be told apart. */
  broken(line: number): void
}

/** Takes the tables of a dump or of a live database. */
export type RowSink = {
  /**
   * Returns what takes a table's rows; undefined leaves them out. May be called again for a table.
   */
  open(table: string, columns: readonly string[]): TableSink | undefined
}

/** Tables that were read, by name, each with its columns and the number of its rows. */
export type Tables = Map<string, { columns: readonly string[]; rows: number }>
