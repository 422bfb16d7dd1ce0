/** The simulator's JSON API, with which a test plays the customers and the business's handset. */
export type SimMessage = {
  id: string
  from: string
  to: string
  fromMe: boolean
  type: string
  text?: string
  caption?: string
  fileName?: string
  mimetype?: string
  mediaBase64?: string
  ptt?: boolean
  quotedId?: string
  edited?: boolean
  deleted?: boolean
  ack: number
  seq: number
  /** Options of a poll, and the last vote of each person. */
  options?: string[]
  votes?: { from: string; options: string[] }[]
}

export type Outgoing = {
  to: string
  type: 'text' | 'image' | 'audio' | 'video' | 'document' | 'location' | 'contact' | 'reaction' | 'poll'
  text?: string
  mediaBase64?: string
  mimetype?: string
  fileName?: string
  quotedId?: string
  latitude?: number
  longitude?: number
  vcard?: string
  options?: string[]
  several?: boolean
}

export type Simulator = ReturnType<typeof simulator>

/**
 * Calls the simulator's API.
 * @param path path below `/sim`
 * @throws Error unless the answer is a success
 */
export async function callSimulator<T>(url: string, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${url}/sim${path}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} /sim${path}: ${response.status} ${text}`)
  return (text ? JSON.parse(text) : undefined) as T
}

export function simulator(url: string) {
  const call = <T>(method: string, path: string, body?: object) => callSimulator<T>(url, method, path, body)
  return {
    addPhone: (number: string, name: string) => call('POST', '/phones', { number, name }),
    addGroup: (subject: string, owner: string, members: readonly string[]) =>
      call<{ id: string }>('POST', '/groups', { subject, owner, members }),
    /** Sets what the AI's model answers next, to every key or to one: texts, and calls of tools. */
    scriptModel: (replies: readonly unknown[], more: { key?: string; fail?: object } = {}) =>
      call('POST', '/bots/openai', { replies, ...more }),
    /** Returns the calls of the language model, oldest first. */
    modelCalls: () => call<{ body: string }[]>('GET', '/bots/openai/calls'),
    scan: (qr: string, number: string, name?: string) => call('POST', '/scan', { qr, number, name }),
    send: (number: string, message: Outgoing) => call<{ id: string }>('POST', `/phones/${number}/messages`, message),
    edit: (number: string, id: string, text: string) => call('PATCH', `/phones/${number}/messages/${id}`, { text }),
    remove: (number: string, id: string) => call('DELETE', `/phones/${number}/messages/${id}`),
    vote: (number: string, id: string, options: readonly string[]) =>
      call('PUT', `/phones/${number}/messages/${id}/vote`, { options }),
    read: (number: string, from: string) => call('POST', `/phones/${number}/read`, { from }),
    call: (number: string, to: string, video = false) => call('POST', `/phones/${number}/call`, { to, video }),
    /** Returns the e-mails to an address, newest last. */
    mail: (to: string) =>
      call<{ subject: string; text: string; html: string }[]>('GET', `/mail?to=${encodeURIComponent(to)}`),
    fault: (fault: { kind: string } & Record<string, unknown>) => call('POST', '/faults', fault),
    async messages(number: string, media = false): Promise<SimMessage[]> {
      const answer = await call<SimMessage[] | { messages: SimMessage[] }>(
        'GET',
        `/phones/${number}/messages?after=0${media ? '&media=1' : ''}`,
      )
      return Array.isArray(answer) ? answer : answer.messages
    },
    /** Waits until a message on that phone fits. */
    async until(number: string, fits: (message: SimMessage) => boolean, media = false): Promise<SimMessage> {
      const end = Date.now() + 60_000
      for (;;) {
        const found = (await this.messages(number, media)).find(fits)
        if (found) return found
        if (Date.now() > end) throw new Error(`phone ${number} never got it`)
        await new Promise(resolve => setTimeout(resolve, 100))
      }
    },
  }
}
