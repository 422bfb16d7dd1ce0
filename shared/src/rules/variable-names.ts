/** Names that a text may hold between double braces (decision 0027). */
export const VARIABLES = ['name', 'firstName', 'greeting', 'protocol', 'date', 'hour', 'queue', 'user'] as const
export type Variable = (typeof VARIABLES)[number]

/** Pattern of a variable's name: a letter, then letters, digits or `_`. */
export const VARIABLE_NAME = /^\p{L}[\p{L}\p{N}_]*$/u

/** Returns whether a name is one of the usual variables. */
export const isVariable = (name: string): name is Variable => (VARIABLES as readonly string[]).includes(name)
