import { createHash, createHmac, createSecretKey, type Hash, type Hmac, type KeyObject } from 'node:crypto'

type Data = string | ArrayBuffer | ArrayBufferView
type Bytes = Uint8Array<ArrayBuffer>

const bytesOf = (data: Data): string | Bytes =>
  typeof data === 'string' || data instanceof Uint8Array ? (data as string | Bytes) : bytesOfView(data)

const bytesOfView = (data: ArrayBuffer | ArrayBufferView): Bytes =>
  ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data)

/** Keys by the object that the signer keeps for a day, and of the last secret access key. */
const keys = new WeakMap<object, KeyObject>()
let lastSecret = ''
let lastKey: KeyObject | undefined

function keyOf(secret: Data): KeyObject {
  if (typeof secret === 'string') {
    if (!lastKey || lastSecret !== secret) {
      lastKey = createSecretKey(secret, 'utf8')
      lastSecret = secret
    }
    return lastKey
  }
  let key = keys.get(secret)
  if (!key) {
    key = createSecretKey(bytesOf(secret) as Bytes)
    keys.set(secret, key)
  }
  return key
}

/**
 * SHA-256 for the signer, an HMAC where it is given a secret. The SDK's own hands the secret to
 * Node as bytes, which Node tries as a key object first and fails: half the time of a signature.
 */
export class Sha256 {
  readonly #secret: Data | undefined
  #state: Hash | Hmac

  constructor(secret?: Data) {
    this.#secret = secret
    this.#state = this.#begin()
  }

  update(data: Data): void {
    this.#state.update(bytesOf(data))
  }

  async digest(): Promise<Uint8Array> {
    return this.#state.digest()
  }

  reset(): void {
    this.#state = this.#begin()
  }

  #begin(): Hash | Hmac {
    return this.#secret === undefined ? createHash('sha256') : createHmac('sha256', keyOf(this.#secret))
  }
}
