import {
  Curve,
  DEFAULT_CONNECTION_CONFIG,
  generateSignalPubKey,
  initAuthCreds,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalKeyStoreWithTransaction,
} from '@whiskeysockets/baileys'
import { beforeAll, expect, it } from 'vitest'
import { createLog, silenceConsole } from '../log.ts'
import { restoreSessionOnFailure } from './restore-session-on-failure.ts'

beforeAll(() => {
  silenceConsole()
  restoreSessionOnFailure()
})

/** Somebody with keys of their own in memory. */
function createParty(number: string) {
  const creds = initAuthCreds()
  const stored = new Map<string, unknown>()
  const keys: SignalKeyStoreWithTransaction = {
    async get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      const found: { [id: string]: SignalDataTypeMap[T] } = {}
      for (const id of ids) {
        const value = stored.get(`${type} ${id}`)
        if (value) found[id] = value as SignalDataTypeMap[T]
      }
      return found
    },
    async set(data: SignalDataSet) {
      for (const [type, values] of Object.entries(data)) {
        // A session is text all through, and is read as what it was when it was stored.
        for (const [id, value] of Object.entries(values ?? {}))
          stored.set(`${type} ${id}`, type === 'session' ? JSON.parse(JSON.stringify(value)) : value)
      }
    },
    isInTransaction: () => true,
    transaction: work => work(),
  }
  const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(
    { creds, keys },
    createLog('silent') as never,
    async () => [],
  )
  let preKeys = 0
  return {
    jid: `${number}@s.whatsapp.net`,
    repository,
    /** Key bundle with which another opens a session to it. */
    async bundle() {
      const preKey = Curve.generateKeyPair()
      const keyId = ++preKeys
      await keys.set({ 'pre-key': { [keyId]: preKey } })
      const { keyPair, signature, keyId: signedId } = creds.signedPreKey
      return {
        registrationId: creds.registrationId,
        identityKey: generateSignalPubKey(creds.signedIdentityKey.public),
        signedPreKey: { keyId: signedId, publicKey: generateSignalPubKey(keyPair.public), signature },
        preKey: { keyId, publicKey: generateSignalPubKey(preKey.public) },
      }
    },
  }
}
type Party = ReturnType<typeof createParty>
type Encrypted = { type: 'pkmsg' | 'msg'; ciphertext: Uint8Array }

const write = (from: Party, to: Party, text: string): Promise<Encrypted> =>
  from.repository.encryptMessage({ jid: to.jid, data: Buffer.from(text) })
const read = async (by: Party, from: Party, encrypted: Encrypted): Promise<string> =>
  Buffer.from(await by.repository.decryptMessage({ jid: from.jid, ...encrypted })).toString()

it('a message of an older session leaves the newer one as it was', async () => {
  const [host, phone] = [createParty('5511900000001'), createParty('5511988887777')]
  await host.repository.injectE2ESession({ jid: phone.jid, session: await phone.bundle() })
  expect(await read(phone, host, await write(host, phone, 'bom dia'))).toBe('bom dia')
  expect(await read(host, phone, await write(phone, host, 'oi'))).toBe('oi')

  // What the phone says before it hears of the session that the host opens now.
  const late = await write(phone, host, 'tem pão?')
  await host.repository.injectE2ESession({ jid: phone.jid, session: await phone.bundle() })
  const first = await write(host, phone, 'um momento')
  expect(await read(host, phone, late)).toBe('tem pão?')
  const second = await write(host, phone, 'temos')

  expect(await read(phone, host, first)).toBe('um momento')
  expect(await read(phone, host, second)).toBe('temos')
  expect(await read(host, phone, await write(phone, host, 'obrigada'))).toBe('obrigada')
})
