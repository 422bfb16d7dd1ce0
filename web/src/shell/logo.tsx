/** Draws the logo, a counter. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M7 20.5h18M9.5 20.5V12a3 3 0 0 1 3-3h7a3 3 0 0 1 3 3v8.5M6 24h20"
        fill="none"
        className="stroke-on-accent"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
