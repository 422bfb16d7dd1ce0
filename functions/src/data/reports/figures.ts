/** Figures of a counter's row by name; one that is missing is 0. */
export type Figures = Record<string, number>

/** Adds figures to others, or takes them away. */
export function addFigures(to: Figures, by: Figures, sign: 1 | -1 = 1): void {
  for (const [name, value] of Object.entries(by)) to[name] = (to[name] ?? 0) + sign * value
}

/** Returns the figures of these names that a stored row has. */
export const figuresIn = (item: Readonly<Record<string, unknown>>, names: readonly string[]): Figures =>
  Object.fromEntries(names.flatMap(name => (item[name] ? [[name, Number(item[name])]] : [])))
