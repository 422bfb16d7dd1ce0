import { config } from '../../config.ts'

/** Stages that run on one machine, whose operator lists hosts of the same network. */
const ONE_MACHINE = ['local', 'server']

/** Returns whether listed private hosts may be called without TLS on this stage. */
export const mayCallPlain = (): boolean => ONE_MACHINE.includes(config().STAGE)
