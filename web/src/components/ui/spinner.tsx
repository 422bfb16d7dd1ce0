import { LoaderCircle } from 'lucide-react'
import { cn } from '#/lib/cn.ts'

export function Spinner({ size = 16, className }: { size?: number; className?: string }) {
  return <LoaderCircle aria-hidden size={size} className={cn('icon animate-spin', className)} />
}
