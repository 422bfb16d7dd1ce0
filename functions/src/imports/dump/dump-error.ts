/** Reasons for which a whole dump is refused. */
export type DumpProblem =
  /** The file is no text of SQL: an archive of `pg_dump -F c`, a zip, a picture, … */
  | 'notSql'
  /** Ends before its own end. */
  | 'cut'
  /** Compressed bytes that cannot be read. */
  | 'damaged'
  /** Expands without end, or says nothing for hundreds of megabytes. */
  | 'bomb'
  /** INSERTs that do not name their columns, without the CREATE TABLE that does. */
  | 'noColumns'
  /** SQL of these systems, but of a form that is not read (CSV in COPY, several databases). */
  | 'unsupported'
  /** Tables of none of the systems. */
  | 'unknownSystem'
  /** Tables of another system than the one that was named. */
  | 'otherSystem'
  /** The zip with the media is none, or not whole. */
  | 'media'
  /** Rows that another version of the program staged. */
  | 'outdated'
  /** Too large for one pass of a function. */
  | 'tooLarge'
  /** Several companies, none of which was chosen; or the chosen one is not there. */
  | 'whichCompany'

/** Refusal of a whole dump, with the line (from 1) at which it was noticed; 0 before any line. */
export class DumpError extends Error {
  readonly problem: DumpProblem
  readonly line: number
  /** Companies to choose from. */
  companies: { id: string; name: string; tickets: number }[] = []

  constructor(problem: DumpProblem, line: number, message: string) {
    super(line > 0 ? `line ${line}: ${message}` : message)
    this.problem = problem
    this.line = line
  }
}
