/**
 * Transitions of a campaign's recipient. Pure: each function returns what changes in the row, or
 * undefined if nothing does.
 */
import type { RecipientState } from '../../entities/campaign.ts'

/** Part of a campaign that a recipient gets. */
export type Stage = 'confirmation' | 'message'

/** Fields of a row that decide; moments are epoch milliseconds. */
export type RecipientSnapshot = {
  state: RecipientState
  confirmationRequestedAt: number | null
  confirmedAt: number | null
  sentAt: number | null
  deliveredAt: number | null
  readAt: number | null
  inFlight: Stage | null
}

/**
 * Time after the confirmation request, in milliseconds, within which an answer releases the message
 * (decision 0019).
 */
export const CONFIRMATION_MS = 24 * 3_600_000

/** Acks from which a message counts as delivered and as read (decision 0019). */
export const DELIVERED_ACK = 2
const READ_ACK = 4

/** Order of the states after sending. A state only rises: a late acknowledgement lowers nothing. */
const RANKS: Partial<Record<RecipientState, number>> = { sent: 1, delivered: 2, read: 3, answered: 4 }
const rankOf = (state: RecipientState): number => RANKS[state] ?? 0

/** Returns the next stage of a recipient that waits or confirmed; undefined if there is none. */
export function nextStage(state: RecipientState, withConfirmation: boolean): Stage | undefined {
  if (state === 'confirmed') return 'message'
  if (state === 'waiting') return withConfirmation ? 'confirmation' : 'message'
  return undefined
}

/** Returns the changes of a stage that is sent. */
export const markSent = (stage: Stage, now: number) =>
  stage === 'confirmation'
    ? ({ state: 'confirmationAsked', confirmationRequestedAt: now, inFlight: stage } as const)
    : ({ state: 'sent', sentAt: now, inFlight: stage } as const)

/**
 * Returns whether the recipient is in the state of a sent stage about which nothing is known yet.
 */
const isUnconfirmed = ({ state }: RecipientSnapshot, stage: Stage): boolean =>
  state === (stage === 'confirmation' ? 'confirmationAsked' : 'sent')

/**
 * Returns a stage that could not be sent because the connection is down: the recipient gets its
 * place back, and the stage is sent later under the same id. An answer proves that it arrived, so
 * nothing changes then.
 */
export function markUnsent(row: RecipientSnapshot, stage: Stage): Partial<RecipientSnapshot> | undefined {
  if (row.inFlight !== stage) return undefined
  if (!isUnconfirmed(row, stage)) return { inFlight: null }
  if (stage === 'confirmation') return { state: 'waiting', confirmationRequestedAt: null, inFlight: null }
  return { state: row.confirmedAt === null ? 'waiting' : 'confirmed', sentAt: null, inFlight: null }
}

/**
 * Records that Meta accepted a stage: it is not under way any more. It reached nobody's phone yet.
 * `isUnknown`: it had failed because nothing was known about it.
 */
export function markAccepted(
  row: RecipientSnapshot,
  stage: Stage,
  isUnknown: boolean,
  now: number,
): Partial<RecipientSnapshot> | undefined {
  if (row.inFlight === stage) return { inFlight: null }
  if (!isUnknown || row.state !== 'failed') return undefined
  return stage === 'confirmation'
    ? { state: 'confirmationAsked', confirmationRequestedAt: row.confirmationRequestedAt ?? now }
    : { state: 'sent', sentAt: row.sentAt ?? now }
}

/** Marks a stage as failed that was accepted before: Meta may give it up later. */
export function markRejected(
  row: RecipientSnapshot,
  stage: Stage,
  state: 'failed' | 'invalid',
): Partial<RecipientSnapshot> | undefined {
  if (isUnconfirmed(row, stage)) return { state, inFlight: null }
  return row.inFlight === stage ? { inFlight: null } : undefined
}

/** Marks a stage as failed for good. An answer proves that it arrived, so nothing changes then. */
export function markFailed(row: RecipientSnapshot, stage: Stage): Partial<RecipientSnapshot> | undefined {
  if (row.inFlight !== stage) return undefined
  return isUnconfirmed(row, stage) ? { state: 'failed', inFlight: null } : { inFlight: null }
}

/**
 * Applies an acknowledgement of WhatsApp or the phone, also to a stage that came back or failed but
 * arrived after all.
 */
export function acknowledge(
  row: RecipientSnapshot,
  stage: Stage,
  ack: number,
  now: number,
): Partial<RecipientSnapshot> | undefined {
  if (ack < DELIVERED_ACK) return undefined
  const landed = row.inFlight === stage ? { inFlight: null } : {}
  if (stage === 'confirmation') {
    const asked = { state: 'confirmationAsked', confirmationRequestedAt: now } as const
    const isBack =
      row.confirmedAt === null && row.sentAt === null && (row.state === 'waiting' || row.state === 'failed')
    const changes = { ...landed, ...(isBack ? asked : {}) }
    return Object.keys(changes).length > 0 ? changes : undefined
  }
  if (row.state === 'optedOut' || row.state === 'invalid') return Object.keys(landed).length > 0 ? landed : undefined
  const state: RecipientState = ack >= READ_ACK ? 'read' : 'delivered'
  const changes: Partial<RecipientSnapshot> = {
    ...landed,
    ...(row.sentAt === null ? { sentAt: now } : {}),
    ...(row.deliveredAt === null ? { deliveredAt: now } : {}),
    ...(state === 'read' && row.readAt === null ? { readAt: now } : {}),
    ...(rankOf(state) > rankOf(row.state) ? { state } : {}),
  }
  return Object.keys(changes).length > 0 ? changes : undefined
}

/** Meaning of a contact's answer for the campaign. */
export type Answer = 'confirms' | 'answers'

/**
 * Returns the meaning of an answer; undefined if nothing was sent, or the time for a confirmation
 * is over.
 */
export function answerTo(row: RecipientSnapshot, now: number): Answer | undefined {
  if (row.state === 'confirmationAsked')
    return now < (row.confirmationRequestedAt ?? 0) + CONFIRMATION_MS ? 'confirms' : undefined
  return row.state === 'sent' || row.state === 'delivered' || row.state === 'read' ? 'answers' : undefined
}

/** Returns whether a recipient still waits for something, so that opting out cancels it. */
export const isPending = (state: RecipientState): boolean =>
  state === 'waiting' || state === 'confirmationAsked' || state === 'confirmed'
