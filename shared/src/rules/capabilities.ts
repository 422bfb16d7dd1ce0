/**
 * Capabilities of a connection, by its provider. Server and web ask this table; only the providers'
 * own implementations know more. Sources: WhatsApp's multi-device protocol, WhatsApp Cloud API and
 * Messenger Platform (Graph API v23.0).
 */
import { isMetaPageChannel } from '../entities/channel.ts'
import type { Provider } from '../entities/whatsapp.ts'

export type Capabilities = {
  /** System that sends: a session host with a socket, or the worker that calls Meta's Graph API. */
  transport: 'session' | 'graph'
  /** A phone links it by a QR code. */
  qrcode: boolean
  /** Reaches people by their phone number: new conversations, schedules, campaigns. */
  startsByNumber: boolean
  /** Can ask whether a number is on WhatsApp. */
  numberCheck: boolean
  /** Can import the phone's address book. */
  addressBook: boolean
  groups: boolean
  edits: boolean
  /** Can delete own messages for everyone. */
  deletions: boolean
  reactions: boolean
  /** Polls may be sent, and votes come back. */
  polls: boolean
  /** Menus may be buttons and lists; without them they are numbered text. */
  buttons: boolean
  /** Approved templates may be sent, also after the window has closed. */
  templates: boolean
  /**
   * Time limit for answers: `none`; `person`: after the first day only people, for a week;
   * `template`: after it only templates.
   */
  window: 'none' | 'person' | 'template'
  /** Limits of files: those of phones, or those of the Cloud API (rules/cloud-media-limits.ts). */
  mediaLimits: 'phone' | 'cloud'
  /** Format of voice notes that are recorded here; a browser that has no Opus records MP3. */
  voiceNotes: 'mp3' | 'opus'
  /** Products of a catalogue at Meta may be sent as cards. */
  productCards: boolean
  /** Meta says which advertisement or post brought a person to it. */
  referrals: boolean
  /** Can be the company's default connection. */
  defaultConnection: boolean
  /** Can send a test message to a phone. */
  testMessage: boolean
}

const CAPABILITIES: Readonly<Record<Provider, Capabilities>> = {
  web: {
    transport: 'session',
    qrcode: true,
    startsByNumber: true,
    numberCheck: true,
    addressBook: true,
    groups: true,
    edits: true,
    deletions: true,
    reactions: true,
    polls: true,
    buttons: false,
    templates: false,
    window: 'none',
    mediaLimits: 'phone',
    voiceNotes: 'mp3',
    productCards: false,
    referrals: false,
    defaultConnection: true,
    testMessage: true,
  },
  cloud: {
    transport: 'graph',
    qrcode: false,
    startsByNumber: true,
    numberCheck: false,
    addressBook: false,
    groups: false,
    edits: false,
    deletions: false,
    reactions: true,
    polls: false,
    buttons: true,
    templates: true,
    window: 'template',
    mediaLimits: 'cloud',
    voiceNotes: 'opus',
    productCards: true,
    referrals: true,
    defaultConnection: true,
    testMessage: false,
  },
  graph: {
    transport: 'graph',
    qrcode: false,
    startsByNumber: false,
    numberCheck: false,
    addressBook: false,
    groups: false,
    edits: false,
    deletions: false,
    reactions: false,
    polls: false,
    buttons: false,
    templates: false,
    window: 'person',
    mediaLimits: 'phone',
    voiceNotes: 'mp3',
    productCards: false,
    referrals: false,
    defaultConnection: false,
    testMessage: false,
  },
}

/** Returns what a connection of this provider can do. */
export const capabilitiesOf = ({ provider }: { provider: Provider }): Capabilities => CAPABILITIES[provider]

/**
 * Returns what can be done for a contact, whatever connection it writes to: one of a Facebook page
 * or an Instagram account is known by that account's id alone.
 */
export const capabilitiesOfContact = ({ channel }: { channel?: string | undefined }): Capabilities =>
  CAPABILITIES[isMetaPageChannel(channel) ? 'graph' : 'web']
