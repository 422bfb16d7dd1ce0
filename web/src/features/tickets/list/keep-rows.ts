/** Keeps the former rows until a changed filter's rows have arrived. */
export const keepRows = <T>(previous: T | undefined) => previous
