import { SessionCipher } from 'libsignal'

/**
 * Fields of a session that an attempt to decrypt changes before it knows whether the message
 * belongs to this session.
 */
type Session = {
  currentRatchet: object
  _chains: Record<string, { chainKey: object; messageKeys: object }>
}
type Decrypts = {
  doDecryptWhisperMessage: (message: Uint8Array, session: Session | undefined) => Promise<Buffer>
}

let done = false

/**
 * Makes libsignal restore a session after a failed attempt to decrypt. libsignal tries a message
 * with every session it has with its sender, and steps the ratchet of each before it checks the
 * authentication code. When a later session fits, all are stored, also those that were stepped by a
 * message of another session: nobody can decrypt what is then sent with them ("Bad MAC"). After a
 * restart that is usual: a new session was opened to send, and the waiting messages were written in
 * the earlier one. So a session that did not fit is restored.
 */
export function restoreSessionOnFailure(): void {
  if (done) return
  done = true
  const prototype = SessionCipher.prototype as unknown as Decrypts
  const decrypt = prototype.doDecryptWhisperMessage
  prototype.doDecryptWhisperMessage = async function (message, session) {
    if (!session) return decrypt.call(this, message, session)
    const { currentRatchet, _chains } = copyOf(session)
    try {
      return await decrypt.call(this, message, session)
    } catch (error) {
      Object.assign(session, { currentRatchet, _chains })
      throw error
    }
  }
}

/** Copies as deep as libsignal changes in place: keys are replaced, never written into. */
const copyOf = ({ currentRatchet, _chains }: Session): Session => ({
  currentRatchet: { ...currentRatchet },
  _chains: Object.fromEntries(
    Object.entries(_chains).map(([id, chain]) => [
      id,
      { ...chain, chainKey: { ...chain.chainKey }, messageKeys: { ...chain.messageKeys } },
    ]),
  ),
})
