import { Slider as Primitive } from 'radix-ui'
import { cn } from '#/lib/cn.ts'

interface SliderProps {
  label: string
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  step?: number
  /** Value as a screen reader announces it, e.g. "50 %". */
  valueText?: string
  className?: string
}

export function Slider({ label, value, onChange, min = 0, max = 1, step = 0.1, valueText, className }: SliderProps) {
  return (
    <Primitive.Root
      value={[value]}
      min={min}
      max={max}
      step={step}
      onValueChange={([next]) => next !== undefined && onChange(next)}
      className={cn('relative flex h-5 w-full touch-none select-none items-center', className)}
    >
      <Primitive.Track className="relative h-1 grow rounded-full bg-line-strong">
        <Primitive.Range className="absolute h-full rounded-full bg-accent" />
      </Primitive.Track>
      <Primitive.Thumb
        aria-label={label}
        aria-valuetext={valueText}
        className="block size-4 rounded-full border-2 border-accent bg-surface after:absolute after:-inset-3"
      />
    </Primitive.Root>
  )
}
