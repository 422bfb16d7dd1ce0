/**
 * Types of what an area's function must provide: exactly one operation per route, of the right
 * shape.
 */
import type { AnswerOf, CallOf, Resource, Route } from './route.ts'

/** File of a multipart form. */
export type UploadedFile = { fileName: string; mimetype: string; bytes: Uint8Array }

/** Contexts of an implementation; the access of a route decides which one its operation gets. */
export type Contexts = { public: unknown; apiKey: unknown; user: unknown }

type ContextOf<C extends Contexts, R extends Route> = R['access'] extends 'public' | 'apiKey'
  ? C[R['access']]
  : C['user']

export type Operation<C extends Contexts, R extends Route> = (
  ctx: ContextOf<C, R>,
  call: CallOf<R> & { files: UploadedFile[] },
) => Promise<AnswerOf<R>>

export type Handlers<A extends { resources: Record<string, Resource> }, C extends Contexts> = {
  [R in keyof A['resources']]: {
    [Name in keyof A['resources'][R]]: Operation<C, A['resources'][R][Name]>
  }
}
