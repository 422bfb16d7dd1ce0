/** Maps quick replies, contact lists and campaigns of Whaticket's family. */
import { cutText } from '../cut-text.ts'
import { longSpelling, normalizeNumber } from '../phone-number.ts'
import { type FoundFile, fileOf } from './imported-file.ts'
import { whaticketText } from './imported-variables.ts'
import type {
  ImportedCampaign,
  ImportedCampaignRecipient,
  ImportedContactList,
  ImportedContactListItem,
  ImportedFile,
  ImportedQuickMessage,
} from './record.ts'
import { bodyIn, type ChangeNote, emailIn, flagOf, instantOf, type Mapped, nameIn } from './values.ts'
import type { WhaticketRow } from './whaticket-tables.ts'

type Find = (path: string) => FoundFile

/** Returns the file of a row, and notes what is to be said of it. */
export function attached(
  path: string | null,
  name: string | null,
  findFile: Find,
  changes: ChangeNote[],
): ImportedFile | null {
  if (!path) return null
  const { file, change } = fileOf(path, name, findFile)
  if (change) changes.push(change)
  return file
}

export function mapQuickMessage(
  row: WhaticketRow<'QuickMessages'>,
  userId: string | null,
  findFile: Find,
): Mapped<ImportedQuickMessage> {
  if (!row.id) return { refusal: 'noId' }
  const changes: ChangeNote[] = []
  const file = attached(row.mediaPath, row.mediaName, findFile, changes)
  const message = whaticketText(bodyIn(row.message ?? '', changes), changes)
  const shortcode = nameIn(row.shortcode, 60).replace(/^\/+/, '')
  if (!message && !file) return { refusal: 'empty' }
  const isGeneral = flagOf(row.geral) || flagOf(row.visao)
  if (row.userId && !userId && !isGeneral) changes.push({ reason: 'userMissing', detail: row.userId })
  const record: ImportedQuickMessage = {
    kind: 'quickMessage',
    source: { id: row.id, line: row.line },
    createdAt: row.at ?? 0,
    shortcode: shortcode || `importada-${row.id}`,
    message,
    userId: isGeneral ? null : userId,
    file,
  }
  return { record, changes }
}

/** Maps a quick answer of Whaticket Community, which belongs to everybody; forks have files in them. */
export const mapQuickAnswer = (row: WhaticketRow<'QuickAnswers'>, findFile: Find): Mapped<ImportedQuickMessage> =>
  mapQuickMessage(
    {
      ...row,
      shortcode: row.shortcut,
      userId: null,
      geral: 't',
      visao: null,
      mediaName: null,
      companyId: null,
    },
    null,
    findFile,
  )

export function mapContactList(row: WhaticketRow<'ContactLists'>): Mapped<ImportedContactList> {
  if (!row.id) return { refusal: 'noId' }
  const record: ImportedContactList = {
    kind: 'contactList',
    source: { id: row.id, line: row.line },
    createdAt: row.at ?? 0,
    name: nameIn(row.name) || `Lista ${row.id}`,
  }
  return { record, changes: [] }
}

const isNumber = (number: string): boolean => /^\d{8,15}$/.test(number)

export function mapContactListItem(row: WhaticketRow<'ContactListItems'>): Mapped<ImportedContactListItem> {
  if (!row.id) return { refusal: 'noId' }
  const number = normalizeNumber(row.number ?? '')
  if (!isNumber(number)) return { refusal: 'badNumber' }
  const record: ImportedContactListItem = {
    kind: 'contactListItem',
    source: { id: row.id, line: row.line },
    createdAt: row.at ?? 0,
    contactListId: row.contactListId!,
    name: nameIn(row.name) || number,
    number: longSpelling(number),
    email: emailIn(row.email),
    isWhatsappValid: row.isWhatsappValid === null ? null : flagOf(row.isWhatsappValid),
  }
  return { record, changes: [] }
}

/** Longest text of a campaign; it has ten. */
const CAMPAIGN_TEXT = 4096

export function mapCampaign(
  row: WhaticketRow<'Campaigns'>,
  context: { contactListId: string | null; connectionId: string | null; findFile: Find },
): Mapped<ImportedCampaign> {
  if (!row.id) return { refusal: 'noId' }
  const changes: ChangeNote[] = []
  const texts = (given: (string | null)[]) =>
    given.filter(text => text?.trim()).map(text => bodyIn(text!, changes, CAMPAIGN_TEXT))
  const isDone = row.status === 'FINALIZADA'
  if (!isDone) changes.push({ reason: 'campaignStopped', detail: cutText(row.status ?? '', 40) })
  const record: ImportedCampaign = {
    kind: 'campaign',
    source: { id: row.id, line: row.line },
    createdAt: row.at ?? instantOf(row.scheduledAt) ?? 0,
    name: nameIn(row.name) || `Campanha ${row.id}`,
    status: isDone ? 'FINALIZADA' : 'CANCELADA',
    messages: texts([row.message1, row.message2, row.message3, row.message4, row.message5]),
    confirmationMessages: texts([
      row.confirmationMessage1,
      row.confirmationMessage2,
      row.confirmationMessage3,
      row.confirmationMessage4,
      row.confirmationMessage5,
    ]),
    confirmation: flagOf(row.confirmation),
    contactListId: context.contactListId,
    connectionId: context.connectionId,
    scheduledAt: instantOf(row.scheduledAt),
    completedAt: instantOf(row.completedAt),
    file: attached(row.mediaPath, row.mediaName, context.findFile, changes),
  }
  return { record, changes }
}

/** Maps a recipient; `name` is that of the list's item, if it still stands there. */
export function mapCampaignRecipient(
  row: WhaticketRow<'CampaignShipping'>,
  name: string | null,
): Mapped<ImportedCampaignRecipient> {
  if (!row.id) return { refusal: 'noId' }
  const number = normalizeNumber(row.number ?? '')
  if (!isNumber(number)) return { refusal: 'badNumber' }
  const confirmationRequestedAt = instantOf(row.confirmationRequestedAt)
  const confirmedAt = instantOf(row.confirmedAt)
  const deliveredAt = instantOf(row.deliveredAt)
  const record: ImportedCampaignRecipient = {
    kind: 'campaignRecipient',
    source: { id: row.id, line: row.line },
    createdAt: row.at ?? 0,
    campaignId: row.campaignId!,
    name: nameIn(name) || number,
    number,
    // These systems call a message delivered once it was handed to WhatsApp.
    state: deliveredAt ? 'sent' : confirmedAt ? 'confirmed' : confirmationRequestedAt ? 'confirmationAsked' : 'waiting',
    confirmationRequestedAt,
    confirmedAt,
    deliveredAt,
  }
  return { record, changes: [] }
}
