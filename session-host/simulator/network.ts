import { createHash, randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import {
  type BinaryNode,
  Curve,
  decodeBinaryNode,
  encodeBinaryNode,
  getAllBinaryNodeChildren,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  jidDecode,
  type KeyPair,
  type proto,
  S_WHATSAPP_NET,
} from '@whiskeysockets/baileys'
import type { WebSocket } from 'ws'
import { answerQuery } from './answer-query.ts'
import { Connection, type Registration } from './connection.ts'
import { Device, type PreKeyBundle } from './device.ts'
import { SimError } from './errors.ts'
import { type Fault, type FaultKind, type FaultRequest, Faults } from './faults.ts'
import { makeCertificateChain } from './noise.ts'
import { newPhoneIdentity, Phone } from './phone.ts'
import { reuploadMedia } from './reupload-media.ts'
import { bareJid, isGroup, newStanzaId, queueKey, seconds } from './stanza.ts'
import type { Store } from './store.ts'
import type { DeviceRecord, Group, MediaReference } from './types.ts'

type Delivery = { device: Device; node: BinaryNode }

/** the client uploads more one-time keys when the server says that it runs out */
const LOW_PREKEYS = 4
/** as many clients as WhatsApp allows for one number */
const MAX_DEVICES = 4
const DEFAULT_REJECT_CODE = '463'

const STREAM_ENDS = {
  restart: { tag: 'stream:error', attrs: { code: '515' } },
  unavailable: { tag: 'stream:error', attrs: { code: '503' } },
  replace: { tag: 'stream:error', attrs: {}, content: [{ tag: 'conflict', attrs: { type: 'replaced' } }] },
  logout: {
    tag: 'stream:error',
    attrs: { code: '401' },
    content: [{ tag: 'conflict', attrs: { type: 'device_removed' } }],
  },
} satisfies Record<string, BinaryNode>

const isConnectionFault = (kind: FaultKind) =>
  kind === 'drop' || kind === 'half-open' || kind === 'logout' || kind in STREAM_ENDS

/** WhatsApp's side of the wire: the directory of numbers, who is connected, where each stanza goes. */
export class Network {
  readonly store: Store
  readonly faults = new Faults()
  readonly phones = new Map<string, Phone>()
  readonly groups = new Map<string, Group>()
  readonly events = new EventEmitter<{ changed: [number: string] }>()
  /** failures of stanza handling; a test that ends with any of them should fail */
  readonly errors: unknown[] = []
  readonly unansweredQueries = new Set<string>()
  readonly rootKey: KeyPair
  /** `https://host:port` of the media server, set when it listens */
  mediaOrigin = ''
  isClosed = false
  readonly #byLid = new Map<string, Phone>()
  readonly #connections = new Set<Connection>()
  readonly #noiseKeys: { serverStatic: KeyPair; chain: Uint8Array }
  readonly #watching = new Map<Phone, Map<Device, string>>()
  #thawTimers = new Set<NodeJS.Timeout>()

  constructor(store: Store) {
    this.store = store
    this.events.setMaxListeners(0)
    this.rootKey = this.#keptKeyPair('noise-root')
    const serverStatic = this.#keptKeyPair('noise-static')
    this.#noiseKeys = { serverStatic, chain: makeCertificateChain(this.rootKey, serverStatic.public) }
    for (const record of store.phones()) this.#adopt(new Phone(this, record))
    for (const record of store.devices()) {
      const phone = this.phones.get(record.number)
      if (phone) phone.devices.push(new Device(phone, record))
    }
    for (const group of store.groups()) this.groups.set(group.id, group)
  }

  close(): void {
    this.isClosed = true
    for (const timer of this.#thawTimers) clearTimeout(timer)
    for (const phone of this.phones.values()) phone.stop()
    for (const connection of this.#connections) connection.terminate()
  }

  // ---- directory ---------------------------------------------------------------------------------------------------

  /** adds a number or, when it exists, changes what is given */
  addPhone(options: {
    number: string
    name?: string
    addressing?: 'pn' | 'lid'
    online?: boolean
    picture?: boolean
  }): Phone {
    const existing = this.phones.get(options.number)
    if (existing) {
      const { name, addressing, picture } = options
      Object.assign(
        existing.record,
        name && { name },
        addressing && { addressing },
        picture !== undefined && { picture },
      )
      this.store.savePhone(existing.record)
      if (options.online !== undefined) existing.setOnline(options.online)
      this.changed(existing)
      return existing
    }
    const phone = new Phone(this, {
      number: options.number,
      lid: lidFor(options.number),
      name: options.name ?? options.number,
      addressing: options.addressing ?? 'pn',
      online: options.online ?? true,
      picture: options.picture ?? true,
      nextDevice: 1,
      nextPreKey: 1,
      identity: newPhoneIdentity(),
    })
    this.store.savePhone(phone.record)
    this.#adopt(phone)
    this.changed(phone)
    return phone
  }

  /** by number or by any form of its address; Brazilian mobiles are found with and without the ninth digit */
  findPhone(address: string): Phone | undefined {
    const at = address.includes('@') ? jidDecode(address) : undefined
    if (at?.server === 'lid') return this.#byLid.get(`${at.user}@lid`)
    if (at && at.server !== 's.whatsapp.net' && at.server !== 'c.us') return undefined
    const number = at ? at.user : address
    return this.phones.get(number) ?? this.phones.get(ninthDigitVariant(number) ?? '')
  }

  requirePhone(address: string): Phone {
    const phone = this.findPhone(address)
    if (!phone) throw new SimError(404, 'ERR_SIM_NO_PHONE')
    return phone
  }

  /** the handset that links a client: known, or new with the given name */
  handset(number: string, name?: string): Phone {
    const known = this.phones.get(number)
    return known && !name ? known : this.addPhone({ number, name })
  }

  createGroup(options: { subject: string; owner: string; members: string[]; addressing?: 'pn' | 'lid' }): Group {
    const owner = this.requirePhone(options.owner).number
    const numbers = new Set([owner, ...options.members.map(member => this.requirePhone(member).number)])
    const group: Group = {
      id: `120363${randomBytes(6).readUIntBE(0, 6).toString().padStart(15, '0').slice(-12)}@g.us`,
      subject: options.subject,
      owner,
      creation: Math.floor(Date.now() / 1000),
      addressing: options.addressing ?? 'lid',
      members: [...numbers].map(number => ({ number, admin: number === owner })),
    }
    this.saveGroup(group)
    this.notifyGroup(group, owner, {
      tag: 'create',
      attrs: { type: 'new' },
      content: [this.groupNode(group)],
    })
    return group
  }

  saveGroup(group: Group): void {
    this.groups.set(group.id, group)
    this.store.saveGroup(group)
  }

  /** tells every linked client of the members that something happened in a group */
  notifyGroup(group: Group, actor: string, child: BinaryNode, also: string[] = []): void {
    const by = this.requirePhone(actor)
    const lid = group.addressing === 'lid'
    const deliveries = [...group.members.map(member => member.number), ...also].flatMap(number =>
      (this.phones.get(number)?.devices ?? []).map(device => ({
        device,
        node: {
          tag: 'notification',
          attrs: {
            from: group.id,
            type: 'w:gp2',
            id: newStanzaId(),
            t: seconds(),
            participant: lid ? by.lid : by.pn,
            ...(lid && { participant_pn: by.pn }),
            notify: by.name,
          },
          content: [child],
        },
      })),
    )
    this.store.tx(() => this.enqueue(deliveries))
    this.transmit(deliveries)
  }

  groupNode(group: Group): BinaryNode {
    const lid = group.addressing === 'lid'
    const owner = this.requirePhone(group.owner)
    return {
      tag: 'group',
      attrs: {
        id: group.id.split('@')[0]!,
        subject: group.subject,
        s_t: String(group.creation),
        s_o: lid ? owner.lid : owner.pn,
        creation: String(group.creation),
        creator: lid ? owner.lid : owner.pn,
        ...(lid && { creator_pn: owner.pn }),
        addressing_mode: group.addressing,
        size: String(group.members.length),
      },
      content: group.members.map(member => this.participantNode(group, member)),
    }
  }

  participantNode(group: Group, member: Group['members'][number]): BinaryNode {
    const phone = this.requirePhone(member.number)
    const lid = group.addressing === 'lid'
    return {
      tag: 'participant',
      attrs: {
        jid: lid ? phone.lid : phone.pn,
        ...(lid ? { phone_number: phone.pn } : { lid: phone.lid }),
        ...(member.admin && { type: member.number === group.owner ? 'superadmin' : 'admin' }),
      },
    }
  }

  // ---- stanzas on their way to clients -----------------------------------------------------------------------------

  /** keeps stanzas until they are acknowledged; inside the caller's transaction */
  enqueue(deliveries: Delivery[]): void {
    for (const { device, node } of deliveries) {
      this.store.enqueue({
        number: device.number,
        device: device.id,
        key: queueKey(node.tag, node.attrs),
        node: encodeBinaryNode(node),
      })
    }
  }

  transmit(deliveries: Delivery[]): void {
    for (const { device, node } of deliveries) device.transmit(node)
  }

  changed(phone: Phone): void {
    this.events.emit('changed', phone.number)
  }

  /** a key bundle of a linked client, one one-time key less */
  takeBundle(device: Device): PreKeyBundle {
    const bundle = device.bundle(this.store.takePreKey(device.number, device.id))
    const left = this.store.countPreKeys(device.number, device.id)
    if (left === LOW_PREKEYS || left === 0) {
      const node: BinaryNode = {
        tag: 'notification',
        attrs: { from: S_WHATSAPP_NET, type: 'encrypt', id: newStanzaId(), t: seconds() },
        content: [{ tag: 'count', attrs: { value: String(left) } }],
      }
      this.enqueue([{ device, node }])
      device.transmit(node)
    }
    return bundle
  }

  storeMedia(kind: MediaReference['kind'], blob: Buffer): { url: string; directPath: string } {
    const path = `/mms/${kind}/${randomBytes(16).toString('hex')}`
    this.store.putMedia(path, blob)
    return { url: this.mediaOrigin + path, directPath: path }
  }

  presenceWatchers(phone: Phone): { transmit(node: BinaryNode): void; watching(phone: Phone): string }[] {
    return [...(this.#watching.get(phone) ?? [])].map(([device, as]) => ({
      transmit: node => device.transmit(node),
      watching: () => as,
    }))
  }

  // ---- connections -------------------------------------------------------------------------------------------------

  accept(ws: WebSocket): void {
    const connection = new Connection(ws, this.#noiseKeys, this.faults, {
      authenticated: (from, payload, noiseKey) => this.#authenticate(from, payload, noiseKey),
      node: (from, node) => this.#onNode(from, node),
      failed: error => this.errors.push(error),
      closed: gone => {
        this.#connections.delete(gone)
        const { device } = gone
        if (device?.connection !== gone) return
        device.connection = undefined
        for (const watchers of this.#watching.values()) watchers.delete(device)
        this.changed(device.phone)
      },
    })
    this.#connections.add(connection)
  }

  /** sockets that show a QR code */
  waiting(): Connection[] {
    return [...this.#connections].filter(connection => connection.registration && !connection.closed)
  }

  #authenticate(connection: Connection, payload: proto.ClientPayload, noiseKey: Buffer): void {
    if (payload.devicePairingData) {
      this.#offerPairing(connection, payload.devicePairingData, noiseKey)
      return
    }
    const phone = this.phones.get(String(payload.username))
    const device = phone?.devices.find(one => one.id === payload.device)
    if (!device || device.record.noiseKey !== noiseKey.toString('base64')) {
      // `failure` may be the first stanza after the handshake, so it goes out before any device is known.
      connection.end({ tag: 'failure', attrs: { reason: '401', location: 'sim' } })
      return
    }
    device.connection?.end(STREAM_ENDS.replace)
    device.connection = connection
    connection.device = device
    this.changed(device.phone)
    connection.send({ tag: 'success', attrs: { t: seconds(), lid: device.lid, props: '1', location: 'sim' } })
    device.catchUp(() => this.#redeliver(device)).catch(error => this.errors.push(error))
    for (const kind of ['drop', 'restart', 'replace', 'unavailable', 'half-open', 'logout'] as const) {
      const fault = this.faults.take(kind, device.number)
      if (fault) setTimeout(() => this.#cut(device, fault), fault.ms ?? 100).unref()
    }
  }

  /** everything not acknowledged before comes again, marked as such; at least once, in order */
  async #redeliver(device: Device): Promise<void> {
    const rows = this.store.queued(device.number, device.id)
    const nodes: BinaryNode[] = []
    // The codec's frames begin with a flag byte which its decoder expects.
    for (const row of rows) nodes.push(await decodeBinaryNode(Buffer.from(row.node)))
    for (const node of nodes) device.connection?.send({ ...node, attrs: { ...node.attrs, offline: '0' } })
    device.connection?.send({
      tag: 'ib',
      attrs: { from: S_WHATSAPP_NET },
      content: [{ tag: 'offline', attrs: { count: String(nodes.length) } }],
    })
  }

  #offerPairing(connection: Connection, data: Registration['data'], noiseKey: Buffer): void {
    const refs = Array.from({ length: 6 }, () => `2@${randomBytes(24).toString('base64')}`)
    connection.registration = { refs, data, noiseKey, since: new Date() }
    this.events.emit('changed', '')
    connection
      .request({
        tag: 'iq',
        attrs: { from: S_WHATSAPP_NET, type: 'set', xmlns: 'md' },
        content: [
          {
            tag: 'pair-device',
            attrs: {},
            content: refs.map(ref => ({ tag: 'ref', attrs: {}, content: Buffer.from(ref) })),
          },
        ],
      })
      // A client that leaves before it answers is nobody's problem.
      .catch(() => undefined)
  }

  /** makes a paired client a device of its phone */
  link(phone: Phone, record: DeviceRecord): Device {
    const device = new Device(phone, record)
    this.store.tx(() => {
      phone.record.nextDevice = record.id + 1
      this.store.savePhone(phone.record)
      this.store.saveDevice(record)
    })
    phone.devices.push(device)
    this.#announce(device, 'add')
    const stale = phone.devices.length > MAX_DEVICES ? phone.devices.find(one => !one.isOnline) : undefined
    if (stale && stale !== device) this.unlink(stale)
    this.changed(phone)
    return device
  }

  /** removes a linked client for good; its next login is refused */
  unlink(device: Device): void {
    this.store.removeDevice(device.number, device.id)
    const at = device.phone.devices.indexOf(device)
    if (at >= 0) device.phone.devices.splice(at, 1)
    device.connection?.end(STREAM_ENDS.logout)
    this.#announce(device, 'remove')
    this.changed(device.phone)
  }

  /** the other clients of the number keep a list of its devices and must hear of changes */
  #announce(changed: Device, what: 'add' | 'remove'): void {
    const list = [changed.jid, changed.lid].map((jid): BinaryNode => ({ tag: 'device', attrs: { jid } }))
    const deliveries = changed.phone.devices
      .filter(device => device !== changed)
      .map(device => ({
        device,
        node: {
          tag: 'notification',
          attrs: { from: changed.phone.pn, type: 'devices', id: newStanzaId(), t: seconds() },
          content: [{ tag: what, attrs: {}, content: list }],
        },
      }))
    this.store.tx(() => this.enqueue(deliveries))
    this.transmit(deliveries)
  }

  // ---- faults ------------------------------------------------------------------------------------------------------

  /**
   * Connection faults strike at once and, with a count, again at the following logins; the others stay in force for
   * `count` uses or until cleared.
   */
  injectFault(request: FaultRequest): Fault {
    if (!isConnectionFault(request.kind)) return this.faults.add(request)
    const targets = [...this.phones.values()]
      .filter(phone => !request.number || phone.number === request.number)
      .flatMap(phone => phone.devices)
    const struck = targets.filter(device => device.isOnline || request.kind === 'logout')
    const left = (request.count ?? 1) - (struck.length ? 1 : 0)
    const fault = { ...request, id: 0 }
    for (const device of struck) this.#cut(device, fault)
    return left > 0 && request.count !== undefined ? this.faults.add({ ...request, count: left }) : fault
  }

  clearFaults(): void {
    this.faults.clear()
    // A half-open socket does not come back to life when the network does.
    for (const connection of this.#connections) if (connection.isFrozen) connection.terminate()
  }

  #cut(device: Device, fault: Fault): void {
    const { connection } = device
    if (fault.kind === 'logout') this.unlink(device)
    else if (fault.kind === 'drop') connection?.terminate()
    else if (fault.kind === 'half-open') this.#freeze(connection, fault.ms)
    else connection?.end(STREAM_ENDS[fault.kind as 'restart' | 'replace' | 'unavailable'])
  }

  #freeze(connection: Connection | undefined, ms: number | undefined): void {
    connection?.freeze()
    if (!connection || !ms) return
    const timer = setTimeout(() => {
      this.#thawTimers.delete(timer)
      connection.terminate()
    }, ms)
    this.#thawTimers.add(timer)
  }

  // ---- stanzas from clients ----------------------------------------------------------------------------------------

  async #onNode(connection: Connection, node: BinaryNode): Promise<void> {
    const { device } = connection
    if (node.tag === 'iq') {
      const answer = await answerQuery(this, connection, node)
      const failed = typeof answer === 'number'
      connection.send({
        tag: 'iq',
        attrs: {
          id: node.attrs.id!,
          from: node.attrs.to ?? S_WHATSAPP_NET,
          type: failed ? 'error' : 'result',
          t: seconds(),
        },
        content: failed
          ? [{ tag: 'error', attrs: { code: String(answer), text: answer === 404 ? 'item-not-found' : 'refused' } }]
          : answer,
      })
      return
    }
    if (!device) return
    switch (node.tag) {
      case 'message':
        return this.#onMessage(connection, device, node)
      case 'receipt':
        return this.#onReceipt(connection, device, node)
      case 'ack':
        return this.#onAck(device, node)
      case 'presence':
        return this.#onPresence(connection, device, node)
      case 'chatstate':
        return this.#onChatState(device, node)
      case 'call':
        return this.#onCall(connection, node)
    }
  }

  /** stored by every recipient first, acknowledged then: what a client saw acknowledged survives anything */
  async #onMessage(connection: Connection, device: Device, node: BinaryNode): Promise<void> {
    const { id, to } = node.attrs as { id: string; to: string }
    const ack: BinaryNode = { tag: 'ack', attrs: { id, class: 'message', from: to, t: seconds() } }
    const refusal = this.faults.take('reject', device.number)
    if (refusal) {
      connection.send({ ...ack, attrs: { ...ack.attrs, error: refusal.code ?? DEFAULT_REJECT_CODE } })
      return
    }
    const shared = getBinaryNodeChildren(node, 'enc')[0]
    const targets = new Map<string, BinaryNode | undefined>()
    for (const target of getBinaryNodeChildren(getBinaryNodeChild(node, 'participants'), 'to')) {
      targets.set(target.attrs.jid!, getBinaryNodeChild(target, 'enc'))
    }
    if (isGroup(to)) await this.#onGroupMessage(device, node, targets, shared)
    else {
      // Without participants the message goes to one client only: a retry, or something for the own handset.
      if (shared) targets.set(to, shared)
      const chat = node.attrs.recipient ?? to
      for (const [jid, enc] of targets) {
        if (!enc) continue
        const phone = this.findPhone(jid)
        const other = phone && this.#deviceAt(phone, jid)
        if (other) this.#passOn(device, other, node, [enc], chat)
        else if (phone && !jidDecode(jid)?.device) await phone.receive(device, { id, to: chat, enc })
      }
    }
    connection.send(ack)
  }

  async #onGroupMessage(
    device: Device,
    node: BinaryNode,
    targets: Map<string, BinaryNode | undefined>,
    shared: BinaryNode | undefined,
  ): Promise<void> {
    const { id, to } = node.attrs as { id: string; to: string }
    const group = this.groups.get(to)
    if (!group) return
    for (const member of group.members) {
      const phone = this.phones.get(member.number)
      if (!phone) continue
      const only = node.attrs.participant
      if (only && this.findPhone(only) !== phone) continue
      const pairwise = targets.get(phone.lid) ?? targets.get(phone.pn)
      if (only) await phone.receive(device, { id, to, enc: shared })
      else await phone.receive(device, { id, to, enc: pairwise, groupEnc: shared })
      for (const other of phone.devices) {
        if (other === device || !shared) continue
        const own = targets.get(other.lid) ?? targets.get(other.jid)
        this.#passOn(device, other, node, own ? [own, shared] : [shared], to)
      }
    }
  }

  #deviceAt(phone: Phone, jid: string): Device | undefined {
    const id = jidDecode(jid)?.device
    return id ? phone.devices.find(device => device.id === id) : undefined
  }

  /** between two clients the server sees ciphertext only and forwards it */
  #passOn(from: Device, to: Device, node: BinaryNode, content: BinaryNode[], chat: string): void {
    const group = this.groups.get(chat)
    const lid = group ? group.addressing === 'lid' : chat.endsWith('@lid')
    const attrs: Record<string, string> = {
      id: node.attrs.id!,
      t: seconds(),
      type: node.attrs.type ?? 'text',
      notify: from.phone.name,
      addressing_mode: lid ? 'lid' : 'pn',
      ...(node.attrs.edit && { edit: node.attrs.edit }),
    }
    if (group) {
      attrs.from = group.id
      attrs.participant = lid ? from.lid : from.jid
      attrs[lid ? 'participant_pn' : 'participant_lid'] = lid ? from.phone.pn : from.phone.lid
    } else {
      attrs.from = lid ? from.lid : from.jid
      if (to.phone === from.phone) attrs.recipient = chat
      else attrs[lid ? 'sender_pn' : 'sender_lid'] = lid ? from.phone.pn : from.phone.lid
    }
    const delivery = { device: to, node: { tag: 'message', attrs, content } }
    this.store.tx(() => this.enqueue([delivery]))
    this.transmit([delivery])
  }

  async #onReceipt(connection: Connection, device: Device, node: BinaryNode): Promise<void> {
    const { id, type, to, participant } = node.attrs
    connection.send({
      tag: 'ack',
      attrs: { id: id!, class: 'receipt', from: to ?? S_WHATSAPP_NET, ...(type && { type }) },
    })
    const author = this.findPhone(participant ?? to ?? '')
    if (type === 'retry') {
      // The stanza stays queued until its second version replaces it.
      const own = node.attrs.recipient !== undefined ? device.phone : author
      await (own ?? device.phone).onRetry(device, id!, node)
      return
    }
    if (type === 'server-error') {
      const answer = { device, node: reuploadMedia(this, device, node) }
      this.store.tx(() => this.enqueue([answer]))
      this.transmit([answer])
      return
    }
    this.store.dequeue(device.number, device.id, `message ${id}`)
    const items = getBinaryNodeChildren(getBinaryNodeChild(node, 'list'), 'item')
    const ids = [id!, ...items.map(item => item.attrs.id!)]
    if (!author || author === device.phone) return
    author.onReceipt(ids, type)
    // The author may itself have clients: another business on this server.
    const sender = jidDecode(participant ?? to)?.device
    const target = sender ? author.devices.find(one => one.id === sender) : undefined
    if (!target || type === 'inactive') return
    const attrs: Record<string, string> = { id: id!, t: seconds(), ...(type && { type }) }
    if (participant) Object.assign(attrs, { from: to!, participant: device.phone.lid })
    else attrs.from = to!.includes('@lid') ? device.phone.lid : device.phone.pn
    const delivery = { device: target, node: { tag: 'receipt', attrs, content: node.content } }
    this.store.tx(() => this.enqueue([delivery]))
    this.transmit([delivery])
  }

  async #onAck(device: Device, { attrs }: BinaryNode): Promise<void> {
    // Refused, but a second version is on its way or even arrived: the refusal concerns the first one.
    if (attrs.class === 'message' && attrs.error === '500' && device.retried.delete(attrs.id!)) return
    this.store.dequeue(device.number, device.id, queueKey(attrs.class ?? '', attrs))
  }

  async #onPresence(connection: Connection, device: Device, { attrs }: BinaryNode): Promise<void> {
    if (attrs.type !== 'subscribe') return
    const phone = this.findPhone(attrs.to ?? '')
    const as = bareJid(attrs.to)
    if (!phone || !as) return
    const watchers = this.#watching.get(phone) ?? new Map<Device, string>()
    this.#watching.set(phone, watchers.set(device, as))
    connection.send(phone.presence(as))
  }

  async #onChatState(device: Device, node: BinaryNode): Promise<void> {
    const phone = this.findPhone(node.attrs.to ?? '')
    const state = getAllBinaryNodeChildren(node)[0]
    if (!phone || !state) return
    if (state.tag === 'paused') phone.typing.delete(device.number)
    else phone.typing.set(device.number, state.attrs.media === 'audio' ? 'recording' : 'composing')
    this.changed(phone)
  }

  async #onCall(connection: Connection, node: BinaryNode): Promise<void> {
    const info = getAllBinaryNodeChildren(node)[0]
    connection.send({
      tag: 'ack',
      attrs: { id: node.attrs.id!, class: 'call', from: node.attrs.to ?? S_WHATSAPP_NET, type: info?.tag ?? '' },
    })
    if (info?.tag === 'reject') this.findPhone(node.attrs.to ?? '')?.onCallRejected(info.attrs['call-id']!)
  }

  // ---- inside ------------------------------------------------------------------------------------------------------

  #adopt(phone: Phone): void {
    this.phones.set(phone.number, phone)
    this.#byLid.set(phone.lid, phone)
  }

  #keptKeyPair(name: string): KeyPair {
    const kept = this.store.getMeta(name)
    if (kept) return { private: kept.subarray(0, 32), public: kept.subarray(32) }
    const pair = Curve.generateKeyPair()
    this.store.setMeta(name, Buffer.concat([pair.private, pair.public]))
    return pair
  }
}

/** every number has one hidden identity; derived, so that it is the same in every run of a test */
function lidFor(number: string): string {
  const digits = createHash('sha256').update(`lid ${number}`).digest().readUIntBE(0, 6)
  return `1${String(digits).padStart(15, '0').slice(-14)}@lid`
}

/** 5511988887777 ⇄ 551188887777: WhatsApp knows older Brazilian accounts without the ninth digit */
function ninthDigitVariant(number: string): string | undefined {
  const parts = /^55(\d{2})(9?)([6-9]\d{7})$/.exec(number)
  return parts ? `55${parts[1]}${parts[2] ? '' : '9'}${parts[3]}` : undefined
}
