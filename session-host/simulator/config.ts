import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)

const schema = z.object({
  BALCAO_SIM_PORT: port.default(3001),
  BALCAO_SIM_MEDIA_PORT: port.default(0),
  /** `off`: the product speaks to WhatsApp itself, so there are no phones, and the page says so. */
  BALCAO_SIM_PHONES: z.enum(['on', 'off']).default('on'),
  BALCAO_SIM_HOST: z.string().min(1).default('127.0.0.1'),
  /** Without it, everything is lost when the process ends. */
  BALCAO_SIM_DATA_DIR: z.string().min(1).optional(),
})

/**
 * Reads the simulator's settings from the environment; throws a readable error for an invalid
 * value.
 */
export function readConfig(): z.output<typeof schema> {
  const result = schema.safeParse(process.env)
  if (!result.success) throw new Error(z.prettifyError(result.error))
  return result.data
}
