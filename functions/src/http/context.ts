import type { Logger } from '@aws-lambda-powertools/logger'
import type { Profile, UserRight } from '@balcao/shared/access.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import type { ToldAudit } from './audit.ts'

/** Who calls: from the access token and its session, never from what the client sends. */
export type Actor = {
  userId: string
  companyId: string
  profile: Profile
  super: boolean
  /** Named rights, from the session's row. */
  permissions: readonly UserRight[]
  sessionId: string
  /** Who of the installation is at work as this user, for support. */
  support?: UserRef
}

type Base = {
  log: Logger
  requestId: string
  /** Lower-case names. */
  headers: Record<string, string | undefined>
  sourceIp: string
  /** Says where a plain list goes on, in the answer's header `Link`; null at its end. */
  goesOn: (cursor: string | null) => void
  /** The body as it came, byte for byte: what a signature is over. */
  rawBody: () => Buffer
  /** Adds a cookie to the answer. */
  setCookie: (cookie: string) => void
  /**
   * Completes what the audit log says of this call, where its route has `audit`: a removal tells of it what the row was called, and that
   * there was one.
   */
  audit: (told: ToldAudit) => void
}

/** Context of a call by a signed-in user. */
export type UserContext = Base & { kind: 'user'; companyId: string; actor: Actor }
/** Context of a call with a connection's token. */
export type ApiKeyContext = Base & { kind: 'apiKey'; companyId: string; connectionId: string }
/** Context of a call by nobody in particular. */
export type PublicContext = Base & { kind: 'public' }

export type Context = UserContext | ApiKeyContext | PublicContext

/** The contexts of the operations, by the access of their route: the second argument of `Handlers`. */
export type HttpContexts = { public: PublicContext; apiKey: ApiKeyContext; user: UserContext }
