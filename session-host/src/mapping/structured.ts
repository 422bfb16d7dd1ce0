import type { StructuredKind } from '@balcao/shared/entities/structured.ts'
import type { InboundMessage } from '@balcao/shared/events/queues.ts'
import type { proto } from '@whiskeysockets/baileys'
import { amountOf, choices, clean, copies, currencyOf, joinLines, moneyText, some, timeText } from './lines.ts'
import { readNativeFlow } from './native-flow.ts'

/** Text and data of a message that is neither plain text nor media. */
export type Structured = Pick<InboundMessage, 'poll'> & {
  body: string
  structured: NonNullable<InboundMessage['structured']>
}

type Parts = { kind: StructuredKind; lines?: (string | null | undefined)[]; copy?: unknown[] }

const make = ({ kind, lines = [], copy = [] }: Parts): Structured => {
  const values = copies(copy)
  return { body: joinLines(lines), structured: { kind, ...(values.length ? { copy: values } : {}) } }
}

/**
 * Describes orders, payments, polls and other messages with a structure of their own. Returns
 * undefined for all others.
 */
export function describeStructured(content: proto.IMessage): Structured | undefined {
  return (
    describeSale(content) ??
    describePayment(content) ??
    describeOffer(content) ??
    describeInvite(content) ??
    describeBare(content)
  )
}

function describeSale({ orderMessage: order, productMessage: offer }: proto.IMessage): Structured | undefined {
  if (order) {
    const total = amountOf(order.totalAmount1000, 1000)
    const items = Math.floor(amountOf(order.itemCount, 1) ?? 0)
    const sum = [items ? `🛒 ${items}` : '', moneyText(total, order.totalCurrencyCode)].filter(Boolean).join(' · ')
    const described = make({ kind: 'order', lines: [order.orderTitle, sum, order.message] })
    described.structured.order = {
      orderId: clean(order.orderId, 128),
      title: clean(order.orderTitle, 500),
      itemCount: items,
      total: total ?? null,
      currency: currencyOf(order.totalCurrencyCode),
      message: clean(order.message),
    }
    return described
  }
  if (offer) {
    const { product, catalog, body, footer } = offer
    const price = moneyText(amountOf(product?.priceAmount1000, 1000), product?.currencyCode)
    const sale = moneyText(amountOf(product?.salePriceAmount1000, 1000), product?.currencyCode)
    const title = product?.title || catalog?.title
    const description = product?.description || catalog?.description
    const prices = sale && price ? `${sale} (${price})` : sale || price
    const lines = [title, description, prices, body, footer, product?.url]
    return make({ kind: 'product', lines, copy: [product?.url] })
  }
  return undefined
}

function describePayment(content: proto.IMessage): Structured | undefined {
  const { requestPaymentMessage: request, sendPaymentMessage: sent, invoiceMessage: invoice } = content
  const note = (message: proto.IMessage | null | undefined) =>
    message?.extendedTextMessage?.text || message?.conversation
  if (request) {
    const { amount, amount1000, currencyCodeIso4217, noteMessage } = request
    const value = amount?.value ? amountOf(amount.value, amount.offset || 1000) : amountOf(amount1000, 1000)
    const currency = amount?.currencyCode || currencyCodeIso4217
    return make({ kind: 'payment', lines: [moneyText(value, currency), note(noteMessage)] })
  }
  if (sent) return make({ kind: 'payment', lines: [note(sent.noteMessage)] })
  if (invoice) return make({ kind: 'payment', lines: [invoice.note] })
  return undefined
}

function describeOffer(content: proto.IMessage): Structured | undefined {
  const poll = content.pollCreationMessage ?? content.pollCreationMessageV2 ?? content.pollCreationMessageV3
  const anyPoll = poll ?? content.pollCreationMessageV5
  if (anyPoll) {
    const options = some(anyPoll.options).map(option => option.optionName)
    const several = anyPoll.selectableOptionsCount !== 1
    // As they are: a vote names an option by the digest of its text.
    const poll = { question: clean(anyPoll.name), options: options.map(option => option ?? ''), several }
    return { ...make({ kind: 'poll', lines: [anyPoll.name, ...choices(options)] }), poll }
  }
  const snapshot = content.pollResultSnapshotMessage ?? content.pollResultSnapshotMessageV3
  if (snapshot) {
    const votes = some(snapshot.pollVotes).map(
      vote => `${clean(vote.optionName, 400)}: ${Number(vote.optionVoteCount ?? 0)}`,
    )
    return make({ kind: 'poll', lines: [snapshot.name, ...choices(votes)] })
  }
  if (content.eventMessage) {
    const { name, description, startTime, endTime, location, joinLink } = content.eventMessage
    const when = [timeText(startTime), timeText(endTime)].filter(Boolean).join(' – ')
    const lines = [name, when, location?.name, location?.address, description, joinLink]
    return make({ kind: 'event', lines, copy: [joinLink] })
  }
  if (content.buttonsMessage) {
    const { text, contentText, footerText, buttons } = content.buttonsMessage
    const texts = some(buttons).map(button => button.buttonText?.displayText)
    return make({ kind: 'interactive', lines: [text, contentText, footerText, ...choices(texts)] })
  }
  if (content.listMessage) {
    const { title, description, sections, productListInfo, footerText } = content.listMessage
    const listed = some(sections).flatMap(section => {
      const texts = some(section.rows).map(row => [row.title, row.description].filter(Boolean).join(': '))
      return [section.title, ...choices(texts)]
    })
    // Its products are ids of the catalogue; only the names of their sections are readable.
    const offered = some(productListInfo?.productSections).map(section => section.title)
    return make({ kind: 'interactive', lines: [title, description, ...listed, ...offered, footerText] })
  }
  const template = content.templateMessage ?? content.highlyStructuredMessage?.hydratedHsm
  if (template) return describeTemplate(template)
  if (content.highlyStructuredMessage) {
    return make({ kind: 'interactive', lines: [...some(content.highlyStructuredMessage.params)] })
  }
  if (content.interactiveMessage) return describeInteractive(content.interactiveMessage)
  const rich = content.richResponseMessage
  return rich ? make({ kind: 'interactive', lines: some(rich.submessages).map(part => part.messageText) }) : undefined
}

