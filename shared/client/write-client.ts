/** Writes the client's file: `npm run client`. */
import { writeFileSync } from 'node:fs'
import { generateClient } from './generate-client.ts'

writeFileSync(new URL('balcao.ts', import.meta.url), generateClient())
