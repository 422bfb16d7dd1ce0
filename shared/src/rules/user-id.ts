/**
 * Business-scoped ids of people at Meta (Cloud API, *Business-scoped user IDs*, read on
 * 2026-11-29): `BR.13491208655302741918`, or `BR.ENT.…` where several businesses share it. Each
 * business portfolio has an id of its own for a person, who may hide their number behind it.
 */
const USER_ID = /^[A-Z]{2}\.[A-Z0-9.]{1,60}$/i

/** Returns whether a text, such as what stands in the place of a LID, is such an id. */
export const isUserId = (text: string | null | undefined): text is string => USER_ID.test(text ?? '')
