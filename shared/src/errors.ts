import { ACCOUNT_ERRORS } from './error-texts/account.ts'
import { AUTOMATION_ERRORS } from './error-texts/automation.ts'
import { CAMPAIGNS_ERRORS } from './error-texts/campaigns.ts'
import { CATALOG_ERRORS } from './error-texts/catalog.ts'
import { CHANNELS_ERRORS } from './error-texts/channels.ts'
import { COMPANY_ERRORS } from './error-texts/company.ts'
import { CONTACTS_ERRORS } from './error-texts/contacts.ts'
import { CONTENT_ERRORS } from './error-texts/content.ts'
import { CUSTOMERS_ERRORS } from './error-texts/customers.ts'
import { KNOWLEDGE_ERRORS } from './error-texts/knowledge.ts'
import { ORDERS_ERRORS } from './error-texts/orders.ts'
import { REQUESTS_ERRORS } from './error-texts/requests.ts'
import { TEAM_ERRORS } from './error-texts/team.ts'
import { TICKETS_ERRORS } from './error-texts/tickets.ts'
import { UNKNOWN_ERROR } from './error-texts/unknown-error.ts'
import type { Language } from './rules/language.ts'
import type { ValidationCode } from './validation/code-texts.ts'
import type { WordedField } from './validation/field-texts.ts'

/**
 * Error catalogue: every code the product answers, its HTTP status and its text in each language. A
 * new code is added to the file of its area with its three texts, or it does not compile. The code
 * is the wire value of `{ error }`.
 */
export const ERRORS = {
  ...REQUESTS_ERRORS,
  ...ACCOUNT_ERRORS,
  ...COMPANY_ERRORS,
  ...TEAM_ERRORS,
  ...CHANNELS_ERRORS,
  ...CONTACTS_ERRORS,
  ...TICKETS_ERRORS,
  ...AUTOMATION_ERRORS,
  ...KNOWLEDGE_ERRORS,
  ...CONTENT_ERRORS,
  ...CAMPAIGNS_ERRORS,
  ...CATALOG_ERRORS,
  ...CUSTOMERS_ERRORS,
  ...ORDERS_ERRORS,
} as const

export type ErrorCode = keyof typeof ERRORS

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code)

/** Returns the text of a code; an unknown code is returned as it is (decision 0010). */
export const errorText = (code: string, language: Language): string =>
  isErrorCode(code) ? ERRORS[code][language] : code || UNKNOWN_ERROR

/** Parameters of a problem, which its text may show. */
export type ProblemParameters = {
  minimum?: number
  maximum?: number
  /** Options that would be accepted. */
  values?: readonly (string | number | boolean | null)[]
  /** JSON type that would be accepted. */
  expected?: string
  /** Name of another field that the problem is about. */
  other?: string
}

/** Reason why a field is refused: a code of validation, or an error code about the field. */
export type Problem = ProblemParameters & {
  code: ValidationCode | ErrorCode
  /** Form and field whose own wording the text is. */
  field?: WordedField
}

/** Problem of a field of a call. */
export type FieldProblem = Problem & { path: string }

/**
 * Error thrown by operations; the area handler turns it into `{ error, details?, …data }` with the
 * code's status.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: readonly FieldProblem[] | undefined
  /** Further top-level fields of the answer's body. */
  readonly data: Record<string, unknown> | undefined

  constructor(
    code: ErrorCode,
    options: {
      details?: readonly FieldProblem[]
      data?: Record<string, unknown>
      cause?: unknown
    } = {},
  ) {
    super(code, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.details = options.details
    this.data = options.data
  }

  get status(): number {
    return ERRORS[this.code].status
  }
}
