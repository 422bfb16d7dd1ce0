import { SimError } from '../errors.ts'
import type { Network } from '../network/network.ts'
import type { Phone } from '../phone/phone.ts'
import type { Device } from '../wire/device.ts'
import { linkDevice } from './link-device.ts'

const KEY_LENGTH = 32

/**
 * Handles a QR code that the app's camera sees: `[url#]ref,noise key,identity key,adv
 * secret[,client type]`. Malformed → ERR_SIM_BAD_QR; no longer shown by any waiting client →
 * ERR_SIM_QR_EXPIRED.
 */
export async function scanQr(network: Network, phone: Phone, qr: string): Promise<Device> {
  const [ref, noise, identity, adv] = qr
    .trim()
    .slice(qr.trim().indexOf('#') + 1)
    .split(',')
  const [noiseKey, companion, secret] = [noise, identity, adv].map(part => Buffer.from(part ?? '', 'base64'))
  const keys = [noiseKey!, companion!, secret!]
  if (!ref?.startsWith('2@') || keys.some(key => key.length !== KEY_LENGTH)) throw new SimError(400, 'ERR_SIM_BAD_QR')
  const connection = network.waiting().find(one => one.registration?.refs.includes(ref))
  if (!connection) throw new SimError(409, 'ERR_SIM_QR_EXPIRED')
  const { registration } = connection
  if (!registration!.noiseKey.equals(noiseKey!) || !companion!.equals(Buffer.from(registration!.data.eIdent!))) {
    throw new SimError(400, 'ERR_SIM_BAD_QR')
  }
  return linkDevice(network, phone, connection, secret!)
}
