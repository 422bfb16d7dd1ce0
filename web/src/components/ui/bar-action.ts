/** Look of a way on in a `ShellBar`: a button or a link. */
export const barAction =
  'inline-flex min-h-6 shrink-0 items-center whitespace-nowrap rounded-sm px-1 font-medium underline underline-offset-2 aria-busy:opacity-50 touch:min-h-11'
