/** Reason why a move does not begin, or not go on: shown without a stack. */
export class MoveRefused extends Error {}
