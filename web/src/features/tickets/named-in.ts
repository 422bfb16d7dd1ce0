const LETTER = /[\p{L}\p{N}_]/u

/**
 * Returns where a text names people by `@name`, in upper or lower case, as whole words. Of several
 * names that fit the longest counts, of equal ones the first.
 */
export function namedIn<Person extends { name: string }>(text: string, people: readonly Person[]) {
  const longestFirst = [...people].sort((a, b) => b.name.length - a.name.length)
  const found: { at: number; end: number; person: Person }[] = []
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const endOf = ({ name }: Person) => at + 1 + name.length
    const person = longestFirst.find(
      each =>
        text.slice(at + 1, endOf(each)).toLowerCase() === each.name.toLowerCase() &&
        ![text[at - 1], text[endOf(each)]].some(sign => sign !== undefined && LETTER.test(sign)),
    )
    if (person) found.push({ at, end: endOf(person), person })
    if (person) at = endOf(person) - 1
  }
  return found
}
