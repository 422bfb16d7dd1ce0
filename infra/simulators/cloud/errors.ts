/** Errors of the Cloud API (Meta's *Error codes*, Graph API v23.0). */

type Known = {
  title: string
  /** HTTP status of an answer with this error. */
  status?: number
  /** True if Meta accepts the message and tells the error by a failed status. */
  later?: true
}

const KNOWN: Readonly<Record<number, Known>> = {
  1: { title: 'An unknown error has occurred.', status: 500 },
  2: { title: 'Service temporarily unavailable', status: 503 },
  4: { title: 'Application request limit reached' },
  10: { title: 'Application does not have permission for this action', status: 403 },
  33: { title: 'Parameter value is not valid' },
  100: { title: 'Invalid parameter' },
  190: { title: 'Error validating access token: The session has been invalidated.', status: 401 },
  368: { title: 'Temporarily blocked for policies violations', status: 403 },
  2200: { title: 'Callback verification failed' },
  80007: { title: 'Rate limit issues' },
  130429: { title: 'Rate limit hit', status: 429 },
  130472: { title: "User's number is part of an experiment", later: true },
  130497: { title: 'Business account is restricted from messaging users in this country.', later: true },
  131000: { title: 'Something went wrong', status: 500 },
  131005: { title: 'Access denied', status: 403 },
  131008: { title: 'Required parameter is missing' },
  131009: { title: 'Parameter value is not valid' },
  131016: { title: 'Service unavailable', status: 500 },
  131021: { title: 'Recipient cannot be sender' },
  131026: { title: 'Message undeliverable', later: true },
  131031: { title: 'Business Account locked', status: 403 },
  131042: { title: 'Business eligibility payment issue', later: true },
  131047: { title: 'Re-engagement message', later: true },
  131048: { title: 'Spam rate limit hit', later: true },
  131049: {
    title: 'This message was not delivered to maintain healthy ecosystem engagement.',
    later: true,
  },
  131051: { title: 'Unsupported message type' },
  131052: { title: 'Media download error', later: true },
  131053: { title: 'Media upload error', later: true },
  131056: { title: '(Business Account, Consumer Account) pair rate limit hit' },
  132000: { title: 'Number of parameters does not match the expected number of params' },
  132001: { title: 'Template name does not exist in the translation', status: 404 },
  132005: { title: 'Translated text too long' },
  132007: { title: 'Template format character policy violated' },
  132012: { title: 'Parameter format does not match format in the created template' },
  132015: { title: 'Template is paused' },
  132016: { title: 'Template is disabled' },
  132018: { title: "There is an issue with the parameters in the template's message" },
  133010: { title: 'Phone number not registered' },
}

export const titleOf = (code: number): string => KNOWN[code]?.title ?? 'Something went wrong'

/** Returns true for an error that Meta tells by a failed status after it accepted the message. */
export const comesLater = (code: number): boolean => KNOWN[code]?.later === true

type More = { subcode?: number; status?: number; userTitle?: string; userMessage?: string }

/** A refusal of a call. */
export class CloudError extends Error {
  readonly code: number
  readonly details: string
  readonly more: More

  constructor(code: number, details = '', more: More = {}) {
    super(details || titleOf(code))
    this.code = code
    this.details = details
    this.more = more
  }

  get status(): number {
    return this.more.status ?? KNOWN[this.code]?.status ?? 400
  }

  /** Returns the body of the answer. */
  body() {
    const { code, details } = this
    const { subcode, userTitle, userMessage } = this.more
    return {
      error: {
        message: `(#${code}) ${code === 100 && details ? details : titleOf(code)}`,
        type: 'OAuthException',
        code,
        ...(subcode ? { error_subcode: subcode } : {}),
        ...(userTitle ? { is_transient: false, error_user_title: userTitle, error_user_msg: userMessage } : {}),
        error_data: { messaging_product: 'whatsapp', details: details || titleOf(code) },
        fbtrace_id: 'Asimulatedcloud',
      },
    }
  }
}

/** Returns an error as it stands in a failed status. */
export const statusError = (code: number, details: string) => ({
  code,
  title: titleOf(code),
  message: titleOf(code),
  error_data: { details: details || titleOf(code) },
  href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
})
