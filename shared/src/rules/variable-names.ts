/** Names that a text may hold between double braces (decision 0027). */
export const VARIABLES = ['name', 'firstName', 'greeting', 'protocol', 'date', 'hour', 'queue', 'user'] as const
export type Variable = (typeof VARIABLES)[number]

/** How something that can be filled in is called: a letter, and letters, digits or `_`. */
export const VARIABLE_NAME = /^\p{L}[\p{L}\p{N}_]*$/u

/** Whether it is one of the usual ones. */
export const isVariable = (name: string): name is Variable => (VARIABLES as readonly string[]).includes(name)
