import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Faults } from '../faults.ts'
import type { SmtpFault } from './faults.ts'

/** An e-mail as it came. */
export type Accepted = { from: string; to: string[]; secure: boolean; user: string | null; raw: string }

export type SmtpSettings = {
  /** TLS by STARTTLS, from the first byte on, or not at all. */
  security: 'none' | 'starttls' | 'tls'
  /** Name or address by which it is called, and which its certificate is for. */
  host: string
  /** Without a user everybody may send. */
  user?: string | undefined
  password?: string | undefined
}

type Places = { faults: Faults<SmtpFault>; keep: (email: Accepted) => void }

const MAX_BYTES = 4 * 2 ** 20
const PATH = /^<([^<>\s@]+@[^<>\s@]+)>(?: |$)/

/** Talks with one client. */
export function createSession(settings: SmtpSettings, { faults, keep }: Places) {
  let from: string | undefined
  let to: string[] = []
  let user: string | null = null
  let greeted = false

  return {
    /**
     * Serves a connection, from its greeting or from the end of its upgrade on.
     * @param upgrade called when the client may begin with TLS
     */
    open(socket: Socket, secure: boolean, upgrade: () => void): void {
      const isFirst = !secure || settings.security === 'tls'
      let waiting = Buffer.alloc(0)
      let taking: 'commands' | 'message' | ((line: string) => void) = 'commands'
      let queue = Promise.resolve()
      const say = (...lines: string[]) => {
        if (!socket.destroyed) socket.write(lines.map(line => `${line}\r\n`).join(''))
      }
      const reset = () => {
        from = undefined
        to = []
      }
      if (isFirst) queue = queue.then(() => meet('connect', () => say('220 simulator ESMTP')))
      else greeted = false
      socket.on('data', receive)

      function receive(bytes: Buffer): void {
        waiting = Buffer.concat([waiting, bytes])
        if (waiting.length > 2 * MAX_BYTES) return void socket.destroy()
        queue = queue.then(work)
      }

      async function work(): Promise<void> {
        for (;;) {
          const end = waiting.indexOf(taking === 'message' ? '\r\n.\r\n' : '\r\n')
          if (end < 0 || socket.destroyed) return
          const text = waiting.subarray(0, end).toString('latin1')
          waiting = waiting.subarray(end + (taking === 'message' ? 5 : 2))
          if (taking === 'message') await take(text)
          else if (typeof taking === 'function') taking(text)
          else await obey(text)
        }
      }

      /** Does a step, or what a fault makes of it. */
      async function meet(at: SmtpFault['at'], step: (isAnswered: boolean) => void): Promise<void> {
        const fault = faults.next(each => each.at === at)
        if (fault?.ms) await sleep(fault.ms, undefined, { ref: false })
        if (fault?.reply) return say(`${fault.reply} ${fault.reply < 500 ? '4.3.0' : '5.1.1'} <refused@example.com>`)
        if (!fault || fault.ms) return step(true)
        // The answer to an accepted message gets lost; before that the connection breaks.
        if (at === 'message') step(false)
        socket.destroy()
      }

      async function take(text: string): Promise<void> {
        taking = 'commands'
        // RFC 5321 §4.5.2: a doubled dot stands for one.
        const raw = text.replace(/^\.\./gm, '.')
        const email = { from: from!, to, secure, user, raw }
        if (raw.length > MAX_BYTES) return say('552 5.3.4 too large')
        if (/(?<!\r)\n|\r(?!\n)/.test(raw)) return say('550 5.6.0 bare line breaks')
        await meet('message', isAnswered => {
          keep(email)
          if (isAnswered) say('250 2.0.0 accepted')
        })
        reset()
      }

      async function obey(line: string): Promise<void> {
        const [verb = '', ...words] = line.split(' ')
        const rest = words.join(' ')
        switch (verb.toUpperCase()) {
          case 'EHLO':
            greeted = true
            reset()
            return say(...extensions().map((name, i, all) => `250${i < all.length - 1 ? '-' : ' '}${name}`))
          case 'HELO':
            greeted = true
            reset()
            return say('250 simulator')
          case 'STARTTLS':
            if (settings.security !== 'starttls' || secure) return say('503 5.5.1 not now')
            say('220 2.0.0 begin')
            socket.off('data', receive)
            return upgrade()
          case 'AUTH':
            return signIn(rest)
          case 'MAIL': {
            if (!greeted) return say('503 5.5.1 EHLO first')
            if (settings.security === 'starttls' && !secure) return say('530 5.7.0 STARTTLS first')
            if (settings.user && user === null) return say('530 5.7.0 sign in first')
            const path = PATH.exec(/^FROM:(.*)$/i.exec(rest)?.[1] ?? '')?.[1]
            if (!path || from) return say(path ? '503 5.5.1 nested MAIL' : '501 5.5.4 no address')
            return meet('mail', () => {
              from = path
              say('250 2.1.0 go on')
            })
          }
          case 'RCPT': {
            const path = PATH.exec(/^TO:(.*)$/i.exec(rest)?.[1] ?? '')?.[1]
            if (!from || !path) return say(from ? '501 5.5.4 no address' : '503 5.5.1 MAIL first')
            return meet('rcpt', () => {
              to.push(path)
              say('250 2.1.5 go on')
            })
          }
          case 'DATA':
            if (to.length === 0) return say('503 5.5.1 RCPT first')
            return meet('data', () => {
              taking = 'message'
              say('354 end with a dot')
            })
          case 'RSET':
            reset()
            return say('250 2.0.0 reset')
          case 'NOOP':
            return say('250 2.0.0 nothing done')
          case 'QUIT':
            say('221 2.0.0 bye')
            return void socket.end()
          default:
            return say('500 5.5.2 unknown command')
        }
      }

      const extensions = () => [
        'simulator',
        `SIZE ${MAX_BYTES}`,
        '8BITMIME',
        'ENHANCEDSTATUSCODES',
        ...(settings.security === 'starttls' && !secure ? ['STARTTLS'] : []),
        // A password is taken over TLS only, or where there is none at all.
        ...(settings.user && (secure || settings.security === 'none') ? ['AUTH PLAIN LOGIN'] : []),
      ]

      function signIn(rest: string): void {
        const [method = '', initial] = rest.split(' ')
        const decode = (text: string) => Buffer.from(text, 'base64').toString()
        const check = (name: string | undefined, password: string | undefined) => {
          if (name !== settings.user || password !== settings.password) return say('535 5.7.8 wrong credentials')
          user = name ?? null
          say('235 2.7.0 welcome')
        }
        const ask = (prompt: string, answer: (text: string) => void) => {
          taking = line => {
            taking = 'commands'
            answer(decode(line))
          }
          say(`334 ${Buffer.from(prompt).toString('base64')}`)
        }
        const plain = (text: string) => check(text.split('\0')[1], text.split('\0')[2])
        if (/^PLAIN$/i.test(method) && initial) plain(decode(initial))
        else if (/^PLAIN$/i.test(method)) ask('', plain)
        else if (/^LOGIN$/i.test(method)) ask('Username:', name => ask('Password:', word => check(name, word)))
        else say('504 5.5.4 unknown method')
      }
    },
  }
}
