import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { chatGroup, type OutboundCommand, type Reply } from '@balcao/shared/events/queues.ts'
import { keys, TABLE } from '@balcao/shared/table.ts'
import { proto, type WASocket } from '@whiskeysockets/baileys'
import { errorName, type Log } from '../log.ts'
import { describeMessage } from '../mapping/describe-message.ts'
import { jidOf, numberDigits } from '../mapping/jid.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { ConnectionSession } from '../session/connection-session.ts'
import { askNumbers } from './ask-numbers.ts'

const REPLY_WAIT_MS = 5000
/** Seconds that a reply is kept: longer than an interrupted step of a job takes to return. */
const REPLY_SECONDS = 15 * 60

type Of<T extends OutboundCommand['type']> = Extract<OutboundCommand, { type: T }>

type Request = Of<'checkNumber'> | Of<'checkNumbers'> | Of<'profilePicture'>

/** Answers the workers' requests to WhatsApp. */
export class Requests {
  readonly #table: DynamoDBDocumentClient
  readonly #tableName: string
  readonly #media: MediaStore
  readonly #log: Log

  constructor(options: { table: DynamoDBDocumentClient; tableName: string; media: MediaStore; log: Log }) {
    this.#table = options.table
    this.#tableName = options.tableName
    this.#media = options.media
    this.#log = options.log
  }

  /**
   * Writes the answer into a row of the table, for the worker that waits for it; an error is an
   * answer too.
   */
  async reply(command: Request, session: ConnectionSession | undefined): Promise<void> {
    let answer: Reply
    try {
      const until = Date.now() + REPLY_WAIT_MS
      while (session && !session.socket() && session.willOpen() && Date.now() < until) await session.changes.next(200)
      const socket = session?.socket()
      if (!socket) answer = { type: 'error', error: 'ERR_WAPP_NOT_INITIALIZED' }
      else if (command.type === 'checkNumber') answer = await this.#checkNumber(socket, command.number)
      else if (command.type === 'checkNumbers')
        answer = { type: 'checkNumbers', results: await askNumbers(socket, command.numbers) }
      else answer = await this.#profilePicture(socket, command)
    } catch (error) {
      this.#log.warn({ type: command.type, error: errorName(error) }, 'a request failed')
      answer = { type: 'error', error: 'ERR_WAPP_CHECK_CONTACT' }
    }
    const { companyId, requestId } = command
    const key = keys.reply(companyId, requestId)
    await this.#table.send(
      new PutCommand({
        TableName: this.#tableName,
        Item: {
          ...key,
          reply: answer,
          [TABLE.ttlAttribute]: Math.floor(Date.now() / 1000) + REPLY_SECONDS,
        },
      }),
    )
  }

  async #checkNumber(socket: WASocket, text: string): Promise<Reply> {
    const [result] = await askNumbers(socket, [text])
    if (!result) throw new Error('WhatsApp did not answer about the number')
    const { asked: _, ...answer } = result
    return { type: 'checkNumber', ...answer }
  }

  async #profilePicture(socket: WASocket, command: Of<'profilePicture'>): Promise<Reply> {
    const jid = jidOf({ number: numberDigits(command.number) ?? command.number })
    const url = await socket.profilePictureUrl(jid, 'image', 10_000).catch(error => {
      // The picture is hidden or absent: WhatsApp answers 401 or 404.
      const code = (error as { output?: { statusCode?: number }; data?: number }).data
      if (code === 404 || code === 401 || /item-not-found|not-authorized/.test(String(error))) return undefined
      throw error
    })
    if (!url) return { type: 'profilePicture', key: null }
    const owner = `${command.connectionId}|${jid}`
    return { type: 'profilePicture', key: await this.#media.savePicture(command.companyId, owner, url) }
  }

  /** Tries again to download media that could not be fetched. */
  async fetchMedia(command: Of<'fetchMedia'>, session: ConnectionSession | undefined): Promise<void> {
    if (!session) return
    const { companyId, connectionId, whatsappMessageId } = command
    const message = proto.Message.decode(Buffer.from(command.source, 'base64'))
    const part = describeMessage(message)?.part
    if (!part) return
    const key = { id: whatsappMessageId, fromMe: false, remoteJid: 'status@broadcast' }
    const stored = await this.#media.fetch(command, { key, message }, part, () => undefined)
    await session.events.send(
      { companyId, connectionId, type: 'media', whatsappMessageId, media: stored },
      chatGroup(connectionId, {}),
      `${whatsappMessageId}|${Date.now()}`,
    )
  }
}
