import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import {
  type AuthenticationCreds,
  type BinaryNode,
  BufferJSON,
  Curve,
  DEFAULT_CONNECTION_CONFIG,
  encodeBigEndian,
  encodeWAMessage,
  generateRegistrationId,
  generateSignalPubKey,
  getBinaryNodeChild,
  getBinaryNodeChildBuffer,
  getBinaryNodeChildUInt,
  KEY_BUNDLE_TYPE,
  proto,
  type SignalRepository,
  signedKeyPair,
  unpadRandomMax16,
  xmppPreKey,
  xmppSignedPreKey,
} from '@whiskeysockets/baileys'
import { composeMessage, type Draft, mediaType, type Quoted } from './compose-message.ts'
import { describeMessage } from './describe-message.ts'
import type { Device, PreKeyBundle } from './device.ts'
import { SimError } from './errors.ts'
import { openMedia } from './media-crypto.ts'
import type { Network } from './network.ts'
import { makePhoneKeys } from './signal-keys.ts'
import { isGroup, newStanzaId, seconds, toPn } from './stanza.ts'
import type { Group, HistoryRow, MessageBody, PhoneRecord } from './types.ts'

const ACK = { server: 2, delivered: 3, read: 4, played: 5 } as const
const MAX_RETRIES = 5
const RING_MS = 3000
/** a frame's length has three bytes */
const MAX_MESSAGE_BYTES = 15_000_000
const EDITABLE: ReadonlySet<string> = new Set(['text', 'image', 'video'])

const silent = DEFAULT_CONNECTION_CONFIG.logger.child({})
silent.level = 'silent'

type Identity = Pick<AuthenticationCreds, 'signedIdentityKey' | 'signedPreKey' | 'registrationId'>
type Delivery = { device: Device; node: BinaryNode }

/** an encrypted message as it comes from a business's client */
type Incoming = {
  id: string
  /** the chat as the client addressed it: a person's PN or LID, or a group */
  to: string
  enc: BinaryNode | undefined
  /** groups: the sender-key part all members share */
  groupEnc?: BinaryNode
}

export function newPhoneIdentity(): string {
  const signedIdentityKey = Curve.generateKeyPair()
  const identity: Identity = {
    signedIdentityKey,
    signedPreKey: signedKeyPair(signedIdentityKey, 1),
    registrationId: generateRegistrationId(),
  }
  return JSON.stringify(identity, BufferJSON.replacer)
}

/** A handset: a number with its Signal identity, its chats, and the clients linked to it if it is a business's. */
export class Phone {
  readonly record: PhoneRecord
  readonly devices: Device[] = []
  readonly identity: Identity
  /** chats in which the business is typing, by number of the business */
  readonly typing = new Map<string, string>()
  readonly #network: Network
  readonly #keys: ReturnType<typeof makePhoneKeys>
  #repository: SignalRepository | undefined
  #lock: Promise<unknown> = Promise.resolve()
  #retries = new Map<string, number>()
  #calls = new Map<string, { to: Phone; seq: number; video: boolean; timer: NodeJS.Timeout }>()

  constructor(network: Network, record: PhoneRecord) {
    this.#network = network
    this.record = record
    this.identity = JSON.parse(record.identity, BufferJSON.reviver)
    this.#keys = makePhoneKeys(network.store, record.number)
  }

  get number(): string {
    return this.record.number
  }

  get name(): string {
    return this.record.name
  }

  get pn(): string {
    return toPn(this.record.number)
  }

  get lid(): string {
    return this.record.lid
  }

  /** the address others see in a chat with this phone */
  get jid(): string {
    return this.record.addressing === 'lid' ? this.lid : this.pn
  }

  /** what its owner sees, oldest first */
  messages(filter: Parameters<Network['store']['messages']>[1] = {}): HistoryRow[] {
    return this.#network.store.messages(this.number, filter)
  }

