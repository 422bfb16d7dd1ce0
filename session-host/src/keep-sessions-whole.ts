import { SessionCipher } from 'libsignal'

/** What of a session an attempt to decrypt changes before it knows whether the message is of this session. */
type Session = {
  currentRatchet: object
  _chains: Record<string, { chainKey: object; messageKeys: object }>
}
type Decrypts = {
  doDecryptWhisperMessage: (message: Uint8Array, session: Session | undefined) => Promise<Buffer>
}

let done = false

/**
 * libsignal tries a message with every session it has with its sender, and steps the ratchet of each before it looks at the
 * authentication code. When a later one fits, all are stored, those that were stepped by a message of another session too: what is then
 * sent with them nobody can decrypt ("Bad MAC"). That is the rule, not the exception, after a restart: a new session was opened to send,
 * and what waits for us was written in the old one. So a session that did not fit is put back as it was.
 */
export function keepSessionsWhole(): void {
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

/** As deep as libsignal changes in place: keys are replaced, never written into. */
const copyOf = ({ currentRatchet, _chains }: Session): Session => ({
  currentRatchet: { ...currentRatchet },
  _chains: Object.fromEntries(
    Object.entries(_chains).map(([id, chain]) => [
      id,
      { ...chain, chainKey: { ...chain.chainKey }, messageKeys: { ...chain.messageKeys } },
    ]),
  ),
})
