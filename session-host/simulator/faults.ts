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
] as const

export type FaultKind = (typeof FAULT_KINDS)[number]

export type FaultRequest = {
  kind: FaultKind
  /** the business number it concerns; every number when absent */
  number?: string
  /** how many stanzas, messages or logins it strikes; without it, until cleared (connection faults: once) */
  count?: number
  /** latency per stanza, hold time of a reordered stanza, length of a half-open spell, delay before a later login is cut */
  ms?: number
  /** `reject`: the error of the acknowledgement */
  code?: string
  /** `undecryptable`: the way of the damaged messages, seen from the business */
  direction?: 'in' | 'out'
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

  /** the fault that applies, without using it up */
  peek(kind: FaultKind, number: string, direction?: 'in' | 'out'): Fault | undefined {
    return this.#active.find(
      fault =>
        fault.kind === kind &&
        (!fault.number || fault.number === number) &&
        (!direction || (fault.direction ?? 'in') === direction),
    )
  }

  /** the fault that applies, one use less */
  take(kind: FaultKind, number: string, direction?: 'in' | 'out'): Fault | undefined {
    const fault = this.peek(kind, number, direction)
    if (fault?.count !== undefined && --fault.count <= 0) this.#active = this.#active.filter(other => other !== fault)
    return fault
  }
}
