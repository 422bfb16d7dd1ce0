import { setTimeout as sleep } from 'node:timers/promises'
import type { SendCommand, StoredMedia } from '@balcao/shared/events/queues.ts'
import { cloudMimetype } from '@balcao/shared/rules/cloud-media-limits.ts'
import {
  beginMetaPageSend,
  finishMetaPageSend,
  type MetaPageSend,
  metaPageSendOf,
  recordCloudPart,
  releaseMetaPageSend,
  type Sending,
} from '../../../data/channels/meta-page-send.ts'
import { WriteConflict } from '../../../data/table/transact.ts'
import { callbackDataOf } from '../../../integrations/meta/cloud/callback-data.ts'
import { type Retry, retryOf } from '../../../integrations/meta/cloud/cloud-errors.ts'
import {
  type CloudContent,
  type CloudPart,
  headerContent,
  mediaContent,
} from '../../../integrations/meta/cloud/parts.ts'
import { recipientOf } from '../../../integrations/meta/cloud/peer-of.ts'
import { type CloudSender, sendCloudMessage } from '../../../integrations/meta/cloud/send.ts'
import { GraphError } from '../../../integrations/meta/graph-error.ts'
import { attachmentLink } from '../../../integrations/storage.ts'
import { ComesLater } from '../../batch.ts'
import { createPace } from './pace.ts'
import { type Attempt, pauseBefore } from './retry-pauses.ts'

type Given = {
  parts: readonly CloudPart[]
  state: MetaPageSend | undefined
  sender: CloudSender
  attempt: Attempt
}

/** `sendingAt`: time (epoch ms) of a call whose answer was lost, else null. */
type Outcome = { state: MetaPageSend | undefined; sendingAt: number | null }

const pace = createPace()

/**
 * Sends the parts that Meta does not have yet, one after the other, until one's answer is lost.
 * @throws GraphError if Meta refused a part, ComesLater if it has to wait;
 * nothing of it is recorded then
 */
export async function sendParts(command: SendCommand, given: Given): Promise<Outcome> {
  const repliesTo = await quotedWamid(command)
  let outcome: Outcome = { state: given.state, sendingAt: null }
  for (let nth = given.state?.mids.length ?? 0; nth < given.parts.length && outcome.sendingAt === null; nth++) {
    const content = await contentOf(given.parts[nth]!)
    const part = { nth, content, ...(nth === 0 ? { repliesTo } : {}) }
    outcome = await sendPatiently(command, part, { ...given, state: outcome.state })
  }
  return outcome
}

type Part = { nth: number; content: CloudContent; repliesTo?: string | undefined }

/** Sends a part, again after a pause where Meta's limits ask for one. */
async function sendPatiently(command: SendCommand, part: Part, given: Given): Promise<Outcome> {
  const { sender, attempt } = given
  let { state } = given
  for (let tries = 1; ; tries++) {
    await waitForPlace(pace.take(sender.phoneNumberId, recipientOf(command.to)!), attempt)
    try {
      return await sendOnce(command, part, { ...given, state })
    } catch (error) {
      if (!(error instanceof GraphError)) throw error
      const rule = retryRule(error)
      if (rule === 'throughput') pace.slowDown(sender.phoneNumberId)
      const pause = pauseBefore(rule, tries, attempt, Date.now())
      if (pause === undefined) throw error
      await sleep(pause)
      state = { ...(state ?? { mids: [] }), sendingAt: null, parts: given.parts.length }
    }
  }
}

async function waitForPlace(wait: number, { deadline }: Attempt): Promise<void> {
  if (wait === 0) return
  if (Date.now() + wait > deadline) throw new ComesLater(Math.ceil(wait / 1000))
  await sleep(wait)
}

async function sendOnce(
  { companyId, connectionId: whatsappId, whatsappMessageId: messageId, to }: SendCommand,
  { nth, content, repliesTo }: Part,
  { parts, state, sender }: Given,
): Promise<Outcome> {
  const sending = { companyId, whatsappId, messageId }
  const at = Date.now()
  const begun = await beginMetaPageSend(sending, state, at, parts.length)
  try {
    const callbackData = callbackDataOf(messageId, nth)
    const wamid = await sendCloudMessage(sender, content, { to: recipientOf(to)!, callbackData, repliesTo })
    return { state: await finish(sending, begun, wamid), sendingAt: null }
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    if (retryRule(error) === 'unsure') return { state: begun, sendingAt: at }
    await releaseMetaPageSend(sending, begun)
    throw error
  }
}

/** Records Meta's answer; its status may have come first. */
async function finish(sending: Sending, begun: MetaPageSend, wamid: string): Promise<MetaPageSend | undefined> {
  try {
    return await finishMetaPageSend(sending, begun, wamid)
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error
    return (await recordCloudPart(sending, begun.mids.length, wamid)).state
  }
}

/** Returns what is done about a refusal; without a code it is what the call's end says. */
export function retryRule({ code, failure }: GraphError): Retry {
  if (failure === 'unsure') return 'unsure'
  if (code !== undefined && failure !== 'throttled') return retryOf(code)
  const known = code === undefined ? 'never' : retryOf(code)
  return failure === 'throttled' && known === 'never' ? 'later' : known
}

async function contentOf(part: CloudPart): Promise<CloudContent> {
  const linkOf = ({ key, mimetype }: StoredMedia & { key: string }) => attachmentLink(key, cloudMimetype(mimetype))
  if ('media' in part) return mediaContent(part.media, part.caption, await linkOf(part.media))
  return 'header' in part ? headerContent(part.template, part.header, await linkOf(part.header)) : part
}

/** Returns Meta's id of the quoted message: the person's own one is that, ours is in its record. */
async function quotedWamid({ companyId, connectionId, quoted }: SendCommand): Promise<string | undefined> {
  if (!quoted) return undefined
  const id = quoted.whatsappMessageId
  if (!quoted.fromMe) return id.startsWith('h.') ? undefined : id
  const state = await metaPageSendOf({ companyId, whatsappId: connectionId, messageId: id })
  return state?.mids[0] ?? (id.startsWith('wamid.') ? id : undefined)
}
