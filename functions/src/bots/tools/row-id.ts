import { messageId, timeOfId } from '@balcao/shared/ids.ts'
import type { ToolContext } from './tool.ts'

/** Returns the id of a row that a call makes, the same at every attempt. */
export const rowIdOf = ({ ticket, key, saidNow }: ToolContext, kind: string): Promise<string> =>
  messageId(ticket.whatsapp.id, `${kind}|${key}`, timeOfId(saidNow.at(-1)?.id ?? ticket.id))
