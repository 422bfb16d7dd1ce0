/** How far a contact of a campaign may go from where it is. Pure: what of a row changes, or undefined when nothing does. */
import type { ShippingState } from '../../entities/campaign.ts'

/** What of a campaign a contact gets. */
export type Stage = 'confirmation' | 'message'

/** What of a row decides; moments are epoch milliseconds. */
export type Standing = {
  state: ShippingState
  confirmationRequestedAt: number | null
  confirmedAt: number | null
  sentAt: number | null
  deliveredAt: number | null
  readAt: number | null
  inFlight: Stage | null
}

/**
 * Time after the confirmation, in milliseconds, within which an answer releases the message
 * (decision 0019).
 */
export const CONFIRMATION_MS = 24 * 3_600_000

/** Acknowledgements from which on a message is delivered and read (decision 0019). */
export const DELIVERED_ACK = 2
const READ_ACK = 4

/** What WhatsApp has goes only up: a late word lowers nothing. */
const RANKS: Partial<Record<ShippingState, number>> = { sent: 1, delivered: 2, read: 3, answered: 4 }
const rankOf = (state: ShippingState): number => RANKS[state] ?? 0

/** The stage that is next for a contact that waits or confirmed; undefined when nothing is. */
export function nextStage(state: ShippingState, withConfirmation: boolean): Stage | undefined {
  if (state === 'confirmed') return 'message'
  if (state === 'waiting') return withConfirmation ? 'confirmation' : 'message'
  return undefined
}

/** It leaves. */
export const leave = (stage: Stage, now: number) =>
  stage === 'confirmation'
    ? ({ state: 'confirmationAsked', confirmationRequestedAt: now, inFlight: stage } as const)
    : ({ state: 'sent', sentAt: now, inFlight: stage } as const)

/** Where a contact is while nothing is known of what left. */
const isUnheard = ({ state }: Standing, stage: Stage): boolean =>
  state === (stage === 'confirmation' ? 'confirmationAsked' : 'sent')

/**
 * It could not leave, since the connection is down: it has its place again, and leaves under the same id. Who answered has it, whatever
 * is said of it.
 */
export function comeBack(row: Standing, stage: Stage): Partial<Standing> | undefined {
  if (row.inFlight !== stage) return undefined
  if (!isUnheard(row, stage)) return { inFlight: null }
  if (stage === 'confirmation') return { state: 'waiting', confirmationRequestedAt: null, inFlight: null }
  return { state: row.confirmedAt === null ? 'waiting' : 'confirmed', sentAt: null, inFlight: null }
}

/** It failed for good. Who answered has it, whatever is said of it. */
export function fail(row: Standing, stage: Stage): Partial<Standing> | undefined {
  if (row.inFlight !== stage) return undefined
  return isUnheard(row, stage) ? { state: 'failed', inFlight: null } : { inFlight: null }
}

/** WhatsApp or the phone acknowledged it; of what came back or failed too, which arrived after all. */
export function acknowledge(row: Standing, stage: Stage, ack: number, now: number): Partial<Standing> | undefined {
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
  const state: ShippingState = ack >= READ_ACK ? 'read' : 'delivered'
  const changes: Partial<Standing> = {
    ...landed,
    ...(row.sentAt === null ? { sentAt: now } : {}),
    ...(row.deliveredAt === null ? { deliveredAt: now } : {}),
    ...(state === 'read' && row.readAt === null ? { readAt: now } : {}),
    ...(rankOf(state) > rankOf(row.state) ? { state } : {}),
  }
  return Object.keys(changes).length > 0 ? changes : undefined
}

/** What an answer of the contact is to the campaign. */
export type Answer = 'confirms' | 'answers'

/** Undefined when it is none: nothing was sent, or the time for a confirmation is over. */
export function answerTo(row: Standing, now: number): Answer | undefined {
  if (row.state === 'confirmationAsked')
    return now < (row.confirmationRequestedAt ?? 0) + CONFIRMATION_MS ? 'confirms' : undefined
  return row.state === 'sent' || row.state === 'delivered' || row.state === 'read' ? 'answers' : undefined
}

/** Whether there is still something to come for a contact, so that opting out takes it away. */
export const isToCome = (state: ShippingState): boolean =>
  state === 'waiting' || state === 'confirmationAsked' || state === 'confirmed'
