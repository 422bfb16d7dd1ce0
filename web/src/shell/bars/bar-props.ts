/** Props that every bar takes from `ShellBars`. */
export interface BarProps {
  /** Puts the bar off for a day; undefined where it may not be. */
  onPutOff?: (() => void) | undefined
}
