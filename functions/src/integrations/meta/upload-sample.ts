/** Samples of templates' headers: Graph API v23.0, "Resumable Upload API" (read on 2026-11-28). */
import { z } from 'zod'
import { config } from '../../config.ts'
import { callGraph } from './graph.ts'

/** Id of a session, with its signature as a query: `upload:MTph…?sig=ARZ…`. */
const Session = z.object({ id: z.string().regex(/^upload:[\w+/=.:-]{1,1000}(\?sig=[\w-]{1,200})?$/) })
const Uploaded = z.object({ h: z.string().min(1).max(10_000) })

/** Longest times for the two calls, in milliseconds: together they stay below a function's 28 s. */
const SESSION_MS = 5000
const UPLOAD_MS = 18_000

type Sample = { fileName: string; mimetype: string; bytes: Uint8Array }

/**
 * Uploads a file to Meta for its review, and returns its handle, which one template names.
 * @throws GraphError
 */
export async function uploadSample(token: string, { fileName, mimetype, bytes }: Sample): Promise<string> {
  const { id } = await callGraph(`${config().META_APP_ID}/uploads`, Session, {
    method: 'POST',
    query: { file_name: fileName, file_length: String(bytes.length), file_type: mimetype },
    token,
    timeoutMs: SESSION_MS,
  })
  const { h } = await callGraph(id, Uploaded, { method: 'POST', file: bytes, token, timeoutMs: UPLOAD_MS })
  return h
}
