import type { SendCommand } from '@balcao/shared/events/queues.ts'
import {
  beginMetaPageSend,
  type MetaPageSend,
  metaPageSendOf,
  recordCloudPart,
  releaseMetaPageSend,
} from '../../../data/channels/meta-page-send.ts'
import { callbackDataOf } from '../../../integrations/meta/cloud/callback-data.ts'
import { type Retry, retryOf } from '../../../integrations/meta/cloud/cloud-errors.ts'
import { type CloudContent, type CloudPart, mediaContent } from '../../../integrations/meta/cloud/parts.ts'
import { type CloudSender, sendCloudMessage } from '../../../integrations/meta/cloud/send.ts'
import { GraphError } from '../../../integrations/meta/graph-error.ts'
import { signedLink } from '../../../integrations/storage.ts'

type Given = { parts: readonly CloudPart[]; state: MetaPageSend | undefined; sender: CloudSender }

/** `sendingAt`: time (epoch ms) of a call whose answer was lost, else null. */
type Outcome = { state: MetaPageSend; sendingAt: number | null }

/**
 * Sends the parts that Meta does not have yet, one after the other, until one's answer is lost.
 * @throws GraphError if Meta refused a part; nothing of it is recorded then
 */
export async function sendParts(command: SendCommand, { parts, state: before, sender }: Given): Promise<Outcome> {
  const { companyId, connectionId: whatsappId, whatsappMessageId: messageId } = command
  const sending = { companyId, whatsappId, messageId }
  const repliesTo = await quotedWamid(command)
  let state: MetaPageSend = before ?? { mids: [], sendingAt: null }
  for (let nth = state.mids.length; nth < parts.length; nth++) {
    const content = await contentOf(parts[nth]!)
    const at = Date.now()
    const isFirst = nth === 0 && before === undefined
    if (!(await beginMetaPageSend(sending, isFirst ? undefined : state, at, parts.length)))
      throw new Error('somebody else sends this message')
    const begun: MetaPageSend = { mids: state.mids, sendingAt: at, parts: parts.length }
    try {
      const wamid = await sendCloudMessage(sender, content, {
        to: command.to.number!,
        callbackData: callbackDataOf(messageId, nth),
        repliesTo: nth === 0 ? repliesTo : undefined,
      })
      state = (await recordCloudPart(sending, nth, wamid)).state ?? { ...begun, mids: [...begun.mids, wamid] }
    } catch (error) {
      if (!(error instanceof GraphError)) throw error
      if (retryRule(error) === 'unsure') return { state: begun, sendingAt: at }
      await releaseMetaPageSend(sending, begun)
      throw error
    }
  }
  return { state, sendingAt: null }
}

/** Returns what is done about a refusal; without a code it is what the call's end says. */
export function retryRule({ code, failure }: GraphError): Retry {
  if (failure === 'unsure') return 'unsure'
  if (code !== undefined && failure !== 'throttled') return retryOf(code)
  const known = code === undefined ? 'never' : retryOf(code)
  return failure === 'throttled' && known === 'never' ? 'later' : known
}

const contentOf = async (part: CloudPart): Promise<CloudContent> =>
  'media' in part
    ? mediaContent(
        part.media,
        part.caption,
        await signedLink(part.media.key, { mimetype: part.media.mimetype, fileName: part.media.fileName }),
      )
    : part

/** Returns Meta's id of the quoted message: the person's own one is that, ours is in its record. */
async function quotedWamid({ companyId, connectionId, quoted }: SendCommand): Promise<string | undefined> {
  if (!quoted) return undefined
  const id = quoted.whatsappMessageId
  if (!quoted.fromMe) return id.startsWith('h.') ? undefined : id
  const state = await metaPageSendOf({ companyId, whatsappId: connectionId, messageId: id })
  return state?.mids[0] ?? (id.startsWith('wamid.') ? id : undefined)
}
