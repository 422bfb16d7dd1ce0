import type { proto } from '@whiskeysockets/baileys'

/** Handling of one field of `proto.Message`, with the sentence for the table in the documents. */
export type KindFate = { fate: 'shown' | 'unwrapped' | 'ignored'; as: string }

const shown = (as: string): KindFate => ({ fate: 'shown', as })
const unwrapped = (as: string): KindFate => ({ fate: 'unwrapped', as })
const ignored = (as: string): KindFate => ({ fate: 'ignored', as })

const POLL = shown('`poll`: the question and its choices as lines, and as a poll that counts votes')
const SNAPSHOT = shown('`poll`: the question and its counted choices as lines')
const GROUP_STATUS = unwrapped('message posted as the status of a group')

/**
 * Handling of every field of `proto.Message`. `session-host/docs/message-kinds.md` is written from
 * this map; the compiler and a walk through the schema both refuse a version of Baileys with a
 * further field.
 */
export const MESSAGE_KINDS: Record<keyof proto.IMessage, KindFate> = {
  conversation: shown('text'),
  senderKeyDistributionMessage: ignored('key of a group, read by Baileys'),
  imageMessage: shown('image with its caption'),
  contactMessage: shown('contact card'),
  locationMessage: shown('place on a map'),
  extendedTextMessage: shown('text'),
  documentMessage: shown('document with its caption'),
  audioMessage: shown('voice note or sound'),
  videoMessage: shown('video with its caption'),
  call: ignored('signal of a call, which is reported by its own event'),
  chat: ignored('name of a chat, never sent to a person'),
  protocolMessage: ignored('deletion, edit or setting, applied to the message it names'),
  contactsArrayMessage: shown('contact cards'),
  highlyStructuredMessage: shown(
    '`interactive`: the text of the template that comes with it, or its parameters as lines',
  ),
  fastRatchetKeySenderKeyDistributionMessage: ignored('key of a group, read by Baileys'),
  sendPaymentMessage: shown('`payment`: the note'),
  liveLocationMessage: shown('place on a map, as it was when sharing began'),
  requestPaymentMessage: shown('`payment`: amount with currency and the note'),
  declinePaymentRequestMessage: shown('`paymentDeclined`: no words'),
  cancelPaymentRequestMessage: shown('`paymentCanceled`: no words'),
  templateMessage: shown('`interactive`: title, body, footer, buttons as lines, links and numbers to copy'),
  stickerMessage: shown('sticker, still or animated'),
  groupInviteMessage: shown('`invite`: the name of the group, the caption and the link'),
  templateButtonReplyMessage: shown('text of the chosen button'),
  productMessage: shown('`product`: title, description, price, the question and the link'),
  deviceSentMessage: unwrapped('copy of what the business wrote on its own phone'),
  messageContextInfo: ignored('not content; names the album of a photo'),
  listMessage: shown('`interactive`: title, body, names of sections and choices as lines'),
  viewOnceMessage: unwrapped('medium to be seen once'),
  orderMessage: shown('`order`: title, number of items, total with currency and the text; kept as data too'),
  listResponseMessage: shown('text of the chosen row'),
  ephemeralMessage: unwrapped('disappearing message'),
  invoiceMessage: shown('`payment`: the note'),
  buttonsMessage: shown('`interactive`: title, body, footer, buttons as lines'),
  buttonsResponseMessage: shown('text of the chosen button'),
  paymentInviteMessage: shown('`paymentInvite`: no words'),
  interactiveMessage: shown(
    '`interactive`, or `payment` with an amount or Pix: title, body, footer, cards, choices, amounts; Pix codes, links and coupons to copy',
  ),
  reactionMessage: ignored('reported as a reaction'),
  stickerSyncRmrMessage: ignored('synchronisation of the own stickers'),
  interactiveResponseMessage: shown('text of the answer, or the answers of the form as lines'),
  pollCreationMessage: POLL,
  pollUpdateMessage: ignored('encrypted vote, counted at the poll it names'),
  keepInChatMessage: ignored('changes how long the phone keeps a message'),
  documentWithCaptionMessage: unwrapped('document with a caption'),
  requestPhoneNumberMessage: shown('`phoneRequest`: no words'),
  viewOnceMessageV2: unwrapped('medium to be seen once'),
  encReactionMessage: ignored('encrypted reaction of a community; the secret of its message is not kept'),
  editedMessage: unwrapped('new text of a message'),
  viewOnceMessageV2Extension: unwrapped('voice note to be heard once'),
  pollCreationMessageV2: POLL,
  scheduledCallCreationMessage: shown('`scheduledCall`: title and time'),
  groupMentionedMessage: unwrapped('message that mentions a group'),
  pinInChatMessage: ignored('pins a message on the phones'),
  pollCreationMessageV3: POLL,
  scheduledCallEditMessage: ignored('change of a scheduled call, without words'),
  ptvMessage: shown('video note'),
  botInvokeMessage: unwrapped('message to an AI of WhatsApp'),
  callLogMesssage: ignored('entry of the call list; calls are reported by their own event'),
  messageHistoryBundle: ignored('history shared with a new member of a group'),
  encCommentMessage: shown(
    '`phoneOnly`: encrypted comment on the message it quotes; the secret of that message is not kept',
  ),
  bcallMessage: shown('`broadcastCall`: the caption'),
  lottieStickerMessage: unwrapped('animated sticker'),
  eventMessage: shown('`event`: name, time, place, description and the link'),
  encEventResponseMessage: ignored('encrypted answer to an event; the secret of the event is not kept'),
  commentMessage: unwrapped('comment, which quotes the message it is about'),
  newsletterAdminInviteMessage: shown('`invite`: the name of the channel and the caption'),
  placeholderMessage: shown('`phoneOnly`: WhatsApp keeps it from linked devices'),
  secretEncryptedMessage: ignored(
    'encrypted edit, which marks the message it names: the secret of that message is not kept',
  ),
  albumMessage: ignored('head of an album; its photos come as messages and stand together'),
  eventCoverImage: unwrapped('picture of an event'),
  stickerPackMessage: shown('`stickerPack`: name, publisher and caption'),
  statusMentionMessage: shown('`statusMention`: no words'),
  pollResultSnapshotMessage: SNAPSHOT,
  pollCreationOptionImageMessage: unwrapped('picture of a choice of a poll'),
  associatedChildMessage: unwrapped('part of an album or of a medium in two qualities'),
  groupStatusMentionMessage: shown('`statusMention`: no words'),
  pollCreationMessageV4: unwrapped('poll of newer apps'),
  statusAddYours: unwrapped('status that asks for answers'),
  groupStatusMessage: GROUP_STATUS,
  richResponseMessage: shown('`interactive`: texts of an AI of WhatsApp as lines'),
  statusNotificationMessage: ignored('notice about a status; statuses are not conversations'),
  limitSharingMessage: unwrapped('message of a chat with limited sharing'),
  botTaskMessage: unwrapped('task of an AI of WhatsApp'),
  questionMessage: unwrapped('question of a channel'),
  messageHistoryNotice: ignored('notice about history shared with a new member of a group'),
  groupStatusMessageV2: GROUP_STATUS,
  botForwardedMessage: unwrapped('forwarded answer of an AI of WhatsApp'),
  statusQuestionAnswerMessage: shown('text of the answer'),
  questionReplyMessage: unwrapped('reply to a question of a channel'),
  questionResponseMessage: shown('text of the answer'),
  statusQuotedMessage: shown('text of the status that is quoted'),
  statusStickerInteractionMessage: ignored('sticker put on a status; statuses are not conversations'),
  pollCreationMessageV5: POLL,
  newsletterFollowerInviteMessageV2: shown('`invite`: the name of the channel and the caption'),
  pollResultSnapshotMessageV3: SNAPSHOT,
}

/** Fields that contain another message. */
export const WRAPPERS = Object.entries(MESSAGE_KINDS)
  .filter(([, { fate }]) => fate === 'unwrapped')
  .map(([kind]) => kind as keyof proto.IMessage)

/** Maximum wrappers opened; apps nest two or three. */
const MAX_DEPTH = 8

/**
 * Opens the wrappers of a message. Returns undefined if there is nothing inside, or too many
 * wrappers.
 */
export function unwrapMessage(message: proto.IMessage | null | undefined): proto.IMessage | undefined {
  let content = message
  for (let depth = 0; content && depth < MAX_DEPTH; depth++) {
    const wrapper: keyof proto.IMessage | undefined = WRAPPERS.find(kind => content?.[kind])
    if (!wrapper) return content
    content = (content[wrapper] as proto.Message.IFutureProofMessage).message
  }
  return undefined
}
