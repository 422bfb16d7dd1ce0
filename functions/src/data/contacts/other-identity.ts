/**
 * Further numbers of a contact: those of contacts that were merged into it. Whoever writes from one
 * of them is answered there, so a conversation keeps the number it is with.
 */
import { isUserId } from '@balcao/shared/rules/user-id.ts'
import { type ContactRow, numberAlias, type OtherIdentity } from './contact-row.ts'

type Identity = { number?: string | undefined; lid?: string | null | undefined }

/** Returns whether two identities share a number or a LID. */
const isSame = (other: OtherIdentity, { number, lid }: Identity): boolean =>
  (number && other.number ? numberAlias(other.number) === numberAlias(number) : false) ||
  (Boolean(lid) && other.lid === lid)

/** Returns the further identity of a contact by which somebody is known; undefined for its own. */
export const otherIdentityOf = (
  contact: Pick<ContactRow, 'number' | 'lid' | 'others'>,
  identity: Identity,
): OtherIdentity | undefined =>
  isSame(contact, identity) ? undefined : contact.others?.find(other => isSame(other, identity))

/**
 * Returns the contact as it is reached by a number or LID: with that one in place of its own. Only
 * for addresses and tickets; it is never stored as the contact.
 */
export function reachedBy(contact: ContactRow, identity: Identity): ContactRow {
  const other = otherIdentityOf(contact, identity)
  return other ? { ...contact, number: other.number, lid: other.lid } : contact
}

type Identities = Pick<ContactRow, 'number' | 'lid' | 'others'>

/**
 * Returns the LID and the further identities of a contact that is known by `lid` too. A
 * LID replaces an earlier one; business-scoped ids stand beside it and beside each
 * other, as each business has its own.
 */
export function withLid(
  { number, lid: own, others = [] }: Identities,
  lid: string | null,
): Pick<Identities, 'lid' | 'others'> {
  const kept = others.length > 0 ? { others } : {}
  if (lid === null || own === null || lid === own) return { lid: own ?? lid, ...kept }
  if (others.some(other => other.lid === lid))
    return { lid: own, others: others.map(each => (each.lid === lid && !each.number ? { number, lid } : each)) }
  if (isUserId(lid)) return { lid: own, others: [...others, { number, lid }] }
  return isUserId(own) ? { lid, others: [...others, { number, lid: own }] } : { lid, ...kept }
}

/** Returns the further identities of a contact whose number changes. */
export const renumbered = (
  { number: from, others = [] }: Pick<ContactRow, 'number' | 'others'>,
  to: string | undefined,
): OtherIdentity[] =>
  others.flatMap(each => {
    const isOwn = isUserId(each.lid) && each.number !== '' && numberAlias(each.number) === numberAlias(from)
    return isOwn ? (to === undefined ? [] : [{ ...each, number: to }]) : [each]
  })

/** Returns the further identities with what a message revealed about one of them. */
export const learnOther = (others: readonly OtherIdentity[], known: OtherIdentity): OtherIdentity[] => {
  const [first, ...same] = others.filter(other => isSame(other, known))
  if (!first) return [...others]
  const merged = [first, ...same].reduce(
    (all, each) => ({ number: all.number || each.number, lid: all.lid ?? each.lid }),
    { number: known.number, lid: known.lid },
  )
  return others.flatMap(other => (other === first ? [merged] : same.includes(other) ? [] : [other]))
}
