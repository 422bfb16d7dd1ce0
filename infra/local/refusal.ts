/**
 * Exit code of a refused start (`EX_CONFIG` of sysexits.h): another start would be refused as well,
 * so the service does not repeat it.
 */
export const REFUSED = 78

/** A reason not to start, written for the operator: printed alone, without a stack. */
export class Refusal extends Error {
  /** True if the reason may pass by itself, so that a later start may succeed. */
  readonly mayPass: boolean

  constructor(message: string, options: ErrorOptions & { mayPass?: boolean } = {}) {
    super(message, options)
    this.mayPass = options.mayPass ?? false
  }
}
