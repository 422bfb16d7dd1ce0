import { proto } from '@whiskeysockets/baileys'
import { SimError } from './errors.ts'

/**
 * Turns JSON (bytes as base64) into a message of the protocol; throws ERR_SIM_INVALID for a value
 * that is none or has no known field.
 */
export function readProto(json: Record<string, unknown>): proto.IMessage {
  const fields = Object.keys(proto.Message.prototype)
  const names = Object.keys(json)
  if (!names.length || names.some(name => !fields.includes(name))) throw new SimError(400, 'ERR_SIM_INVALID')
  try {
    return proto.Message.decode(proto.Message.encode(proto.Message.fromObject(json)).finish())
  } catch {
    throw new SimError(400, 'ERR_SIM_INVALID')
  }
}
