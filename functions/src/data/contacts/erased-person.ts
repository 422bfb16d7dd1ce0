import type { ContactRow, OtherIdentity } from './contact-row.ts'

/** Everything by which a person to erase is known. */
export type ErasedPerson = OtherIdentity & {
  picture: string | null
  /** Earlier numbers, and those of merged contacts. Missing, as what follows, in jobs of before. */
  others?: OtherIdentity[]
  /** Contacts that were merged into the person's. */
  merged?: { id: string; picture: string | null }[]
  /** Merges in which a contact of theirs is kept as it was. */
  merges?: string[]
}

/** Returns by what the person of a contact is known. */
export const erasedPersonOf = ({
  number,
  lid,
  picture,
  earlierNumbers = [],
  others = [],
  merged = [],
  merges = [],
}: ContactRow): ErasedPerson => ({
  ...{ number, lid, picture, merged },
  others: [...earlierNumbers.map(earlier => ({ number: earlier, lid: null })), ...others],
  merges: merges.map(({ id }) => id),
})
