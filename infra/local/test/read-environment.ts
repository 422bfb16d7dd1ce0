import { z } from 'zod'

const schema = z.object({ TABLE_NAME: z.string(), MEDIA_BUCKET: z.string() })

/** Returns the names that the test set-up provisioned. */
export function readEnvironment(): { tableName: string; mediaBucket: string } {
  const { TABLE_NAME, MEDIA_BUCKET } = schema.parse(process.env)
  return { tableName: TABLE_NAME, mediaBucket: MEDIA_BUCKET }
}