function describeTemplate(template: proto.Message.ITemplateMessage): Structured {
  if (template.interactiveMessageTemplate) return describeInteractive(template.interactiveMessageTemplate)
  const filled = template.hydratedTemplate ?? template.hydratedFourRowTemplate
  const buttons = some(filled?.hydratedButtons)
  const texts = buttons.map(
    ({ quickReplyButton, urlButton, callButton }) => (quickReplyButton ?? urlButton ?? callButton)?.displayText,
  )
  const media = filled?.imageMessage?.caption || filled?.videoMessage?.caption || filled?.documentMessage?.fileName
  return make({
    kind: 'interactive',
    lines: [
      filled?.hydratedTitleText,
      media,
      filled?.hydratedContentText,
      filled?.hydratedFooterText,
      ...choices(texts),
    ],
    copy: buttons.map(({ urlButton, callButton }) => urlButton?.url ?? callButton?.phoneNumber),
  })
}

/**
 * Describes an interactive message.
 * @param inCarousel cards hold no further cards
 */
function describeInteractive(message: proto.Message.IInteractiveMessage, inCarousel = false): Structured {
  const { header, body, footer, nativeFlowMessage, carouselMessage } = message
  const flow = readNativeFlow(nativeFlowMessage)
  const cards = inCarousel ? [] : some(carouselMessage?.cards).map(card => describeInteractive(card, true))
  const product = header?.productMessage ? describeSale({ productMessage: header.productMessage }) : undefined
  const caption = header?.imageMessage?.caption || header?.videoMessage?.caption || header?.documentMessage?.fileName
  return make({
    kind: flow.isPayment ? 'payment' : 'interactive',
    lines: [
      header?.title,
      header?.subtitle,
      caption,
      product?.body,
      body?.text,
      ...flow.lines,
      ...cards.map(card => card.body),
      footer?.text,
    ],
    copy: [...flow.copy, ...cards.flatMap(card => card.structured.copy ?? [])],
  })
}

function describeInvite(content: proto.IMessage): Structured | undefined {
  if (content.groupInviteMessage) {
    const { groupName, caption, inviteCode } = content.groupInviteMessage
    const link = /^[\w-]{1,64}$/.test(inviteCode ?? '') ? `https://chat.whatsapp.com/${inviteCode}` : undefined
    return make({ kind: 'invite', lines: [groupName, caption, link], copy: [link] })
  }
  const channel = content.newsletterAdminInviteMessage ?? content.newsletterFollowerInviteMessageV2
  if (channel) return make({ kind: 'invite', lines: [channel.newsletterName, channel.caption] })
  if (content.scheduledCallCreationMessage) {
    const { title, scheduledTimestampMs } = content.scheduledCallCreationMessage
    return make({ kind: 'scheduledCall', lines: [title, timeText(Number(scheduledTimestampMs ?? 0) / 1000)] })
  }
  if (content.stickerPackMessage) {
    const { name, publisher, caption } = content.stickerPackMessage
    return make({ kind: 'stickerPack', lines: [name, publisher, caption] })
  }
  if (content.bcallMessage) return make({ kind: 'broadcastCall', lines: [content.bcallMessage.caption] })
  return undefined
}

/** Messages of which only the kind is known. */
const BARE: [keyof proto.IMessage, StructuredKind][] = [
  ['declinePaymentRequestMessage', 'paymentDeclined'],
  ['cancelPaymentRequestMessage', 'paymentCanceled'],
  ['paymentInviteMessage', 'paymentInvite'],
  ['requestPhoneNumberMessage', 'phoneRequest'],
  ['placeholderMessage', 'phoneOnly'],
  ['encCommentMessage', 'phoneOnly'],
  ['statusMentionMessage', 'statusMention'],
  ['groupStatusMentionMessage', 'statusMention'],
]

function describeBare(content: proto.IMessage): Structured | undefined {
  const kind = BARE.find(([field]) => content[field])?.[1]
  return kind && make({ kind })
}
