import {
  aesDecryptGCM,
  aesEncryptGCM,
  type BinaryNode,
  Curve,
  decodeBinaryNode,
  encodeBinaryNode,
  hkdf,
  type KeyPair,
  NOISE_MODE,
  NOISE_WA_HEADER,
  proto,
  sha256,
} from '@whiskeysockets/baileys'

const NO_DATA = Buffer.alloc(0)
const HEADER = Buffer.from(NOISE_WA_HEADER)

const nonce = (counter: number): Buffer => {
  const iv = Buffer.alloc(12)
  iv.writeUInt32BE(counter, 8)
  return iv
}

/**
 * Creates the chain root → intermediate → leaf as Baileys verifies it: the intermediate's issuer
 * serial is 0, the leaf carries the static key.
 */
export function makeCertificateChain(root: KeyPair, serverStatic: Uint8Array): Uint8Array {
  const { Details } = proto.CertChain.NoiseCertificate
  const intermediate = Curve.generateKeyPair()
  const notBefore = Math.floor(Date.now() / 1000) - 86_400
  const notAfter = notBefore + 10 * 365 * 86_400
  const middle = Details.encode({ serial: 1, issuerSerial: 0, key: intermediate.public, notBefore, notAfter }).finish()
  const leaf = Details.encode({ serial: 2, issuerSerial: 1, key: serverStatic, notBefore, notAfter }).finish()
  return proto.CertChain.encode({
    intermediate: { details: middle, signature: Curve.sign(root.private, middle) },
    leaf: { details: leaf, signature: Curve.sign(intermediate.private, leaf) },
  }).finish()
}

type Transcript = { hash: Buffer; salt: Uint8Array; key: Uint8Array; counter: number; ephemeral: KeyPair }

export type NoiseHandlers = {
  send(bytes: Uint8Array): void
  authenticated(payload: proto.ClientPayload, clientStatic: Buffer): void
  node(node: BinaryNode): void
}

/** Server's half of Noise_XX_25519_AESGCM_SHA256 and, after it, the framed transport. */
export class NoiseServer {
  readonly #serverStatic: KeyPair
  readonly #chain: Uint8Array
  readonly #on: NoiseHandlers
  #bytes: Buffer = NO_DATA
  #stage: 'header' | 'hello' | 'finish' | 'open' = 'header'
  /** Handshake state, dropped once the transport is open. */
  #transcript: Transcript | undefined
  #readKey: Uint8Array = NO_DATA
  #writeKey: Uint8Array = NO_DATA
  #reads = 0
  #writes = 0

  constructor(serverStatic: KeyPair, chain: Uint8Array, on: NoiseHandlers) {
    this.#serverStatic = serverStatic
    this.#chain = chain
    this.#on = on
    const start = Buffer.from(NOISE_MODE)
    this.#transcript = { hash: start, salt: start, key: start, counter: 0, ephemeral: Curve.generateKeyPair() }
    this.#mixHash(HEADER)
  }

  get isOpen(): boolean {
    return this.#stage === 'open'
  }

  /**
   * Takes bytes the socket delivered; call it for one chunk at a time, since decoding is
   * asynchronous.
   */
  async receive(data: Buffer): Promise<void> {
    this.#bytes = this.#bytes.length ? Buffer.concat([this.#bytes, data]) : data
    if (this.#stage === 'header' && !this.#takeHeader()) return
    while (this.#bytes.length >= 3) {
      const size = this.#bytes.readUIntBE(0, 3)
      if (this.#bytes.length < 3 + size) return
      const frame = this.#bytes.subarray(3, 3 + size)
      this.#bytes = this.#bytes.subarray(3 + size)
      if (this.#stage === 'hello') this.#clientHello(frame)
      else if (this.#stage === 'finish') this.#clientFinish(frame)
      else this.#on.node(await decodeBinaryNode(aesDecryptGCM(frame, this.#readKey, nonce(this.#reads++), NO_DATA)))
    }
    if (!this.#bytes.length) this.#bytes = NO_DATA
  }

  sendNode(node: BinaryNode): void {
    this.#sendFrame(aesEncryptGCM(encodeBinaryNode(node), this.#writeKey, nonce(this.#writes++), NO_DATA))
  }

  #takeHeader(): boolean {
    let at = 0
    // A returning client may put an edge-routing prefix first: 'ED', two bytes, three bytes of
    // length, data.
    if (this.#bytes.subarray(0, 2).toString('latin1') === 'ED') {
      if (this.#bytes.length < 7) return false
      at = 7 + this.#bytes.readUIntBE(4, 3)
    }
    if (this.#bytes.length < at + HEADER.length) return false
    if (!this.#bytes.subarray(at, at + HEADER.length).equals(HEADER)) throw new Error('not a WhatsApp Web header')
    this.#bytes = this.#bytes.subarray(at + HEADER.length)
    this.#stage = 'hello'
    return true
  }

  #clientHello(frame: Uint8Array): void {
    const { ephemeral } = this.#transcript!
    const clientEphemeral = proto.HandshakeMessage.decode(frame).clientHello!.ephemeral!
    this.#mixHash(clientEphemeral)
    this.#mixHash(ephemeral.public)
    this.#mixKey(Curve.sharedKey(ephemeral.private, clientEphemeral))
    const encryptedStatic = this.#encrypt(this.#serverStatic.public)
    this.#mixKey(Curve.sharedKey(this.#serverStatic.private, clientEphemeral))
    const payload = this.#encrypt(this.#chain)
    this.#stage = 'finish'
    this.#sendFrame(
      proto.HandshakeMessage.encode({
        serverHello: { ephemeral: ephemeral.public, static: encryptedStatic, payload },
      }).finish(),
    )
  }

  #clientFinish(frame: Uint8Array): void {
    const finish = proto.HandshakeMessage.decode(frame).clientFinish!
    const clientStatic = this.#decrypt(finish.static!)
    this.#mixKey(Curve.sharedKey(this.#transcript!.ephemeral.private, clientStatic))
    const payload = proto.ClientPayload.decode(this.#decrypt(finish.payload!))
    const [clientWrites, serverWrites] = this.#split(NO_DATA)
    this.#readKey = Buffer.from(clientWrites)
    this.#writeKey = Buffer.from(serverWrites)
    this.#transcript = undefined
    this.#stage = 'open'
    this.#on.authenticated(payload, clientStatic)
  }

  #sendFrame(data: Uint8Array): void {
    const out = Buffer.allocUnsafe(3 + data.length)
    out.writeUIntBE(data.length, 0, 3)
    out.set(data, 3)
    this.#on.send(out)
  }

  #mixHash(data: Uint8Array): void {
    this.#transcript!.hash = sha256(Buffer.concat([this.#transcript!.hash, data]))
  }

  #split(data: Uint8Array): [Uint8Array, Uint8Array] {
    const out = hkdf(data, 64, { salt: this.#transcript!.salt, info: '' })
    return [out.subarray(0, 32), out.subarray(32)]
  }

  #mixKey(data: Uint8Array): void {
    const [salt, key] = this.#split(data)
    Object.assign(this.#transcript!, { salt, key, counter: 0 })
  }

  #encrypt(plain: Uint8Array): Buffer {
    const { key, hash } = this.#transcript!
    const out = aesEncryptGCM(plain, key, nonce(this.#transcript!.counter++), hash)
    this.#mixHash(out)
    return out
  }

  #decrypt(cipher: Uint8Array): Buffer {
    const { key, hash } = this.#transcript!
    const out = aesDecryptGCM(cipher, key, nonce(this.#transcript!.counter++), hash)
    this.#mixHash(cipher)
    return out
  }
}
