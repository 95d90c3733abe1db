import { clsx } from 'clsx'
import { useId } from 'react'
import { dice, seedOf, waveform } from './waveform.ts'

const LIGHTS = {
  telon: { beam: '#fd617a', pool: '#c90a47', at: 0.3 },
  foco: { beam: '#ffb630', pool: '#e9a100', at: 0.62 },
  cabina: { beam: '#39ceba', pool: '#028779', at: 0.9 },
} as const

export type Light = keyof typeof LIGHTS

// Floor lines: distance below the back edge, thickness, opacity. They grow towards the viewer.
const PLANKS = [
  [0, 1.5, 0.4],
  [24, 2.5, 0.6],
  [58, 4, 0.75],
  [106, 6, 0.88],
  [170, 9, 1],
] as const

/**
 * The stage as the brand draws it: beams, bars of light on a plank floor, tape marks. Decoration.
 * Draw it on a dark ground; it fills its box from the lower right.
 */
export function StageArt({
  seed,
  lights = ['telon', 'foco', 'cabina'],
  bars = 46,
  hasTape = false,
  isMoving = false,
  fit = 'cover',
  className,
}: {
  /** A name: the bars are its waveform. */
  seed: string
  lights?: readonly Light[]
  bars?: number
  hasTape?: boolean
  /** Bars rise once when drawn. */
  isMoving?: boolean
  /** Fill the box and lose the top, or stand whole in its lower right. */
  fit?: 'cover' | 'contain'
  className?: string
}) {
  const id = useId()
  const roll = dice(seedOf(seed) ^ 0x5f3759df)
  const floor = 470
  const [left, right] = [150, 706]
  const step = (right - left) / bars
  const columns = waveform(seed, bars).map((height, i) => {
    const x = Math.round((left + i * step) * 10) / 10
    // A show swells towards its middle; the name's waveform and some noise decide the rest.
    const swell = 0.42 + 0.58 * Math.sin(((i + 0.5) / bars) * Math.PI)
    const tall = Math.round(24 + swell * (0.18 + 0.82 * (height * 0.45 + roll() * 0.55)) * 330)
    const chance = roll()
    const fill = chance < 0.16 ? '#fd617a' : chance < 0.27 ? '#39ceba' : '#ffb630'
    return { x, tall, fill, light: Math.round(68 + 32 * height) / 100, delay: Math.round(roll() * 260) }
  })
  const wide = Math.round(Math.min(9, step * 0.62) * 10) / 10
  return (
    <svg
      aria-hidden
      viewBox="0 0 720 660"
      preserveAspectRatio={fit === 'cover' ? 'xMaxYMax slice' : 'xMaxYMax meet'}
      className={clsx('pointer-events-none overflow-visible select-none', className)}
    >
      <defs>
        {lights.map((light) => (
          <linearGradient key={light} id={`${id}${light}`} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor={LIGHTS[light].beam} stopOpacity="0.55" />
            <stop offset="1" stopColor={LIGHTS[light].beam} stopOpacity="0" />
          </linearGradient>
        ))}
        <linearGradient id={`${id}fade`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#fff" stopOpacity="0.34" />
          <stop offset="1" stopColor="#fff" stopOpacity="0" />
        </linearGradient>
        <mask id={`${id}mirror`}>
          <rect x="0" y={floor} width="720" height="110" fill={`url(#${id}fade)`} />
        </mask>
      </defs>
      <g style={{ mixBlendMode: 'screen' }}>
        {lights.map((light, i) => {
          const { at } = LIGHTS[light]
          const top = 190 + at * 470
          const foot = 90 + at * 560
          return (
            <path
              key={light}
              d={`M${top - 24} 0H${top + 24}L${foot + 150 - i * 8} ${floor + 20}H${foot - 175 + i * 16}Z`}
              fill={`url(#${id}${light})`}
            />
          )
        })}
        {lights.map((light, i) => (
          <ellipse
            key={light}
            cx={80 + LIGHTS[light].at * 560}
            cy={floor + 24}
            rx={205 - i * 12}
            ry={22}
            fill={LIGHTS[light].pool}
            opacity="0.34"
          />
        ))}
      </g>
      <g mask={`url(#${id}mirror)`}>
        {columns.map(({ x, tall, fill }) => (
          <rect
            key={x}
            x={x}
            y={floor + 4}
            width={wide}
            height={Math.round(tall * 0.42)}
            rx={wide / 2}
            fill={fill}
          />
        ))}
      </g>
      {PLANKS.map(([below, thick, opacity], i) => {
        const x = 126 - i * 31 - i * i * 4.2
        return (
          <rect
            key={below}
            x={x}
            y={floor + below}
            width={3000}
            height={thick}
            rx={thick / 2}
            fill="#f9f7fa"
            opacity={opacity}
          />
        )
      })}
      {columns.map(({ x, tall, fill, light, delay }) => (
        <rect
          key={x}
          x={x}
          y={floor - tall}
          width={wide}
          height={tall}
          rx={wide / 2}
          fill={fill}
          opacity={light}
          {...(isMoving
            ? {
                className: 'animate-rise',
                style: { transformOrigin: `0 ${floor}px`, animationDelay: `${delay}ms` },
              }
            : {})}
        />
      ))}
      {hasTape && (
        <>
          <path d="m330 505 24 18m0-18-24 18" stroke="#39ceba" strokeWidth="6.5" fill="none" />
          <path d="m505 519 27 20m0-20-27 20" stroke="#fd617a" strokeWidth="6.5" fill="none" />
          <path d="M382 547h28v-18" stroke="#ffb630" strokeWidth="6.5" fill="none" />
        </>
      )}
    </svg>
  )
}
