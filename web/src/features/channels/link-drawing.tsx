import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * Draws the two screens of WhatsApp on which a phone is linked, with the numbers of the steps they
 * belong to. The steps say the same in words.
 */
export function LinkDrawing() {
  const { t } = useTranslation('channels')
  return (
    <svg viewBox="0 0 348 156" aria-hidden="true" className="h-auto w-full max-w-96 select-none">
      <Phone x={1}>
        <text x={14} y={36} className="fill-accent-ink font-semibold" fontSize={11}>
          WhatsApp
        </text>
        {[24, 29, 34].map(y => (
          <circle key={y} cx={134} cy={y + 3} r={1.6} className="fill-ink-2" />
        ))}
        <rect x={16} y={46} width={124} height={94} rx={6} className="fill-raised stroke-line-strong" />
        <rect x={26} y={58} width={60} height={5} rx={2.5} className="fill-line-strong" />
        <rect x={26} y={76} width={78} height={5} rx={2.5} className="fill-line-strong" />
        <rect x={20} y={90} width={116} height={24} rx={5} className="fill-accent-soft stroke-accent" />
        <text x={79} y={105.5} textAnchor="middle" className="fill-accent-ink font-medium" fontSize={9.5}>
          {t('qr.linkedDevices')}
        </text>
        <rect x={26} y={124} width={52} height={5} rx={2.5} className="fill-line-strong" />
        <Step number={2} x={19} y={88} />
      </Phone>
      <path d="M167 90h14m-5-5 5 5-5 5" fill="none" className="stroke-ink-2" strokeWidth={1.5} strokeLinecap="round" />
      <Phone x={189}>
        <path
          d="M20 29.5h-7m3-3-3 3 3 3"
          fill="none"
          className="stroke-ink-2"
          strokeWidth={1.3}
          strokeLinecap="round"
        />
        <text x={25} y={33} className="fill-ink font-semibold" fontSize={9.5}>
          {t('qr.linkedDevices')}
        </text>
        <rect x={48} y={52} width={44} height={28} rx={3} fill="none" className="stroke-ink-2" strokeWidth={1.5} />
        <path d="M42 85h56" className="stroke-ink-2" strokeWidth={1.5} strokeLinecap="round" />
        <rect x={88} y={62} width={16} height={27} rx={3} className="fill-surface stroke-ink-2" strokeWidth={1.5} />
        <rect x={14} y={102} width={122} height={26} rx={13} className="fill-accent" />
        <text x={75} y={118.5} textAnchor="middle" className="fill-on-accent font-medium" fontSize={10}>
          {t('qr.linkDevice')}
        </text>
        <rect x={34} y={140} width={82} height={5} rx={2.5} className="fill-line-strong" />
        <Step number={3} x={18} y={102} />
      </Phone>
    </svg>
  )
}

/** Draws the upper part of a phone, 150 wide; its foot is beyond the picture. */
function Phone({ x, children }: { x: number; children: ReactNode }) {
  return (
    <g transform={`translate(${x} 1)`}>
      <path
        d="M4 155V18A17 17 0 0 1 21 1h108a17 17 0 0 1 17 17v137"
        className="fill-surface stroke-line-strong"
        strokeWidth={1.5}
      />
      <rect x={61} y={7} width={28} height={4} rx={2} className="fill-line-strong" />
      {children}
    </g>
  )
}

function Step({ number, x, y }: { number: number; x: number; y: number }) {
  return (
    <g>
      <circle cx={x} cy={y} r={8} className="fill-ink" />
      <text x={x} y={y + 3.5} textAnchor="middle" className="fill-surface font-semibold" fontSize={10}>
        {number}
      </text>
    </g>
  )
}
