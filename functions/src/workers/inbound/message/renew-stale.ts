import { AppError } from '@balcao/shared/errors.ts'
import { WriteConflict } from '../../../data/table/transact.ts'
import { findSender } from './find-sender.ts'
import type { ReceivedMessage } from './message-state.ts'

/** Signals that the state a decision rests on has changed: it must be read again. */
export class StateChanged extends Error {}

const ROUNDS = 30

/**
 * Returns the message for another round, after a pause, if `error` means that what was read for it
 * is stale. The sender is read again only if their contact was deleted meanwhile.
 * @throws the error in every other case, and after 30 rounds
 */
export async function renewStale(received: ReceivedMessage, error: unknown, round: number): Promise<ReceivedMessage> {
  // The contact was deleted since it was read: the sender becomes a new contact.
  const isContactGone = error instanceof AppError && error.code === 'ERR_NO_CONTACT_FOUND'
  if (!(isContactGone || isStale(error)) || round >= ROUNDS) throw error
  const renewed = isContactGone ? await findSender(received.message) : { cachedTicket: undefined }
  await new Promise(resolve => setTimeout(resolve, Math.random() * 10 * round))
  return { ...received, ...renewed }
}

/**
 * Returns whether the decision must be made again: its state changed before it was written, or the
 * ticket was deleted or another one created.
 */
const isStale = (error: unknown): boolean =>
  error instanceof StateChanged ||
  error instanceof WriteConflict ||
  (error instanceof AppError && (error.code === 'ERR_NO_TICKET_FOUND' || error.code === 'ERR_OTHER_OPEN_TICKET'))
