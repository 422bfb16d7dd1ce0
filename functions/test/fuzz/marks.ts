/**
 * Marks stand in a generated case for what is too large to print, not to be written as a value, or
 * known only when the case is sent: ids of this run's tenants. So a case is small, can be shrunk,
 * and is the same from the same seed.
 *
 * | mark                 | becomes                                                               |
 * | -------------------- | --------------------------------------------------------------------- |
 * | `<<own:hint:n>>`     | the id of something of the caller's company that fits the hint        |
 * | `<<foreign:hint:n>>` | the same of the other company                                         |
 * | `<<new>>`            | the id of nothing                                                     |
 * | `<<cursor:n>>`       | a cursor that was answered before                                     |
 * | `<<email:n>>`        | the address of a user: the caller's company's, the other's, nobody's  |
 * | `<<phone:n>>`        | a number: of a contact, known to WhatsApp, unknown to it, or nobody's |
 * | `<<word>>`           | a name nobody has yet                                                 |
 * | `<<fill:text:n>>`    | the text n times                                                      |
 * | `"<<json:text>>"`    | in JSON the bare text, quotes gone                                    |
 * | `"<<deep:[:n>>"`     | n arrays, or objects (`{`), one in the other                          |
 * | `"<<list:text:n>>"`  | an array of n such texts                                              |
 */
const MARK = /<<(\w+)(?::([^<>]*?))?(?::(\d+))?>>/g
const JSON_MARK = /"<<(json|deep|list):([^<>]*?)(?::(\d+))?>>"/g

/** Values that only a run knows. */
export type Lookup = {
  own: (hint: string, n: number) => string
  foreign: (hint: string, n: number) => string
  cursor: (n: number) => string
  email: (n: number) => string
  phone: (n: number) => string
  fresh: (kind: 'new' | 'word') => string
}

/** A text with its marks replaced. */
export function expand(text: string, lookup: Lookup): string {
  return text.replace(MARK, (whole, kind: string, given: string | undefined, count: string | undefined) => {
    // `<<cursor:3>>`: the number may be all there is.
    const hint = given ?? ''
    const n = Number(count ?? (/^\d+$/.test(hint) ? hint : 0))
    switch (kind) {
      case 'own':
      case 'foreign':
        return lookup[kind](hint, n)
      case 'cursor':
      case 'email':
      case 'phone':
        return lookup[kind](n)
      case 'new':
      case 'word':
        return lookup.fresh(kind)
      case 'fill':
        return hint.repeat(n)
      default:
        return whole
    }
  })
}

/** A JSON text with its marks replaced. */
export function expandJson(json: string, lookup: Lookup): string {
  const bare = json.replace(JSON_MARK, (_, kind: string, text: string, count: string | undefined) => {
    const n = Number(count ?? 0)
    if (kind === 'json') return count === undefined ? text : `${text}:${count}`
    if (kind === 'list') return `[${Array(n).fill(`"${text}"`).join(',')}]`
    return text === '[' ? `${'['.repeat(n)}${']'.repeat(n)}` : `${'{"a":'.repeat(n)}1${'}'.repeat(n)}`
  })
  return expand(bare, lookup)
}
