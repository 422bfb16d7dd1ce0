/** Text for an unknown code without raw text. In its own file: first loads need no other. */
export const UNKNOWN_ERROR = 'An error occurred!'
