/** Reason why a data directory cannot be used as it is, in words for its operator. */
export class DataFormatError extends Error {}
