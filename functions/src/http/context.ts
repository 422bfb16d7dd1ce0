import type { Logger } from '@aws-lambda-powertools/logger'
import type { Profile, UserRight } from '@balcao/shared/access.ts'
import type { ApiScope } from '@balcao/shared/entities/api-token.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import type { AuditDetails } from './audit-details.ts'

/** The caller: from the access token and its session, never from what the client sends. */
export type Actor = {
  userId: string
  companyId: string
  profile: Profile
  super: boolean
  /** Named rights, from the session's row. */
  permissions: readonly UserRight[]
  sessionId: string
  /** Operator of the installation who acts as this user, for support. */
  support?: UserRef
  /** Token of the public API that calls, with an admin's role; its id stands for the user's. */
  machine?: Machine
}

/** Token of the public API; `until` in epoch ms. */
export type Machine = { name: string; sandbox: boolean; scopes: readonly ApiScope[]; until: number | null }

type Base = {
  log: Logger
  requestId: string
  /** Request headers, with lower-case names. */
  headers: Record<string, string | undefined>
  sourceIp: string
  /** Sets the cursor of the next part of a plain list, for the header `Link`; null at its end. */
  goesOn: (cursor: string | null) => void
  /** Returns the body byte for byte, for example to verify a signature. */
  rawBody: () => Buffer
  /** Adds a cookie to the answer. */
  setCookie: (cookie: string) => void
  /** Adds a header to the answer, also to that of an error. */
  setHeader: (name: string, value: string) => void
  /**
   * Completes the audit entry of this call, where its route has `audit` or the details an action. A
   * removal reports the name of the row, and thereby that there was one.
   */
  audit: (details: AuditDetails) => void
}

/** Context of a call by a signed-in user. */
export type UserContext = Base & { kind: 'user'; companyId: string; actor: Actor }
/** Context of a call with a connection token. */
export type ApiKeyContext = Base & { kind: 'apiKey'; companyId: string; connectionId: string }
/** Context of a call without authentication. */
export type PublicContext = Base & { kind: 'public' }

export type Context = UserContext | ApiKeyContext | PublicContext

/** Contexts of the operations, by the access of their route: the second argument of `Handlers`. */
export type HttpContexts = { public: PublicContext; apiKey: ApiKeyContext; user: UserContext }
