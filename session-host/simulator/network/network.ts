import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import {
  type BinaryNode,
  Curve,
  encodeBinaryNode,
  jidDecode,
  type KeyPair,
  S_WHATSAPP_NET,
} from '@whiskeysockets/baileys'
import { SimError } from '../errors.ts'
import { Faults } from '../faults.ts'
import { Phone } from '../phone/phone.ts'
import type { Store } from '../store.ts'
import type { DeviceRecord, Group, MediaReference, PhoneRecord } from '../types.ts'
import type { Connection } from '../wire/connection.ts'
import { Device, type PreKeyBundle, type StanzaInTransit } from '../wire/device.ts'
import { makeCertificateChain } from '../wire/noise.ts'
import { newStanzaId, queueKey, seconds } from '../wire/stanza.ts'
import { STREAM_ENDS } from '../wire/stream-ends.ts'

/** Minimum number of one-time keys, below which the server asks the client to upload more. */
const LOW_PREKEYS = 4
/** Maximum clients that WhatsApp allows for one number. */
const MAX_DEVICES = 4

/**
 * State of WhatsApp's side of the wire: the numbers with their phones and linked clients, the
 * groups, open sockets and waiting stanzas. Its actions are the modules beside this one.
 */
export class Network {
  readonly store: Store
  readonly faults = new Faults()
  readonly phones = new Map<string, Phone>()
  readonly groups = new Map<string, Group>()
  readonly events = new EventEmitter<{ changed: [number: string] }>()
  /** Failures of stanza handling; a test that ends with any of them should fail. */
  readonly errors: unknown[] = []
  readonly unansweredQueries = new Set<string>()
  readonly rootKey: KeyPair
  readonly noiseKeys: { serverStatic: KeyPair; chain: Uint8Array }
  /** Open sockets. */
  readonly connections = new Set<Connection>()
  /**
   * Devices by the socket on which they logged in, also after it has closed: stanzas read before
   * that are still handled.
   */
  readonly loggedIn = new WeakMap<Connection, Device>()
  /** Clients that watch a phone's presence, each with the address under which it does so. */
  readonly watching = new Map<Phone, Map<Device, string>>()
  /** Timers of half-open sockets that end by themselves. */
  readonly thawTimers = new Set<NodeJS.Timeout>()
  /** `https://host:port` of the media server, set when it listens. */
  mediaOrigin = ''
  isClosed = false
  readonly #byLid = new Map<string, Phone>()

  constructor(store: Store) {
    this.store = store
    this.events.setMaxListeners(0)
    this.rootKey = this.#keptKeyPair('noise-root')
    const serverStatic = this.#keptKeyPair('noise-static')
    this.noiseKeys = { serverStatic, chain: makeCertificateChain(this.rootKey, serverStatic.public) }
    for (const record of store.phones()) this.adopt(record)
    for (const record of store.devices()) {
      const phone = this.phones.get(record.number)
      if (phone) phone.devices.push(new Device(phone.lid, record))
    }
    for (const group of store.groups()) this.groups.set(group.id, group)
  }

  close(): void {
    this.isClosed = true
    for (const timer of this.thawTimers) clearTimeout(timer)
    for (const phone of this.phones.values()) phone.stop()
    for (const connection of this.connections) connection.terminate()
  }

  // ---- directory ----

  /** Makes a stored phone reachable. */
  adopt(record: PhoneRecord): Phone {
    const phone = new Phone(this.store, record)
    this.phones.set(phone.number, phone)
    this.#byLid.set(phone.lid, phone)
    return phone
  }

  /**
   * Finds a phone by its number or any form of its address; Brazilian mobiles with and without the
   * ninth digit.
   */
  findPhone(address: string): Phone | undefined {
    const at = address.includes('@') ? jidDecode(address) : undefined
    if (at?.server === 'lid') return this.#byLid.get(`${at.user}@lid`)
    if (at && at.server !== 's.whatsapp.net' && at.server !== 'c.us') return undefined
    const number = at ? at.user : address
    return this.phones.get(number) ?? this.phones.get(ninthDigitVariant(number) ?? '')
  }

  /** Like `findPhone`; throws ERR_SIM_NO_PHONE if there is none. */
  requirePhone(address: string): Phone {
    const phone = this.findPhone(address)
    if (!phone) throw new SimError(404, 'ERR_SIM_NO_PHONE')
    return phone
  }

