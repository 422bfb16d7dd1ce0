/**
 * Error codes of the Cloud API (Meta's *Error codes*, Graph API v23.0, read on 2026-11-28): what
 * people are told, and what is done about a message that was refused by one. A code comes with the
 * answer to a call, or later with a status `failed`.
 */
import type { MessageFailure } from '../../../data/tickets/message-row.ts'

/**
 * - `never`: it would fail again; a person decides
 * - `throughput`: the number sends too fast; again after a moment
 * - `person`: too many messages to the same person; again after 4^n seconds, as Meta advises
 * - `later`: Meta refused it for a while, and has nothing of it; again by the queue
 * - `unsure`: Meta may have the message; it waits for its status
 */
export type Retry = 'never' | 'throughput' | 'person' | 'later' | 'unsure'

/** Reason for which the number itself can send nothing any more. */
export type Loss = 'token' | 'permission' | 'banned' | 'numberGone'

type Known = { error: MessageFailure; retry?: Retry; loss?: Loss }

const REFUSED = 'ERR_SEND_REFUSED'

const KNOWN: Readonly<Record<number, Known>> = {
  // "API unknown", "API service": the message may be there.
  1: { error: REFUSED, retry: 'unsure' },
  2: { error: REFUSED, retry: 'unsure' },
  4: { error: 'ERR_CLOUD_TOO_MANY', retry: 'later' },
  33: { error: 'ERR_CLOUD_NUMBER', loss: 'numberGone' },
  100: { error: REFUSED },
  102: { error: 'ERR_CLOUD_RECONNECT', loss: 'token' },
  190: { error: 'ERR_CLOUD_RECONNECT', loss: 'token' },
  368: { error: 'ERR_CLOUD_BLOCKED', loss: 'banned' },
  80007: { error: 'ERR_CLOUD_TOO_MANY', retry: 'later' },
  130429: { error: 'ERR_CLOUD_TOO_MANY', retry: 'throughput' },
  130472: { error: 'ERR_CLOUD_MARKETING_LIMIT' },
  130497: { error: 'ERR_CLOUD_BLOCKED' },
  131000: { error: REFUSED, retry: 'unsure' },
  131005: { error: 'ERR_CLOUD_RECONNECT', loss: 'permission' },
  131008: { error: REFUSED },
  131009: { error: REFUSED },
  131016: { error: REFUSED, retry: 'unsure' },
  131021: { error: REFUSED },
  131026: { error: 'ERR_CLOUD_NOT_ON_WHATSAPP' },
  131030: { error: REFUSED },
  131031: { error: 'ERR_CLOUD_BLOCKED', loss: 'banned' },
  131037: { error: 'ERR_CLOUD_NUMBER' },
  131042: { error: 'ERR_CLOUD_PAYMENT' },
  131045: { error: 'ERR_CLOUD_NUMBER' },
  131047: { error: 'ERR_OUTSIDE_WINDOW' },
  131048: { error: 'ERR_CLOUD_QUALITY_LIMIT' },
  131049: { error: 'ERR_CLOUD_MARKETING_LIMIT' },
  131050: { error: 'ERR_CLOUD_MARKETING_LIMIT' },
  131051: { error: REFUSED },
  131052: { error: 'ERR_CLOUD_MEDIA' },
  131053: { error: 'ERR_CLOUD_MEDIA' },
  131056: { error: 'ERR_CLOUD_TOO_MANY_TO_PERSON', retry: 'person' },
  131057: { error: 'ERR_CLOUD_NUMBER', retry: 'later' },
  132000: { error: 'ERR_TEMPLATE_VARIABLES' },
  132001: { error: 'ERR_TEMPLATE_NOT_APPROVED' },
  132005: { error: 'ERR_TEMPLATE_VARIABLES' },
  132007: { error: 'ERR_TEMPLATE_NOT_APPROVED' },
  132012: { error: 'ERR_TEMPLATE_VARIABLES' },
  132015: { error: 'ERR_TEMPLATE_NOT_APPROVED' },
  132016: { error: 'ERR_TEMPLATE_NOT_APPROVED' },
  132018: { error: 'ERR_TEMPLATE_VARIABLES' },
}

/** Returns whether a code says that the token lacks a permission. */
export const isPermission = (code: number): boolean => code === 3 || code === 10 || (code >= 200 && code <= 299)

/** Subcode of code 100: the id in the call's path, here the number's, does not exist (any more). */
const NO_SUCH_ID = 33

function known(code: number, subcode?: number): Known {
  if (code === 100 && subcode === NO_SUCH_ID) return KNOWN[33]!
  const found = Object.hasOwn(KNOWN, code) ? KNOWN[code] : undefined
  if (found) return found
  if (isPermission(code)) return { error: 'ERR_CLOUD_RECONNECT', loss: 'permission' }
  // Registration of the number, templates.
  if (code >= 133_000 && code <= 133_999) return { error: 'ERR_CLOUD_NUMBER' }
  if (code >= 132_000 && code <= 132_999) return { error: 'ERR_TEMPLATE_NOT_APPROVED' }
  return { error: REFUSED }
}

/** Returns the reason that people are shown for a message that failed with a code. */
export const messageErrorOf = (code: number, subcode?: number): MessageFailure => known(code, subcode).error

/** Returns what is done about a message whose call was refused with a code. */
export const retryOf = (code: number): Retry => known(code).retry ?? 'never'

/** Returns why the number can send nothing any more; undefined for a code about a message. */
export const lossOf = (code: number, subcode?: number): Loss | undefined => known(code, subcode).loss
