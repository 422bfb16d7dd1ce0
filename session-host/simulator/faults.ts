/** Faults of a download by the media server; `number` has the message, whoever sent it. */
export const MEDIA_FAULT_KINDS = ['media-reset', 'media-drip', 'media-redirect', 'media-endless'] as const

export type MediaFaultKind = (typeof MEDIA_FAULT_KINDS)[number]

export const FAULT_KINDS = [
  'drop',
  'half-open',
  'latency',
  'duplicate',
  'reorder',
  'reject',
  'logout',
  'replace',
  'restart',
  'unavailable',
  'undecryptable',
  'outdated',
  ...MEDIA_FAULT_KINDS,
] as const

export type FaultKind = (typeof FAULT_KINDS)[number]

export type FaultRequest = {
  kind: FaultKind
  /** Business number it concerns; every number when absent. */
  number?: string
  /**
   * Number of stanzas, messages, logins or downloads it strikes; without it, until cleared
   * (connection faults: once).
   */
  count?: number
  /**
   * Latency per stanza, hold time of a reordered stanza, length of a half-open spell, delay before
   * a later login is cut; of a download: time before the cut, between two drops, between two pieces
   * of an endless body.
   */
  ms?: number
  /** `reject`: error of the acknowledgement. */
  code?: string
  /**
   * `reorder`: messages of one chat keep their order, as with WhatsApp; those of others overtake.
   */
  apart?: boolean
  /** `undecryptable`: direction of the damaged messages, seen from the business. */
  direction?: 'in' | 'out'
  /** `media-redirect`: address to which the client is sent. */
  to?: string
}

export type Fault = FaultRequest & { id: number }

/** Faults in force. The network asks at the place where a fault can strike. */
export class Faults {
  #active: Fault[] = []
  #nextId = 1

  add(request: FaultRequest): Fault {
    const fault = { ...request, id: this.#nextId++ }
    this.#active.push(fault)
    return fault
  }

  clear(): void {
    this.#active = []
  }

  list(): Fault[] {
    return [...this.#active]
  }

  /**
   * Returns the fault that applies, without using it up.
   * @param numbers the number concerned, or all of them
   */
  peek(kind: FaultKind, numbers: string | ReadonlySet<string>, direction?: 'in' | 'out'): Fault | undefined {
    const concerns = (number: string) => (typeof numbers === 'string' ? numbers === number : numbers.has(number))
    return this.#active.find(
      fault =>
        fault.kind === kind &&
        (!fault.number || concerns(fault.number)) &&
        (!direction || (fault.direction ?? 'in') === direction),
    )
  }

  /** Returns the fault that applies and counts one use. */
  take(kind: FaultKind, numbers: string | ReadonlySet<string>, direction?: 'in' | 'out'): Fault | undefined {
    const fault = this.peek(kind, numbers, direction)
    if (fault?.count !== undefined && --fault.count <= 0) this.#active = this.#active.filter(other => other !== fault)
    return fault
  }
}
