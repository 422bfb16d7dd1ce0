/**
 * Returns the value that a table has for a text of others. Every object has a `constructor` by
 * inheritance, which is none.
 */
export const ownValue = <Value>(
  table: Readonly<Partial<Record<string, Value>>>,
  name: string | null | undefined,
): Value | undefined => (typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined)
