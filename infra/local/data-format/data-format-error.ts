import { Refusal } from '../refusal.ts'

/** Reason why a data directory cannot be used as it is. */
export class DataFormatError extends Refusal {}