  /** the first message that matches, there already or to come; rejects after `ms` */
  waitFor(match: (row: HistoryRow) => unknown, ms = 10_000): Promise<HistoryRow> {
    return new Promise((resolve, reject) => {
      const { events } = this.#network
      const stop = () => {
        clearTimeout(timer)
        events.off('changed', look)
      }
      const timer = setTimeout(() => {
        stop()
        reject(new Error(`${this.name} saw no message that matches`))
      }, ms)
      let rev = 0
      const look = (number: string) => {
        if (number !== this.number) return
        const rows = this.messages({ changedAfter: rev })
        rev = rows.reduce((highest, row) => Math.max(highest, row.rev), rev)
        const row = rows.find(match)
        if (!row) return
        stop()
        resolve(row)
      }
      events.on('changed', look)
      look(this.number)
    })
  }

  // ---- what its owner does -----------------------------------------------------------------------------------------

  /** sends to a number or a group; resolves with the message's id once it is stored and on its way */
  async send(to: string, draft: Draft): Promise<string> {
    const chat = this.#resolveChat(to)
    const quoted =
      draft.quotedId === undefined
        ? undefined
        : draft.unseen
          ? { id: draft.quotedId, author: this.jid, chat: this.#chatJid(chat), fromMe: true, message: {} }
          : this.#quote(draft.quotedId)
    if (draft.type === 'reaction' && !quoted) throw new SimError(400, 'ERR_SIM_NO_MESSAGE')
    const message = await composeMessage(draft, quoted, (kind, blob) => this.#network.storeMedia(kind, blob))
    return this.#write(chat, message, { body: describeMessage(message) })
  }

  sendText(to: string, text: string, quotedId?: string): Promise<string> {
    return this.send(to, { type: 'text', text, quotedId })
  }

  /** sends whatever a modified client could put into a message */
  sendAsItIs(to: string, message: proto.IMessage): Promise<string> {
    return this.#write(this.#resolveChat(to), message, { body: describeMessage(message) })
  }

  /** @param to the chat of a message that this phone does not have */
  async edit(id: string, text: string, to?: string): Promise<void> {
    if (to !== undefined) {
      const chat = this.#resolveChat(to)
      const key = { remoteJid: this.#chatJid(chat), fromMe: true, id }
      const type = proto.Message.ProtocolMessage.Type.MESSAGE_EDIT
      const protocolMessage = { key, type, editedMessage: { conversation: text }, timestampMs: Date.now() }
      await this.#write(chat, { protocolMessage }, { edit: '1' })
      return
    }
    const row = this.#ownMessage(id)
    if (!EDITABLE.has(row.entry.type) || row.entry.deleted) throw new SimError(400, 'ERR_SIM_NOT_EDITABLE')
    const original = proto.Message.decode(row.proto!)
    const editedMessage: proto.IMessage = original.imageMessage
      ? { imageMessage: { ...original.imageMessage, caption: text } }
      : original.videoMessage
        ? { videoMessage: { ...original.videoMessage, caption: text } }
        : { conversation: text }
    const protocolMessage = {
      key: { remoteJid: this.#chatJid(row.chat), fromMe: true, id },
      type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT,
      editedMessage,
      timestampMs: Date.now(),
    }
    await this.#write(row.chat, { protocolMessage }, { edit: '1' })
  }

  /** @param to the chat of a message that this phone does not have */
  async remove(id: string, to?: string): Promise<void> {
    const chat = to === undefined ? this.#ownMessage(id).chat : this.#resolveChat(to)
    const key = { remoteJid: this.#chatJid(chat), fromMe: true, id }
    const type = proto.Message.ProtocolMessage.Type.REVOKE
    await this.#write(chat, { protocolMessage: { key, type } }, { edit: '7' })
  }

  /** reads everything unread of a chat; answers how many messages that were */
  read(chat: string, how: 'read' | 'played' = 'read'): number {
    const level = ACK[how]
    const rows = this.#network.store.unread(this.number, this.#resolveChat(chat), level)
    const deliveries: Delivery[] = []
    this.#network.store.tx(() => {
      for (const row of rows) {
        row.ack = level
        this.#network.store.updateMessage(row)
        const author = this.#network.findPhone(row.entry.from)
        if (!author) continue
        this.#raiseAck(author, row.id, level)
        if (!row.wire) continue
        for (const device of author.devices) deliveries.push(this.#receipt(device, row.id, row.wire, how))
      }
      this.#network.enqueue(deliveries)
    })
    this.#network.transmit(deliveries)
    if (rows.length) this.#network.changed(this)
    return rows.length
  }

  /** shows or ends "typing…" at a business */
  setTyping(to: string, state: 'composing' | 'paused' | 'recording'): void {
    const target = this.#network.requirePhone(to)
    const content: BinaryNode[] = [
      state === 'recording'
        ? { tag: 'composing', attrs: { media: 'audio' } }
        : { tag: state, attrs: {} as Record<string, string> },
    ]
    for (const device of target.devices) device.transmit({ tag: 'chatstate', attrs: { from: this.jid }, content })
  }

  /** rings a business until it rejects or the time is over; answers the call's id */
  call(to: string, options: { video?: boolean; ringMs?: number } = {}): string {
    const target = this.#network.requirePhone(to)
    const callId = randomBytes(16).toString('hex').toUpperCase()
    const video = options.video === true
    const body: MessageBody = { type: 'call', text: video ? 'video' : 'voice' }
    const row = this.#network.store.tx(() => {
      this.#record(target, { id: callId, chat: this.number, from: this.number, to: target.number, body, ack: 3 })
      return this.#record(this, { id: callId, chat: target.number, from: this.number, to: target.number, body, ack: 2 })
    })
    this.#signalCall(target, callId, 'offer', { video })
    const timer = setTimeout(() => this.#endCall(callId, 'timeout'), options.ringMs ?? RING_MS)
    this.#calls.set(callId, { to: target, seq: row.seq, video, timer })
    return callId
  }

  /** the owner gives up before the ringing is over */
  hangUp(callId: string): void {
    this.#endCall(callId, 'hangup')
  }

  /** switched off, a phone gets no message and gives no receipt; switched on, it catches up */
  setOnline(online: boolean): void {
    if (this.record.online === online) return
    this.record.online = online
    const { store } = this.#network
    const deliveries: Delivery[] = []
    store.tx(() => {
      store.savePhone(this.record)
      if (!online) return
      for (const row of store.messages(this.number, {})) {
        if (row.fromMe || row.ack >= ACK.delivered) continue
        row.ack = ACK.delivered
        store.updateMessage(row)
        const author = this.#network.findPhone(row.entry.from)
        if (!author) continue
        this.#raiseAck(author, row.id, ACK.delivered)
        if (row.wire) for (const device of author.devices) deliveries.push(this.#receipt(device, row.id, row.wire))
      }
      this.#network.enqueue(deliveries)
    })
    this.#network.transmit(deliveries)
    for (const watcher of this.#network.presenceWatchers(this)) watcher.transmit(this.presence(watcher.watching(this)))
    this.#network.changed(this)
  }

  presence(as: string): BinaryNode {
    return {
      tag: 'presence',
      attrs: this.record.online ? { from: as } : { from: as, type: 'unavailable', last: seconds() },
    }
  }

  /** the decrypted attachment of a message, if it has one and its bytes are known */
  async media(row: HistoryRow): Promise<Buffer | undefined> {
    const reference = row.entry.media
    const blob = reference && this.#network.store.getMedia(reference.path)
    if (!reference || !blob) return undefined
    // What a phone said of its medium need not be true.
    return openMedia(reference.kind, Buffer.from(reference.key, 'base64'), blob).catch(() => undefined)
  }

  /** loses every Signal session, like a phone restored from an old backup; both ways must recover by retries */
  forgetSessions(): Promise<void> {
    return this.#exclusive(async () => {
      for (const phone of this.#network.phones.values()) {
        for (const device of phone.devices) await this.#signal.deleteSession([device.lid])
      }
      this.#network.store.tx(() => this.#keys.commit())
    })
  }

  // ---- what reaches it ---------------------------------------------------------------------------------------------

  /** decrypts what a client sent; stored with its ratchet before this resolves, so the server may acknowledge after it */
  receive(from: Device, incoming: Incoming): Promise<void> {
    return this.#exclusive(async () => {
      let message: proto.Message
      try {
        if (this.#network.faults.take('undecryptable', from.number, 'out')) throw new Error('damaged by a fault')
        message = await this.#decrypt(from, incoming)
      } catch {
        this.#keys.discard()
        await this.#askRetry(from, incoming)
        return
      }
      const sent = message.deviceSentMessage
      const content = sent?.message ?? message
      const fromMe = from.phone === this
      const deliveries: Delivery[] = []
      this.#network.store.tx(() => {
        this.#keys.commit()
        const shown = this.#apply(content, {
          id: incoming.id,
          author: from.phone,
          chat: this.#chatOf(incoming.to, from),
          fromMe,
          wire: incoming.to,
        })
        if (shown && this.record.online && !fromMe) {
          for (const device of from.phone.devices) deliveries.push(this.#receipt(device, incoming.id, incoming.to))
          this.#raiseAck(from.phone, incoming.id, ACK.delivered)
        }
        this.#network.enqueue(deliveries)
      })
      this.#network.transmit(deliveries)
      this.#network.changed(this)
    })
  }

  /** a client's receipt about messages this phone wrote */
  onReceipt(ids: string[], type: string | undefined): void {
    const level =
      type === 'read' || type === 'read-self'
        ? ACK.read
        : type === 'played'
          ? ACK.played
          : type === undefined || type === 'inactive'
            ? ACK.delivered
            : 0
    if (!level) return
    this.#network.store.tx(() => {
      for (const id of ids) this.#raiseAck(this, id, level)
    })
  }

  /** a client could not decrypt: encrypt the same message again in a fresh session, for that client only */
  onRetry(device: Device, id: string, receipt: BinaryNode): Promise<void> {
    return this.#exclusive(async () => {
      const sent = this.#network.store.getSent(this.number, id)
      const count = Number(getBinaryNodeChild(receipt, 'retry')?.attrs.count ?? '1')
      if (!sent || count > MAX_RETRIES) return
      await this.#signal.injectE2ESession({
        jid: device.lid,
        session: bundleOf(receipt, device) ?? this.#network.takeBundle(device),
      })
      let message: proto.IMessage = proto.Message.decode(sent.proto)
      if (isGroup(sent.chat)) {
        const key = await this.#signal.getSenderKeyDistributionMessage({ group: sent.chat, meId: this.lid })
        message = {
          ...message,
          senderKeyDistributionMessage: { groupId: sent.chat, axolotlSenderKeyDistributionMessage: key },
        }
      }
      const own = device.phone === this && !isGroup(sent.chat)
      if (own) message = { deviceSentMessage: { destinationJid: this.#chatJid(sent.chat), message } }
      const enc = await this.#encrypt(device, encodeWAMessage(message), { count: String(count) })
      const node = this.#stanza(device, sent.chat, id, [enc], sent)
      device.retried.add(id)
      this.#network.store.tx(() => {
        this.#keys.commit()
        this.#network.enqueue([{ device, node }])
      })
      device.transmit(node)
    })
  }

  /** the business rejected a call */
  onCallRejected(callId: string): void {
    this.#endCall(callId, 'rejected')
  }

  // ---- keys --------------------------------------------------------------------------------------------------------

  /** the answer to a client's prekey fetch for this phone */
  bundleNode(jid: string): Promise<BinaryNode> {
    return this.#exclusive(async () => {
      const { pair, id } = await this.#newPreKey()
      this.#network.store.tx(() => this.#keys.commit())
      return {
        tag: 'user',
        attrs: { jid },
        content: [
          { tag: 'registration', attrs: {}, content: encodeBigEndian(this.identity.registrationId) },
          { tag: 'type', attrs: {}, content: KEY_BUNDLE_TYPE },
          { tag: 'identity', attrs: {}, content: this.identity.signedIdentityKey.public },
          xmppSignedPreKey(this.identity.signedPreKey),
          xmppPreKey(pair, id),
        ],
      }
    })
  }

  /** the history a handset gives a newly linked client; empty, but a client waits for it before it shows anything */
  sendHistory(device: Device): Promise<void> {
    return this.#exclusive(async () => {
      const syncType = proto.HistorySync.HistorySyncType.INITIAL_BOOTSTRAP
      const payload = proto.HistorySync.encode({ syncType, conversations: [] }).finish()
      const message: proto.IMessage = {
        protocolMessage: {
          type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
          historySyncNotification: {
            syncType,
            chunkOrder: 1,
            progress: 100,
            initialHistBootstrapInlinePayload: deflateSync(payload),
          },
        },
      }
      const enc = await this.#encrypt(device, encodeWAMessage(message))
      const node: BinaryNode = {
        tag: 'message',
        attrs: { id: newMessageId(), t: seconds(), type: 'text', from: this.pn, category: 'peer' },
        content: [enc],
      }
      this.#network.store.tx(() => {
        this.#keys.commit()
        device.record.historySent = true
        this.#network.store.saveDevice(device.record)
        this.#network.enqueue([{ device, node }])
      })
      device.transmit(node)
    })
  }

  // ---- inside ------------------------------------------------------------------------------------------------------

  get #signal(): SignalRepository {
    this.#repository ??= DEFAULT_CONNECTION_CONFIG.makeSignalRepository(
      { creds: this.identity as AuthenticationCreds, keys: this.#keys.keys },
      silent,
    )
    return this.#repository
  }

  #resolveChat(to: string): string {
    if (!isGroup(to)) return this.#network.requirePhone(to).number
    const group = this.#network.groups.get(to)
    if (!group?.members.some(member => member.number === this.number)) throw new SimError(404, 'ERR_SIM_NO_GROUP')
    return group.id
  }

  /** how this phone names a chat on the wire */
  #chatJid(chat: string): string {
    return isGroup(chat) ? chat : this.#network.requirePhone(chat).jid
  }

  #chatOf(to: string, from: Device): string {
    if (isGroup(to)) return to
    return from.phone === this ? (this.#network.findPhone(to)?.number ?? to) : from.phone.number
  }

  #quote(id: string): Quoted {
    const row = this.#network.store.findMessage(this.number, id)
    if (!row?.proto) throw new SimError(404, 'ERR_SIM_NO_MESSAGE')
    const author = this.#network.requirePhone(row.entry.from)
    const addressing = this.#network.groups.get(row.chat)?.addressing ?? this.record.addressing
    return {
      id,
      author: addressing === 'lid' ? author.lid : author.pn,
      chat: this.#chatJid(row.chat),
      fromMe: row.fromMe,
      message: proto.Message.decode(row.proto),
    }
  }

  #ownMessage(id: string): HistoryRow {
    const row = this.#network.store.findMessage(this.number, id)
    if (!row?.fromMe || !row.proto) throw new SimError(404, 'ERR_SIM_NO_MESSAGE')
    return row
  }

  /** encrypts for every linked client concerned, stores all of it in one transaction, then transmits */
  #write(chat: string, message: proto.IMessage, options: { body?: MessageBody; edit?: string }): Promise<string> {
    const id = newMessageId()
    const bytes = proto.Message.encode(message).finish()
    if (bytes.length > MAX_MESSAGE_BYTES) throw new SimError(413, 'ERR_SIM_TOO_LARGE')
    return this.#exclusive(async () => {
      const group = isGroup(chat) ? this.#network.groups.get(chat) : undefined
      const members = group
        ? group.members.map(member => this.#network.requirePhone(member.number))
        : [...new Set([this.#network.requirePhone(chat), this])]
      const sent = { chat, edit: options.edit, proto: bytes }
      let deliveries: Delivery[]
      try {
        deliveries = group
          ? await this.#encryptForGroup(group, members, id, message, options.edit)
          : await this.#encryptForDevices(chat, members, id, message, options.edit)
      } catch (error) {
        this.#keys.discard()
        throw error
      }
      const others = members.filter(member => member !== this)
      this.#network.store.tx(() => {
        this.#keys.commit()
        this.#network.store.saveSent(this.number, id, sent)
        const base = { id, author: this, message }
        this.#apply(message, { ...base, chat, fromMe: true })
        for (const other of others) {
          other.#apply(message, { ...base, chat: group ? chat : this.number, fromMe: false })
          // Two handsets: nobody else will tell the sender that it arrived.
          if (!other.devices.length && other.record.online) this.#raiseAck(this, id, ACK.delivered)
        }
        this.#network.enqueue(deliveries)
      })
      this.#network.transmit(deliveries)
      for (const member of members) this.#network.changed(member)
      return id
    })
  }

  async #encryptForDevices(
    chat: string,
    members: Phone[],
    id: string,
    message: proto.IMessage,
    edit: string | undefined,
  ): Promise<Delivery[]> {
    const deliveries: Delivery[] = []
    const kind = mediaType(message)
    for (const phone of members) {
      const content = phone === this ? { deviceSentMessage: { destinationJid: this.#chatJid(chat), message } } : message
      for (const device of phone.devices) {
        const enc = await this.#encrypt(device, encodeWAMessage(content), kind ? { mediatype: kind } : {})
        deliveries.push({ device, node: this.#stanza(device, chat, id, [enc], { edit, message }) })
      }
    }
    return deliveries
  }

  async #encryptForGroup(
    group: Group,
    members: Phone[],
    id: string,
    message: proto.IMessage,
    edit: string | undefined,
  ): Promise<Delivery[]> {
    const devices = members.flatMap(member => member.devices)
    if (!devices.length) return []
    const { ciphertext, senderKeyDistributionMessage } = await this.#signal.encryptGroupMessage({
      group: group.id,
      meId: this.lid,
      data: encodeWAMessage(message),
    })
    const { [group.id]: known = {} } = await this.#keys.keys.get('sender-key-memory', [group.id])
    const kind = mediaType(message)
    const shared: BinaryNode = {
      tag: 'enc',
      attrs: { v: '2', type: 'skmsg', ...(kind && { mediatype: kind }) },
      content: ciphertext,
    }
    const keyMessage = {
      senderKeyDistributionMessage: {
        groupId: group.id,
        axolotlSenderKeyDistributionMessage: senderKeyDistributionMessage,
      },
    }
    const deliveries: Delivery[] = []
    for (const device of devices) {
      const parts = [shared]
      if (!known[device.lid]) {
        parts.unshift(await this.#encrypt(device, encodeWAMessage(keyMessage)))
        known[device.lid] = true
      }
      deliveries.push({ device, node: this.#stanza(device, group.id, id, parts, { edit, message }) })
    }
    await this.#keys.keys.set({ 'sender-key-memory': { [group.id]: known } })
    return deliveries
  }

  async #encrypt(device: Device, data: Uint8Array, attrs: Record<string, string> = {}): Promise<BinaryNode> {
    if (!(await this.#signal.validateSession(device.lid)).exists) {
      await this.#signal.injectE2ESession({ jid: device.lid, session: this.#network.takeBundle(device) })
    }
    const { type, ciphertext } = await this.#signal.encryptMessage({ jid: device.lid, data })
    const content = Buffer.from(ciphertext)
    // A damaged last byte breaks the authentication code, which is what the client reports as undecryptable.
    if (!attrs.count && this.#network.faults.take('undecryptable', device.number, 'in')) {
      content[content.length - 1]! ^= 0xff
    }
    return { tag: 'enc', attrs: { v: '2', type, ...attrs }, content }
  }

  #stanza(
    device: Device,
    chat: string,
    id: string,
    content: BinaryNode[],
    what: { edit?: string; message?: proto.IMessage },
  ): BinaryNode {
    const kind = what.message?.reactionMessage ? 'reaction' : what.message && mediaType(what.message) ? 'media' : 'text'
    const attrs: Record<string, string> = { id, t: seconds(), type: kind, notify: this.name }
    if (what.edit) attrs.edit = what.edit
    const group = this.#network.groups.get(chat)
    if (group) {
      const lid = group.addressing === 'lid'
      Object.assign(attrs, {
        from: group.id,
        participant: lid ? this.lid : this.pn,
        addressing_mode: group.addressing,
        [lid ? 'participant_pn' : 'participant_lid']: lid ? this.pn : this.lid,
      })
    } else if (device.phone === this) {
      const other = this.#network.requirePhone(chat)
      const lid = other.record.addressing === 'lid'
      Object.assign(attrs, {
        from: lid ? this.lid : this.pn,
        recipient: other.jid,
        addressing_mode: other.record.addressing,
        [lid ? 'peer_recipient_pn' : 'peer_recipient_lid']: lid ? other.pn : other.lid,
      })
    } else {
      const lid = this.record.addressing === 'lid'
      Object.assign(attrs, {
        from: this.jid,
        addressing_mode: this.record.addressing,
        [lid ? 'sender_pn' : 'sender_lid']: lid ? this.pn : this.lid,
      })
    }
    return { tag: 'message', attrs, content }
  }

  async #decrypt(from: Device, { to, enc, groupEnc }: Incoming): Promise<proto.Message> {
    let message: proto.Message | undefined
    if (enc) {
      const plain = await this.#signal.decryptMessage({
        jid: from.lid,
        type: enc.attrs.type as 'pkmsg' | 'msg',
        ciphertext: enc.content as Uint8Array,
      })
      message = proto.Message.decode(unpadRandomMax16(plain))
      const item = message.senderKeyDistributionMessage
      if (item) await this.#signal.processSenderKeyDistributionMessage({ authorJid: from.lid, item })
    }
    if (groupEnc) {
      const plain = await this.#signal.decryptGroupMessage({
        group: to,
        authorJid: from.lid,
        msg: groupEnc.content as Uint8Array,
      })
      message = proto.Message.decode(unpadRandomMax16(plain))
    }
    if (!message) throw new Error('nothing to decrypt')
    return message
  }

  async #askRetry(from: Device, { id, to }: Incoming): Promise<void> {
    const count = (this.#retries.get(id) ?? 0) + 1
    if (count > MAX_RETRIES) return
    this.#retries.set(id, count)
    const content: BinaryNode[] = [
      { tag: 'retry', attrs: { count: String(count), id, t: seconds(), v: '1' } },
      { tag: 'registration', attrs: {}, content: encodeBigEndian(this.identity.registrationId) },
    ]
    const { pair, id: keyId } = await this.#newPreKey()
    if (count > 1) {
      content.push({
        tag: 'keys',
        attrs: {},
        content: [
          { tag: 'type', attrs: {}, content: KEY_BUNDLE_TYPE },
          { tag: 'identity', attrs: {}, content: this.identity.signedIdentityKey.public },
          xmppPreKey(pair, keyId),
          xmppSignedPreKey(this.identity.signedPreKey),
        ],
      })
    }
    const receipt = this.#receipt(from, id, to, 'retry')
    const node = { ...receipt.node, content }
    this.#network.store.tx(() => {
      this.#keys.commit()
      this.#network.enqueue([{ device: from, node }])
    })
    from.transmit(node)
  }

  async #newPreKey() {
    const id = this.record.nextPreKey++
    const pair = Curve.generateKeyPair()
    await this.#keys.keys.set({ 'pre-key': { [id]: pair } })
    this.#network.store.savePhone(this.record)
    return { pair, id }
  }

  /** `wire` is the chat as the client addressed it: to the client, the receipt must come from there */
  #receipt(device: Device, id: string, wire: string, type?: 'read' | 'played' | 'retry'): Delivery {
    const attrs: Record<string, string> = { id, t: seconds(), from: wire }
    if (isGroup(wire)) attrs.participant = this.#network.groups.get(wire)?.addressing === 'pn' ? this.pn : this.lid
    else if (device.phone === this) {
      attrs.from = wire.endsWith('@lid') ? this.lid : this.pn
      attrs.recipient = wire
    }
    if (type) attrs.type = type
    return { device, node: { tag: 'receipt', attrs } }
  }

  /** lets a message act on this phone's chats; answers whether its owner sees a message */
  #apply(
    message: proto.IMessage,
    context: { id: string; author: Phone; chat: string; fromMe: boolean; wire?: string },
  ): boolean {
    const { store } = this.#network
    const protocol = message.protocolMessage ?? message.editedMessage?.message?.protocolMessage
    const types = proto.Message.ProtocolMessage.Type
    if (protocol) {
      const row = protocol.key?.id ? store.findMessage(this.number, protocol.key.id) : undefined
      if (!row) return false
      if (protocol.type === types.REVOKE) {
        row.entry = {
          type: row.entry.type,
          from: row.entry.from,
          to: row.entry.to,
          at: row.entry.at,
          deleted: true,
        }
      } else if (protocol.type === types.MESSAGE_EDIT && protocol.editedMessage) {
        const { text, caption } = describeMessage(protocol.editedMessage)
        row.entry = { ...row.entry, ...(text !== undefined && { text }), ...(caption && { caption }), edited: true }
      } else return false
      store.updateMessage(row)
      return true
    }
    const body = describeMessage(message)
    const hasOnlyKeys = body.type === 'other' && message.senderKeyDistributionMessage
    if (hasOnlyKeys) return false
    const known = store.findMessage(this.number, context.id)
    if (known) {
      // The apps drop a second copy silently; counting it lets a test see that there was one.
      known.entry.copies = (known.entry.copies ?? 1) + 1
      store.updateMessage(known)
      return true
    }
    this.#record(this, {
      id: context.id,
      chat: context.chat,
      from: context.author.number,
      to: isGroup(context.chat) ? context.chat : context.fromMe ? context.chat : this.number,
      body,
      ack: context.fromMe ? ACK.server : this.record.online ? ACK.delivered : ACK.server,
      wire: context.wire,
      proto: proto.Message.encode(message).finish(),
    })
    return true
  }

  #record(
    phone: Phone,
    row: {
      id: string
      chat: string
      from: string
      to: string
      body: MessageBody
      ack: number
      wire?: string
      proto?: Uint8Array
    },
  ): HistoryRow {
    return this.#network.store.addMessage({
      number: phone.number,
      chat: row.chat,
      id: row.id,
      fromMe: row.from === phone.number,
      ack: row.ack,
      wire: row.wire,
      entry: { ...row.body, from: row.from, to: row.to, at: new Date().toISOString() },
      proto: row.proto,
    })
  }

  /** ticks only rise */
  #raiseAck(author: Phone, id: string, level: number): void {
    const row = this.#network.store.findMessage(author.number, id)
    if (!row?.fromMe || row.ack >= level) return
    row.ack = level
    this.#network.store.updateMessage(row)
    this.#network.changed(author)
  }

  #signalCall(target: Phone, callId: string, tag: 'offer' | 'terminate', options: { video: boolean; reason?: string }) {
    const attrs: Record<string, string> = { 'call-id': callId, 'call-creator': this.jid, caller_pn: this.pn }
    if (options.reason) attrs.reason = options.reason
    const content: BinaryNode[] = tag === 'offer' ? [{ tag: options.video ? 'video' : 'audio', attrs: {} }] : []
    const deliveries = target.devices.map(device => ({
      device,
      node: {
        tag: 'call',
        attrs: { from: this.jid, id: newStanzaId(), t: seconds(), notify: this.name },
        content: [{ tag, attrs, content }],
      },
    }))
    this.#network.store.tx(() => this.#network.enqueue(deliveries))
    this.#network.transmit(deliveries)
    this.#network.changed(this)
    this.#network.changed(target)
  }

  #endCall(callId: string, why: 'timeout' | 'rejected' | 'hangup'): void {
    const call = this.#calls.get(callId)
    if (!call || this.#network.isClosed) return
    clearTimeout(call.timer)
    this.#calls.delete(callId)
    for (const phone of [this, call.to]) {
      const row = this.#network.store.findMessage(phone.number, callId)
      if (!row) continue
      row.entry.caption = why === 'rejected' ? 'rejected' : 'missed'
      this.#network.store.updateMessage(row)
    }
    const reason = why === 'timeout' ? 'timeout' : why === 'rejected' ? 'rejected' : undefined
    this.#signalCall(call.to, callId, 'terminate', { video: call.video, reason })
  }

  stop(): void {
    for (const { timer } of this.#calls.values()) clearTimeout(timer)
    this.#calls.clear()
  }

  #exclusive<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#lock.then(work)
    this.#lock = run.catch(() => undefined)
    return run
  }
}

const newMessageId = (): string => randomBytes(16).toString('hex').toUpperCase()

/** the key bundle a client puts into its second and later retry receipts */
function bundleOf(receipt: BinaryNode, device: Device): PreKeyBundle | undefined {
  const keys = getBinaryNodeChild(receipt, 'keys')
  const signed = getBinaryNodeChild(keys, 'skey')
  const oneTime = getBinaryNodeChild(keys, 'key')
  const identity = getBinaryNodeChildBuffer(keys, 'identity')
  if (!keys || !signed || !oneTime || !identity) return undefined
  const read = (key: BinaryNode) => ({
    keyId: getBinaryNodeChildUInt(key, 'id', 3)!,
    publicKey: generateSignalPubKey(getBinaryNodeChildBuffer(key, 'value') as Uint8Array),
  })
  return {
    registrationId: device.record.registrationId,
    identityKey: generateSignalPubKey(identity as Uint8Array),
    signedPreKey: { ...read(signed), signature: getBinaryNodeChildBuffer(signed, 'signature') as Uint8Array },
    preKey: read(oneTime),
  }
}
