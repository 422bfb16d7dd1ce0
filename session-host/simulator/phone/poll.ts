import { createHash } from 'node:crypto'
import { normalizeMessageContent, proto } from '@whiskeysockets/baileys'
import type { Network } from '../network/network.ts'
import type { HistoryRow } from '../types.ts'
import type { Phone } from './phone.ts'

/** Returns the poll that a message asks, and the secret under which its votes are encrypted. */
export function pollOf(row: HistoryRow | undefined) {
  const message = row?.proto && !row.entry.deleted ? proto.Message.decode(row.proto) : undefined
  const content = normalizeMessageContent(message)
  const poll = content?.pollCreationMessage ?? content?.pollCreationMessageV2 ?? content?.pollCreationMessageV3
  const secret = message?.messageContextInfo?.messageSecret ?? content?.messageContextInfo?.messageSecret
  if (!row || !poll || !secret) return undefined
  return { row, secret, options: (poll.options ?? []).map(({ optionName }) => optionName ?? '') }
}

/** Returns the digest by which a vote names an option. */
export const digestOf = (option: string): Buffer => createHash('sha256').update(option).digest()

/** JIDs of author and voter, as the voter's app writes them into the key of a vote. */
export const addressesOf = (network: Network, author: string, voter: Phone) => ({
  pollCreatorJid:
    voter.record.addressing === 'lid' ? network.requirePhone(author).lid : network.requirePhone(author).pn,
  voterJid: voter.record.addressing === 'lid' ? voter.lid : voter.pn,
})
