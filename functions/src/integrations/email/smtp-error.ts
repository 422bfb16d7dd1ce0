type Reply = {
  isPermanent?: boolean
  /** Command that was refused, such as `RCPT TO`. */
  command?: string | undefined
  /** Reply code (RFC 5321 §4.2). */
  reply?: number | undefined
  /** Enhanced status code (RFC 3463), such as `5.1.1`. */
  status?: string | undefined
}

/** Commands whose refusal is about the e-mail itself. */
const OF_EMAIL = /^(MAIL FROM|RCPT TO|DATA)$/
/** Replies that ask for another sign-in (RFC 4954 §6): the operator mends it, the e-mail waits. */
const OF_SIGN_IN = new Set([530, 534, 535, 538])

/**
 * Failure of an SMTP server. Its message has codes alone: replies repeat addresses, which belong
 * into no log.
 */
export class SmtpError extends Error {
  /** True if no further attempt would succeed: the server refuses this e-mail for good. */
  readonly isPermanent: boolean

  constructor(code: string, { isPermanent = false, command, reply, status }: Reply = {}) {
    super(['SMTP', code, command, reply, status].filter(Boolean).join(' '))
    this.name = 'SmtpError'
    this.isPermanent = isPermanent
  }

  /** Converts an error of nodemailer. */
  static of(error: unknown): SmtpError {
    if (error instanceof SmtpError) return error
    const { code = 'EUNKNOWN', command, responseCode: reply, response } = error as Record<string, unknown>
    const isRefusal = typeof reply === 'number' && reply >= 500 && OF_EMAIL.test(String(command))
    return new SmtpError(String(code), {
      isPermanent: isRefusal && !OF_SIGN_IN.has(reply),
      command: typeof command === 'string' ? command : undefined,
      reply: typeof reply === 'number' ? reply : undefined,
      status: /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1],
    })
  }
}