  /** Returns the phone a client is linked to. */
  phoneOf(device: Device): Phone {
    return this.requirePhone(device.number)
  }

  /** Returns the sockets that show a QR code. */
  waiting(): Connection[] {
    return [...this.connections].filter(connection => connection.registration && !connection.closed)
  }

  /** Notifies the listeners of /sim/events. */
  changed(phone: Phone): void {
    this.events.emit('changed', phone.number)
  }

  // ---- stanzas on their way to clients ----

  /** Keeps stanzas until they are acknowledged; inside the caller's transaction. */
  enqueue(stanzas: StanzaInTransit[]): void {
    for (const { device, node } of stanzas) {
      this.store.enqueue({
        number: device.number,
        device: device.id,
        key: queueKey(node.tag, node.attrs),
        node: encodeBinaryNode(node),
      })
    }
  }

  /** Sends the stanzas that `enqueue` keeps, once its transaction is done. */
  transmit(stanzas: StanzaInTransit[]): void {
    for (const { device, node } of stanzas) device.transmit(node)
  }

  /** Enqueues and transmits stanzas that are stored with nothing else. */
  deliver(stanzas: StanzaInTransit[]): void {
    this.store.tx(() => this.enqueue(stanzas))
    this.transmit(stanzas)
  }

  // ---- linked clients ----

  /** Makes a paired client a device of its phone. */
  link(phone: Phone, record: DeviceRecord): Device {
    const device = new Device(phone.lid, record)
    this.store.tx(() => {
      phone.record.nextDevice = record.id + 1
      this.store.savePhone(phone.record)
      this.store.saveDevice(record)
    })
    phone.devices.push(device)
    this.#announce(phone, device, 'add')
    const stale = phone.devices.length > MAX_DEVICES ? phone.devices.find(one => !one.isOnline) : undefined
    if (stale && stale !== device) this.unlink(stale)
    this.changed(phone)
    return device
  }

  /** Removes a linked client for good; its next login is refused. */
  unlink(device: Device): void {
    const phone = this.phoneOf(device)
    this.store.removeDevice(device.number, device.id)
    const at = phone.devices.indexOf(device)
    if (at >= 0) phone.devices.splice(at, 1)
    device.connection?.end(STREAM_ENDS.logout)
    this.#announce(phone, device, 'remove')
    this.changed(phone)
  }

  /** Notifies the number's other clients of a change: they keep a list of its devices. */
  #announce(phone: Phone, changed: Device, what: 'add' | 'remove'): void {
    const list = [changed.jid, changed.lid].map((jid): BinaryNode => ({ tag: 'device', attrs: { jid } }))
    const others = phone.devices.filter(device => device !== changed)
    this.deliver(
      others.map(device => ({
        device,
        node: {
          tag: 'notification',
          attrs: { from: phone.pn, type: 'devices', id: newStanzaId(), t: seconds() },
          content: [{ tag: what, attrs: {}, content: list }],
        },
      })),
    )
  }

  /** Takes a key bundle of a linked client, which uses up a one-time key. */
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

  // ---- media and keys ----

  /** Keeps encrypted bytes where the media server finds them. */
  storeMedia(kind: MediaReference['kind'], blob: Buffer): { url: string; directPath: string } {
    const path = `/mms/${kind}/${randomBytes(16).toString('hex')}`
    this.store.putMedia(path, blob)
    return { url: this.mediaOrigin + path, directPath: path }
  }

  #keptKeyPair(name: string): KeyPair {
    const kept = this.store.getMeta(name)
    if (kept) return { private: kept.subarray(0, 32), public: kept.subarray(32) }
    const pair = Curve.generateKeyPair()
    this.store.setMeta(name, Buffer.concat([pair.private, pair.public]))
    return pair
  }
}

/**
 * Returns 551188887777 for 5511988887777 and vice versa: WhatsApp knows older Brazilian accounts
 * without the ninth digit.
 */
function ninthDigitVariant(number: string): string | undefined {
  const parts = /^55(\d{2})(9?)([6-9]\d{7})$/.exec(number)
  return parts ? `55${parts[1]}${parts[2] ? '' : '9'}${parts[3]}` : undefined
}
