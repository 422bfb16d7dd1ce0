/**
 * A short way to the table's items where what runs the function lies beside the table itself, as the local cloud does: it answers a
 * read as DynamoDB would, knowing every write that was answered, or leaves it to the table.
 */

type Values = Record<string, unknown>

/**
 * @param operation by its name in DynamoDB's protocol
 * @param input as the document commands take it
 * @returns the answer as the document commands give it; undefined: the table is to be asked
 */
export type TableReader = (operation: string, input: Values) => Values | undefined

/** Where a runtime puts one before it loads the function, as Lambda's does with its `InvokeStore`; on AWS nothing does. */
const PLACE = Symbol.for('balcao.table-reader')

type Runtime = { [PLACE]?: TableReader }

export const givenTableReader = (): TableReader | undefined => (globalThis as Runtime)[PLACE]

export function giveTableReader(reader: TableReader): void {
  ;(globalThis as Runtime)[PLACE] = reader
}
