import type { UploadedFile } from '@balcao/shared/api-contract/handlers.ts'
import type { Matched } from '@balcao/shared/api-contract/match.ts'
import type middy from '@middy/core'
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context as LambdaContext } from 'aws-lambda'
import type { AuditDetails } from './audit-details.ts'
import type { Context } from './context.ts'

/** A caller's input, parsed by the schemas of the route. */
export type ParsedRequest = { params: unknown; query: unknown; body: unknown; files: UploadedFile[] }

export type Run = (ctx: Context, given: ParsedRequest) => Promise<unknown>

/** An operation and its arguments, as the contract passes them to the end of the chain. */
export type CallContext = LambdaContext & { call: { run: Run; ctx: Context; given: ParsedRequest } }

/** State of a call so far; the answer to an error uses it too. */
type Progress = {
  matched?: Matched
  cookies?: string[]
  headers?: Record<string, string>
  link?: string
  auditDetails?: AuditDetails
}

/** An error that `@middy/http-error-handler` answers unchanged. */
type Answerable = { statusCode: number; message: string; headers: Record<string, string>; expose: true }

/** A call on its way through the middlewares of an area. */
export type HttpRequest = middy.Request<
  APIGatewayProxyEvent,
  APIGatewayProxyResult,
  Error | Answerable,
  CallContext,
  Progress
>
