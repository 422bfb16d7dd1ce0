/** A reason not to start, written for the operator: printed alone, without a stack. */
export class Refusal extends Error {}
