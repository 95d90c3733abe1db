import { clsx } from 'clsx'

const shapes = {
  x: 'M3 0 10 7 17 0 20 3 13 10 20 17 17 20 10 13 3 20 0 17 7 10 0 3Z',
  l: 'M13 0h5v18H0v-5h13Z',
} as const

/** A mark of stage tape, × or L, in currentColor; decoration. */
export function TapeMark({ shape = 'x', className }: { shape?: keyof typeof shapes; className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 20 20"
      className={clsx('shrink-0', className ?? 'size-3')}
      fill="currentColor"
    >
      <path d={shapes[shape]} />
    </svg>
  )
}
